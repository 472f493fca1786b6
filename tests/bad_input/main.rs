//! Faults that users of agent frameworks and of other embedded JSON writers reported, by kind. The
//! right behaviour is asserted; each module says what went wrong elsewhere.
//!
//! Buffers of every size are tried by `capacities` as well, values that break serde's rules by
//! `lying_values`, times before the epoch by `std_types`.

mod bytes;
mod custom_errors;
mod depth;
mod double_encoding;
mod empty;
mod enums;
mod escaping;
mod floats;
mod integers;
mod map_keys;
mod order;
mod overflow;
mod truncation;

#[path = "../every_capacity/mod.rs"]
mod every_capacity;
#[path = "../value/mod.rs"]
mod value;

use every_capacity::{assert_encodes, assert_encodes_with, assert_fails};
use heapless::String;
use serde::Serialize;
use tool_result_encoder::{
    DisplayText, EncodeError, JsonEncoder, NonFinite, Output, Shape, ToolError, ToolResultEncoder,
};
use value::Value;

const JSON: JsonEncoder = JsonEncoder::new();

/// The content decoded as JSON.
fn decode(content: &str) -> serde_json::Value {
    serde_json::from_str(content).unwrap()
}
