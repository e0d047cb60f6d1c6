//! Scenes of the course's positions: the map with everyone on it, Dracula's trail, the latest
//! events.
//!
//! A scene is made from its viewer's view alone.

mod choices;
mod news;
mod past;
mod pieces;
mod scenery;
mod words;

use super::board::Board;
use super::moves::Sighting;
use super::view::{DraculaView, HuntersView};
use super::{Course, State, View};
use crate::Game as _;
use crate::scene::{Scene, Scenery};
use past::{Knower, Past};

/// Dracula's seat.
const DRACULA: u8 = 4;

/// A viewer's knowledge, in the form from which scenes are made.
struct ViewerKnowledge<'a> {
    rules: &'a Course,
    board: &'a Board,
    past: Past<'a>,
}

impl<'a> ViewerKnowledge<'a> {
    fn of_hunters(rules: &'a Course, view: &'a HuntersView) -> Self {
        let past = Past::of(rules, Knower::Hunters, view.plays().into());
        Self { rules, board: view.board(), past }
    }

    fn of_dracula(rules: &'a Course, view: &'a DraculaView) -> Self {
        let plays = view.plays().iter().map(|play| play.map(Sighting::of));
        let past = Past::of(rules, Knower::Dracula, plays.collect());
        Self { rules, board: view.board(), past }
    }

    fn scene(&self) -> Scene {
        let board = self.board;
        Scene {
            round: Some(board.round().into()),
            to_move: (!board.is_over()).then(|| board.to_move().seat().0),
            pieces: pieces::pieces(self),
            values: pieces::values(self),
            rows: vec![pieces::trail(self)],
            news: news::news(self),
            markers: news::markers(self),
            ..Scene::default()
        }
    }
}

impl Course {
    /// The part of the picture that stays the same during a game, with nothing behind the map.
    #[must_use]
    pub fn scenery(&self) -> Scenery {
        scenery::scenery(self)
    }

    /// A view as a scene.
    #[must_use]
    pub fn scene(&self, view: &View) -> Scene {
        let knowledge = match view {
            View::Hunters(view) => ViewerKnowledge::of_hunters(self, view),
            View::Dracula(view) => ViewerKnowledge::of_dracula(self, view),
        };
        let choices = choices::choices(&knowledge, self.legal_moves(view));
        Scene { choices, ..knowledge.scene() }
    }

    /// A state as a scene, for a viewer who knows everything and plays no side.
    #[must_use]
    pub fn scene_of_all(&self, state: &State) -> Scene {
        ViewerKnowledge::of_dracula(self, state.history()).scene()
    }
}
