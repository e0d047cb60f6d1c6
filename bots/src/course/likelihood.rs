//! How likely each place is: a walk at random through the possible places.

use stoker_engine::course::{Course, Sighting};
use stoker_engine::map::{MAX_PLACES, Place, PlaceSet};

use super::places::PossiblePlaces;

/// Certainty: the parts that a round's likelihoods add up to, less what rounding takes.
pub const ONE: u32 = 1 << 16;

/// How likely Dracula's moves of the trail came to each place, in parts of [`ONE`].
///
/// He is taken to choose among the possible places evenly, turn by turn, from where his trail
/// begins; what is learnt later counts only as far as it made places impossible. So a weight is
/// above 0 only where he can be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Likelihood {
    /// By age of the move, the newest first.
    by_age: Vec<Weights>,
}

/// A weight for every place.
pub type Weights = [u32; MAX_PLACES];

impl Likelihood {
    /// Before his first move.
    #[must_use]
    pub fn new() -> Self {
        Self { by_age: Vec::with_capacity(16) }
    }

    /// The weights of the newest move but `age`; `None` beyond the trail.
    #[must_use]
    pub fn at_age(&self, age: usize) -> Option<&Weights> {
        self.by_age.get(age)
    }

    /// How many moves of the trail there are.
    #[must_use]
    pub fn ages(&self) -> usize {
        self.by_age.len()
    }

    /// Works it out for the trail as it is now.
    pub fn update(
        &mut self,
        places: &PossiblePlaces,
        sighting: impl Fn(usize) -> Sighting,
        rules: &Course,
    ) {
        let made = places.rounds();
        let length = made.min(usize::from(rules.params().trail));
        self.by_age.resize(length, [0; MAX_PLACES]);
        for round in made - length..made {
            let age = made - 1 - round;
            let known = places.at(round);
            let (newer, older) = self.by_age.split_at_mut(age + 1);
            let (now, before) = (&mut newer[age], older.first());
            *now = [0; MAX_PLACES];
            match (before, sighting(round)) {
                (None, _) | (_, Sighting::Teleport) => {}
                (Some(before), Sighting::Hide) => keep(now, before, known),
                (Some(before), Sighting::DoubleBack(steps)) => {
                    keep(now, older.get(steps.get() - 1).unwrap_or(before), known);
                }
                (Some(before), Sighting::At(_) | Sighting::SomeCity | Sighting::SomeSea) => {
                    let stay = places.may_stay(round, rules);
                    walk(rules, now, before, places.at(round - 1), known, stay);
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

/// The weights of a set, kept as they are.
fn keep(now: &mut Weights, before: &Weights, known: PlaceSet) {
    for place in known {
        now[place.index()] = before[place.index()];
    }
}

/// The weights after one more move to one of the places known.
pub(super) fn walk(
    rules: &Course,
    now: &mut Weights,
    before: &Weights,
    from: PlaceSet,
    known: PlaceSet,
    stay: bool,
) {
    for place in from {
        let to = rules.dracula_reach(place) & known;
        let to = if stay { to } else { to - PlaceSet::of(place) };
        let share = share(before[place.index()], to);
        for next in to {
            now[next.index()] += share;
        }
    }
}

fn share(weight: u32, to: PlaceSet) -> u32 {
    u32::try_from(to.len()).ok().and_then(|count| weight.checked_div(count)).unwrap_or(0)
}

/// Scales the weights of a set to [`ONE`], each at least 1; evenly if there are none.
fn make_whole(now: &mut Weights, known: PlaceSet) {
    let weight = |place: Place| u64::from(now[place.index()]);
    let sum: u64 = known.into_iter().map(weight).sum();
    if sum == 0 {
        let even = share(ONE, known);
        known.into_iter().for_each(|place| now[place.index()] = even);
        return;
    }
    let scale = (u64::from(ONE) << 16) / sum;
    for place in known {
        let scaled = (u64::from(now[place.index()]) * scale) >> 16;
        now[place.index()] = u32::try_from(scaled).unwrap_or(ONE).max(1);
    }
}
