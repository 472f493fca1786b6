//! [`Tool`] and the runner: from a call to its answer.

use serde::{Deserialize, Serialize};

use crate::decode::decode;
use crate::{Delivery, JsonEncoder, Reason, ToolCall, ToolError, ToolResultEncoder, Turn};

/// A tool that a model can call: what it is told, and what runs.
///
/// `S` is whatever the handlers need: peripherals, a queue to another task. A table of tools is a
/// plain slice.
///
/// ```
/// use serde::Deserialize;
/// use tool_result_encoder::{Dialect, JsonEncoder, Tool, ToolCall, Turn};
///
/// #[derive(Deserialize)]
/// struct Led { on: bool }
///
/// let tools: [Tool<bool>; 1] = [Tool::new(
///     "set_led",
///     "Switches the LED.",
///     r#"{"type":"object","properties":{"on":{"type":"boolean"}},"required":["on"]}"#,
///     |lit, reply| reply.run(|Led { on }| { *lit = on; Ok::<_, ()>(()) }),
/// )];
///
/// let calls = [
///     ToolCall::new("a", "set_led", r#"{"on":true}"#),
///     ToolCall::new("b", "set_led", r#"{"on":1}"#),
///     ToolCall::new("c", "open_door", "{}"),
/// ];
/// let mut lit = false;
/// let mut buffer: heapless::String<512> = heapless::String::new();
/// let mut turn = Turn::open(&Dialect::OPENAI_CHAT, &calls, &mut buffer)?;
/// while turn.run(&tools, &mut lit, &JsonEncoder::new(), &mut [0; 64]).is_some() {}
/// turn.close();
///
/// assert!(lit);
/// assert_eq!(buffer, concat!(
///     r#"{"role":"tool","tool_call_id":"a","content":"null"},"#,
///     r#"{"role":"tool","tool_call_id":"b","content":"{\"error\":\"tool error (set_led): "#,
///     r#"invalid_return: `on`: expected true or false\"}"},"#,
///     r#"{"role":"tool","tool_call_id":"c","content":"{\"error\":\"tool error (open_door): "#,
///     r#"not_found\"}"}"#,
/// ));
/// # Ok::<(), tool_result_encoder::EncodeError>(())
/// ```
pub struct Tool<S, E = JsonEncoder> {
    name: &'static str,
    description: &'static str,
    input_schema: &'static str,
    run: fn(&mut S, Reply<'_, '_, E>) -> Delivery,
}

impl<S, E> Tool<S, E> {
    /// A tool with its name, a description for the model, the JSON schema of its arguments and what
    /// runs when it is called. The schema is the text of a JSON object; it is not checked.
    #[must_use]
    pub const fn new(
        name: &'static str,
        description: &'static str,
        input_schema: &'static str,
        run: fn(&mut S, Reply<'_, '_, E>) -> Delivery,
    ) -> Self {
        Self {
            name,
            description,
            input_schema,
            run,
        }
    }

    /// The name that the model calls it by.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What the model is told of it.
    #[must_use]
    pub const fn description(&self) -> &'static str {
        self.description
    }

    /// The JSON schema of its arguments.
    #[must_use]
    pub const fn input_schema(&self) -> &'static str {
        self.input_schema
    }
}

impl<S, E> core::fmt::Debug for Tool<S, E> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Tool")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// The one answer that a tool owes for a call.
#[must_use]
pub struct Reply<'r, 't, E> {
    turn: &'r mut Turn<'t>,
    call: &'t ToolCall<'t>,
    encoder: &'r E,
    scratch: &'r mut [u8],
}

impl<'r, 't, E: ToolResultEncoder> Reply<'r, 't, E> {
    /// The call that is answered.
    #[must_use]
    pub const fn call(&self) -> &'t ToolCall<'t> {
        self.call
    }

    /// Decodes the arguments, runs the handler on them and answers with its result. Arguments that
    /// do not decode are answered with [`Reason::InvalidReturn`] and what is wrong with them.
    ///
    /// An error without `Serialize` goes through [`DisplayText`](crate::DisplayText) or
    /// [`DebugText`](crate::DebugText): `read().map_err(DebugText)`.
    pub fn run<A, T, R>(self, handler: impl FnOnce(A) -> Result<T, R>) -> Delivery
    where
        A: Deserialize<'r>,
        T: Serialize,
        R: Serialize,
    {
        match decode(self.call.arguments(), self.scratch) {
            Ok(arguments) => {
                let result = handler(arguments);
                self.turn.answer(self.encoder, result.as_ref())
            }
            Err(error) => {
                let error = ToolError::from(error).with_tool_name(self.call.name());
                self.turn.refuse(self.encoder, error)
            }
        }
    }

    /// Answers with a result.
    pub fn result<T, R>(self, result: Result<&T, &R>) -> Delivery
    where
        T: Serialize + ?Sized,
        R: Serialize + ?Sized,
    {
        self.turn.answer(self.encoder, result)
    }
}

impl<E> core::fmt::Debug for Reply<'_, '_, E> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Reply")
            .field("call", self.call)
            .finish_non_exhaustive()
    }
}

impl<'t> Turn<'t> {
    /// Runs the tool of the next call and answers it; none when all calls are answered. A call of
    /// no tool in the table is answered with [`Reason::NotFound`].
    ///
    /// `scratch` takes the strings of the arguments that have escapes; the longest arguments' bytes
    /// are enough.
    ///
    /// Handlers are plain functions. To wait for one in an async task, take
    /// [`next_call`](Self::next_call), [`decode`] its arguments, await, and
    /// [`answer`](Self::answer) or [`refuse`](Self::refuse).
    #[must_use = "there may be more calls, and the answer may have been replaced"]
    pub fn run<S, E: ToolResultEncoder>(
        &mut self,
        tools: &[Tool<S, E>],
        state: &mut S,
        encoder: &E,
        scratch: &mut [u8],
    ) -> Option<Delivery> {
        let call = self.next_call()?;
        let Some(tool) = tools.iter().find(|tool| tool.name == call.name()) else {
            let error = ToolError::new(Reason::NotFound).with_tool_name(call.name());
            return Some(self.refuse(encoder, error));
        };
        let open = self.calls_left();
        let delivery = (tool.run)(
            state,
            Reply {
                turn: self,
                call,
                encoder,
                scratch,
            },
        );
        if self.calls_left() == open {
            // The tool dropped the reply.
            let error = ToolError::new(Reason::HandlerExit).with_tool_name(call.name());
            return Some(match self.answer(encoder, Err::<&(), _>(&error)) {
                Delivery::Complete => Delivery::Refused(error.reason()),
                other => other,
            });
        }
        Some(delivery)
    }
}
