//! How Dracula is taken to choose among his moves.

use stoker_engine::course::{Course, Hunter};
use stoker_engine::map::{ByPlace, PlaceSet};

use super::super::places::HunterState;
use stoker_engine::course::ByHunter;

/// Log odds of Dracula's moves: each is added up for a move, and its probability is proportional to
/// the exponential of the sum.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MoveModel {
    /// For a place that at least one hunter can enter next turn.
    pub threat: f64,
    /// For each further hunter who can.
    pub crowd: f64,
    /// For a place that no hunter can enter next turn, but one can the turn after.
    pub near: f64,
    /// For a place where a hunter is.
    pub hunter: f64,
    /// For a sea.
    pub sea: f64,
    /// For the castle.
    pub castle: f64,
    /// For naming the place he is in.
    pub stay: f64,
    /// For a hide.
    pub hide: f64,
    /// For a double back.
    pub double_back: f64,
}

impl Default for MoveModel {
    /// Evades, and would rather not pay for the sea.
    fn default() -> Self {
        Self {
            threat: -1.5,
            crowd: -0.5,
            near: -0.3,
            hunter: -1.5,
            sea: -0.7,
            castle: 1.0,
            stay: -0.5,
            hide: -0.7,
            double_back: -0.7,
        }
    }
}

/// The odds of one turn's moves.
#[derive(Debug, Clone)]
pub(super) struct Odds {
    /// Of a place as such.
    pub(super) to: ByPlace<f64>,
    pub(super) stay: f64,
    pub(super) hide: f64,
    pub(super) double_back: f64,
}

impl MoveModel {
    /// The odds of his turn in a round, the hunters standing where they are.
    pub(super) fn odds(&self, rules: &Course, hunters: &ByHunter<HunterState>, round: u16) -> Odds {
        let mut reach = [[PlaceSet::EMPTY; 4]; 2];
        for hunter in Hunter::ALL {
            let Some(at) = hunters[hunter].at else { continue };
            let next = rules.hunter_reach(hunter, round + 1, at);
            reach[0][hunter as usize] = next;
            reach[1][hunter as usize] = next.into_iter().fold(PlaceSet::EMPTY, |all, from| {
                all | rules.hunter_reach(hunter, round + 2, from)
            });
        }
        let at: PlaceSet =
            Hunter::ALL.into_iter().filter_map(|hunter| hunters[hunter].at).collect();
        Odds {
            to: ByPlace::new(|place| {
                let count = |turns: usize| {
                    reach[turns].iter().map(|set| f64::from(u8::from(set.contains(place)))).sum()
                };
                let coming: f64 = count(0);
                let later: f64 = count(1);
                let mut sum = 0.0;
                if rules.is_sea(place) {
                    sum += self.sea;
                } else if coming > 0.0 {
                    sum += self.threat + self.crowd * (coming - 1.0);
                } else if later > 0.0 {
                    sum += self.near;
                }
                if at.contains(place) {
                    sum += self.hunter;
                }
                if place == rules.castle() {
                    sum += self.castle;
                }
                libm::exp(sum)
            }),
            stay: libm::exp(self.stay),
            hide: libm::exp(self.hide),
            double_back: libm::exp(self.double_back),
        }
    }
}
