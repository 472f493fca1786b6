//! Values of the whole data model, made of the fuzzer's bytes, against what `serde_json` and a
//! printer of term notation make of them: no panic, no overflow that is not exact, no error for the
//! wrong reason, and nothing left behind in the buffer.
//!
//! `cargo +nightly fuzz run encode`
#![no_main]

#[path = "../../tests/agreement/mod.rs"]
mod agreement;
#[path = "../../tests/every_capacity/mod.rs"]
mod every_capacity;
#[path = "../../tests/value/mod.rs"]
mod value;

use agreement::{Options, check, expected};
use arbitrary::{Arbitrary, Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use tool_result_encoder::{NonFinite, ToolResultEncoder};
use value::{NAMES, Name, Value};

/// Levels of a value. The encoder's limit is below that, `serde_json`'s when it reads is above.
const LEVELS: u8 = 70;

#[derive(Debug)]
struct Case {
    value: Value,
    options: Options,
    /// Bytes left in the buffer.
    room: usize,
}

impl<'a> Arbitrary<'a> for Case {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let options = Options {
            max_depth: if u.arbitrary()? {
                32
            } else {
                u.int_in_range(0..=60)?
            },
            non_finite: if u.arbitrary()? {
                NonFinite::Null
            } else {
                NonFinite::Error
            },
            big_integers_as_strings: u.arbitrary()?,
        };
        let room = u.int_in_range(0..=300)?;
        let value = value(u, LEVELS)?;
        Ok(Self {
            value,
            options,
            room,
        })
    }
}

fn value(u: &mut Unstructured<'_>, levels: u8) -> Result<Value> {
    let Some(levels) = levels.checked_sub(1) else {
        return Ok(Value::Unit);
    };
    Ok(match u.int_in_range(0..=36)? {
        0 => Value::Bool(u.arbitrary()?),
        1 => Value::I8(u.arbitrary()?),
        2 => Value::I16(u.arbitrary()?),
        3 => Value::I32(u.arbitrary()?),
        4 => Value::I64(u.arbitrary()?),
        5 => Value::I128(u.arbitrary()?),
        6 => Value::U8(u.arbitrary()?),
        7 => Value::U16(u.arbitrary()?),
        8 => Value::U32(u.arbitrary()?),
        9 => Value::U64(u.arbitrary()?),
        10 => Value::U128(u.arbitrary()?),
        11 => Value::F32(u.arbitrary()?),
        12 => Value::F64(u.arbitrary()?),
        13 => Value::Char(u.arbitrary()?),
        14 | 15 => Value::Str(u.arbitrary()?),
        16 => Value::Bytes(u.arbitrary()?),
        17 => Value::Shown(u.arbitrary()?),
        18 => Value::None,
        19 => value(u, levels)?.some(),
        20 => Value::Unit,
        21 => Value::UnitStruct(name(u)?),
        22 => Value::UnitVariant(name(u)?),
        23 => Value::NewtypeStruct(name(u)?, value(u, levels)?.into()),
        24 => Value::NewtypeVariant(name(u)?, value(u, levels)?.into()),
        25 => Value::Seq(items(u, levels)?),
        26 => Value::Tuple(items(u, levels)?),
        27 => Value::TupleStruct(name(u)?, items(u, levels)?),
        28 => Value::TupleVariant(name(u)?, items(u, levels)?),
        29 | 30 => Value::Map(many(u, |u| Ok((key(u, levels)?, value(u, levels)?)))?),
        31 => Value::Struct(name(u)?, fields(u, levels)?),
        32 => Value::StructVariant(name(u)?, fields(u, levels)?),
        33 => value(u, levels)?.ok(),
        34 | 35 => value(u, levels)?.err(),
        _ => Value::Fails,
    })
}

/// Mostly one that JSON has.
fn key(u: &mut Unstructured<'_>, levels: u8) -> Result<Value> {
    Ok(match u.int_in_range(0..=7)? {
        0 => value(u, levels)?,
        1 => value(u, levels)?.newtype(),
        2 => Value::UnitVariant(name(u)?),
        3 => Value::I64(u.arbitrary()?),
        4 => Value::F32(u.arbitrary()?),
        5 => Value::Shown(u.arbitrary()?),
        _ => Value::Str(u.arbitrary()?),
    })
}

fn name(u: &mut Unstructured<'_>) -> Result<Name> {
    Ok(u.choose(NAMES)?)
}

fn items(u: &mut Unstructured<'_>, levels: u8) -> Result<Vec<Value>> {
    many(u, |u| value(u, levels))
}

fn fields(u: &mut Unstructured<'_>, levels: u8) -> Result<Vec<(Name, Value)>> {
    many(u, |u| Ok((name(u)?, value(u, levels)?)))
}

fn many<T>(
    u: &mut Unstructured<'_>,
    mut one: impl FnMut(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    let count = u.int_in_range(0..=5)?;
    (0..count).map(|_| one(u)).collect()
}

fuzz_target!(|case: Case| {
    let Case {
        value,
        options,
        room,
    } = case;
    check(&value, options, room);
    let on_the_heap = options.encoder().encode_string(&value);
    assert_eq!(on_the_heap, expected(&value, options));
});
