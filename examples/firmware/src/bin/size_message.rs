//! What a message of one dialect costs in flash, or with the feature `all-dialects` one of any
//! dialect, see `flash.py`.

#![no_std]
#![no_main]

use core::hint::black_box;

use firmware::ExitCode;
use heapless::String;
use tool_result_encoder::{Dialect, JsonEncoder, ToolCall};

firmware::start!(main);
firmware::halt_on_panic!();

fn main() -> ExitCode {
    let mut buffer = String::<1024>::new();
    let call = ToolCall::new(black_box("call_1"), "read_sensor", "{}");
    let dialect = if cfg!(feature = "all-dialects") {
        Dialect::by_name(black_box("anthropic")).unwrap_or(Dialect::OPENAI_CHAT)
    } else {
        Dialect::OPENAI_CHAT
    };
    let result = Ok::<_, &()>(black_box(&[1, 2, 3]));
    let delivery = dialect.message(&JsonEncoder::new(), &call, result, &mut buffer);
    let _ = black_box((delivery, &buffer));
    ExitCode::SUCCESS
}
