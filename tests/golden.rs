//! The content that the Elixir original printed, row by row. See `data/README.md`.

mod every_capacity;
mod value;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use every_capacity::assert_encodes;
use heapless::String as Buffer;
use tool_result_encoder::{EncodeError, JsonEncoder, Shape, ToolResultEncoder};
use value::Value;

const ROWS: &str = include_str!("data/golden.jsonl");

/// Bytes of the longest content, and some.
const ROOM: usize = 66_000;

/// Contents up to this length are tried at every capacity.
const SHORT: usize = 256;

#[test]
fn every_row_of_the_original() {
    let rows: Vec<serde_json::Value> = ROWS
        .lines()
        .map(|row| serde_json::from_str(row).unwrap())
        .collect();
    assert_eq!(rows.len(), 738);
    let faults: Vec<String> = rows.iter().filter_map(|row| check(row).err()).collect();
    assert!(
        faults.is_empty(),
        "{} of {} rows:\n{}",
        faults.len(),
        rows.len(),
        faults.join("\n")
    );
}

fn check(row: &serde_json::Value) -> Result<(), String> {
    let id = row["id"].as_str().unwrap();
    let mut tokens = row["term"].as_array().unwrap().iter();
    let term = read_term(&mut tokens);
    assert_eq!(tokens.next(), None, "{id}");
    let content = match row["wrap"].as_str() {
        None => encode(&term),
        Some("ok") => encode(&Ok::<&Value, &Value>(&term)),
        Some("error") => encode(&Err::<&Value, &Value>(&term)),
        Some(other) => panic!("{id}: wrap {other}"),
    };
    if row["fails"] == true {
        return match content {
            Err(EncodeError::UnsupportedShape(Shape::InvalidUtf8)) => Ok(()),
            other => Err(format!("{id}: {other:?}, not an error")),
        };
    }
    let ours = content.map_err(|error| format!("{id}: {error}"))?;
    let theirs = row["out"].as_str().unwrap();
    let same = match row["compare"].as_str().unwrap() {
        "bytes" => ours == theirs,
        "value" => same_but_for_floats(&ours, theirs),
        other => panic!("{id}: compare {other}"),
    };
    if same {
        Ok(())
    } else {
        Err(format!("{id}: {ours:?}, not {theirs:?}"))
    }
}

/// The content, after all ways to get it, and all capacities if it is short, agreed on it.
fn encode<T: serde::Serialize>(value: &T) -> Result<String, EncodeError> {
    let encoder = JsonEncoder::new();
    let content: Box<Result<Buffer<ROOM>, EncodeError>> = Box::new(encoder.encode(value));
    let len = encoder.encoded_len(value);
    assert_eq!(
        len,
        content
            .as_ref()
            .as_ref()
            .map(|text| text.len())
            .map_err(|e| *e)
    );
    let content = String::from(content.as_ref().as_ref().map_err(|error| *error)?.as_str());
    if content.len() <= SHORT {
        assert_encodes(value, &content);
    }
    Ok(content)
}

fn read_term<'a>(tokens: &mut impl Iterator<Item = &'a serde_json::Value>) -> Value {
    let token = tokens.next().unwrap();
    let text = || token[1].as_str().unwrap();
    let count = || token[1].as_u64().unwrap();
    match token[0].as_str().unwrap() {
        "a" => match text() {
            "nil" => Value::None,
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            name => Value::UnitVariant(String::from(name).leak()),
        },
        "i" => smallest_integer(text()),
        "f" => Value::F64(f64::from_bits(u64::from_str_radix(text(), 16).unwrap())),
        "s" => Value::str(text()),
        "b64" => Value::Bytes(BASE64_STANDARD.decode(text()).unwrap()),
        "l" => Value::Seq((0..count()).map(|_| read_term(tokens)).collect()),
        "t" => Value::Tuple((0..count()).map(|_| read_term(tokens)).collect()),
        "m" => {
            let entry = |_| (read_term(tokens), read_term(tokens));
            Value::Map((0..count()).map(entry).collect())
        }
        other => panic!("token {other}"),
    }
}

