//! What the encoder must make of a [`Value`], worked out in another way: JSON by `serde_json`, term
//! notation by a printer that shares nothing with the encoder's.

use serde::Serialize;
use serde::de::IgnoredAny;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter, Serializer};
use std::io;
use tool_result_encoder::{EncodeError, JsonEncoder, NonFinite, Shape, ToolResultEncoder};

use crate::every_capacity::{assert_fails_in_room, assert_in_room};
use crate::value::Value;

/// The encoder's options.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub max_depth: u8,
    pub non_finite: NonFinite,
    pub big_integers_as_strings: bool,
}

impl Options {
    pub fn encoder(self) -> JsonEncoder {
        JsonEncoder::new()
            .max_depth(self.max_depth)
            .non_finite(self.non_finite)
            .big_integers_as_strings(self.big_integers_as_strings)
    }
}

/// Asserts that the encoder writes what it must, with `room` bytes in the buffer and with as many
/// as it takes.
pub fn check(value: &Value, options: Options, room: usize) {
    let encoder = options.encoder();
    let expected = expected(value, options);
    let len = expected.as_ref().map(String::len).map_err(|error| *error);
    assert_eq!(encoder.encoded_len(value), len);
    match expected {
        Ok(text) => {
            assert_in_room(&encoder, value, &text, text.len());
            assert_in_room(&encoder, value, &text, text.len().saturating_sub(1));
            assert_in_room(&encoder, value, &text, room);
            if !is_text(value) {
                serde_json::from_str::<IgnoredAny>(&text).unwrap();
            }
        }
        Err(error) => {
            assert_fails_in_room(&encoder, value, error, room);
            assert_fails_in_room(&encoder, value, error, 0);
        }
    }
}

/// Whether the content is the value's own text rather than JSON.
pub fn is_text(value: &Value) -> bool {
    match value {
        Value::Str(_) | Value::Char(_) | Value::Bytes(_) | Value::Shown(_) => true,
        Value::Some(value) | Value::NewtypeStruct(_, value) => is_text(value),
        _ => false,
    }
}

/// The content of the value, or the first error on the way through it.
pub fn expected(value: &Value, options: Options) -> Result<String, EncodeError> {
    top(value, options, 0)
}

fn top(value: &Value, options: Options, wrappers: u8) -> Result<String, EncodeError> {
    let place = Place {
        options,
        levels: options.max_depth,
        wrappers,
    };
    let part = Place {
        wrappers: 0,
        ..place
    };
    match value {
        Value::Some(value) | Value::NewtypeStruct(_, value) => {
            top(value, options, place.wrapped()?.wrappers)
        }
        Value::Str(_) | Value::Char(_) | Value::Bytes(_) | Value::Shown(_) => text_of(value),
        Value::Result(Ok(value)) => Ok(format!("{{\"ok\":{}}}", text(&part.json(value)?))),
        Value::Result(Err(reason)) => {
            let reason = part.reason(reason)?;
            Ok(format!("{{\"error\":{}}}", text(&reason)))
        }
        _ => Ok(text(&place.json(value)?)),
    }
}

fn text_of(value: &Value) -> Result<String, EncodeError> {
    match value {
        Value::Str(text) => Ok(text.clone()),
        Value::Char(c) => Ok(c.to_string()),
        Value::Shown(pieces) => Ok(pieces.concat()),
        Value::Bytes(bytes) => match str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_owned()),
            Err(_) => Err(EncodeError::UnsupportedShape(Shape::InvalidUtf8)),
        },
        other => panic!("{other:?} is no text"),
    }
}

/// JSON by `serde_json`, but for the case of hex digits.
fn text<T: Serialize>(value: &T) -> String {
    struct UpperCaseHex;
    impl Formatter for UpperCaseHex {
        fn write_char_escape<W: io::Write + ?Sized>(
            &mut self,
            writer: &mut W,
            escape: CharEscape,
        ) -> io::Result<()> {
            match escape {
                CharEscape::AsciiControl(byte) => write!(writer, "\\u{byte:04X}"),
                other => CompactFormatter.write_char_escape(writer, other),
            }
        }
    }
    let mut text = Vec::new();
    value
        .serialize(&mut Serializer::with_formatter(&mut text, UpperCaseHex))
        .unwrap();
    String::from_utf8(text).unwrap()
}

/// Where a value stands.
#[derive(Clone, Copy)]
struct Place {
    options: Options,
    /// Levels that may be opened here.
    levels: u8,
    /// `Some`s and newtype structs directly around it.
    wrappers: u8,
}

impl Place {
    /// Inside an array or object.
    fn inside(self) -> Result<Self, EncodeError> {
        let limit = self.options.max_depth;
        match self.levels.checked_sub(1) {
            Some(levels) => Ok(Self {
                levels,
                wrappers: 0,
                ..self
            }),
            None => Err(EncodeError::TooDeep { limit }),
        }
    }

