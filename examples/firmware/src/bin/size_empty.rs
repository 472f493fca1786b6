//! What every program costs: `flash.py` subtracts it from the others.

#![no_std]
#![no_main]

use firmware::ExitCode;

firmware::start!(main);
firmware::halt_on_panic!();

fn main() -> ExitCode {
    ExitCode::SUCCESS
}
