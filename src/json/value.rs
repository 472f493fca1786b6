//! [`Value`], the serializer of JSON below the top level.

use core::fmt::Display;

use serde::Serialize;
use serde::ser::Serializer;

use super::compound::{Compound, Notation};
use super::key::Key;
use super::writer::{Failed, Writer, Written};
use crate::output::Word;
use crate::{Output, Shape};

pub(super) struct Value<'w, 'o, 'a>(pub(super) &'w mut Writer<'o, 'a>);

static NULL: Word = Word::new("null");

/// Integers up to here are exact in an `f64`.
const MAX_EXACT: u64 = 1 << 53;

/// The notation of JSON.
pub(super) struct Json;

impl Notation for Json {
    const TUPLE_END: u8 = b']';

    #[cfg_attr(target_pointer_width = "64", inline)]
    fn separate(out: &mut Output<'_>) {
        out.push_ascii(b',');
    }

    fn end_tuple_variant(writer: &mut Writer<'_, '_>) {
        writer.close(b']');
        writer.close(b'}');
    }

    fn value<T: Serialize + ?Sized>(writer: &mut Writer<'_, '_>, value: &T) -> Written {
        value.serialize(Value(writer))
    }

    fn key<T: Serialize + ?Sized>(writer: &mut Writer<'_, '_>, key: &T) -> Written {
        key.serialize(Key(writer))
    }

    #[cfg_attr(target_pointer_width = "64", inline)]
    fn name(writer: &mut Writer<'_, '_>, name: &str) {
        writer.field(name);
    }
}

impl Value<'_, '_, '_> {
    #[cfg_attr(target_pointer_width = "64", inline)]
    fn u32(self, negative: bool, magnitude: u32) -> Written {
        self.0.u32(negative, magnitude);
        Ok(())
    }

    fn u64(self, negative: bool, magnitude: u64) -> Written {
        if magnitude > MAX_EXACT && self.0.options().big_integers_as_strings {
            return self.quoted(|writer| writer.u64(negative, magnitude));
        }
        self.0.u64(negative, magnitude);
        Ok(())
    }

    fn u128(self, negative: bool, magnitude: u128) -> Written {
        if magnitude > MAX_EXACT.into() && self.0.options().big_integers_as_strings {
            return self.quoted(|writer| writer.u128(negative, magnitude));
        }
        self.0.u128(negative, magnitude);
        Ok(())
    }

    pub(super) fn quoted(self, push: impl FnOnce(&mut Writer<'_, '_>)) -> Written {
        self.0.out.push_ascii(b'"');
        push(self.0);
        self.0.out.push_ascii(b'"');
        Ok(())
    }

    /// The object around a variant's payload, and its one name.
    #[cfg_attr(target_pointer_width = "64", inline)]
    fn open_variant(&mut self, name: &str) -> Written {
        self.0.open(b'{')?;
        self.0.field(name);
        Ok(())
    }
}

/// Methods for all integers, through those for magnitudes of 32, 64 and 128 bits.
macro_rules! integers {
    () => {
        integers! {
            serialize_i8 i8 => u32;
            serialize_i16 i16 => u32;
            serialize_i32 i32 => u32;
            serialize_i64 i64 => u64;
            serialize_i128 i128 => u128;
            serialize_u8 u8 => u32;
            serialize_u16 u16 => u32;
            serialize_u32 u32 => u32;
            serialize_u64 u64 => u64;
            serialize_u128 u128 => u128;
        }
    };
    ($($method:ident $int:ty => $magnitude:ident;)*) => {$(
        fn $method(self, v: $int) -> Written {
            #[allow(unused_comparisons, reason = "also for unsigned integers")]
            self.$magnitude(v < 0, v.abs_diff(0).into())
        }
    )*};
}
pub(super) use integers;

impl<'w, 'o, 'a> Serializer for Value<'w, 'o, 'a> {
    type Ok = ();
    type Error = Failed;
    type SerializeSeq = Compound<'w, 'o, 'a, Json>;
    type SerializeTuple = Compound<'w, 'o, 'a, Json>;
    type SerializeTupleStruct = Compound<'w, 'o, 'a, Json>;
    type SerializeTupleVariant = Compound<'w, 'o, 'a, Json>;
    type SerializeMap = Compound<'w, 'o, 'a, Json>;
    type SerializeStruct = Compound<'w, 'o, 'a, Json>;
    type SerializeStructVariant = Compound<'w, 'o, 'a, Json>;

    #[cfg_attr(target_pointer_width = "64", inline)]
    fn serialize_bool(self, v: bool) -> Written {
        self.0.bool(v);
        Ok(())
    }

    integers!();

    #[cfg_attr(target_pointer_width = "64", inline)]
    fn serialize_f32(self, v: f32) -> Written {
        self.0.float(v, "null")
    }

    fn serialize_f64(self, v: f64) -> Written {
        self.0.float(v, "null")
    }

    fn serialize_char(self, v: char) -> Written {
        self.serialize_str(v.encode_utf8(&mut [0; 4]))
    }

    #[cfg_attr(target_pointer_width = "64", inline)]
    fn serialize_str(self, v: &str) -> Written {
        self.0.out.push_string(v);
        Ok(())
    }

    fn serialize_bytes(self, v: &[u8]) -> Written {
        match str::from_utf8(v) {
            Ok(text) => self.serialize_str(text),
            Err(_) => self.0.unsupported(Shape::InvalidUtf8),
        }
    }

    fn serialize_none(self) -> Written {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        self.0.wrap()?;
        value.serialize(self)
    }

    #[cfg_attr(target_pointer_width = "64", inline)]
    fn serialize_unit(self) -> Written {
        self.0.out.push_word(&NULL);
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Written {
        self.0.wrap()?;
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        self.open_variant(variant)?;
        self.0.value(value)?;
        self.0.close(b'}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Failed> {
        Compound::open(self.0, b'[')
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Failed> {
        Compound::open(self.0, b'[')
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, Failed> {
        Compound::open(self.0, b'[')
    }

    fn serialize_tuple_variant(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Failed> {
        self.open_variant(variant)?;
        Compound::open(self.0, b'[')
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Failed> {
        Compound::open(self.0, b'{')
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, Failed> {
        Compound::open(self.0, b'{')
    }

    fn serialize_struct_variant(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Failed> {
        self.open_variant(variant)?;
        Compound::open(self.0, b'{')
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Written {
        self.0.out.push_ascii(b'"');
        let shown = self.0.out.push_displayed(value);
        self.0.out.push_ascii(b'"');
        // `Output` takes everything: an error is the value's own.
        shown.map_err(|_| Failed)
    }
}
