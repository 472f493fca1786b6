//! [`Sink`], another place for text than a buffer.

use super::{Kind, Output, escape};

/// Another place for text, behind an [`Output`] without room of its own. It has the pushes of an
/// `Output`, so that what one mode needs is linked only where that mode is used.
pub(crate) trait Sink {
    fn push_str(&mut self, text: &str);

    fn push_ascii(&mut self, ascii: u8);

    /// What follows.
    fn begin(&mut self, _: Kind) {}

    /// It is complete, if it was JSON.
    fn end_json(&mut self) {}

    fn push_digits(&mut self, number: u32, count: usize) {
        for place in (0..count as u32).rev() {
            let power = 10_u32.checked_pow(place);
            let higher = power.and_then(|power| number.checked_div(power));
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
            let short = escape::short(*special).map(|letter| [b'\\', letter]);
            let escape = match &short {
                Some(short) => short.as_slice(),
                None => &escape::long(*special),
            };
            for ascii in escape {
                self.push_ascii(*ascii);
            }
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
