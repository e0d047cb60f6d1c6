//! The whole truth about a game in progress.

use serde::{Deserialize, Serialize};

use super::Masters;
use super::cells::Member;
use super::moves::Move;
use super::position::Position;
use super::table::Reason;
use super::told::Tellings;
use super::view::{Event, View};
use crate::chance::Chance;
use crate::game::{Choice, Ending, IllegalMove, Turn};
use crate::message::{Message, Messages};
use crate::seats::SideSet;

/// The whole truth about a game in progress.
#[derive(Debug, Clone)]
pub struct State {
    pub(super) position: Position,
    pub(super) last: Option<Made>,
    pub(super) messages: Messages,
    pub(super) chance: Chance,
}

/// A decision that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// The seat that made it.
    pub seat: Member,
    /// Its move.
    #[serde(rename = "move")]
    pub mv: Move,
}

/// A decision that was made, with what happened in the course of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Play {
    /// The decision.
    pub made: Made,
    /// The message sent with it.
    pub message: Message,
    /// The news of the decision, in order.
    pub told: Tellings,
}

impl State {
    pub(super) fn start(rules: &Masters, mut chance: Chance) -> Self {
        let position = Position::start(rules, &mut chance, &mut Tellings::dropped());
        Self { position, last: None, messages: Messages::default(), chance }
    }

    /// The position: all but the chance, the messages, and the decision that led to it.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Carries out a choice of the seat asked.
    pub(super) fn play(
        &mut self,
        rules: &Masters,
        choice: Choice<Move>,
    ) -> Result<Play, IllegalMove> {
        let asked = self.position.table.asked.ok_or(IllegalMove)?;
        let number = usize::from(self.position.table.decisions);
        let mut told = Tellings::default();
        self.position.play(rules, choice.mv, &mut self.chance, &mut told)?;
        let made = Made { seat: asked.seat, mv: choice.mv };
        self.last = Some(made);
        self.messages.add(number, choice.message.clone());
        Ok(Play { made, message: choice.message, told })
    }

    /// D4: the first legal move.
    pub(super) fn default_choice(&self, rules: &Masters) -> Choice<Move> {
        let first = self.position.moves(rules).next();
        first.expect("a seat that is asked has a legal move").into()
    }

    /// The seat asked, or the ending (G4, G5, R1). All sides of a mixed team win or lose together.
    pub(super) fn turn(&self, rules: &Masters) -> Turn {
        let table = &self.position.table;
        if let Some(asked) = table.asked {
            return Turn::ToMove(asked.seat.seat());
        }
        let reason = table.over.expect("only then nobody is asked");
        let winners = match reason {
            Reason::Ritual => {
                rules.sides.iter().fold(SideSet::NONE, |all, (side, _)| all.with(side))
            }
            Reason::Veil | Reason::Deck | Reason::Cap => SideSet::NONE,
        };
        let scores = table.scores().into_iter().map(i32::from).collect();
        Turn::Over(Ending { scores, winners, reason: reason.code() })
    }

    /// The view of the whole family.
    #[must_use]
    pub fn view(&self) -> View {
        let (table, messages) = (self.position.table, self.messages.clone());
        View { table, last: self.last, messages, seat: None }
    }

    /// The change of what all seats see by the last decision.
    pub(super) fn event(&self, play: &Play) -> Event {
        Event { table: self.position.table, made: play.made, message: play.message.clone() }
    }
}