    /// Inside a `Some` or newtype struct.
    fn wrapped(self) -> Result<Self, EncodeError> {
        match self.wrappers {
            32.. => Err(EncodeError::TooDeep { limit: 32 }),
            wrappers => Ok(Self {
                wrappers: wrappers + 1,
                ..self
            }),
        }
    }

    /// A value of which `serde_json` makes the text that ours must have.
    fn json(self, value: &Value) -> Result<Value, EncodeError> {
        Ok(match value {
            Value::Bytes(_) => Value::Str(text_of(value)?),
            Value::F32(v) if !v.is_finite() => self.not_finite()?,
            Value::F64(v) if !v.is_finite() => self.not_finite()?,
            Value::I64(v) => self.integer(value, v.unsigned_abs().into(), *v < 0),
            Value::U64(v) => self.integer(value, (*v).into(), false),
            Value::I128(v) => self.integer(value, v.unsigned_abs(), *v < 0),
            Value::U128(v) => self.integer(value, *v, false),
            Value::Some(v) => self.wrapped()?.json(v)?.some(),
            Value::NewtypeStruct(name, v) => {
                Value::NewtypeStruct(name, Box::new(self.wrapped()?.json(v)?))
            }
            Value::NewtypeVariant(name, v) => {
                Value::NewtypeVariant(name, Box::new(self.inside()?.json(v)?))
            }
            Value::Result(Ok(v)) => self.inside()?.json(v)?.ok(),
            Value::Result(Err(v)) => self.inside()?.json(v)?.err(),
            Value::Seq(items) => Value::Seq(self.inside()?.items(items)?),
            Value::Tuple(items) => Value::Tuple(self.inside()?.items(items)?),
            Value::TupleStruct(name, items) => {
                Value::TupleStruct(name, self.inside()?.items(items)?)
            }
            Value::TupleVariant(name, items) => {
                Value::TupleVariant(name, self.inside()?.inside()?.items(items)?)
            }
            Value::Map(entries) => {
                let inside = self.inside()?;
                let mut map = Vec::new();
                for (key, value) in entries {
                    inside.check_key(key)?;
                    map.push((key.clone(), inside.json(value)?));
                }
                Value::Map(map)
            }
            Value::Struct(name, fields) => Value::Struct(name, self.inside()?.fields(fields)?),
            Value::StructVariant(name, fields) => {
                Value::StructVariant(name, self.inside()?.inside()?.fields(fields)?)
            }
            Value::Fails => return Err(EncodeError::Custom),
            _ => value.clone(),
        })
    }

    fn items(self, items: &[Value]) -> Result<Vec<Value>, EncodeError> {
        items.iter().map(|item| self.json(item)).collect()
    }

