//! The public facts about the trail.

use arrayvec::ArrayVec;
use stoker_engine::course::{
    Course, DraculaPlay, Encounter, HuntersView, MAX_TRAIL, Met, Position, Sighting, TrailMove,
};
use stoker_engine::map::Place;

/// The public facts about one move of the trail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fact {
    /// The public knowledge about the move.
    pub sighting: Sighting,
    /// The place that it led to, if it is public.
    pub place: Option<Place>,
    /// The encounter placed with it, if it is still there.
    pub encounter: Option<Encounter>,
}

/// The public facts about the trail, newest move first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facts(ArrayVec<Fact, MAX_TRAIL>);

impl Facts {
    /// The moves, newest first.
    #[must_use]
    pub fn moves(&self) -> &[Fact] {
        &self.0
    }

    /// The facts that a position keeps, for code that sees everything.
    #[must_use]
    pub fn of(rules: &Course, position: &Position) -> Self {
        Self(position.trail().moves().iter().map(|mv| Fact::of(rules, mv)).collect())
    }

    /// Adds a move of Dracula's.
    pub(super) fn push(&mut self, play: DraculaPlay<Sighting>, size: usize) {
        self.0.truncate(size - 1);
        self.0.insert(0, Fact { sighting: play.mv, place: None, encounter: play.placed });
    }

    /// Updates the moves and places from the view. Returns true if more is known than before.
    pub(super) fn read(&mut self, rules: &Course, view: &HuntersView, made: usize) -> bool {
        let mut changed = false;
        for (age, fact) in self.0.iter_mut().enumerate() {
            let round = made - 1 - age;
            let sighting = view.dracula_play(round).map_or(fact.sighting, |play| play.mv);
            let place = view.dracula_place(rules, round);
            changed |= (fact.sighting, fact.place) != (sighting, place);
            (fact.sighting, fact.place) = (sighting, place);
        }
        changed
    }

    /// Returns true if both are equal apart from encounters.
    pub(super) fn tell_as_much_as(&self, others: &Self) -> bool {
        let known = |fact: &Fact| (fact.sighting, fact.place);
        self.0.iter().map(known).eq(others.0.iter().map(known))
    }

    /// Removes the encounters that a hunter met in a place, oldest first (H4).
    pub(super) fn meet(&mut self, place: Place, met: Met) {
        for (kind, count) in [(Encounter::Trap, met.traps), (Encounter::Vampire, met.vampires)] {
            let here = |fact: &&mut Fact| fact.place == Some(place) && fact.encounter == Some(kind);
            let met = self.0.iter_mut().rev().filter(here).take(usize::from(count));
            met.for_each(|fact| fact.encounter = None);
        }
    }
}

impl Fact {
    fn of(rules: &Course, mv: &TrailMove) -> Self {
        let unseen = if rules.is_sea(mv.place) { Sighting::SomeSea } else { Sighting::SomeCity };
        Self {
            sighting: if mv.code_known { Sighting::of(mv.code) } else { unseen },
            place: mv.place_known.then_some(mv.place),
            encounter: mv.encounter,
        }
    }
}
