//! `--print-config`: a plan as a commented configuration.

use std::fmt::Write as _;

use anyhow::Context as _;
use serde_json::Value;
use stoker_engine::Game;
use stoker_tournament::entrant::Entrant;
use stoker_tournament::plan::Plan;
use stoker_tournament::results::manifest::Manifest;

use super::setup::find_preset;
use crate::arguments::config::LeagueConfig;
use crate::arguments::league_options::{FileArgs, NamedRules, PairingOptions};

/// The configuration that `--config` reads back as the same plan.
pub(crate) fn config_text<G: Game>(
    plan: &Plan<G>,
    config: &LeagueConfig,
) -> anyhow::Result<String> {
    let presets = G::presets();
    let preset = find_preset(&presets, config.rules.preset.as_deref().or(plan.preset()))?;
    let league = LeagueConfig::again(Manifest::new(plan, "")?)?;
    let usual_map = || G::MAPS.first().map(|map| map.name.to_owned());
    let map = config.files.map.clone().or_else(usual_map);
    let league = LeagueConfig {
        rules: NamedRules { preset: Some(preset.name.to_owned()), ..league.rules },
        files: FileArgs { map, data: config.files.data.clone() },
        // Names of entrants may repeat; what is typed for them does not.
        pairings: PairingOptions { format: plan.format(Entrant::typed), ..league.pairings },
        ..league
    };
    let mut text = match plan.swept() {
        None => "# A league, for `stoker league --config FILE`.\n".to_owned(),
        Some(_) => "# A sweep, for `stoker sweep FILE.toml`.\n".to_owned(),
    };
    league.write(&mut text)?;
    write_params(&preset.params, plan.game().params(), &mut text)?;
    Ok(text)
}

fn write_params<P: serde::Serialize>(
    preset: &P,
    used: &P,
    text: &mut String,
) -> anyhow::Result<()> {
    let (preset, used) = (serde_json::to_value(preset)?, serde_json::to_value(used)?);
    let (Some(preset), Some(used)) = (preset.as_object(), used.as_object()) else { return Ok(()) };
    text.push_str("\n# Parameters of the rules; those without a # differ from the preset.\n");
    text.push_str("[params]\n");
    for (name, value) in used {
        let mark = if preset.get(name) == Some(value) { "# " } else { "" };
        writeln!(text, "{mark}{name} = {}", toml_text(value)?)?;
    }
    Ok(())
}

fn toml_text(value: &Value) -> anyhow::Result<String> {
    let value = toml::Value::try_from(value).context("a parameter has no TOML form")?;
    Ok(value.to_string())
}

#[cfg(test)]
mod tests;
