//! [`Term`], the serializer of reasons that are no strings, as Elixir's `inspect` prints them.
//!
//! It writes plain text; the [`Output`](crate::Output) beneath escapes it for the JSON string that
//! it stands in.

use core::fmt::{self, Display, Write};

use serde::Serialize;
use serde::ser::Serializer;

use super::compound::{Compound, Notation};
use super::value::integers;
use super::writer::{Failed, Writer, Written};
use crate::output::hex;
use crate::{Output, Shape};

pub(super) struct Term<'w, 'o, 'a> {
    writer: &'w mut Writer<'o, 'a>,
    role: Role,
}

/// What a term is to the text around it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The whole reason. A string is written verbatim.
    Reason,
    /// A key of a map. An atom is written as `key:`.
    Key,
    /// Any other part.
    Value,
}

impl<'w, 'o, 'a> Term<'w, 'o, 'a> {
    pub(super) fn new(writer: &'w mut Writer<'o, 'a>, role: Role) -> Self {
        Self { writer, role }
    }

    fn u32(self, negative: bool, magnitude: u32) -> Written {
        self.writer.u32(negative, magnitude);
        Ok(())
    }

    fn u64(self, negative: bool, magnitude: u64) -> Written {
        self.writer.u64(negative, magnitude);
        Ok(())
    }

    fn u128(self, negative: bool, magnitude: u128) -> Written {
        self.writer.u128(negative, magnitude);
        Ok(())
    }

    fn open_map(self) -> Result<Compound<'w, 'o, 'a, Terms>, Failed> {
        self.writer.out.push_ascii(b'%');
        Compound::open(self.writer, b'{')
    }

    /// The tuple that stands for a variant, and its first element, the variant's name.
    fn open_variant(&mut self, name: &str) -> Written {
        self.writer.open(b'{')?;
        self.writer.item(Terms::separate);
        atom(self.writer.out, name);
        Ok(())
    }

    /// `nil`, `true` or `false`: an atom that is written bare.
    fn word(self, word: &str) -> Written {
        self.writer.out.push_str(word);
        if self.role == Role::Key {
            self.end_atom_key();
        }
        Ok(())
    }

    fn end_atom_key(self) {
        self.writer.out.push_str(": ");
        self.writer.bare_key = true;
    }
}

/// The notation of Elixir's `inspect`.
pub(super) struct Terms;

impl Notation for Terms {
    const TUPLE_END: u8 = b'}';

    fn separate(out: &mut Output<'_>) {
        out.push_str(", ");
    }

    fn end_tuple_variant(writer: &mut Writer<'_, '_>) {
        writer.close(b'}');
    }

    fn value<T: Serialize + ?Sized>(writer: &mut Writer<'_, '_>, value: &T) -> Written {
        value.serialize(Term::new(writer, Role::Value))
    }

    fn key<T: Serialize + ?Sized>(writer: &mut Writer<'_, '_>, key: &T) -> Written {
        key.serialize(Term::new(writer, Role::Key))?;
        if !core::mem::take(&mut writer.bare_key) {
            writer.out.push_str(" => ");
        }
        Ok(())
    }

    fn name(writer: &mut Writer<'_, '_>, name: &str) {
        writer.item(Self::separate);
        atom_name(writer.out, name);
        writer.out.push_str(": ");
    }
}

fn atom(out: &mut Output<'_>, name: &str) {
    match module(name) {
        Some(module) => out.push_str(module),
        None if matches!(name, "nil" | "true" | "false") => out.push_str(name),
        None => {
            out.push_str(":");
            atom_name(out, name);
        }
    }
}

/// An atom's name, in quotes unless it is an identifier.
fn atom_name(out: &mut Output<'_>, name: &str) {
    if is_identifier(name) {
        out.push_str(name);
    } else {
        quoted(out, name);
    }
}

/// What is printed of an atom that names a module: `Foo.Bar` of `Elixir.Foo.Bar`.
fn module(name: &str) -> Option<&str> {
    let path = name.strip_prefix("Elixir")?;
    let mut before = None;
    let is_path = path.bytes().all(|byte| match before.replace(byte) {
        None => byte == b'.',
        Some(b'.') => byte.is_ascii_uppercase(),
        Some(_) => byte == b'.' || is_word(byte.into()),
    });
    if !is_path || before == Some(b'.') {
        return None;
    }
    match path.strip_prefix('.') {
        Some(path) if path != "Elixir" && !path.starts_with("Elixir.") => Some(path),
        _ => Some(name),
    }
}

