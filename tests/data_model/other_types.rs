//! Forms that types of serde, `core` and `heapless` have.

use super::*;

/// The forms that serde's attributes give an enum, and a struct with a flattened part.
#[test]
fn other_forms_of_types() {
    #[derive(Serialize)]
    #[serde(tag = "kind")]
    enum Internal {
        Reading { celsius: f32 },
        Off,
    }
    assert_encodes(
        &Internal::Reading { celsius: 0.5 },
        r#"{"kind":"Reading","celsius":0.5}"#,
    );
    assert_encodes(&Internal::Off, r#"{"kind":"Off"}"#);

    #[derive(Serialize)]
    #[serde(tag = "kind", content = "value")]
    enum Adjacent {
        Reading(u8, u8),
    }
    assert_encodes(
        &Adjacent::Reading(1, 2),
        r#"{"kind":"Reading","value":[1,2]}"#,
    );

    #[derive(Serialize)]
    #[serde(untagged)]
    enum Untagged {
        Text(&'static str),
        Number(u8),
    }
    assert_encodes(&Untagged::Text("plain"), "plain");
    assert_encodes(&[Untagged::Number(1), Untagged::Text("a")], r#"[1,"a"]"#);

    #[derive(Serialize)]
    struct Flat {
        id: u8,
        #[serde(flatten)]
        rest: BTreeMap<&'static str, u8>,
    }
    let flat = Flat {
        id: 1,
        rest: BTreeMap::from([("a", 2)]),
    };
    assert_encodes(&flat, r#"{"id":1,"a":2}"#);
    // serde sees a map with the fields' names as strings.
    assert_encodes(
        &Err::<(), _>(&flat),
        r#"{"error":"%{\"id\" => 1, \"a\" => 2}"}"#,
    );
}

/// `core`'s and `heapless`' types that have a form of their own.
#[test]
fn types_of_core_and_heapless() {
    use std::net::{IpAddr, Ipv4Addr, SocketAddr};
    use std::num::{NonZeroU8, Wrapping};
    use std::time::Duration;

    let address = IpAddr::V4(Ipv4Addr::new(192, 168, 0, 1));
    assert_encodes(&address, "192.168.0.1");
    assert_encodes(&[SocketAddr::new(address, 80)], r#"["192.168.0.1:80"]"#);
    assert_encodes(&Entry(address, 0), r#"{"192.168.0.1":0}"#);
    assert_encodes(&Err::<(), _>([address]), r#"{"error":"{\"192.168.0.1\"}"}"#);
    assert_encodes(
        &Duration::from_millis(1500),
        r#"{"secs":1,"nanos":500000000}"#,
    );
    assert_encodes(&(1..3), r#"{"start":1,"end":3}"#);
    assert_encodes(&(NonZeroU8::MIN, Wrapping(-1)), "[1,-1]");
    assert_encodes(&core::cell::Cell::new(3), "3");
    assert_encodes(&Box::new([1, 2]), "[1,2]");
    assert_encodes(&core::marker::PhantomData::<u8>, "null");
    assert_encodes(&core::cmp::Reverse('a'), "a");
    assert_encodes(&core::ops::Bound::Included(1), r#"{"Included":1}"#);

    let mut map = heapless::LinearMap::<u8, bool, 2>::new();
    map.insert(2, true).unwrap();
    map.insert(1, false).unwrap();
    assert_encodes(&map, r#"{"2":true,"1":false}"#);
}

/// Only the two variants of a `Result`, and only at the top level, are special.
#[test]
fn results_below_the_top_level() {
    type Nested = Result<Result<u8, &'static str>, Result<u8, &'static str>>;
    assert_encodes::<Nested>(&Ok(Ok(1)), r#"{"ok":{"Ok":1}}"#);
    assert_encodes::<Nested>(&Ok(Err("no")), r#"{"ok":{"Err":"no"}}"#);
    assert_encodes::<Nested>(&Err(Ok(1)), r#"{"error":"{:Ok, 1}"}"#);
    assert_encodes::<Nested>(&Err(Err("no")), r#"{"error":"{:Err, \"no\"}"}"#);
    assert_encodes(
        &Payload::Newtype(Ok::<u8, ()>(1)),
        r#"{"Newtype":{"Ok":1}}"#,
    );

    #[derive(Serialize)]
    enum Outcome {
        Ok(u8),
        Err(u8),
    }
    assert_encodes(&Outcome::Ok(1), r#"{"Ok":1}"#);
    assert_encodes(&Outcome::Err(1), r#"{"Err":1}"#);
}
