//! The hunters' belief: where Dracula is, and which place each card of the trail is.
//!
//! A [`World`] is one explanation of all that the hunters have seen: the place of each slot on the
//! trail and in the lairs, Hide among them, and the slot where Dracula is. Its weight is the
//! probability by a model of his moves (`model.rs`). Slots that are gone are forgotten, and worlds
//! that have become equal are merged.
//!
//! If there are more worlds than the cap, the oldest slots are forgotten: their places are unknown
//! from then on, so more is possible than before, but the truth is never lost, as it could be in a
//! sample of worlds. [`Belief::is_exact`] is false from then on.

mod model;
mod played;
mod sight;

use std::sync::Arc;

use stoker_engine::fury::{
    DraculaView, Face, Fury, Hunter, HuntersView, Phase, SPACES, SlotId, Step, Told,
};
use stoker_engine::map::{ByPlace, Place, PlaceSet};

use super::atlas::Atlas;
use model::Moment;
use played::Played;
use sight::{Back, Lies, OnTheMap, Scenery, Sight};

/// The most slots of a world: between two views, new ones may come before old ones go.
const CELLS: usize = 16;
/// Hide.
const HIDE: u8 = 254;
/// A place that is not known: of a power card, or of a slot that was forgotten.
const UNKNOWN: u8 = 255;
/// No slot.
const NONE: u8 = 255;

/// An explanation of everything that was seen.
#[derive(Debug, Clone, Copy, PartialEq)]
struct World {
    /// The place, [`HIDE`] or [`UNKNOWN`], of each slot.
    cells: [u8; CELLS],
    /// The number of the slot of his location among the cells.
    current: u8,
    /// The number of the slot that Hide on the trail is associated with, or [`NONE`].
    hidden: u8,
    weight: f64,
}

impl World {
    fn place(&self) -> Option<Place> {
        place_of(self.cells[usize::from(self.current)])
    }

    fn key(&self) -> ([u8; CELLS], u8, u8) {
        (self.cells, self.current, self.hidden)
    }
}

fn place_of(cell: u8) -> Option<Place> {
    if cell == HIDE || cell == UNKNOWN { None } else { Place::new(cell) }
}

fn cell_of(place: Place) -> u8 {
    u8::try_from(place.index()).unwrap_or(UNKNOWN)
}

/// The hunters' belief about Dracula's trail.
#[derive(Debug, Clone)]
pub struct Belief {
    atlas: Arc<Atlas>,
    worlds: Vec<World>,
    /// The slot of each cell.
    columns: Vec<SlotId>,
    /// The slots that have once been turned up.
    known: Vec<SlotId>,
    /// The number of the next new slot.
    next: u16,
    last: Option<Scenery>,
    cap: usize,
    exact: bool,
    restarts: u32,
    contradictions: u32,
    /// True if Great Wolf may be played.
    great_wolf: bool,
}

impl Belief {
    /// The most worlds, unless another number is set.
    pub const CAP: usize = 3000;

    /// The belief before the first view.
    #[must_use]
    pub fn new(rules: &Fury) -> Self {
        Self::on(Arc::new(Atlas::new(rules)), rules)
    }

    pub(super) fn on(atlas: Arc<Atlas>, rules: &Fury) -> Self {
        Self {
            atlas,
            worlds: vec![],
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

    /// True while no slot was forgotten. The facts that the belief ignores could only rule out
    /// more.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// The number of explanations.
    #[must_use]
    pub fn len(&self) -> usize {
        self.worlds.len()
    }

    /// True before Dracula's first move.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.worlds.is_empty()
    }

    /// The number of times that no world was left, and the belief began anew from the view alone.
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
        let mut mass = ByPlace::of(0.0);
        for world in &self.worlds {
            if let Some(place) = world.place() {
                mass[place] += world.weight;
            }
        }
        mass
    }

    /// The probability of each place to be that of a slot; they add up to less than 1 if it may be
    /// Hide or was forgotten.
    #[must_use]
    pub fn of_slot(&self, id: SlotId) -> ByPlace<f64> {
        let mut mass = ByPlace::of(0.0);
        let Some(column) = self.column(id) else { return mass };
        for world in &self.worlds {
            if let Some(place) = place_of(world.cells[column]) {
                mass[place] += world.weight;
            }
        }
        mass
    }

    fn column(&self, id: SlotId) -> Option<usize> {
        self.columns.iter().position(|column| *column == id)
    }

