//! The whole truth, and the rules that change it.

use arrayvec::ArrayVec;

use super::{Layout, Toy, moves};
use crate::chance::Chance;
use crate::game::{Ending, IllegalMove};
use crate::seats::{Direction, Seat, Side, SideSet};
use crate::seed::Purpose;

const DIE: Purpose = Purpose::new("die");
/// The value of a six: a die counts from 0 to 5.
const SIX: u8 = 5;
/// Period of forced decisions: one in five is forced.
const FORCED: u32 = 5;
/// Score above which a team wins.
const PAR: i32 = 30;

/// The whole truth about a game in progress.
#[derive(Debug, Clone)]
pub struct State {
    pub(super) chance: Chance,
    pub(super) decision: u32,
    pub(super) last: u8,
    /// The sums of moves and dice, in the order of the ruleset's scores.
    pub(super) scores: ArrayVec<i32, 8>,
    /// The sum of the dice.
    pub(super) dice: u32,
    pub(super) sixes: u32,
    /// The die of the last move, from 0 to 5, if one was thrown.
    pub(super) die: Option<u8>,
}

/// A move that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Play {
    /// The seat that moved.
    pub seat: Seat,
    /// The move.
    pub mv: u8,
    /// The mover's die, from 0 to 5; `None` if it does not throw.
    pub die: Option<u8>,
}

impl State {
    pub(super) fn new(chance: Chance, scores: usize) -> Self {
        let scores = std::iter::repeat_n(0, scores).collect();
        Self { chance, decision: 0, last: 3, scores, dice: 0, sixes: 0, die: None }
    }

    pub(super) fn random_move(&mut self, stream: Purpose) -> u8 {
        let mut moves = moves::moves_after(self.last);
        let index = self.chance.below(stream, 3);
        moves.nth(index as usize).expect("there are three")
    }

    pub(super) fn forced_move(&self) -> Option<u8> {
        (self.decision % FORCED == FORCED - 1).then(|| moves::successor(self.last))
    }
}

impl Toy {
    /// The seat that makes a decision.
    pub(super) fn seat_at(&self, decision: u32) -> Seat {
        let seats = u32::from(self.sides.seat_count());
        let first = if self.params.layout == Layout::Reversed { seats - 1 } else { 0 };
        let seat = (first + decision % seats) % seats;
        Seat(u8::try_from(seat).expect("fewer seats than 256"))
    }

    /// The number of sixes that ends a game.
    fn lucky_sixes(&self) -> u32 {
        (self.params.decisions / 7).max(3)
    }

    fn is_lucky(&self, state: &State) -> bool {
        state.sixes >= self.lucky_sixes()
    }

    pub(super) fn is_over(&self, state: &State) -> bool {
        state.decision >= self.params.decisions || self.is_lucky(state)
    }

    pub(super) fn carry_out(&self, state: &mut State, mv: u8) -> Result<Play, IllegalMove> {
        if self.is_over(state) || !moves::moves_after(state.last).any(|legal| legal == mv) {
            return Err(IllegalMove);
        }
        let seat = self.seat_at(state.decision);
        let score = self.sides.side(self.sides.side_of(seat)).score;
        let die = self.throw(state, seat);
        state.scores[score] += i32::from(mv) + i32::from(die.unwrap_or(0));
        state.last = mv;
        state.decision += 1;
        state.die = die;
        Ok(Play { seat, mv, die })
    }

    /// Throws a die for the first seat.
    fn throw(&self, state: &mut State, seat: Seat) -> Option<u8> {
        let throws = seat == Seat(0) && self.params.layout.has_dice();
        let die = throws.then(|| state.chance.below(DIE, 6))?;
        let die = u8::try_from(die).expect("below six");
        state.dice += u32::from(die);
        state.sixes += u32::from(die == SIX);
        Some(die)
    }

    pub(super) fn ending(&self, state: &State) -> Ending {
        let best = state.scores.iter().max().copied().unwrap_or(0);
        let won = |side: &Side| match self.params.layout {
            Layout::Three | Layout::Mixed => state.scores[side.score] == best,
            Layout::Pair | Layout::Still | Layout::Reversed | Layout::Solo | Layout::Partners => {
                (best > PAR) == (side.direction == Direction::High)
            }
        };
        let winners = self.sides.iter().filter(|(_, side)| won(side));
        Ending {
            scores: state.scores.clone(),
            winners: winners.fold(SideSet::NONE, |set, (id, _)| set.with(id)),
            reason: if self.is_lucky(state) { "luck" } else { "length" },
        }
    }
}
