//! Decimal digits, pushed into an [`Output`].

use core::mem::MaybeUninit;

use super::Output;
#[cfg(target_pointer_width = "64")]
use super::buffer::init;

impl Output<'_> {
    /// Appends the last eight decimal digits of a number below 10^8, or without its leading zeros;
    /// false if there is no room for eight. All at once and without a branch: how long a number is
    /// cannot be foreseen.
    #[cfg(target_pointer_width = "64")]
    #[inline]
    pub(crate) fn push_eight_digits(&mut self, number: u32, leading_zeros: bool) -> bool {
        let room = self.room.get_mut(self.at..);
        let Some(room) = room.and_then(|room| room.first_chunk_mut::<8>()) else {
            return false;
        };
        debug_assert!(number < 100_000_000);
        let digits = eight_digits(number);
        let zeros = if leading_zeros {
            0
        } else {
            (digits | (1 << 56)).trailing_zeros() / 8
        };
        let text = to_ascii(digits) >> (8 * zeros);
        *room = init(text.to_le_bytes());
        self.at += 8 - zeros as usize;
        true
    }

    /// Appends the last `count` decimal digits of `number`.
    pub(crate) fn push_digits(&mut self, mut number: u32, count: usize) {
        let Some(room) = self.claim(count) else {
            return self.spill_digits(number, count);
        };
        let mut digits = room.iter_mut().rev();
        while number >= 1 << 16
            && let Some(digit) = digits.next()
        {
            digit.write(b'0' + (number % 10) as u8);
            number /= 10;
        }
        // Below 2^16 a tenth is one multiplication on the smallest chips, too; above they have a
        // loop for it.
        for digit in digits {
            let tenth = (number * 52_429) >> 19;
            digit.write(b'0' + (number - tenth * 10) as u8);
            number = tenth;
        }
    }

    /// Appends `number`, which is below 2^30, with a point before the last `fraction` of its decimal
    /// digits. There are `whole` digits before the point, and no more in the number.
    // Inlined: what it is called from needs all registers, and a call would save and restore them.
    #[inline(always)]
    pub(crate) fn push_decimal(&mut self, mut number: u32, whole: usize, fraction: usize) {
        #[cfg(target_pointer_width = "64")]
        if whole + fraction <= 8
            && let Some(room) = self.room.get_mut(self.at..)
            && let Some(room) = room.first_chunk_mut::<17>()
        {
            debug_assert!(number < 100_000_000);
            // All at once: the digits, and behind the point those of the fraction again.
            let unused = 8 * (8 - whole - fraction) as u32;
            let digits = to_ascii(eight_digits(number)) >> (unused & 63);
            if let Some(room) = room.first_chunk_mut::<8>() {
                *room = init(digits.to_le_bytes());
            }
            if let Some([point, room @ ..]) = room.get_mut(whole..)
                && let Some(room) = room.first_chunk_mut::<8>()
            {
                point.write(b'.');
                *room = init((digits >> ((8 * whole) & 63)).to_le_bytes());
            }
            self.at += whole + 1 + fraction;
            return;
        }
        let end = self.at.wrapping_add(whole + 1 + fraction);
        if let Some(room) = self.room.get_mut(self.at..end)
            && let Some((whole, room)) = room.split_at_mut_checked(whole)
            && let Some((point, fraction)) = room.split_first_mut()
        {
            write_digits(fraction, &mut number);
            point.write(b'.');
            write_digits(whole, &mut number);
            self.at = end;
        } else {
            self.spill_decimal(number, whole, fraction);
        }
    }

    #[cold]
    #[inline(never)]
    fn spill_digits(&mut self, number: u32, count: usize) {
        match &mut self.sink {
            Some(sink) => sink.push_digits(number, count),
            None => self.lose(count),
        }
    }

    /// In parts. What fits is written.
    #[cold]
    #[inline(never)]
    fn spill_decimal(&mut self, number: u32, whole: usize, fraction: usize) {
        let mut higher = number;
        for _ in 0..fraction {
            higher /= 10;
        }
        self.push_digits(higher, whole);
        self.push_str(".");
        self.push_digits(number, fraction);
    }
}

/// ASCII, whatever the bytes are: what is written must be UTF-8.
#[cfg(target_pointer_width = "64")]
#[inline]
fn to_ascii(digits: u64) -> u64 {
    (digits & 0x0F0F_0F0F_0F0F_0F0F) | 0x3030_3030_3030_3030
}

/// The digits of a number below 10^8, each a byte, the first of them the lowest.
#[cfg(target_pointer_width = "64")]
#[inline]
fn eight_digits(number: u32) -> u64 {
    // Two numbers of four digits, then four of two, then eight of one, each in its part of a word.
    // 10486 / 2^20 is 1/100, 103 / 2^10 is 1/10.
    let number = u64::from(number);
    let fours = (number / 10_000) | ((number % 10_000) << 32);
    let hundreds = ((fours * 10_486) >> 20) & 0x0000_007F_0000_007F;
    let twos = hundreds | ((fours - hundreds * 100) << 16);
    let tens = ((twos * 103) >> 10) & 0x000F_000F_000F_000F;
    tens | ((twos - tens * 10) << 8)
}

/// Writes the last digits of a number below 2^30, and takes them off it.
// Inlined as what it is called from, for the same reason.
#[inline(always)]
fn write_digits(room: &mut [MaybeUninit<u8>], number: &mut u32) {
    for digit in room.iter_mut().rev() {
        let (tenth, _) = divide_by_ten(*number);
        digit.write(b'0' + (*number - tenth * 10) as u8);
        *number = tenth;
    }
}

/// A tenth of a number below 2^30, and whether that is all: one multiplication tells both.
#[inline(always)]
pub(crate) fn divide_by_ten(number: u32) -> (u32, bool) {
    // Division by `/` takes two instructions more, to be right for all 32 bits.
    // For `10 · tenth + rest` the product is `tenth · 2^32 + rest · 2^32 / 10 + number · 4 / 10`,
    // and the last term is less than a tenth of 2^32.
    const TENTH: u32 = (1 << 31) / 5 + 1;
    let product = u64::from(number) * u64::from(TENTH);
    ((product >> 32) as u32, (product as u32) < TENTH)
}
