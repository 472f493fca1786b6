use super::*;

fn map(key: Value) -> Value {
    Value::Map(vec![(key, Value::U8(2))])
}

/// `{1:2}` is no JSON.
#[test]
fn are_quoted() {
    for (key, text) in [
        (Value::U8(1), r#"{"1":2}"#),
        (Value::I64(-1), r#"{"-1":2}"#),
        (
            Value::U128(u128::MAX),
            r#"{"340282366920938463463374607431768211455":2}"#,
        ),
        (
            Value::I128(i128::MIN),
            r#"{"-170141183460469231731687303715884105728":2}"#,
        ),
        (Value::Bool(true), r#"{"true":2}"#),
        (Value::Char('"'), r#"{"\"":2}"#),
        (Value::str("a\nb"), r#"{"a\nb":2}"#),
        (Value::UnitVariant("Left"), r#"{"Left":2}"#),
        (Value::F32(0.1), r#"{"0.1":2}"#),
        (Value::F64(-0.0), r#"{"-0.0":2}"#),
        (
            Value::Shown(vec!["192.".into(), "168".into()]),
            r#"{"192.168":2}"#,
        ),
        (Value::U16(300).newtype().newtype(), r#"{"300":2}"#),
        (Value::UnitVariant("a\\b").newtype(), r#"{"a\\b":2}"#),
    ] {
        assert_encodes(&map(key), text);
    }
}

/// A key that is no text became invalid JSON, or a panic.
#[test]
fn of_other_kinds_are_refused() {
    for key in [
        Value::Tuple(vec![Value::U8(1), Value::U8(2)]),
        Value::TupleStruct("T", vec![]),
        Value::Unit,
        Value::UnitStruct("U"),
        Value::None,
        Value::Seq(vec![]),
        Value::Map(vec![]),
        Value::Struct("S", vec![]),
        Value::NewtypeVariant("N", Box::new(Value::U8(1))),
        Value::TupleVariant("T", vec![]),
        Value::StructVariant("S", vec![]),
        Value::Bytes(b"k".to_vec()),
        Value::F64(f64::NAN),
        Value::F32(f32::INFINITY),
        Value::ok(Value::U8(1)),
        Value::some(Value::U8(1)),
        Value::Unit.newtype(),
    ] {
        let error = EncodeError::UnsupportedShape(Shape::MapKey);
        assert_fails(&map(key.clone()), error);
        assert_fails(&Value::Seq(vec![Value::U8(0), map(key.clone())]), error);
        assert_fails(&Value::ok(map(key)), error);
    }
}
