//! Instructions and stack of `JsonEncoder` and its peers, the same in every run. `cargo firmware
//! bench`.

#![no_std]
#![no_main]

use core::hint::black_box;

use firmware::{ExitCode, measure, println, workloads};
use heapless::{String, string::StringView};
use serde::Serialize;
use tool_result_encoder::{JsonEncoder, ToolResultEncoder};

firmware::start!(main);
firmware::report_panics!();

const CAPACITY: usize = 4096;

fn main() -> ExitCode {
    let mut bench = Bench {
        text: String::new(),
        bytes: [0; CAPACITY],
    };

    let counted = [
        measure::instructions(&mut measure::nops::<1000>),
        measure::instructions(&mut measure::nops::<1001>),
        measure::instructions(&mut measure::nops::<1002>),
        measure::instructions(&mut measure::nops::<1003>),
        measure::instructions(&mut measure::nops::<1004>),
    ];
    println!("calibration: 1000 to 1004 instructions counted as {counted:?}");
    println!();

    println!("instructions  bytes    ours  serde-json-core  ser-write-json  ours/better peer");
    let ratios = [
        bench.row("weather", &workloads::weather()),
        bench.row("log", &workloads::log()),
        bench.row("floats", &workloads::floats()),
        bench.row("text", &workloads::text()),
        bench.row("nested", &workloads::nested()),
    ];
    println!(
        "geometric mean {:>62}",
        Thousandths(geometric_mean(&ratios))
    );
    println!();

    bench.clean_text();
    bench.too_long();
    println!();
    bench.linearity();
    println!();
    bench.stack();

    if counted == [1000, 1001, 1002, 1003, 1004] {
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
        println!(
            "{name:<12} {length:>6} {ours:>7} {core:>16} {write:>15} {:>17}",
            Thousandths(ratio)
        );
        ratio
    }

    /// All three must do the same work.
    fn check<T: Serialize>(&mut self, name: &str, value: &T) {
        self.text.clear();
        assert!(ours(value, &mut self.text), "{name} does not fit");
        for peer in [serde_json_core, ser_write_json] {
            let length = peer(value, &mut self.bytes);
            if self.bytes.get(..length) != Some(self.text.as_bytes()) {
                let theirs = self
                    .bytes
                    .get(..length)
                    .and_then(|bytes| core::str::from_utf8(bytes).ok());
                println!("{name} differs:\n  {}\n  {theirs:?}", self.text);
            }
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

    /// A text without anything to escape, against the copy that it cannot go below.
    fn clean_text(&mut self) {
        const CLEAN: &str = match core::str::from_utf8(&[b'a'; 400]) {
            Ok(text) => text,
            Err(_) => "",
        };
        let [ours, core, write] = self.instructions(&(CLEAN,));
        let text = &mut self.text;
        let copy = measure::instructions(&mut || {
            text.clear();
            black_box(text.push_str(black_box(CLEAN)).is_ok());
        });
        println!(
            "clean text of 400 bytes: push_str {copy}, ours {ours} ({} x), \
             serde-json-core {core}, ser-write-json {write}",
            Thousandths(thousandths(ours, copy)),
        );
    }

    /// Finding out how much room a value needs, against encoding it.
    fn too_long(&mut self) {
        let log = workloads::log();
        let [fits, ..] = self.instructions(&log);
        let mut small = String::<64>::new();
        let fails = measure::instructions(&mut || {
            black_box(ours(black_box(&log), &mut small));
        });
        let ratio = Thousandths(thousandths(fails, fits));
        println!(
            "log into {} bytes: refused after {fails}, encoded after {fits} ({ratio} x)",
            small.capacity()
        );
    }

    fn linearity(&mut self) {
        println!("linearity    bytes    ours  serde-json-core  ser-write-json  ours/byte");
        for length in [10, 100, 1000] {
            let list = &INTEGERS[..length];
            let [ours, core, write] = self.instructions(&list);
            self.text.clear();
            black_box(self::ours(&list, &mut self.text));
            let bytes = self.text.len();
            let per_byte = Thousandths(thousandths(ours, bytes as u32));
            println!("list {length:<6} {bytes:>6} {ours:>7} {core:>16} {write:>15} {per_byte:>10}");
        }
        for depth in [4, 8, 16] {
            Nest::with_depth(depth, None, &mut |nest| {
                self.check("nest", nest);
                let [ours, core, write] = self.instructions(nest);
                let bytes = self.text.len();
                let per_byte = Thousandths(thousandths(ours, bytes as u32));
                println!(
                    "nest {depth:<6} {bytes:>6} {ours:>7} {core:>16} {write:>15} {per_byte:>10}"
                );
            });
        }
    }

    fn stack(&mut self) {
        println!("stack bytes            ours  serde-json-core  ser-write-json");
        let [ours, core, write] = self.stack_bytes(&workloads::log());
        println!("log                 {ours:>7} {core:>16} {write:>15}");
        for depth in [4, 8, 16] {
            Nest::with_depth(depth, None, &mut |nest| {
                let [ours, core, write] = self.stack_bytes(nest);
                println!("nest {depth:<14} {ours:>7} {core:>16} {write:>15}");
            });
        }
    }
}

// What is measured: one call each, with the buffer given.

#[inline(never)]
fn ours<T: Serialize>(value: &T, text: &mut StringView) -> bool {
    JsonEncoder::new().append(value, text).is_ok()
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