    /// Takes in the hunters' next view.
    pub fn update(&mut self, view: &HuntersView) {
        self.take_in(Scenery::of_hunters(view));
    }

    /// Takes in what the hunters see, from Dracula's next view. He does not see all of it, so the
    /// hunters may know more.
    pub fn update_for_dracula(&mut self, view: &DraculaView) {
        let castle = self.atlas.castle;
        self.take_in(Scenery::of_dracula(view, castle));
    }

    fn take_in(&mut self, scenery: Scenery) {
        if self.worlds.is_empty() {
            self.begin(&scenery);
        } else {
            self.follow(&scenery);
        }
        if !self.worlds.is_empty() {
            self.settle();
        }
        self.last = Some(scenery);
    }

    /// The first view with a trail, or the first after a contradiction.
    fn begin(&mut self, now: &Scenery) {
        self.columns.clear();
        for sight in &now.slots {
            self.columns.push(sight.id);
            if sight.is_known() && !self.known.contains(&sight.id) {
                self.known.push(sight.id);
            }
        }
        self.next = now.slots.iter().map(|sight| sight.id.0 + 1).max().unwrap_or(0);
        self.exact = now.slots.len() < 2;
        let castle = self.atlas.castle.map_or(PlaceSet::EMPTY, PlaceSet::of);
        for (column, sight) in now.slots.iter().enumerate() {
            let Lies::Space(_) = sight.lies else { continue };
            let places = match sight.back {
                Back::Place(place, _) => PlaceSet::of(place),
                Back::SomeSea => self.atlas.seas,
                Back::SomeCity(_) => self.atlas.cities - castle,
                Back::Hide(_) | Back::Power | Back::Misdirect => PlaceSet::EMPTY,
            };
            for place in places {
                let mut cells = [UNKNOWN; CELLS];
                cells[column] = cell_of(place);
                let current = u8::try_from(column).unwrap_or(0);
                self.worlds.push(World { cells, current, hidden: NONE, weight: 1.0 });
            }
        }
        self.look(now);
    }

    fn follow(&mut self, now: &Scenery) {
        let Some(last) = self.last.take() else { return };
        if last.slots == now.slots
            && last.told == now.told
            && last.table.hunters == now.table.hunters
            && last.table.holy_places() == now.table.holy_places()
        {
            return;
        }
        let placed = self.placed(&last, now);
        let Some(placed) = placed else { return self.restart(now) };
        self.hear(&last, now, placed.is_empty());
        for (number, id) in placed.iter().enumerate() {
            let Some(sight) = now.find(*id) else { continue };
            let later = placed.len() - 1 - number;
            self.place(sight, u8::try_from(later).unwrap_or(0), &last, now);
        }
        self.look(now);
        self.forget_gone(now);
        if self.worlds.is_empty() {
            self.contradictions += 1;
            self.restart(now);
        }
    }

    fn restart(&mut self, now: &Scenery) {
        self.restarts += 1;
        self.worlds.clear();
        self.begin(now);
        self.exact = false;
    }

    /// The slots that have come to space 1 since the last view, the oldest first; `None` if one of
    /// them is gone again. A slot that left the trail may become a lair and come back at once.
    fn placed(&mut self, last: &Scenery, now: &Scenery) -> Option<Vec<SlotId>> {
        let mut fresh: Vec<u16> =
            now.slots.iter().map(|sight| sight.id.0).filter(|id| *id >= self.next).collect();
        fresh.sort_unstable();
        let in_turn = fresh.iter().zip(self.next..).all(|(id, next)| *id == next);
        if !in_turn || self.columns.len() + fresh.len() > CELLS {
            return None;
        }
        self.next += u16::try_from(fresh.len()).unwrap_or(0);
        // A slot that came and is no longer on the trail: what came in between is not known.
        let hasty =
            |sight: &Sight| fresh.contains(&sight.id.0) && !matches!(sight.lies, Lies::Space(_));
        if now.slots.iter().any(hasty) {
            return None;
        }
        let space = |scenery: &Scenery, id| match scenery.find(id)?.lies {
            Lies::Space(space) => Some(space),
            Lies::Lair | Lies::Leaving => None,
        };
        let alone = now.slots.iter().filter(|sight| matches!(sight.lies, Lies::Space(_))).count();
        let came = |sight: &&Sight| {
            let Lies::Space(at) = sight.lies else { return false };
            if fresh.contains(&sight.id.0) {
                return sight.back != Back::Misdirect;
            }
            // The slot of a trapped Dracula comes to space 1 too, and is the last on the trail.
            alone > 1 && space(last, sight.id).is_none_or(|before| before > at)
        };
        let placed: Vec<SlotId> = now.slots.iter().filter(came).map(|sight| sight.id).collect();
        for sight in &now.slots {
            if self.column(sight.id).is_none() {
                self.columns.push(sight.id);
            }
        }
        Some(placed.into_iter().rev().collect())
    }

