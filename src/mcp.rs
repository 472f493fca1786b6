//! An MCP server for devices, without a transport: a line in, at most one line out.
//!
//! It has no state, so it answers both generations of clients: 2026-07-28, whose requests carry
//! their version, and 2024-11-05 to 2025-11-25, which begin with `initialize`.
//!
//! ```
//! use tool_result_encoder::mcp::{LineBuffer, Server};
//! use tool_result_encoder::{JsonEncoder, Tool};
//!
//! static TOOLS: [Tool<u32>; 1] = [Tool::new(
//!     "uptime",
//!     "Seconds since the start.",
//!     r#"{"type":"object"}"#,
//!     |seconds, reply| reply.result(Ok::<_, &()>(seconds)),
//! )];
//! static SERVER: Server<u32> = Server::new("meter", "1.0", &TOOLS, JsonEncoder::new());
//!
//! let mut line = [0; 256];
//! let mut lines = LineBuffer::new(&mut line);
//! let mut scratch = [0; 128];
//! let mut answer: heapless::String<256> = heapless::String::new();
//! let mut answers = Vec::new();
//! // Byte by byte, as a UART gives them.
//! for byte in *b"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"uptime\"}}\r\n" {
//!     if let Some(line) = lines.push(byte)
//!         && let Some(answer) = SERVER.handle(line, &mut 86_400, &mut scratch, &mut answer)
//!     {
//!         answers.push(answer.to_string());
//!     }
//! }
//! assert_eq!(answers, [
//!     r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"86400"}]}}"#,
//! ]);
//! ```

mod line;

use core::fmt::{self, Display};
use core::slice::from_ref;

use heapless::string::StringView;
use serde::Deserialize;
use serde::de::IgnoredAny;

pub use line::{Line, LineBuffer};

use crate::decode::{Problem, Raw, decode};
use crate::message::is_rpc_id;
use crate::output::{self, Output};
use crate::{Dialect, EncodeError, JsonEncoder, Tool, ToolCall, ToolResultEncoder, Turn};

/// The protocol versions that begin with `initialize`; the newest is last.
const VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

const PARSE_ERROR: &str = "-32700";
const INVALID_REQUEST: &str = "-32600";
const METHOD_NOT_FOUND: &str = "-32601";
const INVALID_PARAMS: &str = "-32602";
const INTERNAL_ERROR: &str = "-32603";

/// Bytes of the scratch space for a request's own strings; the rest is for the tool's arguments.
const REQUEST_SCRATCH: usize = 64;
/// The same for a request's parameters: some clients escape each slash, and the names in `_meta`, of
/// about 40 bytes each, have one.
const PARAMS_SCRATCH: usize = 192;

/// The protocol's part of an MCP server with tools. `S` is what the tools' handlers need.
pub struct Server<'s, S, E = JsonEncoder> {
    name: &'s str,
    version: &'s str,
    tools: &'s [Tool<S, E>],
    encoder: E,
    structured_content: bool,
}

impl<S, E> fmt::Debug for Server<'_, S, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("name", &self.name)
            .field("tools", &self.tools)
            .finish_non_exhaustive()
    }
}

#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow)]
    id: Option<Raw<'a>>,
    method: Option<&'a str>,
    #[serde(borrow)]
    params: Option<Raw<'a>>,
    /// A response has one of these, and is not for us.
    #[serde(borrow)]
    result: Option<Raw<'a>>,
    #[serde(borrow)]
    error: Option<Raw<'a>>,
}

#[derive(Deserialize)]
struct Params<'a> {
    name: Option<&'a str>,
    #[serde(borrow)]
    arguments: Option<Raw<'a>>,
    #[serde(rename = "protocolVersion")]
    protocol_version: Option<&'a str>,
    #[serde(borrow, rename = "_meta")]
    meta: Option<Meta<'a>>,
}

#[derive(Deserialize)]
struct Meta<'a> {
    #[serde(borrow, rename = "io.modelcontextprotocol/protocolVersion")]
    version: Option<Raw<'a>>,
}

impl Params<'_> {
    /// Whether the client is of the generation that has no `initialize`.
    fn is_modern(&self) -> bool {
        self.meta
            .as_ref()
            .is_some_and(|meta| meta.version.is_some())
    }
}

