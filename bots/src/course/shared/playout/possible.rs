//! The places where Dracula can be, in a form that is cheap to copy, for playouts.

use arrayvec::ArrayVec;
use stoker_engine::course::{Course, DraculaMove, MAX_TRAIL, Position, TrailSet};
use stoker_engine::map::{Place, PlaceSet};

use crate::course::shared::belief::Belief;

/// The places that each move of the trail can have led to, by a quick look at the public facts.
///
/// Dracula's true places are always among them. It is less precise than
/// [`PossiblePlaces`](crate::course::PossiblePlaces): knowledge about one move narrows the others
/// only when a move is revealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PossibleTrail {
    /// The places by age, the newest first; entries beyond the trail hold all places.
    at: [PlaceSet; MAX_TRAIL],
    /// The places that his next move can lead to if nobody looks meanwhile.
    next: PlaceSet,
}

impl PossibleTrail {
    /// The sets before his first move, when he can be anywhere.
    #[must_use]
    pub fn start(rules: &Course) -> Self {
        let anywhere = rules.map().places() - PlaceSet::of(rules.hospital());
        Self { at: [anywhere; MAX_TRAIL], next: anywhere }
    }

    /// The sets with these places for the moves of the trail, the newest first.
    #[must_use]
    pub fn of(rules: &Course, ages: impl Iterator<Item = PlaceSet>) -> Self {
        let mut possible = Self::start(rules);
        let mut made = false;
        for (at, places) in possible.at.iter_mut().zip(ages) {
            (*at, made) = (places, true);
        }
        if made {
            possible.next = reach(rules, possible.at[0]);
        }
        possible
    }

    /// The places that each move of the trail can have led to; `None` if the belief has forgotten
    /// one of them, which leaves no position to play out from.
    #[must_use]
    pub fn of_belief(rules: &Course, belief: &Belief) -> Option<Self> {
        let places = |age: usize| {
            belief.trails().iter().try_fold(PlaceSet::EMPTY, |all, known| {
                Some(all | PlaceSet::of(known.trail.at(age).place?))
            })
        };
        let made = belief.facts().moves().len();
        let ages: ArrayVec<_, MAX_TRAIL> = (0..made).map(places).collect::<Option<_>>()?;
        Some(Self::of(rules, ages.into_iter()))
    }

    /// The places that the move of this age can have led to; age 0 is the newest.
    ///
    /// # Panics
    /// If a trail cannot be that long.
    #[inline]
    #[must_use]
    pub fn at(&self, age: usize) -> PlaceSet {
        self.at[age]
    }

    /// The places where he can be now.
    #[inline]
    #[must_use]
    pub fn now(&self) -> PlaceSet {
        self.at[0]
    }

    /// The places that his next move can lead to.
    #[inline]
    #[must_use]
    pub fn next(&self) -> PlaceSet {
        self.next
    }

    /// Updates the sets by the move that led to this position.
    #[inline]
    pub fn dracula_played(&mut self, rules: &Course, after: &Position) {
        let Some(latest) = after.trail().latest() else { return };
        // The kind of place is public whatever the sea costs (K6). A location or a hide shows it
        // (K2), and a double back goes to one of these places (D7).
        let sea = rules.is_sea(latest.place);
        let ground = if sea { rules.seas() } else { !rules.seas() - watched(rules, after) };
        let places = match latest.code {
            _ if latest.place_known => PlaceSet::of(latest.place),
            DraculaMove::DoubleBack(steps) => self.at[steps.get() - 1] & ground,
            DraculaMove::To(_) | DraculaMove::Hide | DraculaMove::Teleport => self.next & ground,
        };
        self.at.copy_within(..MAX_TRAIL - 1, 1);
        self.at[0] = places;
        if latest.place_known {
            self.narrow(rules, after);
        }
        self.next = reach(rules, self.at[0]);
    }

    /// Updates the sets by the hunter's turn that led to this position: the place they went to, and
    /// what it revealed.
    #[inline]
    pub fn hunter_played(
        &mut self,
        rules: &Course,
        after: &Position,
        to: Place,
        revealed: TrailSet,
    ) {
        let before = self.at[0];
        if !rules.is_sea(to) {
            let trail = after.trail().moves().len();
            self.at[..trail].iter_mut().for_each(|places| places.remove(to));
        }
        if revealed != 0 {
            self.narrow(rules, after);
        }
        if self.at[0] != before {
            self.next = reach(rules, self.at[0]);
        }
    }

    /// Applies the known moves of the trail, and their consequences for the other moves.
    fn narrow(&mut self, rules: &Course, position: &Position) {
        let moves = position.trail().moves();
        for (at, mv) in self.at.iter_mut().zip(moves) {
            if mv.place_known {
                *at = PlaceSet::of(mv.place);
            }
        }
        for age in (0..moves.len()).rev() {
            let known = if moves[age].code_known { Some(moves[age].code) } else { None };
            let older = match known {
                Some(DraculaMove::DoubleBack(steps)) => self.at.get(age + steps.get()).copied(),
                Some(DraculaMove::Teleport) => None,
                Some(DraculaMove::To(_) | DraculaMove::Hide) | None => {
                    self.at.get(age + 1).map(|&at| reach(rules, at))
                }
            };
            self.at[age] &= older.unwrap_or(self.at[age]);
        }
        for age in 1..moves.len() {
            // Except by a teleport, he comes from a place within reach (D5 to D7).
            if moves[age - 1].code != DraculaMove::Teleport {
                self.at[age] &= reach(rules, self.at[age - 1]);
            }
        }
    }
}

/// The places where he would have been seen (K3), and seas where hunters are.
fn watched(rules: &Course, position: &Position) -> PlaceSet {
    position.board().hunters() | PlaceSet::of(rules.castle())
}

#[inline]
fn reach(rules: &Course, from: PlaceSet) -> PlaceSet {
    from.into_iter().fold(PlaceSet::EMPTY, |all, place| all | rules.dracula_reach(place))
}
