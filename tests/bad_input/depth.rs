//! Values nested deeper than the stack.

use super::*;
use serde::Serializer;

/// What opens a level.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Seq,
    Tuple,
    TupleStruct,
    Map,
    MapKey,
    Struct,
    NewtypeStruct,
    NewtypeStructKey,
    Some,
    NewtypeVariant,
    TupleVariant,
    StructVariant,
    Result,
}

const KINDS: [Kind; 13] = [
    Kind::Seq,
    Kind::Tuple,
    Kind::TupleStruct,
    Kind::Map,
    Kind::MapKey,
    Kind::Struct,
    Kind::NewtypeStruct,
    Kind::NewtypeStructKey,
    Kind::Some,
    Kind::NewtypeVariant,
    Kind::TupleVariant,
    Kind::StructVariant,
    Kind::Result,
];

/// So many levels of one kind, with no memory behind them.
#[derive(Clone, Copy)]
struct Nested {
    kind: Kind,
    levels: usize,
}

impl Serialize for Nested {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::*;
        let Some(levels) = self.levels.checked_sub(1) else {
            return serializer.serialize_str("x");
        };
        let inner = &Nested {
            kind: self.kind,
            levels,
        };
        match self.kind {
            Kind::Seq => {
                let mut seq = serializer.serialize_seq(None)?;
                seq.serialize_element(inner)?;
                seq.end()
            }
            Kind::Tuple => {
                let mut tuple = serializer.serialize_tuple(1)?;
                tuple.serialize_element(inner)?;
                tuple.end()
            }
            Kind::TupleStruct => {
                let mut tuple = serializer.serialize_tuple_struct("T", 1)?;
                tuple.serialize_field(inner)?;
                tuple.end()
            }
            Kind::Map => {
                let mut map = serializer.serialize_map(None)?;
                map.serialize_entry("k", inner)?;
                map.end()
            }
            Kind::MapKey => {
                let mut map = serializer.serialize_map(None)?;
                map.serialize_entry(inner, "v")?;
                map.end()
            }
            Kind::Struct => {
                let mut object = serializer.serialize_struct("S", 1)?;
                object.serialize_field("f", inner)?;
                object.end()
            }
            Kind::NewtypeStruct => serializer.serialize_newtype_struct("N", inner),
            Kind::NewtypeStructKey => {
                let kind = Kind::NewtypeStruct;
                let mut map = serializer.serialize_map(None)?;
                map.serialize_entry(&Nested { kind, levels }, "v")?;
                map.end()
            }
            Kind::Some => serializer.serialize_some(inner),
            Kind::NewtypeVariant => serializer.serialize_newtype_variant("E", 0, "V", inner),
            Kind::TupleVariant => {
                let mut tuple = serializer.serialize_tuple_variant("E", 0, "V", 1)?;
                tuple.serialize_field(inner)?;
                tuple.end()
            }
            Kind::StructVariant => {
                let mut object = serializer.serialize_struct_variant("E", 0, "V", 1)?;
                object.serialize_field("f", inner)?;
                object.end()
            }
            Kind::Result => Err::<(), _>(inner).serialize(serializer),
        }
    }
}

/// Runs on a stack that is small even for firmware with threads.
fn on_a_small_stack<T: Send + 'static>(test: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new()
        .stack_size(64 * 1024)
        .spawn(test);
    thread.unwrap().join().unwrap()
}

impl Kind {
    /// How many levels of it fit into an array, of the 32 that are allowed.
    fn that_fit_in_json(self) -> usize {
        match self {
            Self::MapKey => 1,
            // An object and what is in it.
            Self::TupleVariant | Self::StructVariant => 15,
            // The wrappers have a limit of their own.
            Self::NewtypeStruct | Self::Some => 32,
            Self::NewtypeStructKey => 33,
            _ => 31,
        }
    }

    /// How many levels of it fit into a tuple, in term notation.
    fn that_fit_in_a_reason(self) -> usize {
        match self {
            Self::MapKey | Self::TupleVariant => 31,
            _ => self.that_fit_in_json(),
        }
    }
}

#[test]
fn up_to_the_limit_is_fine() {
    for kind in KINDS {
        let levels = kind.that_fit_in_json();
        let value = [Nested { kind, levels }];
        let text = on_a_small_stack(move || JSON.encode::<_, 512>(&value)).unwrap();
        assert!(decode(&text).is_array());
        let levels = kind.that_fit_in_a_reason();
        let reason = Err::<(), _>([Nested { kind, levels }]);
        let text = on_a_small_stack(move || JSON.encode::<_, 512>(&reason)).unwrap();
        assert!(decode(&text)["error"].is_string());
    }
}

#[test]
fn beyond_the_limit_is_an_error() {
    const TOO_DEEP: EncodeError = EncodeError::TooDeep { limit: 32 };
    on_a_small_stack(|| {
        for kind in KINDS {
            // JSON has no keys that are maps, however deep.
            let in_json = match kind {
                Kind::MapKey => EncodeError::UnsupportedShape(Shape::MapKey),
                _ => TOO_DEEP,
            };
            for levels in [kind.that_fit_in_json() + 1, 66, 1000, 100_000] {
                let value = [Nested { kind, levels }];
                assert_eq!(JSON.encode::<_, 64>(&value), Err(in_json), "{kind:?}");
                let value = Ok::<_, ()>(value);
                assert_eq!(JSON.encode::<_, 64>(&value), Err(in_json), "{kind:?}");
            }
            for levels in [kind.that_fit_in_a_reason() + 1, 66, 1000, 100_000] {
                let reason = Err::<(), _>([Nested { kind, levels }]);
                assert_eq!(JSON.encode::<_, 64>(&reason), Err(TOO_DEEP), "{kind:?}");
                assert_eq!(JSON.encoded_len(&reason), Err(TOO_DEEP), "{kind:?}");
            }
            let value = Nested {
                kind,
                levels: 100_000,
            };
            assert_eq!(JSON.encode::<_, 64>(&value), Err(in_json), "{kind:?}");
            let reason = Err::<(), _>(value);
            assert_eq!(JSON.encode::<_, 64>(&reason), Err(TOO_DEEP), "{kind:?}");
        }
    });
}

/// A value that is really there, and deep.
#[test]
fn of_a_tree_on_the_heap() {
    #[derive(Serialize)]
    struct Tree(Vec<Tree>);
    impl Drop for Tree {
        fn drop(&mut self) {
            let mut rest = std::mem::take(&mut self.0);
            while let Some(mut tree) = rest.pop() {
                rest.append(&mut tree.0);
            }
        }
    }
    let tree = (0..100_000).fold(Tree(vec![]), |inner, _| Tree(vec![inner]));
    on_a_small_stack(move || {
        let mut buffer: String<64> = String::try_from("before").unwrap();
        let too_deep = Err(EncodeError::TooDeep { limit: 32 });
        assert_eq!(JSON.append(&tree, &mut buffer), too_deep);
        assert_eq!(JSON.append(&Err::<(), _>(&tree), &mut buffer), too_deep);
        assert_eq!(buffer, "before");
    });
}
