//! Bytes went into a string without a look: invalid UTF-8 from safe code.

use super::*;

#[test]
fn that_are_no_utf_8() {
    let error = EncodeError::UnsupportedShape(Shape::InvalidUtf8);
    for bytes in [
        &[0xFF, 0x00, 0x22][..],
        &[0x80],
        &[0xC0, 0x80],
        &[0xE2, 0x82],
        &[0xED, 0xA0, 0x80],
        &[0xF4, 0x90, 0x80, 0x80],
        b"text, then \xF0\x9F\x98",
    ] {
        let bytes = Value::Bytes(bytes.to_vec());
        assert_fails(&bytes, error);
        assert_fails(&[&bytes], error);
        assert_fails(&Ok::<_, ()>(&bytes), error);
        assert_fails(&Err::<(), _>(&bytes), error);
        assert_fails(&Err::<(), _>([&bytes]), error);
        assert_fails(&Err::<(), _>(Value::Map(vec![(bytes, Value::Unit)])), error);
    }
}

#[test]
fn that_are_utf_8_are_a_string() {
    assert_encodes(&Value::Bytes("a\"é\u{0}".into()), "a\"é\u{0}");
    assert_encodes(&[Value::Bytes("a\"é\u{0}".into())], r#"["a\"é\u0000"]"#);
    assert_encodes(&Value::Bytes(vec![]), "");
    // An array of bytes is a sequence to serde, as is every array.
    assert_encodes(&[0xFF_u8, 0x00, 0x22], "[255,0,34]");
}
