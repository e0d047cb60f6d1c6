//! Messages from `stoker` to a program of the course ruleset, and a bot of this process to compare
//! with.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::collections::BTreeMap;
use std::sync::Arc;

use stoker_bots::lines::wire::{DecisionLimits, Ended, SideInfo, Start};
use stoker_bots::{Setup, Values};
use stoker_engine::course::{Course, Event, Move, Params, State, View};
use stoker_engine::{Bot, Choice, Count, Decision, Ending, Game, Rng, Seat, Seed, SideId, Viewer};

use crate::common::entry;

const LIMITS: DecisionLimits = DecisionLimits { wall_ms: 6_000, cpu_ms: 1_500 };

pub(crate) fn start(game: &Course, state: &State, side: SideId, seed: Seed) -> Start<Params, View> {
    let viewer = &game.sides().viewers()[usize::from(side.0)];
    Start {
        ruleset: Course::NAME.to_owned(),
        params: game.params().clone(),
        map: Some(game.map().plain()),
        data: None,
        sides: SideInfo::list(game.sides()),
        side: game.sides().side(side).name.to_owned(),
        seats: viewer.seats.clone().collect(),
        seed,
        limits: LIMITS,
        view: Some(game.view(state, Viewer(side.0))),
    }
}

/// A bot within this process.
pub(crate) struct Local {
    bot: Box<dyn Bot<Course>>,
    rng: Rng,
}

impl Local {
    pub(crate) fn seat(game: &Arc<Course>, name: &str, side: SideId, seed: Seed) -> Self {
        let entry = entry(name);
        let values = Values::defaults(entry.params);
        let seats = game.sides().viewers()[usize::from(side.0)].seats.clone();
        let bot = (entry.make)(&Setup { game, values: &values, side, seats });
        Self { bot, rng: seed.bot_rng() }
    }

    pub(crate) fn choose(&mut self, view: &View, seat: Seat) -> Choice<Move> {
        self.bot.choose(view, &mut Decision::new(seat, &mut self.rng, &mut Count(u64::MAX)))
    }
}

pub(crate) fn legal(game: &Course, view: &View) -> Vec<String> {
    game.legal_moves(view).map(|mv| code(game, mv)).collect()
}

pub(crate) fn code(game: &Course, mv: Move) -> String {
    let mut text = String::new();
    game.write_move(mv, &mut text).unwrap();
    text
}

pub(crate) fn ended(game: &Course, ending: &Ending, events: Vec<Event>) -> Ended<Event> {
    let won = game.sides().iter().filter(|(id, _)| ending.winners.contains(*id));
    Ended {
        events,
        scores: BTreeMap::from([("score".to_owned(), ending.scores[0])]),
        winners: won.map(|(_, side)| side.name.to_owned()).collect(),
        reason: ending.reason.to_owned(),
    }
}
