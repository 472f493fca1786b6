//! `Serialize` implementations that break the rules. Whatever they do, the result is an error or
//! valid JSON, and after an error the buffer is as it was.

mod caught_panics;
mod map_order;

#[path = "../every_capacity/mod.rs"]
mod every_capacity;
#[path = "../value/mod.rs"]
mod value;

use core::cell::Cell;
use core::fmt;

use every_capacity::{assert_encodes, assert_fails};
use heapless::String;
use serde::ser::{
    Error, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};
use serde::{Serialize, Serializer};
use tool_result_encoder::{EncodeError, JsonEncoder, Shape, ToolResultEncoder};
use value::Value;

/// The kinds of containers.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Container {
    Seq,
    Tuple,
    TupleStruct,
    TupleVariant,
    Map,
    Struct,
    StructVariant,
}

const CONTAINERS: [Container; 7] = [
    Container::Seq,
    Container::Tuple,
    Container::TupleStruct,
    Container::TupleVariant,
    Container::Map,
    Container::Struct,
    Container::StructVariant,
];

impl Container {
    /// Its text in JSON with the items `1` and `2`.
    fn json(self) -> &'static str {
        match self {
            Self::Seq | Self::Tuple | Self::TupleStruct => "[1,2]",
            Self::TupleVariant => r#"{"V":[1,2]}"#,
            Self::Map => r#"{"k":1,"k":2}"#,
            Self::Struct => r#"{"f":1,"f":2}"#,
            Self::StructVariant => r#"{"V":{"f":1,"f":2}}"#,
        }
    }

    /// Its text in term notation, inside JSON, with the items `1` and `2`.
    fn term(self) -> &'static str {
        match self {
            Self::Seq => "[1, 2]",
            Self::Tuple | Self::TupleStruct => "{1, 2}",
            Self::TupleVariant => "{:V, 1, 2}",
            Self::Map => r#"%{\"k\" => 1, \"k\" => 2}"#,
            Self::Struct => "%{f: 1, f: 2}",
            Self::StructVariant => "{:V, %{f: 1, f: 2}}",
        }
    }
}

/// Announces any number of items, and goes on when one of them fails.
struct Careless<'a> {
    container: Container,
    announced: Option<usize>,
    items: &'a [Value],
}

impl Serialize for Careless<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let len = self.announced.unwrap_or(0);
        macro_rules! go_on {
            ($open:expr, $item:ident $(, $name:expr)?) => {{
                let mut open = $open?;
                for item in self.items {
                    let _ = open.$item($($name,)? item);
                }
                open.end()
            }};
        }
        match self.container {
            Container::Seq => go_on!(serializer.serialize_seq(self.announced), serialize_element),
            Container::Tuple => go_on!(serializer.serialize_tuple(len), serialize_element),
            Container::TupleStruct => {
                go_on!(serializer.serialize_tuple_struct("T", len), serialize_field)
            }
            Container::TupleVariant => {
                go_on!(
                    serializer.serialize_tuple_variant("E", 0, "V", len),
                    serialize_field
                )
            }
            Container::Map => {
                go_on!(
                    serializer.serialize_map(self.announced),
                    serialize_entry,
                    "k"
                )
            }
            Container::Struct => {
                go_on!(serializer.serialize_struct("S", len), serialize_field, "f")
            }
            Container::StructVariant => {
                go_on!(
                    serializer.serialize_struct_variant("E", 0, "V", len),
                    serialize_field,
                    "f"
                )
            }
        }
    }
}

/// The value fails with `error`, wherever it stands.
#[track_caller]
fn assert_fails_everywhere<T: Serialize>(value: &T, error: EncodeError) {
    #[derive(Serialize)]
    enum Payload<'a, T> {
        Newtype(&'a T),
        Struct { field: &'a T },
    }
    struct Entry<'a, T>(&'a T);
    impl<T: Serialize> Serialize for Entry<'_, T> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map([("k", self.0)])
        }
    }
    assert_fails(value, error);
    assert_fails(&Some(value), error);
    assert_fails(&("before", value, "after"), error);
    assert_fails(&Entry(value), error);
    assert_fails(&Payload::Newtype(value), error);
    assert_fails(&Payload::Struct { field: value }, error);
    assert_fails(&Ok::<_, ()>(value), error);
    assert_fails(&Ok::<_, ()>((1, value)), error);
    assert_fails(&Err::<(), _>(value), error);
    assert_fails(&Err::<(), _>((1, value)), error);
    assert_fails(&Err::<(), _>(Entry(value)), error);
    assert_fails(&Err::<(), _>(Payload::Newtype(value)), error);
    assert_fails(&Err::<(), _>(Payload::Struct { field: value }), error);
}

