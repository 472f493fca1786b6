//! An MCP server on standard input and output, with the tools and the buffers of a device.
//!
//! `cargo run --example mcp_server`

use std::io::{Read, Write};

use heapless::String;
use tool_result_encoder::mcp::LineBuffer;

#[path = "mcp/tools.rs"]
mod tools;

fn main() -> std::io::Result<()> {
    let mut device = tools::Device::default();
    let mut line = [0; 512];
    let mut lines = LineBuffer::new(&mut line);
    let mut scratch = [0; 256];
    let mut answer: String<1024> = String::new();

    let mut output = std::io::stdout();
    for byte in std::io::stdin().lock().bytes() {
        if let Some(line) = lines.push(byte?)
            && let Some(answer) = tools::SERVER.handle(line, &mut device, &mut scratch, &mut answer)
        {
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
    }
    Ok(())
}
