//! What lists show of a ruleset, as plain data.

use serde::Serialize;
use serde_json::Value;
use stoker_bots::{Param, Ruleset};
use stoker_engine::map::BuiltinMap;
use stoker_engine::{Direction, Game, Knowledge, Side};
use stoker_tournament::entrant::{BotEntry, SeerEntry};

use super::setup::{Wanted, configure};

/// A ruleset, as lists show it; with its default parameters and map.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct RulesetInfo {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) sides: Vec<SideInfo>,
    pub(crate) scores: Vec<NumberInfo>,
    pub(crate) facts: Vec<NumberInfo>,
    pub(crate) presets: Vec<PresetInfo>,
    pub(crate) parameters: Vec<ParamInfo>,
    pub(crate) maps: Vec<MapInfo>,
    pub(crate) bots: Vec<BotInfo>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct SideInfo {
    pub(crate) name: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) seats: Vec<&'static str>,
    /// Whether the seats know the same.
    pub(crate) shared_knowledge: bool,
    pub(crate) score: &'static str,
    /// `high` or `low`: what is better.
    pub(crate) better: &'static str,
}

/// A score or a fact.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct NumberInfo {
    pub(crate) name: &'static str,
    pub(crate) unit: &'static str,
    pub(crate) range: Option<(i32, i32)>,
    pub(crate) meaning: &'static str,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct PresetInfo {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) params: Value,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct MapInfo {
    /// As in `--map`.
    pub(crate) name: &'static str,
    pub(crate) title: String,
    pub(crate) places: usize,
    pub(crate) seas: usize,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct BotInfo {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    /// The kinds of sides it plays.
    pub(crate) sides: Vec<&'static str>,
    /// Its place in the series, from 0, the weakest.
    pub(crate) rung: Option<u8>,
    /// Whether it plays only where it is named, because it takes its time.
    pub(crate) searches: bool,
    pub(crate) params: Vec<ParamInfo>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct ParamInfo {
    pub(crate) name: &'static str,
    pub(crate) default: String,
    pub(crate) allowed: String,
    pub(crate) summary: &'static str,
}

pub(crate) fn info<G: Game>(ruleset: &Ruleset<G>) -> anyhow::Result<RulesetInfo> {
    let params = toml::Table::new();
    let game = configure::<G>(Wanted { preset: None, map: None, params: &params })?.game;
    let presets = presets::<G>()?;
    let kinds: Vec<_> = stoker_tournament::entrant::kinds(game.sides()).collect();
    Ok(RulesetInfo {
        name: G::NAME,
        summary: G::SUMMARY,
        sides: game.sides().list().iter().map(|side| side_info(&*game, side)).collect(),
        scores: scores(&*game),
        facts: facts(&*game),
        parameters: parameters::<G>(&presets),
        presets,
        maps: G::MAPS.iter().copied().map(map_info).collect(),
        bots: bots(ruleset, &kinds),
    })
}

fn side_info<G: Game>(game: &G, side: &Side) -> SideInfo {
    SideInfo {
        name: side.name,
        kind: side.kind,
        seats: side.seats.to_vec(),
        shared_knowledge: side.knowledge == Knowledge::Shared,
        score: game.scores()[side.score].name,
        better: match side.direction {
            Direction::High => "high",
            Direction::Low => "low",
        },
    }
}

fn scores<G: Game>(game: &G) -> Vec<NumberInfo> {
    let info = |score: &stoker_engine::ScoreInfo| NumberInfo {
        name: score.name,
        unit: score.unit,
        range: Some(score.range),
        meaning: score.meaning,
    };
    game.scores().iter().map(info).collect()
}

fn facts<G: Game>(game: &G) -> Vec<NumberInfo> {
    let info = |fact: &stoker_engine::FactInfo| NumberInfo {
        name: fact.name,
        unit: fact.unit,
        range: None,
        meaning: fact.meaning,
    };
    game.facts().iter().map(info).collect()
}

fn presets<G: Game>() -> anyhow::Result<Vec<PresetInfo>> {
    let info = |preset: stoker_engine::Preset<G::Params>| {
        let params = serde_json::to_value(&preset.params)?;
        Ok(PresetInfo { name: preset.name, summary: preset.summary, params })
    };
    G::presets().into_iter().map(info).collect()
}

/// The parameters with their values in the default preset, which comes first.
fn parameters<G: Game>(presets: &[PresetInfo]) -> Vec<ParamInfo> {
    let info = |parameter: &stoker_engine::ParameterInfo| ParamInfo {
        name: parameter.name,
        default: presets.first().map_or_else(String::new, |preset| preset.value(parameter.name)),
        allowed: parameter.allowed.to_string(),
        summary: parameter.meaning,
    };
    G::parameters().iter().map(info).collect()
}

impl PresetInfo {
    /// A parameter's value, as it is written.
    pub(crate) fn value(&self, name: &str) -> String {
        let value = &self.params[name];
        value.as_str().map_or_else(|| value.to_string(), str::to_owned)
    }
}

fn map_info(map: BuiltinMap) -> MapInfo {
    let loaded = map.load();
    MapInfo {
        name: map.name,
        title: loaded.name().to_owned(),
        places: loaded.len(),
        seas: loaded.seas().into_iter().count(),
    }
}

/// The bots, and the references after them.
fn bots<G: Game>(ruleset: &Ruleset<G>, kinds: &[&'static str]) -> Vec<BotInfo> {
    let mut infos: Vec<_> = ruleset.nameable().iter().map(|bot| bot_info(bot, kinds)).collect();
    infos.extend(ruleset.references_hook().iter().map(|two| seer_info(&two.omniscient)));
    infos
}

fn seer_info<G: Game>(seer: &SeerEntry<G>) -> BotInfo {
    let SeerEntry { name, summary, side, params, .. } = *seer;
    let params = params.iter().map(param_info).collect();
    BotInfo { name, summary, sides: vec![side], rung: None, searches: false, params }
}

fn param_info(param: &Param) -> ParamInfo {
    ParamInfo {
        name: param.name,
        default: param.kind.default_text(),
        allowed: param.kind.range(),
        summary: param.summary,
    }
}

fn bot_info<G: Game>(bot: &BotEntry<G>, kinds: &[&'static str]) -> BotInfo {
    BotInfo {
        name: bot.name,
        summary: bot.summary,
        sides: if bot.sides.is_empty() { kinds.to_vec() } else { bot.sides.to_vec() },
        rung: bot.rung,
        searches: bot.searches,
        params: bot.params.iter().map(param_info).collect(),
    }
}
