//! How hunters may answer: styles of play that act on what the hunters know.

use stoker_engine::course::{Board, ByHunter, Course, Hunter, Position};
use stoker_engine::map::{ByPlace, Place, PlaceSet};

use super::super::belief::Belief;
use super::super::playout::Noise;
use super::super::tables::Tables;
use super::narrow;

/// A way of playing the hunters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::course) enum Style {
    /// Go where they take him to be, and cover where he can go.
    Seek,
    /// The same, but for two who stay near the castle.
    Camp,
    /// Go straight to the newest place that is known.
    Chase,
    /// Go anywhere.
    Roam,
}

impl Style {
    /// One of the styles: how often each comes up is how likely hunters are taken to play it.
    pub(in crate::course) fn drawn(noise: Noise, board: &Board) -> Self {
        match noise.lasting(board, 1, 10) {
            0 => Self::Camp,
            1 => Self::Chase,
            2 => Self::Roam,
            _ => Self::Seek,
        }
    }
}

/// What being so many turns from where he will be is worth, of meeting him.
const REACH: [f64; 7] = [0.5, 0.5, 0.375, 0.28, 0.21, 0.16, 0.12];

/// How much of one hunter's reach makes another's superfluous.
const OVERLAP: f64 = 0.5;

/// What a hunter within two turns of the castle is worth.
const GUARD: f64 = 0.1;

/// Up to how much is left to chance.
const WHIM: f64 = 0.06;

/// How far from the best what they choose may be: the worth that divides the odds by e.
const HEAT: f64 = 0.04;

/// Hunters, modelled.
#[derive(Debug, Clone)]
pub(in crate::course) struct Foes {
    tables: Tables,
    /// Land, without the hospital.
    cities: PlaceSet,
}

impl Foes {
    pub(in crate::course) fn new(rules: &Course) -> Self {
        let cities = rules.map().places() - rules.seas() - PlaceSet::of(rules.hospital());
        Self { tables: Tables::new(rules), cities }
    }

    /// How many moves Dracula needs to his castle, his trail ignored.
    pub(in crate::course) fn moves_home(&self, rules: &Course, from: Place) -> u8 {
        self.tables.dracula_moves(from, rules.castle())
    }

    /// Where the hunter to move goes.
    pub(in crate::course) fn choose(
        &self,
        rules: &Course,
        position: &Position,
        belief: &Belief,
        hunter: Hunter,
        style: Style,
        noise: Noise,
    ) -> Place {
        let board = position.board();
        let moves = board.hunter_moves(rules, hunter);
        let target = match style {
            Style::Seek => None,
            Style::Camp if (hunter as usize) < 2 => Some(rules.castle()),
            Style::Camp => None,
            Style::Chase => belief.facts().moves().iter().find_map(|fact| fact.place),
            Style::Roam => return random(moves & self.cities, moves, board, noise),
        };
        match target {
            Some(target) => self.towards(moves, target, board, hunter, noise),
            None if style == Style::Chase => random(moves & self.cities, moves, board, noise),
            None => self.seek(rules, position, belief, hunter, noise),
        }
    }

    fn towards(
        &self,
        moves: PlaceSet,
        target: Place,
        board: &Board,
        hunter: Hunter,
        noise: Noise,
    ) -> Place {
        let turns = |from| self.tables.hunter_turns(hunter, board.round() + 1, from, target);
        let least = moves.into_iter().map(turns).min();
        let nearest = moves.into_iter().filter(|&to| Some(turns(to)) == least).collect();
        random(nearest, moves, board, noise)
    }

    fn seek(
        &self,
        rules: &Course,
        position: &Position,
        belief: &Belief,
        hunter: Hunter,
        noise: Noise,
    ) -> Place {
        let board = position.board();
        let now = belief.mass(0);
        let mut best = (f64::MIN, rules.hospital());
        self.values(rules, board, board.round(), &now, hunter, |to, value| {
            let whim = f64::from(noise.below(board, number(to), 1 << 10)) / 1024.0;
            let value = value + WHIM * whim;
            if value > best.0 {
                best = (value, to);
            }
        });
        best.1
    }

