//! The hunters' knowledge about Dracula's trail: every trail that explains all they have seen, with
//! its probability.

mod ages;
mod branches;
mod facts;
mod fit;
mod hidden;
mod known;
mod learn;
mod model;
mod trails;
mod turn;

use stoker_engine::Rng;
use stoker_engine::course::{Board, Course, DraculaMove, Position, Sighting, Trail, TrailMove};
use stoker_engine::map::ByPlace;

use super::numbers::{as_f64, unit};
use known::PublicFacts;
use trails::Trails;

pub use facts::{Fact, Facts};
pub use fit::{Fit, ObservedChoices};
pub use hidden::{HiddenMove, HiddenTrail};
pub use model::MoveModel;
pub(in crate::course) use model::{Factors, HuntersReach, MoveOdds};
pub use trails::Weighted;

/// Every hidden trail that is consistent with all public facts, weighted by a move model.
///
/// Trails that agree in their last moves (six, by the course's rules) are merged. The true one is
/// always among them. Above a cap, all trails forget their oldest moves until the next moves
/// replace them. Then there can be too many trails, but never too few, and
/// [`is_exact`](Self::is_exact) is false.
///
/// # Examples
/// ```
/// use stoker_bots::course::Belief;
/// use stoker_engine::course::{Course, HuntersView};
/// let rules = Course::default();
/// let past = "GBE.... SBR.... HLO.... MCA.... DSJ.V.. GSJVD..";
/// let view = HuntersView::parse(&rules, past).unwrap();
/// let mut belief = Belief::new(&rules);
/// belief.update(&rules, &view);
/// assert_eq!(belief.len(), 1);
/// assert_eq!(belief.mass(0)[rules.place("SJ").unwrap()], 1.0);
/// ```
#[derive(Debug)]
pub struct Belief {
    trails: Trails,
    known: PublicFacts,
}

impl Clone for Belief {
    fn clone(&self) -> Self {
        Self { trails: self.trails.clone(), known: self.known.clone() }
    }

    /// Reuses the memory of the trails, for repeated simulations from the same belief.
    fn clone_from(&mut self, other: &Self) {
        self.trails.clone_from(&other.trails);
        self.known.clone_from(&other.known);
    }
}

impl Belief {
    /// Default limit on the number of trails.
    pub const CAP: usize = 1_000_000;

    /// Smallest cap: it allows for the newest move alone, hidden or not, in any place.
    pub const MIN_CAP: usize = 256;

    /// The belief before the first turn.
    #[must_use]
    pub fn new(rules: &Course) -> Self {
        Self { trails: Trails::start(), known: PublicFacts::new(rules) }
    }

    /// The belief with another model of Dracula's moves. The model changes weights, not what is
    /// possible.
    #[must_use]
    pub fn with_model(self, model: MoveModel) -> Self {
        Self { known: self.known.with_model(model), ..self }
    }

    /// The model of Dracula's moves.
    #[must_use]
    pub fn model(&self) -> &MoveModel {
        &self.known.model
    }

    /// The belief with another cap on the number of trails, at least [`MIN_CAP`](Self::MIN_CAP).
    ///
    /// Memory stays below 300 bytes for each trail of the cap, and a few megabytes.
    #[must_use]
    pub fn with_cap(self, cap: usize) -> Self {
        Self { known: self.known.with_cap(cap.max(Self::MIN_CAP)), ..self }
    }