    /// Answers that the hunters were told about his location before he moved on.
    fn hear(&mut self, last: &Scenery, now: &Scenery, still: bool) {
        if last.told == now.told {
            return;
        }
        let bond = matches!(now.told, Told::Bond(_)) && last.table.phase == Phase::Night;
        let same_night = now.table.round <= last.table.round + 1;
        let counts = still || (bond && same_night);
        if !counts {
            return;
        }
        let spot = |hunter: Hunter| last.table.hunters[hunter].place();
        let places = match now.told {
            Told::Bond(near) => {
                let Some(mina) = spot(Hunter::Mina) else { return };
                let around = self.atlas.within(mina, 2);
                if near { around } else { self.everywhere() - around }
            }
            Told::Hypnosis(region) => self.atlas.region(region),
            Told::Presence(hunters) => {
                let near = |at: Place| {
                    Hunter::FOUR.iter().enumerate().all(|(number, &hunter)| {
                        let city = spot(hunter).filter(|city| self.atlas.cities.contains(*city));
                        let next = city.is_some_and(|city| self.atlas.adjacent(at).contains(city));
                        next == (hunters >> number & 1 == 1)
                    })
                };
                self.everywhere().into_iter().filter(|&at| near(at)).collect()
            }
            _ => return,
        };
        self.keep(|world| world.place().is_none_or(|place| places.contains(place)));
    }

    fn everywhere(&self) -> PlaceSet {
        self.atlas.cities | self.atlas.seas
    }

    /// Dracula plays a card: each world splits into one for each card that it may be. `later` is
    /// the number of cards played after it.
    fn place(&mut self, sight: &Sight, later: u8, last: &Scenery, now: &Scenery) {
        let Some(column) = self.column(sight.id) else { return };
        let holy = last.table.holy_places() & now.table.holy_places();
        let hunters = last.table.cities_of_hunters();
        let atlas = Arc::clone(&self.atlas);
        let roads = if self.great_wolf { 3 } else { 2 };
        let moment = Moment::new(&atlas, hunters, holy, roads);
        let taken: Vec<usize> = (0..self.columns.len())
            .filter(|&other| other != column && last.find(self.columns[other]).is_some())
            .filter(|&other| now.find(self.columns[other]).is_some())
            .collect();
        let outstayed = (0..self.columns.len())
            .find(|&other| {
                let lies = now.find(self.columns[other]).map(|sight| sight.lies);
                matches!(lies, Some(Lies::Space(at)) if usize::from(at - at.min(later)) == SPACES - 1)
            })
            .map(|other| u8::try_from(other).unwrap_or(NONE));
        let step = Played { sight, column, moment: &moment, outstayed, now };
        let columns = self.columns.clone();
        let mut next = Vec::with_capacity(self.worlds.len() * 4);
        for world in &self.worlds {
            step.branch(world, &taken, &columns, &mut next);
        }
        self.worlds = next;
    }

    fn keep(&mut self, holds: impl FnMut(&World) -> bool) {
        self.worlds.retain(holds);
    }

