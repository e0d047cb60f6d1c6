//! The example of a league from Rust plays what the command line plays.

use std::fs;

use crate::common::Place;

#[expect(dead_code, reason = "its `main` is not called here")]
#[path = "../../examples/league.rs"]
mod league;

#[test]
fn a_league_from_rust_writes_the_files_of_the_command_line() {
    let place = Place::new();
    let summary = league::play(place.path().join("from-rust")).unwrap();
    assert_eq!((summary.done, summary.faults), (80, 0));
    assert_eq!(league::table(&summary).lines().count(), 4);
    let typed = "patrol tracker wanderer lurker:depth=2 --matches 20 --seed 7 --records all";
    place.prints(&format!("league {typed} --out typed"));
    for file in ["matches.csv", "leaderboard.csv", "crosstable.csv", "records.jsonl.zst"] {
        let [by_code, typed] =
            ["from-rust", "typed"].map(|run| fs::read(place.path().join(run).join(file)).unwrap());
        assert!(by_code == typed, "{file}");
    }
}
