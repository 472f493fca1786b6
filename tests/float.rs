//! The text of every `f32` is the one that `serde_json` prints.
//!
//! By default a sample of them, and all those at which the method could break. All 2^32, which
//! takes some minutes:
//!
//! ```text
//! EXHAUSTIVE=1 cargo test --release --test float
//! ```

mod every_capacity;

use std::env;
use std::thread;

use every_capacity::assert_encodes;
use heapless::String;
use tool_result_encoder::{JsonEncoder, ToolResultEncoder};

const INFINITY: u32 = f32::INFINITY.to_bits();
const SIGN: u32 = 1 << 31;

#[track_caller]
fn assert_same(float: f32) {
    assert_all_same([float.to_bits()]);
}

/// Of floats that are finite, given by their bits.
#[track_caller]
fn assert_all_same(floats: impl IntoIterator<Item = u32>) {
    let mut ours = String::<32>::new();
    let mut theirs = Vec::new();
    for float in floats.into_iter().map(f32::from_bits) {
        ours.clear();
        theirs.clear();
        JsonEncoder::new().append(&float, &mut ours).unwrap();
        serde_json::to_writer(&mut theirs, &float).unwrap();
        if ours.as_bytes() != theirs {
            let theirs = str::from_utf8(&theirs).unwrap();
            panic!("{:#010x}: {ours}, not {theirs}", float.to_bits());
        }
    }
}

/// The float and its neighbours, with either sign.
#[track_caller]
fn assert_same_around(float: f32) {
    let bits = float.to_bits();
    let finite = bits.saturating_sub(3)..(bits + 4).min(INFINITY);
    assert_all_same(finite.flat_map(|bits| [bits, bits | SIGN]));
}

#[test]
fn each_format() {
    for (float, expected) in [
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (1.0, "1.0"),
        (-1.5, "-1.5"),
        (100.0, "100.0"),
        (0.3, "0.3"),
        (0.001_234_567_8, "0.0012345678"),
        (1.175_494_4e-6, "0.0000011754944"),
        (12.345_678, "12.345678"),
        (1e6, "1000000.0"),
        (16_777_216.0, "16777216.0"),
        (123_456_790.0, "123456790.0"),
        (1.0e12, "1000000000000.0"),
        (1.234_568e12, "1234568000000.0"),
        (1e13, "1e+13"),
        (-1.234_567_9e13, "-1.2345679e+13"),
        (1.5e-6, "0.0000015"),
        (1e-7, "1e-7"),
        (1.5e-10, "1.5e-10"),
        (f32::MAX, "3.4028235e+38"),
        (f32::MIN_POSITIVE, "1.1754944e-38"),
        (f32::from_bits(1), "1e-45"),
    ] {
        assert_encodes(&float, expected);
        assert_same(float);
    }
}

#[test]
fn around_powers_of_two() {
    for exponent in 0..u32::from(u8::MAX) {
        assert_same_around(f32::from_bits(exponent << (f32::MANTISSA_DIGITS - 1)));
    }
}

#[test]
fn around_powers_of_ten() {
    for exponent in -46..=38 {
        for digit in 1..=9 {
            assert_same_around(format!("{digit}e{exponent}").parse().unwrap());
        }
    }
}

#[test]
fn at_both_ends() {
    assert_all_same(0..20_000);
    assert_all_same(INFINITY - 20_000..INFINITY);
}

#[test]
fn integers() {
    for integer in 0..40_000_u16 {
        assert_same(f32::from(integer));
        assert_same(-f32::from(integer));
    }
    // From 2^24 on not all of them are floats, and half-way between two floats is an integer.
    for exponent in 20..32 {
        for integer in 0..1000 {
            assert_same((integer + (1_u64 << exponent)) as f32);
            assert_same((integer * 10 + (1_u64 << exponent)) as f32);
        }
    }
}

/// What sensors give.
#[test]
fn tenths_hundredths_and_thousandths() {
    for integer in 0..30_000_u16 {
        for divisor in [10.0, 100.0, 1000.0] {
            assert_same(f32::from(integer) / divisor);
        }
    }
}

/// What converters of some bits give.
#[test]
fn binary_fractions() {
    for integer in 0..=4096_u16 {
        for exponent in 0..24 {
            assert_same(f32::from(integer) / (1_u32 << exponent) as f32);
        }
    }
}

/// Of all floats, or, unless `EXHAUSTIVE` is set, of one in a prime number.
#[test]
fn everywhere() {
    let step = if env::var_os("EXHAUSTIVE").is_some() {
        1
    } else {
        10_007
    };
    let threads = thread::available_parallelism().map_or(1, |count| count.get());
    thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                let part = (0..INFINITY).skip(thread * step).step_by(threads * step);
                assert_all_same(part.flat_map(|bits| [bits, bits | SIGN]));
            });
        }
    });
}
