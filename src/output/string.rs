//! Strings of JSON, pushed into an [`Output`].

use core::fmt;

use super::sink::Escaped;
use super::{Output, escape};

/// Bytes of a string that is written in one go. Names of members are hardly ever longer.
pub(super) const SHORT: usize = 24;

impl Output<'_> {
    /// Appends `text` as a JSON string.
    pub(crate) fn push_string(&mut self, text: &str) {
        self.push_quoted(text, false);
    }

    /// Appends a key, which is known only now, as the name of an object's member.
    pub(crate) fn push_key(&mut self, key: &str) {
        self.push_quoted(key, true);
    }

    /// Appends the name of an object's member and its colon, behind a comma if one is due.
    // Inlined: the compiler knows most names. On hosts, only a few stores remain of such a one; on
    // chips the caller, `Writer::field`, is linked once if code shall be small.
    #[inline(always)]
    pub(crate) fn push_name(&mut self, comma: bool, name: &str) {
        if comma {
            // As `push_ascii`, but nothing comes behind its call: the caller needs no stack.
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
        self.push_quoted(name, true);
    }

    /// Appends `text` as a JSON string, and a colon if it is a name.
    fn push_quoted(&mut self, text: &str, is_name: bool) {
        // In one go where it is short, fits with a colon, and needs no escape: nearly always.
        if text.len() <= SHORT
            && let Some(room) = self.room.get_mut(self.at..)
            && let Some([opening, room @ .., closing, after]) = room.get_mut(..text.len() + 3)
        {
            opening.write(b'"');
            closing.write(b'"');
            after.write(b':');
            if escape::copy_clean(room, text.as_bytes()) == text.len() {
                self.at += text.len() + 2 + usize::from(is_name);
                return;
            }
        }
        self.push_quoted_in_parts(text, is_name);
    }

    #[cold]
    #[inline(never)]
    fn push_quoted_in_parts(&mut self, text: &str, is_name: bool) {
        if self.lost > 0 && self.at > 0 {
            // Only counted, which is quickest in one go.
            self.lose(0);
            return self.push_quoted(text, is_name);
        }
        self.push_ascii(b'"');
        self.push_escaped(text);
        self.push_ascii(b'"');
        if is_name {
            self.push_ascii(b':');
        }
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

    // Not inlined, so that what stands between two escapes can use the registers.
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

    /// A name that is not the first.
    #[cold]
    #[inline(never)]
    fn spill_name(&mut self, name: &str) {
        self.spill_ascii(b',');
        self.push_quoted(name, true);
    }
}
