//! The tools of the MCP example, on the host and on the chip.

use core::fmt;

use serde::{Deserialize, Serialize};
use tool_result_encoder::mcp::Server;
use tool_result_encoder::{DisplayText, JsonEncoder, Tool};

/// What the tools work on; on a real device the peripherals.
#[derive(Default)]
pub struct Device {
    led: bool,
    samples: u32,
}

/// The server that both programs run.
pub static SERVER: Server<'static, Device> =
    Server::new("greenhouse", "1.0.0", &TOOLS, JsonEncoder::new());

static TOOLS: [Tool<Device>; 4] = [
    Tool::new(
        "read_sensor",
        "Reads a sensor: 0 air temperature, 1 humidity, 2 soil temperature, 3 light.",
        r#"{"type":"object","properties":{"channel":{"type":"integer","minimum":0,"maximum":3}},"required":["channel"]}"#,
        |device, reply| reply.run(|Channel { channel }| device.read_sensor(channel)),
    ),
    Tool::new(
        "read_log",
        "The last lines of the device's log.",
        r#"{"type":"object","properties":{"lines":{"type":"integer","minimum":0,"maximum":500}},"required":["lines"]}"#,
        |device, reply| reply.run(|Lines { lines }| device.read_log(lines)),
    ),
    Tool::new(
        "set_led",
        "Switches the LED on or off.",
        r#"{"type":"object","properties":{"on":{"type":"boolean"}},"required":["on"]}"#,
        |device, reply| reply.run(|Led { on }| device.set_led(on)),
    ),
    Tool::new(
        "self_test",
        "Tests the device's memory.",
        r#"{"type":"object"}"#,
        |device, reply| reply.run(|Nothing {}| device.self_test()),
    ),
];

#[derive(Deserialize)]
struct Channel {
    channel: u8,
}

#[derive(Deserialize)]
struct Lines {
    lines: u16,
}

#[derive(Deserialize)]
struct Led {
    on: bool,
}

#[derive(Deserialize)]
struct Nothing {}

#[derive(Serialize)]
struct Reading {
    name: &'static str,
    value: f32,
    unit: &'static str,
    samples: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Fault {
    NoSuchChannel(u8),
    TooManyLines {
        limit: u16,
    },
    Flash {
        sector: u16,
        expected: u32,
        found: u32,
    },
}

impl Device {
    fn read_sensor(&mut self, channel: u8) -> Result<Reading, Fault> {
        let (name, value, unit) = match channel {
            0 => ("air temperature", 21.5, "°C"),
            1 => ("humidity", 63.2, "%"),
            2 => ("soil temperature", 18.75, "°C"),
            3 => ("light", 1250.0, "lx"),
            other => return Err(Fault::NoSuchChannel(other)),
        };
        self.samples += 16;
        Ok(Reading {
            name,
            value,
            unit,
            samples: self.samples,
        })
    }

    fn read_log(&mut self, lines: u16) -> Result<DisplayText<Log>, Fault> {
        match lines {
            0..=500 => Ok(DisplayText(Log(lines))),
            _ => Err(Fault::TooManyLines { limit: 500 }),
        }
    }

    fn set_led(&mut self, on: bool) -> Result<(), Fault> {
        self.led = on;
        Ok(())
    }

    fn self_test(&mut self) -> Result<(), Fault> {
        Err(Fault::Flash {
            sector: 12,
            expected: 0x5AFE_C0DE,
            found: u32::MAX,
        })
    }
}

/// A long text that never exists as a whole: it is written line by line into the answer.
struct Log(u16);

impl fmt::Display for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in 1..=self.0 {
            f.write_str("pump: set point \"4.2 bar\" reached, cycle ")?;
            fmt::Display::fmt(&line, f)?;
            f.write_str("\n")?;
        }
        Ok(())
    }
}
