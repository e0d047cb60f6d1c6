//! `search`: plays the best turns out many times, and takes the move that ends best.
//!
//! Idea: the most promising moves by the planner's tables are played on by a quick planner for some
//! rounds, each on the same guesses of the decks and the dice, so that luck is the same for all.
//! Half of the moves are dropped, and the others are tried on more guesses, until one is left.
//! Cost: a playout of two rounds is some hundred positions; a decision takes milliseconds.
//! Weakness: in a playout each turn is planned with the dice and the next event known, so it is too
//! hopeful; and it judges what comes after the last round of a playout by the tables alone.

use std::sync::Arc;

use stoker_engine::masters::{Masters, Move, Position, Reason, View};
use stoker_engine::{Bot, Choice, Decision};

use super::prices::{PLANNER, Prices};
use super::turn::{Beam, Simulator, asks_action};
use crate::entry::{BotEntry, Setup};
use crate::luck::Draws;
use crate::params::Param;

/// Lists the bot.
pub(super) const ENTRY: BotEntry<Masters> = BotEntry {
    name: "search",
    summary: "Plays the best turns on for some rounds, many times, and takes what ends best.",
    sides: &[],
    rung: Some(3),
    searches: true,
    params: &[
        Param::int("playouts", 64, (4, 4_096)).about("Playouts for a decision."),
        Param::int("rounds", 2, (1, 20)).about("Rounds of a playout."),
        Param::int("moves", 8, (2, 32)).about("Moves that are tried, the most promising ones."),
    ],
    make: |setup| Box::new(Search::new(setup)),
};

/// Turns that are looked at for the moves to try.
const WIDE: Beam = Beam { width: 6, depth: 4 };
/// Turns that are looked at in playouts.
const QUICK: Beam = Beam { width: 2, depth: 3 };
/// The worth of a game that is won, in a playout.
const WON: i32 = 12_000;
/// The worth of a game that is lost, in a playout.
const LOST: i32 = -2_000;

#[derive(Clone)]
struct Search {
    rules: Arc<Masters>,
    worth: Prices,
    playouts: usize,
    rounds: u16,
    moves: usize,
}

/// A move that is tried, with the sum of what its playouts were worth.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    mv: Move,
    sum: i64,
}

impl Search {
    fn new(setup: &Setup<'_, Masters>) -> Self {
        let int = |name| usize::try_from(setup.values.int(name)).unwrap_or(1);
        Self {
            rules: Arc::clone(setup.game),
            worth: PLANNER,
            playouts: int("playouts"),
            rounds: u16::try_from(int("rounds")).unwrap_or(1),
            moves: int("moves"),
        }
    }

    fn player(&self) -> Simulator<'_> {
        Simulator { rules: &self.rules, worth: &self.worth }
    }

    /// The most promising moves, the best first.
    fn trials(&self, at: &Position, luck: Draws) -> Vec<Candidate> {
        let mut moves: Vec<Move> = if asks_action(at) {
            self.player().turns(at, luck, WIDE).iter().map(|turn| turn.first).collect()
        } else {
            self.player().answers(at, luck)
        };
        moves.truncate(self.moves);
        moves.into_iter().map(|mv| Candidate { mv, sum: 0 }).collect()
    }

    /// The worth of a move, played on with these draws.
    fn playout(&self, mut at: Position, mv: Move, mut luck: Draws) -> i32 {
        let player = self.player();
        let last = at.table().round.saturating_add(self.rounds);
        player.play(&mut at, mv, &mut luck);
        while at.table().asked.is_some() && at.table().round <= last {
            let turns = player.turns(&at, luck, QUICK);
            let Some(best) = turns.first() else { break };
            (at, luck) = (best.then, best.luck);
        }
        match at.table().over {
            Some(Reason::Ritual) => WON,
            Some(_) => LOST + 20 * i32::from(at.table().progress()),
            None => player.worth_of(&at),
        }
    }

    /// Halves the moves until one is left.
    fn best(&self, view: &View, decision: &mut Decision<'_, Move>) -> Option<Move> {
        let luck = Draws::from(decision.rng());
        let guess = view.table.guess(&self.rules, decision.rng()).ok()?;
        let mut trials = self.trials(&guess, luck);
        let halvings = trials.len().next_power_of_two().trailing_zeros().max(1) as usize;
        while trials.len() > 1 {
            let guesses = (self.playouts / (halvings * trials.len())).max(1);
            for _ in 0..guesses {
                if !decision.more() {
                    break;
                }
                let luck = Draws::from(decision.rng());
                let guess = view.table.guess(&self.rules, decision.rng()).ok()?;
                for trial in &mut trials {
                    trial.sum += i64::from(self.playout(guess, trial.mv, luck));
                }
            }
            trials.sort_by_key(|trial| -trial.sum);
            trials.truncate(trials.len().div_ceil(2));
        }
        trials.first().map(|trial| trial.mv)
    }
}

impl Bot<Masters> for Search {
    fn choose(&mut self, view: &View, decision: &mut Decision<'_, Move>) -> Choice<Move> {
        let best = self.best(view, decision);
        best.or_else(|| view.moves(&self.rules).next()).unwrap_or(Move::End).into()
    }
}
