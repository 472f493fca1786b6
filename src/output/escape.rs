//! Which bytes of a text need an escape in a JSON string (RFC 8259, section 7), and which escape.

use core::mem::{MaybeUninit, take};

/// The machine word, in bytes.
const WORD: usize = size_of::<usize>();

/// What is looked at in one go, in bytes, as long as all is plain ASCII.
const BLOCK: usize = 8 * WORD;

/// Copies `text` up to the first byte that needs an escape, and returns how many bytes that were.
/// The room has the length of the text; behind the copied bytes it may be overwritten.
#[inline]
pub(super) fn copy_clean(mut room: &mut [MaybeUninit<u8>], mut text: &[u8]) -> usize {
    let len = text.len();
    if len >= BLOCK {
        let plain = copy_plain_blocks(room, text);
        room = room.get_mut(plain..).unwrap_or_default();
        text = text.get(plain..).unwrap_or_default();
    }
    while let Some((from, text_rest)) = text.split_first_chunk::<WORD>()
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

/// How many bytes stand before the first that needs an escape.
pub(super) fn clean_len(mut text: &[u8]) -> usize {
    let len = text.len();
    while let Some((word, rest)) = text.split_first_chunk::<WORD>() {
        let marks = marks(*word);
        if marks != 0 {
            return len - text.len() + marks.trailing_zeros() as usize / 8;
        }
        text = rest;
    }
    len - text.len() + text.iter().take_while(|byte| !is_special(**byte)).count()
}

/// How many bytes the text has with its escapes.
pub(super) fn escaped_len(mut text: &[u8]) -> usize {
    let mut len = text.len();
    while let Some((special, rest)) = text.get(clean_len(text)..).and_then(<[u8]>::split_first) {
        len += if short(*special).is_some() { 1 } else { 5 };
        text = rest;
    }
    len
}

#[inline]
pub(super) fn is_special(byte: u8) -> bool {
    byte ^ 0x02 < 0x21 || byte == b'\\'
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
    let marks = copy() | copy() | copy() | copy() | copy() | copy() | copy() | copy();
    marks & each(0x80) == 0
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
pub(super) fn short(byte: u8) -> Option<u8> {
    Some(match byte {
        b'"' | b'\\' => byte,
        0x08 => b'b',
        b'\t' => b't',
        b'\n' => b'n',
        0x0C => b'f',
        b'\r' => b'r',
        _ => return None,
    })
}
