use std::sync::atomic::AtomicU8;

use stoker_engine::Ending;
use stoker_external::contract::{Answer, Elapsed};

use super::*;
use crate::testing::*;

/// What a program elsewhere does.
#[derive(Debug, Clone, Copy)]
enum Manner {
    Steady,
    Changeable,
    Absent,
    Silent,
    Cheating,
    OnAFailingMachine,
    OnAMachineThatStoodStill,
}

struct Elsewhere(Manner, AtomicU8);
struct Seated(Manner, u8);

impl Outside<Toy> for Elsewhere {
    fn plays(&self, kind: &str) -> bool {
        kind == "team"
    }
    fn hash(&self) -> &str {
        ""
    }
    fn seat(&self, _seating: &Seating<'_, Toy>) -> Box<dyn Remote<Toy>> {
        Box::new(Seated(self.0, self.1.fetch_add(1, Ordering::Relaxed)))
    }
}

impl Remote<Toy> for Seated {
    fn tell(&mut self, _event: &stoker_engine::toy::Event) {}
    fn choose(&mut self, _seat: Seat, view: &ToyView) -> Answer<u8> {
        let next = |step: u8| Ok(((view.last + step) % 4).into());
        let result = match self.0 {
            Manner::Steady => next(1),
            Manner::Changeable => next(1 + self.1 % 2),
            Manner::Cheating => next(0),
            Manner::Absent => Err(Trouble::Fault(FaultKind::CouldNotStart, "not there".into())),
            Manner::Silent => Err(Trouble::Fault(FaultKind::NoReply, "said nothing".into())),
            Manner::OnAMachineThatStoodStill if self.1 > 0 => next(1),
            Manner::OnAFailingMachine | Manner::OnAMachineThatStoodStill => {
                Err(Trouble::Void("no memory".into()))
            }
        };
        Answer { result, elapsed: Elapsed::default() }
    }
    fn ended(&mut self, _view: &ToyView, _ending: &Ending) {}
    fn log(&mut self) -> String {
        String::new()
    }
}

fn findings(manner: Manner) -> (RehearsalFindings, Entrant<Toy>) {
    let source = Source::Outside(Arc::new(Elsewhere(manner, AtomicU8::new(0))));
    let mut entrants = [entrant("builtin", RANDOM), Entrant { source, ..entrant("x", RANDOM) }];
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
    let program = Arc::new(Elsewhere(Manner::Absent, AtomicU8::new(0)));
    let source = Source::Outside(program.clone());
    let mut entrants = [Entrant { source, ..entrant("x", RANDOM) }];
    let stop = AtomicBool::new(true);
    rehearse_all(&Toy::of(Layout::Pair, 23), Starts::Random, &mut entrants, &stop);
    assert_eq!(program.1.load(Ordering::Relaxed), 0);
}

#[test]
fn who_plays_another_move_the_second_time_is_named() {
    assert_eq!(findings(Manner::Changeable).0.changeable, ["x"]);
    let (steady, entrant) = findings(Manner::Steady);
    assert_eq!((steady, entrant.unfit), (RehearsalFindings::default(), vec![]));
}

#[test]
fn who_cannot_start_is_unfit_for_that_kind_of_side_alone() {
    for (manner, reason) in [(Manner::Absent, "not there"), (Manner::Silent, "said nothing")] {
        let (found, entrant) = findings(manner);
        assert_eq!(found, RehearsalFindings::default());
        let [unfit] = &entrant.unfit[..] else { panic!("{:?}", entrant.unfit) };
        assert_eq!((unfit.side.as_str(), &unfit.status), ("team", &Status::Unfit(reason.into())));
        assert!(entrant.enters("team") && !entrant.plays("team"));
    }
}

#[test]
fn another_fault_ends_a_rehearsal_and_says_nothing_more() {
    let (found, entrant) = findings(Manner::Cheating);
    assert_eq!((found, entrant.unfit), (RehearsalFindings::default(), vec![]));
}

#[test]
fn what_the_machine_does_wrong_is_nobodys_fault() {
    assert_eq!(findings(Manner::OnAMachineThatStoodStill).0, RehearsalFindings::default());
    let (found, entrant) = findings(Manner::OnAFailingMachine);
    assert_eq!(found.untried, [("x".to_owned(), "no memory".to_owned())]);
    assert_eq!(entrant.unfit, []);
}
