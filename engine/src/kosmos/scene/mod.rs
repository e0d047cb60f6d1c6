//! Positions of kosmos as scenes: the board as a grid, cards face down with what each viewer
//! remembers of them, hands, action cards, lives, barriers, the latest events.
//!
//! A scene is made from its viewer's view, and from nothing else.

mod choices;
mod news;
mod pieces;
mod rows;
mod scenery;

use super::board::{ByPlace, Place};
use super::cards::{BySide, Cards, Mark, Side};
use super::own::Own;
use super::table::Table;
use super::told::Told;
use super::{Kosmos, State, View};
use crate::scene::{Scene, Scenery};

/// The facts that a scene is made from: those that one viewer knows, or all.
struct SceneFacts<'a> {
    rules: &'a Kosmos,
    table: &'a Table,
    /// The sides' own knowledge, as far as it is known: a viewer has only its own.
    own: BySide<Option<&'a Own>>,
    /// The known marks of the board.
    record: ByPlace<Mark>,
    /// True for a place whose mark not everybody knows.
    secret: ByPlace<bool>,
    /// The latest of what was told, oldest first.
    told: Vec<Told>,
}

/// Entries that a scene goes back for its news: more than most turns bring.
const LATEST: usize = 64;

impl<'a> SceneFacts<'a> {
    fn of_view(rules: &'a Kosmos, view: &'a View) -> Self {
        let own = |side| Some(&view.own).filter(|_| side == view.side);
        let secret = |place: Place| {
            view.own.record[place].kind().is_some_and(|kind| kind.side() == view.side)
        };
        Self {
            rules,
            table: &view.table,
            own: BySide::new(own),
            record: view.own.record,
            secret: ByPlace::new(secret),
            told: view.told.since(view.told.len().saturating_sub(LATEST)).copied().collect(),
        }
    }

    fn of_all(rules: &'a Kosmos, state: &'a State) -> Self {
        let position = state.position();
        let mark = |place| position.board()[place].map_or(Mark::Empty, Mark::Kind);
        let unknown = |place, side| position.own()[side].record[place] != mark(place);
        let told = &state.told[news::actor(&state.told.dracula)];
        Self {
            rules,
            table: position.table(),
            own: BySide::new(|side| Some(&position.own()[side])),
            record: ByPlace::new(mark),
            secret: ByPlace::new(|place| Side::BOTH.iter().any(|&side| unknown(place, side))),
            told: told.since(told.len().saturating_sub(LATEST)).copied().collect(),
        }
    }

    fn scene(&self) -> Scene {
        let table = self.table;
        Scene {
            round: Some(table.turn.into()),
            to_move: table.mover.filter(|_| table.over.is_none()).map(|side| side.seat().0),
            pieces: pieces::pieces(self),
            values: rows::values(self),
            rows: rows::rows(self),
            news: news::news(self),
            markers: news::markers(self),
            ..Scene::default()
        }
    }

    /// A side's hand as the other saw it last, if that is known here.
    fn seen(&self, side: Side) -> Option<Cards> {
        self.own[side.other()].and_then(|own| own.seen)
    }
}

/// A side as people know it.
const fn name(side: Side) -> &'static str {
    match side {
        Side::Dracula => "Dracula",
        Side::Hunter => "Van Helsing",
    }
}

impl Kosmos {
    /// The part of the picture that stays the same during a game.
    #[must_use]
    pub fn scenery(&self) -> Scenery {
        scenery::scenery(self)
    }

    /// A view as a scene.
    #[must_use]
    pub fn scene(&self, view: &View) -> Scene {
        let look = SceneFacts::of_view(self, view);
        // While cards are laid, only the seat asked knows that it is.
        let asked = view.asked.map(|_| view.side.seat().0);
        let scene = look.scene();
        Scene { to_move: asked.or(scene.to_move), choices: choices::choices(&look, view), ..scene }
    }

    /// A state as a scene, for a viewer who knows everything and plays no side.
    #[must_use]
    pub fn scene_of_all(&self, state: &State) -> Scene {
        let asked = state.position().asked().map(|(side, _)| side.seat().0);
        Scene { to_move: asked, ..SceneFacts::of_all(self, state).scene() }
    }
}
