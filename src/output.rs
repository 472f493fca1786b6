//! [`Output`], which stands between an encoder and the bytes.
//!
//! The only module with `unsafe`: heapless has no safe way to write into a string's spare room
//! other than one `str` at a time. All writes go through safe slices of [`MaybeUninit`]; what is
//! unsafe is taking that slice and, after the fact, setting the string's length.

#![allow(unsafe_code)]

use core::fmt;
use core::hint::assert_unchecked;
use core::mem::MaybeUninit;

use heapless::VecView;
use heapless::string::StringView;

use crate::EncodeError;

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

/// Another place for text, behind an [`Output`] without room of its own.
pub(crate) trait Sink {
    fn push_str(&mut self, text: &str);
}

#[cfg(feature = "alloc")]
impl Sink for alloc::string::String {
    fn push_str(&mut self, text: &str) {
        self.push_str(text);
    }
}

/// Text on its way into a JSON string: escaped, then pushed.
pub(crate) struct Escaped<'o, 'a>(pub &'o mut Output<'a>);

impl Sink for Escaped<'_, '_> {
    fn push_str(&mut self, text: &str) {
        self.0.push_escaped(text);
    }
}

impl<'a> Output<'a> {
    /// Runs `encode` on the spare room of `buffer`, and keeps what it wrote if all of it fits.
    pub(crate) fn append(
        buffer: &mut StringView,
        encode: impl FnOnce(&mut Output<'_>) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        // SAFETY: the bytes below the length are not touched, so the string stays UTF-8.
        let vec = unsafe { buffer.as_mut_vec() };
        // SAFETY: a vector is never longer than its capacity. Said here because the slicing in
        // `spare_capacity_mut` would otherwise be a reachable panic.
        unsafe { assert_unchecked(vec.len() <= vec.capacity()) };
        let mut out = Output {
            room: vec.spare_capacity_mut(),
            len: 0,
            sink: None,
        };
        encode(&mut out)?;
        let pushed = out.len;
        // SAFETY: `pushed` is the length of the text that went into this vector's spare room.
        unsafe { commit(vec, pushed) }
    }

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
        match self.claim(text.len()) {
            Some(room) => write(room, text.as_bytes()),
            None => self.spill(text),
        }
    }

    /// Appends text that is known to be ASCII. Other bytes lose their high bit, so that what is
    /// written is always UTF-8.
    pub(crate) fn push_ascii(&mut self, ascii: &[u8]) {
        match self.claim(ascii.len()) {
            Some(room) => {
                for (to, from) in room.iter_mut().zip(ascii) {
                    to.write(from & 0x7F);
                }
            }
            None => self.spill(str::from_utf8(ascii).unwrap_or_default()),
        }
    }

    /// Appends `text` as it stands inside a JSON string (RFC 8259, section 7): `"`, `\` and
    /// everything below 0x20 escaped, with upper-case hex.
    pub(crate) fn push_escaped(&mut self, mut text: &str) {
        loop {
            let clean = match self.room.get_mut(self.len..) {
                Some(room) if room.len() >= text.len() => {
                    let clean = write_clean(room, text.as_bytes());
                    self.len += clean;
                    clean
                }
                _ => {
                    let clean = clean_len(text.as_bytes());
                    self.spill(text.get(..clean).unwrap_or_default());
                    clean
                }
            };
            let mut rest = text.get(clean..).unwrap_or_default().chars();
            let Some(special) = rest.next() else { return };
            self.push_escape(special as u8);
            text = rest.as_str();
        }
    }

    fn push_escape(&mut self, byte: u8) {
        let short = match byte {
            b'"' | b'\\' => byte,
            0x08 => b'b',
            b'\t' => b't',
            b'\n' => b'n',
            0x0C => b'f',
            b'\r' => b'r',
            _ => {
                let hex = |digit| digit + if digit < 10 { b'0' } else { b'A' - 10 };
                return self.push_ascii(&[b'\\', b'u', b'0', b'0', hex(byte >> 4), hex(byte & 15)]);
            }
        };
        self.push_ascii(&[b'\\', short]);
    }

    /// The next `len` bytes of the room, counted as pushed, if there are so many.
    #[inline]
    fn claim(&mut self, len: usize) -> Option<&mut [MaybeUninit<u8>]> {
        let room = self.room.get_mut(self.len..)?.get_mut(..len)?;
        self.len += len;
        Some(room)
    }

    /// Text for which there is no room: it goes to the sink if there is one, and counts.
    #[cold]
    fn spill(&mut self, text: &str) {
        if let Some(sink) = &mut self.sink {
            sink.push_str(text);
        }
        self.len = self.len.saturating_add(text.len());
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

/// Lengthens the vector by `pushed` bytes if it can hold them.
///
/// # Safety
/// If so many bytes fit, they must have been written behind the vector's end, as UTF-8.
unsafe fn commit(vec: &mut VecView<u8>, pushed: usize) -> Result<(), EncodeError> {
    let needed = vec.len().saturating_add(pushed);
    let capacity = vec.capacity();
    if needed > capacity {
        return Err(EncodeError::CapacityExceeded { needed, capacity });
    }
    // SAFETY: within the capacity, and written, by this function's contract.
    unsafe { vec.set_len(needed) };
    Ok(())
}

fn write(room: &mut [MaybeUninit<u8>], text: &[u8]) {
    for (to, from) in room.iter_mut().zip(text) {
        to.write(*from);
    }
}

/// The machine word, in bytes.
const WORD: usize = size_of::<usize>();

/// Copies `text` up to the first byte that needs an escape, and returns how many bytes that were.
fn write_clean(room: &mut [MaybeUninit<u8>], text: &[u8]) -> usize {
    let mut len = 0;
    let words = text.as_chunks::<WORD>().0;
    let room_words = room.as_chunks_mut::<WORD>().0;
    for (to, from) in room_words.iter_mut().zip(words) {
        if word_needs_escape(usize::from_ne_bytes(*from)) {
            break;
        }
        *to = from.map(MaybeUninit::new);
        len += WORD;
    }
    for (to, from) in room.iter_mut().zip(text).skip(len) {
        if needs_escape(*from) {
            break;
        }
        to.write(*from);
        len += 1;
    }
    len
}

/// How many bytes stand before the first that needs an escape.
fn clean_len(text: &[u8]) -> usize {
    let words = text.as_chunks::<WORD>().0;
    let clean_words = words
        .iter()
        .take_while(|word| !word_needs_escape(usize::from_ne_bytes(**word)));
    let len = clean_words.count() * WORD;
    len + text
        .iter()
        .skip(len)
        .take_while(|byte| !needs_escape(**byte))
        .count()
}

fn needs_escape(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// Whether any byte of the word needs an escape. The word's byte order does not matter.
fn word_needs_escape(word: usize) -> bool {
    const fn each(byte: u8) -> usize {
        usize::from_ne_bytes([byte; WORD])
    }
    // Subtracting n from each byte borrows into its high bit when the byte is below n; a borrow
    // from the byte beneath can only add a false alarm next to a true one. Flipping 0x02 brings
    // `"` (0x22) next to the control bytes and keeps them below 0x20. Bytes above 0x7F are text.
    let quote_or_control = (word ^ each(0x02)).wrapping_sub(each(0x21));
    let backslash = (word ^ each(b'\\')).wrapping_sub(each(0x01));
    (quote_or_control | backslash) & !word & each(0x80) != 0
}
