#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(
    missing_docs,
    unsafe_code,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::unreachable,
    clippy::missing_errors_doc
)]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod conformance;
mod decode;
mod encoder;
mod error;
mod json;
#[cfg(feature = "mcp")]
pub mod mcp;
mod message;
mod output;
mod text;
mod tools;

pub use decode::{DecodeError, Problem, decode};
pub use encoder::ToolResultEncoder;
pub use error::{Cause, EncodeError, Reason, Shape, ToolError};
pub use heapless;
pub use json::{JsonEncoder, NonFinite};
pub use message::{Delivery, Dialect, ToolCall, Turn};
pub use output::Output;
pub use text::{DebugText, DisplayText};
pub use tools::{Reply, Tool};
