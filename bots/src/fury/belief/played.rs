//! A card that Dracula plays: the histories that a history becomes.

use arrayvec::ArrayVec;
use stoker_engine::fury::{Form, Phase, SlotId};
use stoker_engine::map::{Place, PlaceSet};

use super::history::{CELLS, HIDE, History, UNKNOWN, cell_of, number, place_of};
use super::model::{MODEL, MovementFacts};
use super::sight::{Back, Sight, ViewFacts};

/// The influence of a Hide without encounter on its weight: he puts one there if he holds any.
const BARE_HIDE: f64 = 0.05;

/// A card that Dracula plays.
pub(super) struct PlayedCard<'a> {
    pub(super) sight: &'a Sight,
    pub(super) column: usize,
    pub(super) moment: &'a MovementFacts<'a>,
    /// The slot that he may not outstay (fury D4).
    pub(super) outstayed: Option<u8>,
    pub(super) now: &'a ViewFacts,
    /// The slots whose places he cannot go to.
    pub(super) taken: ArrayVec<usize, CELLS>,
    /// The slot of each cell.
    pub(super) columns: &'a [SlotId],
}

impl PlayedCard<'_> {
    pub(super) fn branch(&self, history: &History, out: &mut Vec<History>) {
        // Trapped: his own slot comes to space 1 (fury D9).
        if usize::from(history.current) == self.column {
            out.push(*history);
            return;
        }
        let Some(from) = history.place() else { return };
        let taken = self.taken.iter().filter_map(|&column| place_of(history.cells[column]));
        let occupied: PlaceSet = taken.collect();
        let total = self.moment.total(from, occupied).max(MODEL.power);
        let mut go = |place: Place, weight: f64| {
            let mut next = *history;
            next.cells[self.column] = cell_of(place);
            next.current = number(self.column);
            next.weight *= weight / total;
            out.push(next);
        };
        for place in self.targets(history, from, occupied) {
            let weight = match self.form() {
                Form::Plain => self.moment.place(place),
                Form::Wolf => MODEL.wolf_to,
            };
            go(place, weight);
        }
        self.stay(history, from, total, out);
    }

    fn form(&self) -> Form {
        match self.sight.back {
            Back::SomeCity(form) | Back::Place(_, form) | Back::Hide(form) => form,
            Back::SomeSea | Back::Power | Back::Misdirect => Form::Plain,
        }
    }

    /// The places that the card may be.
    fn targets(&self, history: &History, from: Place, occupied: PlaceSet) -> PlaceSet {
        let atlas = self.moment.atlas;
        let reach = match self.form() {
            Form::Plain => atlas.adjacent(from),
            Form::Wolf => atlas.wolf(from, self.moment.wolf_roads, self.moment.holy),
        };
        let reach = reach - occupied - self.moment.holy;
        let targets = match self.sight.back {
            Back::SomeSea => reach & atlas.seas,
            Back::SomeCity(_) => reach & (atlas.cities - PlaceSet::of(atlas.castle)),
            Back::Place(place, _) => reach & PlaceSet::of(place),
            Back::Hide(_) | Back::Power | Back::Misdirect => PlaceSet::EMPTY,
        };
        let known = place_of(history.cells[self.column]);
        known.map_or(targets, |place| targets & PlaceSet::of(place))
    }

    /// Hide, Feed or Dark Call: he stays.
    fn stay(&self, history: &History, from: Place, total: f64, out: &mut Vec<History>) {
        let can = !self.moment.atlas.seas.contains(from)
            && !self.moment.holy.contains(from)
            && self.outstayed != Some(history.current);
        let hides = matches!(self.sight.back, Back::SomeCity(_) | Back::Hide(_));
        let returned = history.cells[self.column] != UNKNOWN;
        if !can || returned || !(hides || self.sight.back == Back::Power) {
            return;
        }
        let hiding = |(column, cell): (usize, &u8)| {
            *cell == HIDE && self.columns.get(column).is_some_and(|id| self.now.find(*id).is_some())
        };
        if hides && history.cells.iter().enumerate().any(hiding) {
            return;
        }
        let mut next = *history;
        let over = self.now.phase != Phase::Dracula;
        let bare = if over && self.sight.empty { BARE_HIDE } else { 1.0 };
        next.weight *= MODEL.power / total * if hides { bare } else { 1.0 };
        if hides {
            next.cells[self.column] = HIDE;
            next.hidden = history.current;
        }
        out.push(next);
    }
}
