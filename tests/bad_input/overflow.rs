//! A result of 8 kB where there is room for less: cut off, or a crash.

use super::*;

#[test]
fn names_the_needed_and_the_available_bytes() {
    let log = vec!["sensor 7: no answer"; 372];
    let mut buffer: String<256> = String::try_from("data: ").unwrap();
    let error = JSON.append(&log, &mut buffer).unwrap_err();
    assert_eq!(
        error,
        EncodeError::CapacityExceeded {
            needed: 8191,
            capacity: 256
        }
    );
    assert_eq!(error.to_string(), "8191 bytes needed, the buffer holds 256");
    assert_eq!(buffer, "data: ");
    assert_eq!(JSON.encoded_len(&log), Ok(8185));
}

#[test]
fn can_be_told_in_the_same_buffer() {
    let mut buffer: String<128> = String::new();
    let error = JSON.append(&"x".repeat(8192), &mut buffer).unwrap_err();
    let answer = Err::<(), _>(ToolError::from(error).with_tool_name("read_log"));
    assert_eq!(JSON.append(&answer, &mut buffer), Ok(()));
    assert_eq!(
        buffer,
        r#"{"error":"tool error (read_log): encoding_failed: 8192 bytes needed, the buffer holds 128"}"#
    );
}

/// One byte of room was missing although it was there, or the other way round.
#[test]
fn needs_no_spare_byte() {
    assert_eq!(JSON.encode::<_, 4>(&()).as_deref(), Ok("null"));
    assert_eq!(
        JSON.encode::<_, 3>(&()),
        Err(EncodeError::CapacityExceeded {
            needed: 4,
            capacity: 3
        })
    );
    assert_eq!(JSON.encode::<_, 0>("").as_deref(), Ok(""));
}

/// Half an escape or half a character stayed in the buffer.
#[test]
fn leaves_no_half_escape_behind() {
    let mut buffer: String<5> = String::new();
    let error = JSON.append(&["aé\n"], &mut buffer);
    assert_eq!(
        error,
        Err(EncodeError::CapacityExceeded {
            needed: 9,
            capacity: 5
        })
    );
    assert_eq!(buffer, "");
    assert_encodes(&["aé\n"], r#"["aé\n"]"#);
    assert_encodes(&["\u{1}\"€"], r#"["\u0001\"€"]"#);
    assert_encodes(
        &Err::<(), _>(["\u{1}\"€"]),
        r#"{"error":"{\"\\x01\\\"€\"}"}"#,
    );
}

/// An author who ignored the results of `write!` sent the parts that fitted.
#[test]
fn cannot_be_ignored_by_an_encoder() {
    struct Careless<'a>(&'a str);
    impl ToolResultEncoder for Careless<'_> {
        fn encode_into<T: Serialize + ?Sized>(
            &self,
            _: &T,
            out: &mut Output<'_>,
        ) -> Result<(), EncodeError> {
            use core::fmt::Write;
            let _ = write!(out, "{}{}{}", 1, self.0, 2);
            Ok(())
        }
    }
    for long in [
        "",
        "3",
        "long",
        "→→→",
        "a text that is longer than sixteen bytes",
    ] {
        assert_encodes_with(&Careless(long), &(), &format!("1{long}2"));
    }
}

/// The error's own text did not fit, and that was lost.
#[test]
fn of_an_error_text_is_an_error_too() {
    let reason = "the handler's long story, ".repeat(10);
    let mut buffer: String<64> = String::new();
    let error = JSON
        .append(&Err::<(), _>(&reason), &mut buffer)
        .unwrap_err();
    assert_eq!(
        error,
        EncodeError::CapacityExceeded {
            needed: 272,
            capacity: 64
        }
    );
    let error = JSON
        .append(&Err::<(), _>(ToolError::from(error)), &mut buffer)
        .unwrap_err();
    assert_eq!(
        error,
        EncodeError::CapacityExceeded {
            needed: 78,
            capacity: 64
        }
    );
    assert_eq!(buffer, "");
    let reason = ToolError::from(error).reason();
    assert_eq!(JSON.append(&Err::<(), _>(reason), &mut buffer), Ok(()));
    assert_eq!(buffer, r#"{"error":":encoding_failed"}"#);
}
