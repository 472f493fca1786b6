//! One turn of an agent: the model calls tools, the handlers' values go back as text.
//!
//! `cargo run --example agent_turn`

use heapless::String;
use serde::{Deserialize, Serialize};
use tool_result_encoder::{JsonEncoder, Reason, ToolError, ToolResultEncoder};

/// What a task on a microcontroller would set aside for one answer.
type Content = String<96>;

fn main() {
    // (name, arguments) as a provider sends them.
    let calls = [
        ("read_sensor", r#"{"channel":2}"#),
        ("read_sensor", r#"{"channel":7}"#),
        ("read_sensor", r#"{"channel":"two"}"#),
        ("read_log", "{}"),
        ("open_door", "{}"),
    ];
    for (name, arguments) in calls {
        println!("model: {name}({arguments})");
        println!("tool:  {}\n", answer(name, arguments));
    }
}

/// The content for the model: the tool's result, or why there is none.
fn answer(name: &str, arguments: &str) -> Content {
    call(name, arguments).unwrap_or_else(|error| {
        // What could not be encoded is answered all the same, or the conversation ends here.
        let error = error.with_tool_name(name);
        JsonEncoder::new()
            .encode(&Err::<(), _>(error))
            .unwrap_or_default()
    })
}

fn call<'a>(name: &str, arguments: &str) -> Result<Content, ToolError<'a>> {
    let json = JsonEncoder::new();
    Ok(match name {
        "read_sensor" => {
            let (channel, _) = serde_json_core::from_str::<Channel>(arguments).map_err(|_| {
                ToolError::new(Reason::InvalidReturn).with_cause("channel must be 0 to 7")
            })?;
            json.encode(&read_sensor(channel))?
        }
        "read_log" => json.encode(LOG)?,
        _ => return Err(ToolError::new(Reason::NotFound)),
    })
}

#[derive(Deserialize)]
struct Channel {
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
    Saturated { raw: u16 },
}

/// A handler: an ordinary function that knows nothing of models or encoding.
fn read_sensor(Channel { channel }: Channel) -> Result<Reading, SensorError> {
    if channel == 7 {
        return Err(SensorError::Saturated { raw: 4095 });
    }
    Ok(Reading {
        channel,
        celsius: 20.4 + 0.55 * f32::from(channel),
        samples: 16,
    })
}

const LOG: &str = "\
[00031.007] pump: set point 4.2 bar, measured 3.9 bar
[00044.951] pump: pressure above limit, valve opened for 35 ms
[00045.310] pump: back to normal, event saved
";
