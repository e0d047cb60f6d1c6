//! Leagues with three and more entrants in a match, from the command line.
#![expect(clippy::unwrap_used, reason = "a test may end where it stands")]

use std::collections::BTreeMap;

use stoker::cli::{self, CommandExit};

use crate::genericity::{registry, stoker};

/// The error of a command line that must fail.
fn refused(line: &str) -> String {
    let (mut out, mut err) = (vec![], vec![]);
    let exit = cli::run_command(&registry(), line.split_whitespace(), &mut out, &mut err);
    assert_ne!(exit, CommandExit::Done, "{line}: {}", String::from_utf8_lossy(&out));
    String::from_utf8(err).unwrap()
}

/// Nine auctions' bots at five seats: 630 lineups.
const NINE: &str = "a@thrift b@thrift c@random d@random e@random f@stubborn g@random h@random \
    i@random --ruleset auction --preset five";

fn read(folder: &tempfile::TempDir, file: &str) -> String {
    std::fs::read_to_string(folder.path().join(file)).unwrap()
}

#[test]
fn where_all_lineups_are_too_many_balanced_ones_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let run = |name: &str| folder.path().join(name).display().to_string();
    let table =
        stoker(&format!("stoker league {NINE} --matches 20 --threads 1 --out {}", run("one")));
    assert!(table.contains("who finishes ahead of whom"), "{table}");
    assert!(table.contains("lineups: 9 entrants at 5 seats, 4 blocks of 9 matches"), "{table}");
    assert!(table.contains("two entrants meet 10.0 times on average, 8 to 12 times"), "{table}");
    let board = read(&folder, "one/leaderboard.csv");
    let matches = |row: &str| row.split(',').nth(5).map(str::to_owned);
    assert!(board.lines().skip(1).all(|row| matches(row).as_deref() == Some("20")), "{board}");
    assert_eq!(read(&folder, "one/ahead.csv").lines().count(), 1 + 36);
    let seats = read(&folder, "one/seats.csv");
    let counts = seats.lines().skip(1).map(|row| row.split(',').nth(1).unwrap());
    assert!(counts.eq(["36"; 5]), "{seats}");
    let toml = read(&folder, "one/run.toml");
    assert!(toml.contains("format = \"lineups\"") && !toml.contains("--format"), "{toml}");
    stoker(&format!("stoker league {NINE} --matches 20 --threads 3 --out {}", run("three")));
    stoker(&format!("stoker diff {} {}", run("one"), run("three")));
    let verified = stoker(&format!("stoker verify {}", run("one")));
    assert!(verified.contains("ahead.csv"), "{verified}");
}

#[test]
fn a_dry_run_tells_how_often_two_entrants_meet() {
    let told = stoker(&format!("stoker league {NINE} --matches 21 --dry-run"));
    assert!(told.contains("each entrant plays 25 matches, 5 on every seat"), "{told}");
    assert!(told.contains("times on average, ") && told.contains("matches: 45"), "{told}");
    let told = stoker(&format!("stoker league {NINE} --format round-robin --dry-run"));
    assert!(told.contains("pairings: 630"), "{told}");
    let json = stoker(&format!("stoker league {NINE} --matches 5 --dry-run --json"));
    assert!(json.contains("\"appearances\": 5") && json.contains("\"meetings\""), "{json}");
}

#[test]
fn shards_of_lineups_are_merged_and_unlike_ones_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = |name: &str| folder.path().join(name).display().to_string();
    let play = |name: &str, more: &str| {
        stoker(&format!("stoker league {NINE} --matches 10 {more} --out {}", run(name)))
    };
    play("whole", "");
    play("first", "--shard 1/2");
    play("second", "--shard 2/2");
    stoker(&format!("stoker merge {} {} --out {}", run("first"), run("second"), run("merged")));
    stoker(&format!("stoker diff {} {}", run("whole"), run("merged")));
    play("other", "--shard 2/2 --seed 2");
    let merge = |second: &str| {
        refused(&format!("stoker merge {} {} --out {}", run("first"), run(second), run("x")))
    };
    let error = merge("other");
    assert!(error.contains("seed"), "{error}");
    play("all", "--shard 2/2 --format round-robin");
    let error = merge("all");
    assert!(error.contains("format: "), "{error}");
}

