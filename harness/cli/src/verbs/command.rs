//! Commands to type for the same run again: only the options that influence results.

use std::fmt::Display;

use stoker_engine::map::BuiltinMap;
use stoker_engine::{Game, Preset, Seed};
use stoker_external::fault::FaultPolicy;
use stoker_external::spec::shell_word;
use stoker_tournament::map_id::MapId;
use stoker_tournament::plan::Plan;
use stoker_tournament::starts::Starts;

use super::draft::{SEED, map_of_run};
use super::external::typed;
use super::setup::find_preset;
use crate::arguments::config::LeagueConfig;
use crate::arguments::rules::{PARAM, typed as typed_param};

/// A command, word by word; options with their values are one.
pub(super) struct CommandLine(Vec<String>);

impl CommandLine {
    /// A command that begins like this.
    pub(super) fn new(words: Vec<String>) -> Self {
        Self(words)
    }

    /// Adds an option, if it has a value.
    pub(super) fn option(&mut self, name: &str, value: Option<impl Display>) {
        let word = value.map(|value| format!("--{name} {}", shell_word(&value.to_string())));
        self.0.extend(word);
    }

    /// Adds preset, map, data and parameters, unless they are the defaults.
    pub(super) fn rules<G: Game>(&mut self, config: &LeagueConfig) {
        let presets = G::presets();
        let usual = presets.first().map(|preset| preset.name);
        self.option(
            "preset",
            config.rules.preset.as_deref().filter(|&preset| usual != Some(preset)),
        );
        let usual = G::MAPS.first().map(|map| map.name);
        let map = config.files.map.as_deref().or_else(|| map_of_run::<G>(config));
        self.option("map", map.filter(|&map| usual != Some(map)));
        self.option("data", config.files.data.as_ref());
        let preset = find_preset(&presets, config.rules.preset.as_deref()).ok();
        let usual = preset.and_then(|preset| serde_json::to_value(&preset.params).ok());
        for (name, value) in &config.params {
            let is_usual = usual.as_ref().and_then(|usual| usual.get(name)).is_some_and(|usual| {
                serde_json::to_value(value).is_ok_and(|value| value == *usual)
            });
            self.option(PARAM, Some(typed_param(name, value)).filter(|_| !is_usual));
        }
    }

    /// Adds the options of matches, unless they are the defaults.
    pub(super) fn play<G: Game>(&mut self, plan: &Plan<G>) {
        self.option("seed", Some(plan.seed()).filter(|&seed| seed != SEED));
        let starts = Some(plan.starts()).filter(|&starts| starts != plan.usual_starts());
        self.option("starts", starts);
        let policy = Some(plan.policy()).filter(|&policy| policy != FaultPolicy::default());
        self.option("fault-policy", policy);
    }

    /// Adds preset, parameters, map and data, unless they are the defaults, from a description of
    /// results. Returns `None` if they cannot be typed, or the map is not built in: the command
    /// would play another game.
    pub(super) fn rules_like<G: Game>(
        mut self,
        params: &serde_json::Value,
        map_hash: Option<&str>,
        data: Option<&str>,
    ) -> Option<Self> {
        let presets = G::presets();
        let has_params = |of: &&Preset<G::Params>| {
            serde_json::to_value(&of.params).is_ok_and(|own| own == *params)
        };
        let same = presets.iter().find(has_params);
        let preset = same.or(presets.first())?.name;
        let has_hash = |map: &&BuiltinMap| map_hash == Some(&MapId::of(&map.load()).hash);
        let map = G::MAPS.iter().find(has_hash).map(|map| map.name);
        if map.is_none() && map_hash.is_some() {
            return None;
        }
        let usual = presets.first().map(|preset| preset.name);
        self.option("preset", Some(preset).filter(|&preset| usual != Some(preset)));
        let usual = G::MAPS.first().map(|map| map.name);
        self.option("map", map.filter(|&map| usual != Some(map)));
        self.option("data", data);
        if same.is_none() {
            let usual = serde_json::to_value(&presets.first()?.params).ok()?;
            for (name, value) in params.as_object()? {
                if usual.get(name) != Some(value) {
                    let value = toml::Value::try_from(value).ok()?;
                    self.option(PARAM, Some(typed_param(name, &value)));
                }
            }
        }
        Some(self)
    }

    /// Adds the options of matches from a description of results: seed and start in any case, the
    /// policy unless it is the default.
    pub(super) fn matches_like(&mut self, seed: Seed, starts: Starts, fault_policy: &str) {
        self.option("seed", Some(seed));
        self.option("starts", Some(starts));
        let usual = FaultPolicy::default().to_string();
        self.option("fault-policy", Some(fault_policy).filter(|&policy| policy != usual));
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
