//! How much RAM the MCP server takes, stack and buffers included. `cargo firmware mcp_ram`.

#![no_std]
#![no_main]

use core::hint::black_box;

use firmware::{ExitCode, mcp_tools, measure, println};
use heapless::String;
use tool_result_encoder::mcp::LineBuffer;

firmware::start!(main);
firmware::report_panics!();

/// One of each kind; those that nest deepest and answer longest among them.
const REQUESTS: [&str; 13] = [
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    r#"{"jsonrpc":"2.0","id":2,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
    r#"{"jsonrpc":"2.0","id":3,"method":"tools/list"}"#,
    r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"read_sensor","arguments":{"channel":2}}}"#,
    r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"read_log","arguments":{"lines":10}}}"#,
    r#"{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"read_log","arguments":{"lines":500}}}"#,
    r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"set_led","arguments":{"on":true}}}"#,
    r#"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"self_test"}}"#,
    r#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"set_led","arguments":{"on":"\u0079es"}}}"#,
    r#"{"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":"open_door","arguments":[[[[[[[[[[]]]]]]]]]]}}"#,
    r#"{"jsonrpc":"2.0","id":11,"method":"no/such","params":{"a":[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]}}"#,
    "not JSON",
];

fn main() -> ExitCode {
    let mut answers = 0;
    let stack = measure::stack(&mut || answers = converse());
    let statics = measure::statics();
    println!("MCP server: {} bytes of RAM", stack + statics);
    println!("  stack, with buffers for a request of 512 bytes and an answer of 1024: {stack}");
    println!("  statics: {statics}");
    if answers == REQUESTS.len() - 1 && stack + statics < 16 * 1024 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// What `mcp` does, with requests from here. Returns how many were answered.
#[inline(never)]
fn converse() -> usize {
    let mut device = mcp_tools::Device::default();
    let mut line = [0; 512];
    let mut lines = LineBuffer::new(&mut line);
    let mut scratch = [0; 256];
    let mut answer = String::<1024>::new();
    let mut answers = 0;
    for request in REQUESTS {
        for byte in request.bytes().chain(*b"\n") {
            if let Some(line) = lines.push(byte)
                && let Some(answer) =
                    mcp_tools::SERVER.handle(line, &mut device, &mut scratch, &mut answer)
            {
                black_box(answer);
                answers += 1;
            }
        }
    }
    answers
}
