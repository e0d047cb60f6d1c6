//! A card that Dracula plays: the worlds that a world becomes.

use stoker_engine::fury::{Form, Phase, SlotId};
use stoker_engine::map::{Place, PlaceSet};

use super::model::{MODEL, Moment};
use super::sight::{Back, Scenery, Sight};
use super::{HIDE, UNKNOWN, World, cell_of, place_of};

/// The influence of a Hide without encounter on its weight: he puts one there if he holds any.
const BARE_HIDE: f64 = 0.05;

/// A card that Dracula plays.
pub(super) struct Played<'a> {
    pub(super) sight: &'a Sight,
    pub(super) column: usize,
    pub(super) moment: &'a Moment<'a>,
    /// The slot that he may not outstay (fury D4).
    pub(super) outstayed: Option<u8>,
    pub(super) now: &'a Scenery,
}

impl Played<'_> {
    pub(super) fn branch(
        &self,
        world: &World,
        taken: &[usize],
        columns: &[SlotId],
        out: &mut Vec<World>,
    ) {
        let atlas = self.moment.atlas;
        let Some(from) = world.place() else { return };
        let occupied: PlaceSet =
            taken.iter().filter_map(|&column| place_of(world.cells[column])).collect();
        let total = self.moment.total(from, occupied).max(MODEL.power);
        let mut go = |place: Place, weight: f64| {
            let mut next = *world;
            next.cells[self.column] = cell_of(place);
            next.current = u8::try_from(self.column).unwrap_or(0);
            next.weight *= weight / total;
            out.push(next);
        };
        let known = place_of(world.cells[self.column]);
        let form = match self.sight.back {
            Back::SomeCity(form) | Back::Place(_, form) | Back::Hide(form) => form,
            Back::SomeSea | Back::Power | Back::Misdirect => Form::Plain,
        };
        let reach = match form {
            Form::Plain => atlas.adjacent(from),
            Form::Wolf => atlas.wolf(from, self.moment.wolf_roads, self.moment.holy),
        };
        let reach = reach - occupied - self.moment.holy;
        let castle = atlas.castle.map_or(PlaceSet::EMPTY, PlaceSet::of);
        let targets = match self.sight.back {
            Back::SomeSea => reach & atlas.seas,
            Back::SomeCity(_) => reach & (atlas.cities - castle),
            Back::Place(place, _) => reach & PlaceSet::of(place),
            Back::Hide(_) | Back::Power | Back::Misdirect => PlaceSet::EMPTY,
        };
        let targets = known.map_or(targets, |place| targets & PlaceSet::of(place));
        for place in targets {
            let weight = match form {
                Form::Plain => self.moment.place(place),
                Form::Wolf => MODEL.wolf * 0.1,
            };
            go(place, weight);
        }
        self.stay(world, from, total, columns, out);
    }

    /// Hide, Feed or Dark Call: he stays.
    fn stay(
        &self,
        world: &World,
        from: Place,
        total: f64,
        columns: &[SlotId],
        out: &mut Vec<World>,
    ) {
        let can = !self.moment.atlas.seas.contains(from)
            && !self.moment.holy.contains(from)
            && self.outstayed != Some(world.current);
        let hides = matches!(self.sight.back, Back::SomeCity(_) | Back::Hide(_));
        let returned = world.cells[self.column] != UNKNOWN;
        if !can || returned || !(hides || self.sight.back == Back::Power) {
            return;
        }
        let hiding = |(column, cell): (usize, &u8)| {
            *cell == HIDE && columns.get(column).is_some_and(|id| self.now.find(*id).is_some())
        };
        if hides && world.cells.iter().enumerate().any(hiding) {
            return;
        }
        let mut next = *world;
        let over = self.now.table.phase != Phase::Dracula;
        let bare = if over && self.sight.empty { BARE_HIDE } else { 1.0 };
        next.weight *= MODEL.power / total * if hides { bare } else { 1.0 };
        if hides {
            next.cells[self.column] = HIDE;
            next.hidden = world.current;
        }
        out.push(next);
    }
}
