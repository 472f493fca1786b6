//! [`Key`], the deserializer of members' names.

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{Deserializer, Visitor};
use serde::forward_to_deserialize_any;

use super::Problem;
use super::reader::{Failure, Integer, Read, Reader};
use super::value::integers;

/// The name of a member: text, also where the type is an integer or a boolean.
pub(super) struct Key<'r, 'de> {
    pub(super) name: &'de str,
    pub(super) reader: &'r mut Reader<'de>,
}

impl Key<'_, '_> {
    fn integer(self, integer: &Integer) -> Read<u64> {
        let expected = integer.expected;
        integer
            .parse(self.name)
            .or_else(|_| self.reader.fail(Problem::WrongKey { expected }))
    }
}

impl<'de> Deserializer<'de> for Key<'_, 'de> {
    type Error = Failure;

    integers!();

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_borrowed_str(self.name)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.name {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            _ => self.reader.fail(Problem::WrongKey {
                expected: "true or false",
            }),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.reader.wrap()?;
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.reader.wrap()?;
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        visitor.visit_enum(BorrowedStrDeserializer::new(self.name))
    }

    forward_to_deserialize_any! {
        i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map
        struct identifier ignored_any
    }
}
