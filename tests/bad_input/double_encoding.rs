//! A string became a JSON string, and then a string inside one.

use super::*;

#[test]
fn text_is_unchanged() {
    for text in [
        "hello",
        "",
        "line 1\nline 2\n",
        "say \"hi\"",
        "C:\\new",
        "null",
        "12",
    ] {
        assert_encodes(text, text);
        assert_encodes(&Some(&text), text);
        assert_encodes(&DisplayText(text), text);
        assert_encodes(&Value::Bytes(text.into()), text);
    }
}

/// Something looked into a text and took it for a document.
#[test]
fn text_that_looks_like_json_stays_text() {
    for text in [
        r#"{"a":1}"#,
        "[1,2]",
        r#""quoted""#,
        " true ",
        r#"{"error":"x"}"#,
    ] {
        assert_encodes(text, text);
        assert_eq!(
            decode(&JSON.encode::<_, 64>(&[text]).unwrap()),
            serde_json::json!([text])
        );
    }
    assert_encodes(&Ok::<_, ()>(r#"{"a":1}"#), r#"{"ok":"{\"a\":1}"}"#);
    assert_encodes(&Err::<(), _>(r#"{"a":1}"#), r#"{"error":"{\"a\":1}"}"#);
}

/// In another document the content is one string: one decode gives it back.
#[test]
fn one_level_in_a_message() {
    #[derive(Serialize)]
    struct Message<'a> {
        content: &'a str,
    }
    for value in [
        Value::str("a \"text\"\n"),
        Value::Map(vec![(Value::str("a\"\\"), Value::str("\n"))]),
        Value::ok(Value::Seq(vec![Value::Char('\u{1}')])),
        Value::err(Value::Tuple(vec![Value::str("é\"")])),
    ] {
        let content = JSON.encode::<_, 64>(&value).unwrap();
        let message = JSON
            .encode::<_, 128>(&Message { content: &content })
            .unwrap();
        assert_eq!(
            decode(&message),
            serde_json::json!({ "content": content.as_str() })
        );
    }
}
