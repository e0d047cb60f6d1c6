//! The likelihood of each place: a random walk through the possible places.

use stoker_engine::course::{Course, Sighting};
use stoker_engine::map::{ByPlace, Place, PlaceSet};

use crate::course::shared::places::PossiblePlaces;

/// The likelihood, in parts of [`ONE`](Self::ONE), that Dracula's moves of the trail led to each
/// place.
///
/// The model lets him choose among the possible places turn by turn, from the start of his trail.
/// Places are equally likely, except that one where no hunter can follow at once is more likely by
/// a factor. Later knowledge counts only as far as it makes places impossible. So a weight is above
/// 0 only where he can be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Likelihood {
    /// The weights by age of the move, the newest first.
    by_age: Vec<ByPlace<u32>>,
}

impl Likelihood {
    /// Certainty: the weights of a move add up to this, minus rounding errors.
    pub const ONE: u32 = 1 << 16;

    /// The likelihood before his first move.
    #[must_use]
    pub fn new() -> Self {
        Self { by_age: Vec::with_capacity(16) }
    }

    /// The weights of all places for the trail's move of this age; `None` beyond the trail.
    #[must_use]
    pub fn at_age(&self, age: usize) -> Option<&ByPlace<u32>> {
        self.by_age.get(age)
    }

    /// The number of moves in the trail.
    #[must_use]
    pub fn ages(&self) -> usize {
        self.by_age.len()
    }

    /// Computes the weights for the present trail. `caution` is the factor for places where no
    /// hunter can follow at once.
    pub fn update(&mut self, places: &PossiblePlaces, rules: &Course, caution: u32) {
        let made = places.rounds();
        let length = made.min(usize::from(rules.params().trail));
        self.by_age.resize(length, ByPlace::of(0));
        for round in made - length..made {
            let age = made - 1 - round;
            let known = places.at(round);
            let (newer, older) = self.by_age.split_at_mut(age + 1);
            let (now, before) = (&mut newer[age], older.first());
            *now = ByPlace::of(0);
            match (before, places.sighting(round)) {
                (None, _) | (_, Sighting::Teleport) => {}
                (Some(before), Sighting::Hide) => keep(now, before, known),
                (Some(before), Sighting::DoubleBack(steps)) => {
                    keep(now, older.get(steps.get() - 1).unwrap_or(before), known);
                }
                (Some(before), Sighting::At(_) | Sighting::SomeCity | Sighting::SomeSea) => {
                    let step = DraculaStep {
                        from: places.at(round - 1),
                        safe: known - (places.threatened(round) - rules.seas()),
                        other: known & (places.threatened(round) - rules.seas()),
                        stay: places.may_stay(round, rules),
                        caution,
                    };
                    step.walk(rules, now, before);
                }
            }
            make_whole(now, known);
        }
    }
}

impl Default for Likelihood {
    fn default() -> Self {
        Self::new()
    }
}

/// Copies the weights of the places in a set.
fn keep(now: &mut ByPlace<u32>, before: &ByPlace<u32>, known: PlaceSet) {
    for place in known {
        now[place] = before[place];
    }
}

/// One more move of Dracula's, from these places.
pub(super) struct DraculaStep {
    pub(super) from: PlaceSet,
    /// The places he can go to where no hunter can follow at once.
    pub(super) safe: PlaceSet,
    /// The other places he can go to.
    pub(super) other: PlaceSet,
    /// True if he can stay.
    pub(super) stay: bool,
    /// The factor by which a safe place is more likely.
    pub(super) caution: u32,
}

impl DraculaStep {
    /// Computes the weights after the move.
    pub(super) fn walk(&self, rules: &Course, now: &mut ByPlace<u32>, before: &ByPlace<u32>) {
        for place in self.from {
            let reach = rules.dracula_reach(place);
            let reach = if self.stay { reach } else { reach - PlaceSet::of(place) };
            let (safe, other) = (reach & self.safe, reach & self.other);
            let count = |set: PlaceSet| u32::try_from(set.len()).unwrap_or(0);
            let parts = count(safe) * self.caution + count(other);
            let share = before[place].checked_div(parts).unwrap_or(0);
            safe.into_iter().for_each(|next| now[next] += share * self.caution);
            other.into_iter().for_each(|next| now[next] += share);
        }
    }
}

fn share(weight: u32, to: PlaceSet) -> u32 {
    u32::try_from(to.len()).ok().and_then(|count| weight.checked_div(count)).unwrap_or(0)
}

/// Scales the weights of a set to [`ONE`](Likelihood::ONE), each at least 1; equal weights if all
/// are 0.
fn make_whole(now: &mut ByPlace<u32>, known: PlaceSet) {
    let weight = |place: Place| u64::from(now[place]);
    let sum: u64 = known.into_iter().map(weight).sum();
    if sum == 0 {
        let even = share(Likelihood::ONE, known);
        known.into_iter().for_each(|place| now[place] = even);
        return;
    }
    let scale = (u64::from(Likelihood::ONE) << 16) / sum;
    for place in known {
        let scaled = (u64::from(now[place]) * scale) >> 16;
        now[place] = u32::try_from(scaled).unwrap_or(Likelihood::ONE).max(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stoker_engine::course::HuntersView;

    #[test]
    fn a_trail_that_forks_is_weighed_by_its_ways() {
        let rules = Course::default();
        let past =
            "GLO.... SMA.... HMA.... MLO.... DCD.V.. GLO.... SMA.... HMA.... MLO.... DC?T...";
        let mut places = PossiblePlaces::new(&rules);
        places.update(&HuntersView::parse(&rules, past).unwrap(), &rules);
        let mut likely = Likelihood::new();
        likely.update(&places, &rules, 1);
        // Two roads lead from the castle, and the hunters would have seen him stay.
        let [first, now] = [1, 0].map(|age| likely.at_age(age).unwrap());
        let weight = |weights: &ByPlace<u32>, code| weights[rules.place(code).unwrap()];
        assert_eq!(weight(first, "CD"), Likelihood::ONE);
        assert_eq!([weight(now, "GA"), weight(now, "KL")], [Likelihood::ONE / 2; 2]);
        assert_eq!(weight(now, "CD"), 0);
    }
}
