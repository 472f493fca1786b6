//! A suite that any [`ToolResultEncoder`] can be held against, on a host and on a target.
//!
//! On a host, one line makes a `#[test]` of each case:
//!
//! ```
//! # use tool_result_encoder::JsonEncoder;
//! tool_result_encoder::conformance_tests!(JsonEncoder::new());
//! # fn main() {}
//! ```
//!
//! On a target, [`run`] reports what fails:
//!
//! ```
//! use tool_result_encoder::{JsonEncoder, conformance};
//!
//! let failures = conformance::run(&JsonEncoder::new(), |failure| println!("{failure}"));
//! assert_eq!(failures, 0);
//! ```
//!
//! The cases come in two groups. [`Case::JSON`] is for encoders whose content is JSON; they are
//! those of the conformance suite of `ALLM.ToolResultEncoder`. [`Case::ANY_FORMAT`] is the
//! contract of the trait, for every encoder: [`run_any_format`], or
//! `conformance_tests!(any format: MyEncoder)`.

use core::fmt;

use heapless::String;
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use crate::{EncodeError, ToolResultEncoder};

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Case {
    /// Text passes unchanged.
    Text,
    /// The empty text stays empty.
    EmptyText,
    /// A map is a JSON object with the same members.
    Map,
    /// A list is a JSON array with the same elements.
    List,
    /// Null, integers and booleans are their JSON scalars.
    Scalars,
    /// A float is a JSON number that reads back to it.
    Float,
    /// `Ok(v)` is `{"ok":v}`.
    Ok,
    /// `Err` of a unit variant is `{"error":":name"}`.
    Err,
    /// The same value twice gives the same bytes.
    SameTwice,
    /// The same value gives the same bytes whatever was encoded in between, and however often.
    Deterministic,
    /// Where the text does not fit there is an error, and the buffer is as it was.
    AllOrNothing,
    /// The error tells the exact length needed, and exactly that much is enough.
    ExactNeeded,
    /// Existing text stays, the new text follows it.
    Appends,
    /// The content is UTF-8, and no character is cut.
    ValidUtf8,
    /// `encoded_len` is the length of what is written.
    EncodedLen,
}

impl Case {
    /// The cases for encoders whose content is JSON.
    pub const JSON: &'static [Self] = &[
        Self::Text,
        Self::EmptyText,
        Self::Map,
        Self::List,
        Self::Scalars,
        Self::Float,
        Self::Ok,
        Self::Err,
    ];

    /// The cases for every encoder.
    pub const ANY_FORMAT: &'static [Self] = &[
        Self::SameTwice,
        Self::Deterministic,
        Self::AllOrNothing,
        Self::ExactNeeded,
        Self::Appends,
        Self::ValidUtf8,
        Self::EncodedLen,
    ];
}

/// A case that an encoder failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The case.
    pub case: Case,
    /// The value that was encoded.
    pub sample: Sample,
    /// What was wrong.
    pub problem: &'static str,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            case,
            sample,
            problem,
        } = self;
        write!(f, "{case:?}: {problem} (sample {sample:?})")
    }
}

impl core::error::Error for Failure {}

/// Runs all cases, calls `report` with each failure, and returns how many there were.
#[must_use = "it reports how many cases failed"]
pub fn run<E: ToolResultEncoder>(encoder: &E, mut report: impl FnMut(Failure)) -> usize {
    run_cases(encoder, Case::JSON, &mut report) + run_any_format(encoder, report)
}

/// Runs the cases for every encoder, calls `report` with each failure, and returns how many there
/// were.
#[must_use = "it reports how many cases failed"]
pub fn run_any_format<E: ToolResultEncoder>(encoder: &E, mut report: impl FnMut(Failure)) -> usize {
    run_cases(encoder, Case::ANY_FORMAT, &mut report)
}

fn run_cases<E: ToolResultEncoder>(
    encoder: &E,
    cases: &[Case],
    report: &mut impl FnMut(Failure),
) -> usize {
    let failures = cases.iter().filter_map(|case| check(encoder, *case).err());
    failures.map(report).count()
}