#[test]
fn what_drawn_lineups_cannot_do_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run").display().to_string();
    stoker(&format!("stoker league {NINE} --matches 5 --out {run}"));
    let error = refused(&format!("stoker league {NINE} --matches 10 --reuse {run} --out {run}2"));
    assert!(error.contains("lineups are drawn for all entrants together"), "{error}");
    let error = refused(&format!("stoker league {NINE} --format ladder"));
    assert!(error.contains("a ladder cannot have more than two sides of one kind"), "{error}");
    let error = refused("stoker league random --ruleset auction --format lineups");
    assert!(error.contains("two entrants and more, not for 1"), "{error}");
    let error = refused("stoker league random greedy --ruleset toy --format lineups");
    assert!(error.contains("lineups are drawn for sides of one kind"), "{error}");
    let error = refused(&format!(
        "stoker sweep {NINE} --vary rules:vetoes=1,2 --format lineups --out {run}3"
    ));
    assert!(error.contains("a sweep plays all lineups in every setting"), "{error}");
}

/// The matches of a run: by column, the cells.
fn matches(folder: &tempfile::TempDir, run: &str) -> Vec<BTreeMap<String, String>> {
    let text = read(folder, &format!("{run}/matches.csv"));
    csv::Reader::from_reader(text.as_bytes()).deserialize().collect::<Result<_, _>>().unwrap()
}

/// All lineups are rotations of one order, in which everybody always sits after the same entrant.
#[test]
fn three_rivals_at_three_seats_sit_in_both_orders() {
    let folder = tempfile::tempdir().unwrap();
    let run = |name: &str| folder.path().join(name).display().to_string();
    let league = "stoker league random thrift stubborn --ruleset auction --matches 30";
    stoker(&format!("{league} --out {}", run("drawn")));
    stoker(&format!("{league} --format round-robin --out {}", run("all")));
    let after_random = |run: &str| -> Vec<String> {
        let seats = ["east", "north", "west"];
        let next = |row: &BTreeMap<String, String>| {
            let seat = seats.iter().position(|seat| row[*seat] == "random").unwrap();
            row[seats[(seat + 1) % 3]].clone()
        };
        matches(&folder, run).iter().map(next).collect()
    };
    let count = |names: &[String], name: &str| names.iter().filter(|one| *one == name).count();
    let drawn = after_random("drawn");
    assert_eq!(drawn.len(), 30);
    assert!((6..=24).contains(&count(&drawn, "thrift")), "{drawn:?}");
    let all = after_random("all");
    assert_eq!((all.len(), count(&all, "thrift")), (90, 90));
}

#[test]
fn a_run_of_all_lineups_stays_one_although_lineups_are_drawn_by_default() {
    let folder = tempfile::tempdir().unwrap();
    let run = |name: &str| folder.path().join(name).display().to_string();
    let league = "stoker league random thrift stubborn --ruleset auction --matches 4";
    stoker(&format!("{league} --format round-robin --out {}", run("all")));
    let before = read(&folder, "all/matches.csv");
    stoker(&format!("stoker resume {}", run("all")));
    assert_eq!(read(&folder, "all/matches.csv"), before);
    stoker(&format!("stoker league --config {}/run.toml --out {}", run("all"), run("again")));
    assert_eq!(read(&folder, "again/matches.csv"), before);
    stoker(&format!("stoker verify {}", run("all")));
}

/// Ten opponents at the four other seats have 840 lineups for each seat.
const TEN: &str = "a@thrift b@random c@random d@random e@random f@stubborn g@random h@random \
    i@random j@random --ruleset auction --preset five";

#[test]
fn an_ab_test_of_rivals_draws_the_lineups_of_many_opponents() {
    let folder = tempfile::tempdir().unwrap();
    let run = |name: &str| folder.path().join(name).display().to_string();
    let compare = format!("stoker compare new@thrift old@random --against {TEN}");
    let told = stoker(&format!("{compare} --threads 1 --out {}", run("one")));
    assert!(told.starts_with("A is better: new beats old."), "{told}");
    let rows = matches(&folder, "one");
    let of_seed = &rows[..100];
    assert!(of_seed.iter().all(|row| row["seed"] == of_seed[0]["seed"]));
    assert_ne!(rows[100]["seed"], of_seed[0]["seed"]);
    let seats = ["east", "north", "west", "south", "centre"];
    let lineup = |row: &BTreeMap<String, String>| seats.map(|seat| row[seat].clone());
    for (of_new, of_old) in of_seed[..50].iter().zip(&of_seed[50..]) {
        let renamed =
            lineup(of_new).map(|name| if name == "new" { "old".to_owned() } else { name });
        assert_eq!(renamed, lineup(of_old));
    }
    let mut sat: BTreeMap<(String, &str), u32> = BTreeMap::new();
    for row in of_seed {
        seats.iter().for_each(|&seat| *sat.entry((row[seat].clone(), seat)).or_default() += 1);
    }
    for ((name, seat), count) in &sat {
        let each = if ["new", "old"].contains(&&**name) { 10 } else { 8 };
        assert_eq!(*count, each, "{name} as {seat}");
    }
    assert_eq!(sat.len(), 12 * 5);
    stoker(&format!("{compare} --threads 3 --out {}", run("three")));
    stoker(&format!("stoker diff {} {}", run("one"), run("three")));
    stoker(&format!("stoker verify {}", run("one")));
    let other = format!("{compare} --seed 2 --out {}", run("two"));
    stoker(&other);
    let first = |run: &str| matches(&folder, run)[..50].iter().map(lineup).collect::<Vec<_>>();
    assert_ne!(first("one"), first("two"));
}

