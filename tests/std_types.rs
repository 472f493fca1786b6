//! std's own types.
#![cfg(feature = "std")]

mod every_capacity;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex, RwLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use every_capacity::{assert_encodes, assert_fails};
use tool_result_encoder::{DebugText, DisplayText, EncodeError, JsonEncoder, ToolResultEncoder};

#[test]
fn collections() {
    assert_encodes(&HashMap::from([("a", 1)]), r#"{"a":1}"#);
    assert_encodes(&HashMap::<u8, u8>::new(), "{}");
    assert_encodes(
        &BTreeMap::from([(2, "b"), (1, "a")]),
        r#"{"1":"a","2":"b"}"#,
    );
    assert_encodes(
        &BTreeMap::from([('b', ()), ('a', ())]),
        r#"{"a":null,"b":null}"#,
    );
    assert_encodes(&HashSet::from([7]), "[7]");
    assert_encodes(&BTreeSet::from([3, 1, 2]), "[1,2,3]");
    assert_encodes(&VecDeque::from([1, 2]), "[1,2]");
    assert_encodes(
        &Err::<(), _>(HashMap::from([("a", 1)])),
        r#"{"error":"%{\"a\" => 1}"}"#,
    );
}

/// A hash map has an order of its own; nothing is dropped or sorted.
#[test]
fn a_hash_map_of_many_keys() {
    let map: HashMap<u32, String> = (0..100).map(|key| (key, format!("value {key}"))).collect();
    let text = JsonEncoder::new().encode_string(&map).unwrap();
    let decoded: HashMap<u32, String> = serde_json::from_str(&text).unwrap();
    assert_eq!(decoded, map);
    assert_eq!(text, serde_json::to_string(&map).unwrap());
}

#[test]
fn strings_and_paths() {
    assert_encodes(&String::from("a \"text\""), "a \"text\"");
    assert_encodes(&[String::from("a\n")], r#"["a\n"]"#);
    assert_encodes(&std::borrow::Cow::Borrowed("a"), "a");
    assert_encodes(&PathBuf::from("/data/log 1.txt"), "/data/log 1.txt");
    assert_encodes(&[Path::new(r"C:\temp")], r#"["C:\\temp"]"#);
    assert_encodes(&BTreeMap::from([(PathBuf::from("a/b"), 1)]), r#"{"a/b":1}"#);
    assert_encodes(&Err::<(), _>(PathBuf::from("/x")), r#"{"error":"/x"}"#);
    assert_encodes(
        &Err::<(), _>((PathBuf::from("/x"),)),
        r#"{"error":"{\"/x\"}"}"#,
    );
}

#[cfg(unix)]
#[test]
fn a_path_that_is_no_utf_8() {
    use std::os::unix::ffi::OsStringExt;
    let path = PathBuf::from(OsString::from_vec(vec![b'/', 0xFF]));
    assert_fails(&path, EncodeError::Custom);
    assert_fails(&(1, [&path]), EncodeError::Custom);
    assert_fails(&Err::<(), _>(&path), EncodeError::Custom);
    assert_fails(&BTreeMap::from([(&path, 1)]), EncodeError::Custom);
}

#[test]
fn times() {
    let time = UNIX_EPOCH + Duration::new(1_700_000_000, 5);
    assert_encodes(
        &time,
        r#"{"secs_since_epoch":1700000000,"nanos_since_epoch":5}"#,
    );
    assert_encodes(
        &Duration::from_millis(1500),
        r#"{"secs":1,"nanos":500000000}"#,
    );
}

#[test]
fn a_time_before_the_epoch() {
    let time: SystemTime = UNIX_EPOCH - Duration::from_secs(1);
    assert_fails(&time, EncodeError::Custom);
    assert_fails(&(1, [time]), EncodeError::Custom);
    assert_fails(&HashMap::from([("at", time)]), EncodeError::Custom);
    assert_fails(&Ok::<_, ()>(time), EncodeError::Custom);
    assert_fails(&Err::<(), _>(("late", time)), EncodeError::Custom);
}

#[test]
fn cells_and_locks() {
    assert_encodes(&Cell::new(1), "1");
    assert_encodes(&[RefCell::new("a")], r#"["a"]"#);
    assert_encodes(&(Mutex::new(1), RwLock::new([2])), "[1,[2]]");
    assert_encodes(&Box::new("a"), "a");

    let cell = RefCell::new(1);
    let guard = cell.borrow_mut();
    assert_fails(&cell, EncodeError::Custom);
    assert_fails(&BTreeMap::from([("cell", &cell)]), EncodeError::Custom);
    drop(guard);
    assert_encodes(&cell, "1");
}

#[test]
fn a_poisoned_lock() {
    let lock = Arc::new(Mutex::new(1));
    let poisoner = Arc::clone(&lock);
    let thread = std::thread::spawn(move || {
        let _guard = poisoner.lock().unwrap();
        panic!("on purpose");
    });
    assert!(thread.join().is_err());
    assert_fails(&*lock, EncodeError::Custom);
    assert_fails(&(1, &*lock), EncodeError::Custom);
}

#[test]
fn errors_of_std_as_reasons() {
    let error = std::io::Error::new(std::io::ErrorKind::NotFound, "no \"log\"");
    assert_encodes(
        &Err::<(), _>(DisplayText(&error)),
        r#"{"error":"no \"log\""}"#,
    );
    let shown = Err::<(), _>((2, DisplayText(&error)));
    assert_encodes(&shown, r#"{"error":"{2, \"no \\\"log\\\"\"}"}"#);
    assert_encodes(
        &Err::<(), _>(DebugText(error.kind())),
        r#"{"error":"NotFound"}"#,
    );
    let boxed: Box<dyn std::error::Error> = "a boxed text".into();
    assert_encodes(
        &Err::<(), _>(DisplayText(boxed)),
        r#"{"error":"a boxed text"}"#,
    );
    assert_encodes(&Err::<(), _>(DisplayText(Rc::new("x"))), r#"{"error":"x"}"#);
}
