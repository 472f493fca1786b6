use super::*;

/// Variants with more than one field were a panic.
#[test]
fn of_every_form() {
    #[derive(Serialize)]
    enum Shape {
        U,
        N(Box<Shape>),
        T(u8, u8),
        E(),
        S { x: u8 },
        O {},
    }
    assert_encodes(&Shape::U, r#""U""#);
    assert_encodes(&Shape::T(1, 2), r#"{"T":[1,2]}"#);
    assert_encodes(&Shape::E(), r#"{"E":[]}"#);
    assert_encodes(&Shape::S { x: 1 }, r#"{"S":{"x":1}}"#);
    assert_encodes(&Shape::O {}, r#"{"O":{}}"#);
    assert_encodes(&Shape::N(Box::new(Shape::U)), r#"{"N":"U"}"#);
    assert_encodes(
        &Shape::N(Box::new(Shape::N(Box::new(Shape::T(1, 2))))),
        r#"{"N":{"N":{"T":[1,2]}}}"#,
    );
    assert_encodes(
        &Err::<(), _>(Shape::N(Box::new(Shape::S { x: 1 }))),
        r#"{"error":"{:N, {:S, %{x: 1}}}"}"#,
    );
}
