use std::sync::atomic::AtomicU8;

use super::*;
use crate::testing::*;

/// The behaviour of a program.
#[derive(Debug, Clone, Copy)]
enum Behaviour {
    Steady,
    Changeable,
    Absent,
    Silent,
    Cheating,
    OnAFailingMachine,
    OnAMachineThatStoodStill,
}

/// The answers of such a program in its `nth` match, counted from 0.
fn sitting(behaviour: Behaviour, nth: u8) -> Sitting {
    Sitting::new(move |last| {
        let next = |step: u8| Ok(((last + step) % 4).into());
        match behaviour {
            Behaviour::Steady => next(1),
            Behaviour::Changeable => next(1 + nth % 2),
            Behaviour::Cheating => next(0),
            Behaviour::Absent => Err(Trouble::Fault(FaultKind::CouldNotStart, "not there".into())),
            Behaviour::Silent => Err(Trouble::Fault(FaultKind::NoReply, "said nothing".into())),
            Behaviour::OnAMachineThatStoodStill if nth > 0 => next(1),
            Behaviour::OnAFailingMachine | Behaviour::OnAMachineThatStoodStill => {
                Err(Trouble::Void("no memory".into()))
            }
        }
    })
}

/// A program with this behaviour, and a counter of the matches that it began.
fn program(behaviour: Behaviour) -> (Entrant<Toy>, Arc<AtomicU8>) {
    let begun = Arc::new(AtomicU8::new(0));
    let count = Arc::clone(&begun);
    let seat =
        move |_: &Seating<'_, Toy>| sitting(behaviour, count.fetch_add(1, Ordering::Relaxed));
    (elsewhere("x", "team", seat), begun)
}

fn findings(behaviour: Behaviour) -> (RehearsalFindings, Entrant<Toy>) {
    let mut entrants = [entrant("builtin", RANDOM), program(behaviour).0];
    let findings = rehearse_all(
        &Toy::of(Layout::Pair, 23),
        Starts::Random,
        &mut entrants,
        &AtomicBool::new(false),
    );
    let [_, outside] = entrants;
    (findings, outside)
}

#[test]
fn nothing_is_tried_once_somebody_wants_to_stop() {
    let (program, begun) = program(Behaviour::Absent);
    let mut entrants = [program];
    let stop = AtomicBool::new(true);
    rehearse_all(&Toy::of(Layout::Pair, 23), Starts::Random, &mut entrants, &stop);
    assert_eq!(begun.load(Ordering::Relaxed), 0);
}

#[test]
fn who_plays_another_move_the_second_time_is_named() {
    assert_eq!(findings(Behaviour::Changeable).0.changeable, ["x"]);
    let (steady, entrant) = findings(Behaviour::Steady);
    assert_eq!((steady, entrant.unfit), (RehearsalFindings::default(), vec![]));
}

#[test]
fn who_cannot_start_is_unfit_for_that_kind_of_side_alone() {
    for (behaviour, reason) in
        [(Behaviour::Absent, "not there"), (Behaviour::Silent, "said nothing")]
    {
        let (found, entrant) = findings(behaviour);
        assert_eq!(found, RehearsalFindings::default());
        let [unfit] = &entrant.unfit[..] else { panic!("{:?}", entrant.unfit) };
        assert_eq!(
            (unfit.side.as_str(), &unfit.status),
            ("team", &EntrantStatus::Unfit(reason.into()))
        );
        assert!(entrant.enters("team") && !entrant.plays("team"));
    }
}

#[test]
fn another_fault_ends_a_rehearsal_and_says_nothing_more() {
    let (found, entrant) = findings(Behaviour::Cheating);
    assert_eq!((found, entrant.unfit), (RehearsalFindings::default(), vec![]));
}

#[test]
fn what_the_machine_does_wrong_is_nobodys_fault() {
    assert_eq!(findings(Behaviour::OnAMachineThatStoodStill).0, RehearsalFindings::default());
    let (found, entrant) = findings(Behaviour::OnAFailingMachine);
    assert_eq!(found.untried, [("x".to_owned(), "no memory".to_owned())]);
    assert_eq!(entrant.unfit, []);
}
