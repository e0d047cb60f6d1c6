//! The cost of hostile bots in processor time of the harness itself.

use std::path::Path;

use stoker::external::Limits;
use stoker::external::contract::Trouble;
use stoker::fault::FaultKind;

use crate::fair::submission;
use crate::seat::{Played, Table, name, sources};

/// Bots that print, with time for all of it, and the faults that are charged to them.
fn printers() -> [(&'static str, Limits, Option<&'static str>); 6] {
    let limits = Limits { wall_ms: 20_000, cpu_ms: 10_000, ..Limits::default() };
    let short = Limits { wall_ms: 1_000, ..limits };
    [
        ("blank_lines", limits, Some("more than 5000 lines of output without a reply")),
        ("garbled_lines", limits, Some("more than 5000 lines of output without a reply")),
        ("byte_by_byte_lines", limits, None),
        ("chatter", short, None),
        ("many_errors", limits, Some("more than 5000 lines on standard error in one turn")),
        ("endless_errors", limits, Some("more than 1024 KiB on standard error in one turn")),
    ]
}

/// The turns of a match except the first, which makes the sandbox.
fn turns(source: &Path, limits: Limits, turns: usize) -> Vec<Played> {
    let bot = submission(source);
    let mut table = Table::new(&bot, limits);
    (0..=turns).map(|_| table.turn()).skip(1).collect()
}

/// Bots that keep the harness reading for as long as they may, or as much. Where it is not
/// optimised that takes three to fifteen times as long; all others keep it within twice the promise
/// even then.
const READ_THROUGHOUT: [&str; 4] = ["chatter", "huge_reply", "nested_json", "proposals"];

/// The multiple of what is promised that a turn may cost in this build. The promise itself is for a
/// machine with nothing else to do, where `STOKER_MEASURED=1` is set; elsewhere processors are
/// slower or shared, and the test still detects unbounded costs, which are seconds.
fn factor(bot: &str) -> u32 {
    if std::env::var_os("STOKER_MEASURED").is_none_or(|value| value != "1") {
        return 40;
    }
    match (cfg!(debug_assertions), READ_THROUGHOUT.contains(&bot)) {
        (true, true) => 8,
        (true, false) => 2,
        (false, _) => 1,
    }
}

/// The turns that cost more than is promised in each of three matches: a processor that others use
/// too takes longer for the same work, but hardly ever for the same turn three times.
fn dear(source: &Path, limits: Limits) -> Vec<String> {
    const TURNS: usize = 3;
    let factor = factor(&name(source));
    let mut dear: Vec<usize> = (0..TURNS).collect();
    let mut told = vec![];
    for _ in 0..3 {
        let played = turns(source, limits, TURNS);
        dear.retain(|&turn| played[turn].cost > factor * played[turn].promised());
        if dear.is_empty() {
            return vec![];
        }
        let tell = |&turn: &usize| {
            let Played { cost, wall, .. } = played[turn];
            format!("{}, turn {turn}: {cost:?} of {wall:?}", name(source))
        };
        told = dear.iter().map(tell).collect();
    }
    told
}

#[test]
fn whatever_a_bot_does_costs_the_harness_next_to_nothing() {
    let limits = Limits { wall_ms: 300, cpu_ms: 200, start_ms: 60_000, ..Limits::default() };
    let limits_of = |source: &Path| {
        let (printers, bot) = (printers(), name(source));
        let printer = printers.iter().find(|(printer, ..)| *printer == bot);
        // It takes long to make the mappings that are expensive to watch.
        let patient = printers[0].1;
        let own = if bot == "many_maps" { patient } else { limits };
        printer.map_or(own, |&(_, limits, _)| limits)
    };
    let dear = sources().into_iter().flat_map(|source| dear(&source, limits_of(&source)));
    assert_eq!(dear.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn a_bot_that_prints_too_much_is_told_so_and_others_may_go_on() {
    for (bot, limits, fault) in printers() {
        for turn in turns(Path::new(&format!("{bot}.c")), limits, 1) {
            match fault {
                Some(reason) => {
                    let fault = Trouble::Fault(FaultKind::OutputLimit, reason.to_owned());
                    assert_eq!(turn.answer.result, Err(fault), "{bot}");
                }
                None => assert!(turn.answer.result.is_ok(), "{bot}: {:?}", turn.answer),
            }
        }
    }
}
