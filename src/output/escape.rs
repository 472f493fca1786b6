//! Which bytes of a text need an escape in a JSON string (RFC 8259, section 7), and which escape.

use core::mem::MaybeUninit;

use super::buffer::init;

/// The machine word, in bytes.
const WORD: usize = size_of::<usize>();

/// What is looked at in one go as long as all is plain ASCII, in bytes.
const BLOCK: usize = 4 * WORD;

/// Copies blocks as long as nothing in them is special, or not ASCII, and returns their length.
/// Not inlined, so that short texts do not pay for its registers.
#[inline(never)]
pub(super) fn copy_plain_blocks(room: &mut [MaybeUninit<u8>], text: &[u8]) -> usize {
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

/// Copies `text` up to the first byte that needs an escape, or for which there is no room, and
/// returns how many bytes that were. Behind them the room may be overwritten.
#[inline]
pub(super) fn copy_clean(room: &mut [MaybeUninit<u8>], text: &[u8]) -> usize {
    let len = text.len().min(room.len());
    let (to_words, to_rest) = room.get_mut(..len).unwrap_or_default().as_chunks_mut();
    let (words, rest) = text.get(..len).unwrap_or_default().as_chunks();
    let mut clean = 0;
    for (to, from) in to_words.iter_mut().zip(words) {
        *to = init(*from);
        let marks = marks(*from);
        if marks != 0 {
            return clean + marks.trailing_zeros() as usize / 8;
        }
        clean += WORD;
    }
    for (to, from) in to_rest.iter_mut().zip(rest) {
        if is_special(*from) {
            break;
        }
        to.write(*from);
        clean += 1;
    }
    clean
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

/// Copies a block, and tells whether there is nothing special in it. Where there is text that is not
/// ASCII, it may say no nevertheless.
#[inline]
fn copy_plain(room: &mut [MaybeUninit<u8>; BLOCK], block: &[u8; BLOCK]) -> bool {
    let (to, _) = room.as_chunks_mut::<WORD>();
    let (from, _) = block.as_chunks::<WORD>();
    let ([to_0, to_1, to_2, to_3], [from_0, from_1, from_2, from_3]) = (to, from) else {
        return false;
    };
    // Not in a loop: optimizing for size leaves those as they are.
    let marks = copy_word(to_0, from_0)
        | copy_word(to_1, from_1)
        | copy_word(to_2, from_2)
        | copy_word(to_3, from_3);
    marks & each(0x80) == 0
}

// Inlined, as there is no loop around it.
#[inline(always)]
fn copy_word(room: &mut [MaybeUninit<u8>; WORD], word: &[u8; WORD]) -> usize {
    *room = init(*word);
    rough_marks(*word)
}

/// How many bytes stand before the first that needs an escape.
pub(super) fn clean_len(text: &[u8]) -> usize {
    text.iter().take_while(|byte| !is_special(**byte)).count()
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
    // Flipping 0x02 moves `"` (0x22) to 0x20, next to the control bytes, and keeps those below.
    // Subtracting 0x21 then sets the high bit of these, and makes a backslash 0x3D. Flipping that
    // makes it zero, of which subtracting one sets the high bit; the others keep theirs. A byte from
    // which too much is subtracted borrows from the one above, which can raise a false alarm there
    // or miss a true one, but only behind a true one.
    let word = usize::from_le_bytes(word) ^ each(0x02);
    let word = word.wrapping_sub(each(0x21)) ^ each((b'\\' ^ 0x02) - 0x21);
    word.wrapping_sub(each(0x01))
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

/// The escape of what has no short one: of a control byte.
pub(super) fn long(byte: u8) -> [u8; 6] {
    let high = b'0' + (byte >> 4 & 1);
    [b'\\', b'u', b'0', b'0', high, hex(byte & 0x0F)]
}

/// The digit in upper-case hexadecimal.
pub(crate) fn hex(digit: u8) -> u8 {
    digit + if digit < 10 { b'0' } else { b'A' - 10 }
}
