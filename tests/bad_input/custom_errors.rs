//! An error of the value's own was a panic, or half a document.

use super::*;
use core::cell::RefCell;

#[test]
fn of_a_cell_that_is_in_use() {
    let cell = RefCell::new(1);
    assert_encodes(&[&cell], "[1]");
    let guard = cell.borrow_mut();
    assert_fails(&cell, EncodeError::Custom);
    assert_fails(&(1, [&cell]), EncodeError::Custom);
    assert_fails(&Err::<(), _>(&cell), EncodeError::Custom);
    drop(guard);
    assert_encodes(&[&cell], "[1]");
}

#[test]
fn half_way() {
    let halfway = Value::Seq(vec![
        Value::U8(1),
        Value::str("two"),
        Value::Fails,
        Value::U8(4),
    ]);
    for value in [
        halfway.clone(),
        Value::Tuple(vec![halfway.clone()]),
        Value::Map(vec![
            (Value::U8(1), Value::U8(2)),
            (Value::Fails, Value::U8(3)),
        ]),
        Value::Map(vec![(Value::U8(1), halfway.clone())]),
        Value::Struct("S", vec![("a", Value::U8(1)), ("b", Value::Fails)]),
        Value::NewtypeVariant("N", Box::new(halfway.clone())),
        Value::TupleVariant("T", vec![Value::U8(1), halfway.clone()]),
        Value::StructVariant("V", vec![("a", halfway.clone())]),
        Value::some(halfway.clone()),
        halfway.newtype(),
    ] {
        assert_fails(&value, EncodeError::Custom);
        assert_fails(&Value::ok(value.clone()), EncodeError::Custom);
        assert_fails(&Value::err(value), EncodeError::Custom);
    }
}
