//! Views and events: all that a viewer is shown (kosmos V).

use serde::{Deserialize, Serialize};

use super::Kosmos;
use super::cards::Side;
use super::choices::{Asked, choices};
use super::moves::Moves;
use super::own::Own;
use super::position::Position;
use super::state::State;
use super::table::Table;
use super::told::Told;
use crate::log::Log;

/// One seat's knowledge of a game: all that it was told (V6), the sum of that (V1 to V4), and what
/// it is asked (V5).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The side that sees this view.
    pub side: Side,
    /// The facts that both seats know.
    pub table: Table,
    /// The facts that this seat knows besides.
    pub own: Own,
    /// The question to this seat; `None` if it is not to move.
    pub asked: Option<Asked>,
    /// The entries that this seat was told, oldest first.
    pub told: Log<Told>,
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
    /// A seat's view of a position, when it was told this.
    pub(super) fn of(position: &Position, side: Side, told: Log<Told>) -> Self {
        let asked = position.asked().filter(|(seat, _)| *seat == side);
        Self {
            side,
            table: position.table,
            own: position.own[side],
            asked: asked.map(|(_, asked)| asked),
            told,
        }
    }

    /// Brings the view up to date. Both may come from anybody, so nothing here may panic.
    #[inline]
    pub(super) fn apply(&mut self, rules: &Kosmos, event: Event) {
        let told = match event {
            Event::Asked(asked) => return self.asked = Some(asked),
            Event::Told(told) => told,
        };
        if matches!(told, Told::Lay(_) | Told::Turn(..) | Told::Over(..)) {
            self.asked = None;
        }
        self.own.apply(&self.table, &told);
        self.table.apply(rules, &told);
        self.told.push(told);
    }

    /// The legal moves; none if nothing is asked.
    #[inline]
    #[must_use]
    pub fn moves(&self, rules: &Kosmos) -> Moves {
        match self.asked {
            Some(asked) => choices(rules, self.side, &self.table, &self.own, asked),
            None => Moves::none(),
        }
    }
}

impl State {
    /// A seat's view.
    #[must_use]
    pub fn view(&self, side: Side) -> View {
        View::of(&self.position, side, self.told[side].clone())
    }
}
