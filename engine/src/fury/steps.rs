//! The hunters' steps by road, rail and sea (fury M3).

use super::moves::Way;
use super::state::Adjudicator;
use super::world::Rails;
use crate::map::{Place, PlaceSet};

impl Adjudicator<'_> {
    /// The cities one road step away.
    pub(super) fn road_steps(&self, from: Place) -> PlaceSet {
        self.open(Way::Road, from, self.rules.world().road(from))
    }

    /// The places one sea step away.
    pub(super) fn sea_steps(&self, from: Place) -> PlaceSet {
        let table = &self.at.known.table;
        if table.has_fog(from) {
            return PlaceSet::EMPTY;
        }
        self.rules.world().sea(from) - table.storms - table.foggy()
    }

    /// The cities that at most this many rail steps lead to, without the first.
    pub(super) fn by_rail(&self, from: Place, steps: u8, rails: Rails) -> PlaceSet {
        let next = |at| self.open(Way::Rail, at, self.rules.world().rail(at, rails));
        reach(from, steps, next)
    }

    /// The cities that at most this many road steps lead to, without the first.
    pub(super) fn by_road(&self, from: Place, steps: u8) -> PlaceSet {
        reach(from, steps, |at| self.road_steps(at))
    }

    /// The places that at most this many sea steps lead to, without the first.
    pub(super) fn by_sea(&self, from: Place, steps: u8) -> PlaceSet {
        reach(from, steps, |at| self.sea_steps(at))
    }

    /// The ends of links that no fog and no roadblock closes.
    fn open(&self, way: Way, from: Place, ends: PlaceSet) -> PlaceSet {
        let table = &self.at.known.table;
        if !table.fog.is_empty() && table.has_fog(from) {
            return PlaceSet::EMPTY;
        }
        let mut open = ends - table.foggy();
        let mut blocked = table.blocked(way);
        let links = self.rules.world().links(way);
        while blocked != 0 {
            if let Some(&[one, other]) = links.get(blocked.trailing_zeros() as usize) {
                if one == from {
                    open.remove(other);
                } else if other == from {
                    open.remove(one);
                }
            }
            blocked &= blocked - 1;
        }
        open
    }
}

/// The places that at most this many steps lead to, without the first.
pub(super) fn reach(from: Place, steps: u8, next: impl Fn(Place) -> PlaceSet) -> PlaceSet {
    let mut reached = PlaceSet::of(from);
    let mut edge = reached;
    for _ in 0..steps {
        let around = edge.into_iter().fold(PlaceSet::EMPTY, |around, at| around | next(at));
        edge = around - reached;
        reached |= edge;
    }
    reached - PlaceSet::of(from)
}
