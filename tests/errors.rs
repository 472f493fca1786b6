//! The texts and forms of `EncodeError`, `Shape`, `Reason`, `Cause` and `ToolError`.

mod every_capacity;

use core::error::Error;

use every_capacity::{assert_encodes, assert_fails};
use serde::Serialize;
use tool_result_encoder::{
    Cause, EncodeError, JsonEncoder, Reason, Shape, ToolError, ToolResultEncoder,
};

const OVERFLOW: EncodeError = EncodeError::CapacityExceeded {
    needed: 8192,
    capacity: 256,
};

const ENCODE_ERRORS: [(EncodeError, &str); 6] = [
    (OVERFLOW, "8192 bytes needed, the buffer holds 256"),
    (
        EncodeError::UnsupportedShape(Shape::NonFiniteFloat),
        "a float is NaN or infinite, JSON has only finite numbers",
    ),
    (
        EncodeError::UnsupportedShape(Shape::InvalidUtf8),
        "bytes that are not UTF-8 where text must stand",
    ),
    (
        EncodeError::UnsupportedShape(Shape::MapKey),
        "a map key that cannot be written as a string",
    ),
    (
        EncodeError::TooDeep { limit: 32 },
        "nested deeper than 32 levels",
    ),
    (
        EncodeError::Custom,
        "the value or the encoder reported an error of its own",
    ),
];

const REASONS: [(Reason, &str); 6] = [
    (Reason::HandlerRaised, "handler_raised"),
    (Reason::HandlerExit, "handler_exit"),
    (Reason::Timeout, "timeout"),
    (Reason::InvalidReturn, "invalid_return"),
    (Reason::NotFound, "not_found"),
    (Reason::EncodingFailed, "encoding_failed"),
];

#[test]
fn encode_errors_say_why() {
    for (error, text) in ENCODE_ERRORS {
        assert_eq!(error.to_string(), text);
        assert!(error.source().is_none());
        if let EncodeError::UnsupportedShape(shape) = error {
            assert_eq!(shape.to_string(), text);
        }
    }
}

