//! The proof that nothing in the library panics: this program encodes every kind of value and meets
//! every kind of error, and links only if no panic can be reached. `cargo firmware no_panic`.
//!
//! To see that the link can fail: `cargo firmware no_panic --features reachable-panic`. When it does
//! fail, the feature `halt-on-panic` makes it link all the same, so that the culprit can be found:
//!
//! ```text
//! cargo firmware no_panic --features halt-on-panic
//! arm-none-eabi-objdump -dC examples/firmware/target/thumbv7m-none-eabi/release/no_panic |
//!     grep -E '>:$|<core::(panicking|slice::index|str|option|result)::' | grep -B1 -E 'bl?\s.*<core::'
//! ```

#![no_std]
#![no_main]

use core::fmt::Write;
use core::hint::black_box;

use firmware::{Console, ExitCode};
use heapless::{LinearMap, String};
#[cfg(not(feature = "halt-on-panic"))]
use panic_never as _;
use serde::ser::{Error, SerializeMap};
use serde::{Serialize, Serializer};
use tool_result_encoder::{
    DebugText, DisplayText, EncodeError, JsonEncoder, NonFinite, Output, Reason, ToolError,
    ToolResultEncoder,
};

firmware::start!(main);
#[cfg(feature = "halt-on-panic")]
firmware::halt_on_panic!();

fn main() -> ExitCode {
    let json = JsonEncoder::new();
    let lenient = json
        .non_finite(NonFinite::Null)
        .big_integers_as_strings(true);

    for encoder in [json, lenient] {
        show(&encoder, &Sample::new());
        show(&encoder, &Integers::new());
        show(&encoder, &[0.1_f64, 1e16, 5e-324, f64::MAX, -0.0]);
        show(&encoder, &(f32::MIN_POSITIVE, f32::INFINITY));
    }
    show(&json, "text stays \"text\"\n");
    show(
        &json,
        &["\"\\\u{8}\t\n\u{c}\r\u{1}\u{1f}\u{7f}/", "é→🙂\u{2028}", ""],
    );
    show(&json, &Modes::new());
    show(&json, &Keys);
    show(
        &json,
        &(
            Bytes(b"bytes"),
            'c',
            '"',
            Some(()),
            None::<u8>,
            Wrapped("newtype"),
            [(); 0],
        ),
    );

    show(&json, &Ok::<_, ()>(Modes::new()));
    show(&json, &Err::<(), _>("bus \"i2c0\"\nis stuck"));
    show(&json, &Err::<(), _>(Sample::new()));
    show(&json, &Err::<(), _>(Integers::new()));
    show(&json, &Err::<(), _>(Modes::new()));
    show(&json, &Err::<(), _>(Keys));
    show(
        &json,
        &Err::<(), _>((
            Bytes(b"#{bytes}"),
            'c',
            Some(0.5),
            None::<u8>,
            Wrapped("\u{1b}"),
        )),
    );
    show(&json, &Err::<(), _>([f32::NAN]));
    show(&lenient, &Err::<(), _>([f32::NAN]));
    show(&json, &Err::<(), _>(Mode::Off));
    show(&json, &Err::<(), _>(Mode::Ramp { from: 20, to: 90 }));
    show(&json, &Err::<(), _>(DisplayText(TOOL_ERROR)));
    show(
        &json,
        &Err::<(), _>(DebugText(EncodeError::TooDeep { limit: 2 })),
    );
    show(&json, &Err::<(), _>(TOOL_ERROR.with_cause("no \"LED\"")));
    show(&json, &Err::<(), _>(Reason::Timeout));
    show(&Shout, &Mode::Level(70));

    // The errors that did not come up yet.
    show(&json, &Bytes(&[0xFF, 0x00, 0x22]));
    show(&json, &TupleKey);
    show(&json, &Fails);
    show(&json, &Err::<(), _>(Fails));
    show(&json.max_depth(2), &Sample::new());
    show(&json, &[Integers::new(), Integers::new(), Integers::new()]);
    show(&json, &[[Some(Mode::Level(1)); 32]; 4]);

    #[cfg(feature = "reachable-panic")]
    black_box(black_box([1, 2])[black_box(1_usize)]);
    print("no panic can be reached\n");
    ExitCode::SUCCESS
}

