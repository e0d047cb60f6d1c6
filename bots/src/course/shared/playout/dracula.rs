//! Dracula's policies in playouts: he sees everything, and looks no further than two turns ahead.

use stoker_engine::course::{Course, DraculaMove, Hunter};
use stoker_engine::map::{Place, PlaceSet};

use super::{Noise, PlayoutState};
use crate::course::shared::tables::Tables;

/// A way of playing Dracula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DraculaStyle {
    /// Weighs who can come, what they know, and what a move costs or gains.
    Evader,
    /// Keeps as far from the hunters as possible, even over the sea.
    Runner,
    /// Goes home, and back again.
    Homebody,
    /// Moves at random.
    Random,
}

impl DraculaStyle {
    /// All styles, the strongest first.
    pub const ALL: [Self; 4] = [Self::Evader, Self::Homebody, Self::Runner, Self::Random];
}

/// The weights of a move's value, in hundredths of a point of blood.
#[derive(Debug, Clone, Copy)]
struct DraculaWeights {
    /// Each point of blood that hunters are expected to take.
    fear: i32,
    /// Each point of blood lost at sea.
    sea: i32,
    /// Each point of blood gained in the castle.
    castle: i32,
    /// Each way out that no hunter can cut off, up to [`ENOUGH`].
    exit: i32,
    /// Each further place where the hunters think he can be, up to [`CROWD`].
    secret: i32,
    /// A vampire placed.
    vampire: i32,
    /// Each turn that the nearest hunter needs.
    away: i32,
    /// Each move towards the castle.
    home: i32,
    /// Range of the random part.
    whim: u32,
}

/// One move in this many is random.
const SLIP: u32 = 32;

/// Factor by which a hunter picks the right one of the possible places more often than at random.
const AIM: i32 = 3;

const ENOUGH: usize = 4;
const CROWD: usize = 24;

const EVADER: DraculaWeights = DraculaWeights {
    fear: 100,
    sea: 100,
    castle: 80,
    exit: 25,
    secret: 8,
    vampire: 500,
    away: 0,
    home: 0,
    whim: 60,
};
const RUNNER: DraculaWeights =
    DraculaWeights { fear: 100, sea: 20, away: 150, castle: 0, vampire: 0, ..EVADER };
const HOMEBODY: DraculaWeights = DraculaWeights { castle: 100, home: 120, ..EVADER };

/// The facts by which all of his options are judged.
struct DraculaFacts<'a> {
    weights: DraculaWeights,
    rules: &'a Course,
    tables: &'a Tables,
    playout_state: &'a PlayoutState,
    /// The places that each hunter can reach after their next turn, and after two turns.
    soon: [PlaceSet; 4],
    later: PlaceSet,
    /// The blood that he expects to lose in a place within a hunter's reach: as some city, and if
    /// they know where he is.
    hit: i32,
    hit_seen: i32,
    /// The number of places that they will think possible, after a city and after a sea.
    cities: usize,
    seas: usize,
    vampire_due: bool,
}

/// The move of a Dracula with this style.
#[inline]
pub(super) fn choose(
    rules: &Course,
    tables: &Tables,
    playout_state: &PlayoutState,
    style: DraculaStyle,
    noise: Noise,
) -> DraculaMove {
    let board = playout_state.position.board();
    let options = playout_state.position.dracula_moves(rules);
    let chance = noise.below(board, u8::MAX, 1 << 20);
    if style == DraculaStyle::Random || chance.is_multiple_of(SLIP) {
        let mut options = options.into_iter();
        let count = options.len().max(1);
        return options.nth((chance / SLIP) as usize % count).unwrap_or(DraculaMove::Teleport);
    }
    let situation = DraculaFacts::new(rules, tables, playout_state, DraculaWeights::of(style));
    let mut best = (i32::MIN, DraculaMove::Teleport);
    for mv in options {
        let drawn = noise.below(board, number(mv), situation.weights.whim.max(1));
        let value = situation.value(mv) + i32::try_from(drawn).unwrap_or(0);
        if value > best.0 {
            best = (value, mv);
        }
    }
    best.1
}

impl DraculaWeights {
    fn of(style: DraculaStyle) -> Self {
        match style {
            DraculaStyle::Evader | DraculaStyle::Random => EVADER,
            DraculaStyle::Runner => RUNNER,
            DraculaStyle::Homebody => HOMEBODY,
        }
    }
}

