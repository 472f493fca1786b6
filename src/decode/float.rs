//! The float that a JSON number stands for.
//!
//! `core` can tell, too, but its code can panic, and its tables and special cases for speed are
//! 18 kB. This is school arithmetic: the decimal digits become a binary number of as many bits as it
//! takes, so that the nearest float is known exactly.

use core::iter::repeat_n;
use core::num::NonZeroU32;

/// Digits that count; of those after them only whether one is not 0. No point half-way between two
/// floats has more digits.
const DIGITS: usize = 768;

/// Room for the binary number, see the calculation of its length.
const LIMBS: usize = 184;

/// The format of a float type, in the terms of its constants.
struct Format {
    mantissa_digits: u32,
    min_exp: i32,
    max_exp: i32,
}

/// The nearest `f32`. None if that is infinite.
pub(super) fn f32(number: &str) -> Option<f32> {
    let format = Format {
        mantissa_digits: f32::MANTISSA_DIGITS,
        min_exp: f32::MIN_EXP,
        max_exp: f32::MAX_EXP,
    };
    let magnitude = f32::from_bits(format.nearest(number.as_bytes())? as u32);
    Some(if number.starts_with('-') {
        -magnitude
    } else {
        magnitude
    })
}

/// The nearest `f64`. None if that is infinite.
pub(super) fn f64(number: &str) -> Option<f64> {
    let format = Format {
        mantissa_digits: f64::MANTISSA_DIGITS,
        min_exp: f64::MIN_EXP,
        max_exp: f64::MAX_EXP,
    };
    let magnitude = f64::from_bits(format.nearest(number.as_bytes())?);
    Some(if number.starts_with('-') {
        -magnitude
    } else {
        magnitude
    })
}

impl Format {
    /// The bits of the float next to the magnitude of `number`.
    #[inline(never)]
    fn nearest(&self, number: &[u8]) -> Option<u64> {
        let mut parts = number.split(|byte| matches!(byte, b'e' | b'E'));
        let decimal = parts.next().unwrap_or_default();
        let exponent = exponent(parts.next().unwrap_or_default());
        let places = decimal
            .split(|byte| *byte == b'.')
            .nth(1)
            .unwrap_or_default()
            .len();

        // The number is `digits` as an integer, times 10 to the `power`.
        let mut digits = decimal
            .iter()
            .filter(|byte| byte.is_ascii_digit())
            .map(|byte| byte - b'0')
            .skip_while(|digit| *digit == 0);
        let all = digits.clone().count();
        let count = all.min(DIGITS);
        let power = exponent
            .saturating_sub(places.cast_signed())
            .saturating_add((all - count).cast_signed());
        match power.saturating_add(count.cast_signed()) {
            _ if count == 0 => return Some(0),
            ..-330 => return Some(0),
            -330..=310 => {}
            _ => return None,
        }

        // A fixed-point number with so many limbs before the point that the digits and factors of 5
        // fit, and so many after it that 64 bits are left when it is divided by factors of 5. A
        // decimal digit is 3 bits to 10/3, a factor of 5 less than 7/3.
        let factors = power.unsigned_abs();
        let (grown, shrunk) = if power < 0 {
            (0, factors)
        } else {
            (factors, 0)
        };
        let before = (count * 10 + grown * 7) / 3 / 16 + 1;
        let after = (shrunk * 7 / 3).saturating_sub(count * 3 - 3) / 16 + 5;
        let mut limbs = [0_u16; LIMBS];
        let limbs = limbs.get_mut(..before + after)?;

        let integer = limbs.get_mut(..before)?;
        for digit in digits.by_ref().take(count) {
            multiply(integer, 10, digit.into());
        }
        let mut inexact = digits.any(|digit| digit != 0);
        for factor in fives(grown) {
            multiply(integer, factor.get(), 0);
        }
        for factor in fives(shrunk) {
            inexact |= divide(limbs, factor);
        }
        // The factors of 2 are left.
        let power = power as i32;

        let zeros = limbs.iter().take_while(|limb| **limb == 0).count();
        let mut limbs = limbs.iter().skip(zeros);
        let mut next = || u64::from(limbs.next().copied().unwrap_or_default());
        let top = next() << 48 | next() << 32 | next() << 16 | next();
        let fifth = next() << 48;
        let lead = top.leading_zeros();
        let mantissa = top << lead | (fifth >> 1 >> (63 - lead));
        inexact |= fifth << lead != 0 || limbs.any(|limb| *limb != 0);
        // The number is `mantissa / 2^64`, at least a half, times 2 to the `exponent`.
        let exponent = 16 * (before as i32 - zeros as i32) - lead as i32 + power;

        self.round(mantissa, exponent, inexact)
    }

    fn round(&self, mantissa: u64, exponent: i32, inexact: bool) -> Option<u64> {
        let above = exponent - self.min_exp;
        // Below the least normal float the digits get fewer.
        let dropped = u64::BITS - self.mantissa_digits + above.min(0).unsigned_abs();
        let kept = mantissa.checked_shr(dropped).unwrap_or(0);
        // What is dropped, with a half in the top bit.
        let rest = match dropped {
            ..=64 => mantissa << (64 - dropped),
            _ => 1,
        };
        let half = 1 << 63;
        let up = rest > half || rest == half && (inexact || kept & 1 == 1);
        // The mantissa's top bit, which a float does not store, or a carry raises the exponent.
        let bits = ((above.max(0) as u64) << (self.mantissa_digits - 1)) + kept + u64::from(up);
        let infinite = ((self.max_exp - self.min_exp + 2) as u64) << (self.mantissa_digits - 1);
        (bits < infinite).then_some(bits)
    }
}

fn exponent(text: &[u8]) -> isize {
    let magnitude =
        text.iter()
            .filter(|byte| byte.is_ascii_digit())
            .fold(0_isize, |number, byte| {
                number
                    .saturating_mul(10)
                    .saturating_add((byte - b'0').into())
            });
    if text.starts_with(b"-") {
        -magnitude
    } else {
        magnitude
    }
}

/// A type whose values the compiler knows to be no 0 to divide by.
const FIVE: NonZeroU32 = NonZeroU32::MIN.saturating_add(4);

/// Factors of at most 16 bits that make 5 to the `power`.
fn fives(power: usize) -> impl Iterator<Item = NonZeroU32> {
    let few = repeat_n(FIVE, power % 6);
    few.chain(repeat_n(FIVE.saturating_pow(6), power / 6))
}

/// Multiplies an integer, the lowest limb last, and adds to it.
fn multiply(limbs: &mut [u16], factor: u32, addend: u32) {
    let mut carry = addend;
    for limb in limbs.iter_mut().rev() {
        carry += u32::from(*limb) * factor;
        *limb = carry as u16;
        carry >>= 16;
    }
}

/// Divides an integer, the lowest limb last. Whether there is a remainder.
fn divide(limbs: &mut [u16], divisor: NonZeroU32) -> bool {
    let mut rest = 0;
    for limb in limbs {
        rest = rest << 16 | u32::from(*limb);
        *limb = (rest / divisor) as u16;
        rest %= divisor;
    }
    rest != 0
}