fn is_identifier(name: &str) -> bool {
    let stem = name.strip_suffix(['?', '!']).unwrap_or(name);
    stem.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && stem.chars().all(|c| is_word(c) || c == '@')
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn quoted(out: &mut Output<'_>, text: &str) {
    out.push_str("\"");
    escaped(out, text);
    out.push_str("\"");
}

/// Text with the escapes of an Elixir string.
fn escaped(out: &mut Output<'_>, mut text: &str) {
    while let Some((clean, special, rest)) = split_special(text) {
        out.push_str(clean);
        escape(out, special, rest);
        text = rest;
    }
    out.push_str(text);
}

fn split_special(text: &str) -> Option<(&str, char, &str)> {
    // `#` is special before `{` only, and the byte order mark is invisible.
    let special = |c| c < ' ' || matches!(c, '"' | '\\' | '#' | '\x7F' | '\u{FEFF}');
    let (clean, rest) = text.split_at_checked(text.find(special)?)?;
    let mut rest = rest.chars();
    Some((clean, rest.next()?, rest.as_str()))
}

fn escape(out: &mut Output<'_>, special: char, rest: &str) {
    let letter = match special {
        '#' if !rest.starts_with('{') => return out.push_str("#"),
        '#' | '"' | '\\' => special as u8,
        '\0' => b'0',
        '\x07' => b'a',
        '\x08' => b'b',
        '\t' => b't',
        '\n' => b'n',
        '\x0B' => b'v',
        '\x0C' => b'f',
        '\r' => b'r',
        '\x1B' => b'e',
        '\x7F' => b'd',
        '\u{FEFF}' => return out.push_str("\\uFEFF"),
        control => {
            out.push_str("\\x");
            out.push_ascii(hex(control as u8 >> 4));
            return out.push_ascii(hex(control as u8 & 0x0F));
        }
    };
    out.push_ascii(b'\\');
    out.push_ascii(letter);
}

/// Escapes what `Display` writes, piece by piece. A `#` that ends a piece is held back until it is
/// known whether `{` follows.
struct Escaping<'o, 'a> {
    out: &'o mut Output<'a>,
    hash: bool,
}

impl Write for Escaping<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if text.is_empty() {
            return Ok(());
        }
        self.flush(text);
        match text.strip_suffix('#') {
            Some(text) => {
                escaped(self.out, text);
                self.hash = true;
            }
            None => escaped(self.out, text),
        }
        Ok(())
    }
}

impl Escaping<'_, '_> {
    fn flush(&mut self, next: &str) {
        if core::mem::take(&mut self.hash) {
            escape(self.out, '#', next);
        }
    }
}

impl<'w, 'o, 'a> Serializer for Term<'w, 'o, 'a> {
    type Ok = ();
    type Error = Failed;
    type SerializeSeq = Compound<'w, 'o, 'a, Terms>;
    type SerializeTuple = Compound<'w, 'o, 'a, Terms>;
    type SerializeTupleStruct = Compound<'w, 'o, 'a, Terms>;
    type SerializeTupleVariant = Compound<'w, 'o, 'a, Terms>;
    type SerializeMap = Compound<'w, 'o, 'a, Terms>;
    type SerializeStruct = Compound<'w, 'o, 'a, Terms>;
    type SerializeStructVariant = Compound<'w, 'o, 'a, Terms>;

    fn serialize_bool(self, v: bool) -> Written {
        self.word(if v { "true" } else { "false" })
    }

    integers!();

    fn serialize_f32(self, v: f32) -> Written {
        self.writer.float(v, "nil")
    }

    fn serialize_f64(self, v: f64) -> Written {
        self.writer.float(v, "nil")
    }

    fn serialize_char(self, v: char) -> Written {
        self.serialize_str(v.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, v: &str) -> Written {
        match self.role {
            Role::Reason => self.writer.out.push_str(v),
            Role::Key | Role::Value => quoted(self.writer.out, v),
        }
        Ok(())
    }

    fn serialize_bytes(self, v: &[u8]) -> Written {
        match str::from_utf8(v) {
            Ok(text) => self.serialize_str(text),
            Err(_) => self.writer.unsupported(Shape::InvalidUtf8),
        }
    }

    fn serialize_none(self) -> Written {
        self.word("nil")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        self.writer.wrap()?;
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        self.word("nil")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.word("nil")
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        if self.role == Role::Key && module(variant).is_none() {
            atom_name(self.writer.out, variant);
            self.end_atom_key();
        } else {
            atom(self.writer.out, variant);
        }
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Written {
        self.writer.wrap()?;
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
        let mut tuple = Compound::<Terms>::opened(self.writer);
        tuple.item(value)?;
        tuple.end(b'}')
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Failed> {
        Compound::open(self.writer, b'[')
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Failed> {
        Compound::open(self.writer, b'{')
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, Failed> {
        Compound::open(self.writer, b'{')
    }

    fn serialize_tuple_variant(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Failed> {
        self.open_variant(variant)?;
        Ok(Compound::opened(self.writer))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Failed> {
        self.open_map()
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, Failed> {
        self.open_map()
    }

    fn serialize_struct_variant(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Failed> {
        self.open_variant(variant)?;
        self.writer.item(Terms::separate);
        self.open_map()
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Written {
        let out = &mut *self.writer.out;
        let shown = match self.role {
            Role::Reason => write!(out, "{value}"),
            Role::Key | Role::Value => {
                out.push_str("\"");
                let mut escaping = Escaping { out, hash: false };
                let shown = write!(escaping, "{value}");
                escaping.flush("");
                escaping.out.push_str("\"");
                shown
            }
        };
        // `Output` takes everything: an error is the value's own.
        shown.map_err(|_| Failed)
    }
}