    /// Drops the worlds that contradict what a slot shows, and enters known cards into the others.
    fn look(&mut self, now: &Scenery) {
        let occupied = now.table.cities_of_hunters() | now.table.holy_places();
        for sight in &now.slots {
            let Some(column) = self.column(sight.id) else { continue };
            if sight.is_known() && !self.known.contains(&sight.id) {
                self.known.push(sight.id);
            }
            let exempt = self.known.contains(&sight.id);
            let on_trail = matches!(sight.lies, Lies::Space(_));
            let down = on_trail && !exempt;
            let (cities, seas) = (self.atlas.cities, self.atlas.seas);
            let fits = |cell: u8| match (sight.back, place_of(cell)) {
                (Back::Power | Back::Misdirect, _) => cell == UNKNOWN,
                (Back::Place(place, _), at) => cell == UNKNOWN || at == Some(place),
                (Back::Hide(_), _) => cell == HIDE || cell == UNKNOWN,
                (Back::SomeSea, at) => at.is_none_or(|at| seas.contains(at)) && cell != HIDE,
                (Back::SomeCity(_), None) => cell == UNKNOWN || sight.lies != Lies::Lair,
                (Back::SomeCity(_), Some(at)) => {
                    cities.contains(at) && !(down && occupied.contains(at))
                }
            };
            self.worlds.retain(|world| fits(world.cells[column]));
            let told = match sight.back {
                Back::Place(place, _) => Some(cell_of(place)),
                Back::Hide(_) => Some(HIDE),
                _ => None,
            };
            if let Some(cell) = told {
                self.worlds.iter_mut().for_each(|world| world.cells[column] = cell);
            }
        }
        self.look_at_hide(now);
    }

    /// A location that is turned up turns up the Hide that goes with it (fury T7).
    fn look_at_hide(&mut self, now: &Scenery) {
        let columns = &self.columns;
        let seen = |column: u8| now.find(*columns.get(usize::from(column))?);
        let mist = now.table.mist;
        self.worlds.retain_mut(|world| {
            let with = seen(world.hidden).filter(|sight| matches!(sight.lies, Lies::Space(_)));
            let Some(with) = with else {
                world.hidden = NONE;
                return true;
            };
            let hide = (0u8..).zip(&world.cells).find(|(_, cell)| **cell == HIDE);
            let hide = hide.and_then(|(column, _)| seen(column));
            let torn = |hide: &Sight| hide.face == Face::Down && with.face == Face::Up;
            mist || !hide.is_some_and(torn)
        });
    }

    /// Drops the cells of slots that are gone; he cannot be where no slot is.
    fn forget_gone(&mut self, now: &Scenery) {
        let gone: Vec<bool> = self.columns.iter().map(|id| now.find(*id).is_none()).collect();
        self.known.retain(|id| now.find(*id).is_some());
        if !gone.contains(&true) {
            return;
        }
        let on_trail = |column: usize| {
            let sight = self.columns.get(column).and_then(|id| now.find(*id));
            sight.is_some_and(|sight| matches!(sight.lies, Lies::Space(_)))
        };
        let here: Vec<bool> = (0..self.columns.len()).map(on_trail).collect();
        self.worlds.retain(|world| here[usize::from(world.current)]);
        let mut moved = [NONE; CELLS];
        let kept = gone.iter().enumerate().filter(|(_, gone)| !**gone);
        for (count, (column, _)) in (0..).zip(kept) {
            moved[column] = count;
        }
        for world in &mut self.worlds {
            let mut cells = [UNKNOWN; CELLS];
            for (column, to) in moved.iter().enumerate().filter(|(_, to)| **to != NONE) {
                cells[usize::from(*to)] = world.cells[column];
            }
            world.cells = cells;
            world.current = moved[usize::from(world.current)];
            world.hidden = moved.get(usize::from(world.hidden)).copied().unwrap_or(NONE);
        }
        let mut gone = gone.into_iter();
        self.columns.retain(|_| !gone.next().unwrap_or(false));
    }

    /// Merges equal worlds, scales the weights to a sum of 1, and enforces the cap.
    fn settle(&mut self) {
        self.merge();
        let mut column = 0;
        while self.worlds.len() > self.cap && column < self.columns.len() {
            self.exact = false;
            let oldest = self.oldest(column);
            for world in &mut self.worlds {
                if usize::from(world.current) != oldest {
                    world.cells[oldest] = UNKNOWN;
                }
            }
            self.merge();
            column += 1;
        }
        let total: f64 = self.worlds.iter().map(|world| world.weight).sum();
        if total > 0.0 {
            self.worlds.iter_mut().for_each(|world| world.weight /= total);
        }
    }

    /// The column of the slot that was made as this in the order of age.
    fn oldest(&self, number: usize) -> usize {
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        order.sort_by_key(|&column| self.columns[column].0);
        order[number]
    }

    fn merge(&mut self) {
        self.worlds.sort_by_key(World::key);
        self.worlds.dedup_by(|next, kept| {
            let same = next.key() == kept.key();
            if same {
                kept.weight += next.weight;
            }
            same
        });
    }
}

#[cfg(test)]
mod tests;
