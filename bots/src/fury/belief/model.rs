//! The move model: how likely Dracula's cards are, where he may play them.
//!
//! Each card that he may play from a place has a weight; its probability is its share of their sum.
//! The hunters do not see everything that he knows, so a card that may be missing from the deck
//! counts as one in it.

use stoker_engine::map::{Place, PlaceSet};

use crate::fury::atlas::Atlas;

/// The weights of cards, relative to a city that no hunter is near.
pub(super) struct Model {
    /// A sea.
    pub(super) sea: f64,
    /// Hide, Feed, Dark Call, each.
    pub(super) power: f64,
    /// Wolf Form, to any city.
    pub(super) wolf: f64,
    /// Wolf Form to one city.
    pub(super) wolf_to: f64,
    /// Factor of a city next to a hunter.
    pub(super) near: f64,
    /// Factor of a city with a hunter.
    pub(super) beside: f64,
}

pub(super) const MODEL: Model =
    Model { sea: 0.25, power: 0.2, wolf: 0.4, wolf_to: 0.04, near: 0.6, beside: 0.2 };

/// The facts about a movement that everyone knows.
pub(super) struct MovementFacts<'a> {
    pub(super) atlas: &'a Atlas,
    pub(super) hunters: PlaceSet,
    pub(super) holy: PlaceSet,
    pub(super) wolf_roads: u8,
    /// The places next to a hunter.
    pub(super) near: PlaceSet,
}

impl<'a> MovementFacts<'a> {
    pub(super) fn new(atlas: &'a Atlas, hunters: PlaceSet, holy: PlaceSet, wolf_roads: u8) -> Self {
        let near = hunters.into_iter().fold(PlaceSet::EMPTY, |near, at| near | atlas.adjacent(at));
        Self { atlas, hunters, holy, wolf_roads, near }
    }

    /// The weight of a place that he goes to by road or sea.
    pub(super) fn place(&self, place: Place) -> f64 {
        if self.atlas.seas.contains(place) {
            MODEL.sea
        } else if self.hunters.contains(place) {
            MODEL.beside
        } else if self.near.contains(place) {
            MODEL.near
        } else {
            1.0
        }
    }

    /// The weight of all that he may play from a place.
    pub(super) fn total(&self, from: Place, taken: PlaceSet) -> f64 {
        let places = self.atlas.adjacent(from) - self.holy - taken;
        let moves: f64 = places.into_iter().map(|to| self.place(to)).sum();
        let stay = if self.atlas.seas.contains(from) { 0.0 } else { 3.0 * MODEL.power };
        moves + stay + MODEL.wolf
    }
}
