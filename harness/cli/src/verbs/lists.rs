//! The contents of lists about a ruleset, as plain data.

use stoker_bots::field::FieldBot;
use stoker_bots::{Param, Ruleset};
use stoker_engine::data::{DataKey, Role};
use stoker_engine::map::BuiltinMap;
use stoker_engine::{Direction, Game, Knowledge, Side};
use stoker_tournament::entrant::{BotEntry, SeerEntry};

use super::setup::{RulesWanted, configure};
use crate::arguments::rules::GameFiles;
use crate::registry::info::{
    BotInfo, DataKeyInfo, FieldInfo, MapInfo, NumberInfo, ParamInfo, PresetInfo, RulesetInfo,
    SideListing,
};

pub(crate) fn info<G: Game>(ruleset: &Ruleset<G>) -> anyhow::Result<RulesetInfo> {
    let params = toml::Table::new();
    let game =
        configure::<G>(RulesWanted { preset: None, files: GameFiles::default(), params: &params })?
            .game;
    let presets = presets::<G>()?;
    let kinds: Vec<_> = game.sides().kinds().collect();
    Ok(RulesetInfo {
        name: G::NAME,
        summary: G::SUMMARY,
        sides: sides(&*game),
        scores: scores(&*game),
        facts: facts(&*game),
        parameters: parameters::<G>(&presets),
        presets,
        data: data_keys::<G>(),
        maps: G::MAPS.iter().copied().map(map_info).collect(),
        bots: bots(ruleset, &kinds),
        field: ruleset.field().iter().map(field_info).collect(),
    })
}

fn sides<G: Game>(game: &G) -> Vec<SideListing> {
    game.sides().list().iter().map(|side| side_info(game, side)).collect()
}

fn data_keys<G: Game>() -> Vec<DataKeyInfo> {
    let role = |role| match role {
        Role::Rule => "read by the rules".to_owned(),
        Role::Name => "name, for people".to_owned(),
        Role::Source => "source".to_owned(),
        Role::Explanation => "explanation, stays as it is".to_owned(),
        Role::Fixed => "set by the rules, stays as it is".to_owned(),
        Role::Parameter(name) => format!("default of the parameter {name}, stays as it is"),
    };
    let info =
        |key: &DataKey| DataKeyInfo { path: key.path, role: role(key.role), meaning: key.meaning };
    G::DATA.map_or_else(Vec::new, |form| form.keys.iter().map(info).collect())
}

fn side_info<G: Game>(game: &G, side: &Side) -> SideListing {
    SideListing {
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
        let params = toml::Table::new();
        let wanted =
            RulesWanted { preset: Some(preset.name), files: GameFiles::default(), params: &params };
        let sides = sides(&*configure::<G>(wanted)?.game);
        let params = serde_json::to_value(&preset.params)?;
        Ok(PresetInfo { name: preset.name, summary: preset.summary, params, sides })
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
    let mut infos: Vec<_> = ruleset.listed().iter().map(|bot| bot_info(bot, kinds)).collect();
    infos.extend(ruleset.references_hook().iter().map(|two| seer_info(&two.omniscient)));
    infos
}

fn field_info<G: Game>(bot: &FieldBot<G>) -> FieldInfo {
    let FieldBot { style, half, entry } = *bot;
    let (name, summary, sides) = (entry.name, entry.summary, entry.sides.to_vec());
    FieldInfo { name, style, half: half.word(), sides, summary }
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