    fn fields(
        self,
        fields: &[(&'static str, Value)],
    ) -> Result<Vec<(&'static str, Value)>, EncodeError> {
        fields
            .iter()
            .map(|(name, value)| Ok((*name, self.json(value)?)))
            .collect()
    }

    fn not_finite(self) -> Result<Value, EncodeError> {
        match self.options.non_finite {
            NonFinite::Null => Ok(Value::Unit),
            _ => Err(EncodeError::UnsupportedShape(Shape::NonFiniteFloat)),
        }
    }

    fn integer(self, value: &Value, magnitude: u128, negative: bool) -> Value {
        if self.options.big_integers_as_strings && magnitude > 9_007_199_254_740_992 {
            Value::Str(format!("{}{magnitude}", if negative { "-" } else { "" }))
        } else {
            value.clone()
        }
    }

    fn check_key(self, key: &Value) -> Result<(), EncodeError> {
        match key {
            Value::Bool(_) | Value::Char(_) | Value::Str(_) | Value::Shown(_) => Ok(()),
            Value::I8(_) | Value::I16(_) | Value::I32(_) | Value::I64(_) | Value::I128(_) => Ok(()),
            Value::U8(_) | Value::U16(_) | Value::U32(_) | Value::U64(_) | Value::U128(_) => Ok(()),
            Value::F32(v) if v.is_finite() => Ok(()),
            Value::F64(v) if v.is_finite() => Ok(()),
            Value::UnitVariant(_) => Ok(()),
            Value::NewtypeStruct(_, key) => self.wrapped()?.check_key(key),
            Value::Fails => Err(EncodeError::Custom),
            _ => Err(EncodeError::UnsupportedShape(Shape::MapKey)),
        }
    }

    /// The reason's text: its own, or term notation.
    fn reason(self, reason: &Value) -> Result<String, EncodeError> {
        match reason {
            Value::Some(reason) | Value::NewtypeStruct(_, reason) => self.wrapped()?.reason(reason),
            _ if is_text(reason) => text_of(reason),
            _ => self.term(reason),
        }
    }

    fn term(self, value: &Value) -> Result<String, EncodeError> {
        Ok(match value {
            Value::Bool(v) => v.to_string(),
            Value::I8(v) => v.to_string(),
            Value::I16(v) => v.to_string(),
            Value::I32(v) => v.to_string(),
            Value::I64(v) => v.to_string(),
            Value::I128(v) => v.to_string(),
            Value::U8(v) => v.to_string(),
            Value::U16(v) => v.to_string(),
            Value::U32(v) => v.to_string(),
            Value::U64(v) => v.to_string(),
            Value::U128(v) => v.to_string(),
            Value::F32(v) if v.is_finite() => text(v),
            Value::F64(v) if v.is_finite() => text(v),
            Value::F32(_) | Value::F64(_) => self.not_finite().map(|_| "nil".to_owned())?,
            Value::Char(_) | Value::Str(_) | Value::Bytes(_) | Value::Shown(_) => {
                quoted(&text_of(value)?)
            }
            Value::None | Value::Unit | Value::UnitStruct(_) => "nil".to_owned(),
            Value::UnitVariant(name) => literal(name),
            Value::Some(v) | Value::NewtypeStruct(_, v) => self.wrapped()?.term(v)?,
            Value::NewtypeVariant(name, v) => {
                format!("{{{}, {}}}", literal(name), self.inside()?.term(v)?)
            }
            Value::Result(Ok(v)) => format!("{{:Ok, {}}}", self.inside()?.term(v)?),
            Value::Result(Err(v)) => format!("{{:Err, {}}}", self.inside()?.term(v)?),
            Value::Seq(items) => format!("[{}]", self.inside()?.terms(items)?.join(", ")),
            Value::Tuple(items) | Value::TupleStruct(_, items) => {
                format!("{{{}}}", self.inside()?.terms(items)?.join(", "))
            }
            Value::TupleVariant(name, items) => {
                let mut terms = self.inside()?.terms(items)?;
                terms.insert(0, literal(name));
                format!("{{{}}}", terms.join(", "))
            }
            Value::Map(entries) => {
                let inside = self.inside()?;
                let entry = |(key, value): &(Value, Value)| {
                    Ok(inside.term_key(key)? + &inside.term(value)?)
                };
                let entries: Vec<String> = entries.iter().map(entry).collect::<Result<_, _>>()?;
                format!("%{{{}}}", entries.join(", "))
            }
            Value::Struct(_, fields) => self.inside()?.object(fields)?,
            Value::StructVariant(name, fields) => {
                let object = self.inside()?.inside()?.object(fields)?;
                format!("{{{}, {object}}}", literal(name))
            }
            Value::Fails => return Err(EncodeError::Custom),
        })
    }

    fn terms(self, items: &[Value]) -> Result<Vec<String>, EncodeError> {
        items.iter().map(|item| self.term(item)).collect()
    }

    /// The object that `self` is inside of.
    fn object(self, fields: &[(&'static str, Value)]) -> Result<String, EncodeError> {
        let field = |(name, value): &(&'static str, Value)| {
            Ok(format!("{}: {}", atom(name), self.term(value)?))
        };
        let fields: Vec<String> = fields.iter().map(field).collect::<Result<_, _>>()?;
        Ok(format!("%{{{}}}", fields.join(", ")))
    }

    fn term_key(self, key: &Value) -> Result<String, EncodeError> {
        Ok(match key {
            Value::Some(key) | Value::NewtypeStruct(_, key) => self.wrapped()?.term_key(key)?,
            Value::UnitVariant(name) if module(name).is_none() => format!("{}: ", atom(name)),
            Value::Bool(_) | Value::None | Value::Unit | Value::UnitStruct(_) => {
                format!("{}: ", self.term(key)?)
            }
            _ => format!("{} => ", self.term(key)?),
        })
    }
}

/// An atom as a value of its own.
fn literal(name: &str) -> String {
    match module(name) {
        Some(module) => module.to_owned(),
        None if ["nil", "true", "false"].contains(&name) => name.to_owned(),
        None => format!(":{}", atom(name)),
    }
}

/// What is shown of a module's name.
fn module(name: &str) -> Option<&str> {
    let path = name.strip_prefix("Elixir.")?;
    let is_module = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_uppercase())
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    path.split('.').all(is_module).then_some(path)
}

/// An atom's name: bare if it reads as one, in quotes if not.
fn atom(name: &str) -> String {
    let bytes = name.as_bytes();
    let stem = match bytes {
        [stem @ .., b'?' | b'!'] => stem,
        _ => bytes,
    };
    match stem {
        [b'A'..=b'Z' | b'a'..=b'z' | b'_', rest @ ..]
            if rest
                .iter()
                .all(|b| b.is_ascii_alphanumeric() || b"_@".contains(b)) =>
        {
            name.to_owned()
        }
        _ => quoted(name),
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\0' => quoted += "\\0",
            '\x07' => quoted += "\\a",
            '\x08' => quoted += "\\b",
            '\t' => quoted += "\\t",
            '\n' => quoted += "\\n",
            '\x0B' => quoted += "\\v",
            '\x0C' => quoted += "\\f",
            '\r' => quoted += "\\r",
            '\x1B' => quoted += "\\e",
            '\x7F' => quoted += "\\d",
            '#' if chars.peek() == Some(&'{') => quoted += "\\#",
            '\u{FEFF}' => quoted += "\\uFEFF",
            c if c < ' ' => quoted += &format!("\\x{:02X}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
