//! Numbers of steps between places.

use super::{ByPlace, Place, PlaceSet};

/// The distance of a place that no step leads to.
pub const UNREACHABLE: u8 = u8::MAX;

/// The number of steps from one place to each, by the steps that `next` gives.
///
/// # Examples
/// ```
/// use stoker_engine::map::{BuiltinMap, UNREACHABLE, distances};
/// let map = BuiltinMap::FURY.load();
/// let place = |code: &str| map.find(code.as_bytes().try_into().unwrap()).unwrap();
/// let [paris, le_havre, dublin] = ["PA", "LE", "DU"].map(place);
/// let by_road = distances(paris, |at| map.road(at));
/// assert_eq!([by_road[paris], by_road[le_havre]], [0, 1]);
/// assert_eq!(by_road[dublin], UNREACHABLE);
/// ```
#[must_use]
pub fn distances(from: Place, next: impl Fn(Place) -> PlaceSet) -> ByPlace<u8> {
    let mut distance = ByPlace::of(UNREACHABLE);
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
