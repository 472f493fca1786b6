//! From a call to its answer, through a table of tools.

use serde::Deserialize;
use tool_result_encoder::{
    Cause, Delivery, Dialect, EncodeError, JsonEncoder, Problem, Reason, Tool, ToolCall, ToolError,
    Turn,
};

const JSON: JsonEncoder = JsonEncoder::new();

#[derive(Deserialize)]
struct Name<'a> {
    name: &'a str,
}

static TOOLS: [Tool<Vec<String>>; 5] = [
    Tool::new(
        "greet",
        "Says hello.",
        r#"{"type":"object"}"#,
        |greeted, reply| {
            reply.run(|Name { name }| {
                greeted.push(name.to_string());
                if name.is_empty() {
                    Err("nobody")
                } else {
                    Ok(name.len())
                }
            })
        },
    ),
    Tool::new(
        "nothing",
        "Needs no arguments.",
        r#"{"type":"object"}"#,
        |_, reply| reply.run(|()| Ok::<_, ()>("done")),
    ),
    Tool::new(
        "long",
        "Has a long result.",
        r#"{"type":"object"}"#,
        |_, reply| reply.result(Ok::<_, &()>(&[0_u8; 32])),
    ),
    Tool::new(
        "echo",
        "Tells what it was called with.",
        r#"{"type":"object"}"#,
        |_, reply| {
            let call = *reply.call();
            reply.result(Ok::<_, &()>(call.arguments()))
        },
    ),
    Tool::new(
        "drops",
        "Does not answer.",
        r#"{"type":"object"}"#,
        |_, reply| {
            drop(reply);
            Delivery::Complete
        },
    ),
];

/// The content of the answer, and what became of it.
fn run(name: &str, arguments: &str, scratch: usize) -> (String, Delivery) {
    let mut greeted = Vec::new();
    let call = ToolCall::new("1", name, arguments);
    let mut buffer: heapless::String<220> = heapless::String::new();
    let mut turn = Turn::open(&Dialect::OLLAMA, core::slice::from_ref(&call), &mut buffer).unwrap();
    let delivery = turn
        .run(&TOOLS, &mut greeted, &JSON, &mut vec![0; scratch])
        .unwrap();
    assert_eq!(turn.run(&TOOLS, &mut greeted, &JSON, &mut []), None);
    turn.close();
    let message: serde_json::Value = serde_json::from_str(&buffer).unwrap();
    (message["content"].as_str().unwrap().into(), delivery)
}

#[track_caller]
fn assert_refused(name: &str, arguments: &str, reason: Reason, content: &str) {
    let refused = Delivery::Refused(reason);
    assert_eq!(run(name, arguments, 64), (content.into(), refused));
}

#[track_caller]
fn assert_content(name: &str, arguments: &str, content: &str) {
    assert_eq!(
        run(name, arguments, 64),
        (content.into(), Delivery::Complete)
    );
}

