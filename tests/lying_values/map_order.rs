//! Calls that a map does not expect.

use super::*;

#[derive(Clone, Copy, Debug)]
enum Call {
    Key,
    Value,
    Entry,
    /// A value that is a map itself, in good order.
    Nested,
    /// A key that fails.
    BadKey,
}
use Call::{BadKey, Entry, Key, Nested, Value};

/// Makes the calls; errors end it, or are ignored.
struct Calls<'a> {
    calls: &'a [Call],
    ignore: bool,
}

impl Serialize for Calls<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for call in self.calls {
            let result = match call {
                Key => map.serialize_key("k"),
                Value => map.serialize_value(&1),
                Entry => map.serialize_entry("k", &1),
                Nested => {
                    let calls = &[Key, Value];
                    map.serialize_value(&Calls {
                        calls,
                        ignore: false,
                    })
                }
                BadKey => map.serialize_key(&super::Value::Fails),
            };
            if !self.ignore {
                result?;
            }
        }
        map.end()
    }
}

#[test]
fn a_good_order() {
    let calls = &[Key, Value, Entry, Key, Nested, Entry];
    let map = Calls {
        calls,
        ignore: false,
    };
    assert_encodes(&map, r#"{"k":1,"k":1,"k":{"k":1},"k":1}"#);
    assert_encodes(
        &Err::<(), _>(&map),
        r#"{"error":"%{\"k\" => 1, \"k\" => 1, \"k\" => %{\"k\" => 1}, \"k\" => 1}"}"#,
    );
}

#[test]
fn a_bad_order() {
    for calls in [
        &[Value][..],
        &[Key],
        &[Key, Key],
        &[Key, Key, Value],
        &[Key, Key, Value, Value],
        &[Key, Value, Value],
        &[Value, Key],
        &[Entry, Value],
        &[Entry, Key],
        &[Nested],
        &[Key, Entry],
        &[Key, Nested, Value],
        &[Key, Nested, Nested],
        &[Key, Nested, Key],
        &[BadKey],
        &[BadKey, Value],
        &[BadKey, Key, Value],
        &[Key, BadKey],
    ] {
        for ignore in [false, true] {
            assert_fails_everywhere(&Calls { calls, ignore }, EncodeError::Custom);
        }
    }
}

#[test]
fn a_bad_order_inside_a_good_one() {
    for calls in [&[Key][..], &[Value], &[Key, Value, Value]] {
        for ignore in [false, true] {
            let inner = Calls { calls, ignore };
            let outer = [("a", &inner), ("b", &inner)];
            assert_fails_everywhere(&Pairs(&outer), EncodeError::Custom);
        }
    }
}

/// Every sequence of up to four calls.
#[test]
fn any_order() {
    let all = [Key, Value, Entry, Nested, BadKey];
    let mut sequences: Vec<Vec<Call>> = vec![vec![]];
    for _ in 0..4 {
        let longer = sequences
            .iter()
            .flat_map(|calls| all.iter().map(|call| [calls.as_slice(), &[*call]].concat()));
        sequences = std::iter::once(vec![]).chain(longer).collect();
        for calls in &sequences {
            for ignore in [false, true] {
                assert_error_or_json(&Calls { calls, ignore });
            }
        }
    }
}

struct Pairs<'a, V>(&'a [(&'a str, V)]);

impl<V: Serialize> Serialize for Pairs<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in self.0 {
            let _ = map.serialize_entry(key, value);
        }
        map.end()
    }
}
