//! The MCP server, line by line. What the official client makes of it is checked by `.ci/run wire`.

#[path = "../examples/mcp/tools.rs"]
mod tools;

use serde::Deserialize;
use tool_result_encoder::mcp::{Line, LineBuffer, Server};
use tool_result_encoder::{JsonEncoder, Tool};

#[derive(Deserialize)]
struct Add {
    a: i32,
    b: i32,
}

static TOOLS: [Tool<u32>; 2] = [
    Tool::new(
        "add",
        "Adds \"two\" numbers.",
        r#"{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}}}"#,
        |calls, reply| {
            *calls += 1;
            reply.run(|Add { a, b }| a.checked_add(b).ok_or("overflow"))
        },
    ),
    Tool::new(
        "long",
        "Has a long result.",
        r#"{"type":"object"}"#,
        |_, reply| reply.result(Ok::<_, &()>(&"x".repeat(2000))),
    ),
];

static SERVER: Server<u32> = Server::new("meter", "1.0", &TOOLS, JsonEncoder::new());

fn answer(line: &str) -> Option<String> {
    answer_in::<1024>(line)
}

fn answer_in<const N: usize>(line: &str) -> Option<String> {
    let mut out: heapless::String<N> = heapless::String::new();
    out.push_str("x").unwrap();
    let line = Line::Whole(line.as_bytes());
    SERVER
        .handle(line, &mut 0, &mut [0; 256], &mut out)
        .map(String::from)
}

#[track_caller]
fn assert_answer(line: &str, expected: &str) {
    assert_eq!(answer(line).as_deref(), Some(expected));
}

fn error(id: &str, code: i32, message: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":"{message}"}}}}"#)
}

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#;

#[test]
fn old_clients() {
    for (version, answered) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ] {
        assert_answer(
            &format!(
                r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"{version}","capabilities":{{}},"clientInfo":{{"name":"c","version":"1"}}}}}}"#
            ),
            &format!(
                r#"{{"jsonrpc":"2.0","id":0,"result":{{"protocolVersion":"{answered}","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"meter","version":"1.0"}}}}}}"#
            ),
        );
    }
    assert_eq!(
        answer(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#),
        None
    );
    assert_answer(
        r#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":"p","result":{}}"#,
    );
    assert_answer(
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
        concat!(
            r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"add","description":"Adds \"two\" numbers.","#,
            r#""inputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}}}},"#,
            r#"{"name":"long","description":"Has a long result.","inputSchema":{"type":"object"}}]}}"#,
        ),
    );
    assert_answer(
        r#"{"params":{"arguments":{"b":2,"a":1},"name":"add"},"method":"tools/call","id":2,"jsonrpc":"2.0"}"#,
        r#"{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"3"}]}}"#,
    );
}

#[test]
fn new_clients() {
    assert_answer(
        &format!(r#"{{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{{{META}}}}}"#),
        r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"}}"#,
    );
    let list = answer(&format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{{META}}}}}"#
    ))
    .unwrap();
    assert!(list.starts_with(
        r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[{"name":"add","#
    ));
    assert_answer(
        &format!(
            r#"{{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{{"name":"add","arguments":{{"a":1,"b":2}},{META}}}}}"#
        ),
        r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","content":[{"type":"text","text":"3"}]}}"#,
    );
}

#[test]
fn failed_tools_are_results() {
    assert_answer(
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":2147483647,"b":1}}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"error\":\"overflow\"}"}],"isError":true}}"#,
    );
    assert_answer(
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"long"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"error\":\"tool error (long): encoding_failed: 2073 bytes needed, the buffer holds 1024\"}"}],"isError":true}}"#,
    );
}

