//! The answers to tool calls: every dialect, exact; and that no call stays unanswered.

mod dialects;
mod never_unanswered;
mod other_encoders;
mod turns;

use tool_result_encoder::{Delivery, Dialect, EncodeError, JsonEncoder, ToolCall};

type Buffer = heapless::String<4096>;

const JSON: JsonEncoder = JsonEncoder::new();
const CALL: ToolCall<'static> = ToolCall::new("c1", "get", "{}");

/// The message for a success.
fn success<T: serde::Serialize + ?Sized>(dialect: &Dialect, value: &T) -> String {
    message(dialect, &CALL, Ok::<&T, &()>(value))
}

/// The message for an error.
fn failure<R: serde::Serialize + ?Sized>(dialect: &Dialect, reason: &R) -> String {
    message(dialect, &CALL, Err::<&(), &R>(reason))
}

fn message<T: serde::Serialize + ?Sized, R: serde::Serialize + ?Sized>(
    dialect: &Dialect,
    call: &ToolCall,
    result: Result<&T, &R>,
) -> String {
    let mut buffer = Buffer::new();
    let delivery = dialect.message(&JSON, call, result, &mut buffer);
    assert_eq!(delivery, Ok(Delivery::Complete));
    buffer.as_str().into()
}

/// All dialects, with their names.
fn dialects() -> impl Iterator<Item = (&'static str, Dialect)> {
    Dialect::NAMES
        .iter()
        .map(|name| (*name, Dialect::by_name(name).unwrap()))
}

/// A buffer that has room for so many bytes.
fn buffer_with_room(room: usize) -> Buffer {
    let mut buffer = Buffer::new();
    buffer
        .push_str(&".".repeat(buffer.capacity() - room))
        .unwrap();
    buffer
}

fn overflow(needed: usize, capacity: usize) -> EncodeError {
    EncodeError::CapacityExceeded { needed, capacity }
}
