//! What `decode` makes of a text, against `serde_json`.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tool_result_encoder::{Problem, decode};

/// Every member's type is one that a tool may have.
#[derive(Serialize, Deserialize, Debug)]
#[serde(default)]
pub struct Record {
    pub on: bool,
    pub letter: char,
    pub text: String,
    pub small: (i8, u8, i16, u16),
    pub large: (i32, u32, i64, u64),
    pub huge: (i128, u128),
    pub single: f32,
    pub double: f64,
    pub rgb: [u8; 3],
    pub list: Vec<Option<i64>>,
    pub map: BTreeMap<String, f32>,
    pub mode: Mode,
    pub modes: BTreeMap<Mode, bool>,
    pub inner: Option<Box<Record>>,
    pub any: Value,
}

impl Default for Record {
    fn default() -> Self {
        Self {
            on: false,
            letter: 'a',
            text: String::new(),
            small: (0, 0, 0, 0),
            large: (0, 0, 0, 0),
            huge: (0, 0),
            single: 0.0,
            double: 0.0,
            rgb: [0; 3],
            list: Vec::new(),
            map: BTreeMap::new(),
            mode: Mode::Off,
            modes: BTreeMap::new(),
            inner: None,
            any: Value::Null,
        }
    }
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    Off,
    Auto,
    Level(u8),
    Mix(u8, i64),
    Ramp { from: u8, to: Option<u8> },
}

/// Members must be there, and no others.
#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Strict {
    on: bool,
    name: Option<String>,
    mode: Mode,
}

/// The names in quotes are numbers and booleans.
type Keys = BTreeMap<i8, BTreeMap<bool, u64>>;

/// Decodes the text into some types, and checks that it does what `serde_json` does, but for the
/// differences that are documented.
pub fn check(text: &str) {
    compare::<Value>(text);
    compare::<Record>(text);
    compare::<Strict>(text);
    compare::<Vec<f64>>(text);
    compare::<Vec<f32>>(text);
    compare::<Vec<Mode>>(text);
    compare::<Option<(String, u8)>>(text);
    // `serde_json` takes numbers in quotes without escapes only.
    if !text.contains('\\') {
        compare::<Keys>(text);
    }
    let ignored = decode::<IgnoredAny>(text, &mut []).map(|_| ());
    match serde_json::from_str::<IgnoredAny>(or_object(text)) {
        Ok(_) => {
            if let Err(error) = ignored {
                assert!(explained(text, error.problem()), "{error}: {text}");
            }
        }
        Err(error) => assert!(ignored.is_err(), "{error}: {text}"),
    }
}

fn compare<T: for<'de> Deserialize<'de> + Serialize + Debug>(text: &str) {
    let mut scratch = vec![0; text.len()];
    let ours = decode::<T>(text, &mut scratch);
    let theirs = serde_json::from_str::<T>(or_object(text));
    match (ours, theirs) {
        // -0.0 is not 0.0, and the order of members counts.
        (Ok(ours), Ok(theirs)) => assert_eq!(
            serde_json::to_string(&ours).unwrap(),
            serde_json::to_string(&theirs).unwrap(),
            "{text}"
        ),
        (Err(_), Err(_)) => {}
        (Ok(ours), Err(error)) => {
            let error = error.to_string();
            let zero = error.contains("floating point `-0.0`, expected");
            let unit = error.starts_with("invalid type: map, expected unit");
            assert!(zero || unit, "{error}, but {ours:?}: {text}");
        }
        (Err(error), Ok(theirs)) => {
            let problem = error.problem();
            let structs = Problem::WrongType {
                expected: "an object",
            };
            assert!(
                explained(text, problem) || problem == structs,
                "{error}, but {theirs:?}: {text}"
            );
        }
    }
}

/// Whether ours may be the only one to refuse the text.
fn explained(text: &str, problem: Problem) -> bool {
    match problem {
        Problem::TooDeep { limit } => deepest(text) > limit.into(),
        // Half a surrogate pair in a string that nobody wants.
        Problem::Syntax { .. } | Problem::Truncated { .. } => {
            text.contains(r"\u") && serde_json::from_str::<Value>(text).is_err()
        }
        _ => false,
    }
}

/// At least the levels that the text has: brackets in strings count, too.
fn deepest(text: &str) -> usize {
    let mut level = 0;
    text.bytes()
        .map(|byte| {
            match byte {
                b'[' | b'{' => level += 1,
                b']' | b'}' => level -= 1,
                _ => {}
            }
            usize::try_from(level).unwrap_or(0)
        })
        .max()
        .unwrap_or(0)
}

fn or_object(text: &str) -> &str {
    if text.trim_matches([' ', '\t', '\n', '\r']).is_empty() {
        "{}"
    } else {
        text
    }
}
