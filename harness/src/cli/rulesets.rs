//! `stoker rulesets`: the rules there are: sides, scores, facts, presets, maps.

use std::fmt::Write as _;

use serde_json::{Value, to_value};

use super::any::AnyRuleset;
use super::io::{Exit, Io, Reader, print_json};
use super::lists::{NumberInfo, RulesetInfo};
use super::show::{JsonFlag, Output, align_right, table, text_of};
use crate::registry::Registry;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker rulesets
  stoker rulesets --json";

/// `stoker rulesets`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct RulesetsArgs {
    #[command(flatten)]
    json: JsonFlag,
}

pub(crate) fn run(
    registry: &Registry,
    args: &RulesetsArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<Exit> {
    let infos = registry.rulesets().map(AnyRuleset::info).collect::<anyhow::Result<Vec<_>>>()?;
    match Output::of(args.json) {
        Output::Json => print_json(io.out, &to_value(&infos)?)?,
        Output::Text => {
            for info in &infos {
                io.out.write_all(text(info, io.out_to)?.as_bytes())?;
            }
        }
    }
    Ok(Exit::Done)
}

fn text(info: &RulesetInfo, to: Reader) -> anyhow::Result<String> {
    let mut overview = table(&["ruleset", "what it is"], to);
    overview.add_row([info.name, info.summary]);
    let mut text = format!("{}\n{}", text_of(&overview), sides(info, to));
    write!(text, "\nscores\n{}", numbers(&info.scores, to))?;
    if !info.facts.is_empty() {
        write!(text, "\nfacts of a match\n{}", numbers(&info.facts, to))?;
    }
    write!(text, "\npresets\n{}", presets(info, to))?;
    write!(text, "\nparameters, with their value in each preset\n{}", params(info, to))?;
    if !info.maps.is_empty() {
        let names: Vec<_> = info.maps.iter().map(|map| map.name).collect();
        writeln!(text, "\nmaps: {}", names.join(", "))?;
    }
    Ok(text)
}

fn sides(info: &RulesetInfo, to: Reader) -> String {
    let mut sides = table(&["side", "kind", "seats", "wants"], to);
    for side in &info.sides {
        let wants = format!("{} {}", side.better, side.score);
        sides.add_row([side.name, side.kind, &side.seats.join(", "), &wants]);
    }
    text_of(&sides)
}

fn numbers(list: &[NumberInfo], to: Reader) -> String {
    let mut numbers = table(&["name", "unit", "range", "meaning"], to);
    for number in list {
        let range = number.range.map(|(low, high)| format!("{low} to {high}"));
        let range = range.unwrap_or_default();
        numbers.add_row([number.name, number.unit, &range, number.meaning]);
    }
    text_of(&numbers)
}

fn presets(info: &RulesetInfo, to: Reader) -> String {
    let mut presets = table(&["name", "what it is"], to);
    for preset in &info.presets {
        presets.add_row([preset.name, preset.summary]);
    }
    text_of(&presets)
}

fn params(info: &RulesetInfo, to: Reader) -> String {
    let names = info.presets.iter().map(|preset| preset.name);
    let header: Vec<&str> = ["parameter"].into_iter().chain(names).collect();
    let mut params = table(&header, to);
    let first = info.presets.first().and_then(|preset| preset.params.as_object());
    for name in first.into_iter().flat_map(|params| params.keys()) {
        let values = info.presets.iter().map(|preset| value_text(&preset.params[name]));
        params.add_row([name.clone()].into_iter().chain(values));
    }
    align_right(&mut params, &[0]);
    text_of(&params)
}

fn value_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
