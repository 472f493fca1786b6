//! From an [`Output`] into a [`heapless::String`]: all `unsafe` of the crate.
//!
//! heapless has no safe way to write into a string's spare room other than one `str` at a time, which
//! takes 2.2 to 3.0 times the instructions on a Cortex-M3 and more flash (see `docs/limits.md`). All
//! writes go through safe slices of [`MaybeUninit`]. What is unsafe is taking that slice, the words
//! that are written to it in one go, and setting the string's length after the fact.

#![allow(unsafe_code)]

use core::mem::{MaybeUninit, transmute_copy};
use core::slice::from_raw_parts_mut;

use heapless::VecView;
use heapless::string::StringView;

use super::Output;
use crate::EncodeError;

/// Runs `encode` on the spare room of `buffer` less `reserve` bytes, and keeps what it wrote if all
/// of it fits.
pub(crate) fn append(
    buffer: &mut StringView,
    reserve: usize,
    encode: impl FnOnce(&mut Output<'_>) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    // SAFETY: the bytes below the length are not touched, so the string stays UTF-8.
    let vec = unsafe { buffer.as_mut_vec() };
    let mut out = in_spare_room(vec, reserve);
    // One variable that is written in place and returned.
    let mut result = encode(&mut out);
    let Output { at, lost, .. } = out;
    if result.is_ok() {
        let len = vec.len() + at;
        let spare = vec.capacity().saturating_sub(vec.len());
        if lost == 0 && reserve <= spare {
            // SAFETY: what `Output` guarantees of its fields.
            unsafe { vec.set_len(len) };
        } else {
            result = too_long(len, lost, reserve, vec.capacity());
        }
    }
    result
}

// Linked once, whatever is encoded.
#[inline(never)]
fn in_spare_room(vec: &mut VecView<u8>, reserve: usize) -> Output<'_> {
    // `spare_capacity_mut` has a slicing that is a reachable panic where it is not inlined.
    let len = vec.len();
    let spare = vec.capacity().saturating_sub(len).saturating_sub(reserve);
    // SAFETY: these bytes belong to the vector, lie behind those in use, and may be uninitialized.
    Output::new(unsafe { from_raw_parts_mut(vec.as_mut_ptr().add(len).cast(), spare) })
}

#[cold]
#[inline(never)]
fn too_long(len: usize, lost: usize, reserve: usize, capacity: usize) -> Result<(), EncodeError> {
    let needed = len.saturating_add(lost).saturating_add(reserve);
    Err(EncodeError::CapacityExceeded { needed, capacity })
}

/// Shortens the buffer to a length that it had before.
pub(crate) fn truncate(buffer: &mut StringView, len: usize) {
    // Always so, but where the compiler does not know that, `truncate` is a reachable panic.
    if buffer.is_char_boundary(len) {
        buffer.truncate(len);
    }
}

/// The bytes, as an initialized part of a room.
#[inline(always)]
pub(super) fn init<const N: usize>(bytes: [u8; N]) -> [MaybeUninit<u8>; N] {
    // `map(MaybeUninit::new)` is a loop where code is optimized for size.
    // SAFETY: the layout is the same, and all bytes are valid.
    unsafe { transmute_copy(&bytes) }
}
