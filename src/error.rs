//! What can go wrong: [`EncodeError`] for one encoding, [`ToolError`] for a whole tool call.

use core::error::Error;
use core::fmt;

use serde::{Serialize, Serializer};

use crate::DecodeError;
use crate::json::decimal;

/// Why a value could not be encoded. The buffer is as it was before the call.
///
/// ```
/// use tool_result_encoder::EncodeError;
///
/// let error = EncodeError::CapacityExceeded { needed: 8192, capacity: 256 };
/// assert_eq!(error.to_string(), "8192 bytes needed, the buffer holds 256");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum EncodeError {
    /// The text is longer than the room for it.
    CapacityExceeded {
        /// Bytes the whole buffer would have to hold: what was in it, the new text, and in a
        /// [`Turn`](crate::Turn) what is set aside for the other answers.
        needed: usize,
        /// Bytes the whole buffer holds.
        capacity: usize,
    },
    /// The value has a part that the format cannot carry.
    UnsupportedShape(Shape),
    /// Arrays and objects, or `Some`s and newtype structs, are nested deeper than the limit.
    TooDeep {
        /// Levels that are allowed.
        limit: u8,
    },
    /// The value's own `Serialize`, or a custom encoder, reported an error, or a `Serialize` broke
    /// serde's rules.
    Custom,
}

/// The part of a value that JSON cannot carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum Shape {
    /// A float that is NaN or infinite.
    NonFiniteFloat,
    /// Bytes that are not UTF-8 where text must stand.
    InvalidUtf8,
    /// A map key that is no string, character, unit variant, boolean, integer or finite float.
    MapKey,
}

// Texts and numbers go to `write_str`: to write them as `{}` links the code for padding.
impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::CapacityExceeded { needed, capacity } => {
                write_number(f, "", needed, " bytes needed")?;
                write_number(f, ", the buffer holds ", capacity, "")
            }
            Self::UnsupportedShape(shape) => shape.fmt(f),
            Self::TooDeep { limit } => {
                write_number(f, "nested deeper than ", limit.into(), " levels")
            }
            Self::Custom => f.write_str("the value or the encoder reported an error of its own"),
        }
    }
}

/// Writes a number between two texts.
pub(crate) fn write_number(
    f: &mut fmt::Formatter<'_>,
    before: &str,
    number: usize,
    after: &str,
) -> fmt::Result {
    f.write_str(before)?;
    f.write_str(&decimal(number))?;
    f.write_str(after)
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NonFiniteFloat => "a float is NaN or infinite, JSON has only finite numbers",
            Self::InvalidUtf8 => "bytes that are not UTF-8 where text must stand",
            Self::MapKey => "a map key that cannot be written as a string",
        })
    }
}

impl Error for EncodeError {}

/// As its `Display` text, so that it can be the reason of an error result.
impl Serialize for EncodeError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Why a tool call has no ordinary result. The set is closed, as in `ALLM`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Reason {
    /// The handler failed in a way it did not foresee.
    HandlerRaised,
    /// The task that ran the handler ended before it answered.
    HandlerExit,
    /// The handler did not answer in time.
    Timeout,
    /// The handler, or the model's arguments, did not have the agreed form.
    InvalidReturn,
    /// There is no tool of this name.
    NotFound,
    /// The handler's value could not be encoded.
    EncodingFailed,
}

impl Reason {
    /// The name in `snake_case`.
    ///
    /// ```
    /// use tool_result_encoder::Reason;
    ///
    /// assert_eq!(Reason::EncodingFailed.as_str(), "encoding_failed");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::HandlerRaised => "handler_raised",
            Self::HandlerExit => "handler_exit",
            Self::Timeout => "timeout",
            Self::InvalidReturn => "invalid_return",
            Self::NotFound => "not_found",
            Self::EncodingFailed => "encoding_failed",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// As a unit variant of that name, so that `Err(Reason::NotFound)` is `{"error":":not_found"}`.
impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit_variant("Reason", *self as u32, self.as_str())
    }
}

/// What stands behind a [`ToolError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum Cause<'a> {
    /// The encoder's error.
    Encode(EncodeError),
    /// What is wrong with the call's arguments.
    Decode(DecodeError),
    /// A text for the reader, for example a decoder's message.
    Text(&'a str),
}

