//! [`Output`], which stands between an encoder and the bytes.
//!
//! The only module with `unsafe`: heapless has no safe way to write into a string's spare room
//! other than one `str` at a time, which takes 1.9 to 2.6 times the instructions on a Cortex-M3 (the
//! five workloads of `cargo firmware bench`, `opt-level = "s"`). All writes go through safe slices
//! of [`MaybeUninit`]; what is unsafe is taking that slice and, after the fact, setting the string's
//! length.

#![allow(unsafe_code)]

mod escape;

use core::fmt;
use core::mem::MaybeUninit;
use core::slice::from_raw_parts_mut;

use heapless::VecView;
use heapless::string::StringView;

use crate::EncodeError;
pub(crate) use escape::hex;

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
// There is no public constructor, and there must be none: `append` trusts `len` to count bytes of
// its own buffer, which an encoder could swap for another `Output` if it could make one.
pub struct Output<'a> {
    /// Bytes to write to; none when the text is only counted or goes to the sink.
    room: &'a mut [MaybeUninit<u8>],
    /// Bytes pushed so far. The first `room.len()` of them are written.
    len: usize,
    /// Takes what does not go into `room`.
    sink: Option<&'a mut dyn Sink>,
}

/// Bytes of a string that is written in one go. Names of members are hardly ever longer.
const SHORT: usize = 24;

/// Another place for text, behind an [`Output`] without room of its own. It has the pushes of an
/// `Output`, so that what one mode needs is linked only where that mode is used.
pub(crate) trait Sink {
    fn push_str(&mut self, text: &str);

    fn push_ascii(&mut self, ascii: u8);

    fn push_escape(&mut self, special: u8) {
        match escape::short(special) {
            Some(letter) => [b'\\', letter]
                .into_iter()
                .for_each(|ascii| self.push_ascii(ascii)),
            None => escape::long(special)
                .into_iter()
                .for_each(|ascii| self.push_ascii(ascii)),
        }
    }

    /// What follows is JSON, an object or not.
    fn begin_json(&mut self, _object: bool) {}

    /// The JSON is complete.
    fn end_json(&mut self) {}

    fn push_digits(&mut self, number: u32, count: usize) {
        for place in (0..count as u32).rev() {
            let higher = number.checked_div(10_u32.saturating_pow(place));
            self.push_ascii(b'0' + (higher.unwrap_or(0) % 10) as u8);
        }
    }

    fn push_escaped(&mut self, mut text: &str) {
        loop {
            let clean = escape::clean_len(text.as_bytes());
            self.push_str(text.get(..clean).unwrap_or_default());
            let Some(special) = text.as_bytes().get(clean) else {
                return;
            };
            self.push_escape(*special);
            text = text.get(clean + 1..).unwrap_or_default();
        }
    }
}

#[cfg(feature = "alloc")]
impl Sink for alloc::string::String {
    fn push_str(&mut self, text: &str) {
        self.push_str(text);
    }

    fn push_ascii(&mut self, ascii: u8) {
        self.push(char::from(ascii));
    }
}

/// Text on its way into a JSON string: escaped, then pushed.
pub(crate) struct Escaped<'o, 'a>(pub &'o mut Output<'a>);

impl Sink for Escaped<'_, '_> {
    fn push_str(&mut self, text: &str) {
        self.0.push_escaped(text);
    }

    fn push_ascii(&mut self, ascii: u8) {
        self.0.push_ascii_escaped(ascii);
    }

    fn push_digits(&mut self, number: u32, count: usize) {
        self.0.push_digits(number, count);
    }
}

impl<'a> Output<'a> {
    /// The length of what `encode` pushes.
    pub(crate) fn count(
        encode: impl FnOnce(&mut Output<'_>) -> Result<(), EncodeError>,
    ) -> Result<usize, EncodeError> {
        let mut out = Output {
            room: &mut [],
            len: 0,
            sink: None,
        };
        encode(&mut out)?;
        Ok(out.len)
    }

    /// Bytes pushed so far.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Takes back what was pushed since `len` bytes were.
    pub(crate) fn rewind(&mut self, len: usize) {
        self.len = self.len.min(len);
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
            len: 0,
            sink: Some(sink),
        }
    }

    /// Appends `text`.
    pub fn push_str(&mut self, text: &str) {
        self.push_literal(text);
    }

    /// [`push_str`](Self::push_str) in the place of the call, for a text that is known there.
    #[inline(always)]
    pub(crate) fn push_literal(&mut self, text: &str) {
        match self.claim(text.len()) {
            Some(room) => {
                for (to, from) in room.iter_mut().zip(text.as_bytes()) {
                    to.write(*from);
                }
            }
            None => self.spill(text),
        }
    }

