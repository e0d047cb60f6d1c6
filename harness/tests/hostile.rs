//! Hostile bots: each does one thing wrong, and costs nobody but itself.
//!
//! The bots stand in `hostile/bots`, a program each. One that gets what it must not get plays
//! `BREACH` and what it got, so that a fault shows it.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "tests")]

#[path = "hostile/arena.rs"]
mod arena;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use arena::{Arena, Starter};

/// No fault: it is contained, or merely odd.
const NONE: &str = "";
/// It is not let play.
const UNFIT: &str = "unfit";

/// Every hostile bot, limits of its own, and the one fault that it is to be booked for.
const BOTS: [(&str, &str, &str); 44] = [
    ("busy_children", "cpu_ms = 150", "cpu_timeout"),
    ("busy_loop", "cpu_ms = 150", "cpu_timeout"),
    ("closes_pipes", "", "no_reply"),
    ("daemon_late", "", "no_reply"),
    ("daemon_reply", "", NONE),
    ("daemon_silent", "", "no_reply"),
    ("endless_errors", "wall_ms = 400", "wall_timeout"),
    ("endless_line", "", "output_limit"),
    ("endless_output", "", "output_limit"),
    ("escapes", "", NONE),
    ("exits_at_once", "", UNFIT),
    ("fills_disk", "", "file_limit"),
    ("fork_bomb", "wall_ms = 400", "process_limit"),
    ("goes_away", "", "no_reply"),
    ("grabber", "", UNFIT),
    ("half_line", "", "garbled_reply"),
    ("half_lines", "wall_ms = 400", "garbled_reply"),
    ("helpers", "cpu_ms = 500", "cpu_timeout"),
    ("hog_children", "", "out_of_memory"),
    ("huge_reply", "", "output_limit"),
    ("killer", "", NONE),
    ("late_reply", "wall_ms = 400", "wall_timeout"),
    ("long_file", "", "file_limit"),
    ("many_files", "", "file_limit"),
    ("memory_hog", "", "out_of_memory"),
    ("nested_json", "", "garbled_reply"),
    ("nested_lines", "wall_ms = 400", "garbled_reply"),
    ("never_listens", "wall_ms = 400", "wall_timeout"),
    ("never_reads", "", NONE),
    ("noise", "", "garbled_reply"),
    ("noise_lines", "wall_ms = 400", "garbled_reply"),
    ("oddities", "", NONE),
    ("proposals", "", "output_limit"),
    ("reads_others", "", NONE),
    ("shared_hogs", "wall_ms = 2000", "out_of_memory"),
    ("sleeper", "wall_ms = 400", "wall_timeout"),
    ("sockets", "", NONE),
    ("stops_itself", "wall_ms = 400", "wall_timeout"),
    ("symlinks", "", NONE),
    ("terminal", "", "crash"),
    ("tracer", "", NONE),
    ("two_lines", "", NONE),
    ("two_replies", "", NONE),
    ("wrong_turn", "wall_ms = 400", "garbled_reply"),
];

/// A short game without hospital visits: a hunter can stay at sea for all of it.
const RULES: &str = "\
starts = \"free\"
fault_policy = \"forfeit\"
matches = 1
records = \"all\"

[params]
start_score = 4
life_loss_trap = 0
life_loss_dracula = 0

[limits]
cpu_ms = 1500
wall_ms = 10000
memory_mib = 128
processes = 12
output_kib = 256
file_mib = 4
disk_mib = 24
";

/// Plays these against a built-in and an honest program, `out` being the folder of the results.
/// Returns what was printed.
fn league(arena: &Arena, bots: &[&str], out: &str) -> String {
    let hostile: String = bots.iter().map(|bot| format!("\"hunters=./bots/{bot}\",\n")).collect();
    let entrants = format!(
        "entrants = [\n\"hunters=patrol\",\n\"dracula=wanderer\",\n\"./bots/honest\",\n{hostile}]\n"
    );
    arena.write("league.toml", entrants + RULES);
    let output = arena.run(&["league", "--config", "league.toml", "--out", out]);
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8(printed).unwrap();
    assert_eq!(output.status.code(), Some(0), "{printed}");
    printed
}