/// Encodes the value in each of the ways and prints its text, or why it has none. The compiler
/// knows neither the value nor what is in the buffer, so that it cannot compute any of it
/// beforehand.
#[inline(never)]
fn show<E: ToolResultEncoder, T: Serialize + ?Sized>(encoder: &E, value: &T) {
    let (encoder, value) = black_box((encoder, value));
    let mut text = String::<512>::new();
    let length = encoder.encoded_len(value);
    let appended = encoder.append(value, black_box(&mut text));
    let encoded = encoder.encode::<_, 512>(value);
    match (appended, encoded) {
        (Ok(()), Ok(encoded)) if encoded == text && length == Ok(text.len()) => print(&text),
        (Err(error), Err(same)) if error == same => {
            let _ = write!(text, "{}", ToolError::from(error).with_tool_name("show"));
            print(&text);
        }
        _ => print("the ways differ"),
    }
    print("\n");
}

fn print(text: &str) {
    // Nobody to tell if it fails.
    let _ = Console.write_str(text);
}

const TOOL_ERROR: ToolError<'_> = ToolError::new(Reason::NotFound)
    .with_tool_name("blink")
    .with_tool_call_id("call_1");

#[derive(Serialize)]
struct Sample {
    name: &'static str,
    celsius: f32,
    modes: LinearMap<&'static str, LinearMap<Mode, f64, 2>, 2>,
}

impl Sample {
    fn new() -> Self {
        let mut inner = LinearMap::new();
        let _ = inner.insert(Mode::Off, 0.1);
        let _ = inner.insert(Mode::Auto, 1e21);
        let mut modes = LinearMap::new();
        let _ = modes.insert("night \"shift\"", inner);
        Self {
            name: "pump",
            celsius: -3.5,
            modes,
        }
    }
}

#[derive(Serialize)]
struct Integers(i8, u8, i16, u16, i32, u32, i64, u64, i128, u128, bool);

impl Integers {
    fn new() -> Self {
        Self(
            i8::MIN,
            u8::MAX,
            i16::MIN,
            u16::MAX,
            i32::MIN,
            0,
            i64::MIN,
            u64::MAX,
            i128::MIN,
            u128::MAX,
            true,
        )
    }
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Off,
    Auto,
    Level(u8),
    Mix(u8, i64),
    Ramp { from: u8, to: u8 },
}

#[derive(Serialize)]
struct Modes([Mode; 5]);

impl Modes {
    fn new() -> Self {
        Self([
            Mode::Off,
            Mode::Auto,
            Mode::Level(70),
            Mode::Mix(1, -2),
            Mode::Ramp { from: 20, to: 90 },
        ])
    }
}

#[derive(Serialize)]
struct Wrapped(&'static str);

struct Bytes<'a>(&'a [u8]);

impl Serialize for Bytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

/// A map with a key of each kind that JSON can carry.
struct Keys;

impl Serialize for Keys {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("a \"string\"", &1)?;
        map.serialize_entry(&'\n', &2)?;
        map.serialize_entry(&Mode::Off, &3)?;
        map.serialize_entry(&true, &4)?;
        map.serialize_entry(&-5_i8, &5)?;
        map.serialize_entry(&u64::MAX, &6)?;
        map.serialize_entry(&i128::MIN, &7)?;
        map.serialize_entry(&0.5_f32, &8)?;
        map.serialize_entry(&Wrapped("newtype"), &9)?;
        map.end()
    }
}

/// A map with a key that JSON cannot carry.
struct TupleKey;

impl Serialize for TupleKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(&(1, 2), &3)?;
        map.end()
    }
}

/// A value whose own `Serialize` fails half-way.
struct Fails;

impl Serialize for Fails {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("begun", &1)?;
        Err(S::Error::custom("no more"))
    }
}

/// Somebody else's encoder, which formats into `Output`.
struct Shout;

impl ToolResultEncoder for Shout {
    fn encode_into<T: Serialize + ?Sized>(
        &self,
        value: &T,
        out: &mut Output<'_>,
    ) -> Result<(), EncodeError> {
        let length = JsonEncoder::new().encoded_len(value)?;
        let _ = write!(out, "{length} BYTES! ");
        JsonEncoder::new().encode_into(value, out)
    }
}