impl<'a> DraculaFacts<'a> {
    #[inline]
    fn new(
        rules: &'a Course,
        tables: &'a Tables,
        playout_state: &'a PlayoutState,
        weights: DraculaWeights,
    ) -> Self {
        let board = playout_state.position.board();
        let next = board.round() + 1;
        let within = |hunter, turns| {
            board
                .at(hunter)
                .map_or(PlaceSet::EMPTY, |at| tables.hunter_within(hunter, next, at, turns))
        };
        let watched = board.hunters() | PlaceSet::of(rules.castle()) | rules.seas();
        let possible = playout_state.possible.next();
        let cities = (possible - watched).len();
        let hit_seen = rules.params().blood_loss_hunter.saturating_mul(weights.fear);
        let thought = i32::try_from(cities).unwrap_or(1).max(1);
        Self {
            weights,
            rules,
            tables,
            playout_state,
            soon: Hunter::ALL.map(|hunter| within(hunter, 1)),
            later: Hunter::ALL.iter().fold(PlaceSet::EMPTY, |all, &hunter| all | within(hunter, 2)),
            hit: (hit_seen * AIM / thought).min(hit_seen),
            hit_seen,
            cities,
            seas: (possible & rules.seas()).len(),
            vampire_due: board.round().is_multiple_of(rules.params().vampire_period),
        }
    }

    /// The value of a move.
    #[inline]
    fn value(&self, mv: DraculaMove) -> i32 {
        let place = self.playout_state.position.place_of(self.rules, mv);
        let ahead = self.exits(place) + self.bearing(place);
        if self.rules.is_sea(place) {
            ahead + self.at_sea()
        } else {
            ahead + self.on_land(mv, place)
        }
    }

    /// The value of a turn at sea, which costs blood (E2); very low if that is his last blood.
    #[inline]
    fn at_sea(&self) -> i32 {
        let loss = self.rules.params().blood_loss_sea;
        let blood = self.playout_state.position.board().blood();
        if blood <= loss {
            return -self.hit_seen * 4;
        }
        crowd(self.seas) * self.weights.secret - loss * self.weights.sea
    }

    #[inline]
    fn on_land(&self, mv: DraculaMove, place: Place) -> i32 {
        let coming: i32 = self.soon.iter().map(|set| i32::from(set.contains(place))).sum();
        let castle = place == self.rules.castle();
        let seen = castle || self.playout_state.position.board().hunters().contains(place);
        let (hit, thought) = match mv {
            _ if seen => (self.hit_seen, 1),
            DraculaMove::DoubleBack(steps) => self.after_double_back(steps.get()),
            DraculaMove::To(_) | DraculaMove::Hide | DraculaMove::Teleport => {
                (self.hit, self.cities)
            }
        };
        let won =
            if castle { self.rules.params().blood_gain_castle * self.weights.castle } else { 0 };
        let vampire = if self.vampire_due { self.weights.vampire } else { 0 };
        won + vampire + crowd(thought) * self.weights.secret - coming * hit
    }

    /// A double back tells the hunters where to look: the places that the earlier move can have led
    /// to.
    #[inline]
    fn after_double_back(&self, steps: usize) -> (i32, usize) {
        let thought = (self.playout_state.possible.at(steps - 1) - self.rules.seas()).len();
        let share = i32::try_from(thought).unwrap_or(1).max(1);
        ((self.hit_seen * AIM / share).min(self.hit_seen), thought)
    }

    /// The value of the ways out of a place that no hunter can cut off.
    #[inline]
    fn exits(&self, place: Place) -> i32 {
        let free = (self.rules.dracula_reach(place) - self.later).len().min(ENOUGH);
        i32::try_from(free).unwrap_or(0) * self.weights.exit
    }

    /// The value of a place for its distance from the hunters and from the castle.
    #[inline]
    fn bearing(&self, place: Place) -> i32 {
        let mut value = 0;
        if self.weights.home != 0 {
            let moves = self.tables.dracula_moves(place, self.rules.castle());
            value -= i32::from(moves) * self.weights.home;
        }
        if self.weights.away != 0 {
            value += i32::from(self.nearest(place)) * self.weights.away;
        }
        value
    }

    /// The number of turns that the nearest hunter needs.
    #[inline]
    fn nearest(&self, place: Place) -> u8 {
        let board = self.playout_state.position.board();
        let turns = Hunter::ALL.into_iter().filter_map(|hunter| {
            let at = board.at(hunter)?;
            Some(self.tables.hunter_turns(hunter, board.round() + 1, at, place))
        });
        turns.min().unwrap_or(0)
    }
}

#[inline]
fn crowd(places: usize) -> i32 {
    i32::try_from(places.min(CROWD)).unwrap_or(0)
}

/// A number that identifies the move, for noise.
#[inline]
fn number(mv: DraculaMove) -> u8 {
    match mv {
        DraculaMove::To(place) => place.into(),
        DraculaMove::Hide => 128,
        DraculaMove::DoubleBack(steps) => 128 + u8::from(steps),
        DraculaMove::Teleport => 140,
    }
}