/// What is announced says nothing about what comes.
#[test]
fn a_wrong_number_of_items() {
    for container in CONTAINERS {
        for announced in [None, Some(0), Some(1), Some(3), Some(usize::MAX)] {
            let items = [Value::U8(1), Value::U8(2)];
            let value = Careless {
                container,
                announced,
                items: &items,
            };
            assert_encodes(&value, container.json());
            assert_encodes(&[&value], &format!("[{}]", container.json()));
            let reason = format!(r#"{{"error":"{}"}}"#, container.term());
            assert_encodes(&Err::<(), _>(&value), &reason);
        }
        let none = Careless {
            container,
            announced: Some(5),
            items: &[],
        };
        let text = container
            .json()
            .replace("1,2", "")
            .replace(r#""k":1,"k":2"#, "");
        assert_encodes(&none, &text.replace(r#""f":1,"f":2"#, ""));
    }
}

/// The failing part may be of any kind, and the parts after it whole.
#[test]
fn a_failed_item_is_not_forgotten() {
    let failing = [
        (Value::Fails, EncodeError::Custom),
        (Value::some(Value::Fails), EncodeError::Custom),
        (Value::newtype(Value::Fails), EncodeError::Custom),
        (
            Value::NewtypeVariant("N", Box::new(Value::Fails)),
            EncodeError::Custom,
        ),
        (
            Value::Seq(vec![Value::U8(1), Value::Fails, Value::U8(2)]),
            EncodeError::Custom,
        ),
        (
            Value::TupleVariant("T", vec![Value::Fails]),
            EncodeError::Custom,
        ),
        (
            Value::Struct("S", vec![("f", Value::Fails)]),
            EncodeError::Custom,
        ),
        (
            Value::StructVariant("S", vec![("f", Value::Fails)]),
            EncodeError::Custom,
        ),
        (
            Value::Map(vec![(Value::Fails, Value::Unit)]),
            EncodeError::Custom,
        ),
        (
            Value::Map(vec![(Value::Unit, Value::Fails)]),
            EncodeError::Custom,
        ),
        (
            Value::F64(f64::NAN),
            EncodeError::UnsupportedShape(Shape::NonFiniteFloat),
        ),
        (
            Value::Bytes(vec![0xFF]),
            EncodeError::UnsupportedShape(Shape::InvalidUtf8),
        ),
        (
            (0..40).fold(Value::Unit, |inner, _| Value::Seq(vec![inner])),
            EncodeError::TooDeep { limit: 32 },
        ),
        (
            (0..40).fold(Value::Unit, |inner, _| Value::some(inner)),
            EncodeError::TooDeep { limit: 32 },
        ),
    ];
    for container in CONTAINERS {
        for (part, error) in &failing {
            // JSON has no key for a unit, whatever its value.
            let in_json = match part {
                Value::Map(entries) if entries[0].0 == Value::Unit => {
                    EncodeError::UnsupportedShape(Shape::MapKey)
                }
                _ => *error,
            };
            for items in [
                vec![part.clone()],
                vec![part.clone(), Value::U8(1)],
                vec![Value::U8(1), part.clone(), Value::U8(2)],
                // The first error is the one that is reported.
                vec![part.clone(), Value::Fails, Value::F32(f32::NAN)],
            ] {
                let value = Careless {
                    container,
                    announced: None,
                    items: &items,
                };
                assert_fails(&value, in_json);
                assert_fails(&[&value], in_json);
                assert_fails(&Ok::<_, ()>(&value), in_json);
                assert_fails(&Err::<(), _>(&value), *error);
                assert_fails(&Err::<(), _>([&value]), *error);
            }
        }
    }
}

/// Replaces a part that failed by another.
#[test]
fn a_second_try_comes_too_late() {
    struct Fallback;
    impl Serialize for Fallback {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut seq = serializer.serialize_seq(None)?;
            if seq.serialize_element(&f64::NAN).is_err() {
                seq.serialize_element("no number")?;
            }
            seq.end()
        }
    }
    assert_fails_everywhere(
        &Fallback,
        EncodeError::UnsupportedShape(Shape::NonFiniteFloat),
    );
}

/// Says that it failed after all of it was written.
#[test]
fn an_error_behind_the_end() {
    struct Regrets;
    impl Serialize for Regrets {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_seq(None)?.end()?;
            Err(S::Error::custom("on second thought"))
        }
    }
    assert_fails_everywhere(&Regrets, EncodeError::Custom);

    struct RegretsText;
    impl Serialize for RegretsText {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_str("text")?;
            Err(S::Error::custom("on second thought"))
        }
    }
    assert_fails_everywhere(&RegretsText, EncodeError::Custom);
}

/// An error with the buffer as it was, or JSON.
#[track_caller]
fn assert_error_or_json<T: Serialize>(value: &T) {
    fn check<T: Serialize>(value: &T) {
        let mut buffer: String<128> = String::try_from("before: ").unwrap();
        match JsonEncoder::new().append(value, &mut buffer) {
            Ok(()) => {
                let text = buffer.strip_prefix("before: ").unwrap();
                serde_json::from_str::<serde::de::IgnoredAny>(text).unwrap();
            }
            Err(error) => {
                assert_eq!(error, EncodeError::Custom);
                assert_eq!(buffer, "before: ");
            }
        }
    }
    check(value);
    check(&[value]);
    check(&Ok::<_, ()>(value));
    check(&Err::<(), _>(value));
    check(&Err::<(), _>([value]));
}

/// A key is one text, not two and not none.
#[test]
fn keys_that_are_no_single_text() {
    struct ByKey<K>(K);
    impl<K: Serialize> Serialize for ByKey<K> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            let _ = map.serialize_key(&self.0);
            let _ = map.serialize_value(&1);
            map.end()
        }
    }
    let refused = EncodeError::UnsupportedShape(Shape::MapKey);
    for key in [
        Value::Unit,
        Value::None,
        Value::Seq(vec![]),
        Value::Tuple(vec![Value::str("k")]),
        Value::Map(vec![]),
        Value::Struct("S", vec![]),
        Value::NewtypeVariant("N", Box::new(Value::str("k"))),
        Value::newtype(Value::Seq(vec![])),
    ] {
        assert_fails(&ByKey(&key), refused);
        assert_fails(&[ByKey(&key)], refused);
        assert_fails(&Ok::<_, ()>(ByKey(&key)), refused);
    }
    assert_fails_everywhere(&ByKey(Value::Fails), EncodeError::Custom);
    assert_fails_everywhere(&ByKey(Value::newtype(Value::Fails)), EncodeError::Custom);
}

