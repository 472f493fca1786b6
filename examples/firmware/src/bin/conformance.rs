//! The library's suite for encoders, held against `JsonEncoder` on the chip. `cargo firmware
//! conformance`; also with `--target` for the other chips, see `check.py`.

#![no_std]
#![no_main]

use firmware::{ExitCode, println};
use tool_result_encoder::{JsonEncoder, conformance};

firmware::start!(main);
firmware::report_panics!();

fn main() -> ExitCode {
    let failures = conformance::run(&JsonEncoder::new(), |failure| println!("failed {failure}"));
    let cases = conformance::Case::JSON.len() + conformance::Case::ANY_FORMAT.len();
    println!("{cases} cases, {failures} failures");
    if failures == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
