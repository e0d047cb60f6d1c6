//! `hound`: hunters who run to where Dracula was last seen.
//!
//! Idea: the freshest move of his that the hunters know is where to look; with no such move, roam.
//! Cost: a few set operations a decision.
//! Weakness: all four run to one place, and nobody thinks about where he went from there.

use std::sync::Arc;

use stoker::bots::{BotEntry, Param};
use stoker::engine::course::{Course, Hunter, HuntersView, Move, View};
use stoker::engine::map::{Place, PlaceSet};
use stoker::engine::{Bot, Choice, Decision, one_of};

/// How the bot is listed: its name, its sides, what can be set about it, how it is made.
pub const HOUND: BotEntry<Course> = BotEntry {
    name: "hound",
    summary: "Runs to where Dracula was last seen.",
    sides: &["hunters"],
    rung: None,
    searches: false,
    params: &[
        Param::int("memory", 8, (1, 50)).about("Rounds after which a sighting is too old to follow."),
        Param::int("rest", 3, (0, 9)).about("Life points below which a hunter rests."),
    ],
    make: |setup| {
        Box::new(Hound {
            course: Arc::clone(setup.game),
            memory: setup.values.int("memory"),
            rest: setup.values.int("rest"),
        })
    },
};

/// One of these plays all four hunters of one match.
struct Hound {
    course: Arc<Course>,
    memory: i64,
    rest: i64,
}

impl Bot<Course> for Hound {
    fn choose(&mut self, view: &View, turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let view = view.hunters().expect("this bot is listed for the hunters only");
        let hunter = Hunter::ALL[usize::from(turn.seat().0)];
        let moves = view.hunter_moves(&self.course, hunter);
        let place = self
            .rest(view, hunter)
            .or_else(|| self.nearest(moves, self.last_seen(view)?))
            .unwrap_or_else(|| any_of(moves, turn));
        Move::Hunter(place).into()
    }
}

impl Hound {
    /// Where a tired hunter stays.
    fn rest(&self, view: &HuntersView, hunter: Hunter) -> Option<Place> {
        let tired = i64::from(view.board().life(hunter)) < self.rest;
        view.board().at(hunter).filter(|_| tired)
    }

    /// The latest place of Dracula that the hunters know, if it is fresh.
    fn last_seen(&self, view: &HuntersView) -> Option<Place> {
        let memory = usize::try_from(self.memory).unwrap_or(0);
        let mut rounds = (0..view.dracula_moves_made()).rev().take(memory);
        rounds.find_map(|round| view.dracula_place(&self.course, round))
    }

    /// The move that ends nearest to a target: rings around it grow until one holds a move.
    fn nearest(&self, moves: PlaceSet, target: Place) -> Option<Place> {
        let map = self.course.map();
        let mut ring = PlaceSet::of(target);
        loop {
            if let Some(place) = (moves & ring).into_iter().next() {
                return Some(place);
            }
            let wider =
                ring.into_iter().fold(ring, |set, place| set | map.road(place) | map.sea(place));
            if wider == ring {
                return None;
            }
            ring = wider;
        }
    }
}

/// Any move, each equally likely. Draw from the turn's own generator: then matches can be repeated.
fn any_of(moves: PlaceSet, turn: &mut Decision<'_, Move>) -> Place {
    one_of(turn.rng(), moves).expect("a hunter can always stay")
}
