//! [`Raw`], a value whose JSON is kept as it is.

#[cfg(feature = "mcp")]
use core::fmt;

#[cfg(feature = "mcp")]
use serde::de::{Deserialize, Deserializer, Error, Visitor};

/// The name of the newtype struct by which [`Raw`] asks for its text.
pub(super) const RAW: &str = "tool_result_encoder::decode::Raw";

/// The text of a JSON value that was read but not decoded.
#[cfg(feature = "mcp")]
pub(crate) struct Raw<'a>(pub(crate) &'a str);

#[cfg(feature = "mcp")]
impl<'de: 'a, 'a> Deserialize<'de> for Raw<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(RAW, RawVisitor)
    }
}

#[cfg(feature = "mcp")]
struct RawVisitor;

#[cfg(feature = "mcp")]
impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Raw(text))
    }
}
