//! [`decode`], from the JSON text of a tool call's arguments to a type of the user's.
//!
//! Not `serde-json-core`: it can be made to panic by text (its panics stay in a program linked with
//! `panic-never`), recurses as deep as the text nests, and its errors name no member.

mod float;
mod key;
mod raw;
mod reader;
mod value;

use core::error::Error;
use core::fmt;

use serde::{Deserialize, Serialize, Serializer};

use crate::error::write_number;

#[cfg(feature = "mcp")]
pub(crate) use raw::Raw;
use reader::Reader;

/// Decodes `arguments`, the JSON text of a tool call's arguments, into a `T`.
///
/// No text makes it panic or overflow the stack. Text that is empty or blank means `{}`, as some
/// models call a tool without arguments.
///
/// ```
/// use serde::Deserialize;
/// use tool_result_encoder::decode;
///
/// #[derive(Deserialize, Debug, PartialEq)]
/// struct Blink<'a> {
///     pin: u8,
///     label: Option<&'a str>,
/// }
///
/// let arguments = r#"{"pin": 13, "label": "\"status\" LED"}"#;
/// let mut scratch = [0; 64];
/// let blink: Blink = decode(arguments, &mut scratch)?;
/// assert_eq!(blink, Blink { pin: 13, label: Some("\"status\" LED") });
/// # Ok::<(), tool_result_encoder::DecodeError>(())
/// ```
///
/// Strings are borrowed from `arguments`. Those with escapes are unescaped into `scratch`, each
/// into as many bytes as it has then; `arguments.len()` bytes are always enough, and none are fine
/// if strings with escapes may be refused.
///
/// The text of an error is made for the model that wrote the arguments:
///
/// ```
/// # use serde::Deserialize;
/// # use tool_result_encoder::decode;
/// # #[derive(Deserialize, Debug)]
/// # struct Blink<'a> { pin: u8, label: Option<&'a str> }
/// let error = decode::<Blink>(r#"{"pin": 300}"#, &mut []).unwrap_err();
/// assert_eq!(error.to_string(), "`pin`: expected an integer from 0 to 255");
///
/// let error = decode::<Blink>(r#"{"label": "a"}"#, &mut []).unwrap_err();
/// assert_eq!(error.to_string(), "`pin` is missing");
/// ```
///
/// JSON stands for the data model as `serde_json` has it. The differences:
///
/// - at most 16 levels, also in members that `T` does not have;
/// - empty or blank text is `{}`, and `{}` is also a unit;
/// - a struct is an object, never an array;
/// - bytes are a string;
/// - the integer `-0` is 0;
/// - half a surrogate pair is refused also where the string is not needed;
/// - names of a map's members may be integers of up to 64 bits and booleans, but not floats, and be
///   escaped like others.
///
/// # Errors
/// The arguments are no JSON, or not that of a `T`, or `scratch` is too small. See [`Problem`].
pub fn decode<'de, T: Deserialize<'de>>(
    arguments: &'de str,
    scratch: &'de mut [u8],
) -> Result<T, DecodeError> {
    let mut reader = Reader::new(arguments, scratch);
    T::deserialize(&mut reader)
        .and_then(|value| {
            reader.end()?;
            Ok(value)
        })
        .map_err(|failure| reader.explain(failure))
}

/// Why arguments could not be decoded. Its text can be sent back to the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct DecodeError {
    member: Option<&'static str>,
    problem: Problem,
}

impl DecodeError {
    /// The member of the innermost struct in which the problem is, if it is in one.
    #[must_use]
    pub const fn member(&self) -> Option<&'static str> {
        self.member
    }

    /// What is wrong.
    #[must_use]
    pub const fn problem(&self) -> Problem {
        self.problem
    }
}

