//! What `serde-json-core` costs in flash, see `flash.py`.

#![no_std]
#![no_main]

use core::hint::black_box;

use firmware::{ExitCode, size};
use serde::Serialize;

firmware::start!(main);
firmware::halt_on_panic!();

fn main() -> ExitCode {
    size::encode_all::<SerdeJsonCore>();
    ExitCode::SUCCESS
}

struct SerdeJsonCore;

impl size::Encoder for SerdeJsonCore {
    fn append<T: Serialize>(value: &T) {
        let mut buffer = [0; 4096];
        let length = serde_json_core::to_slice(value, &mut buffer);
        black_box((length.is_ok(), &buffer));
    }

    fn encode<T: Serialize, const N: usize>(value: &T) {
        black_box(
            serde_json_core::to_string::<T, N>(value).is_ok_and(|text| black_box(&text).len() > 1),
        );
    }
}
