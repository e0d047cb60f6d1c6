//! `search`: plays the most promising moves out many times, for either side.
//!
//! Idea: whole states are drawn that agree with what the side knows, for the hunters with a trail
//! from their belief. Each move that is tried is played on from the same states, with the same luck,
//! by copies of `sweep` and `lurker` whose belief is coarser (`playout.rs`). After some rounds the
//! position is judged by weights that were fitted to whole games (`worth.rs`). Half of the moves are
//! dropped, and the others are tried on more states, until two are left (`trials.rs`). The move that
//! `sweep` or `lurker` would make is kept, unless another is clearly better.
//! Cost: some hundred decisions a playout; ten to twenty milliseconds a decision.
//! Weakness: it expects opponents who play as these bots do. It does not search combat cards, which
//! have to be mixed, nor trades.

mod playout;
mod trials;
mod weights;
mod worth;

#[cfg(test)]
mod fit;

use stoker_engine::fury::{
    Asked, DraculaView, Fury, Hunter, HuntersView, Move, Question, State, View, Word,
};
use stoker_engine::{Bot, Choice, Decision, NoGuess, Rng, Seed, SideId, below};

use super::belief::Belief;
use super::common::{FuryKnowledge, settled};
use super::dracula::Dracula;
use super::hunters::Hunters;
use super::plan::ActionWorth;
use crate::entry::{BotEntry, Setup};
use crate::params::Param;
use playout::Playouts;
use trials::Trials;

/// Lists the bot.
pub(super) const SEARCH: BotEntry<Fury> = BotEntry {
    name: "search",
    summary: "Plays the most promising moves on for some rounds, many times, and takes what ends best.",
    sides: &[],
    rung: Some(3),
    searches: true,
    params: &[
        Param::int("playouts", 32, (4, 65_536)).about("Playouts for a decision."),
        Param::int("rounds", 4, (1, 40)).about("Rounds of a playout."),
        Param::int("moves", 6, (2, 32)).about("Moves that are tried, the most promising ones."),
        Param::decimal("doubt", 1.0, (0.0, 10.0))
            .about("Standard errors by which a move must be better than the planner's."),
    ],
    make: |setup| match setup.side {
        SideId(0) => {
            Box::new(SearchingDracula { own: Dracula::lurking(setup), search: Search::new(setup) })
        }
        _ => {
            Box::new(SearchingHunters { own: Hunters::skilled(setup), search: Search::new(setup) })
        }
    },
};

/// The search of either side.
#[derive(Clone)]
struct Search {
    playouts: Playouts,
    /// 1 for Dracula, who wants a high margin, and -1 for the hunters.
    gain: f64,
    /// Playouts for a decision.
    most: usize,
    /// Moves that are tried.
    moves: usize,
    /// Standard errors by which a move must be better than the planner's.
    doubt: f64,
}

impl Search {
    fn new(setup: &Setup<'_, Fury>) -> Self {
        let int = |name| usize::try_from(setup.values.int(name)).unwrap_or(1);
        Self {
            playouts: Playouts::new(setup, u16::try_from(int("rounds")).unwrap_or(1)),
            gain: if setup.side == SideId(0) { 1.0 } else { -1.0 },
            most: int("playouts"),
            moves: int("moves"),
            doubt: setup.values.decimal("doubt"),
        }
    }

    /// The best of some moves, the first of which is the planner's. `None` if there is no choice, or
    /// no state can be guessed.
    fn best(
        &mut self,
        moves: &[Move],
        belief: &Belief,
        decision: &mut Decision<'_, Move>,
        guess: impl Fn(&mut Rng) -> Result<State, NoGuess>,
    ) -> Option<Move> {
        if moves.len() < 2 {
            return None;
        }
        self.playouts.expect(belief);
        let mut trials = Trials::new(moves);
        let halvings = moves.len().next_power_of_two().trailing_zeros().max(1) as usize;
        loop {
            let states = (self.most / (halvings * trials.len())).max(1);
            for _ in 0..states {
                if !decision.more() {
                    return trials.best(self.doubt);
                }
                let state = guess(decision.rng()).ok()?;
                let luck = Seed(below(decision.rng(), u32::MAX).into()).bot_rng();
                trials.add(|mv| self.gain * self.playouts.play(&state, mv, luck.clone()));
            }
            if trials.len() <= 2 {
                return trials.best(self.doubt);
            }
            trials.halve();
        }
    }
}

