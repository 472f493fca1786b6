//! The other half of the proof that nothing in the library panics, beside `no_panic`: arguments of
//! every kind are decoded, right and wrong ones, and every dialect's messages are written, with and
//! without room. `cargo firmware no_panic_agent`.

#![no_std]
#![no_main]

use core::fmt::Write;
use core::hint::black_box;

use firmware::{Console, ExitCode};
use heapless::{LinearMap, String, Vec};
#[cfg(not(feature = "halt-on-panic"))]
use panic_never as _;
use serde::Deserialize;
use tool_result_encoder::{Dialect, JsonEncoder, Tool, ToolCall, Turn, decode};

firmware::start!(main);
#[cfg(feature = "halt-on-panic")]
firmware::halt_on_panic!();

fn main() -> ExitCode {
    for arguments in [
        r#"{"a":-128,"b":255,"c":-32768,"d":65535,"e":-2147483648,"f":4294967295,"g":-1,"h":1}"#,
        r#"{"a":-129}"#,
        "",
    ] {
        show::<Integers>(arguments, &mut []);
    }
    for arguments in [
        r#"{"text":"plain","owned":"a\n\u00e9\ud83d\ude00","maybe":null,"letter":"x","unit":{}}"#,
        r#"{"text":"\u0041","owned":"longer than eight"}"#,
        r#"{"text":"\ud83d"}"#,
        r#"{"text":7}"#,
        r#"{"text":"a","more":1}"#,
    ] {
        show::<Texts<'_>>(arguments, &mut [0; 16]);
    }
    for arguments in [
        r#"{"mode":"off","list":["auto",{"level":3},{"ramp":{"from":1,"to":2}}],"map":{"x":[1,2]}}"#,
        r#"{"mode":"fast"}"#,
        r#"{"list":[[[[[[[[[[[[[[[[[[[["#,
        r#"{"ignored":{"a":[1.5e3,true,null,"\\"]},"mode":"off","list":[],"map":{}} x"#,
    ] {
        show::<Shapes>(arguments, &mut []);
    }
    show::<(f32, f64)>("[16777217.000001,-2.2250738585072014e-308]", &mut []);
    show::<(f32, f64)>("[1e39,0]", &mut []);

    for name in Dialect::NAMES {
        if let Some(dialect) = Dialect::by_name(black_box(name)) {
            turn::<1024>(&dialect);
            turn::<360>(&dialect);
            turn::<64>(&dialect);
        }
    }
    print("done");
    ExitCode::SUCCESS
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "decoding them is the point")]
struct Integers {
    a: i8,
    b: u8,
    c: i16,
    d: u16,
    e: i32,
    f: u32,
    g: i64,
    h: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "decoding them is the point")]
struct Texts<'a> {
    text: &'a str,
    owned: String<8>,
    maybe: Option<bool>,
    letter: char,
    unit: (),
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "decoding them is the point")]
struct Shapes {
    mode: Mode,
    list: Vec<Mode, 4>,
    map: LinearMap<String<4>, [u8; 2], 2>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(dead_code, reason = "decoding them is the point")]
enum Mode {
    Off,
    Auto,
    Level(u8),
    Ramp { from: u8, to: u8 },
}

fn show<'a, T: Deserialize<'a>>(arguments: &'a str, scratch: &'a mut [u8]) {
    match decode::<T>(black_box(arguments), black_box(scratch)) {
        Ok(value) => {
            black_box(&value);
            print("decoded");
        }
        Err(error) => {
            let mut text = String::<128>::new();
            let _ = write!(text, "{error}");
            print(&text);
        }
    }
}

static TOOLS: [Tool<u32>; 2] = [
    Tool::new("count", "", "{}", |count, reply| {
        *count = count.wrapping_add(1);
        reply.run(|by: u32| {
            if by == 0 {
                Err("by nothing")
            } else {
                Ok([*count, by])
            }
        })
    }),
    Tool::new("log", "", "{}", |_, reply| {
        reply.result(Ok::<_, &()>(
            "a \"long\" text\n that does not fit everywhere",
        ))
    }),
];

fn turn<const N: usize>(dialect: &Dialect) {
    let calls = [
        ToolCall::new("\"1\"", "count", "0"),
        ToolCall::new("2", "count", "7"),
        ToolCall::new("", "log", "{}"),
        ToolCall::new("4\n", "none", "{}"),
    ];
    let mut buffer = String::<N>::new();
    let mut count = black_box(0);
    let written = Turn::open(dialect, black_box(&calls), &mut buffer).map(|mut turn| {
        while let Some(delivery) = turn.run(&TOOLS, &mut count, &JsonEncoder::new(), &mut [0; 16]) {
            let _ = black_box(delivery);
        }
        turn.close();
    });
    match written {
        Ok(()) => print(&buffer),
        Err(error) => {
            black_box(error);
            print("too small");
        }
    }
}

fn print(line: &str) {
    let _ = Console.write_str(line);
    let _ = Console.write_str("\n");
}
