//! The whole truth about a game in progress.

use arrayvec::ArrayVec;

use super::Kosmos;
use super::cards::{BySide, Side};
use super::choices::Asked;
use super::moves::Move;
use super::position::{Position, Tellings};
use super::told::Told;
use super::view::Event;
use crate::chance::Chance;
use crate::game::{Choice, Ending, IllegalMove, Turn};
use crate::log::Log;
use crate::seats::SideSet;
use crate::seed::Purpose;

const DEFAULT: Purpose = Purpose::new("default");

/// The whole truth about a game in progress.
#[derive(Debug, Clone)]
pub struct State {
    pub(super) position: Position,
    pub(super) told: BySide<Log<Told>>,
    pub(super) chance: Chance,
}

/// A decision that was made, with all that both sides are told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Play {
    /// The side that made it.
    pub side: Side,
    /// The question.
    pub asked: Asked,
    /// The answer.
    pub mv: Move,
    /// The entries that both sides are told.
    pub told: Tellings,
    /// The side asked next, and its question; `None` if the game is over.
    pub next: Option<(Side, Asked)>,
}

/// The events of one decision for one viewer.
pub type Events = arrayvec::IntoIter<Event, 20>;

impl State {
    pub(super) fn start(rules: &Kosmos, mut chance: Chance) -> Self {
        let mut told = Tellings::new();
        let position = Position::start(rules, &mut chance, &mut told);
        let mut state = Self { position, told: BySide::default(), chance };
        state.keep(&told);
        state
    }

    /// The position: all but the chance and the lists of what was told.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Carries out a move of the seat asked.
    pub(super) fn play(&mut self, rules: &Kosmos, mv: Move) -> Result<Play, IllegalMove> {
        let (side, asked) = self.position.asked().ok_or(IllegalMove)?;
        let mut told = Tellings::new();
        self.position.play(rules, mv, &mut self.chance, &mut told)?;
        self.keep(&told);
        Ok(Play { side, asked, mv, told, next: self.position.asked() })
    }

    fn keep(&mut self, tellings: &Tellings) {
        for telling in tellings {
            for side in Side::BOTH {
                telling[side].into_iter().for_each(|told| self.told[side].push(told));
            }
        }
    }

    /// D5: each legal move is equally likely.
    pub(super) fn default_choice(&mut self, rules: &Kosmos) -> Choice<Move> {
        let mut moves = self.position.moves(rules);
        let index = match u32::try_from(moves.len()) {
            Ok(count) if count > 1 => self.chance.below(DEFAULT, count),
            _ => 0,
        };
        moves.nth(index as usize).expect("a seat that is asked has a legal move").into()
    }

    /// The seat asked, or the ending (G3, E).
    pub(super) fn turn(&self) -> Turn {
        if let Some((side, _)) = self.position.asked() {
            return Turn::ToMove(side.seat());
        }
        let (reason, winner) = self.position.table.over.expect("only then nobody is asked");
        let score = match winner {
            Some(Side::Hunter) => 1,
            Some(Side::Dracula) => -1,
            None => 0,
        };
        Turn::Over(Ending {
            scores: std::iter::once(score).collect(),
            winners: winner.map_or(SideSet::NONE, |side| SideSet::NONE.with(side.id())),
            reason: reason.code(),
        })
    }

    /// The facts of the game, in the order of their list (Z6).
    pub(super) fn facts(&self) -> Vec<i64> {
        let Position { table, tally, .. } = &self.position;
        vec![
            table.turn.into(),
            table.lives.dracula.into(),
            table.lives.hunter.into(),
            table.won.dracula.into(),
            table.won.hunter.into(),
            tally.gifts.dracula.into(),
            tally.gifts.hunter.into(),
            tally.hands_shown.into(),
            tally.extra_turns.into(),
        ]
    }
}

impl Play {
    /// True if it ended a turn, or the set-up, or the game.
    pub(super) fn ends_a_turn(&self) -> bool {
        let ends = |told: &Told| matches!(told, Told::Turn(..) | Told::Over(..));
        self.told.iter().any(|telling| telling.hunter.as_ref().is_some_and(ends))
    }

    /// The events for one side, in order.
    pub(super) fn events(&self, side: Side) -> Events {
        let told = self.told.iter().filter_map(|telling| telling[side].map(Event::Told));
        let asked = self.next.filter(|(seat, _)| *seat == side);
        let asked = asked.map(|(_, asked)| Event::Asked(asked));
        told.chain(asked).collect::<ArrayVec<Event, 20>>().into_iter()
    }
}
