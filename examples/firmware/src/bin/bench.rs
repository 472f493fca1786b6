//! Instructions and stack of `JsonEncoder` and its peers, the same in every run. `cargo firmware
//! bench`.
//!
//! Prints tables with an empty line between them. The first line of a table holds the columns'
//! names; two spaces or more stand between columns. `.ci/figures.py` reads that.

#![no_std]
#![no_main]

use core::hint::black_box;

use firmware::{ExitCode, measure, println, workloads};
use heapless::{String, string::StringView};
use serde::Serialize;
use tool_result_encoder::{
    Delivery, Dialect, EncodeError, JsonEncoder, ToolCall, ToolResultEncoder,
};

firmware::start!(main);
firmware::report_panics!();

/// Room for the longest value; twice that must fit into the 16 kB of a `microbit`.
const CAPACITY: usize = 4096;

fn main() -> ExitCode {
    let mut bench = Bench {
        text: String::new(),
        bytes: [0; CAPACITY],
    };

    println!("instructions      bytes     ours  serde-json-core  ser-write-json  ours/better peer");
    let ratios = [
        bench.row("weather", &workloads::weather()),
        bench.row("log", &workloads::log()),
        bench.row("floats", &workloads::floats()),
        bench.row("text", &workloads::text()),
        bench.row("nested", &workloads::nested()),
    ];
    let mean = Thousandths(geometric_mean(&ratios));
    println!("geometric mean {mean:>67}");
    println!();

    println!("limits            bytes     ours  reference  ours/reference");
    bench.clean_text();
    bench.too_long();
    println!();

    println!("linearity         bytes     ours  serde-json-core  ser-write-json  ours/byte");
    bench.linearity();
    println!();

    println!("stack bytes        ours  serde-json-core  ser-write-json");
    bench.stack();
    println!();

    println!("message stack       ours");
    bench.message_stack();
    println!();

    calibration()
}

