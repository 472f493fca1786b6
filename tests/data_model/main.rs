//! Every kind of serde's data model, wherever it can stand, with its exact text.

mod compounds;
mod other_types;
mod scalars;

#[path = "../every_capacity/mod.rs"]
mod every_capacity;
#[path = "../value/mod.rs"]
mod value;

use std::collections::BTreeMap;

use every_capacity::{assert_encodes, assert_fails};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use tool_result_encoder::{EncodeError, Shape};
use value::Value;

/// What a value is written as.
struct Texts {
    /// At the top level.
    top: &'static str,
    /// Inside other JSON.
    json: &'static str,
    /// As a map key, with its quotes; `None` if it cannot be one.
    key: Option<&'static str>,
    /// The content of `Err` of it.
    reason: &'static str,
    /// The content of `Err` of a tuple of it.
    reason_part: &'static str,
    /// The content of `Err` of a map with it as the key of `0`.
    reason_key: &'static str,
}

/// A map of one entry, whose key is of any type.
struct Entry<K, V>(K, V);

impl<K: Serialize, V: Serialize> Serialize for Entry<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(&self.0, &self.1)?;
        map.end()
    }
}

#[derive(Serialize)]
enum Payload<T> {
    Newtype(T),
    Tuple(T, u8),
    Struct { field: T },
}

#[derive(Serialize)]
struct Newtype<T>(T);

#[derive(Serialize)]
struct Fields<T> {
    first: T,
    second: T,
}

#[track_caller]
fn assert_texts<T: Serialize>(value: T, texts: Texts) {
    let value = &value;
    let json = texts.json;
    assert_encodes(value, texts.top);
    assert_encodes(&[value, value], &format!("[{json},{json}]"));
    assert_encodes(&Entry("k", value), &format!(r#"{{"k":{json}}}"#));
    match texts.key {
        Some(key) => assert_encodes(&Entry(value, 0), &format!("{{{key}:0}}")),
        None => assert_fails(
            &Entry(value, 0),
            EncodeError::UnsupportedShape(Shape::MapKey),
        ),
    }
    assert_encodes(
        &Payload::Newtype(value),
        &format!(r#"{{"Newtype":{json}}}"#),
    );
    assert_encodes(
        &Payload::Tuple(value, 7),
        &format!(r#"{{"Tuple":[{json},7]}}"#),
    );
    assert_encodes(
        &Payload::Struct { field: value },
        &format!(r#"{{"Struct":{{"field":{json}}}}}"#),
    );
    let (first, second) = (value, value);
    assert_encodes(
        &Fields { first, second },
        &format!(r#"{{"first":{json},"second":{json}}}"#),
    );
    // Neither writes anything of its own.
    assert_encodes(&Some(value), texts.top);
    assert_encodes(&Newtype(value), texts.top);
    assert_encodes(&[Some(Newtype(value))], &format!("[{json}]"));

    assert_encodes(&Ok::<_, ()>(value), &format!(r#"{{"ok":{json}}}"#));
    assert_encodes(&Some(Ok::<_, ()>(value)), &format!(r#"{{"ok":{json}}}"#));
    assert_encodes(&[Ok::<_, ()>(value)], &format!(r#"[{{"Ok":{json}}}]"#));
    assert_encodes(&[Err::<(), _>(value)], &format!(r#"[{{"Err":{json}}}]"#));
    assert_encodes(&Err::<(), _>(value), texts.reason);
    assert_encodes(&Err::<(), _>(Some(Newtype(value))), texts.reason);
    assert_encodes(&Err::<(), _>((value,)), texts.reason_part);
    assert_encodes(&Err::<(), _>((Some(Newtype(value)),)), texts.reason_part);
    assert_encodes(&Err::<(), _>(Entry(value, 0)), texts.reason_key);
    assert_encodes(
        &Err::<(), _>(Entry(Some(Newtype(value)), 0)),
        texts.reason_key,
    );
}
