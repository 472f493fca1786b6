//! How deep a text may nest: never too deep for the stack.

use std::collections::BTreeMap;
use std::thread;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use tool_result_encoder::Problem;

use crate::agreement::Record;
use crate::{error, problem, value};

/// A list of values that recurses without reading anything.
#[derive(Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Endless(Option<Box<Endless>>);

/// The same, in newtype structs.
#[derive(Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Never(Box<Never>);

#[test]
fn no_text_overflows_the_stack() {
    #[derive(Deserialize, Debug)]
    struct Tree {
        #[allow(dead_code)]
        children: Vec<Tree>,
    }
    let run = || {
        let many = 100_000;
        let arrays = "[".repeat(many);
        let objects = r#"{"children":["#.repeat(many);
        for texts in [
            arrays.clone(),
            objects,
            r#"{"x":"#.repeat(many),
            format!(
                r#"{{"children":[],"unknown":{arrays}{}}}"#,
                "]".repeat(many)
            ),
            format!(r#"{{"children":{arrays}"#),
            format!(r#"{{"children":[{{"children":[],"unknown":{arrays}"#),
            format!(r#"{{"unknown":"","x":{{"y":{arrays}"#),
        ] {
            for problem in [problem::<Value>(&texts), problem::<IgnoredAny>(&texts)] {
                assert_eq!(problem, Problem::TooDeep { limit: 16 });
            }
            error::<Tree>(&texts);
            error::<Record>(&texts);
            error::<()>(&texts);
        }
        assert_eq!(problem::<Endless>("1"), Problem::TooDeep { limit: 16 });
        assert_eq!(problem::<Never>("1"), Problem::TooDeep { limit: 16 });
        assert_eq!(
            problem::<BTreeMap<Endless, u8>>(r#"{"a":1}"#),
            Problem::TooDeep { limit: 16 }
        );
        assert_eq!(
            problem::<BTreeMap<Never, u8>>(r#"{"a":1}"#),
            Problem::TooDeep { limit: 16 }
        );
        value::<Vec<Option<u8>>>(&format!("[{}1]", "1,".repeat(many)));
    };
    // Enough for 16 levels in a build without optimization.
    let small = thread::Builder::new().stack_size(128 * 1024);
    small.spawn(run).unwrap().join().unwrap();
}

#[test]
fn sixteen_levels_are_fine() {
    let nested = |levels| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    value::<Value>(&nested(16));
    value::<IgnoredAny>(&nested(16));
    assert_eq!(
        problem::<Value>(&nested(17)),
        Problem::TooDeep { limit: 16 }
    );
    assert_eq!(
        problem::<IgnoredAny>(&nested(17)),
        Problem::TooDeep { limit: 16 }
    );
    // Side by side, they do not add up.
    value::<Value>(&format!("[{0},{0},[{0}]]", nested(14)));
    value::<IgnoredAny>(&format!("[{0},{0},[{0}]]", nested(14)));
}
