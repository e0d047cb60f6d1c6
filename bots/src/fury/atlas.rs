//! Links and distances of a map, as bots need them.

use stoker_engine::Game;
use stoker_engine::fury::Fury;
use stoker_engine::map::{ByPlace, Map, Place, PlaceSet};

/// A number of steps that is larger than any distance.
const FAR: u8 = 99;

/// The links and distances of one map.
#[derive(Debug, Clone)]
pub(super) struct Atlas {
    pub(super) cities: PlaceSet,
    pub(super) seas: PlaceSet,
    pub(super) castle: Option<Place>,
    road: ByPlace<PlaceSet>,
    sea: ByPlace<PlaceSet>,
    regions: Vec<PlaceSet>,
    steps: Vec<ByPlace<u8>>,
}

impl Atlas {
    pub(super) fn new(rules: &Fury) -> Self {
        let Some(map) = rules.map() else { unreachable!("the ruleset has a map") };
        let all = map.places();
        let of = |links: &dyn Fn(Place) -> PlaceSet| {
            ByPlace::new(|at| if all.contains(at) { links(at) } else { PlaceSet::EMPTY })
        };
        let (road, sea) = (of(&|at| map.road(at)), of(&|at| map.sea(at)));
        let steps = all.into_iter().map(|from| steps(from, |at| road[at] | sea[at])).collect();
        Self {
            cities: all - map.seas(),
            seas: map.seas(),
            castle: map.landmark("castle"),
            road,
            sea,
            regions: regions(map),
            steps,
        }
    }

    #[inline]
    pub(super) fn road(&self, from: Place) -> PlaceSet {
        self.road[from]
    }

    /// The places adjacent by road or sea (fury M1).
    #[inline]
    pub(super) fn adjacent(&self, from: Place) -> PlaceSet {
        self.road[from] | self.sea[from]
    }

    /// The number of roads and sea links from one place to another.
    #[inline]
    pub(super) fn steps(&self, from: Place, to: Place) -> u8 {
        self.steps.get(from.index()).map_or(FAR, |steps| steps[to])
    }

    /// The places at most this many roads or sea links away, including the place itself.
    pub(super) fn within(&self, from: Place, most: u8) -> PlaceSet {
        let all = self.cities | self.seas;
        all.into_iter().filter(|&to| self.steps(from, to) <= most).collect()
    }

    /// The places of a region, by its number in the ruleset; 0 is the sea.
    pub(super) fn region(&self, number: u8) -> PlaceSet {
        self.regions.get(usize::from(number)).copied().unwrap_or(self.cities | self.seas)
    }

    /// The cities that Wolf Form reaches by this many roads (fury D7).
    pub(super) fn wolf(&self, from: Place, roads: u8, holy: PlaceSet) -> PlaceSet {
        if holy.contains(from) {
            return PlaceSet::EMPTY;
        }
        let (start, left) = if self.seas.contains(from) {
            (self.sea[from] & (self.cities - holy), roads.saturating_sub(1))
        } else {
            (PlaceSet::of(from), roads)
        };
        let mut reached = start;
        for _ in 0..left {
            let next = reached.into_iter().fold(reached, |set, at| set | self.road[at]);
            reached = next - holy;
        }
        reached - PlaceSet::of(from)
    }
}

/// The places of each region, numbered as in the ruleset: the sea first, then the regions in the
/// order of the map.
fn regions(map: &Map) -> Vec<PlaceSet> {
    let mut names = vec![];
    let mut regions = vec![map.seas()];
    let Some(attributes) = map.attributes() else { return regions };
    for at in map.places() - map.seas() {
        let name = attributes.region(at);
        let known = names.iter().position(|known| *known == name);
        let number = known.unwrap_or_else(|| {
            names.push(name);
            regions.push(PlaceSet::EMPTY);
            names.len() - 1
        });
        regions[number + 1].insert(at);
    }
    regions
}

fn steps(from: Place, next: impl Fn(Place) -> PlaceSet) -> ByPlace<u8> {
    let mut distance = ByPlace::of(FAR);
    let mut reached = PlaceSet::of(from);
    let mut edge = reached;
    let mut count = 0;
    while !edge.is_empty() {
        edge.into_iter().for_each(|at| distance[at] = count);
        let around = edge.into_iter().fold(PlaceSet::EMPTY, |around, at| around | next(at));
        edge = around - reached;
        reached |= edge;
        count += 1;
    }
    distance
}
