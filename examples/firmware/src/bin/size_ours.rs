//! What `JsonEncoder` costs in flash, see `flash.py`.

#![no_std]
#![no_main]

use core::hint::black_box;

use firmware::{ExitCode, size};
use heapless::String;
use serde::Serialize;
use tool_result_encoder::{JsonEncoder, ToolResultEncoder};

firmware::start!(main);
firmware::halt_on_panic!();

fn main() -> ExitCode {
    size::encode_all::<Ours>();
    ExitCode::SUCCESS
}

struct Ours;

impl size::Encoder for Ours {
    fn append<T: Serialize>(value: &T) {
        let mut buffer = String::<4096>::new();
        let fits = JsonEncoder::new().append(value, &mut buffer).is_ok();
        black_box((fits, &buffer));
    }

    fn encode<T: Serialize, const N: usize>(value: &T) {
        black_box(
            JsonEncoder::new()
                .encode::<T, N>(value)
                .is_ok_and(|text| black_box(&text).len() > 1),
        );
    }
}
