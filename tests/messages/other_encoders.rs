//! Encoders that are not `JsonEncoder`: what is JSON of theirs is known only if it is `JsonEncoder`'s.

use super::{CALL, JSON};
use serde::Serialize;
use tool_result_encoder::{Delivery, Dialect, EncodeError, Output, ToolResultEncoder};

pub struct Refuses;

impl ToolResultEncoder for Refuses {
    fn encode_into<T: Serialize + ?Sized>(
        &self,
        _: &T,
        out: &mut Output<'_>,
    ) -> Result<(), EncodeError> {
        out.push_str("{\"half");
        Err(EncodeError::Custom)
    }
}

struct Around(&'static str, &'static str);

impl ToolResultEncoder for Around {
    fn encode_into<T: Serialize + ?Sized>(
        &self,
        value: &T,
        out: &mut Output<'_>,
    ) -> Result<(), EncodeError> {
        out.push_str(self.0);
        JSON.encode_into(value, out)?;
        out.push_str(self.1);
        Ok(())
    }
}

/// Hides that its JSON broke off.
struct Swallows;

impl ToolResultEncoder for Swallows {
    fn encode_into<T: Serialize + ?Sized>(
        &self,
        value: &T,
        out: &mut Output<'_>,
    ) -> Result<(), EncodeError> {
        let _ = JSON.encode_into(value, out);
        Ok(())
    }
}

struct Twice;

impl ToolResultEncoder for Twice {
    fn encode_into<T: Serialize + ?Sized>(
        &self,
        value: &T,
        out: &mut Output<'_>,
    ) -> Result<(), EncodeError> {
        JSON.encode_into(value, out)?;
        JSON.encode_into(value, out)
    }
}

