//! [`JsonEncoder`], the default encoder, and its rules for the top level.

mod compound;
mod float;
mod key;
mod number;
mod term;
mod top;
mod value;
mod writer;

use serde::Serialize;

use crate::{EncodeError, Output, ToolResultEncoder};
pub(crate) use number::decimal;
use top::Top;
use writer::Writer;

/// The default encoder: text stays text, everything else becomes compact JSON.
///
/// # What it writes
///
/// At the top level:
///
/// | value | content |
/// |---|---|
/// | a string: `str`, `char`, UTF-8 bytes, anything that serializes as one | itself, unchanged, no quotes |
/// | `Ok(v)` of a `Result` | `{"ok":v}` |
/// | `Err(reason)`, the reason a string | `{"error":"reason"}` |
/// | `Err(reason)`, any other reason | `{"error":"…"}` with the reason in term notation |
/// | anything else | JSON |
///
/// Each kind of serde's data model, in JSON and, as part of a reason that is no string, in the
/// term notation of Elixir's `inspect`:
///
/// | kind | JSON | as a map key | term notation |
/// |---|---|---|---|
/// | `bool` | `true` | `"true"` | `true` |
/// | `i8` `i16` `i32` `i64` `i128` `u8` `u16` `u32` `u64` `u128` | `-42` | `"-42"` | `-42` |
/// | `f32` `f64` | `21.5` (shortest that reads back) | `"21.5"` | `21.5` |
/// | float, NaN or infinite | [`NonFiniteFloat`](crate::Shape::NonFiniteFloat), or [`null`](NonFinite::Null) | [`MapKey`](crate::Shape::MapKey) | as in JSON, `nil` |
/// | `char`, string | `"a\n"` | `"a\n"` | `"a\n"` |
/// | bytes, UTF-8 | `"text"` | [`MapKey`](crate::Shape::MapKey) | `"text"` |
/// | bytes, not UTF-8 | [`InvalidUtf8`](crate::Shape::InvalidUtf8) | [`MapKey`](crate::Shape::MapKey) | [`InvalidUtf8`](crate::Shape::InvalidUtf8) |
/// | none | `null` | [`MapKey`](crate::Shape::MapKey) | `nil` |
/// | some | its value | [`MapKey`](crate::Shape::MapKey) | its value |
/// | unit, unit struct | `null` | [`MapKey`](crate::Shape::MapKey) | `nil` |
/// | unit variant | `"Name"` | `"Name"` | `:Name`, `:"odd name"` |
/// | newtype struct | its value | its value | its value |
/// | newtype variant | `{"Name":1}` | [`MapKey`](crate::Shape::MapKey) | `{:Name, 1}` |
/// | sequence | `[1,2]` | [`MapKey`](crate::Shape::MapKey) | `[1, 2]` |
/// | tuple, array, tuple struct | `[1,2]` | [`MapKey`](crate::Shape::MapKey) | `{1, 2}` |
/// | tuple variant | `{"Name":[1,2]}` | [`MapKey`](crate::Shape::MapKey) | `{:Name, 1, 2}` |
/// | map | `{"k":1}` | [`MapKey`](crate::Shape::MapKey) | `%{"k" => 1}` |
/// | struct | `{"field":1}` | [`MapKey`](crate::Shape::MapKey) | `%{field: 1}` |
/// | struct variant | `{"Name":{"field":1}}` | [`MapKey`](crate::Shape::MapKey) | `{:Name, %{field: 1}}` |
///
/// JSON has no whitespace; strings escape `"`, `\` and what is below 0x20, all other text stays
/// UTF-8. The order is the value's own: nothing is sorted, dropped or merged. In term notation
/// any value can be a map key: `%{{1, 2} => 3}`, and `name: 1` for unit variants, booleans and
/// `nil`.
///
/// A `Result` below the top level is serde's `{"Ok":1}`. An enum of your own that is named
/// `Result` and has newtype variants `Ok` and `Err` looks the same to serde and is treated alike.
///
/// ```
/// use tool_result_encoder::{JsonEncoder, ToolResultEncoder};
///
/// let json = JsonEncoder::new();
/// assert_eq!(json.encode::<_, 64>("door open")?, "door open");
/// assert_eq!(json.encode::<_, 64>(&Ok::<_, ()>([1, 2]))?, r#"{"ok":[1,2]}"#);
/// assert_eq!(json.encode::<_, 64>(&Err::<(), _>("no answer"))?, r#"{"error":"no answer"}"#);
/// assert_eq!(json.encode::<_, 64>(&Err::<(), _>((504, true)))?, r#"{"error":"{504, true}"}"#);
/// # Ok::<(), tool_result_encoder::EncodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JsonEncoder {
    max_depth: u8,
    non_finite: NonFinite,
    big_integers_as_strings: bool,
}

