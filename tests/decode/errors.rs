//! The texts of errors, and the kinds behind them.

use std::collections::BTreeMap;

use heapless::LinearMap;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use tool_result_encoder::{JsonEncoder, Problem, ToolResultEncoder, decode};

use crate::strings::City;
use crate::{error, problem};

#[derive(Deserialize, Debug, PartialEq, Default)]
struct Sensor {
    channel: u8,
    on: bool,
    mode: Option<Mode>,
    name: Option<heapless::String<8>>,
    rgb: Option<[u8; 3]>,
    light: Option<Light>,
    list: Option<heapless::Vec<u16, 2>>,
    pairs: Option<LinearMap<i8, bool, 2>>,
    flags: Option<BTreeMap<bool, ()>>,
    letter: Option<char>,
    level: Option<f32>,
    ramp: Option<Ramp>,
    port: Option<std::num::NonZeroU8>,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Off,
    Auto,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Ramp {
    Off,
    To(u8),
    Between { from: u8, to: u8 },
    Mix(u8, u8),
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct Light {
    red: i64,
    deep: Option<Box<Light>>,
}

/// Row 34, and every other thing that can be wrong.
#[test]
fn errors_say_what_to_do_about_it() {
    for (text, expected) in [
        // Missing, unknown and double members.
        (r#"{"channel":1}"#, "`on` is missing"),
        ("{}", "`channel` is missing"),
        ("", "`channel` is missing"),
        (" \n", "`channel` is missing"),
        (r#"{"channel":1,"on":true,"light":{}}"#, "`red` is missing"),
        (
            r#"{"channel":1,"on":true,"light":{"red":1,"blue":2}}"#,
            "`light`: unknown member, expected one of `red`, `deep`",
        ),
        (
            r#"{"channel":1,"on":true,"light":{"red":1,"deep":{"red":1,"x":0}}}"#,
            "`deep`: unknown member, expected one of `red`, `deep`",
        ),
        (
            r#"{"channel":1,"on":true,"name":"a","name":"b"}"#,
            "`name` appears twice",
        ),
        // Types.
        (
            r#"{"channel":"1"}"#,
            "`channel`: expected an integer from 0 to 255",
        ),
        (
            r#"{"channel":256}"#,
            "`channel`: expected an integer from 0 to 255",
        ),
        (
            r#"{"channel":-1}"#,
            "`channel`: expected an integer from 0 to 255",
        ),
        (
            r#"{"channel":1.5}"#,
            "`channel`: expected an integer from 0 to 255",
        ),
        (
            r#"{"channel":1e2}"#,
            "`channel`: expected an integer from 0 to 255",
        ),
        (
            r#"{"channel":null}"#,
            "`channel`: expected an integer from 0 to 255",
        ),
        (
            r#"{"channel":[]}"#,
            "`channel`: expected an integer from 0 to 255",
        ),
        (
            r#"{"\u0063hannel":{}}"#,
            "`channel`: expected an integer from 0 to 255",
        ),
        (r#"{"on":1}"#, "`on`: expected true or false"),
        (r#"{"mode":"on"}"#, "`mode`: expected one of `off`, `auto`"),
        (r#"{"mode":1}"#, "`mode`: expected one of `off`, `auto`"),
        (
            r#"{"mode":{"on":1}}"#,
            "`mode`: expected one of `off`, `auto`",
        ),
        (
            r#"{"mode":{"off":1}}"#,
            "`mode`: expected null or an empty object",
        ),
        (
            r#"{"mode":{}}"#,
            "`mode`: expected an object with a variant's name as its only member",
        ),
        (
            r#"{"ramp":"to"}"#,
            "`ramp`: expected an object with a variant's name as its only member",
        ),
        (
            r#"{"ramp":{"to":1,"off":null}}"#,
            "`ramp`: expected an object with a variant's name as its only member",
        ),
        (
            r#"{"ramp":{"to":256}}"#,
            "`ramp`: expected an integer from 0 to 255",
        ),
        (
            r#"{"ramp":{"between":{"from":1,"to":-1}}}"#,
            "`to`: expected an integer from 0 to 255",
        ),
        (r#"{"ramp":{"between":{"from":1}}}"#, "`to` is missing"),
        (
            r#"{"ramp":{"mix":[1]}}"#,
            "`ramp`: expected an array of length 2",
        ),
        (r#"{"name":7}"#, "`name`: expected a string"),
        (
            r#"{"name":"123456789"}"#,
            "`name`: a length of 9 does not fit",
        ),
        (
            r#"{"letter":"ab"}"#,
            "`letter`: expected a string of one character",
        ),
        (
            r#"{"letter":""}"#,
            "`letter`: expected a string of one character",
        ),
        (
            r#"{"level":"high"}"#,
            "`level`: expected a number from -3.4e38 to 3.4e38",
        ),
        (
            r#"{"level":1e39}"#,
            "`level`: expected a number from -3.4e38 to 3.4e38",
        ),
        (r#"{"rgb":[1,2]}"#, "`rgb`: expected an array of length 3"),
        (
            r#"{"rgb":[1,2,3,4]}"#,
            "`rgb`: expected an array of length 3",
        ),
        (
            r#"{"rgb":[1,2,300]}"#,
            "`rgb`: expected an integer from 0 to 255",
        ),
        (r#"{"rgb":{}}"#, "`rgb`: expected an array"),
        (r#"{"list":[1,2,3]}"#, "`list`: a length of 3 does not fit"),
        (
            r#"{"pairs":{"1":true,"2":true,"3":true}}"#,
            "`pairs`: a length of 3 does not fit",
        ),
        (
            r#"{"pairs":{"1":true,"x":true}}"#,
            "`pairs`: a member's name is not an integer from -128 to 127",
        ),
        (
            r#"{"pairs":{"128":true}}"#,
            "`pairs`: a member's name is not an integer from -128 to 127",
        ),
        (r#"{"pairs":{"1":0}}"#, "`pairs`: expected true or false"),
        (
            r#"{"flags":{"yes":null}}"#,
            "`flags`: a member's name is not true or false",
        ),
        (
            r#"{"flags":{"true":0}}"#,
            "`flags`: expected null or an empty object",
        ),
        (r#"{"light":[1]}"#, "`light`: expected an object"),
        (
            r#"{"light":{"red":true}}"#,
            "`red`: expected an integer from -9223372036854775808 to 9223372036854775807",
        ),
        (r#"{"port":0}"#, "`port`: the value is not accepted"),
        ("[1,true]", "expected an object"),
        ("null", "expected an object"),
        ("\"{}\"", "expected an object"),
        // A member is over.
        (
            r#"{"light":{"red":1},"channel":-1}"#,
            "`channel`: expected an integer from 0 to 255",
        ),
        (r#"{"light":{"red":1}, 1}"#, "not JSON at byte 20"),
        (r#"{"light":{"red":1, 1}}"#, "`light`: not JSON at byte 19"),
        // Text.
        (r#"{"channel": x}"#, "`channel`: not JSON at byte 12"),
        (r#"{"channel" 1}"#, "`channel`: not JSON at byte 11"),
        (r#"{"x": [1,], "channel":1}"#, "not JSON at byte 9"),
        (r#"{'channel': 1}"#, "not JSON at byte 1"),
        (r#"{channel: 1}"#, "not JSON at byte 1"),
        ("<tool>", "not JSON at byte 0"),
        (r#"{"channel":01}"#, "not JSON at byte 12"),
        ("{\"name\":\"a\nb\"}", "`name`: not JSON at byte 10"),
        (r#"{"name":"\x"}"#, "`name`: not JSON at byte 10"),
        (r#"{"name":"\ud83d!"}"#, "`name`: not JSON at byte 15"),
        (
            r#"{"channel":1,"on":false} }"#,
            "text after the arguments at byte 25",
        ),
        (
            r#"{"channel":1,"on":false}{}"#,
            "text after the arguments at byte 24",
        ),
        (
            r#"{"channel":1,"on":fal"#,
            "`on`: the JSON breaks off after 21 bytes",
        ),
        (
            r#"{"channel":1,"name":"lon"#,
            "`name`: the JSON breaks off after 24 bytes",
        ),
        (r#"{"channel":1,"#, "the JSON breaks off after 13 bytes"),
    ] {
        assert_eq!(error::<Sensor>(text).to_string(), expected, "{text}");
    }

    let deep = format!(r#"{{"light":{{"deep":{}"#, r#"{"deep":"#.repeat(16));
    assert_eq!(
        error::<Sensor>(&deep).to_string(),
        "`deep`: nested deeper than 16 levels"
    );
    let no_scratch = decode::<City>(r#"{"city":"\n\n"}"#, &mut [0]).unwrap_err();
    assert_eq!(
        no_scratch.to_string(),
        "`city`: a string with escapes is too long: 2 bytes, there is room for 1"
    );
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Empty {}
    assert_eq!(
        error::<Empty>(r#"{"a":1}"#).to_string(),
        "unknown member, expected none"
    );
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct One {
        #[allow(dead_code)]
        a: u8,
    }
    assert_eq!(
        error::<One>(r#"{"b":1}"#).to_string(),
        "unknown member, expected one of `a`"
    );
}

#[test]
fn errors_have_a_kind() {
    let expected = "an integer from 0 to 255";
    assert_eq!(problem::<u8>("[]"), Problem::WrongType { expected });
    assert_eq!(problem::<u8>("256"), Problem::OutOfRange { expected });
    assert_eq!(problem::<u8>("1.0"), Problem::WrongType { expected });
    assert_eq!(
        problem::<BTreeMap<u8, ()>>(r#"{"a":null}"#),
        Problem::WrongKey { expected }
    );
    assert_eq!(problem::<(u8,)>("[]"), Problem::Items { expected: 1 });
    assert_eq!(problem::<u8>("?"), Problem::Syntax { at: 0 });
    assert_eq!(problem::<u8>("-"), Problem::Truncated { at: 1 });
    assert_eq!(problem::<u8>("1 2"), Problem::Trailing { at: 2 });
    assert_eq!(problem::<Sensor>("{}"), Problem::Missing);
    assert_eq!(error::<Sensor>("{}").member(), Some("channel"));
    assert_eq!(error::<u8>("{}").member(), None);
}

#[test]
fn an_error_can_be_the_answer() {
    let error = error::<Sensor>(r#"{"mode":"on"}"#);
    let answer: heapless::String<64> = JsonEncoder::new().encode(&Err::<(), _>(error)).unwrap();
    assert_eq!(
        answer,
        r#"{"error":"`mode`: expected one of `off`, `auto`"}"#
    );
}

#[test]
fn every_piece_of_a_text_breaks_off() {
    let text = r#"{"a":[1,-2.5e+3,true,null,{"b":"\u00e9\ud83d\ude42é"}],"channel":1,"on":false}"#;
    for end in (1..text.len()).filter(|end| text.is_char_boundary(*end)) {
        let piece = &text[..end];
        // A number may end anywhere, but then its bracket is missing.
        assert_eq!(
            problem::<Sensor>(piece),
            Problem::Truncated { at: end },
            "{piece}"
        );
        assert_eq!(
            problem::<Value>(piece),
            Problem::Truncated { at: end },
            "{piece}"
        );
        assert_eq!(
            problem::<IgnoredAny>(piece),
            Problem::Truncated { at: end },
            "{piece}"
        );
    }
}
