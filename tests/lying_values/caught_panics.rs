//! A panic that a `Serialize` catches, as only a host can. The part that panicked is missing.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};
use serde::{Serialize, Serializer};
use tool_result_encoder::{EncodeError, JsonEncoder, ToolResultEncoder};

use super::{CONTAINERS, Container};

struct Panics;

impl Serialize for Panics {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        panic!("on purpose")
    }
}

/// A container with an item that panics, and if it is a map with a key that does.
struct Catches {
    container: Container,
    key: bool,
}

impl Serialize for Catches {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        macro_rules! catch {
            ($open:expr, $item:ident $(, $name:expr)?) => {{
                let mut open = $open?;
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
                catch!(serializer.serialize_map(None), serialize_key)
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

#[test]
fn a_caught_panic_is_not_forgotten() {
    let fails = |value: &dyn Fn() -> Result<heapless::String<64>, EncodeError>| {
        assert_eq!(value(), Err(EncodeError::Custom));
    };
    let json = JsonEncoder::new();
    for container in CONTAINERS {
        for key in [false, true] {
            let value = Catches { container, key };
            fails(&|| json.encode(&value));
            fails(&|| json.encode(&[&value]));
            fails(&|| json.encode(&Ok::<_, ()>(&value)));
            fails(&|| json.encode(&Err::<(), _>(&value)));
        }
    }
}
