//! Floats, against `core`.

use proptest::prelude::*;
use tool_result_encoder::decode;

/// Bit for bit what `core` makes of it.
fn check_float(number: &str) {
    let finite = number.parse().ok().filter(|float: &f64| float.is_finite());
    let ours = decode::<f64>(number, &mut []).ok();
    assert_eq!(ours.map(f64::to_bits), finite.map(f64::to_bits), "{number}");
    let finite = number.parse().ok().filter(|float: &f32| float.is_finite());
    let ours = decode::<f32>(number, &mut []).ok();
    assert_eq!(ours.map(f32::to_bits), finite.map(f32::to_bits), "{number}");
}

#[test]
fn floats_at_the_edges() {
    for number in [
        "0",
        "-0",
        "0.0",
        "-0.0e5",
        "0e99999999999",
        "1",
        "-1.5",
        "21.0",
        "0.1",
        "999.9",
        "1e16",
        "1E+21",
        "9007199254740993",
        "9007199254740992.99999",
        "16777217",
        "16777217.0000000000000000000000000001",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "1e309",
        "1e400",
        "3.4028234663852886e38",
        "3.4028235677973366e38",
        "3.40282356e38",
        "1e39",
        "2.2250738585072014e-308",
        "2.2250738585072011e-308",
        "4.9e-324",
        "2.5e-324",
        "2.4e-324",
        "1e-400",
        "1.1754943508222875e-38",
        "1.1754942e-38",
        "1.4e-45",
        "7.006492321624085e-46",
        "7.1e-46",
        "1e99999999999999999999",
        "1e-99999999999999999999",
        "123456789012345678901234567890",
    ] {
        check_float(number);
    }
    for zeros in [10, 400, 5000] {
        let zeros = "0".repeat(zeros);
        check_float(&format!("1{zeros}e-{}", zeros.len()));
        check_float(&format!("0.{zeros}1e{}", zeros.len()));
        check_float(&format!("9007199254740993.{zeros}1"));
        check_float(&format!("1{zeros}1e-{}", zeros.len() + 300));
    }
}

/// The number half-way between two from 0 to 1, and its neighbours on both sides.
fn around_the_middle(lower: f64, upper: f64) -> [String; 3] {
    let digits = |number: f64| {
        let text = format!("{number:.1080}").replace('.', "");
        text.chars()
            .rev()
            .filter_map(|char| char.to_digit(10))
            .collect::<Vec<_>>()
    };
    // Half of the sum is 5 times the sum, one place further to the right.
    let mut carry = 0;
    let mut middle: Vec<_> = digits(lower)
        .iter()
        .zip(digits(upper))
        .map(|(lower, upper)| {
            carry += (lower + upper) * 5;
            let digit = carry % 10;
            carry /= 10;
            char::from_digit(digit, 10).unwrap()
        })
        .collect();
    middle.extend(char::from_digit(carry, 10));
    let middle: String = middle.iter().rev().collect();
    let middle = middle.trim_start_matches('0');
    let significant = middle.trim_end_matches('0');
    let (most, last) = significant.split_at(significant.len() - 1);
    let zeros = middle.len() - significant.len();
    let below = format!("{most}{}", last.parse::<u8>().unwrap() - 1);
    let below = if below == "0" { "" } else { &below };
    [
        format!("{middle}e-1081"),
        format!("{middle}00001e-1086"),
        format!("{below}{}e-1081", "9".repeat(zeros)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn floats_are_the_nearest(bits: u64, digits in 0..40_usize, parts: [u64; 3], power in -400..400_i32) {
        let double = f64::from_bits(bits);
        let single = f32::from_bits(bits as u32);
        if double.is_finite() {
            check_float(&format!("{double:e}"));
            check_float(&format!("{double:.digits$e}"));
            check_float(&format!("{double:.800e}"));
        }
        if single.is_finite() {
            check_float(&format!("{single:e}"));
            check_float(&format!("{single}"));
        }
        let [one, two, three] = parts;
        check_float(&format!("{}e{power}", one >> (two % 64)));
        check_float(&format!("{one}{two}.{three}e{power}"));
        check_float(&format!("0.{one}{two}{three}e{power}"));

        // Below 1, where they have many digits.
        let lower = f64::from_bits(bits % 1_f64.to_bits());
        let upper = f64::from_bits(lower.to_bits() + 1);
        around_the_middle(lower, upper).iter().for_each(|number| check_float(number));
        let lower = f32::from_bits(bits as u32 % 1_f32.to_bits());
        let upper = f32::from_bits(lower.to_bits() + 1);
        around_the_middle(lower.into(), upper.into()).iter().for_each(|number| check_float(number));
    }
}
