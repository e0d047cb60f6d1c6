//! The hunters' belief: where Dracula is, and which place each card of the trail is.
//!
//! A [`History`] is one explanation of all that the hunters have seen: the place of each slot on
//! the trail and in the lairs, Hide among them, and the slot where Dracula is. Its weight is the
//! probability by a model of his moves (`model.rs`). Slots that are gone are forgotten, and
//! histories that have become equal are merged.
//!
//! If there are more histories than the cap, the oldest slots are forgotten: their places are
//! unknown from then on, so more is possible than before. Draws of histories could lose the truth.
//! [`Belief::is_exact`] is false from then on.

mod draw;
mod follow;
mod hear;
mod history;
mod look;
mod model;
mod played;
mod settle;
mod sight;

use std::sync::Arc;

use stoker_engine::fury::{DraculaView, Fury, HuntersView, SlotId, Step};
use stoker_engine::map::{ByPlace, Place};

use super::atlas::Atlas;
use history::{History, place_of};
use sight::ViewFacts;

/// The hunters' belief about Dracula's trail.
#[derive(Debug, Clone)]
pub struct Belief {
    atlas: Arc<Atlas>,
    histories: Vec<History>,
    /// The slot of each cell.
    columns: Vec<SlotId>,
    /// The slots that have once been turned up.
    known: Vec<SlotId>,
    /// The number of the next new slot.
    next: u16,
    last: Option<ViewFacts>,
    cap: usize,
    exact: bool,
    restarts: u32,
    contradictions: u32,
    /// True if Great Wolf may be played.
    great_wolf: bool,
}

impl Belief {
    /// The most histories, unless another number is set.
    pub const CAP: usize = 3000;

    /// The belief before the first view.
    #[must_use]
    pub fn new(rules: &Fury) -> Self {
        Self::on(Arc::new(Atlas::new(rules)), rules)
    }

    pub(super) fn on(atlas: Arc<Atlas>, rules: &Fury) -> Self {
        Self {
            atlas,
            histories: vec![],
            columns: vec![],
            known: vec![],
            next: 0,
            last: None,
            cap: Self::CAP,
            exact: true,
            restarts: 0,
            contradictions: 0,
            great_wolf: rules.params().play == Step::Full,
        }
    }

    /// The same with another cap.
    #[must_use]
    pub fn with_cap(self, cap: usize) -> Self {
        Self { cap: cap.max(1), ..self }
    }

    /// True while no slot was forgotten. It does not say that everything was taken into account:
    /// more may seem possible than is.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// The number of histories.
    #[must_use]
    pub fn len(&self) -> usize {
        self.histories.len()
    }

    /// True before Dracula's first move.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.histories.is_empty()
    }

    /// The number of times that no history was left, and the belief began anew from the view alone.
    #[must_use]
    pub fn contradictions(&self) -> u32 {
        self.contradictions
    }

    /// The number of times that the belief began anew: after a contradiction, and where slots came
    /// and went between two views.
    #[must_use]
    pub fn restarts(&self) -> u32 {
        self.restarts
    }

    /// The probability of each place to be his location.
    #[must_use]
    pub fn here(&self) -> ByPlace<f64> {
        self.mass(History::place)
    }

    /// The probability of each place to be that of a slot; they add up to less than 1 if it may be
    /// Hide or was forgotten.
    #[must_use]
    pub fn of_slot(&self, id: SlotId) -> ByPlace<f64> {
        match self.column(id) {
            Some(column) => self.mass(|history| place_of(history.cells[column])),
            None => ByPlace::of(0.0),
        }
    }

    fn mass(&self, place: impl Fn(&History) -> Option<Place>) -> ByPlace<f64> {
        let mut mass = ByPlace::of(0.0);
        for history in &self.histories {
            if let Some(place) = place(history) {
                mass[place] += history.weight;
            }
        }
        mass
    }

    fn column(&self, id: SlotId) -> Option<usize> {
        self.columns.iter().position(|column| *column == id)
    }

    /// Takes in the hunters' next view.
    pub fn update(&mut self, view: &HuntersView) {
        self.take_in(ViewFacts::of_hunters(view));
    }

    /// Takes in what the hunters see, from Dracula's next view. He does not see all of it, so the
    /// hunters may know more.
    pub fn update_for_dracula(&mut self, view: &DraculaView) {
        let castle = self.atlas.castle;
        self.take_in(ViewFacts::of_dracula(view, castle));
    }
}

#[cfg(test)]
mod tests;
