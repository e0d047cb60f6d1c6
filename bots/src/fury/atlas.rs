//! Links and distances of a map, as bots need them.

use std::sync::Arc;

use stoker_engine::fury::{Fury, World};
use stoker_engine::map::{ByPlace, Place, PlaceSet, distances};

/// The map of the rules, with the distances between all places.
#[derive(Debug, Clone)]
pub(super) struct Atlas {
    world: Arc<World>,
    steps: Vec<ByPlace<u8>>,
}

impl std::ops::Deref for Atlas {
    type Target = World;
    fn deref(&self) -> &World {
        &self.world
    }
}

impl Atlas {
    pub(super) fn new(rules: &Fury) -> Self {
        let world = Arc::clone(rules.world());
        let all = world.cities | world.seas;
        let steps = all.into_iter().map(|from| distances(from, |at| world.adjacent(at))).collect();
        Self { world, steps }
    }

    /// All places.
    pub(super) fn everywhere(&self) -> PlaceSet {
        self.cities | self.seas
    }

    /// The number of roads and sea links from one place to another.
    #[inline]
    pub(super) fn steps(&self, from: Place, to: Place) -> u8 {
        self.steps.get(from.index()).map_or(u8::MAX, |steps| steps[to])
    }

    /// The places at most this many roads or sea links away, including the place itself.
    pub(super) fn within(&self, from: Place, most: u8) -> PlaceSet {
        self.everywhere().into_iter().filter(|&to| self.steps(from, to) <= most).collect()
    }

    /// The places of a region, by its number in the ruleset; 0 is the sea.
    pub(super) fn region(&self, number: u8) -> PlaceSet {
        self.everywhere().into_iter().filter(|&at| self.region_of(at) == number).collect()
    }

    /// The cities that Wolf Form reaches by this many roads (fury D7).
    pub(super) fn wolf(&self, from: Place, roads: u8, holy: PlaceSet) -> PlaceSet {
        if holy.contains(from) {
            return PlaceSet::EMPTY;
        }
        let (start, left) = if self.seas.contains(from) {
            (self.sea(from) & (self.cities - holy), roads.saturating_sub(1))
        } else {
            (PlaceSet::of(from), roads)
        };
        let mut reached = start;
        for _ in 0..left {
            let next = reached.into_iter().fold(reached, |set, at| set | self.road(at));
            reached = next - holy;
        }
        reached - PlaceSet::of(from)
    }
}
