//! Every kind of run, played with kosmos: a duel in which both sides have secrets, with data.

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
