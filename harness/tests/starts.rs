//! How matches begin where programs of the `course` protocol take part.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![cfg(target_os = "linux")]

mod common;

use std::fs;

use common::{Place, text};

/// Hunters who begin in Cologne and rest there, wherever somebody else has put them.
const STAY: &str = "echo '{\"move\": \"CO\", \"message\": \"here\"}'";
/// A Dracula who makes the first legal move.
const FIRST: &str = r#"
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
    elif told["type"] == "decide":
        print(json.dumps({"decision": told["decision"], "move": told["legal"][0]}), flush=True)
"#;
const WHY: &str = "`stay` is a `course` program, which expects to make its own first moves";

/// A folder with two submissions.
fn place() -> Place {
    let place = Place::new();
    fs::create_dir(place.path().join("stay")).unwrap();
    let toml = "protocol = \"course\"\n[run]\nhunters = [\"/bin/sh\", \"bot\"]\n";
    place.write("stay/bot.toml", toml);
    place.write("stay/bot", STAY);
    fs::create_dir(place.path().join("first")).unwrap();
    let toml = "protocol = \"lines\"\n[run]\ndracula = [\"/usr/bin/python3\", \"-S\", \"bot\"]\n";
    place.write("first/bot.toml", toml);
    place.write("first/bot", FIRST);
    place
}

fn run_toml(place: &Place, run: &str) -> toml::Table {
    text(&place.read(&format!("{run}/run.toml"))).parse().unwrap()
}

fn league(place: &Place, args: &str) -> String {
    let output = place.run(&format!(
        "league hunters=./stay dracula=./first --isolation none --matches 5 --threads 2 {args}"
    ));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stderr)
}

/// The rows of a CSV file, by column.
fn rows(place: &Place, file: &str, column: &str) -> Vec<String> {
    let mut rows = csv::Reader::from_path(place.path().join(file)).unwrap();
    let column = rows.headers().unwrap().iter().position(|name| name == column).unwrap();
    rows.records().map(|row| row.unwrap()[column].to_owned()).collect()
}

#[test]
fn a_league_with_a_course_program_begins_free_and_says_why() {
    let place = place();
    let told = league(&place, "--out run");
    assert!(told.contains(&format!("starts free: {WHY}\n")), "{told}");
    let run = run_toml(&place, "run");
    assert_eq!(run["tournament"]["starts"].as_str(), Some("free"));
    assert_eq!(run["tournament"]["starts_because"].as_str(), Some(WHY));
    assert!(!run["command"].as_str().unwrap().contains("--starts"));
    let faults = rows(&place, "run/matches.csv", "hunters_faults");
    assert_eq!(faults, ["0"; 5], "a hunter who rests may do so");
    assert_eq!(rows(&place, "run/matches.csv", "same_as"), ["", "", "", "0", "0"]);
    let error = place.refuses("replay run/records.jsonl.zst --match 4");
    assert_eq!(error, "error: match 4 was not played, because it repeats match 0: try --match 0");
    assert_eq!(rows(&place, "run/leaderboard.csv", "effective_matches"), ["1", "1"]);
    assert_eq!(rows(&place, "run/leaderboard.csv", "low_95"), ["", ""]);
}

#[test]
fn starts_that_were_asked_for_win() {
    let place = place();
    let told = league(&place, "--out run --starts random");
    assert!(!told.contains("starts free"), "{told}");
    let run = run_toml(&place, "run");
    assert_eq!(run["tournament"]["starts"].as_str(), Some("random"));
    assert!(run["tournament"].get("starts_because").is_none());
    assert!(run["command"].as_str().unwrap().contains(" --starts random"));
    let faults = rows(&place, "run/matches.csv", "hunters_faults");
    assert!(faults.iter().all(|faults| faults != "0"), "{faults:?}");
}

#[test]
fn a_dry_run_and_a_configuration_have_the_starts_that_are_usual() {
    let place = place();
    let args = "league hunters=./stay dracula=lurker --isolation none --matches 2";
    let dry = place.prints(&format!("{args} --dry-run"));
    assert!(dry.contains(&format!("\nstarts: free, because {WHY}\n")), "{dry}");
    let config = place.prints(&format!("{args} --print-config"));
    assert!(config.contains("\nstarts = \"free\"\n"), "{config}");
    assert!(place.prints("league random --dry-run").contains("\nstarts: random\n"));
}

#[test]
fn parts_of_a_run_keep_its_starts() {
    let place = place();
    league(&place, "--out whole");
    for shard in ["1/2", "2/2"] {
        league(&place, &format!("--shard {shard} --out part-{}", &shard[..1]));
    }
    place.prints("merge part-1 part-2 --out joined");
    for file in ["run.toml", "matches.csv", "leaderboard.csv", "records.jsonl.zst"] {
        assert!(
            place.read(&format!("joined/{file}")) == place.read(&format!("whole/{file}")),
            "{file}"
        );
    }
}

#[test]
fn a_match_says_why_it_begins_free_and_warns_once() {
    let output = place().run("match hunters=./stay dracula=lurker --isolation none");
    let told = text(&output.stdout);
    assert!(told.contains(&format!("\nstarts free: {WHY}\n")), "{told}");
    assert!(!told.contains("(opening)"), "{told}");
    assert_eq!(text(&output.stderr).matches("WARNING: --isolation none").count(), 1);
}

#[test]
fn a_check_says_who_cannot_play_with_random_starts() {
    let place = place();
    let output = place.run("check ./stay --isolation none");
    let told = text(&output.stdout);
    assert_eq!(told.matches("it cannot play with --starts random").count(), 1, "{told}");
    let against = told.lines().find(|line| line.trim_start().starts_with("match against")).unwrap();
    assert!(against.contains(" ok "), "{told}");
    let output = place.run("check ./stay --isolation none --starts random");
    let told = text(&output.stdout);
    let against = told.lines().find(|line| line.trim_start().starts_with("match against")).unwrap();
    assert!(against.contains(" illegal_move "), "{told}");
}

#[test]
fn matches_that_began_otherwise_are_not_taken_and_the_option_is_named() {
    let place = place();
    league(&place, "--out before --starts random");
    let output = place.run(
        "league hunters=./stay dracula=./first --isolation none --matches 5 --reuse before --quiet",
    );
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        error.contains("--starts: the earlier run began matches random, this one begins them free"),
        "{error}"
    );
}

#[test]
fn a_comparison_of_bots_that_repeat_themselves_says_so_beforehand() {
    let place = place();
    let args = "compare hunters=./stay hunters=again@./stay --against OPPONENT \
                --isolation none --max-pairs 32 --out run";
    let note =
        "Note: with free starts, all of these bots played the same way twice when they were tried.";
    let told = text(&place.run(&args.replace("OPPONENT", "dracula=./first")).stderr);
    assert!(told.contains(note), "{told}");
    let copies = rows(&place, "run/matches.csv", "same_as");
    assert_eq!(copies.iter().filter(|of| of.is_empty()).count(), 2 * 3);
}
