//! How many levels a value may have, and what counts as one.

use super::*;

/// The value has exactly `levels` levels.
#[track_caller]
fn assert_levels<T: Serialize>(levels: u8, value: &T, expected: &str) {
    let enough = JsonEncoder::new().max_depth(levels);
    assert_encodes_with(&enough, value, expected);
    assert_encodes_with(&JsonEncoder::new().max_depth(255), value, expected);
    if let Some(limit) = levels.checked_sub(1) {
        let too_few = JsonEncoder::new().max_depth(limit);
        assert_fails_with(&too_few, value, EncodeError::TooDeep { limit });
    }
}

#[test]
fn of_each_container() {
    assert_levels(0, &"text", "text");
    assert_levels(0, &Some(Newtype(1)), "1");
    assert_levels(0, &None::<u8>, "null");
    assert_levels(1, &[1; 0], "[]");
    assert_levels(1, &vec![1], "[1]");
    assert_levels(1, &(1, 2), "[1,2]");
    assert_levels(1, &BTreeMap::from([(1, 2)]), r#"{"1":2}"#);
    assert_levels(1, &Payload::Newtype(1), r#"{"Newtype":1}"#);
    assert_levels(2, &Payload::Tuple(1, 2), r#"{"Tuple":[1,2]}"#);
    assert_levels(
        2,
        &Payload::Struct { field: 1 },
        r#"{"Struct":{"field":1}}"#,
    );
    assert_levels(3, &[[[1]]], "[[[1]]]");
    assert_levels(2, &Newtype([Some([Newtype(1)])]), "[[1]]");
    assert_levels(3, &BTreeMap::from([("k", [[1]])]), r#"{"k":[[1]]}"#);
}

#[test]
fn the_object_around_a_result_is_no_level() {
    assert_levels(0, &Ok::<_, ()>(1), r#"{"ok":1}"#);
    assert_levels(1, &Ok::<_, ()>([1]), r#"{"ok":[1]}"#);
    assert_levels(0, &Err::<(), _>("no"), r#"{"error":"no"}"#);
    assert_levels(0, &Err::<(), _>(7), r#"{"error":"7"}"#);
}

#[test]
fn in_term_notation() {
    assert_levels(1, &Err::<(), _>([1]), r#"{"error":"{1}"}"#);
    assert_levels(2, &Err::<(), _>([vec![1]]), r#"{"error":"{[1]}"}"#);
    assert_levels(
        1,
        &Err::<(), _>(Payload::Newtype(1)),
        r#"{"error":"{:Newtype, 1}"}"#,
    );
    assert_levels(
        1,
        &Err::<(), _>(Payload::Tuple(1, 2)),
        r#"{"error":"{:Tuple, 1, 2}"}"#,
    );
    assert_levels(
        2,
        &Err::<(), _>(Payload::Struct { field: 1 }),
        r#"{"error":"{:Struct, %{field: 1}}"}"#,
    );
    assert_levels(
        2,
        &Err::<(), _>(BTreeMap::from([((1, 2), 3)])),
        r#"{"error":"%{{1, 2} => 3}"}"#,
    );
}

#[test]
fn siblings_do_not_add_up() {
    let row = [[1], [2], [3]];
    assert_levels(2, &row, "[[1],[2],[3]]");
    let variants = [
        Payload::Tuple(1, 2),
        Payload::Tuple(3, 4),
        Payload::Struct { field: 5 },
    ];
    assert_levels(
        3,
        &variants,
        r#"[{"Tuple":[1,2]},{"Tuple":[3,4]},{"Struct":{"field":5}}]"#,
    );
    assert_levels(
        3,
        &Err::<(), _>(&variants),
        r#"{"error":"{{:Tuple, 1, 2}, {:Tuple, 3, 4}, {:Struct, %{field: 5}}}"}"#,
    );
}

#[test]
fn is_32_by_default() {
    #[derive(Serialize)]
    struct Nested(Vec<Nested>);
    let nested = |levels| (1..levels).fold(Nested(vec![]), |inner, _| Nested(vec![inner]));
    let text = |levels| "[".repeat(levels) + &"]".repeat(levels);
    assert_encodes(&nested(32), &text(32));
    assert_fails(&nested(33), EncodeError::TooDeep { limit: 32 });
    assert_encodes_with(&JsonEncoder::new().max_depth(100), &nested(100), &text(100));
    assert_encodes(
        &Err::<(), _>(nested(32)),
        &format!(r#"{{"error":"{}"}}"#, text(32)),
    );
    assert_fails(
        &Err::<(), _>(nested(33)),
        EncodeError::TooDeep { limit: 32 },
    );
}

/// `Some` and newtype structs write nothing, but their values take stack all the same.
mod wrappers {
    use super::*;
    use serde::Serializer;

    /// So many newtype structs around the text `x`.
    struct Wrapped(u8);

    impl Serialize for Wrapped {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self.0.checked_sub(1) {
                Some(rest) if rest % 2 == 0 => serializer.serialize_some(&Wrapped(rest)),
                Some(rest) => serializer.serialize_newtype_struct("Wrapped", &Wrapped(rest)),
                None => serializer.serialize_str("x"),
            }
        }
    }

    /// So many newtype structs around the text `x`, which can be a map key.
    struct WrappedKey(u8);

    impl Serialize for WrappedKey {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self.0.checked_sub(1) {
                Some(rest) => serializer.serialize_newtype_struct("Key", &WrappedKey(rest)),
                None => serializer.serialize_str("x"),
            }
        }
    }

    struct Entry<K, V>(K, V);

    impl<K: Serialize, V: Serialize> Serialize for Entry<K, V> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map([(&self.0, &self.1)])
        }
    }

    const TOO_DEEP: EncodeError = EncodeError::TooDeep { limit: 32 };

    #[test]
    fn directly_inside_each_other_are_at_most_32() {
        assert_encodes(&Wrapped(32), "x");
        assert_fails(&Wrapped(33), TOO_DEEP);
        assert_encodes(&Err::<(), _>(Wrapped(32)), r#"{"error":"x"}"#);
        assert_fails(&Err::<(), _>(Wrapped(33)), TOO_DEEP);
        assert_encodes(&Entry(WrappedKey(32), 1), r#"{"x":1}"#);
        assert_fails(&Entry(WrappedKey(33), 1), TOO_DEEP);
        assert_encodes(
            &Err::<(), _>(Entry(Wrapped(32), 1)),
            r#"{"error":"%{\"x\" => 1}"}"#,
        );
        assert_fails(&Err::<(), _>(Entry(Wrapped(33), 1)), TOO_DEEP);
    }

    #[test]
    fn beside_each_other_do_not_add_up() {
        assert_encodes(&[Wrapped(32), Wrapped(32), Wrapped(32)], r#"["x","x","x"]"#);
        assert_encodes(&Some([Wrapped(32)]), r#"["x"]"#);
        assert_encodes(
            &[
                Payload::Tuple(Wrapped(32), 1),
                Payload::Newtype(Wrapped(32)),
            ],
            r#"[{"Tuple":["x",1]},{"Newtype":"x"}]"#,
        );
    }

    #[test]
    fn of_a_key_do_not_count_for_its_value() {
        assert_encodes(&Entry(WrappedKey(32), Wrapped(32)), r#"{"x":"x"}"#);
        assert_encodes(
            &Err::<(), _>(Entry(Wrapped(32), Wrapped(32))),
            r#"{"error":"%{\"x\" => \"x\"}"}"#,
        );
    }

    #[test]
    fn around_a_result_do_not_count_for_its_value() {
        let value = Some(Some(Ok::<_, ()>(Wrapped(32))));
        assert_encodes(&value, r#"{"ok":"x"}"#);
        let reason = Some(Some(Err::<(), _>(Wrapped(32))));
        assert_encodes(&reason, r#"{"error":"x"}"#);
    }
}
