//! [`Output`], which stands between an encoder and the bytes.

mod buffer;
mod escape;
mod sink;

use core::fmt;
use core::mem::MaybeUninit;

use crate::EncodeError;
use buffer::init;
pub(crate) use buffer::{append, truncate};
pub(crate) use escape::hex;
pub(crate) use sink::{Escaped, Sink};

/// Where an encoder puts its text.
///
/// Pushing never fails. Text that does not fit is counted instead of written, so at the end the
/// exact length is known; whoever made the `Output` looks at it then, and an overflow cannot be
/// lost on the way:
///
/// ```
/// use core::fmt::Write;
/// use serde::Serialize;
/// use tool_result_encoder::{EncodeError, Output, ToolResultEncoder};
///
/// struct Careless;
///
/// impl ToolResultEncoder for Careless {
///     fn encode_into<T: Serialize + ?Sized>(
///         &self,
///         _: &T,
///         out: &mut Output<'_>,
///     ) -> Result<(), EncodeError> {
///         let _ = write!(out, "{}{}{}", 1, "23456789", 0);
///         Ok(())
///     }
/// }
///
/// let overflow = Careless.encode::<_, 8>(&()).unwrap_err();
/// assert_eq!(overflow, EncodeError::CapacityExceeded { needed: 10, capacity: 8 });
/// ```
// There is no public constructor, and there must be none: `append` trusts `at` to count bytes of its
// own buffer, and an encoder that could make an `Output` could put that in its place.
pub struct Output<'a> {
    /// Bytes to write to; none if there is a sink.
    room: &'a mut [MaybeUninit<u8>],
    /// Where in the room the next byte goes. All before it are written.
    at: usize,
    /// Bytes that were pushed and are not in the room. If there are any, the text is too long, and
    /// the rest of it is written to the room only to be counted.
    lost: usize,
    /// Takes all text if there is one.
    sink: Option<&'a mut dyn Sink>,
}

/// Bytes of a string that is written in one go. Names of members are hardly ever longer.
const SHORT: usize = 24;

impl<'a> Output<'a> {
    fn new(room: &'a mut [MaybeUninit<u8>]) -> Self {
        Self {
            room,
            at: 0,
            lost: 0,
            sink: None,
        }
    }

