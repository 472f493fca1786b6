//! The options of `JsonEncoder`.

mod big_integers_as_strings;
mod max_depth;
mod non_finite;

#[path = "../every_capacity/mod.rs"]
mod every_capacity;

use std::collections::BTreeMap;

use every_capacity::{assert_encodes, assert_encodes_with, assert_fails, assert_fails_with};
use serde::Serialize;
use tool_result_encoder::{EncodeError, JsonEncoder, NonFinite, Shape};

#[derive(Serialize)]
enum Payload<T> {
    Newtype(T),
    Tuple(T, u8),
    Struct { field: T },
}

#[derive(Serialize)]
struct Newtype<T>(T);

#[test]
fn options_combine_and_are_const() {
    const ALL: JsonEncoder = JsonEncoder::new()
        .max_depth(2)
        .non_finite(NonFinite::Null)
        .big_integers_as_strings(true);
    assert_encodes_with(
        &ALL,
        &([f32::NAN], [u64::MAX]),
        r#"[[null],["18446744073709551615"]]"#,
    );
    assert_fails_with(&ALL, &[[[1]]], EncodeError::TooDeep { limit: 2 });
    assert_eq!(JsonEncoder::default(), JsonEncoder::new());
}
