//! `strategist`: marshal's hunters, who play out their best options before they choose.
//!
//! Idea: the options that `marshal` values most are played out for some rounds, each from the same
//! trails drawn from the exact belief, against the same mixture of Draculas, with the same chance.
//! The comparison is by the expected final score, which includes marshal's own judgement. Marshal's
//! choice stands unless another option is better by more than chance explains.
//! Cost: iterations x options x rounds, at one or two microseconds each; once the lists have grown,
//! nothing is allocated.
//! Weakness: nobody plans in playouts. Options that need a plan are valued only by marshal's
//! judgement.

mod paired;
mod position_value;
mod search;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use stoker_engine::course::{Course, Move, View};
use stoker_engine::scene::Note;
use stoker_engine::{Bot, Choice, Decision};

use super::marshal::{Marshal, OPENINGS};
use crate::course::shared::notes::{note_forecast, note_label};
use crate::entry::{BotEntry, Setup};
use crate::params::Param;
use position_value::PositionValue;
use search::{DecisionFacts, Search, SearchSettings};

/// The entry of the bot.
pub(in crate::course) const ENTRY: BotEntry<Course> = BotEntry {
    name: "strategist",
    summary: "Hunters who play the best options of marshal out before they choose.",
    sides: &["hunters"],
    rung: Some(4),
    searches: true,
    params: PARAMS,
    make: |setup| Box::new(Strategist::new(setup)),
};

const PARAMS: &[Param] = &[
    Param::int("iterations", 256, (0, 1_000_000))
        .about("Draws from the belief that every option is played on from; 0 is marshal."),
    Param::int("options", 5, (1, 128))
        .about("Number of options that are compared: those that marshal values most."),
    OPENINGS,
    Param::int("rounds", 3, (1, 1_000))
        .about("Rounds that each is played on for, this one included."),
    Param::decimal("margin", 0.5, (0.0, 100.0)).about(
        "Worth that an option may lack to marshal against its choice; meeting Dracula \
                is 1.",
    ),
    Param::decimal("trust", 2.0, (0.0, 100.0))
        .about("Standard errors by which an option must be better than marshal's choice."),
    Param::decimal("prior", 10.0, (0.0, 100.0))
        .about("Points of score for each point of what an option is worth to marshal."),
    Param::decimal("death", 4.0, (0.0, 100.0))
        .about("Points that going to hospital costs besides the score that it costs."),
    Param::decimal("blood", 1.5, (0.0, 100.0))
        .about("Points of score that each point of blood that is left costs in the end."),
    Param::decimal("near", 8.0, (0.0, 100.0))
        .about("Points that it costs to be one turn from none of his possible places."),
    Param::decimal("far", 25.0, (0.0, 100.0))
        .about("Points that it costs to be two turns from none of his possible next places."),
    Param::decimal("doubt", 5.0, (0.0, 100.0))
        .about("Points that each doubling of the number of his possible places costs."),
    Param::decimal("guard", 5.0, (0.0, 100.0))
        .about("Points that it costs to have nobody within two turns of the castle."),
    Param::decimal("vampire", 4.0, (0.0, 100.0))
        .about("Points that each vampire on the map costs."),
    Param::decimal("life", 0.3, (0.0, 100.0)).about("Points that each point of life lost costs."),
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
        let settings = SearchSettings {
            iterations: count("iterations"),
            options: count("options"),
            rounds: u16::try_from(setup.values.int("rounds")).unwrap_or(1),
            margin: decimal("margin"),
            trust: decimal("trust"),
            prior: decimal("prior"),
            death: decimal("death"),
        };
        let worth = PositionValue {
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
        let now = DecisionFacts {
            rules: &self.rules,
            tables: self.marshal.tables(),
            board: view.board(),
            belief: self.marshal.belief(),
        };
        Move::Hunter(self.search.choose(now, &values, choice, turn)).into()
    }

    /// Dracula's places by the belief, and the gains of the options played out over marshal's
    /// choice, in points of score.
    fn notes(&self, _view: &View) -> Vec<Note> {
        let rules = &*self.rules;
        let mut notes = note_forecast(rules, &self.marshal.belief().mass(0));
        for (index, (place, gain)) in self.search.played_out().enumerate() {
            let text = match (index, gain.error()) {
                (0, _) => "marshal".to_owned(),
                (_, error) if error.is_finite() => format!("{:+.1}±{error:.1}", gain.mean()),
                _ => format!("{:+.1}", gain.mean()),
            };
            notes.push(note_label(rules, place, text));
        }
        notes
    }

    fn fork(&self) -> Option<Box<dyn Bot<Course>>> {
        Some(Box::new(self.clone()))
    }
}
