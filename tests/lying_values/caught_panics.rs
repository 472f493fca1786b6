//! A panic that a `Serialize` catches, as only a host can. The part that panicked is missing.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};
use serde::{Serialize, Serializer};
use tool_result_encoder::{EncodeError, JsonEncoder, Shape, ToolResultEncoder};

use super::value::Value;
use super::{CONTAINERS, Container};

struct Panics;

impl Serialize for Panics {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        panic!("on purpose")
    }
}

/// A container with an item that panics, behind another one. Of a map the key may panic instead.
struct Catches {
    container: Container,
    before: Option<Value>,
    key: bool,
}

impl Serialize for Catches {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        macro_rules! catch {
            ($open:expr, $item:ident $(, $name:expr)?) => {{
                let mut open = $open?;
                if let Some(before) = &self.before {
                    let _ = open.$item($($name,)? before);
                }
                let item = AssertUnwindSafe(|| {
                    let _ = open.$item($($name,)? &Panics);
                });
                assert!(catch_unwind(item).is_err());
                open.end()
            }};
        }
        match self.container {
            Container::Seq => catch!(serializer.serialize_seq(None), serialize_element),
            Container::Tuple => catch!(serializer.serialize_tuple(1), serialize_element),
            Container::TupleStruct => {
                catch!(serializer.serialize_tuple_struct("T", 1), serialize_field)
            }
            Container::TupleVariant => {
                catch!(
                    serializer.serialize_tuple_variant("E", 0, "V", 1),
                    serialize_field
                )
            }
            Container::Map if self.key => {
                let mut map = serializer.serialize_map(None)?;
                let key = AssertUnwindSafe(|| {
                    let _ = map.serialize_key(&Panics);
                });
                assert!(catch_unwind(key).is_err());
                map.end()
            }
            Container::Map => catch!(serializer.serialize_map(None), serialize_entry, "k"),
            Container::Struct => {
                catch!(serializer.serialize_struct("S", 1), serialize_field, "f")
            }
            Container::StructVariant => {
                catch!(
                    serializer.serialize_struct_variant("E", 0, "V", 1),
                    serialize_field,
                    "f"
                )
            }
        }
    }
}

#[track_caller]
fn assert_fails_with(value: &Catches, error: EncodeError) {
    let json = JsonEncoder::new();
    assert_eq!(json.encode::<_, 64>(value), Err(error));
    assert_eq!(json.encode::<_, 64>(&[value]), Err(error));
    assert_eq!(json.encode::<_, 64>(&Ok::<_, ()>(value)), Err(error));
    assert_eq!(json.encode::<_, 64>(&Err::<(), _>(value)), Err(error));
}

#[test]
fn a_caught_panic_is_not_forgotten() {
    for container in CONTAINERS {
        for before in [None, Some(Value::U8(1))] {
            let value = Catches {
                container,
                before,
                key: false,
            };
            assert_fails_with(&value, EncodeError::Custom);
        }
    }
    let key = Catches {
        container: Container::Map,
        before: None,
        key: true,
    };
    assert_fails_with(&key, EncodeError::Custom);
}

#[test]
fn an_error_before_it_stays_the_first() {
    for container in CONTAINERS {
        let value = Catches {
            container,
            before: Some(Value::F32(f32::NAN)),
            key: false,
        };
        let error = EncodeError::UnsupportedShape(Shape::NonFiniteFloat);
        assert_fails_with(&value, error);
    }
}
