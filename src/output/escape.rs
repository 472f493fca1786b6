//! Which bytes of a text need an escape in a JSON string (RFC 8259, section 7), and which escape.

use core::mem::{MaybeUninit, take};

/// The machine word, in bytes.
const WORD: usize = size_of::<usize>();

/// What is looked at in one go as long as all is plain ASCII, in bytes.
const BLOCK: usize = 4 * WORD;

/// How far a text was copied.
pub(super) struct Copied {
    /// Bytes of the text.
    pub(super) read: usize,
    /// Bytes of the room, more than of the text where there were escapes.
    pub(super) written: usize,
}

/// Copies `text` with its escapes, to its end or until there is no room for what comes next.
/// Behind what is written the room may be overwritten.
#[inline]
pub(super) fn copy_escaped(room: &mut [MaybeUninit<u8>], text: &[u8]) -> Copied {
    let (mut read, mut written) = (0, 0);
    if text.len() >= BLOCK {
        read = copy_plain_blocks(room, text);
        written = read;
    }
    loop {
        let from = text.get(read..).unwrap_or_default();
        let to = room.get_mut(written..).unwrap_or_default();
        let clean = copy_clean(to, from);
        read += clean;
        written += clean;
        let (Some(special), Some(to)) = (text.get(read), room.get_mut(written..)) else {
            break;
        };
        if let Some(letter) = short(*special) {
            let Some([backslash, to]) = to.first_chunk_mut() else {
                break;
            };
            backslash.write(b'\\');
            to.write(letter);
            written += 2;
        } else if is_special(*special) {
            let Some(to) = to.first_chunk_mut() else {
                break;
            };
            *to = long(*special).map(MaybeUninit::new);
            written += 6;
        } else {
            // There was no room for it.
            break;
        }
        read += 1;
    }
    Copied { read, written }
}

/// Copies `text` up to the first byte that needs an escape, or for which there is no room, and
/// returns how many bytes that were. Behind them the room may be overwritten.
#[inline]
pub(super) fn copy_clean(mut room: &mut [MaybeUninit<u8>], mut text: &[u8]) -> usize {
    let len = text.len();
    while let Some((from, text_rest)) = text.split_first_chunk::<WORD>()
        && room.len() >= WORD
        && let Some((to, room_rest)) = take(&mut room).split_first_chunk_mut::<WORD>()
    {
        *to = from.map(MaybeUninit::new);
        let marks = marks(*from);
        if marks != 0 {
            return len - text.len() + marks.trailing_zeros() as usize / 8;
        }
        (room, text) = (room_rest, text_rest);
    }
    let mut rest = text.len();
    for (to, from) in room.iter_mut().zip(text) {
        if is_special(*from) {
            break;
        }
        to.write(*from);
        rest -= 1;
    }
    len - rest
}

/// Copies a text if nothing in it needs an escape. The compiler does nearly all of that if it knows
/// the text.
#[cfg(target_pointer_width = "64")]
#[inline(always)]
pub(super) fn copy_if_clean(room: &mut [MaybeUninit<u8>], text: &[u8]) -> bool {
    let clean = text.iter().all(|byte| !is_special(*byte));
    if clean {
        for (to, from) in room.iter_mut().zip(text) {
            to.write(*from);
        }
    }
    clean
}

/// Copies blocks as long as they are ASCII without anything special, and returns their length.
/// Not inlined, so that short texts do not pay for its registers.
#[inline(never)]
fn copy_plain_blocks(room: &mut [MaybeUninit<u8>], text: &[u8]) -> usize {
    let (room_blocks, _) = room.as_chunks_mut::<BLOCK>();
    let (blocks, _) = text.as_chunks::<BLOCK>();
    let mut plain = 0;
    for (to, from) in room_blocks.iter_mut().zip(blocks) {
        if !copy_plain(to, from) {
            break;
        }
        plain += BLOCK;
    }
    plain
}

/// Copies a block, and tells whether all of it is ASCII without anything special.
#[inline]
fn copy_plain(room: &mut [MaybeUninit<u8>; BLOCK], block: &[u8; BLOCK]) -> bool {
    let (to, _) = room.as_chunks_mut::<WORD>();
    let (from, _) = block.as_chunks::<WORD>();
    let mut words = to.iter_mut().zip(from);
    // Unrolled by hand: optimizing for size leaves loops as they are.
    let mut copy = || match words.next() {
        Some((to, from)) => {
            *to = from.map(MaybeUninit::new);
            rough_marks(*from)
        }
        None => 0,
    };
    let marks = copy() | copy() | copy() | copy();
    marks & each(0x80) == 0
}

/// How many bytes stand before the first that needs an escape.
pub(super) fn clean_len(text: &[u8]) -> usize {
    text.iter().take_while(|byte| !is_special(**byte)).count()
}

/// How many bytes the text has with its escapes.
pub(super) fn escaped_len(text: &[u8]) -> usize {
    let specials = text.iter().filter(|byte| is_special(**byte));
    specials.fold(text.len(), |len, special| {
        let escape = if short(*special).is_some() { 2 } else { 6 };
        len.saturating_add(escape - 1)
    })
}

#[inline]
pub(super) fn is_special(byte: u8) -> bool {
    byte ^ 0x02 < 0x21 || byte == b'\\'
}

const fn each(byte: u8) -> usize {
    usize::from_ne_bytes([byte; WORD])
}

/// Not zero if any byte of the word is special; the lowest bit that is set stands in the first of
/// them.
#[inline]
fn marks(word: [u8; WORD]) -> usize {
    rough_marks(word) & !usize::from_le_bytes(word) & each(0x80)
}

/// Sets the high bit of bytes that are special, and of some that are not ASCII.
#[inline]
fn rough_marks(word: [u8; WORD]) -> usize {
    let word = usize::from_le_bytes(word);
    // Subtracting n from a byte below n sets its high bit. It also borrows from the byte above,
    // which can raise a false alarm there, but only behind a true one. Flipping 0x02 moves `"`
    // (0x22) to 0x20, next to the control bytes, and keeps those below.
    let quote_or_control = (word ^ each(0x02)).wrapping_sub(each(0x21));
    let backslash = (word ^ each(b'\\')).wrapping_sub(each(0x01));
    quote_or_control | backslash
}

/// The letter behind the backslash, for what has a short escape.
#[inline]
pub(super) fn short(byte: u8) -> Option<u8> {
    let letter = match byte {
        b'"' | b'\\' => byte,
        _ => *b"btn\0fr".get(usize::from(byte.wrapping_sub(0x08)))?,
    };
    (letter != 0).then_some(letter)
}

/// The escape of what has no short one.
pub(super) fn long(byte: u8) -> [u8; 6] {
    [b'\\', b'u', b'0', b'0', hex(byte >> 4), hex(byte & 0x0F)]
}

/// The digit in upper-case hexadecimal.
pub(crate) fn hex(digit: u8) -> u8 {
    digit + if digit < 10 { b'0' } else { b'A' - 10 }
}
