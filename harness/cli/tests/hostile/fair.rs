//! Honest bots need no more processor time against hostile opponents than against quiet ones.

use std::path::Path;
use std::time::Duration;

use stoker::external::Limits;

use crate::arena::compiled;
use crate::beside::Compared;
use crate::seat::{Submission, name, sources};

/// The limits of hostile bots here: low, because there are many of them.
fn short() -> Limits {
    Limits { cpu_ms: 100, wall_ms: 200, start_ms: 60_000, ..Limits::default() }
}

/// The most processor time against a hostile opponent, as a multiple of that against a quiet one.
const MOST: f64 = 1.1;

pub(crate) fn submission(source: &Path) -> Submission {
    let program = compiled(&name(source));
    let copy = |to: &Path| {
        std::fs::copy(program, to).expect("there is room");
    };
    Submission::new(source, copy)
}

#[test]
fn honest_answers_take_no_more_processor_time_against_hostile_opponents() {
    let bot = |name: &str| submission(Path::new(&format!("{name}.c")));
    let (honest, quiet) = (bot("counts_lines"), bot("quick_lines"));
    let mut slower = vec![];
    for source in sources() {
        let hostile = submission(&source);
        let ratio = |_| {
            let played = Compared::play(&honest, &quiet, (&hostile, short()), 3);
            played.ratio(|turn| turn.cpu)
        };
        // The same work takes longer while programs of others use the same caches.
        if !(0..3).map(ratio).any(|ratio| ratio <= MOST) {
            slower.push(name(&source));
        }
    }
    assert_eq!(slower, [""; 0]);
}

/// It measures its time itself, so other programs do not change it.
#[test]
fn an_honest_bot_is_charged_what_it_used_whoever_its_opponent_is() {
    let (honest, quiet) =
        (submission(Path::new("works_lines.c")), submission(Path::new("quick_lines.c")));
    for source in sources().iter().filter(|source| name(source).ends_with("_lines")) {
        let hostile = submission(source);
        let turns = Compared::play(&honest, &quiet, (&hostile, short()), 2);
        for turn in turns.quiet.iter().chain(&turns.hostile) {
            // Its measurements are rounded to milliseconds.
            let used = Duration::from_millis(99)..Duration::from_millis(110);
            assert!(used.contains(&turn.cpu), "{}: {turn:?}", name(source));
            // It has one thread.
            assert!(turn.cpu < turn.wall + Duration::from_millis(5), "{}: {turn:?}", name(source));
        }
    }
}
