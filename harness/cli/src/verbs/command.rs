//! Commands to type for the same run again: only the options that influence results.

use std::fmt::Display;

use stoker_engine::map::BuiltinMap;
use stoker_engine::{Game, Preset};
use stoker_external::fault::FaultPolicy;
use stoker_external::spec::shell_word;
use stoker_tournament::map_id::MapId;
use stoker_tournament::plan::Plan;

use super::draft::SEED;
use super::external::typed;
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

    /// Adds preset and map, unless they are usual, from what a description of results says of them.
    /// Gives nothing if the ruleset has no such preset or map: the command would play another game.
    pub(super) fn rules_like<G: Game>(
        mut self,
        params: &serde_json::Value,
        map_hash: Option<&str>,
    ) -> Option<Self> {
        let presets = G::presets();
        let has_params = |of: &&Preset<G::Params>| {
            serde_json::to_value(&of.params).is_ok_and(|own| own == *params)
        };
        let preset = presets.iter().find(has_params)?.name;
        let has_hash = |map: &&BuiltinMap| map_hash == Some(&MapId::of(&map.load()).hash);
        let map = G::MAPS.iter().find(has_hash).map(|map| map.name);
        if map.is_none() && map_hash.is_some() {
            return None;
        }
        let usual = presets.first().map(|preset| preset.name);
        self.option("preset", Some(preset).filter(|&preset| usual != Some(preset)));
        let usual = G::MAPS.first().map(|map| map.name);
        self.option("map", map.filter(|&map| usual != Some(map)));
        Some(self)
    }

    /// The whole text, where no program outside of this one is concerned.
    pub(super) fn alone(self) -> String {
        self.0.join(" ")
    }

    /// The whole text, which ends with the options of external programs.
    pub(super) fn text<G: Game>(mut self, plan: &Plan<G>) -> String {
        self.0.extend(plan.conditions().map(typed).into_iter().flatten());
        self.alone()
    }
}
