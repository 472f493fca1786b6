//! One turn of an agent: the model calls tools, the answers go back in the provider's messages.
//!
//! `cargo run --example agent_turn`

use heapless::String;
use serde::{Deserialize, Serialize};
use tool_result_encoder::{Delivery, Dialect, EncodeError, JsonEncoder, Tool, ToolCall, Turn};

/// What the tools work on; on a real device the peripherals.
struct Device {
    led: bool,
}

static TOOLS: [Tool<Device>; 3] = [
    Tool::new(
        "read_sensor",
        "Reads a temperature sensor.",
        r#"{"type":"object","properties":{"channel":{"type":"integer","minimum":0,"maximum":7}},"required":["channel"]}"#,
        |_, reply| reply.run(|Channel { channel }| read_sensor(channel)),
    ),
    Tool::new(
        "set_led",
        "Switches the LED.",
        r#"{"type":"object","properties":{"on":{"type":"boolean"}},"required":["on"]}"#,
        |device, reply| {
            reply.run(|Led { on }| {
                device.led = on;
                Ok::<_, ()>(())
            })
        },
    ),
    Tool::new(
        "read_log",
        "The device's log.",
        r#"{"type":"object"}"#,
        |_, reply| reply.result(Ok::<_, &()>(LOG)),
    ),
];

fn main() -> Result<(), EncodeError> {
    // As a provider sends them.
    let calls = [
        ToolCall::new("call_1", "read_sensor", r#"{"channel":2}"#),
        ToolCall::new("call_2", "read_sensor", r#"{"channel":7}"#),
        ToolCall::new("call_3", "read_sensor", r#"{"channel":"two"}"#),
        ToolCall::new("call_4", "set_led", r#"{"on":true}"#),
        ToolCall::new("call_5", "read_log", "{}"),
        ToolCall::new("call_6", "open_door", "{}"),
    ];
    let mut device = Device { led: false };
    // What a task on a microcontroller would set aside.
    let mut buffer: String<160> = String::new();
    let mut scratch = [0; 64];

    for call in &calls {
        println!("model: {}({})", call.name(), call.arguments());
        buffer.clear();
        let mut turn = Turn::open(
            &Dialect::OPENAI_CHAT,
            core::slice::from_ref(call),
            &mut buffer,
        )?;
        let delivery = turn.run(&TOOLS, &mut device, &JsonEncoder::new(), &mut scratch);
        turn.close();
        println!("agent: {buffer}");
        if let Some(Delivery::Replaced(error)) = delivery {
            println!("       (replaced: {error})");
        }
    }
    assert!(device.led);
    Ok(())
}

#[derive(Deserialize)]
struct Channel {
    channel: u8,
}

#[derive(Deserialize)]
struct Led {
    on: bool,
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

/// A handler: an ordinary function that knows nothing of models or encoding.
fn read_sensor(channel: u8) -> Result<Reading, SensorError> {
    match channel {
        0..=6 => Ok(Reading {
            channel,
            celsius: 20.4 + 0.55 * f32::from(channel),
            samples: 16,
        }),
        7 => Err(SensorError::Saturated { raw: 4095 }),
        _ => Err(SensorError::NoSuchChannel),
    }
}

const LOG: &str = "\
[00031.007] pump: set point 4.2 bar, measured 3.9 bar
[00044.951] pump: pressure above limit, valve opened for 35 ms
[00045.310] pump: back to normal, event saved
";
