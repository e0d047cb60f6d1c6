use std::collections::BTreeMap;

use stoker_engine::Game as _;
use stoker_engine::course::{DraculaMove, Hunter, Mover, Params, Sighting, TrailMove};
use stoker_engine::map::BuiltinMap;

use super::*;

/// A position, with queries for the facts that its name claims.
struct TestPosition<'a> {
    course: &'a Course,
    state: &'a State,
}

impl TestPosition<'_> {
    fn trail(&self) -> &[TrailMove] {
        self.state.position().trail().moves()
    }

    /// The hunters' knowledge about Dracula's last move.
    fn seen(&self) -> Sighting {
        *self.state.history().sightings().last().unwrap()
    }

    /// The hunter to move; `None` if it is Dracula's turn.
    fn hunter(&self) -> Option<Hunter> {
        match self.state.position().board().to_move() {
            Mover::Hunter(hunter) => Some(hunter),
            Mover::Dracula => None,
        }
    }

    fn revealed(&self) -> bool {
        let last = self.trail()[0];
        last.place_known && matches!(self.seen(), Sighting::At(place) if place == last.place)
    }

    fn in_hospital(&self) -> bool {
        let board = self.state.position().board();
        let lies = |hunter: &Hunter| {
            board.life(*hunter) == 0 && board.at(*hunter) == Some(self.course.hospital())
        };
        match self.hunter() {
            Some(hunter) => lies(&hunter),
            None => Hunter::ALL.iter().any(lies),
        }
    }

    fn back_to_a_hide(&self) -> bool {
        let DraculaMove::DoubleBack(steps) = self.trail()[0].code else { return false };
        self.trail()[steps.get()].code == DraculaMove::Hide
    }

    fn at_sea(&self) -> bool {
        let board = self.state.position().board();
        let hunter = self.hunter().and_then(|hunter| board.at(hunter));
        self.course.is_sea(self.trail()[0].place)
            && self.hunter().is_none_or(|_| hunter.is_some_and(|at| self.course.is_sea(at)))
    }

    fn oddly_said(&self) -> bool {
        let said = self.state.history().messages().said();
        let some = |part: &str| said.iter().any(|(_, message)| message.as_str().contains(part));
        said.len() == self.state.history().plays().len()
            && said.iter().any(|(_, message)| message.as_str().len() == Message::MAX_BYTES)
            && ["\"", "\\", "{\"move\": \"ZZ\"", "ドラキュラ", "\0", "\n"].into_iter().all(some)
            && some("===== Generating default move...player disqualified... =====")
    }

    fn is_what_it_is_called(&self, name: &str) -> bool {
        match name {
            "Dracula revealed" => self.revealed(),
            "in hospital" => self.in_hospital(),
            "double back to a hide" => self.back_to_a_hide(),
            "forced teleport" => self.course.forced_move(self.state).is_some(),
            "after a teleport" => self.seen() == Sighting::Teleport,
            "at sea" => self.at_sea(),
            "180 rounds" => self.state.position().board().round() == 180,
            "odd messages" => self.oddly_said(),
            _ => false,
        }
    }
}

#[test]
fn every_position_of_the_file_is_what_its_name_says() {
    let course = Course::default();
    let file: File = toml::from_str(FILE).unwrap();
    let rows: Vec<_> = file.position.iter().map(|row| row.name.clone()).collect();
    let positions = positions(&course);
    let names: Vec<_> = positions.iter().map(|position| position.name.clone()).collect();
    assert_eq!(names, rows);
    for TrialPosition { name, tests, state } in &positions {
        let test_position = TestPosition { course: &course, state };
        assert!(test_position.is_what_it_is_called(name), "{name}: {tests}");
    }
}

#[test]
fn each_is_there_for_both_sides_but_the_forced_teleport() {
    let course = Course::default();
    let mut sides: BTreeMap<String, Vec<bool>> = BTreeMap::new();
    for TrialPosition { name, state, .. } in positions(&course) {
        let hunters = TestPosition { course: &course, state: &state }.hunter().is_some();
        sides.entry(name).or_default().push(hunters);
    }
    assert_eq!(sides.remove("forced teleport"), Some(vec![false]));
    assert!(sides.len() == 7 && sides.values().all(|sides| *sides == [true, false]), "{sides:?}");
}

#[test]
fn what_a_map_does_not_allow_is_left_out() {
    let tiny = BuiltinMap::TINY;
    let course = Course::on(Params::default(), tiny.load()).unwrap();
    assert!(positions(&course).is_empty());
}
