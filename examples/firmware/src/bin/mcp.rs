//! The MCP server of `examples/mcp`, on the board's UART, which is QEMU's standard input and
//! output. `cargo firmware mcp`. Linked against `panic-never`.

#![no_std]
#![no_main]

use heapless::String;
use panic_never as _;
use tool_result_encoder::mcp::LineBuffer;

use firmware::uart::Uart;
use firmware::{ExitCode, mcp_tools};

firmware::start!(main);

fn main() -> ExitCode {
    let mut uart = Uart::start();
    let mut device = mcp_tools::Device::default();
    let mut line = [0; 512];
    let mut lines = LineBuffer::new(&mut line);
    let mut scratch = [0; 256];
    let mut answer = String::<1024>::new();
    loop {
        let byte = uart.receive();
        if let Some(line) = lines.push(byte)
            && let Some(answer) =
                mcp_tools::SERVER.handle(line, &mut device, &mut scratch, &mut answer)
        {
            uart.send(answer);
            uart.send("\n");
        }
    }
}
