//! Output that grows: the text is the one that a buffer gets, of any length.
#![cfg(feature = "alloc")]

mod value;

use serde::Serialize;
use tool_result_encoder::{EncodeError, JsonEncoder, NonFinite, Output, Shape, ToolResultEncoder};
use value::Value;

#[track_caller]
fn assert_same<T: Serialize + ?Sized>(encoder: &impl ToolResultEncoder, value: &T) {
    let on_the_heap = encoder.encode_string(value);
    let in_a_buffer = encoder.encode::<_, 4096>(value);
    assert_eq!(
        on_the_heap.as_deref().map_err(|error| *error),
        in_a_buffer.as_deref().map_err(|error| *error),
    );
}

#[test]
fn is_the_text_of_encode() {
    let strict = JsonEncoder::new();
    let other = JsonEncoder::new()
        .max_depth(2)
        .non_finite(NonFinite::Null)
        .big_integers_as_strings(true);
    for value in [
        Value::str(""),
        Value::str("a \"text\"\n"),
        Value::Seq(vec![
            Value::str("a \"text\"\n\u{1}é😀"),
            Value::U64(u64::MAX),
        ]),
        Value::Map(vec![(
            Value::Char('"'),
            Value::Shown(vec!["#".into(), "{".into()]),
        )]),
        Value::ok(Value::I128(i128::MIN)),
        Value::err(Value::str("a \"text\"\n")),
        Value::err(Value::Tuple(vec![Value::str("#{\n"), Value::F32(0.1)])),
        Value::F64(f64::NAN),
        Value::Seq(vec![Value::Bytes(vec![0xFF])]),
        Value::Seq(vec![Value::Seq(vec![Value::Seq(vec![])])]),
        Value::Map(vec![(Value::Unit, Value::Unit)]),
        Value::Seq(vec![Value::U8(1), Value::Fails]),
    ] {
        assert_same(&strict, &value);
        assert_same(&other, &value);
    }
}

#[test]
fn grows_as_it_must() {
    let text = "→".repeat(100_000);
    let content = JsonEncoder::new().encode_string(&[&text]).unwrap();
    assert_eq!(content, format!("[\"{text}\"]"));
    assert_eq!(JsonEncoder::new().encoded_len(&[&text]), Ok(content.len()));
}

#[test]
fn has_the_errors_of_encode_but_for_the_capacity() {
    let error = JsonEncoder::new().encode_string(&("x".repeat(10_000), f32::NAN));
    assert_eq!(
        error,
        Err(EncodeError::UnsupportedShape(Shape::NonFiniteFloat))
    );
}

#[test]
fn is_there_for_every_encoder() {
    struct Shout;
    impl ToolResultEncoder for Shout {
        fn encode_into<T: Serialize + ?Sized>(
            &self,
            value: &T,
            out: &mut Output<'_>,
        ) -> Result<(), EncodeError> {
            JsonEncoder::new().encode_into(value, out)?;
            out.push_str("!");
            Ok(())
        }
    }
    assert_eq!(Shout.encode_string(&[1]).as_deref(), Ok("[1]!"));
    assert_same(&Shout, "text");
}
