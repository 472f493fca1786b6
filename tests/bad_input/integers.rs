use super::*;

/// 128 bits were a panic, and the smallest of a width overflowed when its sign was turned.
#[test]
fn at_the_ends_of_their_widths() {
    assert_encodes(&i128::MIN, "-170141183460469231731687303715884105728");
    assert_encodes(&u128::MAX, "340282366920938463463374607431768211455");
    assert_encodes(&u64::MAX, "18446744073709551615");
    assert_encodes(
        &(i8::MIN, i16::MIN, i32::MIN, i64::MIN),
        "[-128,-32768,-2147483648,-9223372036854775808]",
    );
    assert_encodes(
        &Err::<(), _>((i8::MIN, u128::MAX)),
        r#"{"error":"{-128, 340282366920938463463374607431768211455}"}"#,
    );
}

/// Readers that hold numbers in an `f64` took one id for another.
#[test]
fn beyond_2_to_the_53() {
    let ids = [9_007_199_254_740_992_u64, 9_007_199_254_740_993];
    assert_encodes(&ids, "[9007199254740992,9007199254740993]");
    let strings = JsonEncoder::new().big_integers_as_strings(true);
    assert_encodes_with(&strings, &ids, r#"[9007199254740992,"9007199254740993"]"#);
}
