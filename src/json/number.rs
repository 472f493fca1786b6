//! The digits of integers, without division of more than 64 bits.

use heapless::String;

use crate::output::{self, Output};

const BILLION: u32 = 1_000_000_000;
const BILLION_DIGITS: usize = 9;

#[cfg(target_pointer_width = "64")]
const EIGHT_DIGITS: u64 = 100_000_000;

pub(super) fn u32(out: &mut Output<'_>, number: u32) {
    #[cfg(target_pointer_width = "64")]
    {
        if u64::from(number) >= EIGHT_DIGITS {
            return u64(out, number.into());
        }
        if out.push_eight_digits(number, false) {
            return;
        }
    }
    out.push_digits(number, digits(number));
}

/// How many decimal digits the number has.
pub(super) fn digits(number: u32) -> usize {
    let mut digits = 1;
    let mut power = 10;
    while number >= power {
        digits += 1;
        if power == BILLION {
            break;
        }
        power *= 10;
    }
    digits
}

pub(super) fn u64(out: &mut Output<'_>, number: u64) {
    #[cfg(target_pointer_width = "64")]
    if number >= EIGHT_DIGITS {
        u64(out, number / EIGHT_DIGITS);
        let rest = (number % EIGHT_DIGITS) as u32;
        if !out.push_eight_digits(rest, true) {
            out.push_digits(rest, 8);
        }
        return;
    }
    match u32::try_from(number) {
        Ok(number) => u32(out, number),
        Err(_) => {
            u64(out, number / u64::from(BILLION));
            out.push_digits((number % u64::from(BILLION)) as u32, BILLION_DIGITS);
        }
    }
}

pub(super) fn u128(out: &mut Output<'_>, number: u128) {
    match u64::try_from(number) {
        Ok(number) => u64(out, number),
        Err(_) => {
            let (quotient, remainder) = divide_by_billion(number);
            u128(out, quotient);
            out.push_digits(remainder, BILLION_DIGITS);
        }
    }
}

/// Long division, 32 bits at a time: the compiler's own 128-bit division is a kilobyte of code.
fn divide_by_billion(number: u128) -> (u128, u32) {
    let mut quotient = 0;
    let mut remainder = 0;
    for shift in [96, 64, 32, 0] {
        let part = remainder << 32 | u64::from((number >> shift) as u32);
        quotient = quotient << 32 | u128::from(part / u64::from(BILLION));
        remainder = part % u64::from(BILLION);
    }
    (quotient, remainder as u32)
}

/// The digits of a number, for texts that are no JSON.
pub(crate) fn decimal(number: usize) -> String<20> {
    let mut digits = String::new();
    // There is room for any number.
    let _ = output::append(&mut digits, 0, |out| {
        match u32::try_from(number) {
            Ok(number) => u32(out, number),
            Err(_) => u64(out, number as u64),
        }
        Ok(())
    });
    digits
}
