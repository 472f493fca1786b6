//! The program whose size `flash.py` measures: the same values and calls for each encoder.

use core::hint::black_box;

use serde::Serialize;

use crate::workloads;

/// An encoder as a user calls it. What is written goes through `black_box`.
pub trait Encoder {
    /// Into the caller's buffer.
    fn append<T: Serialize>(value: &T);

    /// Into a new string of `N` bytes.
    fn encode<T: Serialize, const N: usize>(value: &T);
}

/// Encodes a log, a text and a nested value, and with the feature `weather` a weather report.
pub fn encode_all<E: Encoder>() {
    encode_one::<E, _>(&workloads::log());
    encode_one::<E, _>(&workloads::text());
    encode_one::<E, _>(&workloads::nested());
    #[cfg(feature = "weather")]
    encode_one::<E, _>(&workloads::weather());
}

fn encode_one<E: Encoder, T: Serialize>(value: &T) {
    let value = black_box(value);
    if cfg!(feature = "three-capacities") {
        E::encode::<T, 2048>(value);
        E::encode::<T, 3072>(value);
        E::encode::<T, 4096>(value);
    } else {
        E::append(value);
    }
}
