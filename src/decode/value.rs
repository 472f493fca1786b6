//! The deserializer of values, and of the items of arrays and objects.

use core::str::FromStr;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::key::Key;
use super::raw::RAW;
use super::reader::{Failure, Integer, Read, Reader};
use super::{Problem, float};

/// The methods for integers of up to 64 bits, by means of `self.integer`.
macro_rules! integers {
    () => {
        integers! {
            deserialize_i8 visit_i8 i8 "an integer from -128 to 127",
            deserialize_i16 visit_i16 i16 "an integer from -32768 to 32767",
            deserialize_i32 visit_i32 i32 "an integer from -2147483648 to 2147483647",
            deserialize_i64 visit_i64 i64
                "an integer from -9223372036854775808 to 9223372036854775807",
            deserialize_u8 visit_u8 u8 "an integer from 0 to 255",
            deserialize_u16 visit_u16 u16 "an integer from 0 to 65535",
            deserialize_u32 visit_u32 u32 "an integer from 0 to 4294967295",
            deserialize_u64 visit_u64 u64 "an integer from 0 to 18446744073709551615",
        }
    };
    ($($method:ident $visit:ident $type:ident $expected:literal,)*) => {
        $(
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
                visitor.$visit(self.integer(&Integer {
                    least: ($type::MIN as i64).unsigned_abs(),
                    most: $type::MAX as u64,
                    expected: $expected,
                })? as $type)
            }
        )*
    };
}
pub(super) use integers;

const I64: Integer = Integer {
    least: i64::MIN.unsigned_abs(),
    most: i64::MAX as u64,
    expected: "",
};
const U64: Integer = Integer {
    least: 0,
    most: u64::MAX,
    expected: "",
};

const F64: &str = "a number from -1.7e308 to 1.7e308";
const UNIT: &str = "null or an empty object";
const VARIANT: &str = "an object with a variant's name as its only member";

fn wrong_type(expected: &'static str) -> Problem {
    Problem::WrongType { expected }
}

impl<'de> Reader<'de> {
    fn integer(&mut self, integer: &Integer) -> Read<u64> {
        let text = self.number(integer.expected)?;
        integer.parse(text).or_else(|problem| self.fail(problem))
    }

    fn wide_integer<T: FromStr>(&mut self, expected: &'static str) -> Read<T> {
        let digits = match self.number(expected)? {
            "-0" => "0",
            digits => digits,
        };
        match digits.parse() {
            Ok(number) => Ok(number),
            Err(_) if digits.contains(['.', 'e', 'E']) => self.fail(wrong_type(expected)),
            Err(_) => self.fail(Problem::OutOfRange { expected }),
        }
    }

    fn unit(&mut self) -> Read<()> {
        if self.token() == Some(b'n') {
            return self.word("null");
        }
        self.items(b'{', UNIT, &[])?.end(wrong_type(UNIT))
    }

