//! [`Turn`]: the answers to all calls of one turn.

use core::fmt::Write;
use core::mem::forget;

use heapless::string::StringView;
use serde::Serialize;

use super::content::Content;
use super::dialect::{Form, Piece, Raw};
use super::rpc_id::is_rpc_id;
use super::{Delivery, Dialect, ToolCall};
use crate::output::{self, Output};
use crate::{EncodeError, Reason, ToolError, ToolResultEncoder};

/// What pushes the content of a result.
type Encode<'f> = &'f mut dyn FnMut(&mut Output<'_>) -> Result<(), EncodeError>;

/// What pushes a [`ToolError`] as the content of an error result.
type EncodeToolError<'f> =
    &'f mut dyn FnMut(ToolError<'_>, &mut Output<'_>) -> Result<(), EncodeError>;

/// The answers to the calls of one turn, in their order, on their way into one buffer.
///
/// Opening it sets room aside for the shortest error result of each call. So each call is answered,
/// whatever the others take: a result that does not fit any more is replaced by an error result.
/// Where the provider wants all results of a turn in one message they are in one; elsewhere the
/// messages are separated by commas, as in a request's list (in MCP by line ends).
///
/// ```
/// use tool_result_encoder::{Dialect, JsonEncoder, ToolCall, Turn};
///
/// let calls = [ToolCall::new("a", "led", "{}"), ToolCall::new("b", "door", "{}")];
/// let mut buffer: heapless::String<256> = heapless::String::new();
/// let json = JsonEncoder::new();
///
/// let mut turn = Turn::open(&Dialect::ANTHROPIC, &calls, &mut buffer)?;
/// let _ = turn.answer(&json, Ok::<_, &()>(&true));
/// let _ = turn.answer(&json, Err::<&(), _>("no such door"));
/// turn.close();
/// assert_eq!(buffer, concat!(
///     r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"true"},"#,
///     r#"{"type":"tool_result","tool_use_id":"b","is_error":true,"#,
///     r#""content":"{\"error\":\"no such door\"}"}]}"#,
/// ));
/// # Ok::<(), tool_result_encoder::EncodeError>(())
/// ```
///
/// Dropped without [`close`](Self::close), it leaves the buffer as it was.
#[derive(Debug)]
#[must_use]
pub struct Turn<'t> {
    dialect: &'t Dialect,
    /// The calls that are not answered yet.
    calls: &'t [ToolCall<'t>],
    buffer: &'t mut StringView,
    /// The buffer's length before the turn.
    start: usize,
    /// Bytes set aside for the answers to come, in their shortest form, and for the end.
    reserve: usize,
    first: bool,
}

impl<'t> Turn<'t> {
    /// The bytes without which a turn does not open: those of the shortest error results. Add to it
    /// what the results need.
    ///
    /// ```
    /// use tool_result_encoder::{Dialect, ToolCall, Turn};
    ///
    /// let calls = [ToolCall::new("toolu_01", "led", "{}"), ToolCall::new("toolu_02", "door", "{}")];
    /// assert_eq!(Turn::least(&Dialect::ANTHROPIC, &calls), 211);
    /// ```
    #[must_use]
    pub fn least(dialect: &Dialect, calls: &[ToolCall<'_>]) -> usize {
        let between = calls.len().saturating_sub(1);
        calls
            .iter()
            .map(|call| dialect.shortest_len(call))
            .fold(
                dialect.between.len().saturating_mul(between),
                usize::saturating_add,
            )
            .saturating_add(dialect.before.len() + dialect.after.len())
    }

    /// Begins the answers to `calls` behind what is in `buffer`.
    ///
    /// # Errors
    /// [`EncodeError::CapacityExceeded`] when not even the shortest error results fit. The buffer
    /// is then as it was.
    pub fn open(
        dialect: &'t Dialect,
        calls: &'t [ToolCall<'t>],
        buffer: &'t mut StringView,
    ) -> Result<Self, EncodeError> {
        let reserve = Self::least(dialect, calls).saturating_sub(dialect.before.len());
        let start = buffer.len();
        if !calls.is_empty() {
            output::append(buffer, reserve, |out| {
                out.push_str(dialect.before);
                Ok(())
            })?;
        }
        Ok(Self {
            dialect,
            calls,
            buffer,
            start,
            reserve,
            first: true,
        })
    }

