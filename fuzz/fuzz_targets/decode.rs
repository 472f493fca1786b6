//! Arguments of a tool call, right and wrong, into several types, against `serde_json`: no panic,
//! no stack overflow, the same values, the same texts refused.
//!
//! `cargo +nightly fuzz run decode`
#![no_main]

#[path = "../../tests/decode/agreement.rs"]
mod agreement;

use libfuzzer_sys::fuzz_target;
use tool_result_encoder::decode;

/// What texts are made of, so that many of them mean something.
const TOKENS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    " ",
    "\n",
    "null",
    "true",
    "false",
    "0",
    "-",
    "1",
    "255",
    "256",
    "-129",
    "65536",
    "2147483648",
    "18446744073709551615",
    "18446744073709551616",
    ".5",
    "1e39",
    "E-7",
    "e308",
    "9007199254740993",
    "0.1",
    "\"",
    "\\",
    "\\n",
    "\\u00e9",
    "\\ud83d",
    "\\ude42",
    "é",
    "🙂",
    "\"on\":",
    "\"letter\":",
    "\"text\":",
    "\"small\":[-1,2,-3,4]",
    "\"large\":[",
    "\"huge\":[1,2]",
    "\"single\":",
    "\"double\":",
    "\"rgb\":[1,2,3]",
    "\"list\":[",
    "\"map\":{",
    "\"mode\":",
    "\"modes\":{",
    "\"inner\":{",
    "\"any\":",
    "\"name\":",
    "\"off\"",
    "\"auto\":",
    "{\"level\":",
    "{\"mix\":[",
    "{\"ramp\":{\"from\":1,\"to\":",
    "\"1\":",
    "\"true\":",
    "\"a\"",
    "\"\\u0061\"",
    "[[[[[[[[",
    "]]]]]]]]",
    "{\"on\":true,\"mode\":\"off\"",
];

fuzz_target!(|data: &[u8]| {
    let Some((kind, data)) = data.split_first() else {
        return;
    };
    let text = if kind % 2 == 0 {
        String::from_utf8_lossy(data).into_owned()
    } else {
        let token = |byte: &u8| TOKENS[usize::from(*byte) % TOKENS.len()];
        data.iter().map(token).collect()
    };
    agreement::check(&text);

    // With less scratch: the same value, or an error.
    let mut whole = vec![0; text.len()];
    let mut part = vec![0; usize::from(*kind)];
    if let Ok(value) = decode::<agreement::Record>(&text, &mut part) {
        let again = decode::<agreement::Record>(&text, &mut whole).unwrap();
        assert_eq!(
            serde_json::to_string(&value).unwrap(),
            serde_json::to_string(&again).unwrap()
        );
    }
});
