use super::*;

/// Ids, tool names and error texts went into the document as they were.
#[test]
fn of_what_comes_from_the_model() {
    #[derive(Serialize)]
    struct Answer<'a> {
        id: &'a str,
        name: &'a str,
        error: ToolError<'a>,
    }
    let error = ToolError::new(tool_result_encoder::Reason::NotFound)
        .with_tool_name("x\\y")
        .with_cause("no \"x\\y\"\nhere");
    let answer = Answer {
        id: "a\"b",
        name: "x\\y",
        error,
    };
    assert_encodes(
        &answer,
        r#"{"id":"a\"b","name":"x\\y","error":"tool error (x\\y): not_found: no \"x\\y\"\nhere"}"#,
    );
    assert_encodes(
        &Err::<(), _>(&answer),
        r#"{"error":"%{id: \"a\\\"b\", name: \"x\\\\y\", error: \"tool error (x\\\\y): not_found: no \\\"x\\\\y\\\"\\nhere\"}"}"#,
    );
}

/// Names of fields, variants and keys were written as they are in the source.
#[test]
fn of_names() {
    for (name, json, term) in [
        ("a\"b", r#""a\"b""#, r#"\"a\\\"b\""#),
        ("a\\b", r#""a\\b""#, r#"\"a\\\\b\""#),
        ("a\nb", r#""a\nb""#, r#"\"a\\nb\""#),
        ("\u{1}", r#""\u0001""#, r#"\"\\x01\""#),
        ("é", r#""é""#, r#"\"é\""#),
        ("", r#""""#, r#"\"\""#),
    ] {
        let one = || Value::U8(1);
        let reason = |text: std::string::String| format!("{{\"error\":\"{text}\"}}");
        let field = Value::Struct("S", vec![(name, one())]);
        assert_encodes(&field, &format!("{{{json}:1}}"));
        assert_encodes(&Err::<(), _>(field), &reason(format!("%{{{term}: 1}}")));
        let unit = Value::UnitVariant(name);
        assert_encodes(&unit, json);
        assert_encodes(&Err::<(), _>(&unit), &reason(format!(":{term}")));
        let key = Value::Map(vec![(unit, one())]);
        assert_encodes(&key, &format!("{{{json}:1}}"));
        assert_encodes(&Err::<(), _>(key), &reason(format!("%{{{term}: 1}}")));
        let newtype = Value::NewtypeVariant(name, Box::new(one()));
        assert_encodes(&newtype, &format!("{{{json}:1}}"));
        assert_encodes(&Err::<(), _>(newtype), &reason(format!("{{:{term}, 1}}")));
        let tuple = Value::TupleVariant(name, vec![one()]);
        assert_encodes(&tuple, &format!("{{{json}:[1]}}"));
        assert_encodes(&Err::<(), _>(tuple), &reason(format!("{{:{term}, 1}}")));
        let object = Value::StructVariant(name, vec![(name, one())]);
        assert_encodes(&object, &format!("{{{json}:{{{json}:1}}}}"));
        assert_encodes(
            &Err::<(), _>(object),
            &reason(format!("{{:{term}, %{{{term}: 1}}}}")),
        );
        let key = Value::Map(vec![(Value::str(name), one())]);
        assert_encodes(&key, &format!("{{{json}:1}}"));
        assert_encodes(&Err::<(), _>(key), &reason(format!("%{{{term} => 1}}")));
    }
}

/// Control characters stood in the document raw, or were dropped.
#[test]
fn of_control_characters() {
    for code in 0_u8..0x20 {
        let c = char::from(code);
        let json = match c {
            '\u{8}' => "\\b".to_string(),
            '\t' => "\\t".to_string(),
            '\n' => "\\n".to_string(),
            '\u{c}' => "\\f".to_string(),
            '\r' => "\\r".to_string(),
            _ => format!("\\u{code:04X}"),
        };
        let term = match c {
            '\0' => "\\\\0".to_string(),
            '\u{7}' => "\\\\a".to_string(),
            '\u{b}' => "\\\\v".to_string(),
            '\u{1b}' => "\\\\e".to_string(),
            '\u{8}' | '\t' | '\n' | '\u{c}' | '\r' => format!("\\{json}"),
            _ => format!("\\\\x{code:02X}"),
        };
        let text = format!("a{c}b");
        assert_encodes(&text, &text);
        assert_encodes(&[&text], &format!("[\"a{json}b\"]"));
        assert_encodes(&[DisplayText(&text)], &format!("[\"a{json}b\"]"));
        assert_encodes(&[c], &format!("[\"{json}\"]"));
        assert_encodes(&Ok::<_, ()>(&text), &format!("{{\"ok\":\"a{json}b\"}}"));
        assert_encodes(&Err::<(), _>(&text), &format!("{{\"error\":\"a{json}b\"}}"));
        let in_term = format!("{{\"error\":\"{{\\\"a{term}b\\\"}}\"}}");
        assert_encodes(&Err::<(), _>([&text]), &in_term);
        assert_encodes(&Err::<(), _>([DisplayText(&text)]), &in_term);
    }
    assert_encodes(&["\u{1b}[31mred\u{1b}[0m"], r#"["\u001B[31mred\u001B[0m"]"#);
}

/// Text beyond ASCII became six bytes a character.
#[test]
fn of_nothing_else() {
    let text = "你好 é 😀 \u{2028}\u{2029} \u{7f}\u{80}\u{85}\u{a0} / ' <b> \u{ffff}\u{10ffff}";
    assert_encodes(&[text], &format!("[\"{text}\"]"));
    assert_encodes(&Err::<(), _>(text), &format!("{{\"error\":\"{text}\"}}"));
    for code in (0x20..=0x10FFFF).filter_map(char::from_u32) {
        if !matches!(code, '"' | '\\') {
            let encoded = JSON.encode::<_, 8>(&[code]).unwrap();
            assert_eq!(
                encoded.get(2..encoded.len() - 2),
                Some(code.encode_utf8(&mut [0; 4]) as &str)
            );
        }
    }
}
