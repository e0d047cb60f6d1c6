//! `--print-config`: a plan as a commented configuration.

use std::fmt::Write as _;
use std::sync::LazyLock;

use anyhow::Context as _;
use serde_json::Value;
use stoker_bots::words::PLAYS_PROTOCOL;
use stoker_engine::Game;
use stoker_external::fault::FaultPolicy;
use stoker_external::{Conditions, LimitsAsked, ProgramEnvironment};
use stoker_tournament::entrant::Entrant;
use stoker_tournament::plan::Plan;
use stoker_tournament::settings::Sweep;

use super::setup::find_preset;
use crate::arguments::config::League;

/// The configuration that `--config` reads back as the same plan.
pub(crate) fn config_text<G: Game>(plan: &Plan<G>, config: &League) -> anyhow::Result<String> {
    let presets = G::presets();
    let preset = find_preset(&presets, config.preset.as_deref().or(plan.preset()))?;
    let mut text = match plan.swept() {
        None => "# A league, for `stoker league --config FILE`.\n".to_owned(),
        Some(_) => "# A sweep, for `stoker sweep FILE.toml`.\n".to_owned(),
    };
    let map = config.map.as_deref().or(G::MAPS.first().map(|map| map.name));
    for (comment, key, value) in keys(plan, preset.name, map, config.data.as_deref()) {
        if let Some(value) = value {
            write!(text, "\n# {comment}\n{key} = {value}\n")?;
        }
    }
    if let Some(conditions) = plan.conditions() {
        write_conditions(conditions, &mut text)?;
    }
    if let Some(swept) = plan.swept() {
        write_sweep(swept.sweep(), &mut text)?;
    }
    write_params(&preset.params, plan.game().params(), &mut text)?;
    Ok(text)
}

/// The meaning of `fault_policy`.
static POLICIES: LazyLock<String> = LazyLock::new(|| {
    let [seat, forfeit, lenient] = FaultPolicy::WORDS;
    format!("Consequence of a fault: `{seat}`, `{forfeit}` or `{lenient}`.")
});

/// Every key with its meaning, and its value if it has one.
fn keys<G: Game>(
    plan: &Plan<G>,
    preset: &str,
    map: Option<&str>,
    data: Option<&str>,
) -> [(&'static str, &'static str, Option<String>); 13] {
    let entrants: Vec<String> = plan.entrants().iter().map(|e| e.typed()).collect();
    let text = |value: &dyn std::fmt::Display| Some(quoted(&value.to_string()));
    [
        ("The ruleset: `stoker rulesets` lists them.", "ruleset", Some(quoted(G::NAME))),
        ("Preset of the ruleset, a named set of its parameters.", "preset", Some(quoted(preset))),
        ("A built-in map, or a map file.", "map", map.map(quoted)),
        ("A data file in place of the ruleset's own.", "data", data.map(quoted)),
        (
            "The entrants, as [SIDE=][NAME@]BOT[:PARAMETER=VALUE,...]: `stoker bots` lists the bots.",
            "entrants",
            Some(list(&entrants)),
        ),
        (
            "`round-robin`, `lineups`, `gauntlet:ENTRANT`, `ladder` or `ladder:RUNGS`.",
            "format",
            plan.format(Entrant::typed).map(|format| quoted(&format.to_string())),
        ),
        (
            "Matches per pairing; per entrant with lineups, or on the lowest rung of a ladder.",
            "matches",
            Some(plan.matches().to_string()),
        ),
        (
            "Games in each match: the loser of a game begins the next one.",
            "games",
            Some(plan.games().get()).filter(|_| plan.games().is_series()).map(|n| n.to_string()),
        ),
        ("Master seed: 16 hexadecimal digits, or a decimal number.", "seed", text(&plan.seed())),
        (
            "`random`: a seeded random opening comes first; `free`: bots choose all moves.",
            "starts",
            text(&plan.starts()),
        ),
        ("Matches to record: `none`, `sample:N` or `all`.", "records", text(&plan.keep())),
        (&POLICIES, "fault_policy", text(&plan.policy())),
        (
            "End when every 95% interval of a mean score is within plus or minus this much.",
            "until_interval",
            plan.until_interval().map(|width| toml::Value::from(width).to_string()),
        ),
    ]
}

/// Writes what varies in a sweep.
fn write_sweep(sweep: &Sweep, text: &mut String) -> anyhow::Result<()> {
    let axes: Vec<_> = sweep.axes().iter().map(ToString::to_string).collect();
    text.push_str("\n[sweep]\n");
    writeln!(
        text,
        "# The parameters that vary, as ENTRANT:PARAMETER=VALUES or rules:PARAMETER=VALUES."
    )?;
    writeln!(text, "vary = {}", list(&axes))?;
    write!(text, "\n# The settings to play: `grid`, `lhs:N` or `random:N`.\n")?;
    writeln!(text, "design = {}", quoted(&sweep.design().to_string()))?;
    Ok(())
}

/// Writes the conditions under which external programs run.
fn write_conditions(conditions: &Conditions, text: &mut String) -> anyhow::Result<()> {
    let waived: Vec<_> = conditions.waived.iter().map(ToString::to_string).collect();
    let isolation = quoted(&conditions.sandbox_options.isolation.to_string());
    let still = conditions.world != ProgramEnvironment::Real;
    write!(
        text,
        "\n# Isolation of external bots from the rest of the machine: `full`, `bwrap` or `none`.\n"
    )?;
    writeln!(text, "isolation = {isolation}")?;
    write!(
        text,
        "\n# Process of each turn of {PLAYS_PROTOCOL} submissions: `warm` or `process`.\n"
    )?;
    writeln!(text, "turns = {}", quoted(&conditions.sandbox_options.turns.to_string()))?;
    write!(text, "\n# Limits that need not hold on this machine.\nwaive = {}\n", list(&waived))?;
    write!(
        text,
        "\n# True if external bots see the same clock time and addresses in every process.\n"
    )?;
    writeln!(text, "still = {still}")?;
    let limits = toml::to_string(&LimitsAsked::from(conditions.limits))?;
    write!(text, "\n# The most that each external bot may use.\n[limits]\n{limits}")?;
    Ok(())
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

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

fn list(texts: &[String]) -> String {
    texts.iter().fold("[\n".to_owned(), |list, text| list + "    " + &quoted(text) + ",\n") + "]"
}