#[test]
fn encode_errors_are_texts_to_any_format() {
    for (error, text) in ENCODE_ERRORS {
        assert_encodes(&error, text);
        assert_encodes(&Err::<(), _>(error), &format!(r#"{{"error":"{text}"}}"#));
        assert_encodes(&[error], &format!(r#"["{text}"]"#));
        assert_eq!(serde_json::to_value(error).unwrap(), text);
    }
}

#[test]
fn each_encode_error_comes_from_a_value() {
    struct Refuses;
    impl Serialize for Refuses {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("not today"))
        }
    }
    let overflow = JsonEncoder::new().encode::<_, 4>(&[100, 200]);
    assert_eq!(
        overflow,
        Err(EncodeError::CapacityExceeded {
            needed: 9,
            capacity: 4
        })
    );
    assert_fails(
        &[f32::NAN],
        EncodeError::UnsupportedShape(Shape::NonFiniteFloat),
    );
    assert_fails(&Refuses, EncodeError::Custom);
}

#[test]
fn reasons_have_the_names_of_the_original() {
    for (reason, name) in REASONS {
        assert_eq!(reason.as_str(), name);
        assert_eq!(reason.to_string(), name);
        assert_eq!(serde_json::to_value(reason).unwrap(), name);
        assert_encodes(&reason, &format!(r#""{name}""#));
        assert_encodes(&Err::<(), _>(reason), &format!(r#"{{"error":":{name}"}}"#));
        assert_encodes(
            &Err::<(), _>((reason, 5)),
            &format!(r#"{{"error":"{{:{name}, 5}}"}}"#),
        );
    }
}

#[test]
fn a_tool_error_shows_what_is_known() {
    let bare = ToolError::new(Reason::Timeout);
    let named = bare.with_tool_name("scan");
    let called = named.with_tool_call_id("call_1");
    let caused = called.with_cause("the bus is stuck");
    for (error, text) in [
        (bare, "tool error: timeout"),
        (named, "tool error (scan): timeout"),
        // The id is for the message around the error, not for its reader.
        (called, "tool error (scan): timeout"),
        (caused, "tool error (scan): timeout: the bus is stuck"),
        (bare.with_cause("stuck"), "tool error: timeout: stuck"),
        (
            ToolError::from(OVERFLOW).with_tool_name("read_log"),
            "tool error (read_log): encoding_failed: 8192 bytes needed, the buffer holds 256",
        ),
    ] {
        assert_eq!(error.to_string(), text);
        assert_eq!(serde_json::to_value(error).unwrap(), text);
        assert_encodes(&error, text);
        assert_encodes(&Err::<(), _>(error), &format!(r#"{{"error":"{text}"}}"#));
        assert_encodes(
            &Err::<(), _>([error]),
            &format!(r#"{{"error":"{{\"{text}\"}}"}}"#),
        );
    }
}

#[test]
fn a_tool_error_gives_back_its_parts() {
    let bare = ToolError::new(Reason::NotFound);
    assert_eq!(bare.reason(), Reason::NotFound);
    assert_eq!(
        (bare.tool_name(), bare.tool_call_id(), bare.cause()),
        (None, None, None)
    );

    let full = bare
        .with_tool_name("scan")
        .with_tool_call_id("call_1")
        .with_cause(EncodeError::Custom);
    assert_eq!(full.reason(), Reason::NotFound);
    assert_eq!(full.tool_name(), Some("scan"));
    assert_eq!(full.tool_call_id(), Some("call_1"));
    assert_eq!(full.cause(), Some(Cause::Encode(EncodeError::Custom)));
    assert_eq!(full.with_cause("text").cause(), Some(Cause::Text("text")));
}

#[test]
fn every_reason_is_shown() {
    for (reason, name) in REASONS {
        assert_eq!(
            ToolError::new(reason).to_string(),
            format!("tool error: {name}")
        );
    }
}

#[test]
fn an_encode_error_becomes_a_tool_error() {
    for (error, text) in ENCODE_ERRORS {
        let tool_error = ToolError::from(error);
        assert_eq!(tool_error.reason(), Reason::EncodingFailed);
        assert_eq!(tool_error.cause(), Some(Cause::Encode(error)));
        assert_eq!(
            tool_error.to_string(),
            format!("tool error: encoding_failed: {text}")
        );
        let source = tool_error.source().unwrap();
        assert_eq!(source.downcast_ref::<EncodeError>(), Some(&error));
    }
    fn handle() -> Result<(), ToolError<'static>> {
        JsonEncoder::new().encode::<_, 1>(&12)?;
        Ok(())
    }
    let expected = EncodeError::CapacityExceeded {
        needed: 2,
        capacity: 1,
    };
    assert_eq!(handle(), Err(ToolError::from(expected)));
}

#[test]
fn only_an_error_is_a_source() {
    assert!(ToolError::new(Reason::Timeout).source().is_none());
    assert!(
        ToolError::new(Reason::Timeout)
            .with_cause("text")
            .source()
            .is_none()
    );
}

#[test]
fn causes_show_what_they_hold() {
    assert_eq!(Cause::from(OVERFLOW), Cause::Encode(OVERFLOW));
    assert_eq!(Cause::from("text"), Cause::Text("text"));
    assert_eq!(Cause::Encode(OVERFLOW).to_string(), OVERFLOW.to_string());
    assert_eq!(Cause::Text("a \"text\"").to_string(), "a \"text\"");
}

#[test]
fn names_are_escaped_by_the_encoder_alone() {
    let error = ToolError::new(Reason::NotFound)
        .with_tool_name("x\\y\"\n")
        .with_cause("#{}\u{1b}");
    assert_eq!(
        error.to_string(),
        "tool error (x\\y\"\n): not_found: #{}\u{1b}"
    );
    assert_encodes(
        &Err::<(), _>(error),
        r##"{"error":"tool error (x\\y\"\n): not_found: #{}\u001B"}"##,
    );
    assert_encodes(
        &Err::<(), _>((1, error)),
        r##"{"error":"{1, \"tool error (x\\\\y\\\"\\n): not_found: \\#{}\\e\"}"}"##,
    );
}

#[test]
fn errors_are_small_and_copied() {
    fn assert_plain<T: Copy + Send + Sync + PartialEq + core::hash::Hash + core::fmt::Debug>() {}
    assert_plain::<EncodeError>();
    assert_plain::<Shape>();
    assert_plain::<Reason>();
    assert_plain::<Cause<'_>>();
    assert_plain::<ToolError<'_>>();
}
