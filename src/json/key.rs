//! [`Key`], the serializer of map keys: JSON has strings only.

use core::fmt::Display;

use serde::Serialize;
use serde::ser::{Impossible, Serializer};

use super::float::Float;
use super::value::{Value, integers};
use super::writer::{Failed, Writer, Written};
use crate::Shape;

/// Writes `"key":`. The comma before it is already there.
pub(super) struct Key<'w, 'o, 'a>(pub(super) &'w mut Writer<'o, 'a>);

impl Key<'_, '_, '_> {
    fn quoted(self, push: impl FnOnce(&mut Writer<'_, '_>)) -> Written {
        Value(self.0).quoted(push)?;
        self.0.out.push_ascii(b':');
        Ok(())
    }

    fn u32(self, negative: bool, magnitude: u32) -> Written {
        self.quoted(|writer| writer.u32(negative, magnitude))
    }

    fn u64(self, negative: bool, magnitude: u64) -> Written {
        self.quoted(|writer| writer.u64(negative, magnitude))
    }

    fn u128(self, negative: bool, magnitude: u128) -> Written {
        self.quoted(|writer| writer.u128(negative, magnitude))
    }

    fn float(self, float: impl Float) -> Written {
        if !float.is_finite() {
            return self.refuse();
        }
        self.quoted(|writer| float.push(writer.out))
    }

    fn refuse<T>(self) -> Result<T, Failed> {
        self.0.unsupported(Shape::MapKey)
    }
}

impl Serializer for Key<'_, '_, '_> {
    type Ok = ();
    type Error = Failed;
    type SerializeSeq = Impossible<(), Failed>;
    type SerializeTuple = Impossible<(), Failed>;
    type SerializeTupleStruct = Impossible<(), Failed>;
    type SerializeTupleVariant = Impossible<(), Failed>;
    type SerializeMap = Impossible<(), Failed>;
    type SerializeStruct = Impossible<(), Failed>;
    type SerializeStructVariant = Impossible<(), Failed>;

    fn serialize_bool(self, v: bool) -> Written {
        self.serialize_str(if v { "true" } else { "false" })
    }

    integers!();

    fn serialize_f32(self, v: f32) -> Written {
        self.float(v)
    }

    fn serialize_f64(self, v: f64) -> Written {
        self.float(v)
    }

    fn serialize_char(self, v: char) -> Written {
        self.serialize_str(v.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, v: &str) -> Written {
        self.0.out.push_key(v);
        Ok(())
    }

    fn serialize_bytes(self, _: &[u8]) -> Written {
        self.refuse()
    }

    fn serialize_none(self) -> Written {
        self.refuse()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Written {
        self.refuse()
    }

    fn serialize_unit(self) -> Written {
        self.refuse()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.refuse()
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
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Written {
        self.refuse()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Failed> {
        self.refuse()
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Failed> {
        self.refuse()
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, Failed> {
        self.refuse()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Failed> {
        self.refuse()
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Failed> {
        self.refuse()
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, Failed> {
        self.refuse()
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Failed> {
        self.refuse()
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Written {
        Value(self.0).collect_str(value)?;
        self.0.out.push_ascii(b':');
        Ok(())
    }
}
