//! Kinds with parts.

use super::*;

#[test]
fn newtype_structs() {
    assert_texts(
        Newtype(Newtype('x')),
        Texts {
            top: "x",
            json: r#""x""#,
            key: Some(r#""x""#),
            reason: r#"{"error":"x"}"#,
            reason_part: r#"{"error":"{\"x\"}"}"#,
            reason_key: r#"{"error":"%{\"x\" => 0}"}"#,
        },
    );
}

#[test]
fn newtype_variants() {
    assert_texts(
        Payload::Newtype("text"),
        Texts {
            top: r#"{"Newtype":"text"}"#,
            json: r#"{"Newtype":"text"}"#,
            key: None,
            reason: r#"{"error":"{:Newtype, \"text\"}"}"#,
            reason_part: r#"{"error":"{{:Newtype, \"text\"}}"}"#,
            reason_key: r#"{"error":"%{{:Newtype, \"text\"} => 0}"}"#,
        },
    );
}

#[test]
fn sequences() {
    assert_texts(
        vec!["a", "b"],
        Texts {
            top: r#"["a","b"]"#,
            json: r#"["a","b"]"#,
            key: None,
            reason: r#"{"error":"[\"a\", \"b\"]"}"#,
            reason_part: r#"{"error":"{[\"a\", \"b\"]}"}"#,
            reason_key: r#"{"error":"%{[\"a\", \"b\"] => 0}"}"#,
        },
    );
    assert_texts(
        heapless::Vec::<u8, 2>::new(),
        Texts {
            top: "[]",
            json: "[]",
            key: None,
            reason: r#"{"error":"[]"}"#,
            reason_part: r#"{"error":"{[]}"}"#,
            reason_key: r#"{"error":"%{[] => 0}"}"#,
        },
    );
}

#[test]
fn tuples() {
    assert_texts(
        (1, "a", [true; 2]),
        Texts {
            top: r#"[1,"a",[true,true]]"#,
            json: r#"[1,"a",[true,true]]"#,
            key: None,
            reason: r#"{"error":"{1, \"a\", {true, true}}"}"#,
            reason_part: r#"{"error":"{{1, \"a\", {true, true}}}"}"#,
            reason_key: r#"{"error":"%{{1, \"a\", {true, true}} => 0}"}"#,
        },
    );
    assert_texts(
        Value::Tuple(vec![]),
        Texts {
            top: "[]",
            json: "[]",
            key: None,
            reason: r#"{"error":"{}"}"#,
            reason_part: r#"{"error":"{{}}"}"#,
            reason_key: r#"{"error":"%{{} => 0}"}"#,
        },
    );
}

#[test]
fn tuple_structs() {
    #[derive(Serialize)]
    struct Point(i8, i8);
    assert_texts(
        Point(1, -1),
        Texts {
            top: "[1,-1]",
            json: "[1,-1]",
            key: None,
            reason: r#"{"error":"{1, -1}"}"#,
            reason_part: r#"{"error":"{{1, -1}}"}"#,
            reason_key: r#"{"error":"%{{1, -1} => 0}"}"#,
        },
    );
}

#[test]
fn tuple_variants() {
    assert_texts(
        Payload::Tuple("a", 7),
        Texts {
            top: r#"{"Tuple":["a",7]}"#,
            json: r#"{"Tuple":["a",7]}"#,
            key: None,
            reason: r#"{"error":"{:Tuple, \"a\", 7}"}"#,
            reason_part: r#"{"error":"{{:Tuple, \"a\", 7}}"}"#,
            reason_key: r#"{"error":"%{{:Tuple, \"a\", 7} => 0}"}"#,
        },
    );
    assert_texts(
        Value::TupleVariant("Empty", vec![]),
        Texts {
            top: r#"{"Empty":[]}"#,
            json: r#"{"Empty":[]}"#,
            key: None,
            reason: r#"{"error":"{:Empty}"}"#,
            reason_part: r#"{"error":"{{:Empty}}"}"#,
            reason_key: r#"{"error":"%{{:Empty} => 0}"}"#,
        },
    );
}

#[test]
fn maps() {
    assert_texts(
        BTreeMap::from([("a", Some(1)), ("b", None)]),
        Texts {
            top: r#"{"a":1,"b":null}"#,
            json: r#"{"a":1,"b":null}"#,
            key: None,
            reason: r#"{"error":"%{\"a\" => 1, \"b\" => nil}"}"#,
            reason_part: r#"{"error":"{%{\"a\" => 1, \"b\" => nil}}"}"#,
            reason_key: r#"{"error":"%{%{\"a\" => 1, \"b\" => nil} => 0}"}"#,
        },
    );
    assert_texts(
        BTreeMap::<u8, u8>::new(),
        Texts {
            top: "{}",
            json: "{}",
            key: None,
            reason: r#"{"error":"%{}"}"#,
            reason_part: r#"{"error":"{%{}}"}"#,
            reason_key: r#"{"error":"%{%{} => 0}"}"#,
        },
    );
}

#[test]
fn structs() {
    #[derive(Serialize)]
    struct Reading {
        celsius: f32,
        #[serde(rename = "unit of \"time\"")]
        unit: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<&'static str>,
    }
    assert_texts(
        Reading {
            celsius: 21.0,
            unit: "s",
            note: None,
        },
        Texts {
            top: r#"{"celsius":21.0,"unit of \"time\"":"s"}"#,
            json: r#"{"celsius":21.0,"unit of \"time\"":"s"}"#,
            key: None,
            reason: r#"{"error":"%{celsius: 21.0, \"unit of \\\"time\\\"\": \"s\"}"}"#,
            reason_part: r#"{"error":"{%{celsius: 21.0, \"unit of \\\"time\\\"\": \"s\"}}"}"#,
            reason_key: r#"{"error":"%{%{celsius: 21.0, \"unit of \\\"time\\\"\": \"s\"} => 0}"}"#,
        },
    );
    assert_texts(
        Value::Struct("Empty", vec![]),
        Texts {
            top: "{}",
            json: "{}",
            key: None,
            reason: r#"{"error":"%{}"}"#,
            reason_part: r#"{"error":"{%{}}"}"#,
            reason_key: r#"{"error":"%{%{} => 0}"}"#,
        },
    );
}

#[test]
fn struct_variants() {
    assert_texts(
        Payload::Struct { field: 64 },
        Texts {
            top: r#"{"Struct":{"field":64}}"#,
            json: r#"{"Struct":{"field":64}}"#,
            key: None,
            reason: r#"{"error":"{:Struct, %{field: 64}}"}"#,
            reason_part: r#"{"error":"{{:Struct, %{field: 64}}}"}"#,
            reason_key: r#"{"error":"%{{:Struct, %{field: 64}} => 0}"}"#,
        },
    );
    assert_texts(
        Value::StructVariant("Empty", vec![]),
        Texts {
            top: r#"{"Empty":{}}"#,
            json: r#"{"Empty":{}}"#,
            key: None,
            reason: r#"{"error":"{:Empty, %{}}"}"#,
            reason_part: r#"{"error":"{{:Empty, %{}}}"}"#,
            reason_key: r#"{"error":"%{{:Empty, %{}} => 0}"}"#,
        },
    );
}
