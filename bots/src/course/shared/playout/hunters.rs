//! The hunters' policies in playouts: a move from public facts, in a fraction of a microsecond.

use stoker_engine::course::{Course, Encounter, Hunter};
use stoker_engine::map::{Place, PlaceSet};

use super::{Noise, PlayoutState};
use crate::course::shared::tables::Tables;

/// A way of playing the hunters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HunterStyle {
    /// Meets him where he can be, and spreads over the places he can go to next.
    Seeker,
    /// Goes straight to the newest known place.
    Chaser,
    /// Walks from place to place, and turns aside only for a place where he is known to be.
    Patrol,
    /// Seeks, except for one hunter who stays near the castle.
    Camper,
    /// Moves at random.
    Random,
}

impl HunterStyle {
    /// All styles, the strongest first.
    pub const ALL: [Self; 5] =
        [Self::Seeker, Self::Camper, Self::Chaser, Self::Patrol, Self::Random];
}

/// The weights of a place's value, relative to meeting him for certain.
#[derive(Debug, Clone, Copy)]
struct HunterWeights {
    /// Meeting him for certain.
    meet: i32,
    /// Being within a turn of all places he can go to next.
    cover: i32,
    /// Destroying a vampire for certain.
    vampire: i32,
    /// Each turn nearer to the target.
    step: i32,
    /// Being within two turns of the castle if no other hunter is.
    guard: i32,
    /// Each point of life gained by a rest, for each that is missing.
    rest: i32,
    /// Range of the random part.
    whim: u32,
}

/// One turn in this many is random.
const SLIP: u32 = 64;

/// Number of rounds for which a hunter who sees nothing walks to the same place.
const BEAT: u16 = 4;

const SEEKER: HunterWeights = HunterWeights {
    meet: 1_024,
    cover: 400,
    vampire: 400,
    step: 12,
    guard: 300,
    rest: 6,
    whim: 16,
};
const CHASER: HunterWeights =
    HunterWeights { meet: 1_024, cover: 0, vampire: 0, step: 64, guard: 0, rest: 6, whim: 48 };
/// The weights of the hunter who stays near the castle.
const WATCH: HunterWeights = HunterWeights { step: 200, ..SEEKER };
const PATROL: HunterWeights =
    HunterWeights { meet: 1_024, cover: 0, vampire: 0, step: 64, guard: 0, rest: 12, whim: 48 };

/// The hunter who stays near the castle.
const WATCHMAN: Hunter = Hunter::ALL[0];

impl HunterWeights {
    fn of(style: HunterStyle, hunter: Hunter) -> Self {
        match style {
            HunterStyle::Camper if hunter == WATCHMAN => WATCH,
            HunterStyle::Seeker | HunterStyle::Camper | HunterStyle::Random => SEEKER,
            HunterStyle::Chaser => CHASER,
            HunterStyle::Patrol => PATROL,
        }
    }
}

/// The facts by which all of a hunter's options are judged.
struct HunterFacts<'a> {
    weights: HunterWeights,
    rules: &'a Course,
    tables: &'a Tables,
    hunter: Hunter,
    /// The round of the hunter's next turn.
    round: u16,
    from: Option<Place>,
    /// The value of a rest.
    rest: i32,
    /// The places where he can be met, and the value of each.
    meet: (PlaceSet, i32),
    vampire: (PlaceSet, i32),
    /// The places that he can go to and no hunter who has moved this round can follow to, and the
    /// value of each.
    open: (PlaceSet, i32),
    target: Option<Place>,
    /// True if no other hunter guards the castle.
    unguarded: bool,
}

/// The destination of a hunter with this style.
#[inline]
pub(super) fn choose(
    rules: &Course,
    tables: &Tables,
    playout_state: &PlayoutState,
    hunter: Hunter,
    style: HunterStyle,
    noise: Noise,
) -> Place {
    let board = playout_state.position.board();
    let options = board.hunter_moves(rules, hunter);
    let chance = noise.below(board, u8::MAX, 1 << 20);
    if style == HunterStyle::Random || chance.is_multiple_of(SLIP) {
        return pick(options, chance).unwrap_or(rules.hospital());
    }
    let situation = HunterFacts::new(rules, tables, playout_state, hunter, style, noise);
    let mut best = (i32::MIN, rules.hospital());
    for to in options {
        let value = situation.value(to) + whim(situation.weights.whim, playout_state, to, noise);
        if value > best.0 {
            best = (value, to);
        }
    }
    best.1
}

