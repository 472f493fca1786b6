//! Random values of the whole data model, against `serde_json` and a printer of term notation.

mod agreement;
mod every_capacity;
mod value;

use agreement::{Options, check, expected, is_text};
use every_capacity::assert_encodes_with;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use tool_result_encoder::{JsonEncoder, NonFinite, ToolResultEncoder};
use value::{NAMES, Name, Value};

/// Values a property is tried with.
const CASES: u32 = if cfg!(miri) { 20 } else { 1500 };

fn config() -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(CASES)
    }
}

fn name() -> impl Strategy<Value = Name> {
    select(NAMES)
}

fn text() -> impl Strategy<Value = String> {
    let c = prop_oneof![
        3 => select(vec![
            '"', '\\', '/', '\n', '\t', '\r', '\0', '\x07', '\x08', '\x0B', '\x0C', '\x1B', '\x1F',
            '\x7F', '\u{80}', '#', '{', '}', ' ', 'é', '€', '😀', '\u{2028}', '\u{FEFF}',
        ]),
        3 => proptest::char::range(' ', '~'),
        1 => any::<char>(),
    ];
    vec(c, 0..24).prop_map(String::from_iter)
}

fn float() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>().prop_map(f64::from_bits),
        any::<f32>().prop_map(f64::from),
        (-1_000_000..1_000_000).prop_map(|v| f64::from(v) / 100.0),
        select(vec![
            0.0,
            -0.0,
            1e15,
            1e16,
            1e21,
            5e-324,
            f64::MAX,
            f64::NAN,
            f64::NEG_INFINITY
        ]),
    ]
}

fn integer() -> impl Strategy<Value = Value> {
    // As many of each length.
    let wide = (any::<u128>(), 0_u32..128).prop_map(|(v, shift)| v >> shift);
    let around_2_to_the_53 = (-3_i64..4).prop_map(|v| (1 << 53) + v);
    prop_oneof![
        any::<i8>().prop_map(Value::I8),
        any::<i16>().prop_map(Value::I16),
        any::<i32>().prop_map(Value::I32),
        any::<i64>().prop_map(Value::I64),
        any::<u8>().prop_map(Value::U8),
        any::<u16>().prop_map(Value::U16),
        any::<u32>().prop_map(Value::U32),
        any::<u64>().prop_map(Value::U64),
        wide.clone().prop_map(Value::U128),
        wide.clone().prop_map(|v| Value::I128(v as i128)),
        wide.clone().prop_map(|v| Value::I64(v as i64)),
        wide.prop_map(|v| Value::U64(v as u64)),
        around_2_to_the_53.clone().prop_map(Value::I64),
        around_2_to_the_53.prop_map(|v| Value::I128(-i128::from(v))),
        select(vec![
            Value::I8(i8::MIN),
            Value::I16(i16::MIN),
            Value::I32(i32::MIN)
        ]),
        select(vec![
            Value::I64(i64::MIN),
            Value::I128(i128::MIN),
            Value::U128(u128::MAX)
        ]),
    ]
}

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        1 => any::<bool>().prop_map(Value::Bool),
        4 => integer(),
        2 => float().prop_map(Value::F64),
        2 => float().prop_map(|v| Value::F32(v as f32)),
        1 => any::<char>().prop_map(Value::Char),
        4 => text().prop_map(Value::Str),
        1 => text().prop_map(|text| Value::Bytes(text.into())),
        1 => vec(text(), 0..5).prop_map(Value::Shown),
        1 => Just(Value::None),
        1 => Just(Value::Unit),
        1 => name().prop_map(Value::UnitStruct),
        2 => name().prop_map(Value::UnitVariant),
    ]
}

fn key() -> impl Strategy<Value = Value> {
    let key = prop_oneof![
        text().prop_map(Value::Str),
        vec(text(), 0..3).prop_map(Value::Shown),
        any::<char>().prop_map(Value::Char),
        any::<bool>().prop_map(Value::Bool),
        integer(),
        any::<i32>().prop_map(|v| Value::F32(v as f32 / 8.0)),
        name().prop_map(Value::UnitVariant),
    ];
    prop_oneof![4 => key.clone(), 1 => key.prop_map(Value::newtype)]
}

