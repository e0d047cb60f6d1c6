//! A model of Dracula's choice among his moves.

use stoker_engine::course::{ByHunter, Course, Hunter};
use stoker_engine::map::{ByPlace, Place, PlaceSet};

use super::super::places::HunterState;
use super::super::reachable::Reach;

/// Log odds of Dracula's moves. Those that apply to a move are added up, and its probability is
/// proportional to the exponential of the sum.
///
/// The sum of a place counts for every move that leads to it, even a hide or double back.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MoveModel {
    /// For a city that at least one hunter can enter next turn.
    pub threat: f64,
    /// For each further hunter who can enter it next turn.
    pub crowd: f64,
    /// For a city that no hunter can enter next turn, but one can the turn after.
    pub near: f64,
    /// For a place where a hunter is.
    pub hunter: f64,
    /// For a sea.
    pub sea: f64,
    /// For the castle.
    pub castle: f64,
    /// For naming the place that Dracula is in.
    pub stay: f64,
    /// For a hide.
    pub hide: f64,
    /// For a double back.
    pub double_back: f64,
}

impl Default for MoveModel {
    /// Evades, and avoids the cost of the sea. The weights are rounded from a fit to `wanderer`,
    /// `phantom` and `random` against all hunters; `docs/beliefs.md` describes it.
    fn default() -> Self {
        Self {
            threat: -2.0,
            crowd: -1.4,
            near: -0.1,
            hunter: -0.2,
            sea: -1.3,
            castle: 0.9,
            stay: -0.1,
            hide: 0.0,
            double_back: -0.5,
        }
    }
}

impl MoveModel {
    /// Number of weights.
    pub const WEIGHTS: usize = 9;

    /// The names of the weights as parameters of bots, in the order of the fields.
    pub const NAMES: [&str; Self::WEIGHTS] =
        ["threat", "crowd", "near", "occupied", "sea", "castle", "stay", "hide", "double_back"];

    /// The weights, in the order of the fields.
    #[must_use]
    pub fn weights(&self) -> [f64; Self::WEIGHTS] {
        let Self { threat, crowd, near, hunter, sea, castle, stay, hide, double_back } = *self;
        [threat, crowd, near, hunter, sea, castle, stay, hide, double_back]
    }

    /// The model with these weights, in the order of the fields.
    #[must_use]
    pub fn of_weights(weights: [f64; Self::WEIGHTS]) -> Self {
        let [threat, crowd, near, hunter, sea, castle, stay, hide, double_back] = weights;
        Self { threat, crowd, near, hunter, sea, castle, stay, hide, double_back }
    }
}

/// The exponentials of a model's log odds.
#[derive(Debug, Clone, Copy)]
pub(in crate::course) struct Factors {
    /// By the number of hunters who can enter a city next turn, minus one.
    coming: [f64; 4],
    near: f64,
    hunter: f64,
    sea: f64,
    castle: f64,
    stay: f64,
    hide: f64,
    double_back: f64,
}

/// The odds of one turn's moves.
#[derive(Debug, Clone)]
pub(in crate::course) struct MoveOdds {
    /// The odds of each place itself.
    pub(in crate::course) to: ByPlace<f64>,
    pub(in crate::course) stay: f64,
    pub(in crate::course) hide: f64,
    pub(in crate::course) double_back: f64,
}

impl MoveModel {
    pub(in crate::course) fn factors(&self) -> Factors {
        let coming = |others: f64| libm::exp(self.threat + self.crowd * others);
        Factors {
            coming: [0.0, 1.0, 2.0, 3.0].map(coming),
            near: libm::exp(self.near),
            hunter: libm::exp(self.hunter),
            sea: libm::exp(self.sea),
            castle: libm::exp(self.castle),
            stay: libm::exp(self.stay),
            hide: libm::exp(self.hide),
            double_back: libm::exp(self.double_back),
        }
    }
}

impl Factors {
    /// The odds of some places under this threat of the hunters.
    pub(in crate::course) fn odds(
        &self,
        rules: &Course,
        threat: &HuntersReach,
        places: PlaceSet,
    ) -> MoveOdds {
        let mut to = ByPlace::of(1.0);
        let mut set = |places: PlaceSet, factor: f64| {
            places.into_iter().for_each(|place: Place| to[place] *= factor);
        };
        let land = places - rules.seas();
        set(places & rules.seas(), self.sea);
        for (count, factor) in self.coming.into_iter().enumerate() {
            let more = threat.coming.get(count + 1).copied().unwrap_or_default();
            set(land & (threat.coming[count] - more), factor);
        }
        set(land & threat.near, self.near);
        set(places & threat.hunters, self.hunter);
        set(places & PlaceSet::of(rules.castle()), self.castle);
        MoveOdds { to, stay: self.stay, hide: self.hide, double_back: self.double_back }
    }
}

/// The hunters' reach, as Dracula sees it when he chooses.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::course) struct HuntersReach {
    /// The places that at least one, two, three, four of them can enter next turn.
    pub(super) coming: [PlaceSet; 4],
    /// The places that none can enter next turn, but one the turn after.
    pub(super) near: PlaceSet,
    /// The places where they are.
    pub(super) hunters: PlaceSet,
}

impl HuntersReach {
    /// The threat in Dracula's turn of a round, with the hunters where they stand.
    pub(in crate::course) fn new(
        rules: &Course,
        reach: &Reach,
        hunters: &ByHunter<HunterState>,
        round: u16,
    ) -> Self {
        let mut threat = Self::default();
        for hunter in Hunter::ALL {
            let Some(at) = hunters[hunter].at else { continue };
            threat.hunters.insert(at);
            let mut next = rules.hunter_reach(hunter, round + 1, at);
            for coming in &mut threat.coming {
                let fewer = *coming;
                *coming |= next;
                next &= fewer;
            }
            threat.near |= reach.two_turns(hunter, round + 1, at);
        }
        threat.near -= threat.coming[0];
        threat
    }
}