#[test]
fn errors_of_the_protocol() {
    let call = |params: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#)
    };
    let wrong = |message| error("1", -32602, message);
    assert_answer(
        &call(r#"{"name":"sub"}"#),
        &wrong("tool error (sub): not_found"),
    );
    assert_answer(
        &call(r#"{"name":"add"}"#),
        &wrong("tool error (add): invalid_return: `a` is missing"),
    );
    assert_answer(
        &call(r#"{"name":"add","arguments":[1]}"#),
        &wrong("tool error (add): invalid_return: expected an object"),
    );
    assert_answer(&call("{}"), &wrong("tools/call needs a name"));
    assert_answer(&call(r#"{"name":1}"#), &wrong("`name`: expected a string"));
    assert_answer(&call("[]"), &wrong("expected an object"));
    assert_answer(
        r#"{"jsonrpc":"2.0","id":1,"method":"no/such"}"#,
        &error("1", -32601, "no such method"),
    );
    assert_answer(
        r#"{"jsonrpc":"2.0","id":1}"#,
        &error("1", -32600, "a request needs a method"),
    );
    assert_answer(
        r#"{"jsonrpc":"2.0","id":1,"method":7}"#,
        &error("1", -32600, "`method`: expected a string"),
    );
    assert_answer(
        r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
        &error("null", -32600, "an id is an integer or a string"),
    );
    assert_answer("[]", &error("null", -32600, "expected an object"));
    assert_answer("hello", &error("null", -32700, "not JSON at byte 0"));
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{}{}}}"#,
        "[".repeat(20),
        "]".repeat(20)
    );
    assert_answer(
        &deep,
        &error("1", -32600, "`params`: nested deeper than 16 levels"),
    );
    assert_answer(
        r#"{"id":"a\"7","method":"ping""#,
        &error(r#""a\"7""#, -32700, "the JSON breaks off after 28 bytes"),
    );
}

#[test]
fn escaped_slashes_are_slashes() {
    let line = r#"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    let discovered = answer(line).expect("an answer");
    assert!(discovered.contains("supportedVersions"), "{discovered}");
    assert_eq!(answer(&line.replace('/', r"\/")), Some(discovered));
}

#[test]
fn what_is_not_answered() {
    for line in [
        r#"{"jsonrpc":"2.0","method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","method":"no/such","params":[1]}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}"#,
    ] {
        assert_eq!(answer(line), None, "{line}");
    }
}

#[test]
fn lines() {
    let mut buffer = [0; 8];
    let mut lines = LineBuffer::new(&mut buffer);
    let mut got = Vec::new();
    for byte in *b"ab\r\n\n \r\n12345678\n123456789\nend\nrest" {
        match lines.push(byte) {
            Some(Line::Whole(line)) => got.push(format!("whole {}", str::from_utf8(line).unwrap())),
            Some(Line::TooLong(line)) => {
                got.push(format!("start {}", str::from_utf8(line).unwrap()))
            }
            None => {}
        }
    }
    assert_eq!(
        got,
        ["whole ab", "whole 12345678", "start 12345678", "whole end"]
    );
    assert_eq!(LineBuffer::new(&mut []).push(b'\n'), None);
}

/// A schema is written over several lines, an answer is one.
#[test]
fn schemas_of_several_lines() {
    static TOOLS: [Tool<()>; 1] = [Tool::new(
        "t",
        "d",
        "{\r\n  \"type\": \"object\"\n}\n",
        |(), reply| reply.result(Ok::<_, &()>(&())),
    )];
    let server = Server::new("s", "1", &TOOLS, JsonEncoder::new());
    let mut out: heapless::String<256> = heapless::String::new();
    let line = Line::Whole(br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    assert_eq!(
        server.handle(line, &mut (), &mut [0; 8], &mut out),
        Some(
            r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"t","description":"d","inputSchema":{  "type": "object"}}]}}"#
        )
    );
}

/// The conversation in the README.
#[test]
fn the_conversation_in_the_readme() {
    let readme = include_str!("../README.md");
    let mut lines = readme
        .lines()
        .filter(|line| line.starts_with(r#"{"jsonrpc""#));
    let mut device = tools::Device::default();
    let mut count = 0;
    while let Some(request) = lines.next() {
        let mut out: heapless::String<1024> = heapless::String::new();
        let answer = tools::SERVER.handle(
            Line::Whole(request.as_bytes()),
            &mut device,
            &mut [0; 256],
            &mut out,
        );
        assert_eq!(answer, lines.next());
        count += 1;
    }
    assert_eq!(count, 2);
}

/// The id is found in what is there of a request that is too long.
#[test]
fn requests_that_are_too_long() {
    for (start, id) in [
        (r#"{"jsonrpc":"2.0","id":7,"method":"tools/ca"#, "7"),
        (r#"{ "id" : "a\"7" , "me"#, r#""a\"7""#),
        (r#"{"params":{"id":1,"x":[{"id":2}]},"id":3}"#, "3"),
        (r#"{"x":"\"id\":4","id":-5 "#, "-5"),
        (r#"{"id":12345"#, "null"),
        (r#"{"id":"half"#, "null"),
        (r#"{"id":1.5,"#, "null"),
        (r#"{"id":1e3,"#, "null"),
        (r#"["id":1,"#, "null"),
        (r#"{"params":]{"id":1},"#, "null"),
        (r#"{"id":"\ud83d\ude00","#, r#""\ud83d\ude00""#),
        (r#"{"id":"\ud83d","#, "null"),
        (r#"{"id":"\ud83d\u0041","#, "null"),
        (r#"{"id":"\ude00","#, "null"),
        (r#"{"params":{"id":1"#, "null"),
        ("id", "null"),
        ("\"", "null"),
        ("", "null"),
    ] {
        let mut out: heapless::String<256> = heapless::String::new();
        let answer = SERVER.handle(Line::TooLong(start.as_bytes()), &mut 0, &mut [], &mut out);
        let expected = error(id, -32600, "the request is longer than the buffer");
        assert_eq!(answer, Some(expected.as_str()), "{start}");
    }
}

#[test]
fn answers_that_do_not_fit() {
    let list = r#"{"jsonrpc":"2.0","id":"a","method":"tools/list"}"#;
    let needed = answer(list).unwrap().len();
    let message = format!("{needed} bytes needed, the buffer holds 128");
    assert_eq!(
        answer_in::<128>(list),
        Some(error(r#""a""#, -32603, &message))
    );
    assert_eq!(answer_in::<64>(list), Some(error(r#""a""#, -32603, "")));
    assert_eq!(answer_in::<32>(list), None);
}

#[test]
fn nothing_but_the_line_matters() {
    let line = Line::Whole(br#"{"jsonrpc":"2.0","id":1,"method":"tools\/call","params":{"name":"\u0061dd","arguments":{"\u0061":1,"b":2}}}"#);
    let mut out: heapless::String<256> = heapless::String::new();
    let mut calls = 0;
    for _ in 0..3 {
        let answer = SERVER.handle(line, &mut calls, &mut [0xAA; 256], &mut out);
        assert_eq!(
            answer,
            Some(r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"3"}]}}"#)
        );
    }
    assert_eq!(calls, 3);
}
