//! The same map was another text in the next process.

use super::*;
use std::process::Command;

const MARK: &str = "encoded: ";

fn encoded() -> String<256> {
    let mut map = heapless::LinearMap::<_, _, 8>::new();
    for (index, key) in ["zeta", "alpha", "mid", "", "Zeta", "é", "10", "9"]
        .iter()
        .enumerate()
    {
        map.insert(*key, index).unwrap();
    }
    JSON.encode(&(map, "shown once", Some(0.1))).unwrap()
}

#[test]
fn is_the_order_of_insertion() {
    let text = encoded();
    println!("{MARK}{text}");
    assert_eq!(
        text,
        r#"[{"zeta":0,"alpha":1,"mid":2,"":3,"Zeta":4,"é":5,"10":6,"9":7},"shown once",0.1]"#
    );
    assert_eq!(text, encoded());
}

#[test]
#[cfg_attr(miri, ignore = "starts processes")]
fn is_the_same_in_two_processes() {
    let in_another_process = || {
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "order::is_the_order_of_insertion", "--nocapture"])
            .output()
            .unwrap();
        let output = std::string::String::from_utf8(output.stdout).unwrap();
        let line = output
            .lines()
            .find_map(|line| line.split_once(MARK))
            .unwrap();
        line.1.to_string()
    };
    let text = in_another_process();
    assert_eq!(text, in_another_process());
    assert_eq!(text, encoded().as_str());
}
