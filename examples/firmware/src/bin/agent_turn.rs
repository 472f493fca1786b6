//! One turn of an agent on a chip: the model's calls come in as text, a sensor is read, the answers
//! go back in the provider's messages. `cargo firmware agent_turn`.

#![no_std]
#![no_main]

use core::slice::from_ref;

use firmware::{ExitCode, println};
use heapless::String;
use serde::{Deserialize, Serialize};
use tool_result_encoder::{Delivery, Dialect, EncodeError, JsonEncoder, Tool, ToolCall, Turn};

firmware::start!(main);
firmware::report_panics!();

/// A simulated sensor, in place of a bus.
struct Sensor {
    samples: u16,
}

static TOOLS: [Tool<Sensor>; 1] = [Tool::new(
    "read_sensor",
    "Reads a temperature sensor.",
    r#"{"type":"object","properties":{"channel":{"type":"integer","minimum":0,"maximum":7}},"required":["channel"]}"#,
    |sensor, reply| reply.run(|Arguments { channel }| sensor.read(channel)),
)];

fn main() -> ExitCode {
    let mut sensor = Sensor { samples: 0 };
    for arguments in [
        r#"{"channel":2}"#,
        r#"{"channel":7}"#,
        r#"{"channel":9}"#,
        r#"{"channel":"two"}"#,
    ] {
        let call = ToolCall::new("call_1", "read_sensor", arguments);
        answer::<192>(&call, &mut sensor);
    }
    answer::<192>(&ToolCall::new("call_2", "open_door", "{}"), &mut sensor);
    // The result does not fit into this one, its replacement does; and into this one neither.
    let call = ToolCall::new("call_3", "read_sensor", r#"{"channel":2}"#);
    answer::<80>(&call, &mut sensor);
    answer::<16>(&call, &mut sensor);
    ExitCode::SUCCESS
}

fn answer<const N: usize>(call: &ToolCall<'_>, sensor: &mut Sensor) {
    println!("call   {}({})", call.name(), call.arguments());
    let mut buffer = String::<N>::new();
    match reply(call, sensor, &mut buffer) {
        Ok(Some(Delivery::Replaced(error))) => println!("answer {buffer} ({error})"),
        Ok(_) => println!("answer {buffer}"),
        Err(error) => println!("failed {error}"),
    }
}

fn reply(
    call: &ToolCall<'_>,
    sensor: &mut Sensor,
    buffer: &mut heapless::string::StringView,
) -> Result<Option<Delivery>, EncodeError> {
    let mut turn = Turn::open(&Dialect::OPENAI_CHAT, from_ref(call), buffer)?;
    let delivery = turn.run(&TOOLS, sensor, &JsonEncoder::new(), &mut [0; 32]);
    turn.close();
    Ok(delivery)
}

#[derive(Deserialize)]
struct Arguments {
    channel: u8,
}

#[derive(Serialize)]
struct Reading {
    channel: u8,
    celsius: f32,
    samples: u16,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum SensorError {
    NoSuchChannel,
    Saturated { raw: u16 },
}

impl Sensor {
    /// The tool's handler: it knows nothing of encoding.
    fn read(&mut self, channel: u8) -> Result<Reading, SensorError> {
        match channel {
            0..=6 => {
                self.samples += 16;
                Ok(Reading {
                    channel,
                    celsius: 20.4 + 0.55 * f32::from(channel),
                    samples: self.samples,
                })
            }
            7 => Err(SensorError::Saturated { raw: 4095 }),
            _ => Err(SensorError::NoSuchChannel),
        }
    }
}
