//! Several results in one turn.

use super::{Buffer, JSON, buffer_with_room, dialects};
use tool_result_encoder::{
    Delivery, Dialect, EncodeError, Output, Reason, ToolCall, ToolError, ToolResultEncoder, Turn,
};

const CALLS: [ToolCall<'static>; 3] = [
    ToolCall::new("a", "one", "{}"),
    ToolCall::new("b", "two", "{}"),
    ToolCall::new("c", "three", "{}"),
];

#[test]
fn results_in_one_message() {
    let mut buffer = Buffer::new();
    let mut turn = Turn::open(&Dialect::BEDROCK, &CALLS, &mut buffer).unwrap();
    assert_eq!(turn.next_call(), Some(&CALLS[0]));
    assert_eq!(turn.answer(&JSON, Ok::<_, &()>(&1)), Delivery::Complete);
    assert_eq!(turn.answer(&JSON, Err::<&(), _>("no")), Delivery::Complete);
    assert_eq!(turn.next_call(), Some(&CALLS[2]));
    assert_eq!(turn.answer(&JSON, Ok::<_, &()>("x")), Delivery::Complete);
    assert_eq!(turn.next_call(), None);
    turn.close();
    assert_eq!(
        buffer,
        concat!(
            r#"{"role":"user","content":[{"toolResult":{"toolUseId":"a","content":[{"text":"1"}]}},"#,
            r#"{"toolResult":{"toolUseId":"b","content":[{"json":{"error":"no"}}],"status":"error"}},"#,
            r#"{"toolResult":{"toolUseId":"c","content":[{"text":"x"}]}}]}"#
        )
    );
}

#[test]
fn results_in_messages_of_their_own() {
    let mut buffer = Buffer::new();
    let mut turn = Turn::open(&Dialect::OLLAMA, &CALLS[..2], &mut buffer).unwrap();
    let _ = turn.answer(&JSON, Ok::<_, &()>(&1));
    let _ = turn.answer(&JSON, Ok::<_, &()>(&2));
    turn.close();
    assert_eq!(
        buffer,
        r#"{"role":"tool","tool_name":"one","content":"1"},{"role":"tool","tool_name":"two","content":"2"}"#
    );
}

#[test]
fn calls_left_over_are_answered_at_the_end() {
    let mut buffer = Buffer::new();
    let mut turn = Turn::open(&Dialect::OPENAI_CHAT, &CALLS[..2], &mut buffer).unwrap();
    let _ = turn.answer(&JSON, Ok::<_, &()>(&1));
    turn.close();
    assert_eq!(
        buffer,
        r#"{"role":"tool","tool_call_id":"a","content":"1"},{"role":"tool","tool_call_id":"b","content":"handler_exit"}"#
    );
}