    /// An array. If its length is fixed and it has another, that is `wrong_length`.
    fn array<V: Visitor<'de>>(
        &mut self,
        wrong_length: Option<Problem>,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        let mut items = self.items(b'[', "an array", &[])?;
        match (visitor.visit_seq(&mut items), wrong_length) {
            (Ok(value), _) => {
                items.end(wrong_length.unwrap_or(Problem::Custom))?;
                Ok(value)
            }
            // It wanted more items. The type's error does not say how many.
            (Err(Failure::Problem(Problem::Length { .. })), Some(problem))
                if items.place == Place::End =>
            {
                items.reader.fail(problem)
            }
            (error, _) => error,
        }
    }

    fn object<V: Visitor<'de>>(
        &mut self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        let mut members = self.items(b'{', "an object", fields)?;
        let value = visitor.visit_map(&mut members)?;
        members.end(Problem::Custom)?;
        Ok(value)
    }

    fn items(
        &mut self,
        bracket: u8,
        expected: &'static str,
        fields: &'static [&'static str],
    ) -> Read<Items<'_, 'de>> {
        self.open(bracket, expected)?;
        Ok(Items {
            // The closing brackets are two after the opening ones in ASCII.
            bracket: bracket.wrapping_add(2),
            place: Place::First,
            fields,
            outer: self.member,
            reader: self,
        })
    }
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = Failure;

    integers!();

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        let expected = "an integer of at most 128 bits";
        visitor.visit_i128(self.wide_integer(expected)?)
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        let expected = "a positive integer of at most 128 bits";
        visitor.visit_u128(self.wide_integer(expected)?)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        let expected = "a number from -3.4e38 to 3.4e38";
        match float::f32(self.number(expected)?) {
            Some(number) => visitor.visit_f32(number),
            None => self.fail(Problem::OutOfRange { expected }),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match float::f64(self.number(F64)?) {
            Some(number) => visitor.visit_f64(number),
            None => self.fail(Problem::OutOfRange { expected: F64 }),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.token() {
            Some(b't') => {
                self.word("true")?;
                visitor.visit_bool(true)
            }
            Some(b'f') => {
                self.word("false")?;
                visitor.visit_bool(false)
            }
            _ => self.unexpected(wrong_type("true or false")),
        }
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        let expected = "a string of one character";
        let mut chars = self.string(expected)?.chars();
        match (chars.next(), chars.next()) {
            (Some(char), None) => visitor.visit_char(char),
            _ => self.fail(wrong_type(expected)),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_borrowed_str(self.string("a string")?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_borrowed_bytes(self.string("a string")?.as_bytes())
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        if self.some()? {
            visitor.visit_some(self)
        } else {
            visitor.visit_none()
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.unit()?;
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        if name == RAW {
            return visitor.visit_borrowed_str(self.raw()?);
        }
        self.wrap()?;
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.array(None, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        expected: usize,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.array(Some(Problem::Items { expected }), visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        expected: usize,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.array(Some(Problem::Items { expected }), visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.object(&[], visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.object(fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        expected: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        match self.token() {
            Some(b'"') => {
                let name = self.string("")?;
                match visitor.visit_enum(BorrowedStrDeserializer::new(name)) {
                    // The variant has content.
                    Err(Failure::Problem(Problem::Custom)) => self.fail(wrong_type(VARIANT)),
                    result => result,
                }
            }
            Some(b'{') => {
                let mut members = self.items(b'{', "", &[])?;
                let value = visitor.visit_enum(&mut members)?;
                members.end(wrong_type(VARIANT))?;
                Ok(value)
            }
            _ => self.unexpected(Problem::UnknownVariant { expected }),
        }
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.token() {
            Some(b'"') => self.deserialize_str(visitor),
            Some(b'[') => self.array(None, visitor),
            Some(b'{') => self.object(&[], visitor),
            Some(b't' | b'f') => self.deserialize_bool(visitor),
            Some(b'n') => self.deserialize_unit(visitor),
            _ => {
                let text = self.number("")?;
                match (U64.parse(text), I64.parse(text)) {
                    (Ok(number), _) if !text.starts_with('-') => visitor.visit_u64(number),
                    (_, Ok(number)) if number != 0 => visitor.visit_i64(number as i64),
                    _ => match float::f64(text) {
                        Some(number) => visitor.visit_f64(number),
                        None => self.fail(Problem::OutOfRange { expected: F64 }),
                    },
                }
            }
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.skip()?;
        visitor.visit_unit()
    }
}

/// The items of an array, or the members of an object.
struct Items<'r, 'de> {
    reader: &'r mut Reader<'de>,
    /// The closing one.
    bracket: u8,
    place: Place,
    /// The members that the struct has, if it is one.
    fields: &'static [&'static str],
    /// The member in which this is.
    outer: Option<&'static str>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    First,
    Rest,
    End,
}

impl<'de> Items<'_, 'de> {
    /// Whether another item follows. At the end it may be asked again.
    fn more(&mut self) -> Read<bool> {
        if self.place == Place::End {
            return Ok(false);
        }
        let first = self.place == Place::First;
        let more = self.reader.more(first, self.bracket)?;
        self.place = if more { Place::Rest } else { Place::End };
        Ok(more)
    }

    /// The end, or `problem` if there are items that nobody took.
    fn end(&mut self, problem: Problem) -> Read<()> {
        if self.more()? {
            self.reader.fail(problem)
        } else {
            Ok(())
        }
    }

    /// From now on problems are in the member of that name, if it is one of the struct's.
    fn enter(&mut self, name: &str) {
        let field = self.fields.iter().find(|field| **field == name);
        self.reader.member = field.copied().or(self.outer);
    }
}

impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = Failure;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Failure> {
        if self.more()? {
            seed.deserialize(&mut *self.reader).map(Some)
        } else {
            Ok(None)
        }
    }
}

impl<'de> MapAccess<'de> for Items<'_, 'de> {
    type Error = Failure;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Failure> {
        if !self.more()? {
            return Ok(None);
        }
        let name = self.reader.key()?;
        let key = seed.deserialize(Key {
            name,
            reader: self.reader,
        })?;
        self.enter(name);
        Ok(Some(key))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Failure> {
        self.reader.colon()?;
        let value = seed.deserialize(&mut *self.reader)?;
        self.reader.member = self.outer;
        Ok(value)
    }
}

/// The only member of an object, its name a variant.
impl<'de> EnumAccess<'de> for &mut Items<'_, 'de> {
    type Error = Failure;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self), Failure> {
        if !self.more()? {
            return self.reader.fail(wrong_type(VARIANT));
        }
        let name = self.reader.key()?;
        let variant = seed.deserialize(BorrowedStrDeserializer::<Failure>::new(name))?;
        self.reader.colon()?;
        Ok((variant, self))
    }
}

impl<'de> VariantAccess<'de> for &mut Items<'_, 'de> {
    type Error = Failure;

    fn unit_variant(self) -> Result<(), Failure> {
        Ok(self.reader.unit()?)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Failure> {
        seed.deserialize(&mut *self.reader)
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.reader
            .array(Some(Problem::Items { expected: length }), visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.reader.object(fields, visitor)
    }
}
