//! The provider's message around the content: every tool call gets its answer, in one buffer.
//!
//! [`Dialect`] says what the message looks like. One result is a call away:
//!
//! ```
//! use tool_result_encoder::{Delivery, Dialect, JsonEncoder, ToolCall};
//!
//! let call = ToolCall::new("call_7", "read_sensor", r#"{"channel":2}"#);
//! let reading = Ok::<_, ()>([20.5, 21.0]);
//! let mut buffer: heapless::String<128> = heapless::String::new();
//!
//! let delivery = Dialect::OPENAI_CHAT.message(&JsonEncoder::new(), &call, reading.as_ref(), &mut buffer)?;
//! assert_eq!(delivery, Delivery::Complete);
//! assert_eq!(buffer, r#"{"role":"tool","tool_call_id":"call_7","content":"[20.5,21.0]"}"#);
//! # Ok::<(), tool_result_encoder::EncodeError>(())
//! ```
//!
//! Several results of one turn go through a [`Turn`].

mod content;
mod dialect;
mod rpc_id;
mod turn;

use heapless::string::StringView;
use serde::Serialize;

pub use dialect::Dialect;
#[cfg(feature = "mcp")]
pub(crate) use rpc_id::is_rpc_id;
pub use turn::Turn;

use crate::{EncodeError, Reason, ToolResultEncoder};

/// A model's request to call a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ToolCall<'a> {
    id: &'a str,
    name: &'a str,
    arguments: &'a str,
}

impl<'a> ToolCall<'a> {
    /// A call with the provider's id, the tool's name and the JSON text of the arguments.
    ///
    /// The id is empty where the provider gives none. For MCP it is the JSON text of the
    /// request's id: `7`, or `"a7"` with its quotes.
    #[must_use]
    pub const fn new(id: &'a str, name: &'a str, arguments: &'a str) -> Self {
        Self {
            id,
            name,
            arguments,
        }
    }

    /// The id that the answer must carry.
    #[must_use]
    pub const fn id(&self) -> &'a str {
        self.id
    }

    /// The tool's name.
    #[must_use]
    pub const fn name(&self) -> &'a str {
        self.name
    }

    /// The JSON text of the arguments.
    #[must_use]
    pub const fn arguments(&self) -> &'a str {
        self.arguments
    }
}

/// What became of an answer. There always is one in the message; this tells which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[must_use]
#[non_exhaustive]
pub enum Delivery {
    /// The handler's result, a success or an error.
    Complete,
    /// An error of the agent's own, for this reason: no handler ran, or it did not answer.
    Refused(Reason),
    /// An error that says that the result, or the refusal, could not be encoded or did not fit.
    Replaced(EncodeError),
    /// None: all calls were answered before.
    Unasked,
}

impl Dialect {
    /// Appends the message that answers one call to `buffer`.
    ///
    /// `Ok(v)` carries the content of `v` itself, `Err(reason)` that of `{"error":…}`, flagged as
    /// an error where the provider has a flag. A result that cannot be encoded, or does not fit,
    /// is replaced by an error result with the reason and the sizes, or by a shorter one.
    ///
    /// ```
    /// use tool_result_encoder::{Delivery, Dialect, EncodeError, JsonEncoder, ToolCall};
    ///
    /// let call = ToolCall::new("t1", "read_log", "{}");
    /// let log = Ok::<_, ()>("something happened; ".repeat(10));
    /// let mut buffer: heapless::String<200> = heapless::String::new();
    ///
    /// let delivery = Dialect::ANTHROPIC.message(&JsonEncoder::new(), &call, log.as_ref(), &mut buffer)?;
    /// let error = EncodeError::CapacityExceeded { needed: 282, capacity: 200 };
    /// assert_eq!(delivery, Delivery::Replaced(error));
    /// assert_eq!(buffer, concat!(
    ///     r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"#,
    ///     r#""content":"{\"error\":\"tool error (read_log): encoding_failed: "#,
    ///     r#"282 bytes needed, the buffer holds 200\"}"}]}"#,
    /// ));
    /// # Ok::<(), EncodeError>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodeError::CapacityExceeded`] when not even the shortest error result fits. The buffer
    /// is then as it was.
    pub fn message<E, T, R>(
        &self,
        encoder: &E,
        call: &ToolCall<'_>,
        result: Result<&T, &R>,
        buffer: &mut StringView,
    ) -> Result<Delivery, EncodeError>
    where
        E: ToolResultEncoder,
        T: Serialize + ?Sized,
        R: Serialize + ?Sized,
    {
        let mut turn = Turn::open(self, core::slice::from_ref(call), buffer)?;
        let delivery = turn.answer(encoder, result);
        turn.close();
        Ok(delivery)
    }
}