/// A `Display` that fails, under a `collect_str` whose error is ignored.
#[test]
fn a_text_that_breaks_off() {
    struct Breaks;
    impl fmt::Display for Breaks {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("half a \"text\" #")?;
            Err(fmt::Error)
        }
    }
    impl Serialize for Breaks {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(self)
        }
    }
    struct Ignores;
    impl Serialize for Ignores {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            let _ = map.serialize_entry("k", &Breaks);
            let _ = map.serialize_entry(&Breaks, "v");
            map.end()
        }
    }
    assert_fails_everywhere(&Breaks, EncodeError::Custom);
    assert_fails_everywhere(&Ignores, EncodeError::Custom);
}

/// A `Display` that ignores its formatter's errors gets none from us.
#[test]
fn a_text_that_ignores_errors() {
    struct Ignores;
    impl fmt::Display for Ignores {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            for piece in ["a", "\n", "b"] {
                let _ = f.write_str(piece);
            }
            Ok(())
        }
    }
    impl Serialize for Ignores {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(self)
        }
    }
    assert_encodes(&Ignores, "a\nb");
    assert_encodes(&[Ignores], r#"["a\nb"]"#);
    assert_encodes(&Err::<(), _>([Ignores]), r#"{"error":"{\"a\\nb\"}"}"#);
}

/// Another text at every call. The encoder asks once for each content.
#[test]
fn a_value_that_changes() {
    struct Counts(Cell<usize>);
    impl Serialize for Counts {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.0.set(self.0.get() + 1);
            serializer.collect_seq(0..self.0.get())
        }
    }
    let encoder = JsonEncoder::new();
    let value = Counts(Cell::new(0));
    assert_eq!(encoder.encode::<_, 8>(&value).as_deref(), Ok("[0]"));
    assert_eq!(encoder.encoded_len(&value), Ok(5));
    assert_eq!(encoder.encode::<_, 8>(&value).as_deref(), Ok("[0,1,2]"));
    let overflow = EncodeError::CapacityExceeded {
        needed: 9,
        capacity: 8,
    };
    assert_eq!(encoder.encode::<_, 8>(&value), Err(overflow));
}

/// A handler's bug may unwind through the encoder: the buffer is as it was.
#[test]
fn a_panic_leaves_nothing_behind() {
    struct Panics;
    impl Serialize for Panics {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            panic!("a fault in the handler's type")
        }
    }
    let mut buffer: String<64> = String::try_from("before").unwrap();
    let unwound = std::panic::catch_unwind(core::panic::AssertUnwindSafe(|| {
        JsonEncoder::new().append(&("written", Panics), &mut buffer)
    }));
    assert!(unwound.is_err());
    assert_eq!(buffer, "before");
    assert_eq!(JsonEncoder::new().append(&[1], &mut buffer), Ok(()));
    assert_eq!(buffer, "before[1]");
}

/// A value that encodes another one meanwhile.
#[test]
fn an_encoder_inside_a_value() {
    struct Quoted<T>(T);
    impl<T: Serialize> Serialize for Quoted<T> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match JsonEncoder::new().encode::<_, 16>(&self.0) {
                Ok(text) => serializer.serialize_str(&text),
                Err(error) => Err(S::Error::custom(error)),
            }
        }
    }
    assert_encodes(&[Quoted([1, 2])], r#"["[1,2]"]"#);
    assert_encodes(&[Quoted([Quoted(["a"])])], r#"["[\"[\\\"a\\\"]\"]"]"#);
    assert_fails_everywhere(&Quoted("more than sixteen bytes"), EncodeError::Custom);
}
