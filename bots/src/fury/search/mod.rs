//! `search`: plays the most promising moves out many times, for either side.
//!
//! Idea: sequential halving with common random numbers. Whole states are drawn that agree with what
//! the side knows, for the hunters with a trail from their belief. Each candidate is played on from
//! the same states, with the same luck, by copies of `sweep` and `lurker` whose belief is coarser
//! (`playout.rs`). After some rounds the position is evaluated by weights that were fitted to whole
//! games (`evaluation.rs`). The worse half of the candidates is dropped, and the others are tried on
//! more states, until two are left (`candidates.rs`). The move that `sweep` or `lurker` would make
//! is kept, unless another is clearly better.
//! Cost: some hundred decisions a playout; ten to twenty milliseconds a decision.
//! Weakness: it expects opponents who play as `sweep` and `lurker` do. It searches only actions,
//! movements, encounters, leaving slots, events and joining fights.
//!
//! # Source
//! Z. Karnin, T. Koren, O. Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", 2013.

mod candidates;
mod evaluation;
mod playout;
mod weights;

#[cfg(test)]
mod fit;

use std::sync::Arc;

use stoker_engine::fury::{Asked, Fury, Hunter, Move, Question, State, View, Word};
use stoker_engine::{Bot, Choice, Decision, NoGuess, Rng, Seed, below};

use super::common::settled;
use super::dracula::Dracula;
use super::hunters::Hunters;
use super::plan::ActionWorth;
use crate::entry::{BotEntry, Setup};
use crate::params::Param;
use candidates::Candidates;
use playout::Simulator;

/// Lists the bot.
pub(super) const SEARCH: BotEntry<Fury> = BotEntry {
    name: "search",
    summary: "Plays the most promising moves on for some rounds, many times, and takes what ends best.",
    sides: &[],
    rung: Some(3),
    searches: true,
    params: &[
        Param::int("playouts", 32, (4, 65_536))
            .about("Playouts for a decision, but at least one for each move."),
        Param::int("rounds", 4, (1, 40)).about("Rounds of a playout."),
        Param::int("moves", 6, (2, 32)).about("Moves that are tried, the most promising ones."),
        Param::decimal("doubt", 1.0, (0.0, 10.0))
            .about("Standard errors by which a move must be better than the planner's."),
    ],
    make: |setup| Box::new(Search::new(setup)),
};

/// The bot, with the planners of both sides: one plans for it, and both play its playouts.
#[derive(Clone)]
struct Search {
    rules: Arc<Fury>,
    hunters: Hunters,
    dracula: Dracula,
    playouts: usize,
    rounds: u16,
    moves: usize,
    doubt: f64,
}

impl Search {
    fn new(setup: &Setup<'_, Fury>) -> Self {
        let int = |name| usize::try_from(setup.values.int(name)).unwrap_or(1);
        Self {
            rules: Arc::clone(setup.game),
            hunters: Hunters::sweep(setup),
            dracula: Dracula::lurker(setup),
            playouts: int("playouts"),
            rounds: u16::try_from(int("rounds")).unwrap_or(1),
            moves: int("moves"),
            doubt: setup.values.decimal("doubt"),
        }
    }

    /// The planner's move.
    fn planned(&mut self, view: &View, asked: &Asked, rng: &mut Rng) -> Choice<Move> {
        let best = match view {
            View::Hunters(view) => self.hunters.answer(view, asked, rng),
            View::Dracula(view) => self.dracula.answer(view, asked, rng),
        };
        settled(asked, best, rng)
    }

    /// The moves that are tried: the planner's, then the others, by the planner's worth where it has
    /// one.
    fn promising(&self, view: &View, asked: &Asked, planned: Move) -> Vec<Move> {
        let others = asked.choices.iter().filter(|mv| *mv != planned);
        let mut others: Vec<(f64, Move)> = others.map(|mv| (0.0, mv)).collect();
        match (view, asked.question) {
            (View::Hunters(view), Question::Action) => {
                let Some(hunter) = hunter(asked) else { return vec![planned] };
                let plan = ActionWorth::new(&self.hunters, view, hunter);
                others.iter_mut().for_each(|(worth, mv)| *worth = plan.worth(*mv));
            }
            (View::Dracula(view), Question::Movement) => {
                let Some(worth_of) = self.dracula.movements(view) else { return vec![planned] };
                others.iter_mut().for_each(|(worth, mv)| *worth = worth_of(*mv));
            }
            (View::Hunters(_), Question::Fight | Question::Event)
            | (View::Dracula(_), Question::Encounter | Question::Leave | Question::Event) => {}
            _ => return vec![planned],
        }
        others.sort_by(|one, other| other.0.total_cmp(&one.0));
        let moves = std::iter::once(planned).chain(others.into_iter().map(|(_, mv)| mv));
        moves.take(self.moves).collect()
    }

    /// A state that the side cannot tell from the one that it is in.
    fn guess(&self, view: &View, rng: &mut Rng) -> Result<State, NoGuess> {
        match view {
            View::Hunters(view) => self.hunters.common.belief.guess(&self.rules, view, rng),
            View::Dracula(view) => view.guess(&self.rules, rng),
        }
    }

    /// The best of some moves, the first of which is the planner's. Each halving has an equal share
    /// of the playouts.
    fn best(&self, view: &View, moves: &[Move], decision: &mut Decision<'_, Move>) -> Option<Move> {
        let (belief, sign) = match view {
            View::Hunters(_) => (&self.hunters.common.belief, -1.0),
            View::Dracula(_) => (&self.dracula.common.belief, 1.0),
        };
        let simulator = Simulator::new(self, belief);
        let mut candidates = Candidates::new(moves);
        let halvings = moves.len().next_power_of_two().trailing_zeros() as usize;
        loop {
            let states = (self.playouts / (halvings * candidates.len())).max(1);
            for _ in 0..states {
                if !decision.more() {
                    return candidates.best(self.doubt);
                }
                let Ok(state) = self.guess(view, decision.rng()) else {
                    return candidates.best(self.doubt);
                };
                let luck = Seed(below(decision.rng(), u32::MAX).into()).bot_rng();
                candidates.add(|mv| sign * simulator.play(&state, mv, luck.clone()));
            }
            if candidates.len() <= 2 {
                return candidates.best(self.doubt);
            }
            candidates.halve();
            candidates.best(self.doubt).into_iter().for_each(|mv| decision.propose(mv));
        }
    }
}

/// The hunter who is asked.
fn hunter(asked: &Asked) -> Option<Hunter> {
    let number = asked.seat.0.checked_sub(1)?;
    Hunter::FOUR.get(usize::from(number)).copied()
}

impl Bot<Fury> for Search {
    fn choose(&mut self, view: &View, decision: &mut Decision<'_, Move>) -> Choice<Move> {
        match view {
            View::Hunters(view) => self.hunters.common.belief.update(view),
            View::Dracula(view) => self.dracula.common.belief.update_for_dracula(view),
        }
        let Some(asked) = view.asked() else { return Move::Word(Word::No).into() };
        let planned = self.planned(view, asked, decision.rng());
        let moves = self.promising(view, asked, planned.mv);
        if moves.len() < 2 {
            return planned;
        }
        decision.propose(planned.mv);
        self.best(view, &moves, decision).map_or(planned, Choice::from)
    }

    fn fork(&self) -> Option<Box<dyn Bot<Fury>>> {
        Some(Box::new(self.clone()))
    }
}
