//! Distances: the turns that hunters need by the rail rhythm (H3), and the moves that Dracula
//! needs.
//!
//! Idea: a hunter's turn spans (round + seat) modulo `rail_divisor` rail links, so distances depend
//! on that phase alone. They are computed for all phases together, one turn at a time: a hunter who
//! needs k turns goes, with the first, to a place that needs k - 1 in the next phase.
//! Cost: 0.14 ms to make them on the course's map, and one look-up per query.
//! Weakness: they know nothing about the trail, traps or other hunters.

use stoker_engine::course::{Course, Hunter};
use stoker_engine::map::{ByPlace, Place, PlaceSet};

/// The distances between places, for hunters by phase of the rail rhythm, and for Dracula.
///
/// # Examples
/// ```
/// use stoker_bots::course::Tables;
/// use stoker_engine::course::{Course, Hunter};
/// let rules = Course::default();
/// let tables = Tables::new(&rules);
/// let [london, edinburgh] = ["LO", "ED"].map(|code| rules.place(code).unwrap());
/// // London - Manchester - Edinburgh is two rail links: one turn for Godalming in round 2.
/// assert_eq!(tables.hunter_turns(Hunter::Godalming, 2, london, edinburgh), 1);
/// assert_eq!(tables.hunter_turns(Hunter::Godalming, 0, london, edinburgh), 2);
/// assert_eq!(tables.dracula_moves(london, edinburgh), 2);
/// ```
#[derive(Debug, Clone)]
pub struct Tables {
    /// Hunters' distances, by the number of rail links of the next turn.
    phases: Vec<RhythmPhase>,
    /// Dracula's distances. His reach is the same in every round, so there is one phase.
    dracula: Vec<RhythmPhase>,
    castle: Place,
}

/// Distances in one phase of a rhythm.
#[derive(Debug, Clone)]
struct RhythmPhase {
    /// Turns from each place to each place; [`FAR`](Tables::FAR) if there is no way.
    turns: ByPlace<ByPlace<u8>>,
    /// The places within each number of turns from each place.
    within: [ByPlace<PlaceSet>; Tables::MAX_TURNS + 1],
}

impl Tables {
    /// The distance between places without a way.
    pub const FAR: u8 = u8::MAX;

    /// Limit on the turns of [`hunter_within`](Self::hunter_within) and
    /// [`dracula_within`](Self::dracula_within).
    pub const MAX_TURNS: usize = 6;

    /// Computes every distance on a ruleset's map.
    #[must_use]
    pub fn new(rules: &Course) -> Self {
        let places = rules.map().places();
        let first = Hunter::ALL[0];
        let rounds = 0..u16::from(rules.params().rail_divisor);
        let hunter = rounds.map(|round| reach(places, |at| rules.hunter_reach(first, round, at)));
        let dracula = reach(places, |at| rules.dracula_reach(at));
        Self {
            phases: phases(places, &hunter.collect::<Vec<_>>()),
            dracula: phases(places, &[dracula]),
            castle: rules.castle(),
        }
    }

    /// The number of turns that a hunter needs from one place to another, the first of them in
    /// `round`; 0 if they are the same place, [`FAR`](Self::FAR) if there is no way.
    #[inline]
    #[must_use]
    pub fn hunter_turns(&self, hunter: Hunter, round: u16, from: Place, to: Place) -> u8 {
        self.phase(hunter, round).turns[from][to]
    }

    /// The turns that a hunter needs to every place, the first of them in `round`.
    #[inline]
    #[must_use]
    pub fn hunter_row(&self, hunter: Hunter, round: u16, from: Place) -> &ByPlace<u8> {
        &self.phase(hunter, round).turns[from]
    }

    /// The places that a hunter can reach in this many turns, the first of them in `round`.
    ///
    /// # Panics
    /// If `turns` is more than [`MAX_TURNS`](Self::MAX_TURNS).
    #[inline]
    #[must_use]
    pub fn hunter_within(&self, hunter: Hunter, round: u16, from: Place, turns: usize) -> PlaceSet {
        self.phase(hunter, round).within[turns][from]
    }

    /// Returns true if a hunter is within two turns of the castle, the first of them in `round`.
    /// That is near enough to meet a Dracula who teleports or moves there before he has won much
    /// blood (E3).
    #[inline]
    #[must_use]
    pub fn hunter_guards(&self, hunter: Hunter, round: u16, from: Place) -> bool {
        self.hunter_turns(hunter, round, from, self.castle) <= 2
    }

    /// The number of moves that Dracula needs from one place to another by road and sea;
    /// [`FAR`](Self::FAR) if there is no way. His trail is ignored.
    #[inline]
    #[must_use]
    pub fn dracula_moves(&self, from: Place, to: Place) -> u8 {
        self.dracula[0].turns[from][to]
    }

    /// The places that Dracula can reach in this many moves. His trail is ignored.
    ///
    /// # Panics
    /// If `moves` is more than [`MAX_TURNS`](Self::MAX_TURNS).
    #[inline]
    #[must_use]
    pub fn dracula_within(&self, from: Place, moves: usize) -> PlaceSet {
        self.dracula[0].within[moves][from]
    }

    #[inline]
    fn phase(&self, hunter: Hunter, round: u16) -> &RhythmPhase {
        &self.phases[(usize::from(round) + hunter as usize) % self.phases.len()]
    }
}