    /// The call that is answered next; none when all are.
    #[must_use]
    pub fn next_call(&self) -> Option<&'t ToolCall<'t>> {
        self.calls.first()
    }

    pub(crate) fn calls_left(&self) -> usize {
        self.calls.len()
    }

    /// Answers the next call with a handler's result.
    ///
    /// `Ok(v)` carries the content of `v` itself, `Err(reason)` that of `{"error":…}`. Should the
    /// value's `Serialize` panic and you catch that, the answer is the error result `handler_exit`.
    pub fn answer<E, T, R>(&mut self, encoder: &E, result: Result<&T, &R>) -> Delivery
    where
        E: ToolResultEncoder,
        T: Serialize + ?Sized,
        R: Serialize + ?Sized,
    {
        let encode_error: EncodeToolError<'_> =
            &mut |error, out| encoder.encode_into(&Err::<(), _>(error), out);
        match result {
            Ok(value) => self.push(
                false,
                &mut |out| encoder.encode_into(value, out),
                encode_error,
            ),
            Err(reason) => {
                let reason = Err::<(), _>(reason);
                self.push(
                    true,
                    &mut |out| encoder.encode_into(&reason, out),
                    encode_error,
                )
            }
        }
    }

    /// Answers the next call with an error of the agent's own: no such tool, wrong arguments. MCP
    /// has a message of its own for these.
    pub fn refuse<E: ToolResultEncoder>(&mut self, encoder: &E, error: ToolError<'_>) -> Delivery {
        let encode_error: EncodeToolError<'_> =
            &mut |error, out| encoder.encode_into(&Err::<(), _>(error), out);
        let bare = ToolError::new(error.reason());
        self.next(|turn, call| {
            let refused = Delivery::Refused(error.reason());
            let Some(refusal) = turn.dialect.refusal else {
                let result = turn.dialect.result;
                let whole = &mut |out: &mut Output<'_>| encode_error(error, out);
                let Err(failed) = turn.append(result, call, true, whole) else {
                    return refused;
                };
                let named = bare.with_tool_name(call.name());
                turn.replace(call, &[named, bare], encode_error);
                return Delivery::Replaced(failed);
            };
            let append = |turn: &mut Self, error| {
                turn.append(refusal, call, true, &mut |out| display(error, out))
            };
            let Err(failed) = append(turn, error) else {
                return refused;
            };
            if append(turn, bare).is_err() {
                turn.append_reason(call, error.reason());
            }
            Delivery::Replaced(failed)
        })
    }

    /// Ends the answers. Calls that have none get an error result, `handler_exit`.
    pub fn close(mut self) {
        while let Some(call) = self.take_call() {
            self.append_reason(call, Reason::HandlerExit);
        }
        if !self.first {
            // Cannot fail: the room for it was set aside.
            let _ = output::append(self.buffer, 0, |out| {
                out.push_str(self.dialect.after);
                Ok(())
            });
        }
        // What is in the buffer stays.
        self.start = self.buffer.len();
    }

    fn push(
        &mut self,
        failure: bool,
        content: Encode<'_>,
        encode_error: EncodeToolError<'_>,
    ) -> Delivery {
        self.next(|turn, call| {
            let Err(error) = turn.append(turn.dialect.result, call, failure, content) else {
                return Delivery::Complete;
            };
            let short = ToolError::from(error);
            let long = short.with_tool_name(call.name());
            let bare = ToolError::new(short.reason());
            turn.replace(call, &[long, short, bare], encode_error);
            Delivery::Replaced(error)
        })
    }

    /// Lets `answer` append the answer to the next call. If it panics, there is one nevertheless.
    fn next(&mut self, answer: impl FnOnce(&mut Self, &'t ToolCall<'t>) -> Delivery) -> Delivery {
        /// Dropped by a panic only, so where those do not unwind this is no code.
        struct Unanswered<'u, 't>(&'u mut Turn<'t>, &'t ToolCall<'t>);

        impl Drop for Unanswered<'_, '_> {
            fn drop(&mut self) {
                self.0.append_reason(self.1, Reason::HandlerExit);
            }
        }

        let Some(call) = self.take_call() else {
            return Delivery::Unasked;
        };
        let unanswered = Unanswered(self, call);
        let delivery = answer(unanswered.0, call);
        forget(unanswered);
        delivery
    }

