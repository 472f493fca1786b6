//! Assertions that try a value in a buffer of every size.
#![allow(dead_code)] // shared: each test uses a part of it

use heapless::String;
use heapless::string::StringView;
use serde::Serialize;
use tool_result_encoder::{EncodeError, JsonEncoder, ToolResultEncoder};

/// Bytes of a buffer that is large enough for nearly all texts of the tests.
const LARGE: usize = 4096;

/// The default encoder writes `expected`, at every capacity that can hold it.
#[track_caller]
pub fn assert_encodes<T: Serialize + ?Sized>(value: &T, expected: &str) {
    assert_encodes_with(&JsonEncoder::new(), value, expected);
}

/// `encoder` writes `expected`, at every capacity that can hold it.
#[track_caller]
pub fn assert_encodes_with<T: Serialize + ?Sized>(
    encoder: &impl ToolResultEncoder,
    value: &T,
    expected: &str,
) {
    let text = encoder.encode::<T, LARGE>(value);
    assert_eq!(text.as_deref(), Ok(expected));
    assert_eq!(encoder.encoded_len(value), Ok(expected.len()));
    for room in rooms(expected.len()) {
        assert_in_room(encoder, value, expected, room);
    }
}

/// With `room` bytes behind a text that is already there, `encoder` appends `expected` if it fits,
/// and else reports the exact length and leaves the text alone.
#[track_caller]
pub fn assert_in_room<T: Serialize + ?Sized>(
    encoder: &impl ToolResultEncoder,
    value: &T,
    expected: &str,
    room: usize,
) {
    let (result, before, after, capacity) = append(encoder, value, room);
    if room < expected.len() {
        let needed = before.len() + expected.len();
        assert_eq!(
            result,
            Err(EncodeError::CapacityExceeded { needed, capacity })
        );
        assert_eq!(after, before, "{room} bytes of room");
    } else {
        assert_eq!(result, Ok(()), "{room} bytes of room");
        assert_eq!(
            after.strip_prefix(&before),
            Some(expected),
            "{room} bytes of room"
        );
    }
}

/// The default encoder reports `error`, at every capacity.
#[track_caller]
pub fn assert_fails<T: Serialize + ?Sized>(value: &T, error: EncodeError) {
    assert_fails_with(&JsonEncoder::new(), value, error);
}

/// `encoder` reports `error`, at every capacity: what is wrong with the value counts for more than
/// the room there was for its beginning.
#[track_caller]
pub fn assert_fails_with<T: Serialize + ?Sized>(
    encoder: &impl ToolResultEncoder,
    value: &T,
    error: EncodeError,
) {
    assert_eq!(encoder.encode::<T, LARGE>(value), Err(error));
    assert_eq!(encoder.encoded_len(value), Err(error));
    for room in rooms(63) {
        assert_fails_in_room(encoder, value, error, room);
    }
}

/// From none to `most`; the ends and the middle under Miri, which is slow.
fn rooms(most: usize) -> impl Iterator<Item = usize> {
    let step = if cfg!(miri) { most / 2 + 1 } else { 1 };
    (0..=most)
        .step_by(step)
        .chain([most.saturating_sub(1), most])
}

/// With `room` bytes behind a text that is already there, `encoder` reports `error` and leaves the
/// text alone.
#[track_caller]
pub fn assert_fails_in_room<T: Serialize + ?Sized>(
    encoder: &impl ToolResultEncoder,
    value: &T,
    error: EncodeError,
    room: usize,
) {
    let (result, before, after, _) = append(encoder, value, room);
    assert_eq!(result, Err(error), "{room} bytes of room");
    assert_eq!(after, before, "{room} bytes of room");
}

type Appended = (
    Result<(), EncodeError>,
    std::string::String,
    std::string::String,
    usize,
);

/// Appends the value's text to a buffer that holds some text and has `room` bytes left. Returns
/// what the buffer held before and after, and its capacity.
fn append<T: Serialize + ?Sized>(
    encoder: &impl ToolResultEncoder,
    value: &T,
    room: usize,
) -> Appended {
    let fill_and_append = |buffer: &mut StringView| {
        let before = "abc".repeat(buffer.capacity() / 3 + 1)[..buffer.capacity() - room].to_owned();
        buffer.push_str(&before).unwrap();
        let result = encoder.append(value, buffer);
        (result, before, buffer.to_string(), buffer.capacity())
    };
    // The smallest buffer is the fastest.
    match room {
        0..32 => fill_and_append(&mut String::<32>::new()),
        32..64 => fill_and_append(&mut String::<64>::new()),
        64..128 => fill_and_append(&mut String::<128>::new()),
        128..256 => fill_and_append(&mut String::<256>::new()),
        256..1024 => fill_and_append(&mut String::<1024>::new()),
        1024..=LARGE => fill_and_append(&mut String::<LARGE>::new()),
        _ => fill_and_append(&mut String::<65_536>::new()),
    }
}
