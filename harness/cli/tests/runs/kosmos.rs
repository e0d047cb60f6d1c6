//! Every kind of run, played with kosmos: a duel in which both sides have secrets, with data.

use serde_json::Value;

use crate::common::{Place, text};

const RUN: &str = "--ruleset kosmos --threads 2 --quiet";

#[test]
fn shards_merge_and_a_part_is_resumed_to_the_bytes_of_one_run() {
    let place = Place::new();
    let league = format!("league random careful {RUN} --matches 3 --records all");
    place.prints(&format!("{league} --out whole"));
    for index in 1..=3 {
        place.prints(&format!("{league} --shard {index}/3 --out part-{index}"));
    }
    place.prints("merge part-1 part-2 part-3 --out merged --quiet");
    assert_eq!(place.files("merged"), place.files("whole"));
    place.prints("merge part-1 part-3 --partial --out partial --quiet");
    place.prints("resume partial --quiet");
    assert_eq!(place.files("partial"), place.files("whole"));
    assert!(place.prints("verify whole").contains("\n12 games, "));
}

#[test]
fn a_duel_has_a_row_for_each_entrant_and_for_each_side() {
    let place = Place::new();
    place.prints(&format!("league random careful {RUN} --matches 4 --records none --out run"));
    let duel = text(&place.read("run/duel.csv"));
    let rows: Vec<_> = duel.lines().map(|row| row.split(',').take(2).collect::<Vec<_>>()).collect();
    let expected = [
        ["row", "name"],
        ["entrant", "careful"],
        ["entrant", "random"],
        ["side", "dracula"],
        ["side", "hunter"],
    ];
    assert_eq!(rows, expected, "{duel}");
}

#[test]
fn bots_of_either_side_are_measured_between_the_blind_and_the_omniscient() {
    let place = Place::new();
    for side in ["dracula", "hunter"] {
        let gauge = format!("gauge {side}=careful --against memory {RUN} --matches 12 --json");
        let printed = place.prints(&format!("{gauge} --out {side}"));
        let json: Value = serde_json::from_str(&printed).unwrap();
        let of = |name: &str| {
            let mut all = json["readings"].as_array().unwrap().iter();
            let found = all.find(|row| row["entrant"] == name && row["opponent"].is_null());
            found.unwrap_or_else(|| panic!("{name}: {printed}"))
        };
        assert_eq!(of(&format!("blind-{side}"))["share"], 0.0);
        assert_eq!(of(&format!("omniscient-{side}"))["share"], 1.0);
        assert!(of("careful")["share"].is_number(), "{printed}");
    }
    let told = place.refuses(&format!("league omniscient-hunter random {RUN} --matches 1"));
    assert!(told.contains("omniscient-hunter"), "{told}");
}

/// With so few guesses, none fits after some moves of Dracula, and the ruleset makes new ones.
#[test]
fn a_policy_that_asks_a_bot_guesses_the_hidden_cards() {
    let place = Place::new();
    for side in ["dracula", "hunter"] {
        let asking = format!(
            "exploit memory --side {side} --base careful --playouts 8 --guesses 2 --horizon 3 \
             --asking-matches 2 --matches 2 --lines 0 --json {RUN} --out {side}"
        );
        let json: Value = serde_json::from_str(&place.prints(&asking)).unwrap();
        assert_eq!((&json["asking"]["matches"], &json["asking"]["lost"]), (&2.into(), &0.into()));
        assert!(json["asking"]["decisions"].as_u64() > Some(50), "{json}");
        let verified = place.prints(&format!("verify {side}/asking.jsonl"));
        assert!(verified.trim_end().ends_with(", 0 mismatches"), "{verified}");
    }
}

#[test]
fn a_bot_is_checked_on_every_kind_of_question_by_changed_rules() {
    let printed = Place::new().prints("check memory --ruleset kosmos --param barrier=must");
    for question in ["lay", "save", "swap", "second"] {
        assert!(printed.contains(question), "{question}: {printed}");
    }
}

#[test]
fn two_bots_are_compared_over_both_sides() {
    let place = Place::new();
    let compare = "compare careful random --against other@random --max-pairs 40";
    place.prints(&format!("{compare} {RUN} --out run"));
    let found = text(&place.read("run/comparison.csv"));
    assert!(found.lines().count() > 1, "{found}");
}

#[test]
fn rules_and_bots_are_swept_and_a_bot_is_tuned() {
    let place = Place::new();
    place.prints(&format!("sweep random {RUN} --vary rules:lives=3..5 --matches 2 --out swept"));
    let rows = text(&place.read("swept/sweep.csv"));
    assert_eq!(rows.lines().count(), 1 + 3 * 2, "{rows}");
    let tune =
        "tune careful --side hunter --against random --iterations 2 --seeds 2 --max-pairs 32";
    place.prints(&format!("{tune} {RUN} --out tuned"));
    assert!(text(&place.read("tuned/trajectory.csv")).lines().count() > 2);
}

#[test]
fn a_run_has_a_report_and_its_records_a_page() {
    let place = Place::with_reports();
    place.prints(&format!("league random careful {RUN} --matches 2 --records all --out run"));
    let report = text(&place.read("run/report.html"));
    assert!(report.contains("kosmos, round-robin, 2 entrants"));
    place.prints("replay run/records.jsonl.zst --match 1 --html page.html");
    assert!(text(&place.read("page.html")).contains("A1"));
}

#[test]
fn a_match_is_watched_by_everybody_and_by_a_side() {
    let place = Place::new();
    let watch = "match dracula=random hunter=careful --ruleset kosmos --watch=0";
    let all = place.prints(watch);
    assert!(all.contains("lives"), "{all}");
    assert!(!all.contains("1 lives"), "{all}");
    assert_ne!(place.prints(&format!("{watch} --view hunter")), all);
}
