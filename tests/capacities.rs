//! Buffers of every size: an exact error below the exact length, success from there on.
//!
//! The other tests try their values at every capacity too, by way of `every_capacity`, which fills
//! a larger buffer in part. Here the capacities are the types' own.

mod every_capacity;
mod value;

use every_capacity::{assert_encodes, assert_in_room};
use heapless::String;
use heapless::string::StringView;
use serde::Serialize;
use tool_result_encoder::{EncodeError, JsonEncoder, Output, ToolResultEncoder};
use value::Value;

/// Miri is slow: it gets one of so many.
const STEP: usize = if cfg!(miri) { 7 } else { 1 };

/// Calls `assert_at` with each capacity.
macro_rules! assert_at_capacities {
    ($value:expr, $expected:expr; $($n:literal)*) => {
        $(assert_at::<$n>($value, $expected);)*
    };
}

/// `encode` and `append` in buffers of `N` bytes.
fn assert_at<const N: usize>(value: &Value, expected: &str) {
    let encoder = JsonEncoder::new();
    let overflow = |needed| EncodeError::CapacityExceeded {
        needed,
        capacity: N,
    };

    let encoded = encoder.encode::<_, N>(value);
    if expected.len() <= N {
        assert_eq!(encoded.as_deref(), Ok(expected), "capacity {N}");
    } else {
        assert_eq!(encoded, Err(overflow(expected.len())), "capacity {N}");
    }

    for present in (0..=N.min(20)).step_by(STEP) {
        let mut buffer = String::<N>::new();
        (0..present).for_each(|_| buffer.push('.').unwrap());
        let before = buffer.clone();
        let result = encoder.append(value, &mut buffer);
        if present + expected.len() <= N {
            assert_eq!(result, Ok(()), "{present} of {N} bytes in use");
            assert_eq!(buffer.strip_prefix(before.as_str()), Some(expected));
        } else {
            let error = overflow(present + expected.len());
            assert_eq!(result, Err(error), "{present} of {N} bytes in use");
            assert_eq!(buffer, before, "{present} of {N} bytes in use");
        }
    }
}

