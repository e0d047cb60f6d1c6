//! Commands to type for the same run again: only the options that influence results.

use std::fmt::Display;

use stoker_engine::Game;
use stoker_external::fault::FaultPolicy;
use stoker_external::spec::shell_word;
use stoker_tournament::plan::Plan;

use super::draft::SEED;
use super::outside::typed;
use crate::arguments::config::League;

/// A command, word by word; options with their values are one.
pub(super) struct Command(Vec<String>);

impl Command {
    /// A command that begins like this.
    pub(super) fn new(words: Vec<String>) -> Self {
        Self(words)
    }

    /// Adds an option, if it has a value.
    pub(super) fn option(&mut self, name: &str, value: Option<impl Display>) {
        let word = value.map(|value| format!("--{name} {}", shell_word(&value.to_string())));
        self.0.extend(word);
    }

    /// Adds preset and map, unless they are the defaults.
    pub(super) fn rules<G: Game>(&mut self, config: &League) {
        let usual = G::presets().first().map(|preset| preset.name);
        self.option("preset", config.preset.as_deref().filter(|&preset| usual != Some(preset)));
        let usual = G::MAPS.first().map(|map| map.name);
        self.option("map", config.map.as_deref().filter(|&map| usual != Some(map)));
    }

    /// Adds the options of matches, unless they are the defaults.
    pub(super) fn play<G: Game>(&mut self, plan: &Plan<G>) {
        self.option("seed", Some(plan.seed()).filter(|&seed| seed != SEED));
        let starts = Some(plan.starts()).filter(|&starts| starts != plan.usual_starts());
        self.option("starts", starts);
        let policy = Some(plan.policy()).filter(|&policy| policy != FaultPolicy::default());
        self.option("fault-policy", policy);
    }

    /// The whole text, which ends with the options of external programs.
    pub(super) fn text<G: Game>(mut self, plan: &Plan<G>) -> String {
        self.0.extend(plan.conditions().map(typed).into_iter().flatten());
        self.0.join(" ")
    }
}
