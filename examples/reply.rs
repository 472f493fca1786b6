//! Prints the message that answers a tool call, for a JSON value on standard input.
//!
//! See `cargo run --example reply -- --help`.

use std::io::Read;
use std::process::ExitCode;

use heapless::String;
use heapless::string::StringView;
use serde_json::Value;
use tool_result_encoder::{Delivery, Dialect, JsonEncoder, ToolCall};

const HELP: &str = "\
usage: reply --dialect D --id I --name N [--error] [--text] [--capacity 64|256|1024|65536]

  --error  the value is the reason of an Err
  --text   standard input is a string result

For mcp-* the id is the JSON of the request's id. Exits with 1 and the reason on
standard error when nothing fits.";

fn main() -> ExitCode {
    if std::env::args().any(|argument| argument == "--help") {
        println!("{HELP}\nThe dialects: {}.", Dialect::NAMES.join(", "));
        return ExitCode::SUCCESS;
    }
    match run() {
        Ok(message) => {
            println!("{message}");
            ExitCode::SUCCESS
        }
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<std::string::String, std::string::String> {
    let options = Options::parse()?;
    let mut input = std::string::String::new();
    std::io::stdin()
        .read_to_string(&mut input)
        .map_err(|error| error.to_string())?;
    let value = if options.text {
        Value::String(input)
    } else {
        serde_json::from_str(&input).map_err(|error| format!("standard input: {error}"))?
    };

    // A firmware would have one of these, in a static.
    match options.capacity {
        64 => reply(&options, &value, &mut String::<64>::new()),
        256 => reply(&options, &value, &mut String::<256>::new()),
        1024 => reply(&options, &value, &mut String::<1024>::new()),
        65536 => reply(&options, &value, &mut String::<65536>::new()),
        other => Err(format!("--capacity {other}: 64, 256, 1024 or 65536")),
    }
}

fn reply(
    options: &Options,
    value: &Value,
    buffer: &mut StringView,
) -> Result<std::string::String, std::string::String> {
    let call = ToolCall::new(&options.id, &options.name, "{}");
    let result = if options.error { Err(value) } else { Ok(value) };
    let delivery = options
        .dialect
        .message(&JsonEncoder::new(), &call, result, buffer)
        .map_err(|error| error.to_string())?;
    if let Delivery::Replaced(error) = delivery {
        eprintln!("replaced by an error result: {error}");
    }
    Ok(buffer.as_str().into())
}

struct Options {
    dialect: Dialect,
    id: std::string::String,
    name: std::string::String,
    error: bool,
    text: bool,
    capacity: usize,
}

impl Options {
    fn parse() -> Result<Self, std::string::String> {
        let mut dialect = None;
        let mut options = Self {
            dialect: Dialect::OPENAI_CHAT,
            id: "".into(),
            name: "".into(),
            error: false,
            text: false,
            capacity: 65536,
        };
        let mut arguments = std::env::args().skip(1);
        while let Some(option) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{option} needs a value"));
            match option.as_str() {
                "--dialect" => {
                    let name = value()?;
                    let unknown =
                        || format!("--dialect {name}: one of {}", Dialect::NAMES.join(", "));
                    dialect = Some(Dialect::by_name(&name).ok_or_else(unknown)?);
                }
                "--id" => options.id = value()?,
                "--name" => options.name = value()?,
                "--capacity" => {
                    options.capacity = value()?.parse().map_err(|_| "--capacity needs a number")?;
                }
                "--error" => options.error = true,
                "--text" => options.text = true,
                other => return Err(format!("unknown option {other}")),
            }
        }
        options.dialect = dialect.ok_or("--dialect is missing")?;
        Ok(options)
    }
}
