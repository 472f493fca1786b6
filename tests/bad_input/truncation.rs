//! Text was cut at a byte count.

use super::*;

const TEXT: &str = "→ € 你好 😀 👍🏽 e\u{301}";

#[test]
fn never_splits_a_character() {
    assert_encodes(TEXT, TEXT);
    assert_encodes(&[TEXT], &format!("[\"{TEXT}\"]"));
    assert_encodes(&[DisplayText(TEXT)], &format!("[\"{TEXT}\"]"));
    assert_encodes(&Err::<(), _>(TEXT), &format!("{{\"error\":\"{TEXT}\"}}"));
    assert_encodes(
        &Err::<(), _>([TEXT]),
        &format!("{{\"error\":\"{{\\\"{TEXT}\\\"}}\"}}"),
    );
    for c in TEXT.chars() {
        assert_encodes(&[c], &format!("[\"{c}\"]"));
    }
}

/// What is delivered is whole; that there was more is what the error says.
#[test]
fn never_delivers_part_of_a_document() {
    fn at<const N: usize>(value: &Value, whole: &str) {
        let mut buffer: String<N> = String::new();
        match JSON.append(value, &mut buffer) {
            Ok(()) => assert_eq!(buffer, whole),
            Err(error) => {
                let needed = whole.len();
                assert_eq!(
                    error,
                    EncodeError::CapacityExceeded {
                        needed,
                        capacity: N
                    }
                );
                assert_eq!(buffer, "");
            }
        }
    }
    let value = Value::Map(vec![
        (
            Value::str("ids"),
            Value::Seq(vec![Value::U8(10), Value::U8(200)]),
        ),
        (Value::str("note"), Value::str("cut \"here\"")),
    ]);
    let whole = r#"{"ids":[10,200],"note":"cut \"here\""}"#;
    assert_eq!(whole.len(), 38);
    at::<0>(&value, whole);
    at::<1>(&value, whole);
    at::<8>(&value, whole);
    at::<11>(&value, whole);
    at::<15>(&value, whole);
    at::<29>(&value, whole);
    at::<37>(&value, whole);
    at::<38>(&value, whole);
    at::<39>(&value, whole);
}
