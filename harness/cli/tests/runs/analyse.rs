//! The costs of moves, on the command line.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use insta::assert_snapshot;
use serde_json::Value;
use stoker::cli::{self, CommandExit};
use stoker::registry::{Registry, Ruleset};
use stoker_bots::{random, toy};
use stoker_engine::Game;
use stoker_engine::course::Course;

use crate::common::{Place, text};

/// Few playouts, because the tests do not depend on the precision of the figures.
const FEW: &str = "--screening 8 --playouts 200";

/// A run of three short matches, all recorded.
fn played() -> Place {
    let place = Place::new();
    place.write("short.toml", "[params]\nstart_score = 30\n");
    place.prints(
        "league tracker lurker --config short.toml --records all --matches 3 --out run --quiet",
    );
    let records = place.read("run/records.jsonl.zst");
    place.write("all.jsonl", zstd::decode_all(&records[..]).unwrap());
    place
}

fn json_of(place: &Place, args: &str) -> Value {
    serde_json::from_str(&place.prints(args)).unwrap()
}

#[test]
fn the_worst_moves_of_the_first_match_are_told() {
    let place = played();
    assert_snapshot!(place.prints(&format!("analyse all.jsonl {FEW}")));
}

#[test]
fn programs_read_the_same_with_the_belief_before_every_turn() {
    let place = played();
    let all = json_of(&place, &format!("analyse run/records.jsonl.zst {FEW} --match 1 --json"));
    assert_eq!(all["format"], 1);
    let [found] = &all["matches"].as_array().unwrap()[..] else { panic!("{all}") };
    assert_eq!(found["match"], 1);
    let analysis = &found["analysis"];
    let belief = analysis["belief"].as_array().unwrap();
    let record = std::str::from_utf8(&place.read("all.jsonl"))
        .unwrap()
        .lines()
        .nth(1)
        .unwrap()
        .parse::<Value>();
    let turns = record.unwrap()["decisions"].as_u64().unwrap();
    assert_eq!(belief.len() as u64, turns + 1);
    // Dracula has not moved before his first turn.
    assert_eq!(belief[0], Value::Null);
    for scene in belief.iter().filter(|scene| !scene.is_null()) {
        assert!(scene["entropy_bits"].as_f64().unwrap() >= 0.0);
        let truth = scene["truth"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&truth), "{truth}");
    }
    for cost in analysis["worst"].as_array().unwrap() {
        let [cost, stderr] = ["cost", "stderr"].map(|key| cost[key].as_f64().unwrap());
        assert!(cost >= 2.0 * stderr && cost > 0.0);
    }
    assert!(analysis["yardstick"].as_str().unwrap().contains("seeker"));
}

#[test]
fn the_same_bytes_come_from_any_number_of_threads_and_other_ones_from_another_seed() {
    let place = played();
    let of = |more: &str| place.prints(&format!("analyse all.jsonl {FEW} --all --json {more}"));
    let one = of("--threads 1");
    assert_eq!(one, of("--threads 5"));
    assert_ne!(one, of("--seed 2"));
    let all: Value = serde_json::from_str(&one).unwrap();
    assert_eq!(all["matches"].as_array().unwrap().len(), 3);
}

#[test]
fn a_record_that_does_not_verify_is_refused_beside_those_that_do() {
    let place = played();
    let records = String::from_utf8(place.read("all.jsonl")).unwrap();
    let lines: Vec<_> = records.lines().collect();
    // A higher score, and a line that is not a record.
    let forged = lines[1].replacen("\"decisions\":", "\"decisions\":1", 1);
    place.write("mixed.jsonl", [lines[0], &forged, "{}", lines[2], ""].join("\n"));
    let output = place.run(&format!("analyse mixed.jsonl {FEW} --all --json"));
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert!(told.starts_with("error: mixed.jsonl: line 2: the record does not verify: "), "{told}");
    assert!(told.contains("\nerror: mixed.jsonl: line 3: "), "{told}");
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    let numbers: Vec<_> =
        all["matches"].as_array().unwrap().iter().map(|it| &it["match"]).collect();
    assert_eq!(numbers, [0, 2]);
    let refused = all["refused"].as_array().unwrap();
    assert_eq!(refused.len(), 2);
    assert_eq!((&refused[0]["line"], &refused[0]["match"]), (&2.into(), &1.into()));
    // Alone it is an error.
    let output = place.run("analyse mixed.jsonl --match 1");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), "");
}

