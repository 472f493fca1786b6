//! Rows 5, 30 and 31: whatever the result, the call has an answer, with its id and its flag.

use super::{CALL, JSON, buffer_with_room, dialects, failure, overflow, success};
use tool_result_encoder::{
    DebugText, Delivery, Dialect, DisplayText, EncodeError, Reason, Shape, ToolError,
};

#[test]
fn every_kind_of_error() {
    let of = |content: &str| {
        format!(
            r#"{{"type":"function_result","call_id":"c1","name":"get","is_error":true,"result":{content}}}"#
        )
    };
    let dialect = Dialect::GEMINI_INTERACTIONS;
    assert_eq!(failure(&dialect, "text"), of(r#"{"error":"text"}"#));
    assert_eq!(
        failure(&dialect, &(1, "a")),
        of(r#"{"error":"{1, \"a\"}"}"#)
    );
    assert_eq!(
        failure(&dialect, &Reason::Timeout),
        of(r#"{"error":":timeout"}"#)
    );
    let parsed = "x".parse::<u8>().unwrap_err();
    assert_eq!(
        failure(&dialect, &DisplayText(&parsed)),
        of(r#"{"error":"invalid digit found in string"}"#)
    );
    assert_eq!(
        failure(&dialect, &DebugText(Some(1))),
        of(r#"{"error":"Some(1)"}"#)
    );
    let error = ToolError::new(Reason::HandlerRaised).with_tool_name("get");
    assert_eq!(
        failure(&dialect, &error),
        of(r#"{"error":"tool error (get): handler_raised"}"#)
    );
}

#[test]
fn what_cannot_be_encoded_is_replaced() {
    let error = EncodeError::UnsupportedShape(Shape::NonFiniteFloat);
    for (name, dialect) in dialects() {
        let mut buffer = buffer_with_room(1000);
        let start = buffer.len();
        let delivery = dialect.message(&JSON, &CALL, Ok::<_, &()>(&[f32::NAN]), &mut buffer);
        assert_eq!(delivery, Ok(Delivery::Replaced(error)), "{name}");
        let text = format!("tool error (get): encoding_failed: {error}");
        assert_eq!(buffer[start..], failure(&dialect, &text), "{name}");
    }
}

/// Both a success and an error that are too long, in every room: the long replacement, the one
/// without the tool's name, the shortest, and then an error to the caller and an untouched buffer.
#[test]
fn every_room() {
    let long = "x".repeat(600);
    for (name, dialect) in dialects() {
        let shortest = shortest(&dialect);
        let mut lengths = Vec::new();
        // Beyond what the longest replacement takes, and about what the result takes.
        for room in (0..280).chain(650..750).chain([1000]) {
            for result in [Ok(long.as_str()), Err(long.as_str())] {
                let mut buffer = buffer_with_room(room);
                let before = buffer.clone();
                let whole = match result {
                    Ok(value) => success(&dialect, value),
                    Err(reason) => failure(&dialect, reason),
                };
                let needed = before.len() + whole.len();
                let error = overflow(needed, 4096);
                let delivery = dialect.message(&JSON, &CALL, result, &mut buffer);
                let message = &buffer[before.len()..];
                if room >= whole.len() {
                    assert_eq!(delivery, Ok(Delivery::Complete), "{name}");
                    assert_eq!(message, whole, "{name}");
                    continue;
                }
                if room < shortest.len() {
                    let needed = before.len() + shortest.len();
                    assert_eq!(delivery, Err(overflow(needed, 4096)), "{name} {room}");
                    assert_eq!(buffer, before, "{name} {room}");
                    continue;
                }
                assert_eq!(delivery, Ok(Delivery::Replaced(error)), "{name} {room}");
                let named = failure(
                    &dialect,
                    &format!("tool error (get): encoding_failed: {error}"),
                );
                let anonymous = failure(&dialect, &format!("tool error: encoding_failed: {error}"));
                let reason = failure(&dialect, "tool error: encoding_failed");
                let expected = [named, anonymous, reason, shortest.clone()];
                let longest = expected
                    .iter()
                    .find(|message| message.len() <= room)
                    .unwrap();
                assert_eq!(message, longest, "{name} {room}");
                lengths.push(message.len());
            }
        }
        lengths.sort_unstable();
        lengths.dedup();
        assert!(lengths.len() >= 3, "{name}: {lengths:?}");
    }
}

fn shortest(dialect: &Dialect) -> String {
    let empty = tool_result_encoder::ToolCall::new("c1", "get", "{}");
    let mut buffer = super::Buffer::new();
    let mut turn =
        tool_result_encoder::Turn::open(dialect, core::slice::from_ref(&empty), &mut buffer)
            .unwrap();
    let _ = turn.answer(&super::other_encoders::Refuses, Ok::<_, &()>(&1));
    turn.close();
    buffer.as_str().into()
}
