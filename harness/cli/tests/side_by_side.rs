//! Runs that are ended from outside, and runs side by side: none leaves anything behind, and none
//! disturbs another.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test may fail in any way")]

#[expect(dead_code, reason = "another test program uses the rest")]
#[path = "hostile/arena.rs"]
mod arena;
#[path = "side_by_side/kills.rs"]
mod kills;
#[path = "common/kit.rs"]
mod kit;
#[path = "side_by_side/signals.rs"]
mod signals;
#[path = "side_by_side/together.rs"]
mod together;

use std::fs;
use std::process::Output;
use std::time::Duration;

use arena::Arena;

/// The longest time that a busy machine may take for anything.
const LONG: Duration = Duration::from_secs(600);

/// The league of [`write_league`] with these options.
const LEAGUE: [&str; 5] = ["league", "--config", "league.toml", "--threads", "1"];

/// Hands in a program in Python and one that has to be built, which play short matches.
fn hand_in_league(arena: &Arena, matches: u32) {
    arena.hand_in("honest", "");
    arena.hand_in_team("team");
    write_league(arena, matches);
}

fn write_league(arena: &Arena, matches: u32) {
    let rules = "records = \"all\"\n[params]\nstart_score = 3\n";
    let entrants = "[\"hunters=./bots/honest\", \"./bots/team\", \"dracula=wanderer\"]";
    arena.write("league.toml", format!("entrants = {entrants}\nmatches = {matches}\n{rules}"));
}

/// Hands in `bots/endless`, whose build does not end.
fn hand_in_endless_build(arena: &Arena) {
    fs::create_dir(arena.path("bots/endless")).unwrap();
    // All that runs for an arena is found by its path.
    let build = format!("\"sh\", \"-c\", \"sleep 1000 # {}\"", arena.path("").display());
    let text = format!(
        "protocol = \"lines\"\n[run]\nhunters = [\"./bot\"]\n[build]\ncommand = [{build}]\n"
    );
    arena.write("bots/endless/bot.toml", text);
    arena.hand_over("bots/endless", 0o777);
}

/// The results of a run.
fn results(arena: &Arena, run: &str) -> Vec<(&'static str, Vec<u8>)> {
    let names = ["matches.csv", "leaderboard.csv", "crosstable.csv", "faults.csv"];
    let read = |name| (name, fs::read(arena.path("results").join(run).join(name)).unwrap());
    names.into_iter().chain(["records.jsonl.zst"]).map(read).collect()
}

/// The file systems that are mounted.
fn mounts() -> usize {
    fs::read_to_string("/proc/self/mountinfo").unwrap().lines().count()
}

fn assert_done(output: &Output) {
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{told}");
}
