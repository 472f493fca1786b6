//! [`Writer`], the state that the serializers share, and the commas, levels and errors it keeps.
//!
//! Here and in the serializers, what is `inline` for 64-bit pointers is so for the speed of hosts. On
//! chips that is left to the compiler, which then knows whether the code shall be small.

use core::mem::forget;

use serde::Serialize;
use serde::ser;

use super::float::Float;
use super::value::Value;
use super::{JsonEncoder, NonFinite, number};
use crate::output::Word;
use crate::{EncodeError, Output, Shape};

static TRUE: Word = Word::new("true");
static FALSE: Word = Word::new("false");

/// `Some` and newtype structs that may stand directly inside each other.
const MAX_WRAPPERS: u8 = 32;

pub(super) struct Writer<'o, 'a> {
    pub(super) out: &'o mut Output<'a>,
    options: JsonEncoder,
    /// Whether the next item of the innermost container is its first.
    first: bool,
    pub(super) next: Next,
    /// Whether the key in term notation that was written needs no ` => `.
    pub(super) bare_key: bool,
    /// Levels that may still be opened.
    levels: u8,
    /// `Some`s and newtype structs since the last item.
    wrappers: u8,
    /// The first error. It stays, so that a `Serialize` that ignores a failure cannot hide it.
    error: Option<ValueError>,
}

/// Those of [`EncodeError`] that a value can cause: two bytes, not twelve.
#[derive(Clone, Copy)]
pub(super) enum ValueError {
    UnsupportedShape(Shape),
    TooDeep { limit: u8 },
    Custom,
}

impl ValueError {
    // Not `From`: where there is more than one, users have to annotate the types of their `?`.
    fn into_error(self) -> EncodeError {
        match self {
            Self::UnsupportedShape(shape) => EncodeError::UnsupportedShape(shape),
            Self::TooDeep { limit } => EncodeError::TooDeep { limit },
            Self::Custom => EncodeError::Custom,
        }
    }
}

/// What may come next in a map.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// A key, or the end. Anywhere else than in a map: an item.
    Item,
    /// The value of the key that was written.
    Value,
}

/// The serializers' error: without content, so that results stay in a register. The reason is
/// in the [`Writer`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Failed;

pub(super) type Written = Result<(), Failed>;

impl core::fmt::Display for Failed {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("encoding failed")
    }
}

impl core::error::Error for Failed {}

impl ser::Error for Failed {
    fn custom<T: core::fmt::Display>(_: T) -> Self {
        Self
    }
}

/// A part of a value that is being written. It is dropped by a panic only: where those do not unwind,
/// that is no code.
pub(super) struct Part<'w, 'o, 'a> {
    pub(super) writer: &'w mut Writer<'o, 'a>,
}

impl Drop for Part<'_, '_, '_> {
    fn drop(&mut self) {
        self.writer.note(ValueError::Custom);
    }
}

impl Part<'_, '_, '_> {
    #[inline]
    pub(super) fn end(self, result: Written) -> Written {
        if result.is_err() {
            self.writer.note(ValueError::Custom);
        }
        forget(self);
        result
    }
}

impl<'o, 'a> Writer<'o, 'a> {
    pub(super) fn new(out: &'o mut Output<'a>, options: JsonEncoder) -> Self {
        Self {
            out,
            options,
            first: true,
            next: Next::Item,
            bare_key: false,
            levels: options.max_depth,
            wrappers: 0,
            error: None,
        }
    }

    pub(super) fn options(&self) -> JsonEncoder {
        self.options
    }

    /// Ends the whole encoding.
    // Linked once, whatever is encoded.
    #[inline(never)]
    pub(super) fn finish(&mut self, result: Written) -> Result<(), EncodeError> {
        self.outcome(result).map_err(ValueError::into_error)?;
        self.out.end_json();
        Ok(())
    }

    /// What became of the value.
    pub(super) fn outcome(&self, result: Written) -> Result<(), ValueError> {
        match (self.error, result) {
            (Some(error), _) => Err(error),
            (None, Err(Failed)) => Err(ValueError::Custom),
            (None, Ok(())) => Ok(()),
        }
    }

    /// Fails with `error`, unless there was one already.
    #[inline]
    pub(super) fn fail<T>(&mut self, error: ValueError) -> Result<T, Failed> {
        self.note(error);
        Err(Failed)
    }