#[test]
fn an_answer_too_many_is_passed_over() {
    let mut buffer = Buffer::new();
    let mut turn = Turn::open(&Dialect::OLLAMA, &CALLS[..1], &mut buffer).unwrap();
    let _ = turn.answer(&JSON, Ok::<_, &()>(&1));
    assert_eq!(turn.answer(&JSON, Ok::<_, &()>(&2)), Delivery::Unasked);
    turn.close();
    assert_eq!(buffer, r#"{"role":"tool","tool_name":"one","content":"1"}"#);
}

#[test]
fn no_calls_are_no_message() {
    for (_, dialect) in dialects() {
        let mut buffer = buffer_with_room(0);
        let before = buffer.clone();
        Turn::open(&dialect, &[], &mut buffer).unwrap().close();
        assert_eq!(buffer, before);
    }
}

#[test]
fn a_turn_that_is_dropped_leaves_nothing_behind() {
    let mut buffer = Buffer::new();
    buffer.push_str("é").unwrap();
    let mut turn = Turn::open(&Dialect::ANTHROPIC, &CALLS, &mut buffer).unwrap();
    let _ = turn.answer(&JSON, Ok::<_, &()>("text"));
    drop(turn);
    assert_eq!(buffer, "é");
}

/// In every room: all calls are answered in valid JSON, or the turn does not open and the buffer is
/// untouched. What does not fit beside the shortest answers of the others is replaced.
#[test]
fn every_room() {
    let long = "\"quoted\"".repeat(20);
    for (name, dialect) in dialects() {
        let mut opened_before = false;
        let mut replaced = 0;
        let mut complete = 0;
        for room in (0..700).chain((700..1500).step_by(7)) {
            let mut buffer = buffer_with_room(room);
            let before = buffer.clone();
            let least = Turn::least(&dialect, &CALLS);
            if let Err(error) = Turn::open(&dialect, &CALLS, &mut buffer).map(drop) {
                assert!(room < least, "{name} {room}");
                let EncodeError::CapacityExceeded { needed, capacity } = error else {
                    panic!("{name} {room}: {error}");
                };
                assert!(!opened_before && needed > capacity, "{name} {room}");
                assert_eq!(buffer, before, "{name} {room}");
                continue;
            }
            let mut turn = Turn::open(&dialect, &CALLS, &mut buffer).unwrap();
            assert!(room >= least, "{name} {room}");
            opened_before = true;
            for result in [Ok(&long), Err(&long), Ok(&long)] {
                match turn.answer(&JSON, result) {
                    Delivery::Complete => complete += 1,
                    Delivery::Replaced(EncodeError::CapacityExceeded { needed, capacity }) => {
                        assert!(needed > capacity, "{name} {room}");
                        replaced += 1;
                    }
                    other => panic!("{name} {room}: {other:?}"),
                }
            }
            turn.close();
            let message = buffer[before.len()..].replace('\n', ",");
            let messages: Vec<serde_json::Value> =
                serde_json::from_str(&format!("[{message}]")).unwrap();
            let ids = messages
                .iter()
                .map(|message| message.to_string())
                .collect::<String>();
            let marks = if name == "ollama" {
                ["one", "two", "three"]
            } else {
                ["a", "b", "c"]
            };
            for mark in marks {
                let mark = format!("\"{mark}\"");
                assert_eq!(ids.matches(&mark).count(), 1, "{name} {room}: {ids}");
            }
        }
        assert!(opened_before && replaced > 0 && complete > 0, "{name}");
    }
}

struct Panics;

impl serde::Serialize for Panics {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        panic!("on purpose")
    }
}

/// Fails with each value, and panics with the error that shall replace it.
struct PanicsInTheEnd;

impl ToolResultEncoder for PanicsInTheEnd {
    fn encode_into<T: serde::Serialize + ?Sized>(
        &self,
        value: &T,
        out: &mut Output<'_>,
    ) -> Result<(), EncodeError> {
        JSON.encode_into(value, out)?;
        panic!("on purpose")
    }
}

/// Also in the smallest room, where the answer of each other call needs all that is set aside.
#[test]
fn a_panic_that_is_caught_leaves_an_answer() {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    let calls = &CALLS[..2];
    let first = r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","is_error":true,"content":"handler_exit"},"#;
    let fine = r#"{"type":"tool_result","tool_use_id":"b","content":"fine"}]}"#;
    let exit =
        r#"{"type":"tool_result","tool_use_id":"b","is_error":true,"content":"handler_exit"}]}"#;
    for room in [Turn::least(&Dialect::ANTHROPIC, calls), 1000] {
        let before = buffer_with_room(room);
        let assert_message = |answer: &dyn Fn(&mut Turn<'_>), expected: String| {
            let mut buffer = before.clone();
            let mut turn = Turn::open(&Dialect::ANTHROPIC, calls, &mut buffer).unwrap();
            answer(&mut turn);
            turn.close();
            assert_eq!(buffer.strip_prefix(before.as_str()), Some(&*expected));
        };
        let panics = |answer: &mut dyn FnMut()| {
            assert!(catch_unwind(AssertUnwindSafe(answer)).is_err());
        };
        assert_message(
            &|turn| {
                panics(&mut || _ = turn.answer(&JSON, Ok::<_, &()>(&Panics)));
                let delivery = turn.answer(&JSON, Ok::<_, &()>("fine"));
                assert_eq!(delivery, Delivery::Complete);
            },
            format!("{first}{fine}"),
        );
        assert_message(
            &|turn| {
                let error = ToolError::new(Reason::NotFound);
                panics(&mut || _ = turn.refuse(&PanicsInTheEnd, error));
                panics(&mut || _ = turn.answer(&PanicsInTheEnd, Ok::<_, &()>(&1)));
            },
            format!("{first}{exit}"),
        );
    }
}