    /// Returns true if every trail in the set is possible.
    ///
    /// Once moves had to be forgotten it is false until only one whole trail is left: an impossible
    /// trail can outlast the forgotten moves.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.known.exact
    }

    /// The number of trails; never 0 for a view of a real game.
    #[must_use]
    pub fn len(&self) -> usize {
        self.trails.list().len()
    }

    /// Returns true if nothing explains what was seen. The view is then not from a real game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.trails.list().is_empty()
    }

    /// The trails with their probabilities.
    #[must_use]
    pub fn trails(&self) -> &[Weighted] {
        self.trails.list()
    }

    /// The public facts about the trail.
    #[must_use]
    pub fn facts(&self) -> &Facts {
        &self.known.facts
    }

    /// The number of moves that Dracula has made.
    #[must_use]
    pub fn rounds(&self) -> usize {
        self.known.made
    }

    /// The probability, 0 to 1, that the move of this age led to each place; age 0 is the newest.
    #[must_use]
    pub fn mass(&self, age: usize) -> ByPlace<f64> {
        let mut mass = ByPlace::of(0.0);
        if age < self.known.facts.moves().len() {
            for known in self.trails() {
                if let Some(place) = known.trail.at(age).place {
                    mass[place] += known.weight;
                }
            }
        }
        mass
    }

    /// A trail, drawn by weight; `None` if there are none.
    pub fn sample(&self, rng: &mut Rng) -> Option<HiddenTrail> {
        let mut at = unit(rng);
        for known in self.trails() {
            at -= known.weight;
            if at < 0.0 {
                return Some(known.trail);
            }
        }
        self.trails().last().map(|known| known.trail)
    }

    /// This many trails at equal distances in the sum of the weights; none if the belief is empty.
    /// Each trail comes as often as its weight predicts, give or take less than one, and equal
    /// trails are adjacent. `start`, from 0 to below 1, is the offset of the first within its part.
    ///
    /// They represent the belief better than as many independent draws.
    pub fn spread(&self, count: usize, start: f64) -> impl Iterator<Item = HiddenTrail> {
        let mut trails = self.trails().iter();
        let mut known = trails.next();
        let mut reached = known.map_or(0.0, |known| known.weight);
        let part = 1.0 / as_f64(count.max(1));
        (0..count).map_while(move |index| {
            let at = (as_f64(index) + start) * part;
            while reached <= at {
                let Some(next) = trails.next() else { break };
                known = Some(next);
                reached += next.weight;
            }
            known.map(|known| known.trail)
        })
    }

    /// The position with this trail. A forgotten move is put in the hospital, together with its
    /// encounter: none of his moves can lead there, so it restricts nothing.
    #[must_use]
    pub fn position(&self, rules: &Course, board: &Board, trail: HiddenTrail) -> Position {
        let moves = self.known.facts.moves().iter().enumerate().map(|(age, fact)| {
            let mv = trail.at(age);
            let place = mv.place.unwrap_or(rules.hospital());
            TrailMove {
                code: match fact.sighting {
                    Sighting::DoubleBack(steps) => DraculaMove::DoubleBack(steps),
                    Sighting::Teleport => DraculaMove::Teleport,
                    Sighting::Hide => DraculaMove::Hide,
                    Sighting::SomeCity if mv.hide => DraculaMove::Hide,
                    Sighting::At(_) | Sighting::SomeCity | Sighting::SomeSea => {
                        DraculaMove::To(place)
                    }
                },
                place,
                encounter: fact.encounter,
                code_known: fact.sighting.is_known(),
                place_known: fact.place.is_some(),
            }
        });
        Position::of(*board, Trail::of(moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stoker_engine::course::HuntersView;

    /// Of 1,000 trails spread over a belief, each comes a thousand times its weight, give or take
    /// one.
    #[test]
    fn trails_are_spread_by_their_weights() {
        let rules = Course::default();
        let past =
            "GBE.... SBR.... HLO.... MCA.... DC?.V.. GSO.... SBR.... HLO.... MCA.... DC?T...";
        let mut belief = Belief::new(&rules);
        assert_eq!(belief.spread(3, 0.5).collect::<Vec<_>>(), [HiddenTrail::default(); 3]);
        belief.update(&rules, &HuntersView::parse(&rules, past).unwrap());
        assert!(belief.len() > 100);
        let spread: Vec<_> = belief.spread(1_000, 0.3).collect();
        assert_eq!(spread.len(), 1_000);
        for known in belief.trails() {
            let times = spread.iter().filter(|&&trail| trail == known.trail).count();
            assert!((as_f64(times) - 1_000.0 * known.weight).abs() <= 1.0, "{known:?}: {times}");
        }
    }
}

/// Runs the guide's example as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../../../docs/beliefs.md")]
struct Guide;
