//! The content on its way into a message: as JSON, or as the text of a string.

use super::dialect::{Form, Raw};
use crate::Output;
use crate::output::{Kind, Sink};

/// Where an encoder's text goes, in one pass: what it is is known before its first byte.
pub(super) struct Content<'o, 'a> {
    out: &'o mut Output<'a>,
    form: Form,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing was pushed yet.
    Empty,
    /// In the midst of JSON.
    Json,
    /// Behind a whole JSON value.
    JsonEnd,
    /// Something follows JSON that is whole or has broken off, and that is none then.
    Spoiled,
    Text,
}

impl<'o, 'a> Content<'o, 'a> {
    pub(super) fn new(out: &'o mut Output<'a>, form: Form) -> Self {
        Self {
            out,
            form,
            state: State::Empty,
        }
    }

    /// Ends the content. False if what went in as JSON is none: an encoder may have put something
    /// around it.
    pub(super) fn end(self, failure: bool) -> bool {
        let end = match self.state {
            State::Empty if failure => self.form.empty_failure,
            State::Empty => self.form.empty,
            State::Json | State::Spoiled => return false,
            State::JsonEnd => self.form.raw_frame.1,
            State::Text => self.form.text_frame.map_or("", |frame| frame.1),
        };
        self.out.push_str(end);
        true
    }

    /// Where text may go now, and whether it is escaped there.
    fn open(&mut self) -> Option<(&mut Output<'a>, bool)> {
        match self.state {
            State::Empty => {
                self.state = State::Text;
                let (before, _) = self.form.text_frame?;
                self.out.push_str(before);
                Some((self.out, true))
            }
            State::Json => Some((self.out, false)),
            State::JsonEnd | State::Spoiled => {
                self.state = State::Spoiled;
                None
            }
            State::Text => {
                self.form.text_frame?;
                Some((self.out, true))
            }
        }
    }
}

impl Sink for Content<'_, '_> {
    fn push_str(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        match self.open() {
            Some((out, true)) => out.push_escaped(text),
            Some((out, false)) => out.push_str(text),
            None => {}
        }
    }

    fn push_ascii(&mut self, ascii: u8) {
        match self.open() {
            Some((out, true)) => out.push_ascii_escaped(ascii),
            Some((out, false)) => out.push_ascii(ascii),
            None => {}
        }
    }

    fn push_digits(&mut self, number: u32, count: usize) {
        if let Some((out, _)) = self.open() {
            out.push_digits(number, count);
        }
    }

    fn begin(&mut self, kind: Kind) {
        let raw = match self.form.raw {
            Raw::Never => false,
            Raw::Objects => kind == Kind::Object,
            Raw::Always => kind != Kind::Text,
        };
        match self.state {
            State::Empty if raw => {
                self.state = State::Json;
                self.out.push_str(self.form.raw_frame.0);
            }
            // What began before has broken off or is whole: with more behind it, it is no JSON.
            State::Json | State::JsonEnd => self.state = State::Spoiled,
            State::Empty | State::Spoiled | State::Text => {}
        }
    }

    fn end_json(&mut self) {
        if self.state == State::Json {
            self.state = State::JsonEnd;
        }
    }
}
