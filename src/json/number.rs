//! The digits of integers.

use crate::Output;

/// An integer of 32 bits or fewer.
pub(super) fn small(out: &mut Output<'_>, negative: bool, magnitude: u32) {
    let mut buffer = [0; 11];
    let mut rest = magnitude;
    let mut start = buffer.len();
    for (index, digit) in buffer.iter_mut().enumerate().rev() {
        start = index;
        if rest == 0 && index < 10 {
            if negative {
                *digit = b'-';
            } else {
                start = index + 1;
            }
            break;
        }
        *digit = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    out.push_ascii(buffer.get(start..).unwrap_or_default());
}

/// An integer of up to 128 bits.
pub(super) fn wide(out: &mut Output<'_>, negative: bool, magnitude: u128) {
    let mut buffer = [0; 40];
    let mut rest = magnitude;
    let mut start = buffer.len();
    for (index, digit) in buffer.iter_mut().enumerate().rev() {
        start = index;
        *digit = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if negative {
        out.push_str("-");
    }
    out.push_ascii(buffer.get(start..).unwrap_or_default());
}
