//! `hound`: hunters who run to the place where Dracula was last seen.
//!
//! Idea: run to his latest move that the hunters know; if none is recent enough, roam.
//! Cost: a few set operations per decision.
//! Weakness: all four run to one place, and none considers where he went from there.

use std::sync::Arc;

use stoker::bots::course::note_shade;
use stoker::bots::{BotEntry, Param};
use stoker::engine::course::{Course, Hunter, HuntersView, Move, View};
use stoker::engine::map::{Place, PlaceSet};
use stoker::engine::scene::Note;
use stoker::engine::{Bot, Choice, Decision, one_of};

/// The entry of the bot: its name, its sides, its parameters, and how to make it.
pub(crate) const HOUND: BotEntry<Course> = BotEntry {
    name: "hound",
    summary: "Runs to where Dracula was last seen.",
    sides: &["hunters"],
    rung: None,
    searches: false,
    params: &[
        Param::int("memory", 8, (1, 50))
            .about("Rounds after which a sighting is too old to follow."),
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

/// A player of all four hunters of one match.
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

    /// Notes for the replay of the match: the target of the pack, darker if the trace is fresher.
    fn notes(&self, view: &View) -> Vec<Note> {
        let Some(view) = view.hunters() else { return vec![] };
        match (self.last_seen(view), self.age(view)) {
            (Some(place), Some(age)) => vec![
                note_shade(&self.course, place, 1.0 / f64::from(1 + age)),
                Note::Text(format!("the trace is {age} rounds old")),
            ],
            _ => vec![Note::Text("no trace of him".to_owned())],
        }
    }
}

impl Hound {
    /// The place where a tired hunter stays; `None` if the hunter is not tired.
    fn rest(&self, view: &HuntersView, hunter: Hunter) -> Option<Place> {
        let tired = i64::from(view.board().life(hunter)) < self.rest;
        view.board().at(hunter).filter(|_| tired)
    }

    /// The latest place of Dracula's that the hunters know, if it is fresh.
    fn last_seen(&self, view: &HuntersView) -> Option<Place> {
        let memory = usize::try_from(self.memory).unwrap_or(0);
        let mut rounds = (0..view.dracula_moves_made()).rev().take(memory);
        rounds.find_map(|round| view.dracula_place(&self.course, round))
    }

    /// The number of moves that Dracula has made since the latest known one.
    fn age(&self, view: &HuntersView) -> Option<u16> {
        let made = view.dracula_moves_made();
        let rounds = (0..made).rev().zip(0..);
        let mut known =
            rounds.filter(|&(round, _)| view.dracula_place(&self.course, round).is_some());
        known.next().map(|(_, age)| age)
    }

    /// The move that ends nearest to a target. Rings around the target grow until one holds a move.
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

/// Any of the moves; all are equally likely. The turn's own generator makes matches repeatable.
fn any_of(moves: PlaceSet, turn: &mut Decision<'_, Move>) -> Place {
    one_of(turn.rng(), moves).expect("a hunter can always stay")
}
