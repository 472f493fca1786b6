//! The suite passes the encoders that are right, and each case catches what it is there for.

use heapless::string::StringView;
use serde::Serialize;
use std::sync::atomic::{AtomicUsize, Ordering};
use tool_result_encoder::conformance::{self, Case};
use tool_result_encoder::{EncodeError, JsonEncoder, Output, ToolResultEncoder};

const JSON: JsonEncoder = JsonEncoder::new();

mod json_encoder {
    tool_result_encoder::conformance_tests!(super::JSON);
}

mod tagged_encoder {
    tool_result_encoder::conformance_tests!(any format: super::Tagged);
}

/// A right one that is not JSON.
struct Tagged;

impl ToolResultEncoder for Tagged {
    fn encode_into<T: Serialize + ?Sized>(
        &self,
        value: &T,
        out: &mut Output<'_>,
    ) -> Result<(), EncodeError> {
        out.push_str("<result>");
        JSON.encode_into(value, out)?;
        out.push_str("</result>");
        Ok(())
    }
}

fn failed_cases(encoder: &impl ToolResultEncoder) -> Vec<Case> {
    let mut cases = Vec::new();
    let count = conformance::run(encoder, |failure| cases.push(failure.case));
    assert_eq!(count, cases.len());
    cases
}

#[test]
fn json_encoder_passes_everything() {
    assert_eq!(failed_cases(&JSON), []);
}

#[test]
fn another_format_fails_the_json_cases_only() {
    assert_eq!(failed_cases(&Tagged), Case::JSON);
    assert_eq!(conformance::run_any_format(&Tagged, |_| ()), 0);
}

#[test]
fn options_do_not_matter_to_the_suite() {
    let encoder = JSON
        .max_depth(4)
        .non_finite(tool_result_encoder::NonFinite::Null)
        .big_integers_as_strings(true);
    assert_eq!(failed_cases(&encoder), []);
}

#[test]
fn dropping_the_last_byte_is_caught() {
    struct DropsLast;
    impl ToolResultEncoder for DropsLast {
        fn encode_into<T: Serialize + ?Sized>(
            &self,
            value: &T,
            out: &mut Output<'_>,
        ) -> Result<(), EncodeError> {
            let mut text: heapless::String<256> = JSON.encode(value)?;
            text.pop();
            out.push_str(&text);
            Ok(())
        }
    }
    let expected: Vec<Case> = Case::JSON
        .iter()
        .copied()
        .filter(|case| *case != Case::EmptyText)
        .collect();
    assert_eq!(failed_cases(&DropsLast), expected);
}

