//! No bot thinks, or does harm, on the other side's time.

use std::collections::BTreeMap;

use crate::arena::{Arena, Starter};
use crate::rows;

/// The outcome of a match.
struct MatchResult {
    /// The exit status of the league, and what it printed.
    told: String,
    status: Option<i32>,
    faults: Vec<BTreeMap<String, String>>,
    /// True if its record is that of a match that can have been played.
    is_verified: bool,
}

impl MatchResult {
    /// The kinds of the faults of an entrant.
    fn of(&self, entrant: &str) -> Vec<&str> {
        let own = self.faults.iter().filter(|row| row["entrant"] == entrant);
        own.map(|row| &*row["kind"]).collect()
    }
}

/// Plays one match of three rounds, with separate limits for each side.
fn played(
    starter: Starter,
    (hunters, limits): (&str, &str),
    (dracula, others): (&str, &str),
    isolation: &str,
) -> MatchResult {
    let arena = Arena::new(starter);
    arena.hand_in(hunters, limits);
    arena.hand_in(dracula, others);
    let league = format!(
        "entrants = [\"hunters=./bots/{hunters}\", \"dracula=./bots/{dracula}\"]\nmatches = 1\n\
         starts = \"free\"\nfault_policy = \"forfeit\"\n[params]\nstart_score = 3\n\
         life_loss_trap = 0\nlife_loss_dracula = 0\n"
    );
    arena.write("league.toml", league);
    let args = ["league", "--config", "league.toml", "--out", "results/run"];
    let output = arena.run(&[&args[..], &["--isolation", isolation]].concat());
    let told = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    let status = output.status.code();
    let faults =
        if status == Some(0) { rows(&arena.read("results/run/faults.csv")) } else { vec![] };
    let verified = arena.run(&["verify", "results/run/records.jsonl.zst"]);
    MatchResult { told, status, faults, is_verified: verified.status.success() }
}

/// Plays a match against an honest opponent, and checks that this has no fault.
fn contained(bot: (&str, &str), opponent: (&str, &str)) -> MatchResult {
    let mut last = None;
    for starter in Starter::all() {
        let outcome = played(starter, bot, opponent, "full");
        assert_eq!(outcome.status, Some(0), "{starter:?}: {}", outcome.told);
        assert_eq!(outcome.of(opponent.0), [""; 0], "{starter:?}: {:?}", outcome.faults);
        assert!(outcome.is_verified, "{starter:?}: {}", outcome.told);
        last = Some(outcome);
    }
    last.expect("there is someone")
}

/// An honest opponent that computes, with its limits.
const WORKER: (&str, &str) = ("works_lines", "wall_ms = 2500\ncpu_ms = 1000");
/// An honest opponent that sleeps, with its limits.
const SLEEPER: (&str, &str) = ("sleeps_lines", "wall_ms = 10000");

#[test]
fn an_opponent_cannot_be_starved() {
    let outcome = contained(("starves_lines", ""), WORKER);
    assert_eq!(outcome.of("starves_lines"), [""; 0], "{:?}", outcome.faults);
}

#[test]
fn a_bot_that_starves_its_opponent_where_nothing_stops_it_has_the_fault() {
    for starter in Starter::all() {
        let outcome = played(starter, ("starves_lines", ""), WORKER, "none");
        assert_eq!(outcome.status, Some(0), "{starter:?}: {}", outcome.told);
        let [fault] = &outcome.faults[..] else { panic!("{starter:?}: {:?}", outcome.faults) };
        assert_eq!((&*fault["entrant"], &*fault["kind"]), ("starves_lines", "cpu_timeout"));
        assert!(fault["reason"].contains("while another side was to move"), "{fault:?}");
        assert!(outcome.is_verified, "{starter:?}");
    }
}

#[test]
fn a_bot_that_takes_all_of_the_processor_is_not_excused_for_lack_of_it() {
    for (limits, kinds) in
        [("cpu_ms = 300\nwall_ms = 10000", ["cpu_timeout"]), ("wall_ms = 1200", ["wall_timeout"])]
    {
        let outcome = contained(("vanishes_lines", limits), WORKER);
        assert_eq!(outcome.of("vanishes_lines"), kinds, "{:?}", outcome.faults);
    }
}

#[test]
fn processes_that_are_just_being_made_are_stopped_too() {
    let outcome = contained(("multiplies_lines", "processes = 20"), WORKER);
    assert_eq!(outcome.of("multiplies_lines"), [""; 0], "{:?}", outcome.faults);
}

/// Without isolation it succeeds in at least one of twenty matches: the machine may have no time
/// for it in the others.
fn gets_through_where_nothing_stops_it(bot: (&str, &str)) {
    let breach = |_| {
        let outcome = played(Starter::Own, bot, SLEEPER, "none");
        outcome.faults.iter().any(|row| row["reason"].contains("BREACH"))
    };
    assert!((0..20).any(breach));
}

#[test]
fn a_bot_fills_its_process_limit_in_its_own_turns_and_is_stopped_even_then() {
    let outcome = contained(("fills_lines", "processes = 20"), SLEEPER);
    assert_eq!(outcome.of("fills_lines"), [""; 0], "{:?}", outcome.faults);
    gets_through_where_nothing_stops_it(("fills_lines", ""));
}

#[test]
fn a_bot_cannot_trace_its_children_to_keep_them_running() {
    let outcome = contained(("traces_lines", ""), SLEEPER);
    assert_eq!(outcome.of("traces_lines"), [""; 0], "{:?}", outcome.faults);
    gets_through_where_nothing_stops_it(("traces_lines", ""));
}

#[test]
fn helpers_do_not_think_on_the_opponents_time() {
    let outcome = contained(("ponders_lines", ""), SLEEPER);
    assert_eq!(outcome.of("ponders_lines"), [""; 0], "{:?}", outcome.faults);
    gets_through_where_nothing_stops_it(("ponders_lines", ""));
}

#[test]
fn the_kernel_continues_no_stopped_bot() {
    let outcome = contained(("wakes_lines", ""), SLEEPER);
    assert_eq!(outcome.of("wakes_lines"), [""; 0], "{:?}", outcome.faults);
}

#[test]
fn a_bot_that_dies_while_it_is_stopped_is_reported_when_it_is_asked() {
    let outcome = contained(("dies_asleep_lines", ""), SLEEPER);
    assert_eq!(outcome.of("dies_asleep_lines"), ["crash"], "{:?}", outcome.faults);
    assert!(outcome.faults[0]["reason"].contains("SIGALRM"), "{:?}", outcome.faults);
}

#[test]
fn a_bot_that_has_stopped_itself_is_continued_with_the_rest_or_late_by_its_own_doing() {
    let outcome = contained(("stops_lines", "wall_ms = 1000"), SLEEPER);
    // If it is stopped before it comes to stop itself, it does so in its own turn.
    let faults = outcome.of("stops_lines");
    assert!(faults.iter().all(|kind| *kind == "wall_timeout"), "{:?}", outcome.faults);
    assert_eq!(outcome.faults.len(), faults.len(), "{:?}", outcome.faults);
}

#[test]
fn an_answer_before_the_question_is_an_error_that_names_it() {
    let outcome = contained(("foresees_lines", ""), SLEEPER);
    assert_eq!(outcome.of("foresees_lines"), ["garbled_reply"], "{:?}", outcome.faults);
    let reason = &outcome.faults[0]["reason"];
    assert_eq!(reason, "it answered decision 4 before it was asked");
}