/// Whether the counting counts.
fn calibration() -> ExitCode {
    println!("calibration     counted");
    let counted = [
        (1000, measure::instructions(&mut measure::nops::<1000>)),
        (1001, measure::instructions(&mut measure::nops::<1001>)),
        (1002, measure::instructions(&mut measure::nops::<1002>)),
    ];
    for (nops, counted) in counted {
        println!("{nops} nops {counted:>13}");
    }
    if counted.iter().all(|(nops, counted)| nops == counted) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Three digits each, so that a list takes four bytes per element.
static INTEGERS: [u16; 1000] = {
    let mut integers = [100; 1000];
    let mut index = 0;
    while index < integers.len() {
        integers[index] += (index % 900) as u16;
        index += 1;
    }
    integers
};

/// At a word's boundary, as the buffer is: copying is as quick as it can be. Where a compiler puts
/// a text by itself changes with the program.
#[repr(align(4))]
struct Aligned([u8; 400]);

static CLEAN: Aligned = Aligned([b'a'; 400]);

/// A value of its own: the code of the others stays what it is without messages.
#[derive(Serialize)]
struct Report {
    at: u32,
    text: &'static str,
}

struct Bench {
    text: String<CAPACITY>,
    bytes: [u8; CAPACITY],
}

impl Bench {
    /// Prints what encoding `value` takes and returns the ratio to the better peer in thousandths.
    fn row<T: Serialize>(&mut self, name: &str, value: &T) -> u32 {
        self.check(name, value);
        let [ours, core, write] = self.instructions(value);
        let ratio = thousandths(ours, core.min(write));
        let length = self.text.len();
        let ratio_text = Thousandths(ratio);
        println!("{name:<16} {length:>6} {ours:>8} {core:>16} {write:>15} {ratio_text:>17}");
        ratio
    }

    /// All three must do the same work.
    fn check<T: Serialize>(&mut self, name: &str, value: &T) {
        self.text.clear();
        assert!(ours(value, &mut self.text), "{name} does not fit");
        for peer in [serde_json_core, ser_write_json] {
            let length = peer(value, &mut self.bytes);
            let theirs = self.bytes.get(..length).unwrap_or_default();
            let same = theirs == self.text.as_bytes();
            if !same {
                let theirs = core::str::from_utf8(theirs);
                println!("ours:   {}\ntheirs: {theirs:?}", self.text);
            }
            assert!(same, "{name} differs");
        }
    }

    fn instructions<T: Serialize>(&mut self, value: &T) -> [u32; 3] {
        let Self { text, bytes } = self;
        [
            measure::instructions(&mut || {
                text.clear();
                black_box(ours(black_box(value), text));
            }),
            measure::instructions(&mut || {
                black_box(serde_json_core(black_box(value), bytes));
            }),
            measure::instructions(&mut || {
                black_box(ser_write_json(black_box(value), bytes));
            }),
        ]
    }

    fn stack_bytes<T: Serialize>(&mut self, value: &T) -> [usize; 3] {
        let Self { text, bytes } = self;
        [
            measure::stack(&mut || {
                text.clear();
                black_box(ours(black_box(value), text));
            }),
            measure::stack(&mut || {
                black_box(serde_json_core(black_box(value), bytes));
            }),
            measure::stack(&mut || {
                black_box(ser_write_json(black_box(value), bytes));
            }),
        ]
    }

    /// A text without anything to escape, in JSON and by itself, against the copy that it cannot go
    /// below.
    fn clean_text(&mut self) {
        let clean = core::str::from_utf8(&CLEAN.0).unwrap_or_default();
        let [in_json, ..] = self.instructions(&(clean,));
        let [alone, ..] = self.instructions(&clean);
        let text = &mut self.text;
        let copy = measure::instructions(&mut || {
            text.clear();
            black_box(text.push_str(black_box(clean)).is_ok());
        });
        limit("clean/push_str", clean.len(), in_json, copy);
        limit("alone/push_str", clean.len(), alone, copy);
    }

    /// Finding out how much room a value needs, against encoding it.
    fn too_long(&mut self) {
        let log = workloads::log();
        let [fits, ..] = self.instructions(&log);
        let bytes = self.text.len();
        let mut small = String::<64>::new();
        let refused = measure::instructions(&mut || {
            black_box(ours(black_box(&log), &mut small));
        });
        limit("refused/encoded", bytes, refused, fits);
    }

    fn linearity(&mut self) {
        for (name, length) in [
            ("list of 10", 10),
            ("list of 100", 100),
            ("list of 1000", 1000),
        ] {
            self.linear_row(name, &&INTEGERS[..length]);
        }
        for (name, depth) in DEPTHS {
            Nest::with_depth(depth, None, &mut |nest| self.linear_row(name, nest));
        }
    }

    fn linear_row<T: Serialize>(&mut self, name: &str, value: &T) {
        self.check(name, value);
        let [ours, core, write] = self.instructions(value);
        let bytes = self.text.len();
        let per_byte = Thousandths(thousandths(ours, bytes as u32));
        println!("{name:<16} {bytes:>6} {ours:>8} {core:>16} {write:>15} {per_byte:>10}");
    }

    fn stack(&mut self) {
        stack_row("log", self.stack_bytes(&workloads::log()));
        let mut rows = [[0; 3]; DEPTHS.len()];
        for (row, (name, depth)) in rows.iter_mut().zip(DEPTHS) {
            Nest::with_depth(depth, None, &mut |nest| *row = self.stack_bytes(nest));
            stack_row(name, *row);
        }
        let [few, .., many] = rows;
        let [(_, less), .., (_, more)] = DEPTHS;
        let levels = usize::from(more - less);
        let per_level = core::array::from_fn(|encoder| (many[encoder] - few[encoder]) / levels);
        stack_row("a level", per_level);
    }

    fn message_stack(&mut self) {
        let text = core::str::from_utf8(&CLEAN.0).unwrap_or_default();
        let report = Report { at: 7, text };
        for (name, room) in [("whole", CAPACITY), ("replaced", 256)] {
            let call = ToolCall::new(black_box("call_1"), "read_log", "{}");
            let used = CAPACITY - room;
            let Self { text, .. } = self;
            let bytes = measure::stack(&mut || {
                text.clear();
                while text.len() < used {
                    let _ = text.push('.');
                }
                let result = Ok::<_, &()>(black_box(&report));
                let delivery = message(&call, result, text);
                assert!(matches!(delivery, Ok(Delivery::Complete)) == (room == CAPACITY));
            });
            println!("{name:<15} {bytes:>8}");
        }
    }
}

const DEPTHS: [(&str, u8); 3] = [("4 levels", 4), ("8 levels", 8), ("16 levels", 16)];

fn limit(name: &str, bytes: usize, ours: u32, reference: u32) {
    let ratio = Thousandths(thousandths(ours, reference));
    println!("{name:<16} {bytes:>6} {ours:>8} {reference:>10} {ratio:>15}");
}

fn stack_row(name: &str, [ours, core, write]: [usize; 3]) {
    println!("{name:<15} {ours:>7} {core:>16} {write:>15}");
}

// What is measured: one call each, with the buffer given.

#[inline(never)]
fn ours<T: Serialize>(value: &T, text: &mut StringView) -> bool {
    JsonEncoder::new().append(value, text).is_ok()
}

#[inline(never)]
fn message<T: Serialize>(
    call: &ToolCall<'_>,
    result: Result<&T, &()>,
    text: &mut StringView,
) -> Result<Delivery, EncodeError> {
    Dialect::OPENAI_CHAT.message(&JsonEncoder::new(), call, result, text)
}

#[inline(never)]
fn serde_json_core<T: Serialize>(value: &T, bytes: &mut [u8]) -> usize {
    serde_json_core::to_slice(value, bytes).unwrap_or(0)
}

#[inline(never)]
fn ser_write_json<T: Serialize>(value: &T, bytes: &mut [u8]) -> usize {
    let mut writer = ser_write::SliceWriter::new(bytes);
    match ser_write_json::to_writer(&mut writer, value) {
        Ok(()) => writer.len(),
        Err(_) => 0,
    }
}

/// A value as deep as one likes.
#[derive(Serialize)]
struct Nest<'a> {
    level: u8,
    inner: Option<&'a Nest<'a>>,
}

impl Nest<'_> {
    fn with_depth(depth: u8, inner: Option<&Nest<'_>>, visit: &mut dyn FnMut(&Nest<'_>)) {
        let nest = Nest {
            level: depth,
            inner,
        };
        if depth == 1 {
            visit(&nest)
        } else {
            Nest::with_depth(depth - 1, Some(&nest), visit)
        }
    }
}

fn thousandths(part: u32, whole: u32) -> u32 {
    (u64::from(part) * 1000 / u64::from(whole)) as u32
}

/// The largest integer whose fifth power is not above the product of the five.
fn geometric_mean(ratios: &[u32; 5]) -> u32 {
    let product: u64 = ratios.iter().map(|&ratio| u64::from(ratio)).product();
    (0..)
        .take_while(|&mean: &u64| mean.pow(5) <= product)
        .last()
        .unwrap_or(0) as u32
}

/// Prints 1234 as `1.234`, without floating point.
struct Thousandths(u32);

impl core::fmt::Display for Thousandths {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut text = String::<16>::new();
        core::fmt::write(
            &mut text,
            format_args!("{}.{:03}", self.0 / 1000, self.0 % 1000),
        )?;
        f.pad(&text)
    }
}