/// Goes on after its JSON broke off.
struct FallsBack(&'static str);

impl ToolResultEncoder for FallsBack {
    fn encode_into<T: Serialize + ?Sized>(
        &self,
        value: &T,
        out: &mut Output<'_>,
    ) -> Result<(), EncodeError> {
        let Err(problem) = JSON.encode_into(value, out) else {
            return Ok(());
        };
        out.push_str(self.0);
        JSON.encode_into(&Err::<(), _>(problem), out)
    }
}

struct Silent;

impl ToolResultEncoder for Silent {
    fn encode_into<T: Serialize + ?Sized>(
        &self,
        _: &T,
        _: &mut Output<'_>,
    ) -> Result<(), EncodeError> {
        Ok(())
    }
}

#[derive(Serialize)]
struct Object {
    a: f32,
}

fn bedrock(encoder: &impl ToolResultEncoder, a: f32, error: bool) -> String {
    let mut buffer = super::Buffer::new();
    let object = &Object { a };
    let result = if error { Err(object) } else { Ok(object) };
    let delivery = Dialect::BEDROCK.message(encoder, &CALL, result, &mut buffer);
    assert_eq!(delivery, Ok(Delivery::Complete));
    let message = buffer
        .strip_prefix(r#"{"role":"user","content":[{"toolResult":{"toolUseId":"c1","content":["#);
    message.unwrap().strip_suffix("}}]}").unwrap().into()
}

#[test]
fn json_that_is_the_whole_content_goes_in_as_json() {
    assert_eq!(bedrock(&JSON, 1.5, false), r#"{"json":{"a":1.5}}]"#);
    assert_eq!(
        bedrock(&Around("", ""), 1.5, false),
        r#"{"json":{"a":1.5}}]"#
    );
}

/// The JSON is taken back and pushed again as text, also where it did not fit.
#[test]
fn json_with_something_around_it_fits_or_not() {
    let encoder = Around("<", "> as JSON");
    let object = Ok::<_, &()>(&Object { a: 1.5 });
    let mut whole = super::Buffer::new();
    let delivery = Dialect::BEDROCK.message(&encoder, &CALL, object, &mut whole);
    assert_eq!(delivery, Ok(Delivery::Complete));
    // Miri is slow: it gets a few.
    let step = if cfg!(miri) { 40 } else { 1 };
    for room in (0..whole.len()).step_by(step).chain([whole.len()]) {
        let mut buffer = super::buffer_with_room(room);
        let before = buffer.clone();
        let delivery = Dialect::BEDROCK.message(&encoder, &CALL, object, &mut buffer);
        let message = buffer.strip_prefix(before.as_str()).unwrap();
        let overflow = super::overflow(before.len() + whole.len(), 4096);
        match delivery {
            Ok(Delivery::Complete) => assert_eq!((room, message), (whole.len(), whole.as_str())),
            Ok(delivery) => assert_eq!(delivery, Delivery::Replaced(overflow), "{room}"),
            Err(_) => assert_eq!(message, "", "{room}"),
        }
    }
}

/// Goes on with a text after its JSON broke off.
struct FallsBackToText(&'static str, &'static str);

impl ToolResultEncoder for FallsBackToText {
    fn encode_into<T: Serialize + ?Sized>(
        &self,
        value: &T,
        out: &mut Output<'_>,
    ) -> Result<(), EncodeError> {
        JSON.encode_into(value, out).or_else(|_| {
            out.push_str(self.0);
            JSON.encode_into(self.1, out)
        })
    }
}

#[test]
fn a_text_behind_json_that_broke_off_is_text() {
    let texts = [("", "none"), ("", ""), ("1}", ""), ("1}", "none")];
    for (between, text) in texts {
        assert_eq!(
            bedrock(&FallsBackToText(between, text), f32::NAN, false),
            format!(r#"{{"text":"{{\"a\":{between}{text}"}}]"#)
        );
    }
}

#[test]
fn json_with_something_around_it_is_text() {
    assert_eq!(
        bedrock(&Around("<", ""), 1.5, false),
        r#"{"text":"<{\"a\":1.5}"}]"#
    );
    assert_eq!(
        bedrock(&Around("", ">"), 1.5, false),
        r#"{"text":"{\"a\":1.5}>"}]"#
    );
    assert_eq!(
        bedrock(&Twice, 1.5, false),
        r#"{"text":"{\"a\":1.5}{\"a\":1.5}"}]"#
    );
}

#[test]
fn json_that_broke_off_is_text() {
    assert_eq!(
        bedrock(&Swallows, f32::NAN, false),
        r#"{"text":"{\"a\":"}]"#
    );
    let problem = r#"{\"error\":\"a float is NaN or infinite, JSON has only finite numbers\"}"#;
    for between in ["", "\"\n"] {
        assert_eq!(
            bedrock(&FallsBack(between), f32::NAN, false),
            format!(
                r#"{{"text":"{{\"a\":{}{problem}"}}]"#,
                between.escape_default()
            )
        );
    }
}

#[test]
fn nothing_is_the_empty_text_but_not_in_an_error() {
    assert_eq!(bedrock(&Silent, 1.5, false), r#"{"text":""}]"#);
    assert_eq!(
        bedrock(&Silent, 1.5, true),
        r#"{"text":"error"}],"status":"error""#
    );
    let mut buffer = super::Buffer::new();
    let delivery = Dialect::ANTHROPIC.message(&Silent, &CALL, Err::<&(), _>(&1), &mut buffer);
    assert_eq!(delivery, Ok(Delivery::Complete));
    assert_eq!(
        buffer,
        r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","is_error":true,"content":"error"}]}"#
    );
}

#[test]
fn an_encoder_that_refuses_everything_is_answered_for() {
    let mut buffer = super::Buffer::new();
    let delivery = Dialect::OPENAI_CHAT.message(&Refuses, &CALL, Ok::<_, &()>(&1), &mut buffer);
    assert_eq!(delivery, Ok(Delivery::Replaced(EncodeError::Custom)));
    assert_eq!(
        buffer,
        r#"{"role":"tool","tool_call_id":"c1","content":"encoding_failed"}"#
    );
}
