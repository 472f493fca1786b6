//! [`Dialect`]: the messages of the providers, as data.

/// The form of a provider's message around the content of a tool result.
///
/// A dialect is data: a firmware that names one does not carry the others, and
/// [`by_name`](Self::by_name) chooses at run time. The forms are those of the providers' own type
/// definitions.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// Before the first result of a message.
    pub(super) before: &'static str,
    pub(super) result: &'static [Piece],
    /// In the place of a result, for a call that was refused before it reached a tool.
    pub(super) refusal: Option<&'static [Piece]>,
    /// Between two results of one turn: in one message, or between two messages.
    pub(super) between: &'static str,
    /// Behind the last result of a message.
    pub(super) after: &'static str,
    pub(super) structured: bool,
}

/// A part of what answers one call.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece {
    Text(&'static str),
    /// Text for a success only.
    Success(&'static str),
    /// Text for an error only.
    Failure(&'static str),
    /// The call's id, as a string.
    Id,
    /// The member `id` and a comma, unless the id is empty.
    IdMember,
    /// The call's id, which is JSON already.
    RpcId,
    /// The tool's name, as a string.
    Name,
    Content(Form),
    /// The content once more, where the dialect's option asks for it.
    Structured(Form),
}

/// How content stands in a message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    /// Which JSON goes in as it is.
    pub(super) raw: Raw,
    /// What stands around JSON that goes in as it is.
    pub(super) raw_frame: (&'static str, &'static str),
    /// What stands around the text of a string, quotes included. Nothing goes in without one.
    pub(super) text_frame: Option<(&'static str, &'static str)>,
    /// In the place of content that has no bytes.
    pub(super) empty: &'static str,
    /// The same for an error.
    pub(super) empty_failure: &'static str,
}

/// Which JSON goes in as it is, not as the text of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Raw {
    Never,
    Objects,
    Always,
}

use Piece::{Content, Failure, Id, IdMember, Name, RpcId, Structured, Success, Text};

/// A member that is a string.
const STRING: Form = Form {
    raw: Raw::Never,
    raw_frame: ("", ""),
    text_frame: Some(("\"", "\"")),
    empty: "\"\"",
    empty_failure: "\"\"",
};

/// A member that is any JSON.
const JSON: Form = Form {
    raw: Raw::Always,
    ..STRING
};

/// The content of MCP's `structuredContent`: nothing if it is text.
const fn structured(raw: Raw) -> Piece {
    Structured(Form {
        raw,
        raw_frame: (",\"structuredContent\":", ""),
        text_frame: None,
        empty: "",
        empty_failure: "",
    })
}

