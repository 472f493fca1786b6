//! `DisplayText` and `DebugText`, for errors that do not implement `Serialize`.

mod every_capacity;

use core::fmt;
use std::collections::BTreeMap;

use every_capacity::{assert_encodes, assert_fails};
use serde::Serialize;
use tool_result_encoder::{DebugText, DisplayText, EncodeError};

/// Writes `Display` and `Debug` in pieces, as most implementations do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Nack {
    address: u8,
}

impl fmt::Display for Nack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "no answer from \"{:#04x}\"", self.address)
    }
}

impl fmt::Debug for Nack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Nack")
            .field("address", &self.address)
            .field("bus", &'\t')
            .finish()
    }
}

const NACK: Nack = Nack { address: 64 };

#[derive(Serialize)]
enum Fault<T> {
    Bus(T),
    Step { cause: T },
}

#[test]
fn text_is_verbatim_at_the_top_level() {
    assert_encodes(&DisplayText(NACK), "no answer from \"0x40\"\n");
    assert_encodes(&DebugText(NACK), r"Nack { address: 64, bus: '\t' }");
    assert_encodes(&Some(DisplayText("")), "");
    assert_encodes(&DebugText("a\"b"), r#""a\"b""#);
}

#[test]
fn as_a_reason() {
    assert_encodes(
        &Err::<(), _>(DisplayText(NACK)),
        r#"{"error":"no answer from \"0x40\"\n"}"#,
    );
    assert_encodes(
        &Err::<(), _>(DebugText(NACK)),
        r#"{"error":"Nack { address: 64, bus: '\\t' }"}"#,
    );
    assert_encodes(
        &"12x".parse::<u8>().map_err(DisplayText),
        r#"{"error":"invalid digit found in string"}"#,
    );
    assert_encodes(
        &"12x".parse::<u8>().map_err(DebugText),
        r#"{"error":"ParseIntError { kind: InvalidDigit }"}"#,
    );
    assert_encodes(&"12".parse::<u8>().map_err(DisplayText), r#"{"ok":12}"#);
}

#[test]
fn as_a_part_of_a_reason() {
    assert_encodes(
        &Err::<(), _>((503, DisplayText(NACK))),
        r#"{"error":"{503, \"no answer from \\\"0x40\\\"\\n\"}"}"#,
    );
    assert_encodes(
        &Err::<(), _>(vec![DebugText(NACK)]),
        r#"{"error":"[\"Nack { address: 64, bus: '\\\\t' }\"]"}"#,
    );
    assert_encodes(
        &Err::<(), _>(Fault::Bus(DisplayText(NACK))),
        r#"{"error":"{:Bus, \"no answer from \\\"0x40\\\"\\n\"}"}"#,
    );
    assert_encodes(
        &Err::<(), _>(Fault::Step {
            cause: DebugText("x"),
        }),
        r#"{"error":"{:Step, %{cause: \"\\\"x\\\"\"}}"}"#,
    );
}

#[test]
fn inside_json() {
    assert_encodes(&[DisplayText(NACK)], r#"["no answer from \"0x40\"\n"]"#);
    assert_encodes(
        &Ok::<_, ()>(DebugText(NACK)),
        r#"{"ok":"Nack { address: 64, bus: '\\t' }"}"#,
    );
    assert_encodes(
        &Fault::Step {
            cause: DisplayText('"'),
        },
        r#"{"Step":{"cause":"\""}}"#,
    );
    assert_encodes(
        &[DisplayText('\u{1b}'), DisplayText('é')],
        r#"["\u001B","é"]"#,
    );
}

#[test]
fn as_a_key() {
    struct Key<K>(K);
    impl<K: Serialize> Serialize for Key<K> {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map([(&self.0, 1), (&self.0, 2)])
        }
    }
    let key = r#""no answer from \"0x40\"\n""#;
    assert_encodes(&Key(DisplayText(NACK)), &format!("{{{key}:1,{key}:2}}"));
    assert_encodes(&Key(DebugText(1)), r#"{"1":1,"1":2}"#);
    assert_encodes(
        &Err::<(), _>(Key(DisplayText("a#{b}"))),
        r#"{"error":"%{\"a\\#{b}\" => 1, \"a\\#{b}\" => 2}"}"#,
    );
    assert_encodes(
        &BTreeMap::from([(1, Key(DebugText(())))]),
        r#"{"1":{"()":1,"()":2}}"#,
    );
}

/// A text in any pieces is the text in one piece.
#[test]
fn pieces_do_not_show() {
    struct Pieces(&'static [&'static str]);
    impl fmt::Display for Pieces {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.iter().try_for_each(|piece| f.write_str(piece))
        }
    }
    for pieces in [
        Pieces(&[]),
        Pieces(&[""]),
        Pieces(&["#", "{"]),
        Pieces(&["#", "", "{}"]),
        Pieces(&["##", "{"]),
        Pieces(&["#", "#", "{"]),
        Pieces(&["a#", "b", "#"]),
        Pieces(&["#", "\"", "{"]),
        Pieces(&["\\", "n", "\\", "\""]),
        Pieces(&["é", "\u{0}", "😀", "\u{7f}"]),
    ] {
        let whole = pieces.0.concat();
        let in_reason: heapless::String<64> = encode(&Err::<(), _>([&whole]));
        assert_encodes(&Err::<(), _>([DisplayText(&pieces)]), &in_reason);
        let in_json: heapless::String<64> = encode(&[&whole]);
        assert_encodes(&[DisplayText(&pieces)], &in_json);
        assert_encodes(&DisplayText(&pieces), &whole);
    }
}

fn encode<T: Serialize, const N: usize>(value: &T) -> heapless::String<N> {
    use tool_result_encoder::{JsonEncoder, ToolResultEncoder};
    JsonEncoder::new().encode(value).unwrap()
}

/// A `Display` or `Debug` that fails, at once or half-way.
#[test]
fn a_formatting_error_is_the_values_own() {
    #[derive(Clone, Copy)]
    struct Breaks(&'static str);
    impl fmt::Display for Breaks {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)?;
            Err(fmt::Error)
        }
    }
    impl fmt::Debug for Breaks {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            fmt::Display::fmt(self, f)
        }
    }
    for breaks in [Breaks(""), Breaks("half a text"), Breaks("#")] {
        assert_fails(&DisplayText(breaks), EncodeError::Custom);
        assert_fails(&DebugText(breaks), EncodeError::Custom);
        assert_fails(&[DisplayText(breaks)], EncodeError::Custom);
        assert_fails(&(1, [DebugText(breaks)], 2), EncodeError::Custom);
        assert_fails(&Ok::<_, ()>(DisplayText(breaks)), EncodeError::Custom);
        assert_fails(&Err::<(), _>(DisplayText(breaks)), EncodeError::Custom);
        assert_fails(&Err::<(), _>((1, DebugText(breaks))), EncodeError::Custom);
        assert_fails(
            &Fault::Step {
                cause: DisplayText(breaks),
            },
            EncodeError::Custom,
        );
    }
}

#[test]
fn the_wrappers_are_plain_values() {
    assert_eq!(DisplayText(1), DisplayText(1).clone());
    assert_eq!(DebugText("a").0, "a");
    assert_eq!(format!("{:?}", DisplayText(1)), "DisplayText(1)");
}
