//! What becomes of NaN and the infinities.

use super::*;

const LENIENT: JsonEncoder = JsonEncoder::new().non_finite(NonFinite::Null);

#[test]
fn is_an_error_by_default() {
    assert_eq!(
        JsonEncoder::new(),
        JsonEncoder::new().non_finite(NonFinite::default())
    );
    let error = EncodeError::UnsupportedShape(Shape::NonFiniteFloat);
    for float in [f64::NAN, -f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_fails(&float, error);
        assert_fails(&(float as f32), error);
        assert_fails(&Ok::<_, ()>(float), error);
        assert_fails(&Err::<(), _>(float), error);
        assert_fails(&Err::<(), _>(("sensor", [float as f32])), error);
        assert_fails(
            &("before", [Payload::Struct { field: Some(float) }], "after"),
            error,
        );
    }
}

#[test]
fn can_be_null() {
    for float in [f64::NAN, -f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_encodes_with(&LENIENT, &float, "null");
        assert_encodes_with(&LENIENT, &(float as f32), "null");
        assert_encodes_with(&LENIENT, &[float, 1.5], "[null,1.5]");
        assert_encodes_with(&LENIENT, &Ok::<_, ()>(float as f32), r#"{"ok":null}"#);
        assert_encodes_with(&LENIENT, &Err::<(), _>(float), r#"{"error":"nil"}"#);
        assert_encodes_with(
            &LENIENT,
            &Err::<(), _>((float, 1.5)),
            r#"{"error":"{nil, 1.5}"}"#,
        );
    }
}

/// `{"null":1}` would be a key that nobody chose.
#[test]
fn is_never_a_key() {
    #[derive(Clone, Copy)]
    struct ByFloat(f64);
    impl Serialize for ByFloat {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map([(self.0, 1)])
        }
    }
    let error = EncodeError::UnsupportedShape(Shape::MapKey);
    assert_fails_with(&LENIENT, &ByFloat(f64::NAN), error);
    assert_fails(&ByFloat(f64::INFINITY), error);
    assert_encodes_with(&LENIENT, &ByFloat(0.5), r#"{"0.5":1}"#);
    // Term notation has keys of any kind.
    let reason = Err::<(), _>(ByFloat(f64::NAN));
    assert_encodes_with(&LENIENT, &reason, r#"{"error":"%{nil => 1}"}"#);
}