fn values() -> Vec<(Value, &'static str)> {
    let fields = vec![("a", Value::Bool(true)), ("b\n", Value::F32(0.5))];
    let entries = vec![
        (Value::U8(1), Value::Char('\t')),
        (Value::str("é"), Value::None),
    ];
    vec![
        (Value::str(""), ""),
        (Value::str("x"), "x"),
        (Value::str("é"), "é"),
        (Value::str("→ 你好 😀"), "→ 你好 😀"),
        (Value::Unit, "null"),
        (Value::Bool(false), "false"),
        (Value::U8(7), "7"),
        (Value::I64(-1_000_000), "-1000000"),
        (
            Value::U128(u128::MAX),
            "340282366920938463463374607431768211455",
        ),
        (Value::F64(-1.5e-9), "-1.5e-9"),
        (Value::UnitVariant("a\"b"), r#""a\"b""#),
        (Value::Seq(vec![]), "[]"),
        (Value::Seq(vec![Value::str("aé\n")]), r#"["aé\n"]"#),
        (
            Value::Seq(vec![Value::str("\u{1}\u{2}")]),
            r#"["\u0001\u0002"]"#,
        ),
        (
            Value::Seq(vec![Value::Shown(vec!["a\"".into(), "é".into()])]),
            r#"["a\"é"]"#,
        ),
        (
            Value::TupleVariant("T", vec![Value::U8(1), Value::U8(2)]),
            r#"{"T":[1,2]}"#,
        ),
        (Value::Map(entries.clone()), r#"{"1":"\t","é":null}"#),
        (
            Value::Struct("S", fields.clone()),
            r#"{"a":true,"b\n":0.5}"#,
        ),
        (
            Value::StructVariant("V", fields.clone()),
            r#"{"V":{"a":true,"b\n":0.5}}"#,
        ),
        (Value::ok(Value::str("é")), r#"{"ok":"é"}"#),
        (
            Value::err(Value::str("no \"x\"")),
            r#"{"error":"no \"x\""}"#,
        ),
        (
            Value::err(Value::UnitVariant("not_found")),
            r#"{"error":":not_found"}"#,
        ),
        (
            Value::err(Value::Struct("S", fields)),
            r#"{"error":"%{a: true, \"b\\n\": 0.5}"}"#,
        ),
        (
            Value::err(Value::Map(entries)),
            r#"{"error":"%{1 => \"\\t\", \"é\" => nil}"}"#,
        ),
    ]
}

#[test]
fn each_value_in_real_buffers() {
    for (value, expected) in values() {
        assert_at_capacities!(&value, expected;
            0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
            33 34 35 36 37 38 39 40 41 42 48 63 64 65 100 127 128 129 255 256 257 1000);
    }
}

#[test]
fn each_value_at_each_capacity() {
    for (value, expected) in values() {
        assert_encodes(&value, expected);
    }
}

/// Text of more than one size of integer, and beyond the size of any field inside.
#[test]
fn long_texts() {
    for len in [255, 256, 257, 4000] {
        let text = "0123456789é".repeat(len / 12) + &"x".repeat(len % 12);
        assert_eq!(text.len(), len);
        let quoted = format!("[\"{text}\"]");
        for room in (0..len + 4).step_by(97 * STEP).chain(len..=len + 4) {
            assert_in_room(&JsonEncoder::new(), &text, &text, room);
            assert_in_room(&JsonEncoder::new(), &[&text], &quoted, room);
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn very_long_texts() {
    let text = "x".repeat(70_000);
    let encoder = JsonEncoder::new();
    assert_eq!(encoder.encoded_len(&text), Ok(70_000));
    let overflow = EncodeError::CapacityExceeded {
        needed: 70_004,
        capacity: 69_999,
    };
    assert_eq!(encoder.encode::<_, 69_999>(&[&text]), Err(overflow));
    let overflow = EncodeError::CapacityExceeded {
        needed: 70_004,
        capacity: 70_003,
    };
    assert_eq!(encoder.encode::<_, 70_003>(&[&text]), Err(overflow));
    let encoded = encoder.encode::<_, 70_004>(&[&text]).unwrap();
    assert_eq!(encoded, format!("[\"{text}\"]").as_str());
}

/// Characters that JSON escapes, their neighbours in value, and text of every length in bytes.
const CHARS: [char; 18] = [
    '\u{0}', '\u{8}', '\n', '\u{1f}', ' ', '!', '"', '#', '[', '\\', ']', '\u{7f}', '\u{80}',
    '\u{a2}', 'Ü', 'é', '€', '😀',
];

/// As it stands in a JSON string.
fn escaped(c: char) -> std::string::String {
    match c {
        '"' => "\\\"".into(),
        '\\' => "\\\\".into(),
        '\n' => "\\n".into(),
        '\u{8}' => "\\b".into(),
        '\0'..' ' => format!("\\u{:04X}", u32::from(c)),
        _ => c.into(),
    }
}

/// Every offset and every length behind it: the search for characters to escape works on more than
/// one byte at a time.
#[test]
fn escapes_at_every_offset() {
    let encoder = JsonEncoder::new();
    for special in CHARS {
        for before in (0..20).step_by(STEP) {
            for after in (0..20).step_by(STEP) {
                let (before, after) = ("a".repeat(before), "z".repeat(after));
                let value = [format!("{before}{special}{after}")];
                let expected = format!("[\"{before}{}{after}\"]", escaped(special));
                let start = 2 + before.len();
                for room in [0, start - 1, start, start + 1, start + 2, expected.len()] {
                    assert_in_room(&encoder, &value, &expected, room);
                }
            }
        }
    }
}

/// Triples of them, so that they stand next to each other in one machine word.
#[test]
fn escapes_next_to_each_other() {
    for a in CHARS.into_iter().step_by(STEP) {
        for b in CHARS.into_iter().step_by(STEP) {
            for c in CHARS.into_iter().step_by(STEP) {
                let text = ['x', a, b, c, 'y', a, 'z', b, c, 'q'];
                let expected = text.map(escaped).concat();
                let value = [text.iter().collect::<std::string::String>()];
                let encoded = JsonEncoder::new().encode::<_, 128>(&value);
                assert_eq!(encoded.as_deref(), Ok(format!("[\"{expected}\"]").as_str()));
            }
        }
    }
}

/// Contents one behind the other, until one does not fit.
#[test]
fn appending_until_it_is_full() {
    let encoder = JsonEncoder::new();
    let mut buffer: String<10> = String::new();
    assert_eq!(encoder.append(&[1], &mut buffer), Ok(()));
    assert_eq!(encoder.append("é", &mut buffer), Ok(()));
    assert_eq!(encoder.append(&None::<u8>, &mut buffer), Ok(()));
    assert_eq!(buffer, "[1]énull");
    let overflow = EncodeError::CapacityExceeded {
        needed: 13,
        capacity: 10,
    };
    assert_eq!(encoder.append(&true, &mut buffer), Err(overflow));
    assert_eq!(buffer, "[1]énull");
    assert_eq!(encoder.append("", &mut buffer), Ok(()));
    assert_eq!(encoder.append(&1, &mut buffer), Ok(()));
    assert_eq!(buffer, "[1]énull1");
}

/// What an overflow wrote into the spare room does not come to light later.
#[test]
fn after_an_overflow_the_buffer_can_be_used() {
    let mut buffer: String<8> = String::new();
    buffer.push_str("ab").unwrap();
    JsonEncoder::new()
        .append("0123456789", &mut buffer)
        .unwrap_err();
    JsonEncoder::new()
        .append(&["0123456789"], &mut buffer)
        .unwrap_err();
    buffer.push_str("cd").unwrap();
    assert_eq!(buffer, "abcd");
    buffer.clear();
    assert_eq!(JsonEncoder::new().append(&12, &mut buffer), Ok(()));
    assert_eq!(buffer, "12");
}

/// Encoders of one's own get the same, whatever they push and in which pieces.
#[test]
fn a_custom_encoder_at_each_capacity() {
    struct Pieces;
    impl ToolResultEncoder for Pieces {
        fn encode_into<T: Serialize + ?Sized>(
            &self,
            value: &T,
            out: &mut Output<'_>,
        ) -> Result<(), EncodeError> {
            use core::fmt::Write;
            out.push_str("<");
            JsonEncoder::new().encode_into(value, out)?;
            let (text, number, nothing) = ("é", 12, "");
            let _ = write!(out, "{text}|{number:>4}|{nothing}");
            JsonEncoder::new().encode_into(value, out)?;
            out.push_str("");
            out.push_str("></>");
            Ok(())
        }
    }
    every_capacity::assert_encodes_with(&Pieces, &["a\n"], r#"<["a\n"]é|  12|["a\n"]></>"#);
    every_capacity::assert_fails_with(&Pieces, &Value::Fails, EncodeError::Custom);
}

/// One buffer of an unsized type takes any encoder and value.
#[test]
fn through_a_view() {
    fn fill(buffer: &mut StringView) -> Result<(), EncodeError> {
        JsonEncoder::new().append(&[1, 2], buffer)
    }
    assert_eq!(fill(&mut String::<5>::new()), Ok(()));
    let overflow = EncodeError::CapacityExceeded {
        needed: 5,
        capacity: 4,
    };
    assert_eq!(fill(&mut String::<4>::new()), Err(overflow));
}
