use std::sync::atomic::{AtomicU8, Ordering};

use stoker_external::contract::{Excerpt, Exchange, Trouble};
use stoker_external::spec::Protocol;
use stoker_tournament::testing::*;

use super::*;

/// The behaviour of a program.
#[derive(Debug, Clone, Copy)]
enum Behaviour {
    Steady,
    Changeable,
    Absent,
    Slow,
    Cheating,
    Talkative,
    NearTheLimit,
    OnAFailingMachine,
}

/// The answers of such a program in its `nth` match, counted from 0.
fn sitting(behaviour: Behaviour, nth: u8) -> Sitting {
    let answer = move |last: u8| {
        let next = |step: u8| Ok(((last + step) % 4).into());
        let fault = |kind, reason: &str| Err(Trouble::Fault(kind, reason.to_owned()));
        match behaviour {
            Behaviour::Steady | Behaviour::Talkative | Behaviour::NearTheLimit => next(1),
            Behaviour::Changeable => next(1 + nth % 2),
            Behaviour::Cheating => next(0),
            Behaviour::Absent => fault(FaultKind::CouldNotStart, "no hello within 1 ms"),
            Behaviour::Slow => fault(FaultKind::WallTimeout, "no reply within 1 ms"),
            Behaviour::OnAFailingMachine => Err(Trouble::Void("no memory".into())),
        }
    };
    let near = matches!(behaviour, Behaviour::NearTheLimit);
    let wall = Duration::from_millis(if near { 4_000 } else { 2 });
    let talkative = matches!(behaviour, Behaviour::Talkative);
    let note = if talkative { "stoker: 2 lines dropped\n" } else { "" };
    let (protocol, mut sent) = (Protocol::Lines, Excerpt::default());
    sent.push(b"your turn");
    let received = Excerpt::default();
    Sitting {
        elapsed: Elapsed { wall, cpu: Duration::ZERO },
        log: format!("debug\n{note}"),
        exchange: Some(Exchange {
            protocol,
            sent,
            received,
            memory: Some(7),
            slip: None,
            ended: None,
        }),
        ..Sitting::new(answer)
    }
}

fn program(behaviour: Behaviour) -> Entrant<Toy> {
    let begun = AtomicU8::new(0);
    elsewhere("x", "team", move |_| sitting(behaviour, begun.fetch_add(1, Ordering::Relaxed)))
}