    /// The length of what `encode` pushes.
    // Into a little room, over and over: a text that finds room is counted quickest.
    pub(crate) fn count(
        encode: impl FnOnce(&mut Output<'_>) -> Result<(), EncodeError>,
    ) -> Result<usize, EncodeError> {
        let mut scratch = [MaybeUninit::uninit(); SHORT + 3];
        let mut out = Output::new(&mut scratch);
        encode(&mut out)?;
        Ok(out.len())
    }

    /// Bytes pushed so far.
    fn len(&self) -> usize {
        self.lost.saturating_add(self.at)
    }

    /// Pushes what `write` pushes if that returns true; else nothing. Not for a sink, from which
    /// nothing can be taken back.
    pub(crate) fn try_push(
        &mut self,
        write: impl FnOnce(&mut Output<'_>) -> Result<bool, EncodeError>,
    ) -> Result<bool, EncodeError> {
        let mut out = Output::new(self.room.get_mut(self.at..).unwrap_or_default());
        let keep = write(&mut out)?;
        if keep {
            let Output { at, lost, .. } = out;
            if lost == 0 {
                self.at += at;
            } else {
                self.lose(lost.saturating_add(at));
            }
        }
        Ok(keep)
    }

    /// Tells that what is pushed from now on is JSON, an object or not.
    #[inline(never)]
    pub(crate) fn begin_json(&mut self, object: bool) {
        if let Some(sink) = &mut self.sink {
            sink.begin_json(object);
        }
    }

    /// Tells that the JSON is complete.
    #[inline]
    pub(crate) fn end_json(&mut self) {
        if let Some(sink) = &mut self.sink {
            sink.end_json();
        }
    }

    /// All text goes to `sink`.
    pub(crate) fn to_sink(sink: &'a mut dyn Sink) -> Self {
        Self {
            room: &mut [],
            at: 0,
            lost: 0,
            sink: Some(sink),
        }
    }

    /// Appends `text`.
    pub fn push_str(&mut self, text: &str) {
        match self.claim(text.len()) {
            Some(room) => {
                for (to, from) in room.iter_mut().zip(text.as_bytes()) {
                    to.write(*from);
                }
            }
            None => self.spill(text),
        }
    }

    /// Appends the first `len` of these ASCII characters.
    #[cfg_attr(target_pointer_width = "64", inline)]
    pub(crate) fn push_word(&mut self, word: &[u8; 8], len: usize) {
        let room = self.room.get_mut(self.at..);
        match room.and_then(|room| room.first_chunk_mut()) {
            Some(room) => {
                *room = init(*word);
                self.at += len.min(word.len());
            }
            None => self.push_each(word.get(..len).unwrap_or_default()),
        }
    }

    /// Appends an ASCII character. Another would lose its high bit: what is written is UTF-8.
    #[inline]
    pub(crate) fn push_ascii(&mut self, ascii: u8) {
        let ascii = ascii & 0x7F;
        match self.room.get_mut(self.at) {
            Some(room) => {
                room.write(ascii);
                self.at += 1;
            }
            None => self.spill_ascii(ascii),
        }
    }

    /// Appends ASCII characters one by one, as many of which as fit are written.
    #[cold]
    #[inline(never)]
    fn push_each(&mut self, text: &[u8]) {
        for ascii in text {
            self.push_ascii(*ascii);
        }
    }

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
        let digits = eight_digits(number);
        let zeros = if leading_zeros {
            0
        } else {
            (digits | (1 << 56)).trailing_zeros() / 8
        };
        let text = (digits | 0x3030_3030_3030_3030) >> (8 * zeros);
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

    /// Appends the last `whole` and `fraction` decimal digits of `number`, which is below 2^30, with
    /// a point between them.
    // Inlined: what it is called from needs all registers, and a call would save and restore them.
    #[inline(always)]
    pub(crate) fn push_decimal(&mut self, mut number: u32, whole: usize, fraction: usize) {
        #[cfg(target_pointer_width = "64")]
        if whole + fraction <= 8
            && let Some(room) = self.room.get_mut(self.at..)
            && let Some(room) = room.first_chunk_mut::<17>()
        {
            // All at once: the digits, and behind the point those of the fraction again.
            let unused = 8 * (8 - whole - fraction) as u32;
            let digits = (eight_digits(number) | 0x3030_3030_3030_3030) >> (unused & 63);
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
        if let Some(room) = self.claim(whole + 1 + fraction)
            && let Some((whole, room)) = room.split_at_mut_checked(whole)
            && let Some((point, fraction)) = room.split_first_mut()
        {
            write_digits(fraction, &mut number);
            point.write(b'.');
            write_digits(whole, &mut number);
        } else {
            self.spill_decimal(number, whole, fraction);
        }
    }

    /// Appends `text` as a JSON string.
    pub(crate) fn push_string(&mut self, text: &str) {
        self.push_quoted(text, 0);
    }

    /// Appends the name of an object's member and its colon, behind a comma if one is due.
    // Inlined where code may be large: of a name that is known there, only a few stores remain.
    #[inline(always)]
    pub(crate) fn push_name(&mut self, comma: bool, name: &str) {
        if comma {
            match self.room.get_mut(self.at) {
                Some(room) => {
                    room.write(b',');
                    self.at += 1;
                }
                None => return self.spill_name(name),
            }
        }
        #[cfg(target_pointer_width = "64")]
        if let Some(room) = self.room.get_mut(self.at..)
            && let Some([opening, room @ .., closing, colon]) = room.get_mut(..name.len() + 3)
            && escape::copy_if_clean(room, name.as_bytes())
        {
            opening.write(b'"');
            closing.write(b'"');
            colon.write(b':');
            self.at += name.len() + 3;
            return;
        }
        self.push_quoted(name, 1);
    }

    /// Appends `text` as a JSON string, and a colon if it is a name.
    fn push_quoted(&mut self, text: &str, colon: usize) {
        // In one go where it is short, fits with a colon, and needs no escape: nearly always.
        if text.len() <= SHORT
            && let Some(room) = self.room.get_mut(self.at..)
            && let Some([opening, room @ .., closing, after]) = room.get_mut(..text.len() + 3)
        {
            opening.write(b'"');
            closing.write(b'"');
            after.write(b':');
            if escape::copy_clean(room, text.as_bytes()) == text.len() {
                self.at += text.len() + 2 + colon;
                return;
            }
        }
        self.push_quoted_in_parts(text, colon);
    }

    #[cold]
    #[inline(never)]
    fn push_quoted_in_parts(&mut self, text: &str, colon: usize) {
        if self.lost > 0 && self.at > 0 {
            // Only counted, which is quickest in one go.
            self.lose(0);
            return self.push_quoted(text, colon);
        }
        self.push_ascii(b'"');
        self.push_escaped(text);
        self.push_word(b"\":      ", 1 + colon);
    }

    /// Appends `text` as it stands inside a JSON string: with escapes, without the quotes.
    pub(crate) fn push_escaped(&mut self, text: &str) {
        if let Some(sink) = &mut self.sink {
            return sink.push_escaped(text);
        }
        let room = self.room.get_mut(self.at..).unwrap_or_default();
        let mut clean = escape::copy_plain_blocks(room, text.as_bytes());
        self.at += clean;
        let mut rest = text.as_bytes().get(clean..).unwrap_or_default();
        loop {
            let room = self.room.get_mut(self.at..).unwrap_or_default();
            clean = escape::copy_clean(room, rest);
            self.at += clean;
            let Some((next, behind)) = rest.get(clean..).and_then(<[_]>::split_first) else {
                return;
            };
            rest = behind;
            if escape::is_special(*next) {
                self.push_escape(*next);
            } else {
                // There is no room for it.
                self.lose(1);
            }
        }
    }

    /// Appends what `value` displays as it stands inside a JSON string.
    ///
    /// # Errors
    /// The value's own.
    pub(crate) fn push_displayed<T: fmt::Display + ?Sized>(&mut self, value: &T) -> fmt::Result {
        let mut escaped = Escaped(self);
        fmt::write(&mut Output::to_sink(&mut escaped), format_args!("{value}"))
    }

    /// Appends an ASCII character as it stands inside a JSON string.
    pub(crate) fn push_ascii_escaped(&mut self, ascii: u8) {
        if escape::is_special(ascii) {
            self.push_escape(ascii);
        } else {
            self.push_ascii(ascii);
        }
    }

    #[inline(never)]
    fn push_escape(&mut self, special: u8) {
        let Some(letter) = escape::short(special) else {
            return self.push_each(&escape::long(special));
        };
        let room = self.room.get_mut(self.at..);
        match room.and_then(|room| room.first_chunk_mut()) {
            Some([backslash, room]) => {
                backslash.write(b'\\');
                room.write(letter);
                self.at += 2;
            }
            None => self.push_each(&[b'\\', letter]),
        }
    }

    /// The next `len` bytes of the room, counted as pushed, if there are so many. Whoever claims
    /// them writes all of them.
    #[inline(always)]
    fn claim(&mut self, len: usize) -> Option<&mut [MaybeUninit<u8>]> {
        let end = self.at.wrapping_add(len);
        let room = self.room.get_mut(self.at..end)?;
        self.at = end;
        Some(room)
    }

    // What there is no room for goes to the sink if there is one; otherwise it only counts.

    #[cold]
    #[inline(never)]
    fn spill(&mut self, text: &str) {
        match &mut self.sink {
            Some(sink) => sink.push_str(text),
            None => self.lose(text.len()),
        }
    }

    #[cold]
    #[inline(never)]
    fn spill_ascii(&mut self, ascii: u8) {
        match &mut self.sink {
            Some(sink) => sink.push_ascii(ascii),
            None => self.lose(1),
        }
    }

    /// A name that is not the first.
    #[cold]
    #[inline(never)]
    fn spill_name(&mut self, name: &str) {
        self.spill_ascii(b',');
        self.push_quoted(name, 1);
    }

    #[cold]
    #[inline(never)]
    fn spill_digits(&mut self, number: u32, count: usize) {
        match &mut self.sink {
            Some(sink) => sink.push_digits(number, count),
            None => self.lose(count),
        }
    }

    /// In parts, as much of which as fits is written.
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

    /// Counts text that does not fit, and begins anew in the room.
    fn lose(&mut self, len: usize) {
        self.lost = self.lost.saturating_add(self.at).saturating_add(len);
        self.at = 0;
    }
}

impl fmt::Write for Output<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push_str(text);
        Ok(())
    }
}

impl fmt::Debug for Output<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Output")
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
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
#[inline(always)]
fn write_digits(room: &mut [MaybeUninit<u8>], number: &mut u32) {
    for digit in room.iter_mut().rev() {
        // A tenth: the division takes two instructions more, to be right for all 32 bits.
        let higher = ((u64::from(*number) * ((1 << 31) / 5 + 1)) >> 32) as u32;
        digit.write(b'0' + (*number - higher * 10) as u8);
        *number = higher;
    }
}