#[test]
fn success_and_error() {
    assert_content("greet", r#"{"name":"Ada"}"#, "3");
    assert_content("greet", r#"{"name":""}"#, r#"{"error":"nobody"}"#);
}

#[test]
fn strings_arrive_unescaped() {
    let mut greeted = Vec::new();
    let call = ToolCall::new("1", "greet", r#"{"name":"Bo\"ston\n\u00e9"}"#);
    let mut buffer: heapless::String<100> = heapless::String::new();
    let mut turn = Turn::open(&Dialect::OLLAMA, core::slice::from_ref(&call), &mut buffer).unwrap();
    assert_eq!(
        turn.run(&TOOLS, &mut greeted, &JSON, &mut [0; 10]),
        Some(Delivery::Complete)
    );
    turn.close();
    assert_eq!(greeted, ["Bo\"ston\né"]);
}

#[test]
fn empty_arguments() {
    assert_content("nothing", "", "done");
    assert_content("nothing", "{}", "done");
    assert_content("nothing", " \n", "done");
}

#[test]
fn arguments_that_do_not_decode() {
    for (arguments, problem) in [
        ("", "`name` is missing"),
        ("{}", "`name` is missing"),
        (r#"{"name":1}"#, "`name`: expected a string"),
        (r#"{"name":"a"} x"#, "text after the arguments at byte 13"),
        (
            r#"{"name":"a"#,
            "`name`: the JSON breaks off after 10 bytes",
        ),
        ("{name: 1}", "not JSON at byte 1"),
        (&"[".repeat(100_000), "expected an object"),
    ] {
        let error = format!(r#"{{"error":"tool error (greet): invalid_return: {problem}"}}"#);
        assert_refused("greet", arguments, Reason::InvalidReturn, &error);
    }
    let deep = format!(r#"{{"x":{}"#, "[".repeat(100_000));
    assert_refused(
        "greet",
        &deep,
        Reason::InvalidReturn,
        r#"{"error":"tool error (greet): invalid_return: nested deeper than 16 levels"}"#,
    );
    assert_eq!(
        run("greet", r#"{"name":"\n\n"}"#, 1).0,
        r#"{"error":"tool error (greet): invalid_return: `name`: a string with escapes is too long: 2 bytes, there is room for 1"}"#
    );
}

#[test]
fn unknown_tool() {
    let refused = |name, content| assert_refused(name, "{}", Reason::NotFound, content);
    refused(
        "open_\"door\"",
        r#"{"error":"tool error (open_\"door\"): not_found"}"#,
    );
    refused("", r#"{"error":"tool error (): not_found"}"#);
}

#[test]
fn a_result_without_arguments() {
    assert_content("echo", "{ }", "{ }");
}

#[test]
fn a_result_that_does_not_fit() {
    let call = ToolCall::new("1", "long", "{}");
    let mut buffer: heapless::String<100> = heapless::String::new();
    let mut turn = Turn::open(&Dialect::OLLAMA, core::slice::from_ref(&call), &mut buffer).unwrap();
    let delivery = turn.run(&TOOLS, &mut Vec::new(), &JSON, &mut []).unwrap();
    turn.close();
    let error = EncodeError::CapacityExceeded {
        needed: 112,
        capacity: 100,
    };
    assert_eq!(delivery, Delivery::Replaced(error));
    assert_eq!(
        buffer,
        r#"{"role":"tool","tool_name":"long","content":"{\"error\":\"tool error: encoding_failed\"}"}"#
    );
}

#[test]
fn a_tool_that_does_not_answer() {
    assert_refused(
        "drops",
        "{}",
        Reason::HandlerExit,
        r#"{"error":"tool error (drops): handler_exit"}"#,
    );
}

/// Never `encoding_failed`: nothing was encoded.
#[test]
fn a_refusal_that_does_not_fit_still_tells_the_reason() {
    let call = ToolCall::new("1", "greet", r#"{"name":7}"#);
    let message =
        |content: &str| format!(r#"{{"role":"tool","tool_name":"greet","content":"{content}"}}"#);
    for content in [
        r#"{\"error\":\"tool error (greet): invalid_return: `name`: expected a string\"}"#,
        r#"{\"error\":\"tool error (greet): invalid_return\"}"#,
        r#"{\"error\":\"tool error: invalid_return\"}"#,
        "invalid_return",
    ] {
        let expected = message(content);
        let mut buffer: heapless::String<200> = heapless::String::new();
        // One byte more than the next one takes; the shortest needs room for `encoding_failed`.
        let room = expected.len().max(message("encoding_failed").len());
        buffer.push_str(&" ".repeat(200 - room)).unwrap();
        let mut turn =
            Turn::open(&Dialect::OLLAMA, core::slice::from_ref(&call), &mut buffer).unwrap();
        let _ = turn.run(&TOOLS, &mut Vec::new(), &JSON, &mut []);
        turn.close();
        assert_eq!(buffer.trim_start(), expected);
    }
}

#[test]
fn refusals_of_mcp_are_protocol_errors() {
    let message = |name, arguments| {
        let call = ToolCall::new("7", name, arguments);
        let mut buffer: heapless::String<200> = heapless::String::new();
        let mut turn = Turn::open(
            &Dialect::MCP_2025_11_25,
            core::slice::from_ref(&call),
            &mut buffer,
        )
        .unwrap();
        let delivery = turn.run(&TOOLS, &mut Vec::new(), &JSON, &mut []);
        assert!(matches!(delivery, Some(Delivery::Refused(_))));
        turn.close();
        buffer.to_string()
    };
    assert_eq!(
        message("open_door", "{}"),
        r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"tool error (open_door): not_found"}}"#
    );
    assert_eq!(
        message("greet", r#"{"name":"\u0041"}"#),
        r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"tool error (greet): invalid_return: `name`: a string with escapes is too long: 1 bytes, there is room for 0"}}"#
    );
}

#[test]
fn a_refusal_that_does_not_fit_is_shortened() {
    let call = ToolCall::new("7", "a_tool_with_a_long_name", "{}");
    let long = r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"tool error (a_tool_with_a_long_name): not_found"}}"#;
    let short =
        r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"tool error: not_found"}}"#;
    for (room, expected) in [(long.len(), long), (long.len() - 1, short)] {
        let mut buffer: heapless::String<200> = heapless::String::new();
        buffer.push_str(&" ".repeat(200 - room)).unwrap();
        let mut turn = Turn::open(
            &Dialect::MCP_2025_11_25,
            core::slice::from_ref(&call),
            &mut buffer,
        )
        .unwrap();
        let _ = turn.run(&TOOLS, &mut Vec::new(), &JSON, &mut []);
        turn.close();
        assert_eq!(buffer.trim_start(), expected);
    }

    // A refusal fits wherever a turn opens.
    let calls = core::slice::from_ref(&call);
    let least = Turn::least(&Dialect::MCP_2025_11_25, calls);
    assert!(short.len() <= least);
}

#[test]
fn decoding_errors_as_tool_errors() {
    let error = tool_result_encoder::decode::<Name>("{}", &mut [])
        .map(|_| ())
        .unwrap_err();
    assert_eq!(
        (error.member(), error.problem()),
        (Some("name"), Problem::Missing)
    );
    let error = ToolError::from(error);
    assert_eq!(error.reason(), Reason::InvalidReturn);
    assert!(matches!(error.cause(), Some(Cause::Decode(_))));
    assert_eq!(
        error.to_string(),
        "tool error: invalid_return: `name` is missing"
    );
    assert!(std::error::Error::source(&error).is_some());
}

#[test]
fn what_a_tool_tells_of_itself() {
    assert_eq!(TOOLS[0].name(), "greet");
    assert_eq!(TOOLS[0].description(), "Says hello.");
    assert_eq!(TOOLS[0].input_schema(), r#"{"type":"object"}"#);
    assert_eq!(format!("{:?}", TOOLS[0]), "Tool { name: \"greet\", .. }");
}