impl fmt::Display for Cause<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encode(error) => error.fmt(f),
            Self::Decode(error) => error.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl From<EncodeError> for Cause<'_> {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}

impl From<DecodeError> for Cause<'_> {
    fn from(error: DecodeError) -> Self {
        Self::Decode(error)
    }
}

impl<'a> From<&'a str> for Cause<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

/// The error of a tool call: a reason, and what is known of the call and the cause.
///
/// ```
/// use tool_result_encoder::{JsonEncoder, Reason, ToolError, ToolResultEncoder};
///
/// let overflow = JsonEncoder::new().encode::<_, 4>(&[1, 2, 3]).unwrap_err();
/// let error = ToolError::from(overflow).with_tool_name("read_log");
/// assert_eq!(error.reason(), Reason::EncodingFailed);
/// assert_eq!(
///     error.to_string(),
///     "tool error (read_log): encoding_failed: 7 bytes needed, the buffer holds 4"
/// );
/// ```
///
/// It serializes as that text, so it can be sent as the reason of an error result:
///
/// ```
/// # use tool_result_encoder::{JsonEncoder, Reason, ToolError, ToolResultEncoder};
/// let error = ToolError::new(Reason::Timeout).with_tool_name("scan");
/// let text: heapless::String<64> = JsonEncoder::new().encode(&Err::<(), _>(error))?;
/// assert_eq!(text, r#"{"error":"tool error (scan): timeout"}"#);
/// # Ok::<(), tool_result_encoder::EncodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ToolError<'a> {
    reason: Reason,
    tool_name: Option<&'a str>,
    tool_call_id: Option<&'a str>,
    cause: Option<Cause<'a>>,
}

impl<'a> ToolError<'a> {
    /// An error of which only the reason is known.
    #[must_use]
    pub const fn new(reason: Reason) -> Self {
        Self {
            reason,
            tool_name: None,
            tool_call_id: None,
            cause: None,
        }
    }

    /// The same error with the tool's name.
    #[must_use]
    pub const fn with_tool_name(mut self, name: &'a str) -> Self {
        self.tool_name = Some(name);
        self
    }

    /// The same error with the call's id.
    #[must_use]
    pub const fn with_tool_call_id(mut self, id: &'a str) -> Self {
        self.tool_call_id = Some(id);
        self
    }

    /// The same error with what stands behind it: an [`EncodeError`], a [`DecodeError`] or a text.
    #[must_use]
    pub fn with_cause(mut self, cause: impl Into<Cause<'a>>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    /// Why the call has no ordinary result.
    #[must_use]
    pub const fn reason(&self) -> Reason {
        self.reason
    }

    /// The tool's name, if it is known.
    #[must_use]
    pub const fn tool_name(&self) -> Option<&'a str> {
        self.tool_name
    }

    /// The call's id, if it is known.
    #[must_use]
    pub const fn tool_call_id(&self) -> Option<&'a str> {
        self.tool_call_id
    }

    /// What stands behind the error, if it is known.
    #[must_use]
    pub const fn cause(&self) -> Option<Cause<'a>> {
        self.cause
    }
}

impl From<EncodeError> for ToolError<'_> {
    fn from(error: EncodeError) -> Self {
        Self::new(Reason::EncodingFailed).with_cause(error)
    }
}

impl From<DecodeError> for ToolError<'_> {
    fn from(error: DecodeError) -> Self {
        Self::new(Reason::InvalidReturn).with_cause(error)
    }
}

impl fmt::Display for ToolError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tool error")?;
        if let Some(name) = self.tool_name {
            f.write_str(" (")?;
            f.write_str(name)?;
            f.write_str(")")?;
        }
        f.write_str(": ")?;
        f.write_str(self.reason.as_str())?;
        if let Some(cause) = self.cause {
            f.write_str(": ")?;
            cause.fmt(f)?;
        }
        Ok(())
    }
}

impl Error for ToolError<'_> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.cause {
            Some(Cause::Encode(error)) => Some(error),
            Some(Cause::Decode(error)) => Some(error),
            _ => None,
        }
    }
}

/// As its `Display` text.
impl Serialize for ToolError<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