    /// Appends the first of these errors, all of one reason, that fits; or its reason alone.
    fn replace(
        &mut self,
        call: &ToolCall<'_>,
        errors: &[ToolError<'_>],
        encode_error: EncodeToolError<'_>,
    ) {
        let result = self.dialect.result;
        let replaced = errors.iter().any(|error| {
            self.append(result, call, true, &mut |out| encode_error(*error, out))
                .is_ok()
        });
        if let (false, Some(error)) = (replaced, errors.first()) {
            self.append_reason(call, error.reason());
        }
    }

    /// Takes the next call, and gives back what was set aside for its answer.
    fn take_call(&mut self) -> Option<&'t ToolCall<'t>> {
        let (call, calls) = self.calls.split_first()?;
        self.calls = calls;
        self.reserve = self.reserve.saturating_sub(self.dialect.shortest_len(call));
        if !self.first {
            self.reserve = self.reserve.saturating_sub(self.dialect.between.len());
        }
        Some(call)
    }

    /// Appends an answer if it fits beside what is set aside for the others.
    fn append(
        &mut self,
        pieces: &[Piece],
        call: &ToolCall<'_>,
        failure: bool,
        content: Encode<'_>,
    ) -> Result<(), EncodeError> {
        output::append(self.buffer, self.reserve, |out| {
            if !self.first {
                out.push_str(self.dialect.between);
            }
            self.dialect.write(pieces, call, failure, out, content)
        })?;
        self.first = false;
        Ok(())
    }

    /// Appends the shortest error result, in which encoders have no part.
    fn append_reason(&mut self, call: &ToolCall<'_>, reason: Reason) {
        let result = self.dialect.result;
        // Cannot fail: the room for the longest reason was set aside.
        let _ = self.append(result, call, true, &mut |out| push_reason(reason, out));
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        output::truncate(self.buffer, self.start);
    }
}

impl Dialect {
    /// The length of the shortest error result.
    fn shortest_len(&self, call: &ToolCall<'_>) -> usize {
        let longest: Encode<'_> = &mut |out| push_reason(Reason::EncodingFailed, out);
        Output::count(|out| self.write(self.result, call, true, out, longest)).unwrap_or(0)
    }

    fn write(
        &self,
        pieces: &[Piece],
        call: &ToolCall<'_>,
        failure: bool,
        out: &mut Output<'_>,
        content: Encode<'_>,
    ) -> Result<(), EncodeError> {
        for piece in pieces {
            match *piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Success(text) if !failure => out.push_str(text),
                Piece::Failure(text) if failure => out.push_str(text),
                Piece::Success(_) | Piece::Failure(_) => {}
                Piece::Id => out.push_string(call.id()),
                Piece::IdMember if call.id().is_empty() => {}
                Piece::IdMember => {
                    out.push_str("\"id\":");
                    out.push_string(call.id());
                    out.push_str(",");
                }
                Piece::RpcId if is_rpc_id(call.id()) => out.push_str(call.id()),
                Piece::RpcId => out.push_string(call.id()),
                Piece::Name => out.push_string(call.name()),
                Piece::Content(form) => write_content(form, failure, out, content)?,
                Piece::Structured(form) if self.structured && !failure => {
                    write_content(form, failure, out, content)?;
                }
                Piece::Structured(_) => {}
            }
        }
        Ok(())
    }
}

fn push_reason(reason: Reason, out: &mut Output<'_>) -> Result<(), EncodeError> {
    out.push_str(reason.as_str());
    Ok(())
}

fn display(error: ToolError<'_>, out: &mut Output<'_>) -> Result<(), EncodeError> {
    write!(out, "{error}").map_err(|_| EncodeError::Custom)
}

fn write_content(
    form: Form,
    failure: bool,
    out: &mut Output<'_>,
    content: Encode<'_>,
) -> Result<(), EncodeError> {
    let mut write = |out: &mut Output<'_>, form| {
        let mut sink = Content::new(out, form);
        content(&mut Output::to_sink(&mut sink))?;
        Ok(sink.end(failure))
    };
    if !out.push_if(|out| write(out, form))? {
        // An encoder that put something around JSON, or went on after an error: all of it is text.
        let raw = Raw::Never;
        write(out, Form { raw, ..form })?;
    }
    Ok(())
}
