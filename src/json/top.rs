//! [`Top`], the serializer of the top level: text as it is, the two sides of a `Result`, and JSON.

use core::fmt::{Display, Write};

use serde::Serialize;
use serde::ser::Serializer;

use super::compound::Compound;
use super::term::{Role, Term};
use super::value::{Json, Value};
use super::writer::{Failed, Writer, Written};
use crate::output::{Escaped, Kind};
use crate::{Output, Shape};

pub(super) struct Top<'w, 'o, 'a>(pub(super) &'w mut Writer<'o, 'a>);

impl Top<'_, '_, '_> {
    fn ok<T: Serialize + ?Sized>(self, value: &T) -> Written {
        self.0.out.begin(Kind::Object);
        self.0.out.push_str("{\"ok\":");
        self.0.begun();
        self.0.value(value)?;
        self.0.out.push_str("}");
        Ok(())
    }

    fn err<T: Serialize + ?Sized>(self, reason: &T) -> Written {
        let options = self.0.options();
        self.0.out.begin(Kind::Object);
        self.0.out.push_str("{\"error\":\"");
        let mut escaped = Escaped(self.0.out);
        let mut out = Output::to_sink(&mut escaped);
        let mut writer = Writer::new(&mut out, options);
        let result = reason.serialize(Term::new(&mut writer, Role::Reason));
        if let Err(error) = writer.outcome(result) {
            return self.0.fail(error);
        }
        self.0.out.push_str("\"}");
        Ok(())
    }
}

/// Methods that write what they write below the top level, an object or other JSON.
macro_rules! as_value {
    ($content:path; $($method:ident($($arg:ident: $type:ty),*) -> $result:ty;)*) => {$(
        fn $method(self, $($arg: $type),*) -> Result<$result, Failed> {
            self.0.out.begin($content);
            Value(self.0).$method($($arg),*)
        }
    )*};
}

impl<'w, 'o, 'a> Serializer for Top<'w, 'o, 'a> {
    type Ok = ();
    type Error = Failed;
    type SerializeSeq = Compound<'w, 'o, 'a, Json>;
    type SerializeTuple = Compound<'w, 'o, 'a, Json>;
    type SerializeTupleStruct = Compound<'w, 'o, 'a, Json>;
    type SerializeTupleVariant = Compound<'w, 'o, 'a, Json>;
    type SerializeMap = Compound<'w, 'o, 'a, Json>;
    type SerializeStruct = Compound<'w, 'o, 'a, Json>;
    type SerializeStructVariant = Compound<'w, 'o, 'a, Json>;

    as_value! { Kind::Json;
        serialize_bool(v: bool) -> ();
        serialize_i8(v: i8) -> ();
        serialize_i16(v: i16) -> ();
        serialize_i32(v: i32) -> ();
        serialize_i64(v: i64) -> ();
        serialize_i128(v: i128) -> ();
        serialize_u8(v: u8) -> ();
        serialize_u16(v: u16) -> ();
        serialize_u32(v: u32) -> ();
        serialize_u64(v: u64) -> ();
        serialize_u128(v: u128) -> ();
        serialize_f32(v: f32) -> ();
        serialize_f64(v: f64) -> ();
        serialize_none() -> ();
        serialize_unit() -> ();
        serialize_unit_struct(name: &'static str) -> ();
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str) -> ();
        serialize_seq(len: Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(len: usize) -> Self::SerializeTuple;
        serialize_tuple_struct(name: &'static str, len: usize) -> Self::SerializeTupleStruct;
    }

    as_value! { Kind::Object;
        serialize_tuple_variant(
            name: &'static str,
            index: u32,
            variant: &'static str,
            len: usize
        ) -> Self::SerializeTupleVariant;
        serialize_map(len: Option<usize>) -> Self::SerializeMap;
        serialize_struct(name: &'static str, len: usize) -> Self::SerializeStruct;
        serialize_struct_variant(
            name: &'static str,
            index: u32,
            variant: &'static str,
            len: usize
        ) -> Self::SerializeStructVariant;
    }

    fn serialize_char(self, v: char) -> Written {
        self.serialize_str(v.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, v: &str) -> Written {
        self.0.out.begin(Kind::Text);
        self.0.out.push_str(v);
        Ok(())
    }

    fn serialize_bytes(self, v: &[u8]) -> Written {
        match str::from_utf8(v) {
            Ok(text) => self.serialize_str(text),
            Err(_) => self.0.unsupported(Shape::InvalidUtf8),
        }
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        self.0.wrap()?;
        value.serialize(self)
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
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        match (name, variant) {
            ("Result", "Ok") => self.ok(value),
            ("Result", "Err") => self.err(value),
            _ => {
                self.0.out.begin(Kind::Object);
                Value(self.0).serialize_newtype_variant(name, index, variant, value)
            }
        }
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Written {
        self.0.out.begin(Kind::Text);
        write!(self.0.out, "{value}").map_err(|_| Failed)
    }
}