fn smallest_integer(digits: &str) -> Value {
    macro_rules! first_that_fits {
        ($($kind:ident $int:ty),*) => {
            $(if let Ok(int) = digits.parse::<$int>() {
                return Value::$kind(int);
            })*
        };
    }
    first_that_fits!(U8 u8, I8 i8, U16 u16, I16 i16, U32 u32, I32 i32, U64 u64, I64 i64);
    first_that_fits!(U128 u128, I128 i128);
    panic!("{digits} has more than 128 bits")
}

/// Whether the texts are the same, but for floats that are written differently.
fn same_but_for_floats(ours: &str, theirs: &str) -> bool {
    let (mut ours, mut theirs) = (ours, theirs);
    loop {
        let (our_number, our_rest) = split_number(ours);
        let (their_number, their_rest) = split_number(theirs);
        if !same_number(our_number, their_number) {
            return false;
        }
        let (mut our_chars, mut their_chars) = (our_rest.chars(), their_rest.chars());
        match (our_chars.next(), their_chars.next()) {
            (None, None) => return true,
            (ours, theirs) if ours != theirs => return false,
            _ => (ours, theirs) = (our_chars.as_str(), their_chars.as_str()),
        }
    }
}

fn same_number(ours: &str, theirs: &str) -> bool {
    let is_float = |text: &str| text.contains(['.', 'e']);
    if is_float(ours) && is_float(theirs) {
        ours.parse::<f64>().unwrap().to_bits() == theirs.parse::<f64>().unwrap().to_bits()
    } else {
        ours == theirs
    }
}

/// Splits a JSON number, if there is one, off the text's beginning.
fn split_number(text: &str) -> (&str, &str) {
    let digits = |at: usize| text[at..].bytes().take_while(u8::is_ascii_digit).count();
    let sign = usize::from(text.starts_with('-'));
    let whole = digits(sign);
    if whole == 0 {
        return ("", text);
    }
    let mut end = sign + whole;
    if text[end..].starts_with('.') && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
    }
    if text[end..].starts_with('e') {
        let sign = usize::from(text[end + 1..].starts_with(['+', '-']));
        let exponent = digits(end + 1 + sign);
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    text.split_at(end)
}

