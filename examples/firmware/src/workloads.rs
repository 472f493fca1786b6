//! The five values that speed, flash and stack are measured with, on the chip and (by `#[path]`) on
//! the host. What they hold is within what all the peers can encode: `serde-json-core` panics on
//! tuple variants, `char` and 128-bit integers.

use heapless::LinearMap;
use serde::Serialize;

/// Six fields, two of them floats.
#[derive(Serialize)]
pub struct Weather {
    city: &'static str,
    temperature: f32,
    humidity: u8,
    wind: f32,
    conditions: &'static str,
    observed_at: u32,
}

/// What a weather tool returns, 119 bytes of JSON.
pub fn weather() -> Weather {
    Weather {
        city: "Reykjavík",
        temperature: -3.7,
        humidity: 81,
        wind: 12.25,
        conditions: "light snow",
        observed_at: 1_718_000_000,
    }
}

/// Integers and bools only.
#[derive(Serialize, Clone, Copy)]
pub struct Reading {
    at: u32,
    ch: u8,
    value: i16,
    alarm: bool,
    ok: bool,
}

/// What a data logger returns: 32 readings, 1.9 kB of JSON.
pub fn log() -> [Reading; 32] {
    core::array::from_fn(|index| {
        let noise = scramble(index);
        Reading {
            at: 1_718_000_000 + 15 * index as u32,
            ch: (noise % 12) as u8,
            value: ((noise >> 16) % 4001) as i16 - 2000,
            alarm: noise.is_multiple_of(5),
            ok: !noise.is_multiple_of(7),
        }
    })
}

/// A vector of 32 floats: as a sensor gives them, in tenths, and as arithmetic leaves them, with
/// all their digits.
pub fn floats() -> [f32; 32] {
    core::array::from_fn(|index| {
        let noise = scramble(index) >> 12;
        if index % 2 == 0 {
            // Never a whole number: `ser-write-json` writes `39` where the others write `39.0`.
            (noise % 100 * 10 + noise % 9 + 1) as f32 / 10.0
        } else {
            noise as f32 / 4096.0 - 100.0
        }
    })
}

/// A text inside a struct.
#[derive(Serialize)]
pub struct Text {
    unit: &'static str,
    lines: u8,
    text: &'static str,
}

/// The end of a device's log: 400 bytes with quotes, newlines and a tab.
pub fn text() -> Text {
    Text {
        unit: "pump-controller",
        lines: 7,
        text: LOG_TEXT,
    }
}

const LOG_TEXT: &str = "\
[00012.031] boot: firmware \"pump\" 2.4.1, reset by \"watchdog\"
[00012.040] i2c: found \"bme280\" at 0x76, \"ads1115\" at 0x48
[00012.112] net: joined \"plant-floor\", address 10.0.4.17
[00012.460] mqtt: connected, session \"clean\", keepalive 60 s
[00031.007] pump: set point 4.2 bar\tmeasured 3.9 bar
[00044.951] pump: pressure above limit, valve opened for 35 ms
[00045.310] pump: back to normal, event saved
";

/// Maps, enums, options and structs a few levels deep.
#[derive(Serialize)]
pub struct Nested {
    device: &'static str,
    state: State,
    outputs: LinearMap<&'static str, Output, 4>,
    events: [Event; 3],
    parent: Option<Link>,
    fallback: Option<Link>,
}

#[derive(Serialize)]
enum State {
    Running { since: u32, cycles: u16 },
}

#[derive(Serialize)]
struct Output {
    mode: Mode,
    limits: LinearMap<&'static str, i16, 2>,
}

#[derive(Serialize)]
enum Mode {
    Off,
    Manual,
    Level(u8),
    Ramp { from: u8, to: u8 },
}

#[derive(Serialize)]
struct Event {
    severity: Severity,
    source: Option<&'static str>,
    code: (u8, u16),
}

#[derive(Serialize)]
enum Severity {
    Info,
    Warning,
}

#[derive(Serialize)]
struct Link {
    bus: u8,
    address: Address,
}

#[derive(Serialize)]
enum Address {
    Short(u16),
}

/// What a tool that reports a device's state returns.
pub fn nested() -> Nested {
    let limits = |low, high| LinearMap::from_iter([("low", low), ("high", high)]);
    Nested {
        device: "mixer-2",
        state: State::Running {
            since: 86_400,
            cycles: 312,
        },
        outputs: LinearMap::from_iter([
            (
                "heater",
                Output {
                    mode: Mode::Level(70),
                    limits: limits(-5, 120),
                },
            ),
            (
                "fan",
                Output {
                    mode: Mode::Ramp { from: 20, to: 90 },
                    limits: limits(0, 100),
                },
            ),
            (
                "valve",
                Output {
                    mode: Mode::Off,
                    limits: limits(0, 1),
                },
            ),
            (
                "light",
                Output {
                    mode: Mode::Manual,
                    limits: limits(10, 255),
                },
            ),
        ]),
        events: [
            Event {
                severity: Severity::Info,
                source: Some("fan"),
                code: (1, 200),
            },
            Event {
                severity: Severity::Warning,
                source: None,
                code: (4, 1024),
            },
            Event {
                severity: Severity::Info,
                source: Some("heater"),
                code: (2, 17),
            },
        ],
        parent: Some(Link {
            bus: 1,
            address: Address::Short(0x2A7),
        }),
        fallback: None,
    }
}

/// The same bits for the same index on every machine, spread over all 32.
fn scramble(index: usize) -> u32 {
    let mixed = (index as u32 + 1).wrapping_mul(0x9E37_79B9);
    (mixed ^ (mixed >> 15)).wrapping_mul(0x85EB_CA6B)
}
