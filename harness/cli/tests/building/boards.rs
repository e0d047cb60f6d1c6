//! Leaderboards of submissions that cannot be built.

use std::fs;

use super::Place;

const GOOD: &str =
    "protocol = \"lines\"\n[run]\ndracula = [\"/usr/bin/python3\", \"-S\", \"bot\"]\n";
const BROKEN: &str = "protocol = \"lines\"\n[run]\ndracula = [\"./made\"]\nhunters = [\"./made\"]\n\
                      [build]\ncommand = [\"python3\", \"-c\", \"import nothing_like_it\"]\n";
/// It makes the first legal move.
const BOT: &str = include_str!("../common/first_legal_move.py");

/// The output of a league of these, and its leaderboard.
fn league(entrants: &str) -> (String, String) {
    let place = Place::new();
    place.write("subs/good/bot.toml", GOOD);
    place.write("subs/good/bot", BOT);
    place.write("subs/broken/bot.toml", BROKEN);
    let args = format!("league {entrants} --isolation none --matches 1 --threads 1 --out run");
    let output = place.run(&args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{error}");
    let board = fs::read_to_string(place.path("run/leaderboard.csv")).unwrap();
    (String::from_utf8(output.stdout).unwrap(), board)
}

/// The lines that begin like this after white space.
fn lines<'t>(text: &'t str, start: &str) -> Vec<&'t str> {
    text.lines().map(str::trim_start).filter(|line| line.starts_with(start)).collect()
}

#[test]
fn a_restriction_holds_for_those_that_fail_too() {
    let (told, board) = league("hunters=tracker dracula=subs");
    let [line] = lines(&told, "broken")[..] else { panic!("{told}") };
    assert!(line.starts_with("broken: build failed: "), "{line}");
    assert_eq!(board.matches(",broken,").count(), 1, "{board}");
    assert!(board.contains("\n,dracula,broken,build failed,"), "{board}");
    assert!(!told.contains("did not play"), "{told}");
}

#[test]
fn who_could_not_be_built_stands_below_those_who_play_in_a_line_on_each_board() {
    let (told, board) = league("hunters=tracker subs");
    assert_eq!(board.matches(",broken,").count(), 2, "{board}");
    for side in ["hunters (", "dracula ("] {
        let (_, rest) = told.split_once(side).unwrap();
        let (table, _) = rest.split_once("\n\n").unwrap();
        let last = table.lines().last().unwrap();
        assert!(last.starts_with(" broken: build failed: "), "{told}");
        assert!(table.lines().filter(|line| line.contains("broken")).count() == 1, "{told}");
    }
}
