//! Integers that an `f64` does not hold.

use super::*;

const FOR_JAVASCRIPT: JsonEncoder = JsonEncoder::new().big_integers_as_strings(true);

#[track_caller]
fn assert_digits<T: Serialize>(value: T, digits: &str) {
    assert_encodes(&[&value], &format!("[{digits}]"));
    assert_encodes_with(&FOR_JAVASCRIPT, &[&value], &format!("[{digits}]"));
}

#[track_caller]
fn assert_string<T: Serialize>(value: T, digits: &str) {
    assert_encodes(&[&value], &format!("[{digits}]"));
    assert_encodes_with(&FOR_JAVASCRIPT, &[&value], &format!(r#"["{digits}"]"#));
}

#[test]
fn begins_behind_2_to_the_53() {
    const LIMIT: i64 = 1 << 53;
    for limit in [LIMIT - 1, LIMIT] {
        assert_digits(limit, &limit.to_string());
        assert_digits(-limit, &(-limit).to_string());
        assert_digits(limit as u64, &limit.to_string());
        assert_digits(i128::from(limit), &limit.to_string());
        assert_digits(i128::from(-limit), &(-limit).to_string());
        assert_digits(limit as u128, &limit.to_string());
    }
    for limit in [LIMIT + 1, LIMIT + 2] {
        assert_string(limit, &limit.to_string());
        assert_string(-limit, &(-limit).to_string());
        assert_string(limit as u64, &limit.to_string());
        assert_string(i128::from(limit), &limit.to_string());
        assert_string(i128::from(-limit), &(-limit).to_string());
        assert_string(limit as u128, &limit.to_string());
    }
    assert_digits(i64::from(i32::MIN), "-2147483648");
    assert_digits(u32::MAX, "4294967295");
    assert_string(i64::MIN, "-9223372036854775808");
    assert_string(u64::MAX, "18446744073709551615");
    assert_string(i128::MIN, "-170141183460469231731687303715884105728");
    assert_string(u128::MAX, "340282366920938463463374607431768211455");
}

#[test]
fn wherever_json_stands() {
    let id = u64::MAX;
    assert_encodes_with(
        &FOR_JAVASCRIPT,
        &Ok::<_, ()>(id),
        r#"{"ok":"18446744073709551615"}"#,
    );
    assert_encodes_with(
        &FOR_JAVASCRIPT,
        &Payload::Struct { field: Some(id) },
        r#"{"Struct":{"field":"18446744073709551615"}}"#,
    );
    assert_encodes_with(
        &FOR_JAVASCRIPT,
        &BTreeMap::from([(id, id)]),
        r#"{"18446744073709551615":"18446744073709551615"}"#,
    );
    // A number at the top level is JSON there too, quotes included.
    assert_encodes_with(&FOR_JAVASCRIPT, &id, r#""18446744073709551615""#);
}

#[test]
fn but_not_in_term_notation() {
    assert_encodes_with(
        &FOR_JAVASCRIPT,
        &Err::<(), _>(u64::MAX),
        r#"{"error":"18446744073709551615"}"#,
    );
    assert_encodes_with(
        &FOR_JAVASCRIPT,
        &Err::<(), _>([i128::MIN]),
        r#"{"error":"{-170141183460469231731687303715884105728}"}"#,
    );
}
