//! What each dialect's messages are, byte for byte.

use super::{dialects, failure, message, success};
use std::collections::BTreeMap;
use tool_result_encoder::{Dialect, ToolCall};

#[test]
fn by_name() {
    assert_eq!(dialects().count(), 12);
    assert!(Dialect::by_name("smtp").is_none());
    assert!(Dialect::by_name("").is_none());
}

/// Text, an object, a list, an error, the empty text.
fn assert_messages(dialect: Dialect, expected: [&str; 5]) {
    let object = BTreeMap::from([("a", "x\"\n")]);
    let messages = [
        success(&dialect, "say \"hi\"\n"),
        success(&dialect, &object),
        success(&dialect, &[1, 2]),
        failure(&dialect, "no \"answer\""),
        success(&dialect, ""),
    ];
    assert_eq!(messages, expected);
}

#[test]
fn openai_chat() {
    let expected = [
        r#"{"role":"tool","tool_call_id":"c1","content":"say \"hi\"\n"}"#,
        r#"{"role":"tool","tool_call_id":"c1","content":"{\"a\":\"x\\\"\\n\"}"}"#,
        r#"{"role":"tool","tool_call_id":"c1","content":"[1,2]"}"#,
        r#"{"role":"tool","tool_call_id":"c1","content":"{\"error\":\"no \\\"answer\\\"\"}"}"#,
        r#"{"role":"tool","tool_call_id":"c1","content":""}"#,
    ];
    assert_messages(Dialect::OPENAI_CHAT, expected);
    assert_messages(Dialect::COHERE, expected);
}

#[test]
fn openai_responses() {
    assert_messages(
        Dialect::OPENAI_RESPONSES,
        [
            r#"{"type":"function_call_output","call_id":"c1","output":"say \"hi\"\n"}"#,
            r#"{"type":"function_call_output","call_id":"c1","output":"{\"a\":\"x\\\"\\n\"}"}"#,
            r#"{"type":"function_call_output","call_id":"c1","output":"[1,2]"}"#,
            r#"{"type":"function_call_output","call_id":"c1","output":"{\"error\":\"no \\\"answer\\\"\"}"}"#,
            r#"{"type":"function_call_output","call_id":"c1","output":""}"#,
        ],
    );
}

#[test]
fn anthropic() {
    assert_messages(
        Dialect::ANTHROPIC,
        [
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"say \"hi\"\n"}]}"#,
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"{\"a\":\"x\\\"\\n\"}"}]}"#,
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"[1,2]"}]}"#,
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","is_error":true,"content":"{\"error\":\"no \\\"answer\\\"\"}"}]}"#,
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1"}]}"#,
        ],
    );
}

#[test]
fn gemini() {
    assert_messages(
        Dialect::GEMINI,
        [
            r#"{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"get","response":{"output":"say \"hi\"\n"}}}]}"#,
            r#"{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"get","response":{"output":{"a":"x\"\n"}}}}]}"#,
            r#"{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"get","response":{"output":[1,2]}}}]}"#,
            r#"{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"get","response":{"error":{"error":"no \"answer\""}}}}]}"#,
            r#"{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"get","response":{"output":""}}}]}"#,
        ],
    );
}

#[test]
fn gemini_without_an_id() {
    let call = ToolCall::new("", "get", "{}");
    assert_eq!(
        message(&Dialect::GEMINI, &call, Ok::<_, &()>(&7)),
        r#"{"role":"user","parts":[{"functionResponse":{"name":"get","response":{"output":7}}}]}"#
    );
}

#[test]
fn gemini_interactions() {
    assert_messages(
        Dialect::GEMINI_INTERACTIONS,
        [
            r#"{"type":"function_result","call_id":"c1","name":"get","result":"say \"hi\"\n"}"#,
            r#"{"type":"function_result","call_id":"c1","name":"get","result":{"a":"x\"\n"}}"#,
            r#"{"type":"function_result","call_id":"c1","name":"get","result":"[1,2]"}"#,
            r#"{"type":"function_result","call_id":"c1","name":"get","is_error":true,"result":{"error":"no \"answer\""}}"#,
            r#"{"type":"function_result","call_id":"c1","name":"get","result":""}"#,
        ],
    );
}

#[test]
fn ollama() {
    assert_messages(
        Dialect::OLLAMA,
        [
            r#"{"role":"tool","tool_name":"get","content":"say \"hi\"\n"}"#,
            r#"{"role":"tool","tool_name":"get","content":"{\"a\":\"x\\\"\\n\"}"}"#,
            r#"{"role":"tool","tool_name":"get","content":"[1,2]"}"#,
            r#"{"role":"tool","tool_name":"get","content":"{\"error\":\"no \\\"answer\\\"\"}"}"#,
            r#"{"role":"tool","tool_name":"get","content":""}"#,
        ],
    );
}

#[test]
fn mistral() {
    assert_messages(
        Dialect::MISTRAL,
        [
            r#"{"role":"tool","tool_call_id":"c1","name":"get","content":"say \"hi\"\n"}"#,
            r#"{"role":"tool","tool_call_id":"c1","name":"get","content":"{\"a\":\"x\\\"\\n\"}"}"#,
            r#"{"role":"tool","tool_call_id":"c1","name":"get","content":"[1,2]"}"#,
            r#"{"role":"tool","tool_call_id":"c1","name":"get","content":"{\"error\":\"no \\\"answer\\\"\"}"}"#,
            r#"{"role":"tool","tool_call_id":"c1","name":"get","content":""}"#,
        ],
    );
}

