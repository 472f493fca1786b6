//! Strings: borrowed, or unescaped into the scratch.

use serde::Deserialize;
use tool_result_encoder::{Problem, decode};

use crate::value;

#[derive(Deserialize, Debug, PartialEq)]
pub struct City<'a> {
    pub city: &'a str,
}

/// Row 33.
#[test]
fn strings_arrive_unescaped() {
    let mut scratch = [0; 16];
    let city: City = decode(r#"{"city":"Bo\"ston\n\u00e9"}"#, &mut scratch).unwrap();
    assert_eq!(city.city, "Bo\"ston\né");

    for (json, text) in [
        (r#""""#, ""),
        (r#""→🙂/\u007f""#, "→🙂/\u{7f}"),
        (r#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
        (r#""\u0000\u001F\u00e9\u20AC""#, "\0\u{1f}é€"),
        (r#""\ud83d\ude42\uD83D\uDE42""#, "🙂🙂"),
        (r#""\udbff\udfff\ud800\udc00""#, "\u{10ffff}\u{10000}"),
        (r#""\ud7ff\ue000""#, "\u{d7ff}\u{e000}"),
        ("\"\u{7f}\u{2028}\"", "\u{7f}\u{2028}"),
    ] {
        assert_eq!(value::<String>(json), text);
        assert_eq!(serde_json::from_str::<String>(json).unwrap(), text);
    }
}

#[test]
fn strings_are_borrowed() {
    let text = String::from(r#"{"plain":"plain","two":["\n1","\t2"],"\u0065scaped":"\\"}"#);
    #[derive(Deserialize)]
    struct Texts<'a> {
        plain: &'a str,
        #[serde(borrow)]
        two: (&'a str, &'a str),
        escaped: &'a str,
    }
    let mut scratch = [0; 12];
    let texts: Texts = decode(&text, &mut scratch).unwrap();
    assert!(
        text.as_bytes()
            .as_ptr_range()
            .contains(&texts.plain.as_ptr())
    );
    assert_eq!(texts.plain, "plain");
    assert_eq!(texts.two, ("\n1", "\t2"));
    assert_eq!(texts.escaped, "\\");
}

#[test]
fn scratch_is_needed_for_escapes_only_and_to_the_byte() {
    let text = r#"{"name":"plain","unknown":"\n","list":["\u00e9","\ud83d\ude42\n"]}"#;
    #[derive(Deserialize, Debug)]
    struct Texts<'a> {
        name: &'a str,
        #[serde(borrow)]
        list: Vec<&'a str>,
    }
    for capacity in 0..20 {
        let mut scratch = vec![0; capacity];
        let decoded = decode::<Texts>(text, &mut scratch);
        let (needed, left) = match capacity {
            0..2 => (2, capacity),
            2..7 => (5, capacity - 2),
            7.. => {
                let texts = decoded.unwrap();
                assert_eq!((texts.name, &texts.list[..]), ("plain", &["é", "🙂\n"][..]));
                continue;
            }
        };
        let error = decoded.unwrap_err();
        assert_eq!(error.problem(), Problem::Scratch { needed, left });
        assert_eq!(error.member(), Some("list"));
    }
}
