//! [`Reader`], which knows JSON's text: tokens, strings, numbers, and what is skipped.

use core::fmt::Display;
use core::mem;
use core::str;

use serde::de;

use super::{DecodeError, Problem};

/// Levels of arrays and objects. [`Reader::skip`] keeps a bit for each.
const LEVELS: u8 = 16;

pub(super) struct Reader<'de> {
    text: &'de str,
    /// Offset of the next byte.
    at: usize,
    /// Room for unescaped strings.
    scratch: &'de mut [u8],
    /// Levels that may still be opened.
    levels: u8,
    /// `Some`s and newtype structs that may still follow each other without an item between them.
    wrappers: u8,
    /// The member that is being read, of the innermost struct.
    pub(super) member: Option<&'static str>,
    /// The first error. It stays, so that a `Deserialize` that ignores a failure cannot hide it.
    error: Option<DecodeError>,
}

/// The reader's error: without content, so that results stay in a register. The reason is in the
/// [`Reader`].
pub(super) struct Noted;

pub(super) type Read<T> = Result<T, Noted>;

/// What serde calls the error: [`Noted`], or what a type's own `Deserialize` found.
#[derive(Debug)]
pub(super) enum Failure {
    Noted,
    Missing(&'static str),
    Duplicate(&'static str),
    Problem(Problem),
}

impl From<Noted> for Failure {
    fn from(_: Noted) -> Self {
        Self::Noted
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("decoding failed")
    }
}

impl core::error::Error for Failure {}

impl de::Error for Failure {
    fn custom<T: Display>(_: T) -> Self {
        Self::Problem(Problem::Custom)
    }

    fn invalid_length(actual: usize, _: &dyn de::Expected) -> Self {
        Self::Problem(Problem::Length { actual })
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self::Problem(Problem::UnknownVariant { expected })
    }

    fn unknown_field(_: &str, expected: &'static [&'static str]) -> Self {
        Self::Problem(Problem::UnknownMember { expected })
    }

    fn missing_field(member: &'static str) -> Self {
        Self::Missing(member)
    }

    fn duplicate_field(member: &'static str) -> Self {
        Self::Duplicate(member)
    }
}

/// An integer type.
pub(super) struct Integer {
    /// The magnitude of the least one.
    pub(super) least: u64,
    pub(super) most: u64,
    pub(super) expected: &'static str,
}

impl Integer {
    /// The integer that `text` is, in two's complement.
    #[inline(never)]
    pub(super) fn parse(&self, text: &str) -> Result<u64, Problem> {
        let expected = self.expected;
        let (negative, limit, digits) = match text.as_bytes() {
            [b'-', digits @ ..] => (true, self.least, digits),
            digits => (false, self.most, digits),
        };
        if matches!(digits, [] | [b'0', _, ..]) {
            return Err(Problem::WrongType { expected });
        }
        let mut magnitude = 0_u64;
        for byte in digits {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                return Err(Problem::WrongType { expected });
            }
            let more = magnitude
                .checked_mul(10)
                .and_then(|tens| tens.checked_add(digit.into()));
            match more {
                Some(more) if more <= limit => magnitude = more,
                _ => return Err(Problem::OutOfRange { expected }),
            }
        }
        Ok(if negative {
            magnitude.wrapping_neg()
        } else {
            magnitude
        })
    }
}

impl<'de> Reader<'de> {
    pub(super) fn new(text: &'de str, scratch: &'de mut [u8]) -> Self {
        let mut reader = Self {
            text,
            at: 0,
            scratch,
            levels: LEVELS,
            wrappers: LEVELS,
            member: None,
            error: None,
        };
        if reader.token().is_none() {
            reader.text = "{}";
            reader.at = 0;
        }
        reader
    }

    /// The end of the decoding: nothing may follow.
    #[inline(never)]
    pub(super) fn end(&mut self) -> Read<()> {
        let token = self.token();
        let at = self.at;
        if self.error.is_some() {
            Err(Noted)
        } else if token.is_some() {
            self.fail(Problem::Trailing { at })
        } else if self.levels != LEVELS {
            // A `Deserialize` that ignored a failure left brackets open.
            self.fail(Problem::Truncated { at })
        } else {
            Ok(())
        }
    }

    /// What failed, and where.
    #[inline(never)]
    pub(super) fn explain(&self, failure: Failure) -> DecodeError {
        let (member, problem) = match failure {
            Failure::Missing(member) => (Some(member), Problem::Missing),
            Failure::Duplicate(member) => (Some(member), Problem::Duplicate),
            Failure::Problem(problem) => (self.member, problem),
            Failure::Noted => (self.member, Problem::Custom),
        };
        self.error.unwrap_or(DecodeError { member, problem })
    }