    /// Appends an ASCII character. Another would lose its high bit: what is written is UTF-8.
    #[inline]
    pub(crate) fn push_ascii(&mut self, ascii: u8) {
        let ascii = ascii & 0x7F;
        match self.room.get_mut(self.len) {
            Some(room) => {
                room.write(ascii);
                self.len += 1;
            }
            None => self.spill_ascii(ascii),
        }
    }

    /// Appends the last eight decimal digits of a number below 10^8, or without its leading zeros;
    /// false if there is no room for eight. All at once and without a branch: how long a number is
    /// cannot be foreseen.
    #[cfg(target_pointer_width = "64")]
    #[inline]
    pub(crate) fn push_eight_digits(&mut self, number: u32, leading_zeros: bool) -> bool {
        let room = self.room.get_mut(self.len..);
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
        *room = text.to_le_bytes().map(MaybeUninit::new);
        self.len += 8 - zeros as usize;
        true
    }

    /// Appends the last `count` decimal digits of `number`.
    pub(crate) fn push_digits(&mut self, mut number: u32, count: usize) {
        let Some(room) = self.claim(count) else {
            return self.spill_digits(number, count);
        };
        for digit in room.iter_mut().rev() {
            digit.write(b'0' + (number % 10) as u8);
            number /= 10;
        }
    }

