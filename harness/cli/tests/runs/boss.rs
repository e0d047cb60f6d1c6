//! Every kind of run, played with boss: a free-for-all in which each seat has secrets.

use crate::common::{Place, text};

const RUN: &str = "--ruleset boss --threads 2 --quiet";

#[test]
fn shards_merge_and_a_part_is_resumed_to_the_bytes_of_one_run() {
    let place = Place::new();
    let league = format!("league random greedy threshold {RUN} --matches 6 --records all");
    place.prints(&format!("{league} --out whole"));
    for index in 1..=3 {
        place.prints(&format!("{league} --shard {index}/3 --out part-{index}"));
    }
    place.prints("merge part-1 part-2 part-3 --out merged --quiet");
    assert_eq!(place.files("merged"), place.files("whole"));
    place.prints("merge part-1 part-3 --partial --out partial --quiet");
    place.prints("resume partial --quiet");
    assert_eq!(place.files("partial"), place.files("whole"));
    assert!(place.prints("verify whole").contains("\n6 games, "));
}

#[test]
fn two_bots_are_compared_on_every_seat() {
    let place = Place::new();
    let against = "--against other@random third@random";
    place.prints(&format!("compare greedy random {against} --max-pairs 40 {RUN} --out run"));
    let found = text(&place.read("run/comparison.csv"));
    assert!(found.trim_end().ends_with(",A"), "{found}");
}

#[test]
fn rules_and_bots_are_swept_and_a_bot_is_tuned() {
    let place = Place::new();
    place.prints(&format!(
        "sweep random greedy third@random {RUN} --vary rules:hand=4..6 --matches 2 --out swept"
    ));
    let rows = text(&place.read("swept/sweep.csv"));
    assert_eq!(rows.lines().count(), 1 + 3 * 3, "{rows}");
    let tune = "tune greedy --against random --iterations 2 --seeds 2 --max-pairs 32";
    place.prints(&format!("{tune} {RUN} --out tuned"));
    assert!(text(&place.read("tuned/trajectory.csv")).lines().count() > 2);
}

#[test]
fn a_run_has_a_report_with_its_seats_and_its_records_have_a_page() {
    let place = Place::with_reports();
    let league = format!("league random greedy threshold {RUN} --matches 60 --records all");
    place.prints(&format!("{league} --out run"));
    let report = text(&place.read("run/report.html"));
    for part in [
        "boss, lineups, 3 entrants",
        "Who finishes ahead of whom",
        "Figures of all entrants that sat there",
        "In each block every entrant sits once on every seat.",
    ] {
        assert!(report.contains(part), "{part} is missing");
    }
    // The interval of the first pair is in the table of the matrix.
    let ahead = text(&place.read("run/ahead.csv"));
    let first: Vec<&str> = ahead.lines().nth(1).unwrap_or_default().split(',').collect();
    let percent = |place: usize| 100.0 * first[place].parse::<f64>().unwrap_or(0.0);
    let cell = format!("{:.0} ({:.0} to {:.0})", percent(3), percent(4), percent(5));
    assert!(report.contains(&cell), "{cell}: {ahead}");
    let told = place.prints("replay run/records.jsonl.zst --match 1 --html page.html");
    assert_eq!(told, "1 match in page.html\n");
}

#[test]
fn a_match_is_watched_by_everybody_and_by_a_seat() {
    let place = Place::new();
    let watch = "match v0=random v1=greedy v2=threshold --ruleset boss --watch=0";
    assert_ne!(place.prints(&format!("{watch} --view v1")), place.prints(watch));
}

#[test]
fn what_a_free_for_all_does_not_have_is_refused_with_the_reason() {
    let place = Place::new();
    let refuses = |more: &str| place.refuses(&format!("league random greedy {more} {RUN}"));
    let error = refuses("--games 3");
    assert!(error.contains("the loser of a game cannot begin the next"), "{error}");
    let error = refuses("--format ladder");
    assert!(error.contains("more than two sides of one kind"), "{error}");
    // Two seats can have a ladder.
    place.prints(&format!(
        "league random greedy a@random b@greedy --format ladder --param players=2 --matches 4 {RUN} \
         --out ladder"
    ));
}

/// Without a folder, results go into one of their own. That of all lineups is left as it is.
#[test]
fn drawn_lineups_do_not_go_into_the_folder_of_all_lineups() {
    let place = Place::new();
    let league = format!("league random greedy threshold --matches 3 {RUN}");
    let run = |more: &str| place.prints(&format!("{league} {more}"));
    run("--format round-robin");
    let first = "results/boss-random-greedy-threshold-0000000000000001";
    let before = place.files(first);
    run("");
    assert_eq!(place.files(first), before);
    let other = text(&place.read(&format!("{first}-2/run.toml")));
    assert!(other.contains("format = \"lineups\""), "{other}");
}

#[test]
fn a_league_ends_when_its_intervals_are_narrow() {
    let place = Place::new();
    let told = place.prints(
        "league random greedy threshold --ruleset boss --until-interval 0.4 --matches 3000 \
         --records none --out run",
    );
    assert!(told.contains("precise enough (to +-0.4)"), "{told}");
}

/// Ends at its first question.
const QUITTER: &str = r#"
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
    elif message["type"] == "decide":
        sys.exit(3)
"#;

#[test]
#[cfg(target_os = "linux")]
fn a_match_of_five_in_which_four_programs_crash_is_played_to_its_end() {
    let place = Place::new();
    place.write("quitter.py", QUITTER);
    let four =
        ["a", "b", "c", "d"].map(|name| format!("{name}@lines:/usr/bin/python3 -S quitter.py"));
    let mut args = vec!["league", "greedy"];
    args.extend(four.iter().map(String::as_str));
    let more = "--param players=5 --matches 5 --records all --isolation none --out run";
    args.extend(RUN.split_whitespace().chain(more.split_whitespace()));
    place.prints_args(&args);
    let faults = text(&place.read("run/faults.csv"));
    let mut rows = csv::Reader::from_reader(faults.as_bytes());
    let rows: Vec<std::collections::BTreeMap<String, String>> =
        rows.deserialize().collect::<Result<_, _>>().expect("a table");
    // Each seat is the side of its name, and those of the built-in bot have none.
    assert!(rows.iter().all(|row| row["kind"] == "crash" && row["seat_name"] == row["side"]));
    for name in ["a", "b", "c", "d"] {
        let own = rows.iter().filter(|row| row["entrant"] == name).count();
        assert!((1..=5).contains(&own), "{name}: {faults}");
    }
    assert!(rows.iter().all(|row| row["entrant"] != "greedy"), "{faults}");
    assert_eq!(text(&place.read("run/matches.csv")).lines().count(), 1 + 5);
    assert!(place.prints("verify run").contains("\n5 games, "));
}