    /// Fails with `problem`, unless something failed already.
    #[cold]
    pub(super) fn fail<T, E: From<Noted>>(&mut self, problem: Problem) -> Result<T, E> {
        self.note(problem);
        Err(E::from(Noted))
    }

    #[cold]
    #[inline(never)]
    fn note(&mut self, problem: Problem) {
        let member = self.member;
        self.error.get_or_insert(DecodeError { member, problem });
    }

    /// Fails because the next byte cannot stand there.
    #[cold]
    fn syntax<T>(&mut self) -> Read<T> {
        self.note_syntax();
        Err(Noted)
    }

    #[cold]
    #[inline(never)]
    fn note_syntax(&mut self) {
        let at = self.at;
        self.note(match self.byte() {
            Some(_) => Problem::Syntax { at },
            None => Problem::Truncated { at },
        });
    }

    /// Fails because the value that follows is not what the type has; or because none does.
    #[cold]
    pub(super) fn unexpected<T, E: From<Noted>>(&mut self, problem: Problem) -> Result<T, E> {
        self.note_unexpected(problem);
        Err(E::from(Noted))
    }

    #[cold]
    #[inline(never)]
    fn note_unexpected(&mut self, problem: Problem) {
        match self.byte() {
            Some(b'"' | b'[' | b'{' | b't' | b'f' | b'n' | b'-' | b'0'..=b'9') => {
                self.note(problem);
            }
            _ => self.note_syntax(),
        }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Whether `byte` is the next one; then it is read.
    #[inline(never)]
    fn eat(&mut self, byte: u8) -> bool {
        let is_next = self.byte() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, byte: u8) -> Read<()> {
        if self.eat(byte) {
            Ok(())
        } else {
            self.syntax()
        }
    }

    /// The first byte of the next token.
    #[inline(never)]
    pub(super) fn token(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.byte() {
            self.at += 1;
        }
        self.byte()
    }

    /// `null`, `true` or `false`.
    pub(super) fn word(&mut self, word: &str) -> Read<()> {
        word.bytes().try_for_each(|byte| self.expect(byte))
    }

    /// Opens an array or object.
    pub(super) fn open(&mut self, bracket: u8, expected: &'static str) -> Read<()> {
        if self.token() != Some(bracket) {
            return self.unexpected(Problem::WrongType { expected });
        }
        self.levels = self.deeper(self.levels)?;
        self.at += 1;
        Ok(())
    }

    /// Whether another item of an array or object follows. If not, that was its closing bracket.
    pub(super) fn more(&mut self, first: bool, bracket: u8) -> Read<bool> {
        self.wrappers = LEVELS;
        let token = self.token();
        if token == Some(bracket) {
            self.at += 1;
            self.levels = self.levels.saturating_add(1);
            return Ok(false);
        }
        if !first {
            self.expect(b',')?;
        }
        Ok(true)
    }

    fn deeper(&mut self, levels: u8) -> Read<u8> {
        match levels.checked_sub(1) {
            Some(levels) => Ok(levels),
            None => self.fail(Problem::TooDeep { limit: LEVELS }),
        }
    }

    /// Whether there is a value other than `null`.
    pub(super) fn some(&mut self) -> Read<bool> {
        if self.token() == Some(b'n') {
            self.word("null")?;
            return Ok(false);
        }
        self.wrap()?;
        Ok(true)
    }

    /// Counts a `Some` or newtype struct: it reads nothing, but its value takes stack.
    pub(super) fn wrap(&mut self) -> Read<()> {
        self.wrappers = self.deeper(self.wrappers)?;
        Ok(())
    }

    /// The name of a member.
    pub(super) fn key(&mut self) -> Read<&'de str> {
        if self.token() == Some(b'"') {
            self.string("")
        } else {
            self.syntax()
        }
    }

    pub(super) fn colon(&mut self) -> Read<()> {
        self.token();
        self.expect(b':')
    }

