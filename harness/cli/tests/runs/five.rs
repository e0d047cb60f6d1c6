//! Each of the five games, played by programs that speak `lines`: records, shards and their merge,
//! a run that is killed and goes on, the check of its games, its report, and the page of a replay.

use std::fs;
use std::process::{Command, Stdio};

use crate::common::{Place, text, wait_until};

/// Makes the first legal move, whatever the game.
const FIRST: &str = include_str!("../common/first_legal_move.py");

/// A game as it is played here: the sides of the program, the lineup, and a word of the report.
struct FiveGame {
    ruleset: &'static str,
    sides: &'static [&'static str],
    lineup: &'static str,
    reported: &'static str,
}

const GAMES: [FiveGame; 5] = [
    FiveGame {
        ruleset: "course",
        sides: &["hunters"],
        lineup: "hunters=./first dracula=random",
        reported: "course, round-robin",
    },
    FiveGame {
        ruleset: "kosmos",
        sides: &["dracula", "hunter"],
        lineup: "./first random",
        reported: "kosmos, round-robin",
    },
    FiveGame {
        ruleset: "boss",
        sides: &["vampire"],
        lineup: "./first random",
        reported: "boss, lineups",
    },
    FiveGame {
        ruleset: "masters",
        sides: &["vampires"],
        lineup: "./first random",
        reported: "masters, round-robin",
    },
    FiveGame {
        ruleset: "fury --preset hunt",
        sides: &["hunters"],
        lineup: "hunters=./first dracula=random",
        reported: "fury, round-robin",
    },
];

/// A folder with the program.
fn place(sides: &[&str]) -> Place {
    let place = Place::with_reports();
    fs::create_dir(place.path().join("first")).expect("there is room for a folder");
    let command = |side: &&str| format!("{side} = [\"/usr/bin/python3\", \"-S\", \"bot\"]\n");
    let commands: String = sides.iter().map(command).collect();
    place.write("first/bot.toml", format!("protocol = \"lines\"\n[run]\n{commands}"));
    place.write("first/bot", FIRST);
    place
}

/// Starts this run, and kills it when a match is in its records.
fn kill(place: &Place, league: &str, run: &str) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_stoker"))
        .current_dir(place.path())
        .args(league.split_whitespace())
        .args(["--out", run])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    wait_until("a match is played", || {
        place.lines_of(&format!("{run}/matches.csv")) > 1
            || child.try_wait().expect("it is a child").is_some()
    });
    child.kill().expect("it runs, or has ended");
    child.wait().expect("it ends");
}

fn is_played(game: &FiveGame) {
    let FiveGame { ruleset, sides, lineup, reported } = game;
    let place = place(sides);
    let league = format!(
        "league {lineup} --ruleset {ruleset} --isolation none --threads 2 --matches 3 \
         --records all --quiet"
    );
    place.prints(&format!("{league} --out whole"));
    let verified = place.prints("verify whole");
    assert!(verified.trim_end().ends_with(", 0 mismatches"), "{ruleset}: {verified}");
    assert!(text(&place.read("whole/report.html")).contains(reported), "{ruleset}");

    for index in 1..=2 {
        place.prints(&format!("{league} --shard {index}/2 --out part-{index}"));
    }
    place.prints("merge part-1 part-2 --out merged --quiet");
    assert_eq!(place.files("merged"), place.files("whole"), "{ruleset}: merged");

    kill(&place, &league, "killed");
    place.prints("resume killed --isolation none --quiet");
    assert_eq!(place.files("killed"), place.files("whole"), "{ruleset}: resumed");

    place.prints("replay whole/records.jsonl.zst --match 0 --html page.html");
    assert!(text(&place.read("page.html")).contains("Replays of records.jsonl.zst"), "{ruleset}");
}

#[test]
fn each_of_the_five_games_is_played_from_lines_to_the_page_of_a_replay() {
    GAMES.iter().for_each(is_played);
}
