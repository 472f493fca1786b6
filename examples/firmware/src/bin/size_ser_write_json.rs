//! What `ser-write-json` costs in flash, see `flash.py`.

#![no_std]
#![no_main]

use core::hint::black_box;

use firmware::{ExitCode, size};
use heapless::String;
use serde::Serialize;

firmware::start!(main);
firmware::halt_on_panic!();

fn main() -> ExitCode {
    size::encode_all::<SerWriteJson>();
    ExitCode::SUCCESS
}

struct SerWriteJson;

impl size::Encoder for SerWriteJson {
    fn append<T: Serialize>(value: &T) {
        let mut buffer = [0; 4096];
        let mut writer = ser_write::SliceWriter::new(&mut buffer);
        let fits = ser_write_json::to_writer(&mut writer, value).is_ok();
        black_box((fits, writer.len(), &buffer));
    }

    /// It writes into a slice of any length, so this is not a capacity's own code but a copy.
    fn encode<T: Serialize, const N: usize>(value: &T) {
        let mut buffer = [0; N];
        let mut writer = ser_write::SliceWriter::new(&mut buffer);
        let text = match ser_write_json::to_writer(&mut writer, value) {
            Ok(()) => core::str::from_utf8(writer.as_ref()).ok(),
            Err(_) => None,
        };
        black_box(
            text.and_then(|text| String::<N>::try_from(text).ok())
                .is_some_and(|text| black_box(&text).len() > 1),
        );
    }
}