/// Runs one case.
///
/// # Errors
/// The first failure of the case.
pub fn check<E: ToolResultEncoder>(encoder: &E, case: Case) -> Result<(), Failure> {
    let suite = Suite { encoder, case };
    match case {
        Case::Text => suite.is_text(Sample::Text, "already a string"),
        Case::EmptyText => suite.is_text(Sample::EmptyText, ""),
        Case::Map => suite.is_json(Sample::Map, &[r#"{"a":1,"b":2}"#, r#"{"b":2,"a":1}"#]),
        Case::List => suite.is_json(Sample::List, &["[1,2,3]"]),
        Case::Scalars => {
            suite.is_json(Sample::Null, &["null"])?;
            suite.is_json(Sample::Integer, &["42"])?;
            suite.is_json(Sample::True, &["true"])?;
            suite.is_json(Sample::False, &["false"])
        }
        Case::Float => suite.reads_back(),
        Case::Ok => suite.is_json(Sample::Ok, &[r#"{"ok":{"a":1}}"#]),
        Case::Err => suite.is_json(Sample::Err, &[r#"{"error":":not_found"}"#]),
        Case::SameTwice => suite.each(Suite::same_twice),
        Case::Deterministic => suite.each(Suite::deterministic),
        Case::AllOrNothing => suite.each(Suite::all_or_nothing),
        Case::ExactNeeded => suite.each(Suite::exact_needed),
        Case::Appends => suite.each(Suite::appends),
        Case::ValidUtf8 => suite.each(Suite::valid_utf8),
        Case::EncodedLen => suite.each(Suite::encoded_len),
    }
}

/// The values that are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(
    missing_docs,
    reason = "the values stand in `Serialize`, a few lines below"
)]
pub enum Sample {
    Text,
    EmptyText,
    UnicodeText,
    Null,
    Integer,
    True,
    False,
    Float,
    List,
    Map,
    Mixed,
    Ok,
    Err,
    ErrText,
}

impl Sample {
    const ALL: [Self; 14] = [
        Self::Text,
        Self::EmptyText,
        Self::UnicodeText,
        Self::Null,
        Self::Integer,
        Self::True,
        Self::False,
        Self::Float,
        Self::List,
        Self::Map,
        Self::Mixed,
        Self::Ok,
        Self::Err,
        Self::ErrText,
    ];
}

impl Serialize for Sample {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text => "already a string".serialize(serializer),
            Self::EmptyText => "".serialize(serializer),
            Self::UnicodeText => "é€😀\n\"\\\u{1}你好".serialize(serializer),
            Self::Null => None::<()>.serialize(serializer),
            Self::Integer => 42.serialize(serializer),
            Self::True => true.serialize(serializer),
            Self::False => false.serialize(serializer),
            Self::Float => FLOAT.serialize(serializer),
            Self::List => [1, 2, 3].as_slice().serialize(serializer),
            Self::Map => map(serializer, &[("a", 1), ("b", 2)]),
            Self::Mixed => {
                let mut seq = serializer.serialize_seq(Some(4))?;
                seq.serialize_element(&Self::Map)?;
                seq.serialize_element(&Self::UnicodeText)?;
                seq.serialize_element(&Self::List)?;
                seq.serialize_element(&Self::Null)?;
                seq.end()
            }
            Self::Ok => Ok::<_, ()>(One).serialize(serializer),
            Self::Err => Err::<(), _>(NotFound).serialize(serializer),
            Self::ErrText => Err::<(), _>("no answer: \"°C\"\n").serialize(serializer),
        }
    }
}

const FLOAT: f64 = 21.37;

/// `{"a":1}`.
struct One;

impl Serialize for One {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        map(serializer, &[("a", 1)])
    }
}

/// The unit variant `not_found`.
struct NotFound;

impl Serialize for NotFound {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit_variant("Reason", 0, "not_found")
    }
}

fn map<S: Serializer>(serializer: S, pairs: &[(&str, u8)]) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(pairs.len()))?;
    for (key, value) in pairs {
        map.serialize_entry(key, value)?;
    }
    map.end()
}

/// Bytes that every sample fits into, in any reasonable format.
const ROOM: usize = 256;
type Buffer = String<ROOM>;

struct Suite<'e, E> {
    encoder: &'e E,
    case: Case,
}

