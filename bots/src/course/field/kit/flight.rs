//! The situation of a Dracula who is to move.

use arrayvec::ArrayVec;
use stoker_engine::course::{Board, Course, DraculaMove, DraculaView, Position};
use stoker_engine::map::{Place, PlaceSet};
use stoker_engine::{Rng, below};

use super::{Ground, placed};
use crate::course::Tables;
use crate::course::shared::best::Best;

/// The most moves that Dracula can have: a place each, nine double backs, the hide, the teleport.
const MOST: usize = stoker_engine::map::MAX_PLACES + 11;

/// A legal move, and the place that it leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::course::field) struct Way {
    /// The move.
    pub(in crate::course::field) mv: DraculaMove,
    /// The place.
    pub(in crate::course::field) place: Place,
}

/// The situation of a Dracula who is to move.
pub(in crate::course::field) struct Flight<'a> {
    ground: &'a Ground,
    view: &'a DraculaView,
    /// The generator of the match's Dracula.
    pub(in crate::course::field) rng: &'a mut Rng,
}

impl<'a> Flight<'a> {
    pub(super) fn new(ground: &'a Ground, view: &'a DraculaView, rng: &'a mut Rng) -> Self {
        Self { ground, view, rng }
    }

    /// The rules.
    pub(in crate::course::field) fn rules(&self) -> &'a Course {
        &self.ground.rules
    }

    /// The distances on the map.
    pub(in crate::course::field) fn tables(&self) -> &'a Tables {
        &self.ground.tables
    }

    /// The position.
    pub(in crate::course::field) fn position(&self) -> &'a Position {
        self.view.position()
    }

    /// The public board.
    pub(in crate::course::field) fn board(&self) -> &'a Board {
        self.view.board()
    }

    /// The round, from 0.
    pub(in crate::course::field) fn round(&self) -> u16 {
        self.board().round()
    }

    /// His blood.
    pub(in crate::course::field) fn blood(&self) -> i32 {
        self.board().blood()
    }

    /// His place; in round 0, the castle.
    pub(in crate::course::field) fn here(&self) -> Place {
        self.position().dracula().unwrap_or(self.castle())
    }

    /// The castle.
    pub(in crate::course::field) fn castle(&self) -> Place {
        self.rules().castle()
    }

    /// Returns true if a place is a sea.
    pub(in crate::course::field) fn is_sea(&self, place: Place) -> bool {
        self.rules().is_sea(place)
    }

    /// The cities at a sea.
    pub(in crate::course::field) fn ports(&self) -> PlaceSet {
        let (map, seas) = (self.rules().map(), self.rules().seas());
        seas.into_iter().fold(PlaceSet::EMPTY, |all, sea| all | map.sea(sea)) - seas
    }

    /// The legal moves.
    pub(in crate::course::field) fn ways(&self) -> ArrayVec<Way, MOST> {
        let moves = self.position().dracula_moves(self.rules()).into_iter();
        moves.map(|mv| Way { mv, place: self.position().place_of(self.rules(), mv) }).collect()
    }

    /// The number of hunters who can come to a place on their next turn; 0 at sea, where nobody is
    /// met.
    pub(in crate::course::field) fn coming(&self, place: Place) -> i32 {
        if self.is_sea(place) { 0 } else { self.within(place, 1) }
    }

    /// The number of hunters who can come to a place in this many turns.
    pub(in crate::course::field) fn within(&self, place: Place, turns: u8) -> i32 {
        self.distances(place).map(|distance| i32::from(distance <= turns)).sum()
    }

    /// The number of turns that the nearest hunter needs to a place.
    pub(in crate::course::field) fn nearest(&self, place: Place) -> i32 {
        self.distances(place).map(i32::from).min().unwrap_or(0)
    }

    /// The number of turns that each hunter needs to a place, from the next round on.
    pub(in crate::course::field) fn distances(&self, to: Place) -> impl Iterator<Item = u8> {
        let (tables, round) = (self.tables(), self.round() + 1);
        placed(self.board()).map(move |(hunter, at)| tables.hunter_turns(hunter, round, at, to))
    }

    /// The number of moves that he needs from one place to another; his trail is ignored.
    pub(in crate::course::field) fn moves_between(&self, from: Place, to: Place) -> i32 {
        i32::from(self.tables().dracula_moves(from, to))
    }

    /// The number of moves since he was last in a place, up to the length of the trail: 0 if he is
    /// there.
    pub(in crate::course::field) fn absent(&self, place: Place) -> i32 {
        let moves = self.position().trail().moves();
        let since = moves.iter().position(|mv| mv.place == place).unwrap_or(moves.len());
        i32::try_from(since).unwrap_or(i32::MAX)
    }

    /// The places that would still be open to him from a place: joined to it, and not in the trail.
    pub(in crate::course::field) fn exits(&self, place: Place) -> PlaceSet {
        let kept = usize::from(self.rules().params().trail).saturating_sub(2);
        let moves = self.position().trail().moves().iter().take(kept);
        let closed: PlaceSet = moves.map(|mv| mv.place).collect();
        self.rules().dracula_reach(place) - closed - PlaceSet::of(place)
    }

    /// The number of places that would still be open to him from a place.
    pub(in crate::course::field) fn exit_count(&self, place: Place) -> i32 {
        i32::try_from(self.exits(place).len()).unwrap_or(i32::MAX)
    }

    /// The move with the highest value, chosen at random among equals.
    pub(in crate::course::field) fn best(
        &mut self,
        value: impl Fn(&Self, Way) -> i32,
    ) -> DraculaMove {
        let mut best = Best::default();
        for way in self.ways() {
            let value = value(self, way);
            best.offer(way.mv, value, self.rng);
        }
        best.choice().expect("Dracula always has a legal move")
    }

    /// The place with the highest value, chosen at random among equals; `None` if there are none.
    pub(in crate::course::field) fn best_place(
        &mut self,
        places: PlaceSet,
        value: impl Fn(&Self, Place) -> i32,
    ) -> Option<Place> {
        let mut best = Best::default();
        for place in places {
            let value = value(self, place);
            best.offer(place, value, self.rng);
        }
        best.choice()
    }

    /// A random number below `n`, which is not 0.
    pub(in crate::course::field) fn below(&mut self, n: u32) -> u32 {
        below(self.rng, n)
    }
}

impl Way {
    /// Returns true if the move is a location.
    pub(in crate::course::field) fn is_location(self) -> bool {
        matches!(self.mv, DraculaMove::To(_))
    }

    /// Returns true if the move is a hide.
    pub(in crate::course::field) fn is_hide(self) -> bool {
        self.mv == DraculaMove::Hide
    }

    /// Returns true if the move is a double back.
    pub(in crate::course::field) fn is_double_back(self) -> bool {
        matches!(self.mv, DraculaMove::DoubleBack(_))
    }
}