/// What is wrong with arguments. Offsets are bytes from their beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum Problem {
    /// The text is not JSON.
    Syntax {
        /// Offset of the first byte that cannot stand there.
        at: usize,
    },
    /// The text ends before the JSON does, for example because the model ran out of tokens.
    Truncated {
        /// Bytes that are there.
        at: usize,
    },
    /// There is more text after the JSON.
    Trailing {
        /// Offset of that text.
        at: usize,
    },
    /// Arrays and objects are nested deeper than the limit.
    TooDeep {
        /// Levels that are allowed.
        limit: u8,
    },
    /// A string has escapes, and `scratch` has no room for what they stand for.
    Scratch {
        /// Bytes the unescaped string has.
        needed: usize,
        /// Bytes of `scratch` that are left.
        left: usize,
    },
    /// A member that must be there is not.
    Missing,
    /// A member is there twice.
    Duplicate,
    /// The type has no such member.
    UnknownMember {
        /// The members it has.
        expected: &'static [&'static str],
    },
    /// An enum has no such variant.
    UnknownVariant {
        /// The variants it has.
        expected: &'static [&'static str],
    },
    /// A value is of another type.
    WrongType {
        /// What should be there, as in "a string".
        expected: &'static str,
    },
    /// A number does not fit its type.
    OutOfRange {
        /// What should be there, as in "an integer from 0 to 255".
        expected: &'static str,
    },
    /// An object whose members' names are data has a name of another type.
    WrongKey {
        /// What the name should be, as in "an integer from 0 to 255".
        expected: &'static str,
    },
    /// An array of fixed length has another length.
    Items {
        /// Items it should have.
        expected: usize,
    },
    /// The type refused a string, array or object because of its length.
    Length {
        /// The length that does not fit, in the unit of the type. For a collection that is full,
        /// one more than it holds.
        actual: usize,
    },
    /// The type's own `Deserialize` refused the value.
    Custom,
}

// Texts and numbers go to `write_str`: to write them as `{}` links the code for padding.
impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(member) = self.member {
            f.write_str("`")?;
            f.write_str(member)?;
            f.write_str(match self.problem {
                Problem::Missing | Problem::Duplicate => "` ",
                _ => "`: ",
            })?;
        }
        self.problem.fmt(f)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Syntax { at } => write_number(f, "not JSON at byte ", at, ""),
            Self::Truncated { at } => write_number(f, "the JSON breaks off after ", at, " bytes"),
            Self::Trailing { at } => write_number(f, "text after the arguments at byte ", at, ""),
            Self::TooDeep { limit } => {
                write_number(f, "nested deeper than ", limit.into(), " levels")
            }
            Self::Scratch { needed, left } => {
                let before = "a string with escapes is too long: ";
                write_number(f, before, needed, " bytes, there is room for ")?;
                write_number(f, "", left, "")
            }
            Self::Missing => f.write_str("is missing"),
            Self::Duplicate => f.write_str("appears twice"),
            Self::UnknownMember { expected } => {
                f.write_str("unknown member, ")?;
                one_of(f, expected)
            }
            Self::UnknownVariant { expected } => one_of(f, expected),
            Self::WrongType { expected } | Self::OutOfRange { expected } => {
                f.write_str("expected ")?;
                f.write_str(expected)
            }
            Self::WrongKey { expected } => {
                f.write_str("a member's name is not ")?;
                f.write_str(expected)
            }
            Self::Items { expected } => {
                write_number(f, "expected an array of length ", expected, "")
            }
            Self::Length { actual } => write_number(f, "a length of ", actual, " does not fit"),
            Self::Custom => f.write_str("the value is not accepted"),
        }
    }
}

fn one_of(f: &mut fmt::Formatter<'_>, names: &[&str]) -> fmt::Result {
    let mut before = "expected one of `";
    for name in names {
        f.write_str(before)?;
        f.write_str(name)?;
        before = "`, `";
    }
    f.write_str(if names.is_empty() {
        "expected none"
    } else {
        "`"
    })
}

impl Error for DecodeError {}

/// As its `Display` text, so that it can be the reason of an error result.
impl Serialize for DecodeError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
