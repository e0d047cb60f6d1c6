//! The course ruleset: the simplified Fury of Dracula that the course plays.
//!
//! Letters and numbers such as H4 or D9 in comments are clauses of `docs/rules.md`. [`Position`]
//! holds the rules. [`State`] adds the histories that each side may see. [`View`] is what a side is
//! shown.

mod board;
mod describe;
mod dracula_turn;
mod game;
mod guess;
mod hunter_turn;
mod maps;
mod moves;
mod notation;
mod params;
mod parse;
mod parse_hunters;
mod play;
mod position;
mod scene;
mod state;
#[cfg(test)]
mod tests;
mod trail;
pub mod transcript;
mod view;

use std::sync::Arc;

use crate::game::SetupError;
use crate::map::{BuiltinMap, ByPlace, Map, Place, PlaceSet};
use crate::seats::Sides;

pub use board::Board;
pub use guess::Guesses;
pub use moves::{ByHunter, DraculaMove, DraculaMoves, Hunter, Move, Mover, Moves, Sighting, Steps};
pub use params::{HospitalStreak, MAX_TRAIL, OwnPlace, Params};
pub use parse::{NotationError, NotationProblem};
pub use play::{DraculaPlay, Encounter, HunterPlay, Met, Play, Reveal, Reveals, Turned};
pub use position::{Position, TurnEffects};
pub use state::State;
pub use trail::{Trail, TrailMove, TrailSet};
pub use view::{DraculaEvent, DraculaView, Event, HuntersEvent, HuntersView, View};

/// The course ruleset, configured: parameters, map, and tables made from them.
#[derive(Debug, Clone)]
pub struct Course {
    params: Params,
    map: Arc<Map>,
    hospital: Place,
    castle: Place,
    sides: Sides,
    scores: Vec<crate::game::ScoreInfo>,
    /// Places a hunter may go to, for each k of H3.
    hunter_reach: Vec<ByPlace<PlaceSet>>,
    /// Places Dracula can reach by road or sea, or by staying; never the hospital.
    dracula_reach: ByPlace<PlaceSet>,
    seas: PlaceSet,
}

impl Course {
    /// Dracula's side.
    pub const DRACULA: crate::SideId = crate::SideId(1);
    /// The hunters' side.
    pub const HUNTERS: crate::SideId = crate::SideId(0);

    /// The ruleset with these parameters on this map.
    ///
    /// # Errors
    /// If a parameter is out of range, or the map lacks a landmark.
    pub fn on(params: Params, map: Arc<Map>) -> Result<Self, SetupError> {
        params.validate()?;
        let landmark = |name| map.landmark(name).ok_or(SetupError::NoLandmark(name));
        let (hospital, castle) = (landmark(maps::HOSPITAL)?, landmark(maps::CASTLE)?);
        let hunter_reach = (0..params.rail_divisor)
            .map(|links| ByPlace::new(|from| reach_by(&map, from, links.into())))
            .collect();
        let no_hospital = !PlaceSet::of(hospital);
        let dracula_reach = ByPlace::new(|from| reach_by(&map, from, 0) & no_hospital);
        let (sides, scores) = (game::sides(), game::scores(&params));
        let seas = map.seas();
        Ok(Self { params, map, hospital, castle, sides, scores, hunter_reach, dracula_reach, seas })
    }

    /// The parameters in force.
    #[inline]
    #[must_use]
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The map in play.
    #[inline]
    #[must_use]
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The places a hunter may go to from a place in a round (H3), staying included.
    #[inline]
    #[must_use]
    pub fn hunter_reach(&self, hunter: Hunter, round: u16, from: Place) -> PlaceSet {
        self.hunter_reach[self.rail_links(hunter, round)][from]
    }

    /// The places a hunter reaches by rail alone from a place in a round (H3), staying included.
    #[must_use]
    pub fn rail_reach(&self, hunter: Hunter, round: u16, from: Place) -> PlaceSet {
        by_rail(&self.map, from, self.rail_links(hunter, round))
    }

    /// The number of rail links that a hunter's move may span in a round (H3).
    #[inline]
    fn rail_links(&self, hunter: Hunter, round: u16) -> usize {
        let links = (u32::from(round) + hunter as u32) % u32::from(self.params.rail_divisor);
        links as usize
    }

    /// The places Dracula can reach from a place by road or sea, or by staying (D5, D7). The trail
    /// is ignored.
    #[inline]
    #[must_use]
    pub fn dracula_reach(&self, from: Place) -> PlaceSet {
        self.dracula_reach[from]
    }

    /// The seas.
    #[inline]
    #[must_use]
    pub fn seas(&self) -> PlaceSet {
        self.seas
    }

    /// Returns true if a place is a sea.
    #[inline]
    #[must_use]
    pub fn is_sea(&self, place: Place) -> bool {
        self.seas.contains(place)
    }

    /// The place to which hunters without life go.
    #[must_use]
    pub fn hospital(&self) -> Place {
        self.hospital
    }

    /// Castle Dracula.
    #[must_use]
    pub fn castle(&self) -> Place {
        self.castle
    }
}

impl Default for Course {
    /// The preset `course` on the course's map.
    fn default() -> Self {
        Self::on(Params::default(), BuiltinMap::COURSE.load()).expect("the default is valid")
    }
}

/// The place itself, and the places that road, sea and this many rail links lead to (H3).
fn reach_by(map: &Map, from: Place, links: usize) -> PlaceSet {
    if from.index() >= map.len() {
        return PlaceSet::EMPTY;
    }
    by_rail(map, from, links) | map.road(from) | map.sea(from)
}

/// The place itself, and the places within this many rail links.
fn by_rail(map: &Map, from: Place, links: usize) -> PlaceSet {
    (0..links).fold(PlaceSet::of(from), |reached, _| {
        reached.into_iter().fold(reached, |all, place| all | map.rail(place))
    })
}