#[test]
fn bots_can_be_the_yardstick_if_every_side_has_one() {
    let place = played();
    place.write("tiny.toml", "map = \"tiny\"\n[params]\nstart_score = 8\n");
    place.prints("league random --config tiny.toml --records all --matches 1 --out tiny --quiet");
    let few = "analyse tiny/records.jsonl.zst --screening 2 --playouts 10 --json --yardstick";
    let found = json_of(&place, &format!("{few} patrol dracula=random"));
    assert_eq!(
        found["matches"][0]["analysis"]["yardstick"],
        "expected score when games are played out by `patrol` as hunters and `random` as \
         dracula"
    );
    assert_eq!(
        place.refuses(&format!("{few} patrol")),
        "error: --yardstick: name a bot that plays `dracula` too"
    );
    let refused = place.refuses(&format!("{few} ./mine"));
    assert!(refused.contains("only built-in bots"), "{refused}");
}

#[test]
fn a_match_that_is_not_there_is_refused_with_those_that_are() {
    let place = played();
    assert_eq!(
        place.refuses("analyse all.jsonl --match 9"),
        "error: all.jsonl holds no record of match 9: it holds 0, 1, 2 (`stoker league --records \
         all` keeps every match)"
    );
    assert_eq!(
        place.refuses("analyse all.jsonl --playouts 1"),
        "error: --playouts: give 2 to 50000"
    );
}

#[test]
fn a_last_line_that_was_cut_off_loses_no_match_before_it() {
    let place = played();
    let all = text(&place.read("all.jsonl"));
    let cut = &all[..all.len() - 40];
    place.write("cut.jsonl", cut);
    let output = place.run(&format!("analyse cut.jsonl {FEW} --all --json"));
    assert_eq!(output.status.code(), Some(1));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["matches"].as_array().unwrap().len(), 2);
    assert_eq!(found["refused"][0]["line"], 3);
    // The place is named once.
    let told = text(&output.stderr);
    assert_eq!((told.matches("cut.jsonl").count(), told.lines().count()), (1, 1), "{told}");
}

#[test]
fn a_record_that_is_refused_is_told_with_its_place_once() {
    let place = played();
    place.write("odd.jsonl", "{}\n");
    let told = text(&place.run("analyse odd.jsonl").stderr);
    assert_eq!(told.matches("odd.jsonl: line 1").count(), 1, "{told}");
}

#[test]
fn an_analysis_that_is_interrupted_says_so() {
    let place = played();
    let output = place.interrupted("analyse all.jsonl --screening 1000 --playouts 50000 --json", 2);
    assert_eq!(output.status.code(), Some(130));
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(all["matches"], Value::Array(vec![]));
}

/// The output of a program with one ruleset, and its exit.
fn stoker<G: Game>(ruleset: Ruleset<G>, args: &[&str]) -> (CommandExit, String, String) {
    let mut registry = Registry::empty();
    registry.ruleset(ruleset).unwrap();
    let (mut told, mut errors) = (vec![], vec![]);
    let exit = cli::run_command(&registry, [&["stoker"], args].concat(), &mut told, &mut errors);
    (exit, text(&told), text(&errors))
}

#[test]
fn a_ruleset_without_players_of_its_own_has_its_bots_play_games_on() {
    let place = Place::new();
    place.write("tiny.toml", "map = \"tiny\"\n[params]\nstart_score = 8\n");
    place.prints("league random --config tiny.toml --records all --matches 1 --out tiny --quiet");
    let mut course = Ruleset::<Course>::new();
    course.bot(random()).unwrap().guesses();
    let file = place.path().join("tiny/records.jsonl.zst");
    let few = ["--screening", "2", "--playouts", "10", "--json"];
    let args = [&["analyse", file.to_str().unwrap()], &few[..]].concat();
    let (exit, told, error) = stoker(course, &args);
    assert_eq!((exit, &*error), (CommandExit::Done, ""));
    let all: Value = serde_json::from_str(&told).unwrap();
    let analysis = &all["matches"][0]["analysis"];
    let yardstick = analysis["yardstick"].as_str().unwrap();
    assert!(yardstick.ends_with("`random` as hunters and `random` as dracula"), "{yardstick}");
    // It says nothing of what can be inferred.
    assert_eq!((&analysis["belief"], analysis.get("hidden")), (&Value::Array(vec![]), None));
}

#[test]
fn a_ruleset_that_guesses_nothing_says_why_its_moves_cannot_be_judged() {
    let place = Place::new();
    let out = place.path().join("run");
    let run = |args: &[&str]| stoker(toy::ruleset().unwrap(), args);
    let out = out.to_str().unwrap();
    let league = ["league", "--records", "all", "--matches", "1", "--quiet", "--out", out];
    assert_eq!(run(&league).0, CommandExit::Done);
    let (exit, _, error) = run(&["analyse", &format!("{out}/records.jsonl.zst")]);
    assert_eq!(exit, CommandExit::Failed);
    assert_eq!(
        error,
        "error: ruleset `toy` cannot guess hidden states, so its moves cannot be judged by what \
         the players could know\n"
    );
}