/// The rows of a file without quotes, by the names of its columns.
fn rows(text: &str) -> Vec<BTreeMap<&str, &str>> {
    let mut lines = text.lines().map(|line| line.split(','));
    let names: Vec<_> = lines.next().unwrap().collect();
    lines.map(|row| names.iter().copied().zip(row).collect()).collect()
}

/// The matches of `results/NAME` in which no hostile bot played: all that is known of them but
/// their number.
fn others(arena: &Arena, out: &str) -> Vec<String> {
    let text = arena.read(&format!("{out}/matches.csv"));
    let honest = |row: &&str| ["patrol", "honest"].contains(&row.split(',').nth(2).unwrap());
    let rows = text.lines().skip(1).filter(honest);
    rows.map(|row| row.split_once(',').unwrap().1.to_owned()).collect()
}

fn everyone_is_contained(starter: Starter) {
    let arena = Arena::new(starter);
    arena.hand_in("honest", "");
    for (bot, limits, _) in BOTS {
        arena.hand_in(bot, limits);
    }
    league(&arena, &[], "results/alone");
    let before = arena.read("bots/honest/bot.toml");
    let printed = league(&arena, &BOTS.map(|(bot, ..)| bot), "results/run");
    assert!(!printed.contains('\u{1b}'), "{printed}");
    assert!(arena.read("results/run/run.toml").contains("complete = true"));

    let faults = arena.read("results/run/faults.csv");
    assert!(!faults.contains("BREACH"), "{faults}");
    assert!(!faults.contains(|c: char| c.is_control() && c != '\n'), "{faults}");
    for (bot, _, expected) in BOTS {
        let booked = booked(&arena, bot);
        let expected = if expected == NONE { vec![] } else { vec![(expected, "2")] };
        assert_eq!(booked.iter().map(|(kind, n)| (kind.as_str(), n.as_str())).collect::<Vec<_>>(), expected, "{bot}\n{faults}");
    }
    assert_eq!(booked(&arena, "honest"), []);
    assert_eq!(others(&arena, "results/run"), others(&arena, "results/alone"));
    assert_eq!(others(&arena, "results/run").len(), 4);

    assert_eq!(arena.read("bots/honest/bot.toml"), before);
    assert_eq!(arena.read("bots/honest/secret"), arena.read("secret"));
    assert!(!arena.read("secret").contains("broken"));
    let verified = arena.run(&["verify", "results/run"]);
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");
}

/// The kinds of faults booked on an entrant, on all sides, and how many: from the leaderboard.
fn booked(arena: &Arena, entrant: &str) -> Vec<(String, String)> {
    let board = arena.read("results/run/leaderboard.csv");
    let kinds = board.lines().next().unwrap().split(',').skip_while(|name| *name != "illegal_move");
    let kinds: Vec<_> = kinds.collect();
    let rows = rows(&board);
    let mut own = rows.iter().filter(|row| row["entrant"] == entrant).peekable();
    assert!(own.peek().is_some(), "{entrant} is not on the leaderboard:\n{board}");
    own.flat_map(|row| {
        assert_eq!(row["status"], "ok", "{entrant}");
        assert_eq!(row["matches"], "2", "{entrant}");
        let counts = kinds.iter().map(|kind| (kind.to_string(), row[kind].to_owned()));
        counts.filter(|(_, count)| count != "0").collect::<Vec<_>>()
    })
    .collect()
}

#[test]
fn every_hostile_bot_gets_its_fault_and_harms_nobody() {
    for starter in Starter::all() {
        let began = Instant::now();
        everyone_is_contained(starter);
        println!("{starter:?}: {:?}", began.elapsed());
    }
}
