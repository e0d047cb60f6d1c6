//! A model of the answers of hunters who know the belief.

use stoker_engine::course::{Board, ByHunter, Course, Encounter, Hunter};
use stoker_engine::map::{ByPlace, Place, PlaceSet};

use super::narrow;
use crate::course::shared::belief::Belief;
use crate::course::shared::tables::Tables;

// The prices are those of `marshal` without its overlap, as of the time when `phantom` was fitted.
// Forecast hunters stay the same if the real ones are tuned again.

/// Value that each hunter who can follow up a find adds to it. The unit of all values here is a
/// meeting.
const FOLLOW: f64 = 0.6;

/// Value of being able to reach his next place, and the factor for each hunter who already can.
const REACH: f64 = 0.8;
const MORE: f64 = 0.6;

/// Value of being able to reach his place after two turns, by the number of turns on the way.
const LATER: [f64; 7] = [0.8, 0.8, 0.8, 0.6, 0.45, 0.34, 0.25];

/// Share of that value that is redundant where another hunter can be.
const OVERLAP: f64 = 0.5;

/// Value of destroying a vampire, by the number of turns on the way.
const VAMPIRE: [f64; 6] = [2.0, 1.4, 0.98, 0.69, 0.48, 0.34];

/// Value of a hunter within two turns of the castle, and the round after which it counts.
const GUARD: f64 = 0.5;
const GUARD_FROM: u16 = 8;

/// Randomness of their choice: the difference in value that divides the odds by e.
const HEAT: f64 = 0.06;

/// Odds that he goes to a sea next, relative to a safe city.
const SEA: f64 = 0.5;

/// The same for a city that a hunter can enter then.
const THREATENED: f64 = 0.2;

/// A model of hunters.
#[derive(Debug, Clone)]
pub(super) struct Foes {
    tables: Tables,
    /// The land places without the hospital.
    cities: PlaceSet,
}

impl Foes {
    pub(super) fn new(rules: &Course) -> Self {
        let cities = rules.map().places() - rules.seas() - PlaceSet::of(rules.hospital());
        Self { tables: Tables::new(rules), cities }
    }

    /// The distances on the map.
    pub(super) fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The number of moves that Dracula needs to his castle; his trail is ignored.
    pub(super) fn moves_home(&self, rules: &Course, from: Place) -> u8 {
        self.tables.dracula_moves(from, rules.castle())
    }

    /// The probabilities of each hunter's places. No hunter knows what the others find.
    pub(super) fn answers(&self, scene: &HunterKnowledge<'_>) -> ByHunter<ByPlace<f32>> {
        ByHunter(Hunter::ALL.map(|hunter| {
            let mut odds = ByPlace::of(0.0);
            let mut sum = 0.0;
            self.values(scene, hunter, |to, value| {
                let weight = libm::exp(value / HEAT);
                odds[to] = weight;
                sum += weight;
            });
            ByPlace::new(|place| narrow(odds[place] / sum))
        }))
    }

    /// Reports the value of every option of a hunter for a turn in `round`.
    fn values(
        &self,
        scene: &HunterKnowledge<'_>,
        hunter: Hunter,
        mut tell: impl FnMut(Place, f64),
    ) {
        let HunterKnowledge { rules, board, round, now, vampire } = *scene;
        let next = self.next(rules, board, round + 1, now);
        let after = self.next(rules, board, round + 1, &next);
        let others = self.others(board, round + 1, hunter);
        let guarded = self.guarded(board, round + 1, hunter);
        let anywhere = rules.map().places();
        let can = |from| rules.hunter_reach(hunter, round, from);
        let places: PlaceSet =
            self.cities.into_iter().filter(|&place| after[place] > 0.0).collect();
        for to in board.at(hunter).map_or(anywhere, can) {
            let row = self.tables.hunter_row(hunter, round + 1, to);
            let mut value = 0.0;
            if self.cities.contains(to) {
                value += now[to] * (1.0 + FOLLOW * followers(scene, hunter, to));
            }
            for place in places {
                let reach =
                    if row[place] <= 1 { REACH * next[place] * others.more[place] } else { 0.0 };
                value += reach + after[place] * look_up(&LATER, row[place]) * others.open[place];
            }
            if let Some(vampire) = vampire {
                value += vampire.worth(self.cities, row);
            }
            if !guarded && row[rules.castle()] <= 2 {
                value += GUARD;
            }
            tell(to, value);
        }
    }

    /// The probabilities of his places after his next move, if he tends to evade.
    fn next(&self, rules: &Course, board: &Board, round: u16, now: &ByPlace<f64>) -> ByPlace<f64> {
        let reached = Hunter::ALL.into_iter().filter_map(|hunter| {
            board.at(hunter).map(|at| self.tables.hunter_within(hunter, round, at, 1))
        });
        let threatened = reached.fold(PlaceSet::EMPTY, |all, reach| all | reach);
        let odds = |place| match () {
            () if rules.is_sea(place) => SEA,
            () if threatened.contains(place) => THREATENED,
            () => 1.0,
        };
        let mut next = ByPlace::of(0.0);
        for from in rules.map().places() {
            if now[from] > 0.0 {
                let reach = rules.dracula_reach(from);
                let sum: f64 = reach.into_iter().map(odds).sum();
                reach.into_iter().for_each(|to| next[to] += now[from] * odds(to) / sum);
            }
        }
        next
    }

