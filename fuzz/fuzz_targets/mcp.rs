//! Bytes into the MCP server, as a UART gives them: no panic, at most one line for a line, and each
//! answer the JSON of a response with the request's id.
//!
//! `cargo +nightly fuzz run mcp`
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde::Deserialize;
use serde_json::Value;
use tool_result_encoder::mcp::{LineBuffer, Server};
use tool_result_encoder::{JsonEncoder, Tool};

#[derive(Deserialize)]
#[allow(dead_code)]
struct Arguments<'a> {
    text: &'a str,
    number: Option<i16>,
    list: Option<heapless::Vec<u8, 4>>,
}

static TOOLS: [Tool<()>; 2] = [
    Tool::new("echo", "", "{}", |_, reply| {
        reply.run(|Arguments { text, .. }| {
            if text.len() > 8 {
                Err(text.len())
            } else {
                Ok(text.to_string())
            }
        })
    }),
    Tool::new("ping", "", "{}", |_, reply| reply.result(Ok::<_, &()>(&1))),
];

static SERVER: Server<()> =
    Server::new("fuzz", "1", &TOOLS, JsonEncoder::new()).structured_content(true);

/// What requests are made of, so that many of the lines are some.
const TOKENS: &[&str] = &[
    r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":{"text":""#,
    r#""jsonrpc":"2.0","#,
    r#""id":"#,
    r#""method":"#,
    r#""params":"#,
    r#""name":"#,
    r#""arguments":"#,
    r#""tools/call""#,
    r#""tools/list""#,
    r#""initialize""#,
    r#""server/discover""#,
    r#""ping""#,
    r#""echo""#,
    r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#,
    r#""protocolVersion":"#,
    r#""text":"#,
    r#""number":"#,
    r#""list":"#,
    r#""result":"#,
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\u00e9",
    "null",
    "true",
    "7",
    "-1",
    "1.5",
    "\n",
    "\r\n",
    " ",
];

fuzz_target!(|bytes: &[u8]| {
    let [room, bytes @ ..] = bytes else { return };
    let mut buffer = [0; 256];
    let mut lines = LineBuffer::new(&mut buffer[..16 + usize::from(room & 0x7F)]);
    let mut scratch = [0; 100];
    let mut out: heapless::String<512> = heapless::String::new();
    let mut ends = 0;
    let mut answers = 0;
    let mut push = |byte: u8| {
        ends += usize::from(byte == b'\n');
        let Some(line) = lines.push(byte) else { return };
        let Some(answer) = SERVER.handle(line, &mut (), &mut scratch, &mut out) else {
            return;
        };
        answers += 1;
        assert!(answers <= ends && !answer.contains('\n'));
        let answer: Value = serde_json::from_str(answer).unwrap();
        let members = answer.as_object().unwrap();
        assert_eq!(members["jsonrpc"], "2.0");
        assert!(members["id"].is_string() || members["id"].is_number() || members["id"].is_null());
        assert!(
            members.len() == 3 && members.contains_key("result") != members.contains_key("error")
        );
        if let tool_result_encoder::mcp::Line::Whole(line) = line
            && let Ok(Value::Object(request)) = serde_json::from_slice::<Value>(line)
            && matches!(&request["id"], Value::String(_) | Value::Number(_))
            && !members["id"].is_null()
        {
            assert_eq!(members["id"], request["id"]);
        }
    };
    for byte in bytes {
        // Upper half: a token; lower half: the byte itself.
        match byte.checked_sub(0x80) {
            Some(token) => {
                let token = TOKENS[usize::from(token) % TOKENS.len()];
                token.bytes().for_each(&mut push);
            }
            None => push(*byte),
        }
    }
    push(b'\n');
});