/// The places that one turn leads to, from every place of a map.
fn reach(places: PlaceSet, of: impl Fn(Place) -> PlaceSet) -> ByPlace<PlaceSet> {
    let mut reach = ByPlace::of(PlaceSet::EMPTY);
    places.into_iter().for_each(|at| reach[at] = of(at) | PlaceSet::of(at));
    reach
}

/// The distances of every phase, from the places that a turn of each phase leads to. Each turn is
/// followed by one of the next phase, and the last phase by the first.
fn phases(places: PlaceSet, steps: &[ByPlace<PlaceSet>]) -> Vec<RhythmPhase> {
    let stay = reach(places, PlaceSet::of);
    let far = ByPlace::of(ByPlace::of(Tables::FAR));
    let mut phases =
        vec![RhythmPhase { turns: far, within: [stay; Tables::MAX_TURNS + 1] }; steps.len()];
    for phase in &mut phases {
        places.into_iter().for_each(|at| phase.turns[at][at] = 0);
    }
    let mut now = vec![stay; steps.len()];
    for turns in 1..Tables::FAR {
        let before = now.clone();
        for (index, phase) in phases.iter_mut().enumerate() {
            let rest = &before[(index + 1) % steps.len()];
            let within = &mut now[index];
            for from in places {
                within[from] = join(rest, steps[index][from]);
                let new = within[from] - before[index][from];
                new.into_iter().for_each(|to| phase.turns[from][to] = turns);
            }
            for known in phase.within.iter_mut().skip(usize::from(turns)) {
                *known = *within;
            }
        }
        if now == before {
            break;
        }
    }
    phases
}

/// The places that these places lead to together.
fn join(reach: &ByPlace<PlaceSet>, from: PlaceSet) -> PlaceSet {
    from.into_iter().fold(PlaceSet::EMPTY, |all, at| all | reach[at])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::{Reach, ReachableByTurn};
    use stoker_engine::course::{Params, Position};
    use stoker_engine::map::BuiltinMap;

    fn all_rules() -> Vec<Course> {
        let divisors = [1, 3, 4, 8];
        let params = divisors.map(|rail_divisor| Params { rail_divisor, ..Params::default() });
        let maps = [BuiltinMap::COURSE, BuiltinMap::TINY].map(BuiltinMap::load);
        let on = |params: &Params| maps.clone().map(|map| Course::on(params.clone(), map).unwrap());
        params.iter().flat_map(on).collect()
    }

    /// The places that a hunter can reach in this many turns, computed turn by turn.
    fn walked(rules: &Course, hunter: Hunter, round: u16, from: Place, turns: u16) -> PlaceSet {
        (round..round + turns).fold(PlaceSet::of(from), |at, round| {
            let step = |all, place| all | rules.hunter_reach(hunter, round, place);
            at.into_iter().fold(at, step)
        })
    }

    #[test]
    fn hunters_need_the_turns_that_walking_takes() {
        for rules in all_rules() {
            let tables = Tables::new(&rules);
            for (round, hunter) in (0..9).flat_map(|round| Hunter::ALL.map(|h| (round, h))) {
                for from in rules.map().places() {
                    let row = tables.hunter_row(hunter, round, from);
                    for turns in 0..=6 {
                        let at = walked(&rules, hunter, round, from, turns);
                        let near = |place: &Place| u16::from(row[*place]) <= turns;
                        assert_eq!(
                            rules.map().places().into_iter().filter(near).collect::<PlaceSet>(),
                            at
                        );
                        let within = tables.hunter_within(hunter, round, from, turns.into());
                        assert_eq!(within, at);
                    }
                }
            }
        }
    }

    #[test]
    fn dracula_never_needs_the_hospital_and_never_gets_there() {
        let rules = Course::default();
        let tables = Tables::new(&rules);
        let [castle, hospital, zagreb] = ["CD", "JM", "ZA"].map(|c| rules.place(c).unwrap());
        assert_eq!(tables.dracula_moves(zagreb, hospital), Tables::FAR);
        assert_eq!(tables.dracula_moves(castle, castle), 0);
        assert_eq!(tables.dracula_within(castle, 1), rules.dracula_reach(castle));
        let farthest = rules.map().places().into_iter().map(|to| tables.dracula_moves(castle, to));
        assert!(farthest.filter(|&moves| moves != Tables::FAR).max().unwrap() > 6);
    }

    #[test]
    fn the_tables_agree_with_the_arrivals_they_generalise() {
        let rules = Course::default();
        let tables = Tables::new(&rules);
        let reach = Reach::new(&rules);
        let mut position = Position::start(&rules);
        for _ in 0..5 {
            let mv = position.moves(&rules).nth(11).unwrap();
            position.play(&rules, mv).unwrap();
        }
        let board = position.board();
        let reachable = ReachableByTurn::new(&rules, board, 1, ReachableByTurn::MAX_TURNS);
        for hunter in Hunter::ALL {
            let at = board.at(hunter).unwrap();
            for turns in 0..=ReachableByTurn::MAX_TURNS.min(Tables::MAX_TURNS) {
                assert_eq!(tables.hunter_within(hunter, 1, at, turns), reachable.of(hunter, turns));
            }
            assert_eq!(tables.hunter_within(hunter, 1, at, 2), reach.two_turns(hunter, 1, at));
        }
    }
}