/// What becomes of a float that is NaN or infinite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NonFinite {
    /// The encoding fails with [`Shape::NonFiniteFloat`](crate::Shape::NonFiniteFloat).
    #[default]
    Error,
    /// `null` is written.
    Null,
}

impl JsonEncoder {
    /// The encoder with its default options.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            max_depth: 32,
            non_finite: NonFinite::Error,
            big_integers_as_strings: false,
        }
    }

    /// How many arrays and objects may stand inside each other; 32 by default. The object around
    /// the result, `{"ok":…}`, is no level. The limit is there for the stack: the README has
    /// the bytes of a level.
    ///
    /// `Some` and newtype structs open no level; more than 32 of them directly inside each other
    /// are too deep as well.
    ///
    /// ```
    /// use tool_result_encoder::{EncodeError, JsonEncoder, ToolResultEncoder};
    ///
    /// let flat = JsonEncoder::new().max_depth(1);
    /// assert_eq!(flat.encode::<_, 8>(&[1])?, "[1]");
    /// assert_eq!(flat.encode::<_, 8>(&[[1]]), Err(EncodeError::TooDeep { limit: 1 }));
    /// # Ok::<(), EncodeError>(())
    /// ```
    #[must_use]
    pub const fn max_depth(mut self, levels: u8) -> Self {
        self.max_depth = levels;
        self
    }

    /// What becomes of NaN and the infinities; an error by default.
    ///
    /// ```
    /// use tool_result_encoder::{JsonEncoder, NonFinite, ToolResultEncoder};
    ///
    /// let lenient = JsonEncoder::new().non_finite(NonFinite::Null);
    /// assert_eq!(lenient.encode::<_, 16>(&[1.0, f32::NAN])?, "[1.0,null]");
    /// # Ok::<(), tool_result_encoder::EncodeError>(())
    /// ```
    #[must_use]
    pub const fn non_finite(mut self, policy: NonFinite) -> Self {
        self.non_finite = policy;
        self
    }

    /// Whether integers beyond ±2^53 are written as strings, for readers that hold every number
    /// in an `f64` (RFC 8259, section 6); digits by default. Term notation keeps the digits.
    ///
    /// ```
    /// use tool_result_encoder::{JsonEncoder, ToolResultEncoder};
    ///
    /// let for_javascript = JsonEncoder::new().big_integers_as_strings(true);
    /// let text = for_javascript.encode::<_, 64>(&[1 << 53, (1_u64 << 53) + 1])?;
    /// assert_eq!(text, r#"[9007199254740992,"9007199254740993"]"#);
    /// # Ok::<(), tool_result_encoder::EncodeError>(())
    /// ```
    #[must_use]
    pub const fn big_integers_as_strings(mut self, yes: bool) -> Self {
        self.big_integers_as_strings = yes;
        self
    }
}

impl Default for JsonEncoder {
    fn default() -> Self {
        Self::new()
    }
}

impl ToolResultEncoder for JsonEncoder {
    fn encode_into<T: Serialize + ?Sized>(
        &self,
        value: &T,
        out: &mut Output<'_>,
    ) -> Result<(), EncodeError> {
        let mut writer = Writer::new(out, *self);
        let result = value.serialize(Top(&mut writer));
        writer.finish(result)
    }
}
