//! The text of floats, byte for byte what `zmij` and with it `serde_json` print. For an `f64` it is
//! `zmij`'s own; an `f32` takes a third of its flash and half of its instructions, without its
//! 128 bits.
//!
//! The method is Schubfach, for 32 bits: Raffaello Giulietti, "The Schubfach way to render
//! doubles", 2022. The reals that are read as a float `m · 2^q` make up an interval around it, as
//! wide as the distance to the next float. Divided by the largest power of ten that is not wider,
//! `10^k`, it is 1 to 10 wide: it contains an integer, and at most one multiple of ten. If it
//! contains a multiple of ten, this is the shortest decimal, save for more zeros at its end; if
//! not, it is the integer next to the float.

use super::number;
use crate::Output;
use crate::output::divide_by_ten;

const STORED_BITS: u32 = f32::MANTISSA_DIGITS - 1;
const HIDDEN_BIT: u32 = 1 << STORED_BITS;
/// `q` is the stored exponent less this.
const BIAS: i32 = f32::MAX_EXP - 1 + STORED_BITS as i32;

/// `k` of the smallest floats, which are 2^-149 apart.
const MIN_K: i32 = -45;
/// `k` of the largest floats, which are 2^104 apart.
const MAX_K: i32 = 31;
const POWER_COUNT: usize = (MAX_K - MIN_K + 1) as usize;

/// `10^-k`, from `MIN_K` on.
#[allow(clippy::indexing_slicing, reason = "while compiling")]
static POWERS: [u64; POWER_COUNT] = {
    let mut powers = [0; POWER_COUNT];
    let mut index = 0;
    while index < powers.len() {
        powers[index] = power_of_ten(-(MIN_K + index as i32));
        index += 1;
    }
    powers
};

/// The first 64 bits of a power of ten, rounded up.
const fn power_of_ten(exponent: i32) -> u64 {
    // The factors of two change no bit but the point.
    let power = 5_u128.pow(exponent.unsigned_abs());
    if exponent >= 0 {
        match 64 - power.ilog2() as i32 - 1 {
            missing @ 0.. => (power << missing) as u64,
            excess => power.div_ceil(1 << -excess) as u64,
        }
    } else {
        // Its reciprocal by long division, which does not come out even.
        let mut quotient = 0;
        let mut remainder = 1;
        while quotient < 1 << 63 {
            remainder <<= 1;
            quotient <<= 1;
            if remainder >= power {
                remainder -= power;
                quotient += 1;
            }
        }
        quotient + 1
    }
}

/// How a float with this stored exponent is divided: `k - MIN_K`, and a `shift` so that
/// `2^shift ≤ 2^q / 10^k < 2^(shift + 1)`.
#[inline(always)]
const fn scale(exponent: u32, narrow: bool) -> (usize, u32) {
    // In 4096ths: the logarithm to base ten of 2^q, less 1/8 for the quarter that a narrow interval
    // lacks. 213 / 2^18 makes that to base two of what is behind its point. Assertions below check
    // that this is exact enough; that `shift` is below four, too, is known to the compiler.
    let log = exponent * 1233 - 624;
    let index = (log - if narrow { 512 } else { 0 }) >> 12;
    let shift = ((log - (index << 12)) * 213) >> 18 & 3;
    (index as usize, shift)
}

/// `scale` is right for every exponent.
const _: () = {
    let mut exponent = 1;
    while exponent < u8::MAX as u32 {
        check_scale(exponent, false);
        check_scale(exponent, true);
        exponent += 1;
    }
};

const fn check_scale(exponent: u32, narrow: bool) {
    let (index, shift) = scale(exponent, narrow);
    let k = MIN_K + index as i32;
    let twos = exponent as i32 - BIAS - k;
    let fives = 5_u128.pow(k.unsigned_abs());
    // 2^q / 10^k
    let (dividend, divisor) = match (twos >= 0, k >= 0) {
        (true, true) => (1 << twos, fives),
        (true, false) => (fives << twos, 1),
        (false, true) => (1, fives << -twos),
        (false, false) => (fives, 1 << -twos),
    };
    let quarters = if narrow { 3 } else { 4 };
    assert!(4 * divisor <= quarters * dividend && quarters * dividend < 40 * divisor);
    assert!(divisor << shift <= dividend && dividend < divisor << (shift + 1));
}

/// A number: `digits · 10^-places`.
struct Decimal {
    /// Below 10^9. No zeros at the end, except those up to one decimal place.
    digits: u32,
    places: i32,
    /// How many of the digits are before the point; below zero, how many zeros are behind it.
    /// Too large for a subnormal float, whose digits may be few.
    point: i32,
}