#[test]
fn an_ab_test_in_which_all_lineups_were_played_is_not_continued_with_drawn_ones() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let compare = format!("stoker compare new@thrift old@random --against {TEN}");
    stoker(&format!("{compare} --out {}", run.display()));
    let toml = read(&folder, "run/run.toml");
    let earlier = toml.replace("format = \"compare-drawn\"", "format = \"compare\"");
    assert_ne!(toml, earlier);
    std::fs::write(run.join("run.toml"), earlier).unwrap();
    let error = refused(&format!("stoker resume {}", run.display()));
    assert!(error.contains("such lineups are drawn now"), "{error}");
}

#[test]
fn the_remedy_for_too_many_pairings_is_one_that_the_verb_has() {
    let many = |count: usize| -> String { (0..count).map(|n| format!(" n{n}@random")).collect() };
    let error =
        refused(&format!("stoker league{} --ruleset auction --format round-robin", many(200)));
    assert!(error.contains("draw lineups with --format lineups"), "{error}");
    let error =
        refused(&format!("stoker sweep{} --ruleset auction --vary rules:vetoes=1,2", many(200)));
    assert!(error.contains("pairings in each setting: use fewer entrants"), "{error}");
    assert!(!error.contains("--format"), "{error}");
}

#[test]
fn an_entrant_that_is_named_five_times_is_refused() {
    let error =
        refused("stoker league random random random random random --ruleset auction --preset five");
    assert!(error.contains("two entrants are called `random`"), "{error}");
    assert!(error.contains("give one another name, as in `other@random`"), "{error}");
}

#[test]
fn entrants_that_are_too_few_repeat_and_are_not_ranked_against_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run").display().to_string();
    let told = stoker(&format!(
        "stoker league random thrift --ruleset auction --preset five --matches 6 --out {run}"
    ));
    assert!(told.contains("A copy is never ranked against itself"), "{told}");
    assert!(told.contains("lineups: 2 entrants at 5 seats, 2 blocks of 2 matches"), "{told}");
    assert_eq!(read(&folder, "run/ahead.csv").lines().count(), 2);
    let seats = read(&folder, "run/seats.csv");
    let counts = seats.lines().skip(1).map(|row| row.split(',').nth(1).unwrap());
    assert!(counts.eq(["4"; 5]), "{seats}");
    stoker(&format!("stoker verify {run}"));
}

/// Four of five crash at once: each is blamed on its own seat, and the fifth plays on.
#[test]
fn a_match_of_five_in_which_four_crash_is_played_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run").display().to_string();
    let names = "thrift a@faint b@faint c@faint d@faint";
    let told = stoker(&format!(
        "stoker league {names} --ruleset auction --preset five --matches 20 --out {run}"
    ));
    assert!(told.contains("thrift"), "{told}");
    let board = read(&folder, "run/leaderboard.csv");
    let mut rows = csv::Reader::from_reader(board.as_bytes());
    let rows: Vec<std::collections::BTreeMap<String, String>> =
        rows.deserialize().collect::<Result<_, _>>().unwrap();
    for row in &rows {
        let crashes = if row["entrant"] == "thrift" { "0" } else { "20" };
        assert_eq!((&*row["matches"], &*row["crash"]), ("20", crashes), "{board}");
    }
    assert_eq!((&*rows[0]["entrant"], &*rows[0]["rank"]), ("thrift", "1"), "{board}");
    stoker(&format!("stoker verify {run}"));
}

#[test]
fn a_league_of_lineups_ends_when_it_is_precise_enough() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run").display().to_string();
    let told = stoker(&format!(
        "stoker league {NINE} --matches 2000 --until-interval 5 --records none --out {run}"
    ));
    assert!(told.contains("precise enough (to +-5)"), "{told}");
}
