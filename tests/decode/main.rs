//! Decoding a tool call's arguments, and what a model is told when they are wrong.

mod agreement;
mod errors;
mod floats;
mod nesting;
mod odd;
mod random;
mod strings;
mod values;

use serde::Deserialize;
use tool_result_encoder::{DecodeError, Problem, decode};

/// Decodes with as much scratch as can be needed. The value borrows nothing.
fn value<T: for<'de> Deserialize<'de>>(text: &str) -> T {
    decode(text, &mut vec![0; text.len()]).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn error<T: for<'de> Deserialize<'de>>(text: &str) -> DecodeError {
    match decode::<T>(text, &mut vec![0; text.len()]) {
        Ok(_) => panic!("accepted: {text}"),
        Err(error) => error,
    }
}

fn problem<T: for<'de> Deserialize<'de>>(text: &str) -> Problem {
    error::<T>(text).problem()
}
