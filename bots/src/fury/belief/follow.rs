//! From one view to the next: the slots that came, and the histories that they make.

use arrayvec::ArrayVec;
use stoker_engine::fury::{SPACES, SlotId};
use stoker_engine::map::PlaceSet;

use super::Belief;
use super::hear::SinceLast;
use super::history::{CELLS, History, number};
use super::model::MovementFacts;
use super::played::PlayedCard;
use super::sight::{Back, Sight, SlotPosition, ViewFacts};

impl Belief {
    pub(super) fn take_in(&mut self, scenery: ViewFacts) {
        if self.histories.is_empty() {
            self.begin(&scenery);
        } else {
            self.follow(&scenery);
        }
        if !self.histories.is_empty() {
            self.settle();
        }
        self.last = Some(scenery);
    }

    /// The first view with a trail, or the first after a contradiction.
    fn begin(&mut self, now: &ViewFacts) {
        self.columns.clear();
        for sight in &now.slots {
            self.columns.push(sight.id);
            if sight.is_known() && !self.known.contains(&sight.id) {
                self.known.push(sight.id);
            }
        }
        self.next = now.slots.iter().map(|sight| sight.id.0.saturating_add(1)).max().unwrap_or(0);
        self.exact = now.slots.len() < 2;
        let castle = PlaceSet::of(self.atlas.castle);
        for (column, sight) in now.slots.iter().enumerate() {
            let SlotPosition::Space(_) = sight.lies else { continue };
            let places = match sight.back {
                Back::Place(place, _) => PlaceSet::of(place),
                Back::SomeSea => self.atlas.seas,
                Back::SomeCity(_) => self.atlas.cities - castle,
                Back::Hide(_) | Back::Power | Back::Misdirect => PlaceSet::EMPTY,
            };
            for place in places {
                self.histories.push(History::at(column, place));
            }
        }
        self.look(now);
    }

    fn follow(&mut self, now: &ViewFacts) {
        let Some(last) = self.last.take() else { return };
        if last.shows_the_same(now) {
            return;
        }
        let Some(placed) = self.placed(&last, now) else { return self.restart(now) };
        let dracula = if placed.is_empty() { SinceLast::Still } else { SinceLast::Moved };
        self.hear(&last, now, dracula);
        for (count, id) in placed.iter().enumerate() {
            let Some(sight) = now.find(*id) else { continue };
            let later = placed.len() - 1 - count;
            self.place(sight, number(later), &last, now);
        }
        self.look(now);
        self.forget_gone(now);
        if self.histories.is_empty() {
            self.contradictions += 1;
            self.restart(now);
        }
    }

    fn restart(&mut self, now: &ViewFacts) {
        self.restarts += 1;
        self.histories.clear();
        self.begin(now);
        self.exact = false;
    }

    /// The slots that have come to space 1 since the last view, the oldest first; `None` if one of
    /// them is gone again. A slot that left the trail may become a lair and come back at once.
    fn placed(&mut self, last: &ViewFacts, now: &ViewFacts) -> Option<Vec<SlotId>> {
        let mut fresh: Vec<u16> =
            now.slots.iter().map(|sight| sight.id.0).filter(|id| *id >= self.next).collect();
        fresh.sort_unstable();
        let in_turn = fresh.iter().zip(self.next..).all(|(id, next)| *id == next);
        if !in_turn || self.columns.len() + fresh.len() > CELLS {
            return None;
        }
        self.next += u16::try_from(fresh.len()).unwrap_or(0);
        // A slot that came and is no longer on the trail: what came in between is not known.
        let hasty = |sight: &Sight| {
            fresh.contains(&sight.id.0) && !matches!(sight.lies, SlotPosition::Space(_))
        };
        if now.slots.iter().any(hasty) {
            return None;
        }
        let space = |scenery: &ViewFacts, id| match scenery.find(id)?.lies {
            SlotPosition::Space(space) => Some(space),
            SlotPosition::Lair | SlotPosition::Leaving => None,
        };
        let came = |sight: &&Sight| {
            let SlotPosition::Space(at) = sight.lies else { return false };
            if fresh.contains(&sight.id.0) {
                return sight.back != Back::Misdirect;
            }
            // A lair comes back, or Dracula is trapped: his own slot comes to space 1 (fury D9).
            space(last, sight.id).is_none_or(|before| before > at)
        };
        let placed: Vec<SlotId> = now.slots.iter().filter(came).map(|sight| sight.id).collect();
        for sight in &now.slots {
            if self.column(sight.id).is_none() {
                self.columns.push(sight.id);
            }
        }
        Some(placed.into_iter().rev().collect())
    }

    /// Dracula plays a card: each history splits into one for each card that it may be. `later` is
    /// the number of cards played after it.
    fn place(&mut self, sight: &Sight, later: u8, last: &ViewFacts, now: &ViewFacts) {
        let Some(column) = self.column(sight.id) else { return };
        let roads = if self.great_wolf { 3 } else { 2 };
        let moment = MovementFacts::new(&self.atlas, last.hunters(), last.holy & now.holy, roads);
        let on_both = |id: SlotId| last.find(id).is_some() && now.find(id).is_some();
        let others = self.columns.iter().enumerate().filter(|(other, _)| *other != column);
        let taken: ArrayVec<usize, CELLS> =
            others.filter(|(_, id)| on_both(**id)).map(|(other, _)| other).collect();
        let oldest = |id: &SlotId| {
            let lies = now.find(*id).map(|sight| sight.lies);
            matches!(lies, Some(SlotPosition::Space(at)) if usize::from(at - at.min(later)) == SPACES - 1)
        };
        let outstayed = self.columns.iter().position(oldest).map(number);
        let columns = &self.columns;
        let step = PlayedCard { sight, column, moment: &moment, outstayed, now, taken, columns };
        let mut next = Vec::with_capacity(self.histories.len() * 4);
        for history in &self.histories {
            step.branch(history, &mut next);
        }
        self.histories = next;
    }
}