    #[cold]
    #[inline(never)]
    fn note(&mut self, error: ValueError) {
        self.error.get_or_insert(error);
    }

    pub(super) fn unsupported<T>(&mut self, shape: Shape) -> Result<T, Failed> {
        self.fail(ValueError::UnsupportedShape(shape))
    }

    /// Begins a part of a value. If its `Serialize` fails or panics half-way the text is broken,
    /// whatever the caller makes of that.
    #[inline]
    pub(super) fn part(&mut self) -> Part<'_, 'o, 'a> {
        Part { writer: self }
    }

    /// Writes a value that is part of another.
    pub(super) fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        let part = self.part();
        let result = value.serialize(Value(part.writer));
        part.end(result)
    }

    /// Opens an array or object, or what stands for one in term notation.
    #[cfg_attr(target_pointer_width = "64", inline)]
    pub(super) fn open(&mut self, bracket: u8) -> Written {
        match self.levels.checked_sub(1) {
            Some(levels) => self.levels = levels,
            None => {
                let limit = self.options.max_depth;
                return self.fail(ValueError::TooDeep { limit });
            }
        }
        self.first = true;
        self.next = Next::Item;
        self.out.push_ascii(bracket);
        Ok(())
    }

    #[cfg_attr(target_pointer_width = "64", inline)]
    pub(super) fn close(&mut self, bracket: u8) {
        self.levels = self.levels.saturating_add(1);
        self.first = false;
        self.next = Next::Item;
        self.out.push_ascii(bracket);
    }

    /// Counts a `Some` or newtype struct: it writes nothing, but its value takes stack.
    #[cfg_attr(target_pointer_width = "64", inline)]
    pub(super) fn wrap(&mut self) -> Written {
        if self.wrappers == MAX_WRAPPERS {
            let limit = MAX_WRAPPERS;
            return self.fail(ValueError::TooDeep { limit });
        }
        self.wrappers += 1;
        Ok(())
    }

    /// Begins an item of a container.
    #[inline]
    pub(super) fn item(&mut self, separate: impl FnOnce(&mut Output<'_>)) {
        if !self.first {
            separate(self.out);
        }
        self.begun();
    }

    /// What is written next is within an item.
    #[inline]
    pub(super) fn begun(&mut self) {
        self.first = false;
        self.wrappers = 0;
    }

    /// A map's keys and values must take turns, else the text is no JSON.
    #[cfg_attr(target_pointer_width = "64", inline)]
    pub(super) fn expect(&mut self, next: Next) -> Written {
        if self.next == next {
            self.wrappers = 0;
            Ok(())
        } else {
            self.fail(ValueError::Custom)
        }
    }

    /// The name of an object's member, and its colon.
    #[cfg_attr(target_pointer_width = "64", inline)]
    pub(super) fn field(&mut self, name: &str) {
        let comma = !self.first;
        self.begun();
        self.out.push_name(comma, name);
    }

    #[cfg_attr(target_pointer_width = "64", inline)]
    pub(super) fn bool(&mut self, v: bool) {
        if v {
            self.out.push_word(&TRUE);
        } else {
            self.out.push_word(&FALSE);
        }
    }

    #[cfg_attr(target_pointer_width = "64", inline)]
    pub(super) fn u32(&mut self, negative: bool, magnitude: u32) {
        self.sign(negative);
        number::u32(self.out, magnitude);
    }

    pub(super) fn u64(&mut self, negative: bool, magnitude: u64) {
        self.sign(negative);
        number::u64(self.out, magnitude);
    }

    pub(super) fn u128(&mut self, negative: bool, magnitude: u128) {
        self.sign(negative);
        number::u128(self.out, magnitude);
    }

    fn sign(&mut self, negative: bool) {
        if negative {
            self.out.push_ascii(b'-');
        }
    }

    /// A float's text, if it has one. If not, `null` may stand for it.
    pub(super) fn float(&mut self, float: impl Float, null: &str) -> Written {
        if float.is_finite() {
            float.push(self.out);
        } else if self.options.non_finite == NonFinite::Null {
            self.out.push_str(null);
        } else {
            return self.unsupported(Shape::NonFiniteFloat);
        }
        Ok(())
    }
}
