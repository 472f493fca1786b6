//! Two encoders of our own: one that is not JSON, and one that wraps `JsonEncoder`.
//!
//! `cargo run --example custom_encoder`

use heapless::String;
use serde::Serialize;
use tool_result_encoder::{EncodeError, JsonEncoder, Output, ToolResultEncoder};

/// Rust's object notation. `Output` is a `core::fmt::Write` that never fails, so any serializer
/// that writes text will do.
struct Ron;

impl ToolResultEncoder for Ron {
    fn encode_into<T: Serialize + ?Sized>(
        &self,
        value: &T,
        out: &mut Output<'_>,
    ) -> Result<(), EncodeError> {
        ron::Options::default()
            .to_writer(out, value)
            .map_err(|_| EncodeError::Custom)
    }
}

/// JSON behind the name of the device it comes from.
struct Labelled(&'static str, JsonEncoder);

impl ToolResultEncoder for Labelled {
    fn encode_into<T: Serialize + ?Sized>(
        &self,
        value: &T,
        out: &mut Output<'_>,
    ) -> Result<(), EncodeError> {
        out.push_str(self.0);
        out.push_str(": ");
        self.1.encode_into(value, out)
    }
}

#[derive(Serialize)]
struct Reading {
    celsius: f32,
    battery: Option<u8>,
}

fn main() -> Result<(), EncodeError> {
    let reading = Reading {
        celsius: 21.5,
        battery: None,
    };

    let text: String<64> = Ron.encode(&reading)?;
    println!("{text}");
    assert_eq!(text, "(celsius:21.5,battery:None)");

    let text: String<64> = Labelled("greenhouse-2", JsonEncoder::new()).encode(&reading)?;
    println!("{text}");
    assert_eq!(text, r#"greenhouse-2: {"celsius":21.5,"battery":null}"#);

    // What the encoders did not care about is reported all the same.
    let overflow = Ron.encode::<_, 16>(&reading).unwrap_err();
    println!("{overflow}");
    assert_eq!(overflow.to_string(), "27 bytes needed, the buffer holds 16");
    Ok(())
}