fn checked(entrant: &Entrant<Toy>, kinds: &[&'static str]) -> Result<Vec<BotTrial>, CheckError> {
    let game = Toy::of(Layout::Pair, 23);
    let opponents = vec![self::entrant("first", FIRST), self::entrant("random", RANDOM)];
    let (kinds, limits) = (kinds.to_vec(), Limits::default());
    let (starts, stop) = (Starts::Random, &AtomicBool::new(false));
    check(&CheckRequest { game: &game, entrant, kinds, opponents, limits, starts, stop }, &[])
}

fn trials(behaviour: Behaviour) -> Vec<BotTrial> {
    checked(&program(behaviour), &["team"]).unwrap()
}

fn results(trials: &[BotTrial]) -> Vec<(&str, &'static str)> {
    let result = |trial: &BotTrial| match &trial.outcome {
        TrialOutcome::Ok => "ok",
        TrialOutcome::Remark(_) => "note",
        TrialOutcome::Failed(failures) => failures[0].kind,
        TrialOutcome::Skipped(why) => why,
    };
    trials.iter().map(|trial| (trial.what.as_str(), result(trial))).collect()
}

#[test]
fn a_good_program_passes_on_every_position_of_its_side_and_in_two_matches() {
    let trials = trials(Behaviour::Steady);
    assert_eq!(
        results(&trials),
        [
            ("first turn, left", "ok"),
            ("first turn, right", "ok"),
            ("mid-game turn, left", "ok"),
            ("mid-game turn, right", "ok"),
            ("match against first", "ok"),
            ("match against random", "ok"),
            ("time of a turn", "ok"),
            ("plays the same twice", "ok"),
        ]
    );
    assert_eq!(trials[0].times.memory, Some(7));
    assert_eq!(trials[4].about, "stoker match team=x lone=first --seed 1 --stderr");
    let turns: u32 = trials[..6].iter().map(|trial| trial.times.turns).sum();
    assert_eq!((trials[6].times.turns, trials[6].times.mean()), (turns, Duration::from_millis(2)));
}

#[test]
fn an_illegal_move_is_shown_with_what_was_sent_and_what_was_legal() {
    let trials = trials(Behaviour::Cheating);
    let TrialOutcome::Failed(failures) = &trials[0].outcome else { panic!("{:?}", trials[0]) };
    let [failure] = &failures[..] else { panic!("{failures:?}") };
    assert_eq!((failure.kind, failure.reason.as_str()), ("illegal_move", "illegal move `M3`"));
    assert_eq!(failure.advice, "legal were: M0 M1 M2");
    assert_eq!(failure.evidence.stderr, "debug\n");
    assert_eq!(failure.evidence.exchange.as_ref().unwrap().sent.head, b"your turn");
    let TrialOutcome::Failed(failures) = &trials[4].outcome else { panic!("{:?}", trials[4]) };
    assert!(failures.iter().any(|failure| failure.place.ends_with(", left")), "{failures:?}");
    assert!(failures.iter().all(|failure| failure.advice.starts_with("legal were: ")));
}

#[test]
fn who_does_not_start_is_tried_once_and_who_is_slow_a_few_times() {
    let absent = trials(Behaviour::Absent);
    assert!(absent[0].failed());
    assert!(results(&absent[1..]).iter().all(|(_, result)| *result == "it does not start"));
    let slow = trials(Behaviour::Slow);
    let tried = slow.iter().filter(|trial| trial.failed()).count();
    assert_eq!((tried, results(&slow)[5].1), (1 + AT_ONCE, "too many were too slow"));
}

#[test]
fn what_is_no_fault_may_be_worth_a_note() {
    let notes = |behaviour| {
        let trials = trials(behaviour);
        assert!(!trials.iter().any(BotTrial::failed));
        let noted = trials.into_iter().filter_map(|trial| match trial.outcome {
            TrialOutcome::Remark(note) => Some((trial.what, note)),
            TrialOutcome::Ok | TrialOutcome::Failed(_) | TrialOutcome::Skipped(_) => None,
        });
        noted.collect::<Vec<_>>()
    };
    let talkative = notes(Behaviour::Talkative);
    assert!(talkative.len() == 6 && talkative.iter().all(|(_, note)| note == "2 lines dropped"));
    let changeable = notes(Behaviour::Changeable);
    assert_eq!(changeable[0].0, "plays the same twice");
    let near = notes(Behaviour::NearTheLimit);
    assert_eq!(near[0].0, "time of a turn");
    assert!(near[0].1.starts_with("the longest turn took 4000 of 6000 ms"), "{near:?}");
}

#[test]
fn what_the_machine_does_wrong_is_nobodys_fault() {
    let checked = checked(&program(Behaviour::OnAFailingMachine), &["team"]);
    assert_eq!(checked.err(), Some(CheckError::Machine("no memory".into())));
}

#[test]
fn a_failed_build_is_all_there_is_to_say_about_its_side() {
    let unfit = Unfit { side: "team".into(), status: EntrantStatus::BuildFailed("no x.h".into()) };
    let entrant = Entrant { unfit: vec![unfit], ..entrant("x", RANDOM) };
    let trials = checked(&entrant, &["team", "lone"]).unwrap();
    let results = results(&trials);
    assert_eq!(results[0], ("build", "build_failed"));
    assert!(results.len() == 6 && results[1..].iter().all(|(_, result)| *result == "ok"));
}

#[test]
fn bots_of_this_program_are_tried_too() {
    let results = |make| {
        let trials = checked(&entrant("x", make), &["team", "lone"]).unwrap();
        let failed = trials.iter().filter_map(|trial| match &trial.outcome {
            TrialOutcome::Failed(failures) => Some(failures[0].kind),
            TrialOutcome::Ok | TrialOutcome::Remark(_) | TrialOutcome::Skipped(_) => None,
        });
        failed.collect::<Vec<_>>()
    };
    assert_eq!(results(FIRST), Vec::<&str>::new());
    assert!(results(CHEAT).contains(&"illegal_move"));
    assert!(results(PANICS_WHEN_MADE).iter().all(|kind| *kind == "crash"));
    assert!(results(FAINT).contains(&"crash"));
}

#[test]
fn a_check_can_be_stopped() {
    let (game, entrant) = (Toy::of(Layout::Pair, 23), entrant("x", RANDOM));
    let (kinds, limits) = (vec!["team"], Limits::default());
    let (starts, stop) = (Starts::Random, &AtomicBool::new(true));
    let request = CheckRequest {
        game: &game,
        entrant: &entrant,
        kinds,
        opponents: vec![],
        limits,
        starts,
        stop,
    };
    assert_eq!(check(&request, &[]).err(), Some(CheckError::Stopped));
}
