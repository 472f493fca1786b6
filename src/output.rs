//! [`Output`], which stands between an encoder and the bytes.

mod buffer;
mod digits;
mod escape;
mod sink;
mod string;

use core::fmt;
use core::mem::MaybeUninit;

use crate::EncodeError;
use buffer::init;
pub(crate) use buffer::{append, truncate};
pub(crate) use digits::divide_by_ten;
pub(crate) use escape::hex;
pub(crate) use sink::{Escaped, Sink};
use string::SHORT;

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
// Unsafe code relies on this: without a sink, between two calls, `at` is not beyond the room, and as
// long as nothing was lost the bytes before it are the whole text, written and UTF-8. Only the modules below can see the fields. And
// nobody can put another `Output` in the place of one: there is no constructor to make it with, and
// an encoder cannot keep one until it gets the next, because it takes them with any lifetime.
pub struct Output<'a> {
    /// Bytes to write to; none if there is a sink.
    room: &'a mut [MaybeUninit<u8>],
    /// Where in the room the next byte goes.
    at: usize,
    /// Bytes that were pushed and are not in the room. If there are any, the text is too long, and
    /// what follows is written to the room's beginning again, only to be counted.
    lost: usize,
    /// Takes all text if there is one.
    sink: Option<&'a mut dyn Sink>,
}

/// What an encoder pushes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    /// JSON, but no object.
    Json,
    Object,
}

/// Up to eight ASCII characters that are known while compiling.
pub(crate) struct Word {
    bytes: [u8; 8],
    len: u8,
}

impl Word {
    pub(crate) const fn new(text: &str) -> Self {
        assert!(text.is_ascii() && text.len() <= 8);
        let mut bytes = [0; 8];
        let (used, _) = bytes.split_at_mut(text.len());
        used.copy_from_slice(text.as_bytes());
        let len = text.len() as u8;
        Self { bytes, len }
    }
}

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
    pub(crate) fn count(
        encode: impl FnOnce(&mut Output<'_>) -> Result<(), EncodeError>,
    ) -> Result<usize, EncodeError> {
        // There is no code that only counts. What finds no room at all is counted character by
        // character; this is enough for a short string, its quotes and a colon.
        let mut scratch = [MaybeUninit::uninit(); SHORT + 3];
        let mut out = Output::new(&mut scratch);
        encode(&mut out)?;
        Ok(out.len())
    }

    /// Bytes pushed so far, if there is no sink.
    fn len(&self) -> usize {
        self.lost.saturating_add(self.at)
    }

    /// Pushes what `write` pushes if that returns true; else nothing. There must be no sink: from
    /// there nothing can be taken back.
    pub(crate) fn push_if(
        &mut self,
        write: impl FnOnce(&mut Output<'_>) -> Result<bool, EncodeError>,
    ) -> Result<bool, EncodeError> {
        debug_assert!(self.sink.is_none());
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

    /// Tells what is pushed from now on.
    // Every type that is encoded calls it.
    #[inline(never)]
    pub(crate) fn begin(&mut self, kind: Kind) {
        if let Some(sink) = &mut self.sink {
            sink.begin(kind);
        }
    }

    /// Tells that it is complete, if it was JSON.
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
            Some(room) => copy(room, text.as_bytes()),
            None => self.spill(text),
        }
    }

    /// Appends a word, in one go.
    #[cfg_attr(target_pointer_width = "64", inline)]
    pub(crate) fn push_word(&mut self, word: &Word) {
        let len = usize::from(word.len);
        let room = self.room.get_mut(self.at..);
        match room.and_then(|room| room.first_chunk_mut()) {
            Some(room) => {
                *room = init(word.bytes);
                self.at += len;
            }
            None => self.push_each(word.bytes.get(..len).unwrap_or_default()),
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

    /// Appends ASCII characters one by one. What fits is written.
    #[cold]
    #[inline(never)]
    fn push_each(&mut self, text: &[u8]) {
        for ascii in text {
            self.push_ascii(*ascii);
        }
    }

    /// The next `len` bytes of the room, counted as pushed, if there are so many. Whoever claims
    /// them writes all of them.
    // Inlined, so that the compiler sees how many they are.
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

    /// Counts text that does not fit, and begins anew in the room.
    fn lose(&mut self, len: usize) {
        self.lost = self.lost.saturating_add(self.at).saturating_add(len);
        self.at = 0;
    }
}

/// Writes `text`, which is as long as the room.
// On its own, the compiler sees in it a `memcpy`.
#[inline(never)]
fn copy(room: &mut [MaybeUninit<u8>], text: &[u8]) {
    for (to, from) in room.iter_mut().zip(text) {
        to.write(*from);
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
        let mut output = f.debug_struct("Output");
        if self.sink.is_none() {
            output.field("len", &self.len());
        }
        output.finish_non_exhaustive()
    }
}
