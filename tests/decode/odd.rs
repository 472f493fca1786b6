//! Implementations of `Deserialize` that do what none should.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use tool_result_encoder::Problem;

use crate::{error, problem, value};

/// Asks for a number, and is content with none.
#[derive(Debug)]
struct Lenient;

impl<'de> Deserialize<'de> for Lenient {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let _ = Vec::<(u8,)>::deserialize(deserializer);
        Ok(Self)
    }
}

/// Takes two items and leaves the rest, or asks for more after the end.
#[derive(Debug)]
struct Two;

impl<'de> Deserialize<'de> for Two {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TwoVisitor;
        impl<'de> Visitor<'de> for TwoVisitor {
            type Value = Two;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("two")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Two, A::Error> {
                items.next_element::<u8>()?;
                items.next_element::<u8>()?;
                Ok(Two)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Two, A::Error> {
                members.next_key::<String>()?;
                // Again, without the value.
                members.next_key::<String>()?;
                Ok(Two)
            }
        }
        deserializer.deserialize_any(TwoVisitor)
    }
}

#[test]
fn odd_implementations_get_an_error() {
    value::<Lenient>("[[1]]");
    let expected = "an integer from 0 to 255";
    assert_eq!(
        problem::<Lenient>(r#"[["x"]]"#),
        Problem::WrongType { expected }
    );
    assert_eq!(
        problem::<Lenient>("[[256]"),
        Problem::OutOfRange { expected }
    );
    assert_eq!(
        problem::<Vec<Lenient>>("[[[1]],[[1,2]]]"),
        Problem::Items { expected: 1 }
    );
    assert_eq!(
        problem::<(Lenient, Lenient)>("[[[1,2]],[]]"),
        Problem::Items { expected: 1 }
    );

    // What the collection refuses is not the reader's error, but its bracket is still open.
    #[derive(Debug)]
    struct Short;
    impl<'de> Deserialize<'de> for Short {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let _ = heapless::Vec::<u8, 1>::deserialize(deserializer);
            Ok(Self)
        }
    }
    value::<Short>("[1]");
    assert_eq!(problem::<Short>("[1,2]"), Problem::Trailing { at: 4 });
    assert_eq!(problem::<Short>("[1,2"), Problem::Truncated { at: 4 });

    for text in ["[]", "[1]", "[1,2]", "{}"] {
        value::<Two>(text);
    }
    assert_eq!(problem::<Two>("[1,2,3]"), Problem::Custom);
    assert_eq!(problem::<Two>(r#"{"a":1}"#), Problem::Syntax { at: 4 });

    #[derive(Debug)]
    struct Refused;
    impl<'de> Deserialize<'de> for Refused {
        fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
            Err(de::Error::custom("no"))
        }
    }
    assert_eq!(problem::<Refused>("1"), Problem::Custom);
    assert_eq!(
        error::<BTreeMap<String, Refused>>(r#"{"a":1}"#).to_string(),
        "the value is not accepted"
    );
}
