//! Views and events: all that a viewer is shown (boss K).

use serde::{Deserialize, Serialize};

use super::Boss;
use super::choices::ChoosingSeat;
use super::codes::Asked;
use super::moves::Moves;
use super::own::Own;
use super::players::Player;
use super::state::State;
use super::table::Table;
use super::told::Told;

/// One seat's knowledge of a game: what every seat knows (K1), what it knows besides, and what it
/// is asked (K2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The seat that sees this view.
    pub player: Player,
    /// The facts that every seat knows.
    pub table: Table,
    /// The facts that this seat knows besides.
    pub own: Own,
    /// The question to this seat; `None` if it is not to move.
    pub asked: Option<Asked>,
}

/// The change of a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// The seat is told something.
    Told(Told),
    /// The seat is asked something.
    Asked(Asked),
}

impl View {
    /// Brings the view up to date. Both may come from anybody, so nothing here may panic.
    #[inline]
    pub(super) fn apply(&mut self, event: Event) {
        match event {
            Event::Asked(asked) => self.asked = Some(asked),
            Event::Told(told) => {
                if told.answer_of() == Some(self.player) {
                    self.asked = None;
                }
                self.own.apply(self.player, &told);
                self.table.apply(&told);
            }
        }
    }

    /// The legal moves; none if nothing is asked.
    #[inline]
    #[must_use]
    pub fn moves(&self, rules: &Boss) -> Moves {
        let Self { player, table, own, asked } = self;
        let chooser = ChoosingSeat { rules, table, own, player: *player };
        asked.map_or(Moves::none(), |asked| chooser.moves(asked))
    }
}

impl State {
    /// A seat's view.
    #[must_use]
    pub fn view(&self, player: Player) -> View {
        let asked = self.position.asked().filter(|(seat, _)| *seat == player);
        View {
            player,
            table: self.position.table.clone(),
            own: self.position.own[player].clone(),
            asked: asked.map(|(_, asked)| asked),
        }
    }
}