/// Any value; `key` and `scalar` say what it has for keys and at its ends.
fn composed(
    key: impl Strategy<Value = Value> + Clone + 'static,
    scalar: impl Strategy<Value = Value> + 'static,
) -> impl Strategy<Value = Value> {
    scalar.prop_recursive(6, 48, 6, move |value| {
        let items = || vec(value.clone(), 0..6);
        let fields = || vec((name(), value.clone()), 0..6);
        prop_oneof![
            1 => value.clone().prop_map(Value::some),
            1 => (name(), value.clone()).prop_map(|(name, v)| Value::NewtypeStruct(name, v.into())),
            1 => (name(), value.clone()).prop_map(|(name, v)| Value::NewtypeVariant(name, v.into())),
            1 => value.clone().prop_map(Value::ok),
            1 => value.clone().prop_map(Value::err),
            2 => items().prop_map(Value::Seq),
            1 => items().prop_map(Value::Tuple),
            1 => (name(), items()).prop_map(|(name, v)| Value::TupleStruct(name, v)),
            1 => (name(), items()).prop_map(|(name, v)| Value::TupleVariant(name, v)),
            3 => vec((key.clone(), value.clone()), 0..6).prop_map(Value::Map),
            2 => (name(), fields()).prop_map(|(name, v)| Value::Struct(name, v)),
            1 => (name(), fields()).prop_map(|(name, v)| Value::StructVariant(name, v)),
        ]
    })
}

/// What can be written unless it is a float that is not finite, or deep.
fn good() -> impl Strategy<Value = Value> {
    composed(key().boxed(), scalar())
}

/// What may have any fault: bytes that are no text, keys of any kind, values that fail.
fn any_value() -> impl Strategy<Value = Value> {
    let bytes = vec(any::<u8>(), 0..6).prop_map(Value::Bytes);
    let scalar = prop_oneof![12 => scalar(), 1 => bytes, 1 => Just(Value::Fails)];
    let key_of_any_kind = prop_oneof![
        8 => key(),
        1 => scalar.clone(),
        1 => scalar.clone().prop_map(Value::some),
        1 => vec(scalar.clone(), 0..3).prop_map(Value::Tuple),
        1 => vec((name(), scalar.clone()), 0..3).prop_map(|v| Value::Struct("S", v)),
        1 => (key(), key()).prop_map(|(key, value)| Value::Map(vec![(key, value)])),
    ];
    composed(key_of_any_kind.boxed(), scalar)
}