    /// Appends the last `whole` and `fraction` decimal digits of `number`, which is below 2^30, with
    /// a point between them.
    // Inlined: what it is called from needs all registers, and a call would save and restore them.
    #[inline(always)]
    pub(crate) fn push_decimal(&mut self, mut number: u32, whole: usize, fraction: usize) {
        #[cfg(target_pointer_width = "64")]
        if whole + fraction <= 8
            && let Some(room) = self.room.get_mut(self.len..)
            && let Some(room) = room.first_chunk_mut::<17>()
        {
            // All at once: the digits, and behind the point those of the fraction again.
            let unused = 8 * (8 - whole - fraction) as u32;
            let digits = (eight_digits(number) | 0x3030_3030_3030_3030) >> (unused & 63);
            if let Some(room) = room.first_chunk_mut::<8>() {
                *room = digits.to_le_bytes().map(MaybeUninit::new);
            }
            if let Some([point, room @ ..]) = room.get_mut(whole..)
                && let Some(room) = room.first_chunk_mut::<8>()
            {
                point.write(b'.');
                *room = (digits >> ((8 * whole) & 63))
                    .to_le_bytes()
                    .map(MaybeUninit::new);
            }
            self.len += whole + 1 + fraction;
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
        self.push_quoted(text, false);
    }

    /// Appends the name of an object's member and its colon, behind a comma if one is due.
    // Inlined where code may be large: of a name that is known there, only a few stores remain.
    #[cfg_attr(target_pointer_width = "64", inline)]
    pub(crate) fn push_name(&mut self, comma: bool, name: &str) {
        if comma {
            self.push_ascii(b',');
        }
        #[cfg(target_pointer_width = "64")]
        if let Some(room) = self.room.get_mut(self.len..)
            && let Some([opening, room @ .., closing, colon]) = room.get_mut(..name.len() + 3)
            && escape::copy_if_clean(room, name.as_bytes())
        {
            opening.write(b'"');
            closing.write(b'"');
            colon.write(b':');
            self.len += name.len() + 3;
            return;
        }
        self.push_quoted(name, true);
    }

    /// Appends `text` as a JSON string, and a colon if it is a name.
    fn push_quoted(&mut self, text: &str, is_name: bool) {
        // In one go where it is short, fits with a colon, and needs no escape: nearly always.
        if text.len() <= SHORT
            && let Some(room) = self.room.get_mut(self.len..)
            && let Some([opening, room @ .., closing, colon]) = room.get_mut(..text.len() + 3)
            && escape::copy_clean(room, text.as_bytes()) == text.len()
        {
            opening.write(b'"');
            closing.write(b'"');
            colon.write(b':');
            self.len += text.len() + 2 + usize::from(is_name);
        } else {
            self.push_quoted_in_parts(text, is_name);
        }
    }

    #[cold]
    #[inline(never)]
    fn push_quoted_in_parts(&mut self, text: &str, is_name: bool) {
        if self.len >= self.room.len() && self.sink.is_none() {
            let escaped = escape::escaped_len(text.as_bytes());
            return self.count_only(escaped.saturating_add(2 + usize::from(is_name)));
        }
        self.push_ascii(b'"');
        self.push_escaped(text);
        self.push_str(if is_name { "\":" } else { "\"" });
    }

    /// Appends `text` as it stands inside a JSON string: with escapes, without the quotes.
    pub(crate) fn push_escaped(&mut self, text: &str) {
        let room = self.room.get_mut(self.len..).unwrap_or_default();
        let copied = escape::copy_escaped(room, text.as_bytes());
        self.len += copied.written;
        if copied.read < text.len() {
            self.spill_escaped(text, copied.read);
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

    #[inline]
    fn push_escape(&mut self, special: u8) {
        match escape::short(special) {
            Some(letter) => {
                self.push_ascii(b'\\');
                self.push_ascii(letter);
            }
            None => self.push_long_escape(special),
        }
    }

    #[cold]
    #[inline(never)]
    fn push_long_escape(&mut self, special: u8) {
        for ascii in escape::long(special) {
            self.push_ascii(ascii);
        }
    }

    /// The next `len` bytes of the room, counted as pushed, if there are so many. Whoever claims
    /// them writes all of them.
    #[inline(always)]
    fn claim(&mut self, len: usize) -> Option<&mut [MaybeUninit<u8>]> {
        let end = self.len.wrapping_add(len);
        let room = self.room.get_mut(self.len..end)?;
        self.len = end;
        Some(room)
    }

    // What there is no room for goes to the sink if there is one, and counts. `len` is then
    // beyond the room, so nothing is written behind a gap.

    #[cold]
    #[inline(never)]
    fn spill(&mut self, text: &str) {
        if let Some(sink) = &mut self.sink {
            sink.push_str(text);
        }
        self.count_only(text.len());
    }

    #[cold]
    #[inline(never)]
    fn spill_ascii(&mut self, ascii: u8) {
        if let Some(sink) = &mut self.sink {
            sink.push_ascii(ascii);
        }
        self.count_only(1);
    }

    #[cold]
    #[inline(never)]
    fn spill_digits(&mut self, number: u32, count: usize) {
        if let Some(sink) = &mut self.sink {
            sink.push_digits(number, count);
        }
        self.count_only(count);
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

    #[cold]
    #[inline(never)]
    fn spill_escaped(&mut self, text: &str, from: usize) {
        match &mut self.sink {
            // There is no room beside a sink, so all of the text is left.
            Some(sink) => {
                sink.push_escaped(text);
                self.count_only(escape::escaped_len(text.as_bytes()));
            }
            None => {
                let rest = text.as_bytes().get(from..).unwrap_or_default();
                self.count_only(escape::escaped_len(rest));
            }
        }
    }

    fn count_only(&mut self, len: usize) {
        self.len = self.len.saturating_add(len);
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
            .field("len", &self.len)
            .finish_non_exhaustive()
    }
}

/// Runs `encode` on the spare room of `buffer` less `reserve` bytes, and keeps what it wrote if all
/// of it fits.
pub(crate) fn append(
    buffer: &mut StringView,
    reserve: usize,
    encode: impl FnOnce(&mut Output<'_>) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    // SAFETY: the bytes below the length are not touched, so the string stays UTF-8.
    let vec = unsafe { buffer.as_mut_vec() };
    let mut out = Output {
        room: spare_room(vec, reserve),
        len: 0,
        sink: None,
    };
    let result = encode(&mut out);
    let pushed = out.len;
    // SAFETY: `pushed` is the length of the text that went into this vector's spare room.
    unsafe { commit(vec, pushed, reserve, result) }
}

/// Shortens the buffer to a length that it had before.
pub(crate) fn truncate(buffer: &mut StringView, len: usize) {
    if buffer.is_char_boundary(len) {
        // SAFETY: what is left ends with a whole character.
        unsafe { buffer.as_mut_vec() }.truncate(len);
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

/// What `spare_capacity_mut` returns, whose slicing is a reachable panic where it is not inlined,
/// less `reserve` bytes.
fn spare_room(vec: &mut VecView<u8>, reserve: usize) -> &mut [MaybeUninit<u8>] {
    let len = vec.len();
    let spare = vec.capacity().saturating_sub(len).saturating_sub(reserve);
    // SAFETY: these bytes belong to the vector, lie behind those in use, and may be uninitialized.
    unsafe { from_raw_parts_mut(vec.as_mut_ptr().add(len).cast(), spare) }
}

/// Lengthens the vector by `pushed` bytes, if there was no error and it can hold them and `reserve`
/// more.
///
/// # Safety
/// If so many bytes fit, they must have been written behind the vector's end, as UTF-8.
#[inline(never)]
unsafe fn commit(
    vec: &mut VecView<u8>,
    pushed: usize,
    reserve: usize,
    result: Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    result?;
    let len = vec.len().saturating_add(pushed);
    let needed = len.saturating_add(reserve);
    let capacity = vec.capacity();
    if needed > capacity {
        return Err(EncodeError::CapacityExceeded { needed, capacity });
    }
    // SAFETY: within the capacity, and written, by this function's contract.
    unsafe { vec.set_len(len) };
    Ok(())
}
