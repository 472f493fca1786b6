//! What each kind of value may look like.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;
use tool_result_encoder::{Problem, decode};

use crate::agreement::check;
use crate::strings::City;
use crate::{error, problem, value};

#[test]
fn no_arguments() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Empty {}
    #[derive(Deserialize, Debug, PartialEq)]
    struct Unit;
    #[derive(Deserialize, Debug, PartialEq, Default)]
    struct AllOptional {
        lines: Option<u16>,
    }
    for text in ["", " ", "\t\r\n ", "{}", " { } "] {
        value::<()>(text);
        assert_eq!(value::<Empty>(text), Empty {});
        assert_eq!(value::<Unit>(text), Unit);
        assert_eq!(value::<AllOptional>(text), AllOptional::default());
        value::<IgnoredAny>(text);
    }
    value::<()>("null");
    value::<Empty>(r#"{"dummy":""}"#);
    assert_eq!(
        error::<()>(r#"{"dummy":""}"#).to_string(),
        "expected null or an empty object"
    );
    assert_eq!(problem::<()>("\u{a0}"), Problem::Syntax { at: 0 });
}

/// Every type of serde's data model, as `serde_json` reads it.
#[test]
fn the_data_model() {
    for text in [
        r#"{"on":true,"letter":"\u00e9","text":"a\"b"}"#,
        r#"{"small":[-128,255,-32768,65535],"large":[-2147483648,4294967295,-9223372036854775808,18446744073709551615]}"#,
        r#"{"small":[127,0,32767,0],"large":[2147483647,0,9223372036854775807,0]}"#,
        r#"{"small":[-129,0,0,0]}"#,
        r#"{"small":[0,256,0,0]}"#,
        r#"{"small":[0,0,-32769,0]}"#,
        r#"{"small":[0,0,0,65536]}"#,
        r#"{"large":[2147483648,0,0,0]}"#,
        r#"{"large":[0,4294967296,0,0]}"#,
        r#"{"large":[0,0,9223372036854775808,0]}"#,
        r#"{"large":[0,0,-9223372036854775809,0]}"#,
        r#"{"large":[0,0,0,18446744073709551616]}"#,
        r#"{"huge":[-170141183460469231731687303715884105728,340282366920938463463374607431768211455]}"#,
        r#"{"huge":[170141183460469231731687303715884105728,0]}"#,
        r#"{"huge":[0,-1]}"#,
        r#"{"huge":[0,1.0]}"#,
        r#"{"single":0.1,"double":-1e-7}"#,
        r#"{"single":3,"double":-4}"#,
        r#"{"single":1e39}"#,
        r#"{"double":1e309}"#,
        r#"{"rgb":[1,2,3],"list":[null,1,-1],"map":{"a":1.5,"b\n":2,"a":3}}"#,
        r#"{"mode":"off"}"#,
        r#"{"mode":{"auto":null}}"#,
        r#"{"mode":{"level":7}}"#,
        r#"{"mode":{"mix":[7,-8]}}"#,
        r#"{"mode":{"mix":[7]}}"#,
        r#"{"mode":{"ramp":{"from":1}}}"#,
        r#"{"mode":{"ramp":{"to":2,"from":1,"more":[{}]}}}"#,
        r#"{"mode":"level"}"#,
        r#"{"modes":{"off":true,"auto":false}}"#,
        r#"{"modes":{"level":true}}"#,
        r#"{"inner":{"inner":{"inner":null}}}"#,
        r#"{"any":[null,true,0,-0,-1,1.0,18446744073709551616,"",{"a":{},"b":[]}]}"#,
        r#"{"on":true,"mode":"auto","name":null}"#,
        r#"{"on":true,"mode":"auto","other":null}"#,
        r#"{"1":{"true":1},"-128":{"false":0,"true":2}}"#,
        r#"{"01":{}}"#,
        r#"["off",{"level":255},{"mix":[1,2]}]"#,
        r#"["text",7]"#,
        "null",
        "true",
        "\"text\"",
        "-0",
    ] {
        check(text);
    }
    let bytes: &[u8] = decode(r#""bytes""#, &mut []).unwrap();
    assert_eq!(bytes, b"bytes");
    assert_eq!(value::<Option<Option<u8>>>("1"), Some(Some(1)));
}

/// The differences to `serde_json` that are documented.
#[test]
fn differences() {
    assert_eq!(value::<i8>("-0"), 0);
    assert_eq!(
        value::<BTreeMap<u8, ()>>(r#"{"\u0031":{}}"#),
        [(1, ())].into()
    );
    let array = decode::<City>(r#"["Boston"]"#, &mut []).unwrap_err();
    assert_eq!(array.to_string(), "expected an object");
    assert_eq!(
        problem::<IgnoredAny>(r#""\ud800""#),
        Problem::Syntax { at: 7 }
    );
}