fn options() -> impl Strategy<Value = Options> {
    let max_depth = prop_oneof![4 => Just(32), 1 => 0..8_u8, 1 => 8..60_u8];
    let non_finite = select(vec![NonFinite::Null, NonFinite::Error]);
    (max_depth, non_finite, any::<bool>()).prop_map(
        |(max_depth, non_finite, big_integers_as_strings)| Options {
            max_depth,
            non_finite,
            big_integers_as_strings,
        },
    )
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn json(value in good(), options in options(), room in 0..200_usize) {
        check(&value, options, room);
    }

    #[test]
    fn ok(value in good(), options in options(), room in 0..200_usize) {
        check(&value.ok(), options, room);
    }

    #[test]
    fn reasons(value in good(), options in options(), room in 0..200_usize) {
        check(&value.err(), options, room);
    }

    #[test]
    fn faults(value in any_value(), options in options(), room in 0..200_usize) {
        check(&value, options, room);
        check(&value.clone().ok(), options, room);
        check(&value.err(), options, room);
    }

    #[test]
    fn wrapped(value in any_value(), options in options(), wrappers in 0..40, room in 0..200_usize) {
        let wrap = |value: Value, index| if index % 3 == 0 { value.newtype() } else { value.some() };
        let wrapped = (0..wrappers).fold(value.clone(), wrap);
        let key = (0..wrappers).fold(Value::str("k"), |key, _| key.newtype());
        check(&wrapped, options, room);
        check(&Value::Seq(vec![wrapped.clone(), Value::Unit, wrapped.clone()]), options, room);
        check(&Value::Map(vec![(key, wrapped.clone())]), options, room);
        check(&wrapped.ok().newtype(), options, room);
        check(&(0..wrappers).fold(value.err(), wrap), options, room);
    }

    #[test]
    fn deep(value in any_value(), levels in 0..40, options in options(), room in 0..200_usize) {
        let nest = |value, level| match level % 5 {
            0 => Value::Seq(vec![Value::U8(1), value]),
            1 => Value::Map(vec![(Value::U8(1), value)]),
            2 => Value::StructVariant("V", vec![("f", value), ("g", Value::Unit)]),
            3 => Value::NewtypeVariant("N", value.into()),
            _ => Value::Tuple(vec![value.some()]),
        };
        let value = (0..levels).fold(value, nest);
        check(&value, options, room);
        check(&value.err(), options, room);
    }

    #[test]
    fn every_capacity_of_short_contents(value in any_value()) {
        let options = Options {
            max_depth: 32,
            non_finite: NonFinite::Null,
            big_integers_as_strings: false,
        };
        for value in [value.clone(), value.clone().ok(), value.err()] {
            if let Ok(text) = expected(&value, options)
                && text.len() <= 100
            {
                assert_encodes_with(&options.encoder(), &value, &text);
            }
        }
    }

    /// Nothing but the value matters: not what is in the buffer, nor its size, nor the time.
    #[test]
    fn only_the_value_matters(value in any_value(), first in text(), second in text()) {
        let encoder = JsonEncoder::new();
        let after = |before: &str| {
            let mut buffer: heapless::String<8192> = heapless::String::try_from(before).unwrap();
            encoder.append(&value, &mut buffer).map(|()| buffer[before.len()..].to_owned())
        };
        let text = after(&first);
        prop_assert_eq!(&text, &after(&second));
        prop_assert_eq!(&text, &after(&first));
        let in_place = encoder.encode::<_, 8192>(&value);
        prop_assert_eq!(text.as_deref().map_err(|e| *e), in_place.as_deref().map_err(|e| *e));
        let len = encoder.encoded_len(&value);
        prop_assert_eq!(text.map(|text| text.len()), len);
    }

    /// Inside an array a value has the text that it has alone, unless it is one itself.
    #[test]
    fn contents_compose(value in good()) {
        let encoder = JsonEncoder::new().non_finite(NonFinite::Null);
        let content = encoder.encode::<_, 8192>(&value).unwrap();
        let array = encoder.encode::<_, 8192>(&[&value]).unwrap();
        if is_text(&value) {
            let [decoded]: [String; 1] = serde_json::from_str(&array).unwrap();
            prop_assert_eq!(decoded.as_str(), content.as_str());
        } else if !matches!(without_wrappers(&value), Value::Result(_)) {
            prop_assert_eq!(array.as_str(), format!("[{content}]"));
        }
    }

    /// A reason that is a text is decoded to that text; the original's notation has no say in it.
    #[test]
    fn texts_as_reasons(text in text()) {
        let content = JsonEncoder::new().encode::<_, 256>(&Err::<(), _>(&text)).unwrap();
        let decoded: serde_json::Value = serde_json::from_str(&content).unwrap();
        prop_assert_eq!(decoded, serde_json::json!({ "error": text }));
    }

    #[test]
    fn floats_read_back(bits in any::<u64>()) {
        let encoder = JsonEncoder::new();
        let (wide, narrow) = (f64::from_bits(bits), f32::from_bits(bits as u32));
        if wide.is_finite() {
            let text = encoder.encode::<_, 32>(&wide).unwrap();
            prop_assert_eq!(text.parse::<f64>().unwrap().to_bits(), wide.to_bits());
        }
        if narrow.is_finite() {
            let text = encoder.encode::<_, 32>(&narrow).unwrap();
            prop_assert_eq!(text.parse::<f32>().unwrap().to_bits(), narrow.to_bits());
        }
    }
}

fn without_wrappers(value: &Value) -> &Value {
    match value {
        Value::Some(value) | Value::NewtypeStruct(_, value) => without_wrappers(value),
        value => value,
    }
}
