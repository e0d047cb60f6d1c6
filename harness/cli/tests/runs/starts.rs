//! The start of matches where programs of the `course` protocol take part.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![cfg(target_os = "linux")]

use std::fs;

use insta::assert_snapshot;

use crate::common::{Place, text};

/// Hunters who begin in Cologne and rest there, wherever somebody else has put them.
const STAY: &str = "echo '{\"move\": \"CO\", \"message\": \"here\"}'";
/// A Dracula who makes the first legal move.
const FIRST: &str = include_str!("../common/first_legal_move.py");
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
    play(place, &format!("--matches 5 --threads 2 {args}"))
}

fn play(place: &Place, args: &str) -> String {
    let args = format!("league hunters=./stay dracula=./first --isolation none {args}");
    let output = place.run(&args);
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

/// Submissions as in [`place`], which also write to standard error.
fn talkative_place() -> Place {
    let place = place();
    place.write("stay/bot", format!("echo staying >&2; {STAY}"));
    // Before the reply: what comes after it may be heard in this turn or the next.
    let reply = "        print(json.dumps({\"decision\"";
    let thinking = format!("        print('thinking', file=sys.stderr)\n{reply}");
    assert!(FIRST.contains(reply));
    place.write("first/bot", FIRST.replace(reply, &thinking));
    place
}

#[test]
fn only_matches_that_count_as_played_have_logs_on_any_number_of_threads() {
    let place = talkative_place();
    for threads in [1, 8] {
        play(&place, &format!("--matches 8 --threads {threads} --out on-{threads}"));
    }
    let alone = place.files("on-1");
    let logs: Vec<_> = alone.keys().filter(|name| name.starts_with("logs/")).collect();
    let sides = ["dracula", "hunters"];
    let played = (0..3).flat_map(|n| sides.map(|side| format!("logs/match-00000{n}-{side}.log")));
    assert_eq!(logs, played.collect::<Vec<_>>().iter().collect::<Vec<_>>());
    assert!(place.files("on-8") == alone);
}

#[test]
fn logs_of_merged_shards_are_those_of_one_run() {
    let place = talkative_place();
    play(&place, "--matches 7 --threads 1 --out whole");
    for shard in 1..=3 {
        play(&place, &format!("--matches 7 --threads 2 --shard {shard}/3 --out part-{shard}"));
    }
    let whole = place.files("whole");
    place.prints("merge part-3 part-1 part-2 part-2 --out joined");
    assert!(place.files("joined") == whole);
    place.prints("merge part-3 part-2 --partial --out partial");
    let of_a_copy = place.path().join("partial/logs/match-000006-hunters.log");
    assert!(of_a_copy.exists(), "it is not known to be one without the first matches");
    place.prints("resume partial --isolation none");
    assert!(place.files("partial") == whole);
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

/// Hunters who rest in Cologne, and others who do so in Paris, against one and the same Dracula.
#[test]
fn a_comparison_of_copies_has_no_interval_no_ratio_and_no_winner() {
    let place = place();
    fs::create_dir(place.path().join("paris")).unwrap();
    place.write("paris/bot.toml", text(&place.read("stay/bot.toml")));
    place.write("paris/bot", STAY.replace("CO", "PA"));
    let compare = "compare hunters=./stay hunters=./paris --against dracula=./first \
                   --isolation none --out run";
    let output = place.run(compare);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_snapshot!(text(&output.stdout), @r"
    No verdict: every seed repeats the same games, so more seeds show nothing new about stay and paris.

    A stay, B paris, as hunters: 32 pairs
     mean difference  0.00 points (no interval: every seed repeats the same games); above 0, A is better
     distinct         only 1 of 32 pairs: the others repeat the same games

    External bots took part, so another run can have other results.
    64 matches; results in run
    ");
    assert_snapshot!(text(&place.read("run/comparison.csv")), @"
    pairs,void_pairs,distinct_pairs,llr_a,llr_b,lower_bound,upper_bound,mean_difference,low_95,high_95,effect,correlation,saved,a_alone,b_alone,hunters_difference,hunters_low_95,hunters_high_95,verdict
    32,0,1,,,-3.2038,4.1589,0.0000,,,,,,,,0.0000,,,one game
    ");
    assert_eq!(rows(&place, "run/leaderboard.csv", "low_95"), ["", "", ""]);
    assert_eq!(text(&place.run("resume run").stdout), text(&output.stdout));
    let json = place.prints("resume run --json");
    let found = &serde_json::from_str::<serde_json::Value>(&json).unwrap()["comparison"];
    for figure in ["llr_a", "llr_b", "low_95", "high_95"] {
        assert!(found[figure].is_null(), "{figure}: {found}");
    }
    assert!(found["sides"][0]["low_95"].is_null(), "{found}");
    assert_eq!((&found["verdict"], &found["distinct_pairs"]), (&"one game".into(), &1.into()));
}