#[test]
fn bedrock() {
    assert_messages(
        Dialect::BEDROCK,
        [
            r#"{"role":"user","content":[{"toolResult":{"toolUseId":"c1","content":[{"text":"say \"hi\"\n"}]}}]}"#,
            r#"{"role":"user","content":[{"toolResult":{"toolUseId":"c1","content":[{"json":{"a":"x\"\n"}}]}}]}"#,
            r#"{"role":"user","content":[{"toolResult":{"toolUseId":"c1","content":[{"text":"[1,2]"}]}}]}"#,
            r#"{"role":"user","content":[{"toolResult":{"toolUseId":"c1","content":[{"json":{"error":"no \"answer\""}}],"status":"error"}}]}"#,
            r#"{"role":"user","content":[{"toolResult":{"toolUseId":"c1","content":[{"text":""}]}}]}"#,
        ],
    );
}

#[test]
fn mcp() {
    let old = [
        r#"{"jsonrpc":"2.0","id":"c1","result":{"content":[{"type":"text","text":"say \"hi\"\n"}]}}"#,
        r#"{"jsonrpc":"2.0","id":"c1","result":{"content":[{"type":"text","text":"{\"a\":\"x\\\"\\n\"}"}]}}"#,
        r#"{"jsonrpc":"2.0","id":"c1","result":{"content":[{"type":"text","text":"[1,2]"}]}}"#,
        r#"{"jsonrpc":"2.0","id":"c1","result":{"content":[{"type":"text","text":"{\"error\":\"no \\\"answer\\\"\"}"}],"isError":true}}"#,
        r#"{"jsonrpc":"2.0","id":"c1","result":{"content":[{"type":"text","text":""}]}}"#,
    ];
    assert_messages(Dialect::MCP_2025_11_25, old);
    let new = old
        .map(|message| message.replace(r#""result":{"#, r#""result":{"resultType":"complete","#));
    assert_messages(Dialect::MCP_2026_07_28, new.each_ref().map(String::as_str));
}

#[test]
fn mcp_structured_content() {
    let old = Dialect::MCP_2025_11_25.structured_content(true);
    let new = Dialect::MCP_2026_07_28.structured_content(true);
    let object = BTreeMap::from([("a", 1)]);
    for (dialect, kind) in [(old, ""), (new, r#""resultType":"complete","#)] {
        let expected = [
            r#""content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"a":1}"#,
            r#""content":[{"type":"text","text":"text"}]"#,
            r#""content":[{"type":"text","text":"{\"error\":\"e\"}"}],"isError":true"#,
        ];
        let messages = [
            success(&dialect, &object),
            success(&dialect, "text"),
            failure(&dialect, "e"),
        ];
        let expected = expected
            .map(|result| format!(r#"{{"jsonrpc":"2.0","id":"c1","result":{{{kind}{result}}}}}"#));
        assert_eq!(messages, expected);
    }
    // Before 2026-07-28 it must be an object.
    assert_eq!(
        success(&old, &[1]),
        r#"{"jsonrpc":"2.0","id":"c1","result":{"content":[{"type":"text","text":"[1]"}]}}"#
    );
    assert_eq!(
        success(&new, &[1]),
        r#"{"jsonrpc":"2.0","id":"c1","result":{"resultType":"complete","content":[{"type":"text","text":"[1]"}],"structuredContent":[1]}}"#
    );
}

#[test]
fn ids_of_json_rpc() {
    for (id, written) in [
        ("7", "7"),
        ("-7", "-7"),
        ("0", "0"),
        (r#""a7""#, r#""a7""#),
        (r#""""#, r#""""#),
        (r#""a\"\\\u00e9\n""#, r#""a\"\\\u00e9\n""#),
        // No JSON of an id: the text itself is the id.
        ("a7", r#""a7""#),
        ("", r#""""#),
        ("07", r#""07""#),
        ("1.5", r#""1.5""#),
        ("null", r#""null""#),
        ("-", r#""-""#),
        (r#"""#, r#""\"""#),
        (r#""a"b""#, r#""\"a\"b\"""#),
        (r#""a\""#, r#""\"a\\\"""#),
        (r#""\x""#, r#""\"\\x\"""#),
        (r#""\u00g0""#, r#""\"\\u00g0\"""#),
        ("\"a\nb\"", r#""\"a\nb\"""#),
        ("{}", r#""{}""#),
    ] {
        let call = ToolCall::new(id, "get", "{}");
        assert_eq!(
            message(&Dialect::MCP_2025_11_25, &call, Ok::<_, &()>(&1)),
            format!(
                r#"{{"jsonrpc":"2.0","id":{written},"result":{{"content":[{{"type":"text","text":"1"}}]}}}}"#
            )
        );
    }
}

/// Rows 8 and 14: whatever comes from outside is escaped, once.
#[test]
fn ids_and_names_are_escaped() {
    let awkward = ToolCall::new("a\"b\\", "x\\y\n\u{1}é", "{}");
    for (name, dialect) in dialects() {
        for result in [Ok("text"), Err("reason")] {
            let plain = message(&dialect, &super::CALL, result);
            let expected = plain
                .replace(r#""c1""#, r#""a\"b\\""#)
                .replace(r#""get""#, r#""x\\y\n\u0001é""#);
            assert_eq!(message(&dialect, &awkward, result), expected, "{name}");
        }
    }
}
