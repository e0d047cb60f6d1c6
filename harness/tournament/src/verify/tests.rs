use serde_json::{Value, json};

use super::*;
use crate::testing::*;

const LAYOUTS: [Layout; 4] = [Layout::Solo, Layout::Pair, Layout::Three, Layout::Mixed];

fn verify(layout: Layout, line: &str) -> Result<Verified, String> {
    let record: Record = serde_json::from_str(line).map_err(|error| error.to_string())?;
    verify_record(&*Toy::of(layout, 23), &record).map_err(|found| {
        assert!(!found.is_empty());
        found[0].to_string()
    })
}

#[test]
fn every_record_of_a_run_is_verified() {
    for layout in LAYOUTS {
        for line in record_lines(layout) {
            let verified = verify(layout, &line).unwrap();
            assert!((3..=23).contains(&verified.decisions));
        }
    }
}

#[test]
fn crashes_before_the_first_decision_and_after_the_last_are_verified() {
    for starts in [crate::starts::Starts::Free, crate::starts::Starts::Random] {
        let mut draft = draft(Layout::Pair, 2);
        draft.starts = starts;
        draft.entrants = vec![entrant("unmade", PANICS_WHEN_MADE), entrant("sore", SORE)];
        for line in record_lines_of(&crate::plan::Plan::new(draft).unwrap()) {
            assert!(
                verify(Layout::Pair, &line).is_ok(),
                "{line}: {:?}",
                verify(Layout::Pair, &line)
            );
        }
    }
}

#[test]
fn records_are_verified_whatever_a_fault_costs() {
    for policy in stoker_external::fault::FaultPolicy::ALL {
        let mut draft = draft(Layout::Pair, 4);
        draft.policy = policy;
        let lines = record_lines_of(&crate::plan::Plan::new(draft).unwrap());
        for line in &lines {
            assert!(verify(Layout::Pair, line).is_ok(), "{line}: {:?}", verify(Layout::Pair, line));
        }
        let forfeits = lines.iter().filter(|line| line.contains(r#""ending":"forfeit""#)).count();
        assert_eq!(forfeits > 0, policy == stoker_external::fault::FaultPolicy::Forfeit);
    }
}

/// The record of a match between random and cheat, which has faults and all kinds of moves: chosen,
/// opening, forced and default.
fn line() -> String {
    let is_meant = |line: &String| line.contains(r#""entrants":{"lone":"random","team":"cheat"}"#);
    record_lines(Layout::Pair).into_iter().find(is_meant).unwrap()
}

#[test]
fn a_change_of_any_byte_is_found() {
    let line = line();
    for at in 0..line.len() {
        let mut bytes = line.clone().into_bytes();
        bytes[at] ^= 1;
        let text = String::from_utf8(bytes).unwrap();
        assert!(verify(Layout::Pair, &text).is_err(), "byte {at}: {text}");
    }
}

/// The paths of all values within a JSON value.
fn leaves(value: &Value, path: String, out: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            map.iter().for_each(|(key, value)| leaves(value, format!("{path}/{key}"), out));
        }
        Value::Array(list) => {
            let list = list.iter().enumerate();
            list.for_each(|(index, value)| leaves(value, format!("{path}/{index}"), out));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => out.push(path),
    }
}

/// Another value of the same type.
fn change(value: &mut Value) {
    *value = match &*value {
        Value::Number(number) => json!(number.as_i64().unwrap() ^ 1),
        Value::String(text) => match text.as_str() {
            "free" => json!("random"),
            "random" => json!("free"),
            "illegal_move" => json!("crash"),
            "pair" => json!("mixed"),
            text => {
                let last = text.chars().last().unwrap();
                let other = if last == '1' { '0' } else { '1' };
                json!(text[..text.len() - last.len_utf8()].to_owned() + &other.to_string())
            }
        },
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => panic!("{value}"),
    };
}

/// A line with one value changed, and the checksum computed again.
fn forged(line: &str, path: &str) -> Option<String> {
    let mut value: Value = serde_json::from_str(line).unwrap();
    change(value.pointer_mut(path).unwrap());
    let record: Record = serde_json::from_value(value).ok()?;
    Some(Record { check: record.checksum(), ..record }.to_line())
}

#[test]
fn a_forged_checksum_hides_only_what_a_replay_cannot_know() {
    let line = line();
    let mut paths = vec![];
    leaves(&serde_json::from_str(&line).unwrap(), String::new(), &mut paths);
    assert!(paths.len() > 40, "{}", paths.len());
    let hidden: Vec<_> = paths
        .iter()
        .filter(|path| path.as_str() != "/check")
        .filter(|path| forged(&line, path).is_some_and(|line| verify(Layout::Pair, &line).is_ok()))
        .map(|path| path.trim_end_matches(|c: char| c.is_ascii_digit()))
        .collect();
    let reason = |path: &&str| path.starts_with("/faults/") && path.ends_with("/reason");
    let (reasons, rest): (Vec<_>, Vec<_>) = hidden.iter().copied().partition(reason);
    let unknowable =
        ["/entrants/lone", "/entrants/team", "/faults/0/kind", "/faults/1/kind", "/match", "/seed"];
    assert_eq!(rest, unknowable);
    assert_eq!(reasons.len(), 2);
}

#[test]
fn a_play_more_or_less_is_found() {
    let record: Record = serde_json::from_str(&line()).unwrap();
    let found = |change: fn(&mut Record)| {
        let mut record = record.clone();
        change(&mut record);
        record.check = record.checksum();
        verify(Layout::Pair, &record.to_line()).unwrap_err()
    };
    let less = found(|record| drop(record.plays.pop()));
    assert!(less.contains("got the end of the record"), "{less}");
    let more = found(|record| record.plays.push("0 M1".to_owned()));
    assert!(more.contains("plays: expected the end of the game, got 0 M1"), "{more}");
    let chance = found(|record| record.chance.push(0));
    assert!(chance.starts_with("chance: "), "{chance}");
    let fault = found(|record| drop(record.faults.pop()));
    assert!(fault.contains("plays: how: expected chosen, got default"), "{fault}");
    let illegal = found(|record| record.plays[2] = record.plays[1].replace("1~", "2 "));
    assert!(illegal.starts_with("decision 2: plays: move: expected a legal move"), "{illegal}");
    let no_move = found(|record| record.plays[2] = "2 M9".to_owned());
    assert!(no_move.contains("`M9` is not a move"), "{no_move}");
}
