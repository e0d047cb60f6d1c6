//! `strategist`: marshal's hunters, who play their best options out before they choose.
//!
//! Idea: the options that `marshal` values most are played on for some rounds, each from the same
//! trails drawn from the exact belief, against the same mixture of Draculas, with the same chance.
//! What is compared is the score to be expected in the end, marshal's own judgement included. The
//! choice of `marshal` stands unless another is better by more than chance explains.
//! Cost: iterations x options x rounds, a microsecond for each or two; once the lists have grown,
//! nothing is allocated.
//! Weakness: in playouts nobody plans: what takes a plan is not seen but by marshal's judgement.

mod paired;
mod search;
#[cfg(test)]
mod tests;
mod worth;

use std::sync::Arc;

use stoker_engine::course::{Course, Move, View};
use stoker_engine::{Bot, Choice, Decision};

use super::marshal::Marshal;
use crate::entry::{BotEntry, Setup};
use crate::params::{Param, ParamKind};
use search::{Search, Settings, Situation};
use worth::Worth;

/// Lists the bot.
pub(super) const ENTRY: BotEntry<Course> = BotEntry {
    name: "strategist",
    summary: "Hunters who play the best options of marshal out before they choose.",
    sides: &["hunters"],
    rung: Some(4),
    searches: true,
    params: PARAMS,
    make: |setup| Box::new(Strategist::new(setup)),
};

const fn points(name: &'static str, default: f64, summary: &'static str) -> Param {
    Param { name, summary, kind: ParamKind::Decimal { default, min: 0.0, max: 100.0 } }
}

const PARAMS: &[Param] = &[
    Param {
        name: "iterations",
        summary: "Draws from the belief that every option is played on from; 0 is marshal.",
        kind: ParamKind::Int { default: 256, min: 0, max: 1_000_000 },
    },
    Param {
        name: "options",
        summary: "How many options are compared: those that marshal values most.",
        kind: ParamKind::Int { default: 5, min: 1, max: 128 },
    },
    Param {
        name: "rounds",
        summary: "Rounds that each is played on for, this one included.",
        kind: ParamKind::Int { default: 3, min: 1, max: 1_000 },
    },
    Param {
        name: "margin",
        summary: "How much less an option may be worth to marshal than its choice; meeting \
                  Dracula is 1.",
        kind: ParamKind::Decimal { default: 0.5, min: 0.0, max: 100.0 },
    },
    Param {
        name: "trust",
        summary: "Standard errors by which an option must be better than marshal's choice.",
        kind: ParamKind::Decimal { default: 2.0, min: 0.0, max: 100.0 },
    },
    points("prior", 10.0, "Points of score for each point of what an option is worth to marshal."),
    points("death", 4.0, "Points that going to hospital costs beside the score that it does."),
    points("blood", 1.5, "Points of score that each point of blood that is left costs in the end."),
    points("near", 8.0, "Points that it costs to be a turn from none of the places of his."),
    points(
        "far",
        25.0,
        "Points that it costs to be two turns from none of those he can be in next.",
    ),
    points("doubt", 5.0, "Points that each doubling of the places costs where he can be."),
    points("guard", 5.0, "Points that it costs to have nobody within two turns of the castle."),
    points("vampire", 4.0, "Points that a vampire costs that is still there."),
    points("life", 0.3, "Points that each point of life lost costs."),
];

/// The bot.
#[derive(Clone)]
struct Strategist {
    rules: Arc<Course>,
    marshal: Marshal,
    search: Search,
}

impl Strategist {
    fn new(setup: &Setup<'_, Course>) -> Self {
        let decimal = |name| setup.values.decimal(name);
        let count = |name| usize::try_from(setup.values.int(name)).unwrap_or(0);
        let settings = Settings {
            iterations: count("iterations"),
            options: count("options"),
            rounds: u16::try_from(setup.values.int("rounds")).unwrap_or(1),
            margin: decimal("margin"),
            trust: decimal("trust"),
            prior: decimal("prior"),
            death: decimal("death"),
        };
        let worth = Worth {
            blood: decimal("blood"),
            near: decimal("near"),
            far: decimal("far"),
            doubt: decimal("doubt"),
            guard: decimal("guard"),
            vampire: decimal("vampire"),
            life: decimal("life"),
        };
        Self {
            rules: Arc::clone(setup.game),
            marshal: Marshal::with_defaults(setup),
            search: Search::new(settings, worth),
        }
    }
}

impl Bot<Course> for Strategist {
    fn choose(&mut self, view: &View, turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let view = view.hunters().expect("the bot plays the hunters");
        let values = self.marshal.values(view, turn.rng());
        let choice = self.marshal.pick(&values, turn.rng());
        turn.propose(Move::Hunter(choice));
        let now = Situation {
            rules: &self.rules,
            tables: self.marshal.tables(),
            board: view.board(),
            belief: self.marshal.belief(),
        };
        Move::Hunter(self.search.choose(now, &values, choice, turn)).into()
    }

    fn fork(&self) -> Option<Box<dyn Bot<Course>>> {
        Some(Box::new(self.clone()))
    }
}
