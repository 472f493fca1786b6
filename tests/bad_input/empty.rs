//! Empty values became nothing, or something else.

use super::*;

#[test]
fn values() {
    assert_encodes(&(), "null");
    assert_encodes(&None::<u8>, "null");
    assert_encodes(&Some(()), "null");
    assert_encodes("", "");
    assert_encodes(&Value::Map(vec![]), "{}");
    assert_encodes(&Value::Struct("S", vec![]), "{}");
    assert_encodes(&Value::Seq(vec![]), "[]");
    assert_encodes(&Value::Tuple(vec![]), "[]");
    assert_encodes(&[""; 2], r#"["",""]"#);
    assert_encodes(&[(), ()], "[null,null]");
    assert_encodes(
        &Value::Seq(vec![Value::Seq(vec![]), Value::Map(vec![])]),
        "[[],{}]",
    );
    assert_encodes(
        &Value::Map(vec![(Value::str(""), Value::str(""))]),
        r#"{"":""}"#,
    );
    assert_encodes(&Ok::<_, ()>(()), r#"{"ok":null}"#);
    assert_encodes(&Ok::<_, ()>(""), r#"{"ok":""}"#);
    assert_encodes(&Ok::<_, ()>(None::<u8>), r#"{"ok":null}"#);
    assert_encodes(&Err::<(), _>(()), r#"{"error":"nil"}"#);
    assert_encodes(&Err::<(), _>(""), r#"{"error":""}"#);
    assert_encodes(&Err::<(), _>(Value::Map(vec![])), r#"{"error":"%{}"}"#);
    assert_encodes(&Err::<(), _>(Value::Tuple(vec![])), r#"{"error":"{}"}"#);
}