impl<'s, S, E: ToolResultEncoder> Server<'s, S, E> {
    /// A server with its name and version, the tools it offers, and the encoder of their results.
    #[must_use]
    pub const fn new(name: &'s str, version: &'s str, tools: &'s [Tool<S, E>], encoder: E) -> Self {
        Self {
            name,
            version,
            tools,
            encoder,
            structured_content: false,
        }
    }

    /// Whether results are sent a second time as `structuredContent`; no by default.
    #[must_use]
    pub const fn structured_content(mut self, yes: bool) -> Self {
        self.structured_content = yes;
        self
    }

    /// Handles a line, and returns the line that answers it, without its end; none for a
    /// notification.
    ///
    /// `out` is cleared, and holds the answer. It must have room for the list of all tools. A result
    /// that does not fit is replaced by an error that says so, with the request's id; about 128
    /// bytes and the id's are enough for that. `scratch` takes the strings that have escapes: 64
    /// bytes for the request's own and as many as the longest arguments have. A request is nested 16
    /// levels at most, 14 of them in a tool's arguments.
    #[must_use = "a client waits for the answer"]
    pub fn handle<'o>(
        &self,
        line: Line<'_>,
        state: &mut S,
        scratch: &mut [u8],
        out: &'o mut StringView,
    ) -> Option<&'o str> {
        out.clear();
        match line {
            Line::Whole(line) => match str::from_utf8(line) {
                Ok(line) => self.request(line, state, scratch, out),
                Err(_) => error(out, "null", PARSE_ERROR, "the line is not UTF-8"),
            },
            Line::TooLong(start) => {
                error(
                    out,
                    line::id(start),
                    INVALID_REQUEST,
                    "the request is longer than the buffer",
                );
            }
        }
        (!out.is_empty()).then_some(out.as_str())
    }

    fn request(&self, line: &str, state: &mut S, scratch: &mut [u8], out: &mut StringView) {
        let half = scratch.len() / 2;
        let (ours, scratch) = scratch
            .split_at_mut_checked(REQUEST_SCRATCH.min(half))
            .unwrap_or_default();
        let request = match decode::<Request<'_>>(line, ours) {
            Ok(request) => request,
            Err(problem) => {
                let code = match problem.problem() {
                    Problem::Syntax { .. }
                    | Problem::Truncated { .. }
                    | Problem::Trailing { .. } => PARSE_ERROR,
                    // What is no request may be no JSON either, further on.
                    Problem::WrongType { .. } if decode::<IgnoredAny>(line, &mut []).is_err() => {
                        PARSE_ERROR
                    }
                    _ => INVALID_REQUEST,
                };
                let id = line::id(line.as_bytes());
                return report(out, id, code, |out| push_displayed(out, &problem));
            }
        };
        let Some(id) = request.id else {
            // A notification.
            return;
        };
        let id = id.0;
        if !is_rpc_id(id) {
            return error(
                out,
                "null",
                INVALID_REQUEST,
                "an id is an integer or a string",
            );
        }
        let Some(method) = request.method else {
            if request.result.is_none() && request.error.is_none() {
                error(out, id, INVALID_REQUEST, "a request needs a method");
            }
            return;
        };

        let mut params_scratch = [0; PARAMS_SCRATCH];
        let params = request.params.map_or("", |params| params.0);
        let params = match decode::<Params<'_>>(params, &mut params_scratch) {
            Ok(params) => params,
            Err(problem) => {
                return report(out, id, INVALID_PARAMS, |out| push_displayed(out, &problem));
            }
        };
        match method {
            "tools/call" => self.call(id, &params, state, scratch, out),
            "tools/list" => answer(out, id, |out| self.list(params.is_modern(), out)),
            "initialize" => answer(out, id, |out| self.initialize(&params, out)),
            "server/discover" => answer(out, id, |out| out.push_str(DISCOVERED)),
            "ping" => answer(out, id, |_| ()),
            _ => error(out, id, METHOD_NOT_FOUND, "no such method"),
        }
    }

    fn call(
        &self,
        id: &str,
        params: &Params<'_>,
        state: &mut S,
        scratch: &mut [u8],
        out: &mut StringView,
    ) {
        let Some(name) = params.name else {
            return error(out, id, INVALID_PARAMS, "tools/call needs a name");
        };
        let arguments = params
            .arguments
            .as_ref()
            .map_or("", |arguments| arguments.0);
        let call = ToolCall::new(id, name, arguments);
        let dialect = if params.is_modern() {
            Dialect::MCP_2026_07_28
        } else {
            Dialect::MCP_2025_11_25
        };
        let dialect = dialect.structured_content(self.structured_content);
        let answered = Turn::open(&dialect, from_ref(&call), out).map(|mut turn| {
            // That an answer was replaced is written in it.
            let _ = turn.run(self.tools, state, &self.encoder, scratch);
            turn.close();
        });
        if let Err(problem) = answered {
            too_small(out, id, problem);
        }
    }

    fn list(&self, modern: bool, out: &mut Output<'_>) {
        if modern {
            out.push_str(r#""resultType":"complete","ttlMs":0,"cacheScope":"private","#);
        }
        out.push_str(r#""tools":["#);
        let mut separator = "";
        for tool in self.tools {
            out.push_str(separator);
            separator = ",";
            out.push_str(r#"{"name":"#);
            out.push_string(tool.name());
            out.push_str(r#","description":"#);
            out.push_string(tool.description());
            out.push_str(r#","inputSchema":"#);
            // A line break between two tokens would end the message.
            for part in tool.input_schema().lines() {
                out.push_str(part);
            }
            out.push_str("}");
        }
        out.push_str("]");
    }

    fn initialize(&self, params: &Params<'_>, out: &mut Output<'_>) {
        let [.., newest] = VERSIONS;
        let wanted = params.protocol_version.unwrap_or(newest);
        let version = VERSIONS.into_iter().find(|version| *version == wanted);
        out.push_str(r#""protocolVersion":"#);
        out.push_string(version.unwrap_or(newest));
        out.push_str(r#","capabilities":{"tools":{}},"serverInfo":{"name":"#);
        out.push_string(self.name);
        out.push_str(r#","version":"#);
        out.push_string(self.version);
        out.push_str("}");
    }
}

const DISCOVERED: &str = concat!(
    r#""resultType":"complete","supportedVersions":["2026-07-28"],"#,
    r#""capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private""#,
);

/// Writes the response with the members of its result, or an error if they do not fit.
fn answer(out: &mut StringView, id: &str, members: impl FnOnce(&mut Output<'_>)) {
    let written = output::append(out, 0, |out| {
        open(id, out);
        out.push_str(r#""result":{"#);
        members(out);
        out.push_str("}}");
        Ok(())
    });
    if let Err(problem) = written {
        too_small(out, id, problem);
    }
}

fn too_small(out: &mut StringView, id: &str, problem: EncodeError) {
    report(out, id, INTERNAL_ERROR, |out| push_displayed(out, &problem));
}

/// Writes an error response.
fn error(out: &mut StringView, id: &str, code: &str, message: &str) {
    report(out, id, code, |out| out.push_escaped(message));
}

/// Writes an error response, without its text if that does not fit. Nothing is written where not
/// even that has room.
fn report(out: &mut StringView, id: &str, code: &str, message: impl FnOnce(&mut Output<'_>)) {
    let write = |out: &mut Output<'_>| {
        open(id, out);
        out.push_str(r#""error":{"code":"#);
        out.push_str(code);
        out.push_str(r#","message":""#);
    };
    let whole = output::append(out, 0, |out| {
        write(out);
        message(out);
        out.push_str(r#""}}"#);
        Ok(())
    });
    if whole.is_err() {
        let _ = output::append(out, 0, |out| {
            write(out);
            out.push_str(r#""}}"#);
            Ok(())
        });
    }
}

fn push_displayed(out: &mut Output<'_>, problem: &impl Display) {
    // Our own errors display without one.
    let _ = out.push_displayed(problem);
}

fn open(id: &str, out: &mut Output<'_>) {
    out.push_str(r#"{"jsonrpc":"2.0","id":"#);
    out.push_str(id);
    out.push_str(",");
}