    /// A string's text, from the scratch if it has escapes.
    #[inline(never)]
    pub(super) fn string(&mut self, expected: &'static str) -> Read<&'de str> {
        if self.token() != Some(b'"') {
            return self.unexpected(Problem::WrongType { expected });
        }
        let start = self.at.saturating_add(1);
        let needed = self.unescape()?;
        let raw = self
            .text
            .get(start..self.at.saturating_sub(1))
            .unwrap_or_default();
        // An escape is longer than what it stands for.
        if raw.len() == needed {
            return Ok(raw);
        }
        let left = self.scratch.len();
        match mem::take(&mut self.scratch).split_at_mut_checked(needed) {
            Some((unescaped, rest)) => {
                self.scratch = rest;
                // Always text: escapes stand for characters, and the other bytes come from text.
                Ok(str::from_utf8(unescaped).unwrap_or_default())
            }
            None => self.fail(Problem::Scratch { needed, left }),
        }
    }

    /// Reads a string, and writes what it stands for to the scratch, as far as there is room. Its
    /// length.
    #[inline(never)]
    fn unescape(&mut self) -> Read<usize> {
        self.expect(b'"')?;
        let mut length = 0;
        loop {
            let byte = match self.byte() {
                Some(byte @ b' '..) => byte,
                _ => return self.syntax(),
            };
            self.at += 1;
            match byte {
                b'"' => return Ok(length),
                b'\\' => {
                    let char = self.escape()?;
                    for byte in char.encode_utf8(&mut [0; 4]).bytes() {
                        self.write(&mut length, byte);
                    }
                }
                _ => self.write(&mut length, byte),
            }
        }
    }

    fn write(&mut self, length: &mut usize, byte: u8) {
        if let Some(place) = self.scratch.get_mut(*length) {
            *place = byte;
        }
        *length += 1;
    }

    fn escape(&mut self) -> Read<char> {
        let char = match self.byte() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(),
            _ => return self.syntax(),
        };
        self.at += 1;
        Ok(char)
    }

    /// `uXXXX`, twice with a backslash between them if it is a surrogate pair.
    fn unicode(&mut self) -> Read<char> {
        let mut code = self.utf16()?;
        if let 0xD800..0xDC00 = code {
            self.expect(b'\\')?;
            code = match self.utf16()? {
                low @ 0xDC00..0xE000 => 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00),
                _ => return self.syntax(),
            };
        }
        match char::from_u32(code) {
            Some(char) => Ok(char),
            None => self.syntax(),
        }
    }

    fn utf16(&mut self) -> Read<u32> {
        self.expect(b'u')?;
        let mut unit = 0;
        for _ in 0..4 {
            let Some(digit) = self.byte().and_then(|byte| char::from(byte).to_digit(16)) else {
                return self.syntax();
            };
            unit = unit << 4 | digit;
            self.at += 1;
        }
        Ok(unit)
    }

    /// A number's text.
    #[inline(never)]
    pub(super) fn number(&mut self, expected: &'static str) -> Read<&'de str> {
        if !matches!(self.token(), Some(b'-' | b'0'..=b'9')) {
            return self.unexpected(Problem::WrongType { expected });
        }
        let start = self.at;
        self.eat(b'-');
        if !self.eat(b'0') {
            self.digits()?;
        }
        if self.eat(b'.') {
            self.digits()?;
        }
        if self.eat(b'e') || self.eat(b'E') {
            let _ = self.eat(b'+') || self.eat(b'-');
            self.digits()?;
        }
        Ok(self.text.get(start..self.at).unwrap_or_default())
    }

    fn digits(&mut self) -> Read<()> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.byte() {
            self.at += 1;
        }
        if self.at == start {
            self.syntax()
        } else {
            Ok(())
        }
    }

    /// The text of a value, which is read but not decoded.
    pub(super) fn raw(&mut self) -> Read<&'de str> {
        self.token();
        let start = self.at;
        self.skip()?;
        Ok(self.text.get(start..self.at).unwrap_or_default())
    }

    /// Reads a value that nobody wants. It does not recurse.
    #[inline(never)]
    pub(super) fn skip(&mut self) -> Read<()> {
        let outside = self.levels;
        // A bit for each level that is open, 1 for an object; the lowest is the innermost.
        let mut objects = 0_u32;
        loop {
            let mut first = false;
            match self.token() {
                Some(bracket @ (b'[' | b'{')) => {
                    self.open(bracket, "")?;
                    objects = objects << 1 | u32::from(bracket == b'{');
                    first = true;
                }
                Some(b'"') => self.unescape().map(|_| ())?,
                Some(b't') => self.word("true")?,
                Some(b'f') => self.word("false")?,
                Some(b'n') => self.word("null")?,
                _ => self.number("").map(|_| ())?,
            }
            loop {
                if self.levels == outside {
                    return Ok(());
                }
                let object = objects & 1 == 1;
                if self.more(first, if object { b'}' } else { b']' })? {
                    if object {
                        self.token();
                        self.unescape()?;
                        self.colon()?;
                    }
                    break;
                }
                objects >>= 1;
                first = false;
            }
        }
    }
}
