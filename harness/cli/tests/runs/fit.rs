//! Learning from records how Dracula chooses, on the command line.

use insta::assert_snapshot;
use serde_json::Value;

use crate::common::Place;

/// A run whose records are all kept.
fn played() -> Place {
    let place = Place::new();
    place.prints("league patrol wanderer random --matches 3 --records all --out run");
    place
}

#[test]
fn the_weights_of_a_run_are_printed_with_how_to_set_them() {
    let place = played();
    let printed = place.prints("fit run");
    assert!(printed.lines().count() < 30, "{printed}");
    assert_snapshot!(printed);
    assert_eq!(place.prints("fit run/records.jsonl.zst"), printed);
    let spec = printed.lines().find(|line| line.starts_with("marshal:")).expect("a spec");
    place.prints(&format!("match hunters={spec} dracula=random"));
}

#[test]
fn programs_read_the_same() {
    let place = played();
    let json: Value = serde_json::from_str(&place.prints("fit run --json")).unwrap();
    assert_eq!(json["games"], 12);
    assert!(json["weights"]["threat"]["error"].as_f64().unwrap() > 0.0);
    let [uniform, fitted] =
        ["uniform", "fitted"].map(|model| json["log_likelihood"][model].as_f64().unwrap());
    assert!(uniform < fitted);
}

#[test]
fn entrants_can_be_left_out() {
    let place = played();
    let games = |args: &str| {
        let json: Value = serde_json::from_str(&place.prints(args)).unwrap();
        json["games"].as_u64().unwrap()
    };
    assert_eq!(games("fit run --only wanderer --json"), 6);
    assert_eq!(games("fit run --except wanderer --json"), 6);
    assert_eq!(
        place.refuses("fit run --only lurker"),
        "error: no games to learn from: --only and --except leave none (write names as in \
         matches.csv)"
    );
}

#[test]
fn a_folder_without_records_is_refused() {
    let place = Place::new();
    place.prints("league patrol random --matches 1 --records none --out run");
    assert!(place.refuses("fit run").starts_with("error: run/records.jsonl.zst: cannot be read"));
    place.write("no.jsonl", "");
    assert_eq!(
        place.refuses("fit no.jsonl"),
        "error: no games to learn from: `stoker league --records all` keeps every match"
    );
}
