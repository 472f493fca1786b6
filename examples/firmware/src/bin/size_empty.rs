//! What the values and the start-up cost without an encoder: `flash.py` subtracts it from the
//! others.

#![no_std]
#![no_main]

use core::hint::black_box;

use firmware::{ExitCode, size};
use serde::Serialize;

firmware::start!(main);
firmware::halt_on_panic!();

fn main() -> ExitCode {
    size::encode_all::<Nothing>();
    ExitCode::SUCCESS
}

struct Nothing;

impl size::Encoder for Nothing {
    fn append<T: Serialize>(value: &T) {
        black_box(value);
    }

    fn encode<T: Serialize, const N: usize>(value: &T) {
        black_box(value);
    }
}