#[test]
fn the_comparison_of_floats_is_strict() {
    assert!(same_but_for_floats("[1000.0,1e+20]", "[1.0e3,1.0e20]"));
    assert!(same_but_for_floats(r#"{"1000.0":1}"#, r#"{"1.0e3":1}"#));
    assert!(same_but_for_floats("-0.0", "-0.0"));
    assert!(!same_but_for_floats("0.0", "-0.0"));
    assert!(!same_but_for_floats("1000", "1.0e3"));
    assert!(!same_but_for_floats("[1.5]", "[1.5"));
    assert!(!same_but_for_floats("[1.5,]", "[1.5]"));
    assert!(!same_but_for_floats("0.1", "0.10000000000000002"));
    assert!(!same_but_for_floats("01", "1"));
}

/// Kinds of terms that the rows leave out and the same rules (Jason's and `inspect`'s source,
/// Elixir 1.17 to 1.20) decide.
mod kinds_without_a_row {
    use super::*;

    fn atom(name: &'static str) -> Value {
        Value::UnitVariant(name)
    }

    fn map(entries: &[(Value, Value)]) -> Value {
        Value::Map(entries.to_vec())
    }

    #[test]
    fn atoms_as_reasons() {
        for (name, content) in [
            ("nil", r#"{"error":"nil"}"#),
            ("true", r#"{"error":"true"}"#),
            ("false", r#"{"error":"false"}"#),
            ("Foo", r#"{"error":":Foo"}"#),
            ("_", r#"{"error":":_"}"#),
            ("_private", r#"{"error":":_private"}"#),
            ("a1", r#"{"error":":a1"}"#),
            ("valid?", r#"{"error":":valid?"}"#),
            ("save!", r#"{"error":":save!"}"#),
            ("Foo?", r#"{"error":":Foo?"}"#),
            ("foo@bar", r#"{"error":":foo@bar"}"#),
            ("foo@", r#"{"error":":foo@"}"#),
            ("foo@!", r#"{"error":":foo@!"}"#),
            ("1abc", r#"{"error":":\"1abc\""}"#),
            ("@foo", r#"{"error":":\"@foo\""}"#),
            ("a-b", r#"{"error":":\"a-b\""}"#),
            ("a.b", r#"{"error":":\"a.b\""}"#),
            ("a/b", r#"{"error":":\"a/b\""}"#),
            ("::", r#"{"error":":\"::\""}"#),
            ("?", r#"{"error":":\"?\""}"#),
            ("a?!", r#"{"error":":\"a?!\""}"#),
            ("a?b", r#"{"error":":\"a?b\""}"#),
            ("nil ", r#"{"error":":\"nil \""}"#),
            ("odd atom", r#"{"error":":\"odd atom\""}"#),
            ("😀", r#"{"error":":\"😀\""}"#),
            ("a\u{0}b", r#"{"error":":\"a\\0b\""}"#),
            ("a\u{1}b", r#"{"error":":\"a\\x01b\""}"#),
            ("a\u{1f}b", r#"{"error":":\"a\\x1Fb\""}"#),
            ("a\u{7f}b", r#"{"error":":\"a\\db\""}"#),
            ("a#b", r#"{"error":":\"a#b\""}"#),
            ("#{", r#"{"error":":\"\\#{\""}"#),
            ("##{", r##"{"error":":\"#\\#{\""}"##),
        ] {
            assert_encodes(&Err::<(), _>(atom(name)), content);
        }
    }

    #[test]
    fn atoms_as_keys_of_a_reason() {
        for (key, content) in [
            (atom("Foo"), r#"{"error":"%{Foo: 1}"}"#),
            (atom("save!"), r#"{"error":"%{save!: 1}"}"#),
            (atom("foo@bar"), r#"{"error":"%{foo@bar: 1}"}"#),
            (atom("__struct__"), r#"{"error":"%{__struct__: 1}"}"#),
            (atom("odd atom"), r#"{"error":"%{\"odd atom\": 1}"}"#),
            (atom(""), r#"{"error":"%{\"\": 1}"}"#),
            (atom("a\"b"), r#"{"error":"%{\"a\\\"b\": 1}"}"#),
            (Value::None, r#"{"error":"%{nil: 1}"}"#),
            (Value::Bool(true), r#"{"error":"%{true: 1}"}"#),
            (Value::Bool(false), r#"{"error":"%{false: 1}"}"#),
        ] {
            assert_encodes(&Err::<(), _>(map(&[(key, Value::U8(1))])), content);
        }
    }

    #[test]
    fn other_keys_of_a_reason() {
        let one_two = vec![Value::U8(1), Value::U8(2)];
        for (key, content) in [
            (Value::str(""), r#"{"error":"%{\"\" => 1}"}"#),
            (Value::str("a#{b}"), r#"{"error":"%{\"a\\#{b}\" => 1}"}"#),
            (Value::I8(-1), r#"{"error":"%{-1 => 1}"}"#),
            (Value::F64(-0.0), r#"{"error":"%{-0.0 => 1}"}"#),
            (Value::Tuple(vec![]), r#"{"error":"%{{} => 1}"}"#),
            (
                Value::Tuple(one_two.clone()),
                r#"{"error":"%{{1, 2} => 1}"}"#,
            ),
            (
                Value::Tuple(vec![atom("a"), Value::Tuple(one_two.clone())]),
                r#"{"error":"%{{:a, {1, 2}} => 1}"}"#,
            ),
            (Value::Seq(vec![]), r#"{"error":"%{[] => 1}"}"#),
            (Value::Seq(one_two), r#"{"error":"%{[1, 2] => 1}"}"#),
            (map(&[]), r#"{"error":"%{%{} => 1}"}"#),
            (
                map(&[(atom("a"), Value::U8(2))]),
                r#"{"error":"%{%{a: 2} => 1}"}"#,
            ),
        ] {
            assert_encodes(&Err::<(), _>(map(&[(key, Value::U8(1))])), content);
        }
    }

    #[test]
    fn nested_maps_of_a_reason_keep_their_own_kind_of_key() {
        let inner = map(&[(atom("b"), Value::None), (Value::Bool(true), atom("c"))]);
        let outer = map(&[(Value::str("a"), inner), (Value::str("d"), map(&[]))]);
        assert_encodes(
            &Err::<(), _>(outer),
            r#"{"error":"%{\"a\" => %{b: nil, true: :c}, \"d\" => %{}}"}"#,
        );
    }

    #[test]
    fn strings_inside_a_reason() {
        for (text, content) in [
            ("", r#"{"error":"{\"\"}"}"#),
            (
                "a\u{7}\u{8}\t\n\u{b}\u{c}\r\u{1b}\u{7f}",
                r#"{"error":"{\"a\\a\\b\\t\\n\\v\\f\\r\\e\\d\"}"}"#,
            ),
            ("#", r##"{"error":"{\"#\"}"}"##),
            ("a#{b}", r#"{"error":"{\"a\\#{b}\"}"}"#),
            ("# {", r##"{"error":"{\"# {\"}"}"##),
            ("\\#{", r##"{"error":"{\"\\\\\\#{\"}"}"##),
            ("\"#{\"", r##"{"error":"{\"\\\"\\#{\\\"\"}"}"##),
            ("it's", r#"{"error":"{\"it's\"}"}"#),
            (
                "日本語 ≤ 😀\u{10ffff}",
                "{\"error\":\"{\\\"日本語 ≤ 😀\u{10ffff}\\\"}\"}",
            ),
        ] {
            assert_encodes(&Err::<(), _>(Value::Tuple(vec![Value::str(text)])), content);
        }
    }

    /// The one character beyond ASCII that every version of `inspect` escapes.
    #[test]
    fn a_byte_order_mark_inside_a_reason() {
        let bom = Value::Tuple(vec![Value::str("\u{feff}x")]);
        assert_encodes(&Err::<(), _>(bom), r#"{"error":"{\"\\uFEFFx\"}"}"#);
        assert_encodes(
            &Err::<(), _>(atom("\u{feff}")),
            r#"{"error":":\"\\uFEFF\""}"#,
        );
        assert_encodes(
            &Err::<(), _>(Value::str("\u{feff}x")),
            "{\"error\":\"\u{feff}x\"}",
        );
    }

    /// `inspect` prints the module that an atom names.
    #[test]
    fn atoms_that_name_a_module() {
        for (name, content) in [
            ("Elixir.Enum", r#"{"error":"Enum"}"#),
            ("Elixir.Foo.Bar1", r#"{"error":"Foo.Bar1"}"#),
            ("Elixir", r#"{"error":"Elixir"}"#),
            ("Elixirs", r#"{"error":":Elixirs"}"#),
            ("Elixir.foo", r#"{"error":":\"Elixir.foo\""}"#),
            ("Elixir.", r#"{"error":":\"Elixir.\""}"#),
            ("Elixir.Foo-Bar", r#"{"error":":\"Elixir.Foo-Bar\""}"#),
        ] {
            assert_encodes(&Err::<(), _>(atom(name)), content);
        }
        let key = map(&[(atom("Elixir.Enum"), Value::U8(1))]);
        assert_encodes(&Err::<(), _>(key.clone()), r#"{"error":"%{Enum => 1}"}"#);
        assert_encodes(&key, r#"{"Elixir.Enum":1}"#);
    }

    #[test]
    fn atoms_and_keys_in_json() {
        let keys = map(&[
            (atom("a\u{2028}b"), Value::U8(1)),
            (Value::Bool(false), Value::U8(2)),
            (Value::str("#{"), Value::U8(3)),
            (Value::I128(i128::MIN), Value::U8(4)),
        ]);
        assert_encodes(
            &keys,
            "{\"a\u{2028}b\":1,\"false\":2,\"#{\":3,\"-170141183460469231731687303715884105728\":4}",
        );
        assert_encodes(&atom("a\u{85}\u{ffff}é"), "\"a\u{85}\u{ffff}é\"");
        assert_encodes(
            &Ok::<_, ()>(atom("a\u{1b}\u{7f}")),
            "{\"ok\":\"a\\u001B\u{7f}\"}",
        );
    }

    #[test]
    fn a_list_key_in_json_is_refused_as_a_tuple_key_is() {
        for key in [Value::Tuple(vec![]), Value::Seq(vec![]), map(&[])] {
            every_capacity::assert_fails(
                &map(&[(key, Value::U8(1))]),
                EncodeError::UnsupportedShape(Shape::MapKey),
            );
        }
    }
}