/// The moves that are tried: the planner's, then those that it thinks most of.
fn promising(planned: Move, asked: &Asked, most: usize, worth: impl Fn(Move) -> f64) -> Vec<Move> {
    let others = asked.choices.iter().filter(|mv| *mv != planned);
    let mut others: Vec<(f64, Move)> = others.map(|mv| (worth(mv), mv)).collect();
    others.sort_by(|one, other| other.0.total_cmp(&one.0));
    std::iter::once(planned).chain(others.into_iter().map(|(_, mv)| mv)).take(most).collect()
}

#[derive(Clone)]
struct SearchingHunters {
    own: Hunters,
    search: Search,
}

impl SearchingHunters {
    fn candidates(&self, view: &HuntersView, asked: &Asked, planned: Move) -> Vec<Move> {
        match asked.question {
            Question::Action => {
                let hunter = asked.seat.0.checked_sub(1);
                let hunter =
                    hunter.and_then(|number| Hunter::FOUR.get(usize::from(number)).copied());
                let Some(hunter) = hunter else { return vec![planned] };
                let plan = ActionWorth::new(&self.own, view, hunter);
                promising(planned, asked, self.search.moves, |mv| plan.worth(mv))
            }
            Question::Fight | Question::Event => {
                promising(planned, asked, self.search.moves, |_| 0.0)
            }
            _ => vec![planned],
        }
    }
}

impl Bot<Fury> for SearchingHunters {
    fn choose(&mut self, view: &View, decision: &mut Decision<'_, Move>) -> Choice<Move> {
        let View::Hunters(view) = view else { unreachable!("the hunters have their own view") };
        self.own.common.belief.update(view);
        let Some(asked) = &view.asked else { return Move::Word(Word::No).into() };
        let best = self.own.answer(view, asked, decision.rng());
        let planned = settled(asked, best, decision.rng());
        let moves = self.candidates(view, asked, planned.mv);
        let FuryKnowledge { rules, belief, .. } = &self.own.common;
        let guess = |rng: &mut Rng| belief.guess(rules, view, rng);
        self.search.best(&moves, belief, decision, guess).map_or(planned, Choice::from)
    }

    fn fork(&self) -> Option<Box<dyn Bot<Fury>>> {
        Some(Box::new(self.clone()))
    }
}

#[derive(Clone)]
struct SearchingDracula {
    own: Dracula,
    search: Search,
}

impl SearchingDracula {
    fn candidates(&self, view: &DraculaView, asked: &Asked, planned: Move) -> Vec<Move> {
        match asked.question {
            Question::Movement => match self.own.movements(view) {
                Some(worth) => promising(planned, asked, self.search.moves, worth),
                None => vec![planned],
            },
            Question::Encounter | Question::Leave | Question::Event => {
                promising(planned, asked, self.search.moves, |_| 0.0)
            }
            _ => vec![planned],
        }
    }
}

impl Bot<Fury> for SearchingDracula {
    fn choose(&mut self, view: &View, decision: &mut Decision<'_, Move>) -> Choice<Move> {
        let View::Dracula(view) = view else { unreachable!("Dracula has his own view") };
        self.own.common.belief.update_for_dracula(view);
        let Some(asked) = &view.asked else { return Move::Word(Word::No).into() };
        let best = self.own.answer(view, asked, decision.rng());
        let planned = settled(asked, best, decision.rng());
        let moves = self.candidates(view, asked, planned.mv);
        let FuryKnowledge { rules, belief, .. } = &self.own.common;
        let guess = |rng: &mut Rng| view.guess(rules, rng);
        self.search.best(&moves, belief, decision, guess).map_or(planned, Choice::from)
    }

    fn fork(&self) -> Option<Box<dyn Bot<Fury>>> {
        Some(Box::new(self.clone()))
    }
}