/// The shortest decimal that is read as the float `significand · 2^q`, and the closest of these.
#[inline(always)]
fn shortest(significand: u32, exponent: u32) -> Decimal {
    // A power of two is only half as far from the next smaller float as from the next larger. (The
    // smallest normal one is not, but its decimal is the same.)
    let narrow = significand == HIDDEN_BIT;
    let (index, shift) = scale(exponent, narrow);
    // Of `scale`'s results none is beyond the table.
    let power = POWERS.get(index).copied().unwrap_or(0);
    // Times the power these are quarters, so that the ends of all intervals are integers here.
    // Below 2^30.
    let center = significand << 3 << shift;
    let half = 4 << shift;
    let (mut upper, rest) = multiply(center + half, power);
    let (mut lower, lower_rest) = multiply(center - (half >> u32::from(narrow)), power);
    // An end of the interval is part of it for an even significand only.
    if rest == 0 {
        cold();
        upper -= significand & 1;
    }
    if lower_rest == 0 {
        cold();
        lower -= !significand & 1;
    }

    let k = MIN_K + index as i32;
    let mut places = -k;
    let (tenth, _) = divide_by_ten(upper);
    let mut digits = tenth / 4;
    // Whether a multiple of ten, so of 40 quarters, is above the lower end.
    if lower / 8 < digits * 5 {
        // Its zero is gone. Others go, too, except the one of `1.0`.
        let mut surplus = places - 2;
        while surplus != 0 {
            let (tenth, exact) = divide_by_ten(digits);
            if !exact {
                break;
            }
            digits = tenth;
            surplus -= 1;
        }
        places = surplus + 1;
    } else {
        let (center, rest) = multiply(center, power);
        digits = (center + 2) / 4;
        if rest == 0 {
            cold();
            // Half-way between an even integer and an odd one.
            if center % 8 == 2 {
                digits -= 1;
            }
        }
        if narrow {
            cold();
            if digits * 4 <= lower {
                digits += 1;
            }
        }
    }

    // Whether `upper` has as many digits as a result with its zeros is no question: a power of
    // ten between the two would be a multiple of ten in the interval.
    let mut point = k + 9;
    if upper < 4 * 100_000_000 {
        point -= 1;
    }
    if upper < 4 * 10_000_000 {
        point -= 1;
    }
    Decimal {
        digits,
        places,
        point,
    }
}

/// `number · power / 2^64`, and 32 more bits, which are zero for an integer: that the power is
/// rounded up adds less than one to the 32, because `number` is below 2^30. (And no other product
/// in `shortest` comes so close to an integer that it would matter, as comparing all floats shows.)
#[inline(always)]
fn multiply(number: u32, power: u64) -> (u32, u32) {
    let low = u64::from(number) * u64::from(power as u32);
    let product = u64::from(number) * (power >> 32) + (low >> 32);
    ((product >> 32) as u32, product as u32)
}

/// Tells the compiler that it rarely comes here: the code for it is moved out of the way.
#[cold]
fn cold() {}

/// A type of floats, with what serializers do to all of them.
pub(super) trait Float: Copy {
    fn is_finite(self) -> bool;

    /// Writes a float that is finite.
    fn push(self, out: &mut Output<'_>);
}

impl Float for f32 {
    fn is_finite(self) -> bool {
        self.is_finite()
    }

    fn push(self, out: &mut Output<'_>) {
        push(out, self);
    }
}

impl Float for f64 {
    fn is_finite(self) -> bool {
        self.is_finite()
    }

    fn push(self, out: &mut Output<'_>) {
        out.push_str(zmij::Buffer::new().format_finite(self));
    }
}

/// Writes a float that is finite.
// On its own, because it needs all registers.
#[inline(never)]
fn push(out: &mut Output<'_>, float: f32) {
    if float.is_sign_negative() {
        out.push_ascii(b'-');
    }
    let bits = float.to_bits();
    let stored = bits & (HIDDEN_BIT - 1);
    let mut exponent = bits << 1 >> (STORED_BITS + 1);
    let mut significand = stored + HIDDEN_BIT;
    if exponent == 0 {
        cold();
        if stored == 0 {
            return out.push_str("0.0");
        }
        significand = stored;
        exponent = 1;
    }
    let Decimal {
        digits,
        places,
        point,
    } = shortest(significand, exponent);
    if places > 0 && point >= -5 {
        out.push_decimal(digits, point.max(1) as usize, places as usize);
    } else {
        push_extreme(out, digits, places);
    }
}

/// Writes a number that is below 10^-6, with an exponent, or that has no decimal places, with
/// zeros or from 10^13 on with an exponent.
#[cold]
#[inline(never)]
fn push_extreme(out: &mut Output<'_>, digits: u32, places: i32) {
    let count = number::digits(digits);
    let exponent = count as i32 - places - 1;
    if places <= 0 && exponent <= 12 {
        out.push_digits(digits, count);
        out.push_digits(0, -places as usize);
        out.push_str(".0");
        return;
    }
    if count == 1 {
        out.push_digits(digits, 1);
    } else {
        out.push_decimal(digits, 1, count - 1);
    }
    out.push_str(if exponent < 0 { "e-" } else { "e+" });
    let exponent = exponent.unsigned_abs();
    out.push_digits(exponent, if exponent < 10 { 1 } else { 2 });
}
