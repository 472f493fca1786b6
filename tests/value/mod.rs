//! [`Value`], one type for all that a `Serialize` implementation can say.
#![allow(dead_code)] // shared: each test uses a part of it

use std::fmt;

use serde::ser::{
    Error, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};
use serde::{Serialize, Serializer};

/// A name in the source of a Rust type; `#[serde(rename)]` makes it any text.
pub type Name = &'static str;

/// One variant for each kind of serde's data model, and what else a value can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Bool(bool),
    I8(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    I128(i128),
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    U128(u128),
    F32(f32),
    F64(f64),
    Char(char),
    Str(String),
    Bytes(Vec<u8>),
    None,
    Some(Box<Value>),
    Unit,
    UnitStruct(Name),
    UnitVariant(Name),
    NewtypeStruct(Name, Box<Value>),
    NewtypeVariant(Name, Box<Value>),
    Seq(Vec<Value>),
    Tuple(Vec<Value>),
    TupleStruct(Name, Vec<Value>),
    TupleVariant(Name, Vec<Value>),
    Map(Vec<(Value, Value)>),
    Struct(Name, Vec<(Name, Value)>),
    StructVariant(Name, Vec<(Name, Value)>),
    /// A `Display` text that is written in these pieces.
    Shown(Vec<String>),
    /// std's `Result`, which is special at the top level.
    Result(Result<Box<Value>, Box<Value>>),
    /// Reports an error of its own.
    Fails,
}

/// Names, plain and odd.
pub const NAMES: &[Name] = &[
    "a",
    "celsius",
    "Foo",
    "Result",
    "Ok",
    "Err",
    "_",
    "_private",
    "a1",
    "not_found",
    "save!",
    "valid?",
    "foo@bar",
    "nil",
    "true",
    "__struct__",
    "",
    " ",
    "odd name",
    "1abc",
    "a-b",
    "a.b",
    "::",
    "?",
    "a?!",
    "@a",
    "a\"b",
    "a\\b",
    "a\nb",
    "\0",
    "\u{1}",
    "\u{1f}",
    "\u{7f}",
    "#",
    "#{",
    "a#{b}",
    "/",
    "é",
    "日本",
    "😀",
    "a\u{2028}b",
    "Elixir.Foo.Bar",
    "\u{feff}",
];

/// The name of the enum that all variants belong to.
const ENUM: Name = "Value";

impl Value {
    pub fn str(text: &str) -> Self {
        Self::Str(text.to_owned())
    }

    pub fn some(self) -> Self {
        Self::Some(Box::new(self))
    }

    pub fn newtype(self) -> Self {
        Self::NewtypeStruct("Newtype", Box::new(self))
    }

    pub fn ok(self) -> Self {
        Self::Result(Ok(Box::new(self)))
    }

    pub fn err(self) -> Self {
        Self::Result(Err(Box::new(self)))
    }
}

struct Pieces<'a>(&'a [String]);

impl fmt::Display for Pieces<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| f.write_str(piece))
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Bool(v) => serializer.serialize_bool(*v),
            Self::I8(v) => serializer.serialize_i8(*v),
            Self::I16(v) => serializer.serialize_i16(*v),
            Self::I32(v) => serializer.serialize_i32(*v),
            Self::I64(v) => serializer.serialize_i64(*v),
            Self::I128(v) => serializer.serialize_i128(*v),
            Self::U8(v) => serializer.serialize_u8(*v),
            Self::U16(v) => serializer.serialize_u16(*v),
            Self::U32(v) => serializer.serialize_u32(*v),
            Self::U64(v) => serializer.serialize_u64(*v),
            Self::U128(v) => serializer.serialize_u128(*v),
            Self::F32(v) => serializer.serialize_f32(*v),
            Self::F64(v) => serializer.serialize_f64(*v),
            Self::Char(v) => serializer.serialize_char(*v),
            Self::Str(v) => serializer.serialize_str(v),
            Self::Bytes(v) => serializer.serialize_bytes(v),
            Self::None => serializer.serialize_none(),
            Self::Some(v) => serializer.serialize_some(v),
            Self::Unit => serializer.serialize_unit(),
            Self::UnitStruct(name) => serializer.serialize_unit_struct(name),
            Self::UnitVariant(variant) => serializer.serialize_unit_variant(ENUM, 0, variant),
            Self::NewtypeStruct(name, v) => serializer.serialize_newtype_struct(name, v),
            Self::NewtypeVariant(variant, v) => {
                serializer.serialize_newtype_variant(ENUM, 1, variant, v)
            }
            Self::Seq(items) => {
                let mut seq = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    seq.serialize_element(item)?;
                }
                seq.end()
            }
            Self::Tuple(items) => {
                let mut tuple = serializer.serialize_tuple(items.len())?;
                for item in items {
                    tuple.serialize_element(item)?;
                }
                tuple.end()
            }
            Self::TupleStruct(name, items) => {
                let mut tuple = serializer.serialize_tuple_struct(name, items.len())?;
                for item in items {
                    tuple.serialize_field(item)?;
                }
                tuple.end()
            }
            Self::TupleVariant(variant, items) => {
                let mut tuple =
                    serializer.serialize_tuple_variant(ENUM, 2, variant, items.len())?;
                for item in items {
                    tuple.serialize_field(item)?;
                }
                tuple.end()
            }
            Self::Map(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (key, value) in entries {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
            Self::Struct(name, fields) => {
                let mut object = serializer.serialize_struct(name, fields.len())?;
                for (field, value) in fields {
                    object.serialize_field(field, value)?;
                }
                object.end()
            }
            Self::StructVariant(variant, fields) => {
                let mut object =
                    serializer.serialize_struct_variant(ENUM, 3, variant, fields.len())?;
                for (field, value) in fields {
                    object.serialize_field(field, value)?;
                }
                object.end()
            }
            Self::Shown(pieces) => serializer.collect_str(&Pieces(pieces)),
            Self::Result(result) => result.serialize(serializer),
            Self::Fails => Err(S::Error::custom("a value that reports an error")),
        }
    }
}
