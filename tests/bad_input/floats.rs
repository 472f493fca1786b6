use super::*;

/// `NaN` or `inf` in a document, or `null` that nobody asked for.
#[test]
fn not_finite() {
    let error = EncodeError::UnsupportedShape(Shape::NonFiniteFloat);
    for float in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for value in [Value::F64(float), Value::F32(float as f32)] {
            assert_fails(&value, error);
            assert_fails(&Value::ok(value.clone()), error);
            assert_fails(&Value::err(value.clone()), error);
            let mut deep = value;
            for _ in 0..5 {
                deep = Value::StructVariant("V", vec![("f", Value::Seq(vec![deep]))]);
            }
            assert_fails(&deep, error);
            assert_fails(&Value::err(deep.clone()), error);
            let lenient = JsonEncoder::new().non_finite(NonFinite::Null);
            let text = lenient.encode::<_, 128>(&deep).unwrap();
            assert_eq!(text.matches("null").count(), 1);
            decode(&text);
        }
    }
}

/// An `f32` was widened first.
#[test]
fn of_32_bits() {
    for (float, text) in [
        (999.9, "999.9"),
        (24.3, "24.3"),
        (0.1, "0.1"),
        (21.57, "21.57"),
        (1013.25, "1013.25"),
        (-40.0, "-40.0"),
        (3.4e38, "3.4e+38"),
        (1e-45, "1e-45"),
    ] {
        assert_encodes(&[float as f32], &format!("[{text}]"));
        assert_encodes(
            &Err::<(), _>([float as f32]),
            &format!("{{\"error\":\"{{{text}}}\"}}"),
        );
    }
}

/// Digits were lost, or the sign of zero.
#[test]
fn read_back_to_the_same_bits() {
    fn assert_reads_back_64(float: f64) {
        let text = JSON.encode::<_, 32>(&float).unwrap();
        assert_eq!(
            text.parse::<f64>().unwrap().to_bits(),
            float.to_bits(),
            "{text}"
        );
        assert!(text.contains(['.', 'e']), "{text}");
        decode(&text);
    }
    fn assert_reads_back_32(float: f32) {
        let text = JSON.encode::<_, 32>(&float).unwrap();
        assert_eq!(
            text.parse::<f32>().unwrap().to_bits(),
            float.to_bits(),
            "{text}"
        );
        decode(&text);
    }
    for float in [
        f64::MAX,
        f64::MIN,
        f64::MIN_POSITIVE,
        5e-324,
        1e16,
        1e21,
        -0.0,
        0.1 + 0.2,
    ] {
        assert_reads_back_64(float);
    }
    for exponent in 0..0x7FF_u64 {
        for mantissa in [
            0,
            1,
            0x8_0000_0000_0000,
            0xF_FFFF_FFFF_FFFF,
            0x5_5555_5555_5555,
        ] {
            assert_reads_back_64(f64::from_bits(exponent << 52 | mantissa));
            assert_reads_back_64(f64::from_bits(1 << 63 | exponent << 52 | mantissa));
        }
    }
    for exponent in 0..0xFF_u32 {
        for mantissa in [0, 1, 0x40_0000, 0x7F_FFFF, 0x2A_AAAA] {
            assert_reads_back_32(f32::from_bits(exponent << 23 | mantissa));
            assert_reads_back_32(f32::from_bits(1 << 31 | exponent << 23 | mantissa));
        }
    }
    for power in -30..30 {
        assert_reads_back_64(10_f64.powi(power));
        assert_reads_back_32(10_f32.powi(power));
    }
}