const MCP_REFUSAL: &[Piece] = &[
    Text(r#"{"jsonrpc":"2.0","id":"#),
    RpcId,
    Text(r#","error":{"code":-32602,"message":"#),
    Content(STRING),
    Text("}}"),
];

/// A dialect with a message of its own for each result.
const fn separate(result: &'static [Piece]) -> Dialect {
    Dialect {
        before: "",
        result,
        refusal: None,
        between: ",",
        after: "",
        structured: false,
    }
}

impl Dialect {
    /// OpenAI Chat Completions; also vLLM, llama.cpp, Groq, DeepSeek and xAI.
    pub const OPENAI_CHAT: Self = separate(&[
        Text(r#"{"role":"tool","tool_call_id":"#),
        Id,
        Text(r#","content":"#),
        Content(STRING),
        Text("}"),
    ]);

    /// OpenAI Responses.
    pub const OPENAI_RESPONSES: Self = separate(&[
        Text(r#"{"type":"function_call_output","call_id":"#),
        Id,
        Text(r#","output":"#),
        Content(STRING),
        Text("}"),
    ]);

    /// Anthropic Messages. All results of a turn are in one message.
    pub const ANTHROPIC: Self = Self {
        before: r#"{"role":"user","content":["#,
        after: "]}",
        ..separate(&[
            Text(r#"{"type":"tool_result","tool_use_id":"#),
            Id,
            Failure(r#","is_error":true"#),
            // The server refuses empty content, and an error without content.
            Content(Form {
                text_frame: Some((r#","content":""#, "\"")),
                empty: "",
                empty_failure: r#","content":"error""#,
                ..STRING
            }),
            Text("}"),
        ])
    };

    /// Gemini `generateContent`. All results of a turn are in one message.
    pub const GEMINI: Self = Self {
        before: r#"{"role":"user","parts":["#,
        after: "]}",
        ..separate(&[
            Text(r#"{"functionResponse":{"#),
            IdMember,
            Text(r#""name":"#),
            Name,
            Success(r#","response":{"output":"#),
            Failure(r#","response":{"error":"#),
            Content(JSON),
            Text("}}}"),
        ])
    };

    /// Gemini Interactions. A result that is no object goes in as a string.
    pub const GEMINI_INTERACTIONS: Self = separate(&[
        Text(r#"{"type":"function_result","call_id":"#),
        Id,
        Text(r#","name":"#),
        Name,
        Failure(r#","is_error":true"#),
        Text(r#","result":"#),
        Content(Form {
            raw: Raw::Objects,
            ..STRING
        }),
        Text("}"),
    ]);

    /// Ollama.
    pub const OLLAMA: Self = separate(&[
        Text(r#"{"role":"tool","tool_name":"#),
        Name,
        Text(r#","content":"#),
        Content(STRING),
        Text("}"),
    ]);

    /// Mistral.
    pub const MISTRAL: Self = separate(&[
        Text(r#"{"role":"tool","tool_call_id":"#),
        Id,
        Text(r#","name":"#),
        Name,
        Text(r#","content":"#),
        Content(STRING),
        Text("}"),
    ]);

    /// Bedrock Converse. A result that is no object goes in as text. All results of a turn are in
    /// one message.
    pub const BEDROCK: Self = Self {
        before: r#"{"role":"user","content":["#,
        after: "]}",
        ..separate(&[
            Text(r#"{"toolResult":{"toolUseId":"#),
            Id,
            Text(r#","content":["#),
            // An empty list is refused, and so is an error without text.
            Content(Form {
                raw: Raw::Objects,
                raw_frame: (r#"{"json":"#, "}"),
                text_frame: Some((r#"{"text":""#, "\"}")),
                empty: r#"{"text":""}"#,
                empty_failure: r#"{"text":"error"}"#,
            }),
            Text("]"),
            Failure(r#","status":"error""#),
            Text("}}"),
        ])
    };

    /// Cohere v2.
    pub const COHERE: Self = Self::OPENAI_CHAT;

    /// The answer to `tools/call` in MCP 2025-06-18 and 2025-11-25, a line without its end.
    pub const MCP_2025_11_25: Self = Self {
        refusal: Some(MCP_REFUSAL),
        between: "\n",
        ..separate(&[
            Text(r#"{"jsonrpc":"2.0","id":"#),
            RpcId,
            Text(r#","result":{"content":[{"type":"text","text":"#),
            Content(STRING),
            Text("}]"),
            structured(Raw::Objects),
            Failure(r#","isError":true"#),
            Text("}}"),
        ])
    };

    /// The answer to `tools/call` in MCP 2026-07-28, a line without its end.
    pub const MCP_2026_07_28: Self = Self {
        refusal: Some(MCP_REFUSAL),
        between: "\n",
        ..separate(&[
            Text(r#"{"jsonrpc":"2.0","id":"#),
            RpcId,
            Text(r#","result":{"resultType":"complete","content":[{"type":"text","text":"#),
            Content(STRING),
            Text("}]"),
            structured(Raw::Always),
            Failure(r#","isError":true"#),
            Text("}}"),
        ])
    };

    /// The names that [`by_name`](Self::by_name) knows.
    pub const NAMES: &'static [&'static str] = &[
        "openai-chat",
        "openai-responses",
        "anthropic",
        "gemini",
        "gemini-interactions",
        "ollama",
        "mistral",
        "bedrock",
        "cohere",
        "mcp-2025-06-18",
        "mcp-2025-11-25",
        "mcp-2026-07-28",
    ];

    /// The dialect of this name, one of [`NAMES`](Self::NAMES). A program that calls this carries
    /// all of them.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Some(match name {
            "openai-chat" => Self::OPENAI_CHAT,
            "openai-responses" => Self::OPENAI_RESPONSES,
            "anthropic" => Self::ANTHROPIC,
            "gemini" => Self::GEMINI,
            "gemini-interactions" => Self::GEMINI_INTERACTIONS,
            "ollama" => Self::OLLAMA,
            "mistral" => Self::MISTRAL,
            "bedrock" => Self::BEDROCK,
            "cohere" => Self::COHERE,
            "mcp-2025-06-18" | "mcp-2025-11-25" => Self::MCP_2025_11_25,
            "mcp-2026-07-28" => Self::MCP_2026_07_28,
            _ => return None,
        })
    }

    /// Whether MCP's answers carry the result a second time, as `structuredContent`; no by default,
    /// as it doubles the bytes. It is for tools that declare an output schema. Text and errors have
    /// none, nor has what is no object before 2026-07-28; other dialects do not know it.
    #[must_use]
    pub const fn structured_content(mut self, yes: bool) -> Self {
        self.structured = yes;
        self
    }
}