impl<'a> HunterFacts<'a> {
    #[inline]
    fn new(
        rules: &'a Course,
        tables: &'a Tables,
        playout_state: &PlayoutState,
        hunter: Hunter,
        style: HunterStyle,
        noise: Noise,
    ) -> Self {
        let weights = HunterWeights::of(style, hunter);
        let board = playout_state.position.board();
        let cities = !rules.seas();
        let (now, next) = (playout_state.possible.now(), playout_state.possible.next() & cities);
        let made = !playout_state.position.trail().moves().is_empty();
        let meet = if made && (style != HunterStyle::Patrol || now.len() == 1) {
            now
        } else {
            PlaceSet::EMPTY
        };
        let open = next - followed(rules, playout_state, hunter);
        let missing = rules.params().start_life
            - board.life_at_turn(rules, hunter).min(rules.params().start_life);
        Self {
            weights,
            rules,
            tables,
            hunter,
            round: board.round() + 1,
            from: board.at(hunter),
            rest: weights.rest
                * i32::from(missing)
                * i32::from(missing.min(rules.params().life_gain_rest)),
            meet: (meet & cities, share(weights.meet, now)),
            vampire: vampire(playout_state, weights.vampire),
            open: (open, weights.cover * 16 / count(next)),
            target: target(rules, playout_state, hunter, style, noise, next),
            unguarded: weights.guard != 0
                && !Hunter::ALL.into_iter().any(|other| {
                    other != hunter
                        && board
                            .at(other)
                            .is_some_and(|at| tables.hunter_guards(other, board.round() + 1, at))
                }),
        }
    }

    /// The value of a move to a place.
    #[inline]
    fn value(&self, to: Place) -> i32 {
        let mut value = 0;
        if self.meet.0.contains(to) {
            value += self.meet.1;
        }
        if self.vampire.0.contains(to) {
            value += self.vampire.1;
        }
        if self.from == Some(to) {
            value += self.rest;
        }
        if self.weights.cover != 0 {
            let reach = self.rules.hunter_reach(self.hunter, self.round, to) & self.open.0;
            value += count(reach) * self.open.1 / 16;
        }
        if self.unguarded && self.tables.hunter_guards(self.hunter, self.round, to) {
            value += self.weights.guard;
        }
        if let Some(target) = self.target {
            let turns = self.tables.hunter_turns(self.hunter, self.round, to, target);
            value -= self.weights.step * i32::from(turns);
        }
        value
    }
}

/// The places that hunters who have moved this round can enter in the next.
#[inline]
fn followed(rules: &Course, playout_state: &PlayoutState, hunter: Hunter) -> PlaceSet {
    let board = playout_state.position.board();
    let earlier = Hunter::ALL.into_iter().take(hunter as usize);
    earlier.fold(PlaceSet::EMPTY, |all, other| {
        let reach = board.at(other).map(|at| rules.hunter_reach(other, board.round() + 1, at));
        all | reach.unwrap_or_default()
    })
}

/// The places where the oldest vampire can be, and the value of each.
#[inline]
fn vampire(playout_state: &PlayoutState, value: i32) -> (PlaceSet, i32) {
    let moves = playout_state.position.trail().moves();
    let oldest = moves.iter().rposition(|mv| mv.encounter == Some(Encounter::Vampire));
    oldest.filter(|_| value != 0).map_or((PlaceSet::EMPTY, 0), |age| {
        let places = playout_state.possible.at(age);
        (places, share(value, places))
    })
}

/// The long-term destination of a hunter.
#[inline]
fn target(
    rules: &Course,
    playout_state: &PlayoutState,
    hunter: Hunter,
    style: HunterStyle,
    noise: Noise,
    next: PlaceSet,
) -> Option<Place> {
    let board = playout_state.position.board();
    let drawn = |places: PlaceSet| {
        let count = u32::try_from(places.len()).unwrap_or(0);
        places.nth(noise.lasting(board, BEAT, count) as usize)
    };
    let known = || playout_state.position.trail().moves().iter().find(|mv| mv.place_known);
    match style {
        HunterStyle::Chaser => known().map(|mv| mv.place).or_else(|| drawn(next)),
        HunterStyle::Patrol => drawn(rules.map().places() - rules.seas()),
        HunterStyle::Camper if hunter == WATCHMAN => Some(rules.castle()),
        HunterStyle::Seeker | HunterStyle::Camper | HunterStyle::Random => drawn(next),
    }
}

#[inline]
fn whim(most: u32, playout_state: &PlayoutState, to: Place, noise: Noise) -> i32 {
    let drawn = noise.below(playout_state.position.board(), u8::from(to), most.max(1));
    i32::try_from(drawn).unwrap_or(0)
}

/// A place from a set, selected by a random number from a large range.
#[inline]
fn pick(places: PlaceSet, drawn: u32) -> Option<Place> {
    places.nth((drawn / SLIP) as usize % places.len().max(1))
}

/// The value of each of these places if all together have this value.
#[inline]
fn share(value: i32, places: PlaceSet) -> i32 {
    value / count(places)
}

/// The number of places, at least 1.
#[inline]
fn count(places: PlaceSet) -> i32 {
    i32::try_from(places.len()).unwrap_or(1).max(1)
}
