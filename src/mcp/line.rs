//! Lines from bytes, and the id of a line that cannot be decoded.

use crate::message::is_rpc_id;

/// A line of the transport, without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line<'l> {
    /// All of it.
    Whole(&'l [u8]),
    /// Its first bytes: it was longer than the buffer.
    TooLong(&'l [u8]),
}

/// Collects bytes into lines, in a buffer as long as the longest request, and a byte longer if
/// lines end in `\r\n`.
#[derive(Debug)]
pub struct LineBuffer<'b> {
    buffer: &'b mut [u8],
    len: usize,
    too_long: bool,
    /// The line was given out; the next byte begins another.
    complete: bool,
}

impl<'b> LineBuffer<'b> {
    /// An empty line in this buffer.
    #[must_use]
    pub const fn new(buffer: &'b mut [u8]) -> Self {
        Self {
            buffer,
            len: 0,
            too_long: false,
            complete: false,
        }
    }

    /// Takes a byte, and returns the line if it ends with this byte. Empty lines are passed over.
    #[must_use = "a line is given out once"]
    pub fn push(&mut self, byte: u8) -> Option<Line<'_>> {
        if self.complete {
            self.len = 0;
            self.too_long = false;
            self.complete = false;
        }
        if byte != b'\n' {
            match self.buffer.get_mut(self.len) {
                Some(room) => {
                    *room = byte;
                    self.len += 1;
                }
                None => self.too_long = true,
            }
            return None;
        }
        self.complete = true;
        let line = self.buffer.get(..self.len)?;
        if self.too_long {
            return Some(Line::TooLong(line));
        }
        let line = line.trim_ascii();
        (!line.is_empty()).then_some(Line::Whole(line))
    }
}

/// The id of a request of which only the start is there, or that is no JSON: the JSON of its id,
/// or `null` if none is found.
pub(super) fn id(start: &[u8]) -> &str {
    find_id(start).filter(|id| is_rpc_id(id)).unwrap_or("null")
}

fn find_id(mut rest: &[u8]) -> Option<&str> {
    let mut depth = 0_usize;
    while let Some((byte, behind)) = rest.split_first() {
        rest = behind;
        match byte {
            b'[' if depth == 0 => return None,
            b'{' | b'[' => depth = depth.saturating_add(1),
            b'}' | b']' if depth <= 1 => return None,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let (text, behind) = string(rest)?;
                rest = behind;
                let value = rest.trim_ascii_start().strip_prefix(b":");
                if let (1, b"id", Some(value)) = (depth, text, value) {
                    return scalar(value.trim_ascii_start());
                }
            }
            _ => {}
        }
    }
    None
}

/// The text up to the quote that ends it, and what is behind.
fn string(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut escaped = false;
    let end = text.iter().position(|byte| match byte {
        _ if escaped => {
            escaped = false;
            false
        }
        b'\\' => {
            escaped = true;
            false
        }
        byte => *byte == b'"',
    })?;
    Some((text.get(..end)?, text.get(end + 1..)?))
}

/// The string or number that the text begins with, if its end is there.
fn scalar(text: &[u8]) -> Option<&str> {
    let len = match text.strip_prefix(b"\"") {
        Some(rest) => string(rest)?.0.len() + 2,
        None => text
            .iter()
            .position(|byte| matches!(byte, b',' | b'}' | b' ' | b'\t' | b'\r'))?,
    };
    str::from_utf8(text.get(..len)?).ok()
}
