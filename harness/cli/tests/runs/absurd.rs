//! Whatever numbers a foreign `run.toml` holds, commands end, with an error of one line.

use std::fs;
use std::process::Output;

use crate::common::{Place, text};

/// Values that no run writes, or only a run that never ends.
const ABSURD: [&str; 4] = ["-1", "1e400", "9223372036854775807", "99999999999999999999"];

/// The number of a line `key = number`, or of one with a number in its text.
fn number(line: &str) -> Option<&str> {
    let (_, value) = line.split_once(" = ")?;
    let value = value.trim_matches('"');
    let value = value.rsplit_once(':').map_or(value, |(_, count)| count);
    value.parse::<u32>().is_ok().then_some(value)
}

/// No panic, no signal of a forced end, and no error of more than one line.
fn ends_well(output: &Output, context: &str) {
    let error = text(&output.stderr);
    let status = output.status.code();
    assert!(status.is_some_and(|status| status <= 3), "{context}: {status:?}, {error}");
    assert!(!error.contains("panicked") && error.lines().count() <= 1, "{context}: {error}");
}

#[test]
fn numbers_in_a_run_toml_are_refused_or_do_no_harm() {
    let place = Place::new();
    place.prints("league random --matches 3 --records sample:2 --quiet --out run");
    let original = text(&place.read("run/run.toml"));
    let results: Vec<_> = ["matches.csv", "records.jsonl.zst"]
        .map(|name| (name, place.read(&format!("run/{name}"))))
        .into();
    let lines: Vec<&str> = original.lines().collect();
    let mut tried = 0;
    for (at, line) in lines.iter().enumerate() {
        let Some(number) = number(line) else { continue };
        for (absurd, is_complete) in ABSURD.iter().flat_map(|it| [(it, true), (it, false)]) {
            let mut told = lines.clone();
            let (before, after) = line.rsplit_once(number).expect("it is in the line");
            let changed = format!("{before}{absurd}{after}");
            told[at] = &changed;
            let complete = format!("complete = {is_complete}");
            place.write("run/run.toml", told.join("\n").replace("complete = true", &complete));
            let context = format!("{changed}, {complete}");
            ends_well(&place.run("resume run --quiet"), &context);
            tried += 1;
            for (name, bytes) in &results {
                assert!(place.read(&format!("run/{name}")) == *bytes, "{context}: {name}");
            }
        }
    }
    assert!(tried > 100, "{tried}");
    assert_eq!(fs::read_dir(place.path()).expect("it is there").count(), 1, "nothing else is made");
}

#[test]
fn a_finished_run_that_tells_of_other_matches_than_its_plan_was_changed() {
    let place = Place::new();
    place.prints("league random --matches 3 --quiet --out run");
    let original = text(&place.read("run/run.toml"));
    let is_refused = |line: &str, told: &str, error: &str| {
        assert!(original.contains(line), "{original}");
        place.write("run/run.toml", original.replacen(line, told, 1));
        assert_eq!(place.refuses("resume run"), error);
    };
    let absurd = "9223372036854775807";
    is_refused(
        "matches = 3\nplanned",
        &format!("matches = {absurd}\nplanned"),
        "error: run.toml was changed: it describes 3 matches, and says that 9223372036854775807 of 3 \
         were played: `stoker verify` says more",
    );
    is_refused(
        "matches = 3\nplanned = 3",
        "matches = 2\nplanned = 3",
        "error: run.toml was changed: it describes 3 matches, and says that 2 of 3 were played: \
         `stoker verify` says more",
    );
    is_refused(
        "matches = 3\nseed",
        "matches = 4\nseed",
        "error: run.toml was changed: it describes 4 matches, and says that 3 of 3 were played: \
         `stoker verify` says more",
    );
    place.write("run/run.toml", &original);
    place.prints("resume run");
}