    /// How likely each hunter goes where on the turn of theirs in `round`, when they take him to be
    /// at places with such probabilities; none of them knows what the others find.
    pub(in crate::course) fn answers(
        &self,
        rules: &Course,
        board: &Board,
        round: u16,
        now: &ByPlace<f64>,
    ) -> ByHunter<ByPlace<f32>> {
        ByHunter(Hunter::ALL.map(|hunter| {
            let mut odds = ByPlace::of(0.0);
            let mut sum = 0.0;
            self.values(rules, board, round, now, hunter, |to, value| {
                let weight = libm::exp(value / HEAT);
                odds[to] = weight;
                sum += weight;
            });
            ByPlace::new(|place| narrow(odds[place] / sum))
        }))
    }

    /// Tells what every option of a hunter on a turn in `round` is worth.
    fn values(
        &self,
        rules: &Course,
        board: &Board,
        round: u16,
        now: &ByPlace<f64>,
        hunter: Hunter,
        mut tell: impl FnMut(Place, f64),
    ) {
        let next = self.next(rules, board, round + 1, now);
        let covered = self.covered(board, round + 1, hunter);
        let guarded = self.guarded(rules, board, round + 1, hunter);
        let anywhere = rules.map().places();
        let at = board.at(hunter);
        let places: PlaceSet = self.cities.into_iter().filter(|&place| next[place] > 0.0).collect();
        for to in at.map_or(anywhere, |at| rules.hunter_reach(hunter, round, at)) {
            let row = self.tables.hunter_row(hunter, round + 1, to);
            let mut value = if self.cities.contains(to) { now[to] } else { 0.0 };
            for place in places {
                value += next[place] * (reach(row[place]) - OVERLAP * covered[place]).max(0.0);
            }
            if !guarded && row[rules.castle()] <= 2 {
                value += GUARD;
            }
            tell(to, value);
        }
    }

    /// Where he may be after his next move, if he rather evades.
    fn next(&self, rules: &Course, board: &Board, round: u16, now: &ByPlace<f64>) -> ByPlace<f64> {
        let reached = Hunter::ALL.into_iter().filter_map(|hunter| {
            board.at(hunter).map(|at| self.tables.hunter_within(hunter, round, at, 1))
        });
        let threatened = reached.fold(PlaceSet::EMPTY, |all, reach| all | reach);
        let odds = |place| match () {
            () if rules.is_sea(place) => 0.5,
            () if threatened.contains(place) => 0.2,
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

    /// How well the others cover each place.
    fn covered(&self, board: &Board, round: u16, hunter: Hunter) -> ByPlace<f64> {
        let mut covered = ByPlace::of(0.0);
        for other in Hunter::ALL.into_iter().filter(|&other| other != hunter) {
            let Some(at) = board.at(other) else { continue };
            let row = self.tables.hunter_row(other, round, at);
            for place in self.cities {
                covered[place] = reach(row[place]).max(covered[place]);
            }
        }
        covered
    }

    /// Whether another hunter is within two turns of the castle, or it is too early to care.
    fn guarded(&self, rules: &Course, board: &Board, round: u16, hunter: Hunter) -> bool {
        round <= 8
            || Hunter::ALL.into_iter().filter(|&other| other != hunter).any(|other| {
                let near = |at| self.tables.hunter_turns(other, round, at, rules.castle());
                board.at(other).is_some_and(|at| near(at) <= 2)
            })
    }
}

fn reach(turns: u8) -> f64 {
    REACH.get(usize::from(turns)).copied().unwrap_or(0.0)
}

#[expect(clippy::cast_possible_truncation, reason = "fewer than 128 places")]
fn number(place: Place) -> u8 {
    place.index() as u8
}

/// One of these places, or of the others if there are none.
fn random(places: PlaceSet, others: PlaceSet, board: &Board, noise: Noise) -> Place {
    let places = if places.is_empty() { others } else { places };
    let count = u32::try_from(places.len()).unwrap_or(1).max(1);
    let pick = noise.below(board, u8::MAX, count) as usize;
    places
        .nth(pick)
        .or(others.min())
        .or(board.hunters().min())
        .unwrap_or(Place::new(0).expect("0 is below 128"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stoker_engine::course::Position;

    /// After a first round of the hunters in these places.
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
        let answers = foes.answers(&rules, &board, 1, &believed(&rules, &["BU"]));
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
        let answers = foes.answers(&rules, &board, 1, &believed(&rules, &codes));
        let at = rules.place("BU").expect("Brussels");
        assert!(answers[Hunter::Godalming][at] < 0.9);
    }
}