    /// The value that the other hunters leave open, from their present places.
    fn others(&self, board: &Board, round: u16, hunter: Hunter) -> OthersValue {
        let mut others = OthersValue { more: ByPlace::of(1.0), open: ByPlace::of(1.0) };
        for other in Hunter::ALL.into_iter().filter(|&other| other != hunter) {
            let Some(at) = board.at(other) else { continue };
            let row = self.tables.hunter_row(other, round, at);
            for place in self.cities {
                if row[place] <= 1 {
                    others.more[place] *= MORE;
                }
                others.open[place] *= 1.0 - OVERLAP * look_up(&LATER, row[place]);
            }
        }
        others
    }

    /// Returns true if another hunter is within two turns of the castle, or if it is too early to
    /// care.
    fn guarded(&self, board: &Board, round: u16, hunter: Hunter) -> bool {
        round <= GUARD_FROM
            || Hunter::ALL.into_iter().filter(|&other| other != hunter).any(|other| {
                let guards = |at| self.tables.hunter_guards(other, round, at);
                board.at(other).is_some_and(guards)
            })
    }
}

/// The knowledge on which hunters act.
pub(super) struct HunterKnowledge<'a> {
    pub(super) rules: &'a Course,
    pub(super) board: &'a Board,
    /// The round of their turn.
    pub(super) round: u16,
    /// Probabilities of his places, as they believe.
    pub(super) now: &'a ByPlace<f64>,
    /// Their belief about the newest vampire.
    pub(super) vampire: Option<&'a Vampire>,
}

/// The hunters' belief about the place of a vampire, and the number of their turns that are left.
#[derive(Debug, Clone)]
pub(super) struct Vampire {
    mass: ByPlace<f64>,
    left: u8,
}

impl Vampire {
    /// The newest vampire on the trail, after `moves` more of Dracula's moves.
    pub(super) fn of(rules: &Course, belief: &Belief, moves: u8) -> Option<Self> {
        let mut facts = belief.facts().moves().iter();
        let age = facts.position(|fact| fact.encounter == Some(Encounter::Vampire))?;
        let spent = u8::try_from(age).ok()?.saturating_add(moves);
        let left = rules.params().trail.checked_sub(spent)?;
        Some(Self { mass: belief.mass(age), left })
    }

    fn worth(&self, cities: PlaceSet, turns: &ByPlace<u8>) -> f64 {
        let near =
            cities.into_iter().filter(|&place| self.mass[place] > 0.0 && turns[place] < self.left);
        near.map(|place| self.mass[place] * look_up(&VAMPIRE, turns[place])).sum()
    }
}

/// The value that the other hunters leave open to one.
struct OthersValue {
    /// Share of the value of being able to reach a place next turn.
    more: ByPlace<f64>,
    /// Share of the value of being able to reach it later.
    open: ByPlace<f64>,
}

/// The number of hunters who move later and can follow up a find.
fn followers(scene: &HunterKnowledge<'_>, hunter: Hunter, to: Place) -> f64 {
    let later = Hunter::ALL.into_iter().filter(|&later| later > hunter);
    let can = |later| {
        let reach = |at| scene.rules.hunter_reach(later, scene.round, at).contains(to);
        scene.board.at(later).is_some_and(reach)
    };
    later.map(|later| f64::from(u8::from(can(later)))).sum()
}

fn look_up(worth: &[f64], turns: u8) -> f64 {
    worth.get(usize::from(turns)).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stoker_engine::course::Position;

    /// The board after a first round with the hunters in these places.
    fn board(rules: &Course, codes: [&str; 4]) -> Board {
        let mut position = Position::start(rules);
        for code in codes {
            let place = rules.place(code).expect("a place of the map");
            position.play(rules, stoker_engine::course::Move::Hunter(place)).expect("anywhere");
        }
        *position.board()
    }

    fn believed(rules: &Course, codes: &[&str]) -> ByPlace<f64> {
        let mut mass = ByPlace::of(0.0);
        for code in codes {
            mass[rules.place(code).expect("a place of the map")] = 1.0 / codes.len() as f64;
        }
        mass
    }

    #[test]
    fn hunters_who_can_come_go_where_they_know_him_to_be() {
        let rules = Course::default();
        let foes = Foes::new(&rules);
        let board = board(&rules, ["PA", "PA", "ED", "GA"]);
        let at = rules.place("BU").expect("Brussels");
        let answers = foes.answers(&HunterKnowledge {
            rules: &rules,
            board: &board,
            round: 1,
            now: &believed(&rules, &["BU"]),
            vampire: None,
        });
        assert!(answers[Hunter::Godalming][at] > 0.99);
        assert!(answers[Hunter::Seward][at] > 0.99);
        assert!(answers[Hunter::Harker][at] < 0.01);
        for hunter in Hunter::ALL {
            let sum: f32 = rules.map().places().into_iter().map(|to| answers[hunter][to]).sum();
            assert!((sum - 1.0).abs() < 1e-4, "{hunter:?}: {sum}");
        }
    }

    #[test]
    fn hunters_who_know_little_are_hard_to_foretell() {
        let rules = Course::default();
        let foes = Foes::new(&rules);
        let board = board(&rules, ["PA", "PA", "ED", "GA"]);
        let codes = ["BU", "NA", "LE", "MA", "RO", "VI", "HA", "SN", "MU", "LS"];
        let answers = foes.answers(&HunterKnowledge {
            rules: &rules,
            board: &board,
            round: 1,
            now: &believed(&rules, &codes),
            vampire: None,
        });
        let at = rules.place("BU").expect("Brussels");
        assert!(answers[Hunter::Godalming][at] < 0.9);
    }
}
