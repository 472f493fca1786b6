//! Reasons that do not implement `Serialize`: most error types of drivers and of `core`.

use core::fmt::{Debug, Display};

use serde::{Serialize, Serializer};

/// Serializes as its `Display` text.
///
/// ```
/// use tool_result_encoder::{DisplayText, JsonEncoder, ToolResultEncoder};
///
/// let parsed = "12x".parse::<u8>().map_err(DisplayText);
/// let text: heapless::String<64> = JsonEncoder::new().encode(&parsed)?;
/// assert_eq!(text, r#"{"error":"invalid digit found in string"}"#);
/// # Ok::<(), tool_result_encoder::EncodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DisplayText<T>(pub T);

/// Serializes as its `Debug` text.
///
/// ```
/// use tool_result_encoder::{DebugText, JsonEncoder, ToolResultEncoder};
///
/// #[derive(Debug)]
/// enum Bus { Nack { address: u8 } }
///
/// let read: Result<u8, _> = Err(DebugText(Bus::Nack { address: 64 }));
/// let text: heapless::String<64> = JsonEncoder::new().encode(&read)?;
/// assert_eq!(text, r#"{"error":"Nack { address: 64 }"}"#);
/// # Ok::<(), tool_result_encoder::EncodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DebugText<T>(pub T);

impl<T: Display> Serialize for DisplayText<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<T: Debug> Serialize for DebugText<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:?}", self.0))
    }
}
