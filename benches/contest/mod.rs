//! What is timed: `JsonEncoder` and its peers, each into a buffer that is used again, and the values
//! they encode.

// Each bench is its own crate and uses its part of this.
#![allow(dead_code)]

#[path = "../../examples/firmware/src/workloads.rs"]
pub mod workloads;

use std::hint::black_box;

use serde::Serialize;
use tool_result_encoder::{JsonEncoder, ToolResultEncoder};

/// More than any of the values needs.
const CAPACITY: usize = 128 * 1024;

/// Bytes of the long text, and of the digits and commas of the long list: 64 kB.
const LONG: usize = 64 * 1024;

pub trait Encoder {
    /// As the crate is called.
    const NAME: &'static str;

    /// With its buffer, on the heap: it is larger than a thread's stack likes.
    fn new() -> Box<Self>;

    /// The JSON of `value`, over what was in the buffer; nothing if the encoder refuses it.
    fn encode<T: Serialize>(&mut self, value: &T) -> &[u8];
}

pub struct Ours(heapless::String<CAPACITY>);

impl Encoder for Ours {
    const NAME: &'static str = "ours";

    fn new() -> Box<Self> {
        Box::new(Self(heapless::String::new()))
    }

    #[inline(never)]
    fn encode<T: Serialize>(&mut self, value: &T) -> &[u8] {
        self.0.clear();
        match JsonEncoder::new().append(value, &mut self.0) {
            Ok(()) => self.0.as_bytes(),
            Err(_) => &[],
        }
    }
}

pub struct SerdeJson(Vec<u8>);

impl Encoder for SerdeJson {
    const NAME: &'static str = "serde_json";

    fn new() -> Box<Self> {
        Box::new(Self(Vec::with_capacity(CAPACITY)))
    }

    #[inline(never)]
    fn encode<T: Serialize>(&mut self, value: &T) -> &[u8] {
        self.0.clear();
        match serde_json::to_writer(&mut self.0, value) {
            Ok(()) => &self.0,
            Err(_) => &[],
        }
    }
}

pub struct SerdeJsonCore([u8; CAPACITY]);

impl Encoder for SerdeJsonCore {
    const NAME: &'static str = "serde-json-core";

    fn new() -> Box<Self> {
        Box::new(Self([0; CAPACITY]))
    }

    #[inline(never)]
    fn encode<T: Serialize>(&mut self, value: &T) -> &[u8] {
        match serde_json_core::to_slice(value, &mut self.0) {
            Ok(length) => &self.0[..length],
            Err(_) => &[],
        }
    }
}

pub struct SerWriteJson([u8; CAPACITY]);

impl Encoder for SerWriteJson {
    const NAME: &'static str = "ser-write-json";

    fn new() -> Box<Self> {
        Box::new(Self([0; CAPACITY]))
    }

    #[inline(never)]
    fn encode<T: Serialize>(&mut self, value: &T) -> &[u8] {
        let mut writer = ser_write::SliceWriter::new(&mut self.0);
        match ser_write_json::to_writer(&mut writer, value) {
            Ok(()) => {
                let length = writer.len();
                &self.0[..length]
            }
            Err(_) => &[],
        }
    }
}

/// What is done with each value.
pub trait Visitor {
    fn visit<T: Serialize>(&mut self, name: &str, value: &T);
}

/// The five values of the design and two long ones.
pub fn visit_all(visitor: &mut impl Visitor) {
    visitor.visit("weather", &workloads::weather());
    visitor.visit("log", &workloads::log());
    visitor.visit("floats", &workloads::floats());
    visitor.visit("text", &workloads::text());
    visitor.visit("nested", &workloads::nested());
    visitor.visit("text 64 kB", &long_text());
    visitor.visit("list 64 kB", &long_list());
}

/// The log text of `text()` again and again, to 64 kB. In an array of one, because alone it would
/// be the content itself and not JSON.
pub fn long_text() -> [String; 1] {
    let value = serde_json::to_value(workloads::text()).expect("a struct of plain fields");
    let lines = value["text"].as_str().expect("the field's type");
    [lines.chars().cycle().take(LONG).collect()]
}

/// Integers of one to ten digits, as many of each length, some of them negative.
pub fn long_list() -> Vec<i64> {
    let mut list = Vec::new();
    let mut bytes = 0;
    let mut random: u64 = 1;
    while bytes < LONG {
        // Knuth's generator for MMIX; its upper bits are the good ones.
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let digits = 1 + (random >> 33) % 10;
        let magnitude = (random >> 32) % 10_u64.pow(digits as u32);
        let integer = if random >> 63 == 1 {
            -(magnitude as i64)
        } else {
            magnitude as i64
        };
        bytes += integer.to_string().len() + 1;
        list.push(integer);
    }
    list
}

/// Panics unless all of them make the same of each value: they must do the same work.
pub fn check() {
    struct Check;

    impl Visitor for Check {
        fn visit<T: Serialize>(&mut self, name: &str, value: &T) {
            let (mut ours, mut json, mut core, mut write) = (
                Ours::new(),
                SerdeJson::new(),
                SerdeJsonCore::new(),
                SerWriteJson::new(),
            );
            let ours = String::from_utf8_lossy(ours.encode(value));
            assert!(!ours.is_empty(), "{name} was refused");
            for (peer, theirs) in [
                (SerdeJson::NAME, json.encode(value)),
                (SerdeJsonCore::NAME, core.encode(value)),
                (SerWriteJson::NAME, write.encode(value)),
            ] {
                assert_eq!(ours, String::from_utf8_lossy(theirs), "{name}, {peer}");
            }
        }
    }

    visit_all(&mut Check);
}

/// One call, of which the compiler can see neither what goes in nor that nothing uses the result.
#[inline(always)]
pub fn run<E: Encoder, T: Serialize>(encoder: &mut E, value: &T) {
    black_box(black_box(encoder).encode(black_box(value)));
}
