//! Pairings: all ways to fill the sides with entrants that can play them.

use stoker_engine::{Game, Sides};

use super::PlanError;
use crate::entrant::Entrant;

/// The most pairings that a plan can have, because they are listed in memory.
pub(crate) const MOST: usize = 1_000_000;

/// An entrant for every side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairing {
    entrants: Box<[usize]>,
    setting: usize,
}

impl Pairing {
    /// A pairing of these entrants, by side.
    pub fn new(entrants: Vec<usize>) -> Self {
        Self { entrants: entrants.into(), setting: 0 }
    }

    /// The entrants' numbers, by side.
    #[must_use]
    pub fn entrants(&self) -> &[usize] {
        &self.entrants
    }

    /// The setting in which they meet: 0 if nothing is swept.
    #[must_use]
    pub fn setting(&self) -> usize {
        self.setting
    }
}

/// The error that no entrant plays this kind of side.
fn nobody<G: Game>(side: &'static str, entrants: &[Entrant<G>]) -> PlanError {
    let unfit = entrants.iter().find_map(|entrant| {
        let found = entrant.unfit.iter().find(|unfit| unfit.side == side)?;
        let (entrant, status) = (entrant.name.clone(), found.status.clone());
        Some(PlanError::NoFitEntrant { side, entrant, status })
    });
    unfit.unwrap_or(PlanError::NoEntrant(side))
}

/// Lists all pairings; the entrants of the first kind of side change slowest.
pub(super) fn list<G: Game>(
    sides: &Sides,
    entrants: &[Entrant<G>],
) -> Result<Vec<Pairing>, PlanError> {
    let mut all = vec![vec![0; sides.list().len()]];
    for kind in sides.kinds() {
        let able: Vec<usize> =
            (0..entrants.len()).filter(|&entrant| entrants[entrant].plays(kind)).collect();
        if able.is_empty() {
            return Err(nobody(kind, entrants));
        }
        let of_kind: Vec<usize> =
            (0..sides.list().len()).filter(|&side| sides.list()[side].kind == kind).collect();
        let copies =
            if sides.is_team() { RepeatedEntrants::Always } else { RepeatedEntrants::IfNeeded };
        let lineups = lineups(&able, of_kind.len(), copies)?;
        if all.len().saturating_mul(lineups.len()) > MOST {
            return Err(PlanError::TooManyPairings);
        }
        all = product(&all, &of_kind, &lineups);
    }
    Ok(all.into_iter().map(Pairing::new).collect())
}

/// The same pairings in every setting; the setting changes slowest.
pub(super) fn in_settings(all: &[Pairing], settings: usize) -> Result<Vec<Pairing>, PlanError> {
    if all.len().saturating_mul(settings) > MOST {
        return Err(PlanError::TooManyInSettings { pairings: all.len(), settings });
    }
    let in_setting = |setting| {
        all.iter().map(move |pairing| Pairing { entrants: pairing.entrants.clone(), setting })
    };
    Ok((0..settings).flat_map(in_setting).collect())
}

/// Combines every pairing so far with every lineup of the sides of one kind.
pub(super) fn product(
    all: &[Vec<usize>],
    of_kind: &[usize],
    lineups: &[Vec<usize>],
) -> Vec<Vec<usize>> {
    let seated = |pairing: &Vec<usize>, lineup: &Vec<usize>| {
        let mut pairing = pairing.clone();
        for (&side, &entrant) in of_kind.iter().zip(lineup) {
            pairing[side] = entrant;
        }
        pairing
    };
    all.iter()
        .flat_map(|pairing| lineups.iter().map(move |lineup| seated(pairing, lineup)))
        .collect()
}

/// The combinations in which an entrant fills several sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RepeatedEntrants {
    /// None, unless there are too few entrants.
    IfNeeded,
    /// All: the effects of partners show only if they do not always come together.
    Always,
}

/// All ways to fill `sides` identical sides: every combination, in each of its cyclic rotations.
pub(super) fn lineups(
    able: &[usize],
    sides: usize,
    copies: RepeatedEntrants,
) -> Result<Vec<Vec<usize>>, PlanError> {
    let step = usize::from(copies == RepeatedEntrants::IfNeeded && able.len() >= sides);
    let mut combination: Vec<usize> = (0..sides).map(|position| position * step).collect();
    let mut lineups = vec![];
    loop {
        let first = lineups.len();
        for turn in 0..sides {
            let mut lineup: Vec<usize> = combination.iter().map(|&choice| able[choice]).collect();
            lineup.rotate_left(turn);
            if !lineups[first..].contains(&lineup) {
                lineups.push(lineup);
            }
        }
        if lineups.len() > MOST {
            return Err(PlanError::TooManyPairings);
        }
        if !advance(&mut combination, able.len(), step) {
            return Ok(lineups);
        }
    }
}

/// The next combination of numbers below `n` in lexicographic order; neighbours differ by `step`
/// (1: distinct numbers; 0: repetition).
fn advance(combination: &mut [usize], n: usize, step: usize) -> bool {
    let last = combination.len() - 1;
    let can_grow = |&position: &usize| combination[position] < n - 1 - step * (last - position);
    let Some(position) = (0..=last).rev().find(can_grow) else { return false };
    combination[position] += 1;
    for later in position + 1..=last {
        combination[later] = combination[later - 1] + step;
    }
    true
}