#[test]
fn keeping_state_is_caught() {
    struct Numbered(AtomicUsize);
    impl ToolResultEncoder for Numbered {
        fn encode_into<T: Serialize + ?Sized>(
            &self,
            value: &T,
            out: &mut Output<'_>,
        ) -> Result<(), EncodeError> {
            // A digit, so that only the bytes differ and not the length.
            let count = self.0.fetch_add(1, Ordering::Relaxed) % 10;
            out.push_str(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"][count]);
            JSON.encode_into(value, out)
        }
    }
    let failed = failed_cases(&Numbered(AtomicUsize::new(0)));
    assert!(failed.contains(&Case::SameTwice), "{failed:?}");
    assert!(failed.contains(&Case::Deterministic), "{failed:?}");
    assert!(!failed.contains(&Case::AllOrNothing), "{failed:?}");
}

#[test]
fn state_that_shows_late_is_caught() {
    /// Changes its output once, after many calls.
    struct Tires(AtomicUsize);
    impl ToolResultEncoder for Tires {
        fn encode_into<T: Serialize + ?Sized>(
            &self,
            value: &T,
            out: &mut Output<'_>,
        ) -> Result<(), EncodeError> {
            if self.0.fetch_add(1, Ordering::Relaxed) >= 20 {
                out.push_str(" ");
            }
            JSON.encode_into(value, out)
        }
    }
    // Between two calls in a row nothing changes: comparing twice is not enough.
    assert_eq!(
        conformance::check(&Tires(AtomicUsize::new(0)), Case::SameTwice),
        Ok(())
    );
    assert!(conformance::check(&Tires(AtomicUsize::new(0)), Case::Deterministic).is_err());
}

#[test]
fn text_left_behind_on_an_error_is_caught() {
    struct Leaves;
    impl ToolResultEncoder for Leaves {
        fn encode_into<T: Serialize + ?Sized>(
            &self,
            value: &T,
            out: &mut Output<'_>,
        ) -> Result<(), EncodeError> {
            JSON.encode_into(value, out)
        }

        fn append<T: Serialize + ?Sized>(
            &self,
            value: &T,
            buffer: &mut StringView,
        ) -> Result<(), EncodeError> {
            let result = JSON.append(value, buffer);
            if result.is_err() {
                let _ = buffer.push('{');
            }
            result
        }
    }
    assert_eq!(failed_cases(&Leaves), [Case::AllOrNothing]);
}

#[test]
fn ignoring_an_overflow_is_caught() {
    struct Truncates;
    impl ToolResultEncoder for Truncates {
        fn encode_into<T: Serialize + ?Sized>(
            &self,
            value: &T,
            out: &mut Output<'_>,
        ) -> Result<(), EncodeError> {
            JSON.encode_into(value, out)
        }

        fn append<T: Serialize + ?Sized>(
            &self,
            value: &T,
            buffer: &mut StringView,
        ) -> Result<(), EncodeError> {
            let text: heapless::String<256> = JSON.encode(value)?;
            for c in text.chars() {
                let _ = buffer.push(c);
            }
            Ok(())
        }
    }
    assert_eq!(
        failed_cases(&Truncates),
        [Case::AllOrNothing, Case::ExactNeeded]
    );
}

#[test]
fn a_guessed_length_is_caught() {
    struct Guesses;
    impl ToolResultEncoder for Guesses {
        fn encode_into<T: Serialize + ?Sized>(
            &self,
            value: &T,
            out: &mut Output<'_>,
        ) -> Result<(), EncodeError> {
            JSON.encode_into(value, out)
        }

        fn append<T: Serialize + ?Sized>(
            &self,
            value: &T,
            buffer: &mut StringView,
        ) -> Result<(), EncodeError> {
            let capacity = buffer.capacity();
            let needed = capacity + 1;
            JSON.append(value, buffer)
                .map_err(|_| EncodeError::CapacityExceeded { needed, capacity })
        }

        fn encoded_len<T: Serialize + ?Sized>(&self, value: &T) -> Result<usize, EncodeError> {
            Ok(JSON.encoded_len(value)? + 1)
        }
    }
    assert_eq!(
        failed_cases(&Guesses),
        [Case::ExactNeeded, Case::EncodedLen]
    );
}

#[test]
fn replacing_existing_text_is_caught() {
    struct Replaces;
    impl ToolResultEncoder for Replaces {
        fn encode_into<T: Serialize + ?Sized>(
            &self,
            value: &T,
            out: &mut Output<'_>,
        ) -> Result<(), EncodeError> {
            JSON.encode_into(value, out)
        }

        fn append<T: Serialize + ?Sized>(
            &self,
            value: &T,
            buffer: &mut StringView,
        ) -> Result<(), EncodeError> {
            JSON.append(value, buffer)?;
            let text: heapless::String<256> = JSON.encode(value)?;
            buffer.clear();
            let _ = buffer.push_str(&text);
            Ok(())
        }
    }
    assert_eq!(failed_cases(&Replaces), [Case::Appends]);
}

#[test]
fn a_failure_tells_what_and_where() {
    struct Refuses;
    impl ToolResultEncoder for Refuses {
        fn encode_into<T: Serialize + ?Sized>(
            &self,
            _: &T,
            _: &mut Output<'_>,
        ) -> Result<(), EncodeError> {
            Err(EncodeError::Custom)
        }
    }
    let failure = conformance::check(&Refuses, Case::Map).unwrap_err();
    assert_eq!(
        failure.to_string(),
        "Map: a plain value was not encoded (sample Map)"
    );
    assert_eq!(
        failed_cases(&Refuses).len(),
        Case::JSON.len() + Case::ANY_FORMAT.len()
    );
}