impl<E: ToolResultEncoder> Suite<'_, E> {
    fn fail<T>(&self, sample: Sample, problem: &'static str) -> Result<T, Failure> {
        let case = self.case;
        Err(Failure {
            case,
            sample,
            problem,
        })
    }

    fn ensure(&self, holds: bool, sample: Sample, problem: &'static str) -> Result<(), Failure> {
        if holds {
            Ok(())
        } else {
            self.fail(sample, problem)
        }
    }

    /// The text of a sample that the encoder must be able to encode.
    fn text(&self, sample: Sample) -> Result<Buffer, Failure> {
        let text = self.encoder.encode(&sample);
        text.or_else(|_| self.fail(sample, "a plain value was not encoded"))
    }

    fn is_text(&self, sample: Sample, expected: &str) -> Result<(), Failure> {
        let text = self.text(sample)?;
        self.ensure(text == *expected, sample, "the text did not pass unchanged")
    }

    /// The text is one of those expected, whitespace of JSON aside.
    fn is_json(&self, sample: Sample, expected: &[&str]) -> Result<(), Failure> {
        let text = self.text(sample)?;
        let json = expected
            .iter()
            .any(|expected| without_space(&text).eq(expected.chars()));
        self.ensure(json, sample, "the text is not the JSON of the value")
    }

    fn reads_back(&self) -> Result<(), Failure> {
        let text = self.text(Sample::Float)?;
        let is_number = text.starts_with(|c: char| c.is_ascii_digit());
        let same = text.trim_ascii().parse() == Ok(FLOAT);
        self.ensure(
            is_number && same,
            Sample::Float,
            "the text does not read back to 21.37",
        )
    }

    /// Checks all samples.
    fn each(
        &self,
        check: impl Fn(&Self, Sample, &str) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for sample in Sample::ALL {
            let text = self.text(sample)?;
            check(self, sample, &text)?;
        }
        Ok(())
    }

    fn same_twice(&self, sample: Sample, text: &str) -> Result<(), Failure> {
        let again = self.text(sample)?;
        self.ensure(again == text, sample, "the second text differs")
    }

    fn deterministic(&self, sample: Sample, text: &str) -> Result<(), Failure> {
        for other in Sample::ALL {
            let _ = self.text(other)?;
            let _ = self.encoder.encode::<_, 1>(&other);
            let again = self.text(sample)?;
            self.ensure(
                again == text,
                sample,
                "the text depends on what was encoded before",
            )?;
        }
        Ok(())
    }

    fn all_or_nothing(&self, sample: Sample, text: &str) -> Result<(), Failure> {
        for room in 0..text.len() {
            let before = filled(ROOM - room);
            let mut buffer = before.clone();
            let result = self.encoder.append(&sample, &mut buffer);
            self.ensure(
                result.is_err(),
                sample,
                "a text that does not fit was not an error",
            )?;
            self.ensure(
                buffer == before,
                sample,
                "the buffer changed although there was an error",
            )?;
        }
        Ok(())
    }

    fn exact_needed(&self, sample: Sample, text: &str) -> Result<(), Failure> {
        for room in 0..=text.len() {
            let mut buffer = filled(ROOM - room);
            let needed = buffer.len() + text.len();
            let expected = if needed > ROOM {
                Err(EncodeError::CapacityExceeded {
                    needed,
                    capacity: ROOM,
                })
            } else {
                Ok(())
            };
            let result = self.encoder.append(&sample, &mut buffer);
            let problem = match expected {
                Ok(()) => "a text that just fits was an error",
                Err(_) => "the error does not tell the exact length needed",
            };
            self.ensure(result == expected, sample, problem)?;
        }
        let needed = text.len();
        let result = self.encoder.encode::<_, 0>(&sample).map(|_| ());
        let expected = match needed {
            0 => Ok(()),
            _ => Err(EncodeError::CapacityExceeded {
                needed,
                capacity: 0,
            }),
        };
        self.ensure(
            result == expected,
            sample,
            "`encode` does not tell the exact length needed",
        )
    }

    fn appends(&self, sample: Sample, text: &str) -> Result<(), Failure> {
        let before = filled(5);
        let mut buffer = before.clone();
        let result = self.encoder.append(&sample, &mut buffer);
        let rest = buffer.strip_prefix(before.as_str());
        let appended = result.is_ok() && rest == Some(text);
        self.ensure(
            appended,
            sample,
            "the text does not follow the existing one",
        )
    }

    fn valid_utf8(&self, sample: Sample, text: &str) -> Result<(), Failure> {
        for room in 0..=text.len() {
            let mut buffer = filled(ROOM - room);
            let _ = self.encoder.append(&sample, &mut buffer);
            let valid = str::from_utf8(buffer.as_bytes()).is_ok();
            self.ensure(valid, sample, "the content is not UTF-8")?;
        }
        Ok(())
    }

    fn encoded_len(&self, sample: Sample, text: &str) -> Result<(), Failure> {
        let len = self.encoder.encoded_len(&sample);
        self.ensure(
            len == Ok(text.len()),
            sample,
            "`encoded_len` is not the length of the text",
        )
    }
}

/// A buffer with `len` bytes of text in it.
fn filled(len: usize) -> Buffer {
    let mut buffer = Buffer::new();
    while buffer.len() < len && buffer.push('.').is_ok() {}
    buffer
}

/// The text without the whitespace that JSON allows; no sample has any inside its strings.
fn without_space(text: &str) -> impl Iterator<Item = char> {
    text.chars()
        .filter(|c| !matches!(c, ' ' | '\t' | '\n' | '\r'))
}

/// Makes a `#[test]` of each case of the [suite](crate::conformance), for an encoder.
///
/// `conformance_tests!(any format: MyEncoder)` leaves out the cases that want JSON. Where there
/// is more than one encoder, each call goes into a module of its own.
#[macro_export]
macro_rules! conformance_tests {
    (any format: $encoder:expr) => {
        $crate::conformance_tests! { @tests $encoder;
            same_twice SameTwice,
            deterministic Deterministic,
            all_or_nothing AllOrNothing,
            exact_needed ExactNeeded,
            appends Appends,
            valid_utf8 ValidUtf8,
            encoded_len EncodedLen,
        }
    };
    (@tests $encoder:expr; $($name:ident $case:ident,)*) => {$(
        #[test]
        fn $name() {
            let result = $crate::conformance::check(&$encoder, $crate::conformance::Case::$case);
            if let Err(failure) = result {
                panic!("{failure}");
            }
        }
    )*};
    ($encoder:expr) => {
        $crate::conformance_tests! { @tests $encoder;
            text Text,
            empty_text EmptyText,
            map Map,
            list List,
            scalars Scalars,
            float Float,
            ok Ok,
            err Err,
        }
        $crate::conformance_tests!(any format: $encoder);
    };
}
