//! Kinds without parts, and `Some`.

use super::*;

#[test]
fn bools() {
    assert_texts(
        true,
        Texts {
            top: "true",
            json: "true",
            key: Some(r#""true""#),
            reason: r#"{"error":"true"}"#,
            reason_part: r#"{"error":"{true}"}"#,
            reason_key: r#"{"error":"%{true: 0}"}"#,
        },
    );
    assert_encodes(&false, "false");
    assert_encodes(&Entry(false, 0), r#"{"false":0}"#);
    assert_encodes(&Err::<(), _>([false]), r#"{"error":"{false}"}"#);
}

/// Both ends of a width, and what stands between.
macro_rules! integers {
    ($($name:ident, $int:ty: $($value:expr => $digits:literal),*;)*) => {$(
        #[test]
        fn $name() {
            $(
                let value: $int = $value;
                assert_texts(
                    value,
                    Texts {
                        top: $digits,
                        json: $digits,
                        key: Some(concat!('"', $digits, '"')),
                        reason: concat!(r#"{"error":""#, $digits, r#""}"#),
                        reason_part: concat!(r#"{"error":"{"#, $digits, r#"}"}"#),
                        reason_key: concat!(r#"{"error":"%{"#, $digits, r#" => 0}"}"#),
                    },
                );
            )*
        }
    )*};
}

integers! {
    i8s, i8: i8::MIN => "-128", -1 => "-1", 0 => "0", 9 => "9", 10 => "10", i8::MAX => "127";
    i16s, i16: i16::MIN => "-32768", -100 => "-100", 99 => "99", i16::MAX => "32767";
    i32s, i32: i32::MIN => "-2147483648", 1_000_000 => "1000000", i32::MAX => "2147483647";
    i64s, i64: i64::MIN => "-9223372036854775808", -1 => "-1", 0 => "0",
        i64::MAX => "9223372036854775807";
    i128s, i128: i128::MIN => "-170141183460469231731687303715884105728", 0 => "0",
        i128::MAX => "170141183460469231731687303715884105727";
    u8s, u8: 0 => "0", 100 => "100", u8::MAX => "255";
    u16s, u16: 0 => "0", u16::MAX => "65535";
    u32s, u32: 0 => "0", 1_000_000_000 => "1000000000", u32::MAX => "4294967295";
    u64s, u64: 0 => "0", 10_000_000_000 => "10000000000", u64::MAX => "18446744073709551615";
    u128s, u128: 0 => "0", 1 << 64 => "18446744073709551616",
        u128::MAX => "340282366920938463463374607431768211455";
}

#[test]
fn every_number_of_digits() {
    let mut power: u128 = 1;
    for digits in 0..39 {
        let (low, high) = (
            format!("1{}", "0".repeat(digits)),
            "9".repeat(digits.max(1)),
        );
        assert_encodes(&power, &low);
        assert_encodes(&(power - 1), if digits == 0 { "0" } else { &high });
        if let Ok(power) = i128::try_from(power) {
            assert_encodes(&-power, &format!("-{low}"));
        }
        if let Ok(power) = u64::try_from(power) {
            assert_encodes(&power, &low);
        }
        if let Ok(power) = i64::try_from(power) {
            assert_encodes(&-power, &format!("-{low}"));
        }
        if let Ok(power) = u32::try_from(power) {
            assert_encodes(&power, &low);
        }
        if let Ok(power) = i32::try_from(power) {
            assert_encodes(&-power, &format!("-{low}"));
        }
        power = power.saturating_mul(10);
    }
}

#[test]
fn f32s() {
    assert_texts(
        21.5_f32,
        Texts {
            top: "21.5",
            json: "21.5",
            key: Some(r#""21.5""#),
            reason: r#"{"error":"21.5"}"#,
            reason_part: r#"{"error":"{21.5}"}"#,
            reason_key: r#"{"error":"%{21.5 => 0}"}"#,
        },
    );
    for (float, text) in [
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (0.1, "0.1"),
        (999.9, "999.9"),
        (16_777_216.0, "16777216.0"),
        (1e16, "1e+16"),
        (1e-7, "1e-7"),
        (f32::MAX, "3.4028235e+38"),
        (f32::MIN_POSITIVE, "1.1754944e-38"),
        (f32::from_bits(1), "1e-45"),
    ] {
        assert_encodes(&float, text);
        assert_eq!(serde_json::to_string(&float).unwrap(), text);
    }
}

#[test]
fn f64s() {
    assert_texts(
        -0.25_f64,
        Texts {
            top: "-0.25",
            json: "-0.25",
            key: Some(r#""-0.25""#),
            reason: r#"{"error":"-0.25"}"#,
            reason_part: r#"{"error":"{-0.25}"}"#,
            reason_key: r#"{"error":"%{-0.25 => 0}"}"#,
        },
    );
    for (float, text) in [
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (21.0, "21.0"),
        (0.1, "0.1"),
        (1e15, "1000000000000000.0"),
        (1e16, "1e+16"),
        (1e21, "1e+21"),
        (1e-5, "0.00001"),
        (1e-6, "1e-6"),
        (f64::MAX, "1.7976931348623157e+308"),
        (5e-324, "5e-324"),
    ] {
        assert_encodes(&float, text);
        assert_eq!(serde_json::to_string(&float).unwrap(), text);
    }
}

#[test]
fn chars() {
    assert_texts(
        '"',
        Texts {
            top: "\"",
            json: r#""\"""#,
            key: Some(r#""\"""#),
            reason: r#"{"error":"\""}"#,
            reason_part: r#"{"error":"{\"\\\"\"}"}"#,
            reason_key: r#"{"error":"%{\"\\\"\" => 0}"}"#,
        },
    );
    for (c, json) in [
        ('\u{0}', r#"["\u0000"]"#),
        ('\n', r#"["\n"]"#),
        ('\u{7f}', "[\"\u{7f}\"]"),
        ('é', r#"["é"]"#),
        ('€', r#"["€"]"#),
        ('😀', r#"["😀"]"#),
    ] {
        assert_encodes(&[c], json);
        assert_encodes(&c, &c.to_string());
    }
}

#[test]
fn strings() {
    assert_texts(
        "say \"hi\"\n\\/é",
        Texts {
            top: "say \"hi\"\n\\/é",
            json: r#""say \"hi\"\n\\/é""#,
            key: Some(r#""say \"hi\"\n\\/é""#),
            reason: r#"{"error":"say \"hi\"\n\\/é"}"#,
            reason_part: r#"{"error":"{\"say \\\"hi\\\"\\n\\\\/é\"}"}"#,
            reason_key: r#"{"error":"%{\"say \\\"hi\\\"\\n\\\\/é\" => 0}"}"#,
        },
    );
    assert_texts(
        heapless::String::<4>::new(),
        Texts {
            top: "",
            json: r#""""#,
            key: Some(r#""""#),
            reason: r#"{"error":""}"#,
            reason_part: r#"{"error":"{\"\"}"}"#,
            reason_key: r#"{"error":"%{\"\" => 0}"}"#,
        },
    );
}

#[test]
fn bytes() {
    let text = Value::Bytes("a\"é".into());
    assert_encodes(&text, "a\"é");
    assert_encodes(&[&text], r#"["a\"é"]"#);
    assert_encodes(&Ok::<_, ()>(&text), r#"{"ok":"a\"é"}"#);
    assert_encodes(&Err::<(), _>(&text), r#"{"error":"a\"é"}"#);
    assert_encodes(&Err::<(), _>([&text]), r#"{"error":"{\"a\\\"é\"}"}"#);
    assert_encodes(
        &Err::<(), _>(Entry(&text, 0)),
        r#"{"error":"%{\"a\\\"é\" => 0}"}"#,
    );
    assert_encodes(&Payload::Newtype(&text), r#"{"Newtype":"a\"é"}"#);
    assert_fails(
        &Entry(&text, 0),
        EncodeError::UnsupportedShape(Shape::MapKey),
    );
}

#[test]
fn none() {
    assert_texts(
        None::<u8>,
        Texts {
            top: "null",
            json: "null",
            key: None,
            reason: r#"{"error":"nil"}"#,
            reason_part: r#"{"error":"{nil}"}"#,
            reason_key: r#"{"error":"%{nil: 0}"}"#,
        },
    );
}

#[test]
fn some() {
    assert_texts(
        Some("text"),
        Texts {
            top: "text",
            json: r#""text""#,
            key: None,
            reason: r#"{"error":"text"}"#,
            reason_part: r#"{"error":"{\"text\"}"}"#,
            reason_key: r#"{"error":"%{\"text\" => 0}"}"#,
        },
    );
    assert_encodes(&Some(Some(Some(()))), "null");
}

#[test]
fn unit() {
    assert_texts(
        (),
        Texts {
            top: "null",
            json: "null",
            key: None,
            reason: r#"{"error":"nil"}"#,
            reason_part: r#"{"error":"{nil}"}"#,
            reason_key: r#"{"error":"%{nil: 0}"}"#,
        },
    );
}

#[test]
fn unit_structs() {
    #[derive(Serialize)]
    struct Marker;
    assert_texts(
        Marker,
        Texts {
            top: "null",
            json: "null",
            key: None,
            reason: r#"{"error":"nil"}"#,
            reason_part: r#"{"error":"{nil}"}"#,
            reason_key: r#"{"error":"%{nil: 0}"}"#,
        },
    );
}

#[test]
fn unit_variants() {
    #[derive(Serialize)]
    enum Fault {
        #[serde(rename = "not_found")]
        NotFound,
        #[serde(rename = "odd \"name\"")]
        Odd,
        Overheated,
    }
    assert_texts(
        Fault::NotFound,
        Texts {
            // Not text of the handler's: a symbol, which keeps its quotes.
            top: r#""not_found""#,
            json: r#""not_found""#,
            key: Some(r#""not_found""#),
            reason: r#"{"error":":not_found"}"#,
            reason_part: r#"{"error":"{:not_found}"}"#,
            reason_key: r#"{"error":"%{not_found: 0}"}"#,
        },
    );
    assert_texts(
        Fault::Odd,
        Texts {
            top: r#""odd \"name\"""#,
            json: r#""odd \"name\"""#,
            key: Some(r#""odd \"name\"""#),
            reason: r#"{"error":":\"odd \\\"name\\\"\""}"#,
            reason_part: r#"{"error":"{:\"odd \\\"name\\\"\"}"}"#,
            reason_key: r#"{"error":"%{\"odd \\\"name\\\"\": 0}"}"#,
        },
    );
    assert_encodes(
        &Err::<(), _>(Fault::Overheated),
        r#"{"error":":Overheated"}"#,
    );
}
