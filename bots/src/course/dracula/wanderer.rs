//! `wanderer`: a Dracula who keeps out of reach and out of dead ends.
//!
//! Idea: go where the fewest hunters can come next turn and where many ways lead on that his trail
//! leaves open, and avoid the sea; choose at random among equals.
//! Cost: a few set operations a move; nothing is allocated.
//! Weakness: it looks one step ahead. It knows neither what the hunters know, nor the value of the
//! castle and of vampires.

use std::sync::Arc;

use stoker_engine::course::{Course, DraculaMove, Hunter, Move, Position, View};
use stoker_engine::map::{Place, PlaceSet};
use stoker_engine::{Bot, Choice, Decision, Rng};

use crate::course::shared::best::Best;
use crate::entry::{BotEntry, Setup};
use crate::params::Param;

/// The entry of the bot.
pub(in crate::course) const ENTRY: BotEntry<Course> = BotEntry {
    name: "wanderer",
    summary: "A Dracula who avoids dead ends and hunters one step away.",
    sides: &["dracula"],
    rung: Some(1),
    searches: false,
    params: PARAMS,
    make: |setup| Box::new(Wanderer::new(setup)),
};

const PARAMS: &[Param] = &[
    Param::int("fear", 6, (0, 100))
        .about("Ways out that a place must offer for each hunter who can come there next turn."),
    Param::int("sea", 8, (0, 100))
        .about("Ways out that a sea must offer more than a city to be as good."),
    Param::int("ways", 4, (0, 20)).about("Ways out that are enough: more make a place no better."),
];

/// The bot.
#[derive(Clone)]
struct Wanderer {
    rules: Arc<Course>,
    fear: i32,
    sea: i32,
    ways: i32,
}

impl Wanderer {
    fn new(setup: &Setup<'_, Course>) -> Self {
        let int = |name| i32::try_from(setup.values.int(name)).unwrap_or(0);
        Self {
            rules: Arc::clone(setup.game),
            fear: int("fear"),
            sea: int("sea"),
            ways: int("ways"),
        }
    }

    fn decide(&self, position: &Position, rng: &mut Rng) -> DraculaMove {
        let mut best = Best::default();
        for mv in position.dracula_moves(&self.rules) {
            let value = self.value(position, position.place_of(&self.rules, mv));
            best.offer(mv, value, rng);
        }
        best.choice().expect("Dracula always has a legal move")
    }

    fn value(&self, position: &Position, place: Place) -> i32 {
        let rules = &self.rules;
        let board = position.board();
        let coming = Hunter::ALL.into_iter().filter(|&hunter| {
            let at = board.at(hunter);
            at.is_some_and(|at| rules.hunter_reach(hunter, board.round() + 1, at).contains(place))
        });
        // Nobody is met at sea (H4).
        let (coming, sea) =
            if rules.is_sea(place) { (0, self.sea) } else { (coming.map(|_| 1).sum(), 0) };
        let recent = usize::from(rules.params().trail) - 2;
        let closed: PlaceSet =
            position.trail().moves().iter().take(recent).map(|mv| mv.place).collect();
        let ways = (rules.dracula_reach(place) - closed - PlaceSet::of(place)).len();
        i32::try_from(ways).unwrap_or(0).min(self.ways) - self.fear * coming - sea
    }
}

impl Bot<Course> for Wanderer {
    fn choose(&mut self, view: &View, turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let view = view.dracula().expect("the bot plays Dracula");
        Move::Dracula(self.decide(view.position(), turn.rng())).into()
    }

    fn fork(&self) -> Option<Box<dyn Bot<Course>>> {
        Some(Box::new(self.clone()))
    }
}
