//! Fits the model of a side's choices to recorded games.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use stoker_bots::field::{Half, HeldOut};
use stoker_bots::{Learned, LearnedWeight, Learner, MakeLearner, Ruleset};
use stoker_engine::{Chance, Choice, Game, IllegalMove};
use stoker_tournament::record::{Record, StepError, next_step};
use stoker_tournament::referee::DecisionOrigin;

/// A model that learns from games of one ruleset, one after the other.
pub struct Fit<G: Game> {
    make: MakeLearner<G>,
    /// The bots that nothing may be fitted to.
    held_out: Vec<&'static str>,
    /// The learner, and the rules of the game before.
    learner: Option<(Box<dyn Learner<G>>, Arc<G>)>,
    games: u64,
}

/// A model that was fitted.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    /// Its weights.
    pub learned: Learned,
    /// The number of games that it was fitted to.
    pub games: u64,
}

/// The reasons why a model cannot be fitted.
#[derive(Debug, thiserror::Error)]
pub enum FitError {
    /// The ruleset has no model.
    #[error("ruleset `{0}` has no model to fit to records")]
    NoModel(&'static str),
    /// A bot that only measures takes part.
    #[error("{0}; `--except {bot}` leaves its games out", bot = .0.bot)]
    HeldOut(HeldOut),
    /// A turn is none of a game under these rules.
    #[error("turn {turn} (`stoker verify` says more)")]
    Turn {
        /// The number of the turn, from 0.
        turn: usize,
        /// The error.
        source: TurnError,
    },
}

/// The reasons why a recorded turn cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum TurnError {
    /// The text is not a play of the seat to move.
    #[error(transparent)]
    Text(#[from] StepError),
    /// The move is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

impl<G: Game> Fit<G> {
    /// The model of a ruleset, before any game.
    ///
    /// # Errors
    /// If the ruleset has no model.
    pub fn new(ruleset: &Ruleset<G>) -> Result<Self, FitError> {
        let make = ruleset.learner_hook().ok_or(FitError::NoModel(G::NAME))?;
        let field = ruleset.field().iter().filter(|bot| bot.half == Half::HeldOut);
        let held_out = field.map(|bot| bot.entry.name).collect();
        Ok(Self { make, held_out, learner: None, games: 0 })
    }

    /// Refuses the game of a bot that only measures.
    ///
    /// # Errors
    /// If such a bot takes part.
    pub fn refuse_held_out(&self, record: &Record) -> Result<(), FitError> {
        let held_out = |name: &&String| self.held_out.contains(&name.as_str());
        match record.entrants.values().find(held_out) {
            Some(bot) => Err(FitError::HeldOut(HeldOut { bot: bot.clone() })),
            None => Ok(()),
        }
    }

    /// Learns from a game that was played under these rules.
    ///
    /// # Errors
    /// If a bot that only measures takes part, or the record is none of such a game.
    pub fn game(&mut self, game: &Arc<G>, record: &Record) -> Result<(), FitError> {
        self.refuse_held_out(record)?;
        let learner = self.learner_under(game);
        let mut state = game.start(Chance::recorded(record.chance.clone()));
        for (turn, text) in record.plays.iter().enumerate() {
            watch(&**game, &mut state, text, learner)
                .map_err(|source| FitError::Turn { turn, source })?;
        }
        self.games += 1;
        Ok(())
    }

    /// The model fitted to all games so far; `None` before the first.
    #[must_use]
    pub fn fitted(&self) -> Option<Fitted> {
        let (learner, _) = self.learner.as_ref()?;
        Some(Fitted { learned: learner.learned(), games: self.games })
    }

    /// The learner, once it has these rules.
    fn learner_under(&mut self, game: &Arc<G>) -> &mut dyn Learner<G> {
        let learner = match self.learner.take() {
            Some((learner, rules)) if Arc::ptr_eq(&rules, game) => learner,
            known => {
                let mut learner = known.map_or_else(|| (self.make)(game), |(learner, _)| learner);
                learner.use_rules(game);
                learner
            }
        };
        &mut *self.learner.insert((learner, Arc::clone(game))).0
    }
}

/// Plays a recorded turn, which the learner watches if the move was chosen.
fn watch<G: Game>(
    game: &G,
    state: &mut G::State,
    text: &str,
    learner: &mut dyn Learner<G>,
) -> Result<(), TurnError> {
    let step = next_step(game, state, text)?;
    if step.how == DecisionOrigin::Chosen {
        learner.watch(game, state, step.mv);
    }
    game.play(state, Choice { mv: step.mv, message: step.message })?;
    Ok(())
}

impl Fitted {
    /// A logarithm of the probability of all decisions, for each of them.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "fewer than 2^52 decisions")]
    pub fn per_decision(&self, log_likelihood: f64) -> f64 {
        log_likelihood / self.learned.decisions.max(1) as f64
    }

    /// A spec of each bot that has these parameters.
    pub fn specs(&self) -> impl Iterator<Item = String> + '_ {
        let Learned { weights, bots, .. } = &self.learned;
        let setting = weights.iter().map(|it| format!("{}={:.2}", it.name, it.value + 0.0));
        let setting = setting.collect::<Vec<_>>().join(",").replace("=-0.00", "=0.00");
        bots.iter().map(move |bot| format!("{bot}:{setting}"))
    }

    /// The model for programs.
    #[must_use]
    pub fn json(&self) -> Value {
        let Learned { decisions, weights, log_likelihood, .. } = &self.learned;
        let weight = |it: &LearnedWeight| {
            let value = json!({ "fitted": it.value, "error": it.error, "default": it.default });
            (it.name.to_owned(), value)
        };
        json!({
            "games": self.games,
            "decisions": decisions,
            "weights": weights.iter().map(weight).collect::<Map<_, _>>(),
            "log_likelihood": {
                "uniform": log_likelihood.uniform,
                "default": log_likelihood.default,
                "fitted": log_likelihood.fitted,
            },
            "specs": self.specs().collect::<Vec<_>>(),
        })
    }
}
