//! One turn of an agent on a chip: the model's calls come in as text, a sensor is read, the results
//! go back as text. `cargo firmware agent_turn`.

#![no_std]
#![no_main]

use firmware::{ExitCode, println};
use heapless::String;
use serde::{Deserialize, Serialize};
use tool_result_encoder::{JsonEncoder, Reason, ToolError, ToolResultEncoder};

firmware::start!(main);
firmware::report_panics!();

fn main() -> ExitCode {
    for arguments in [
        r#"{"channel":2}"#,
        r#"{"channel":7}"#,
        r#"{"channel":9}"#,
        r#"{"channel":"two"}"#,
    ] {
        println!("call   read_sensor {arguments}");
        match answer::<128>(arguments) {
            Ok(content) => println!("result {content}"),
            Err(error) => println!("failed {error}"),
        }
    }

    println!("call   read_sensor {{\"channel\":2}}, answer of at most 16 bytes");
    match answer::<16>(r#"{"channel":2}"#) {
        Ok(content) => println!("result {content}"),
        Err(error) => println!("failed {error}"),
    }
    ExitCode::SUCCESS
}

/// From the arguments' text to the content for the model.
fn answer<const N: usize>(arguments: &str) -> Result<String<N>, ToolError<'static>> {
    let encoder = JsonEncoder::new();
    let content = match serde_json_core::from_slice::<Arguments>(arguments.as_bytes()) {
        Ok((arguments, _)) => encoder.encode(&read_sensor(&arguments)),
        Err(_) => {
            let error = ToolError::new(Reason::InvalidReturn)
                .with_cause("arguments are {\"channel\":0 to 7}");
            encoder.encode(&Err::<(), _>(error))
        }
    };
    content.map_err(|error| ToolError::from(error).with_tool_name("read_sensor"))
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

/// The tool's handler: an ordinary function that knows nothing of encoding.
fn read_sensor(arguments: &Arguments) -> Result<Reading, SensorError> {
    match arguments.channel {
        channel @ 0..=6 => Ok(Reading {
            channel,
            celsius: 20.4 + 0.55 * f32::from(channel),
            samples: 16,
        }),
        7 => Err(SensorError::Saturated { raw: 4095 }),
        _ => Err(SensorError::NoSuchChannel),
    }
}
