//! Random texts, valid and not, against `serde_json`.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::Value;

use crate::agreement::check;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn valid_texts_are_what_serde_json_makes_of_them(value in json(), pretty: bool) {
        let text = if pretty {
            serde_json::to_string_pretty(&value)
        } else {
            serde_json::to_string(&value)
        };
        check(&text.unwrap());
    }

    #[test]
    fn records_are_what_serde_json_makes_of_them(text in record()) {
        check(&text);
    }

    #[test]
    fn changed_texts_are_refused_as_by_serde_json(
        text in prop_oneof![json().prop_map(|value| value.to_string()), record()],
        changes in prop::collection::vec((any::<Index>(), 0..3_usize, select(SPLICES)), 1..4),
    ) {
        let mut text = text;
        for (place, removed, splice) in changes {
            let bounds: Vec<_> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let start = place.index(bounds.len());
            let end = (start + removed).min(bounds.len() - 1);
            text.replace_range(bounds[start]..bounds[end], splice);
        }
        check(&text);
    }
}

const SPLICES: &[&str] = &[
    "", ",", ":", "[", "]", "{", "}", "\"", "\\", "\\u", "\\ud83d", "\\udc00", "\\u0041", "0", "1",
    "-", "-0", ".", "e5", "E+", "null", "true", "x", " ", "\n", "\u{1}", "\u{a0}", "é", "{}", "[]",
    "\"a\":", "1e999", "256",
];

/// JSON of any shape.
fn json() -> impl Strategy<Value = Value> {
    let text = "[ -~]{0,6}|[\\PC\\x00-\\x1f\"\\\\]{0,6}";
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<i8>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<f32>().prop_map(Value::from),
        text.prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 40, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((text, inner), 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Members that the types of `agreement` have, some with other types.
fn record() -> impl Strategy<Value = String> {
    let member = select(
        &[
            r#""on":true"#,
            r#""on":0"#,
            r#""letter":"x""#,
            r#""letter":"xy""#,
            r#""text":"\ud83d\ude42 \"é\"""#,
            r#""small":[-1,2,-3,4]"#,
            r#""small":[-1,2,-3,4,5]"#,
            r#""large":[-1,2,-3,4]"#,
            r#""huge":[-1,2]"#,
            r#""single":0.1"#,
            r#""double":1e-7"#,
            r#""rgb":[1,2,3]"#,
            r#""rgb":[1,2]"#,
            r#""list":[1,null,-2]"#,
            r#""map":{"a\n":1,"b":2.5}"#,
            r#""mode":"off""#,
            r#""mode":"on""#,
            r#""mode":{"level":3}"#,
            r#""mode":{"mix":[1,-2]}"#,
            r#""mode":{"ramp":{"from":1,"to":null}}"#,
            r#""modes":{"auto":true}"#,
            r#""inner":{"on":true,"x":[{}]}"#,
            r#""inner":[]"#,
            r#""any":{"a":[1.5,"\t"]}"#,
            r#""name":"a""#,
            r#""name":null"#,
            r#""x":{"y":[[],{"z":"\\"}]}"#,
            r#""1":{"true":2}"#,
        ][..],
    );
    prop::collection::vec(member, 0..6).prop_map(|members| format!("{{{}}}", members.join(",")))
}
