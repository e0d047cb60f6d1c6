//! `stoker rulesets`: lists the rulesets: sides, scores, facts, presets, maps.

use std::fmt::Write as _;

use anyhow::Context as _;
use serde_json::to_value;

use crate::arguments::rulesets::RulesetsArgs;
use crate::registry::info::{NumberInfo, RulesetInfo, SideListing};
use crate::registry::{AnyRuleset, ExampleRuleset, Registry};
use crate::terminal::io::{CommandExit, Io, StreamKind, print_json};
use crate::terminal::show::{Output, table, text_of};

pub(crate) fn rulesets(
    registry: &Registry,
    args: &RulesetsArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let named = args.name.as_deref().map(|name| registry.find(Some(name))).transpose()?;
    if let (Some(ruleset), true) = (named, args.data) {
        let name = ruleset.name();
        let data = ruleset.data().with_context(|| format!("ruleset `{name}` has no data file"))?;
        io.out.write_all(data.as_bytes())?;
        return Ok(CommandExit::Done);
    }
    let wanted = registry.rulesets().filter(|one| named.is_none_or(|it| it.name() == one.name()));
    let infos = wanted.map(AnyRuleset::info).collect::<anyhow::Result<Vec<_>>>()?;
    match args.json.output() {
        Output::Json => print_json(io.out, &to_value(&infos)?)?,
        Output::Text => {
            let examples = registry.examples().iter().filter(|_| named.is_none());
            let texts = infos.iter().map(|info| text(info, io.out_to));
            let examples = examples.map(|example| Ok(example_text(example, io.out_to)));
            let texts = texts.chain(examples).collect::<anyhow::Result<Vec<_>>>()?;
            io.out.write_all(texts.join("\n").as_bytes())?;
        }
    }
    Ok(CommandExit::Done)
}

fn text(info: &RulesetInfo, to: StreamKind) -> anyhow::Result<String> {
    let mut overview = table(&["ruleset", "what it is"], to);
    overview.add_row([info.name, info.summary]);
    let mut text = format!("{}\n{}", text_of(&overview), sides(&info.sides, to));
    for preset in info.presets.iter().filter(|preset| preset.sides != info.sides) {
        write!(text, "\nsides of the preset {}\n{}", preset.name, sides(&preset.sides, to))?;
    }
    write!(text, "\nscores\n{}", numbers(&info.scores, to))?;
    if !info.facts.is_empty() {
        write!(text, "\nfacts of a match\n{}", numbers(&info.facts, to))?;
    }
    write!(text, "\npresets\n{}", presets(info, to))?;
    write!(text, "\nparameters\n{}", parameters(info, to))?;
    if !info.maps.is_empty() {
        let names: Vec<_> = info.maps.iter().map(|map| map.name).collect();
        writeln!(text, "\nmaps: {}", names.join(", "))?;
    }
    if !info.data.is_empty() {
        write!(text, "\ndata file\n{}", data_keys(info, to))?;
    }
    Ok(text)
}

/// An example, with the page that explains it.
fn example_text(example: &ExampleRuleset, to: StreamKind) -> String {
    let ExampleRuleset { name, summary, page } = example;
    let mut overview = table(&["example", "what it is"], to);
    overview.add_row([*name, &format!("{summary}; to be copied, and not played: {page}")]);
    text_of(&overview)
}

fn sides(list: &[SideListing], to: StreamKind) -> String {
    let mut sides = table(&["side", "kind", "seats", "wants"], to);
    for side in list {
        let wants = format!("{} {}", side.better, side.score);
        sides.add_row([side.name, side.kind, &side.seats.join(", "), &wants]);
    }
    text_of(&sides)
}

/// The keys of data files, each with its use.
fn data_keys(info: &RulesetInfo, to: StreamKind) -> String {
    let mut keys = table(&["key", "use", "meaning"], to);
    for key in &info.data {
        keys.add_row([key.path, &key.role, key.meaning]);
    }
    text_of(&keys)
}

fn numbers(list: &[NumberInfo], to: StreamKind) -> String {
    let mut numbers = table(&["name", "unit", "range", "meaning"], to);
    for number in list {
        let range = number.range.map(|(low, high)| format!("{low} to {high}"));
        let range = range.unwrap_or_default();
        numbers.add_row([number.name, number.unit, &range, number.meaning]);
    }
    text_of(&numbers)
}

/// Each preset with its differences from the first.
fn presets(info: &RulesetInfo, to: StreamKind) -> String {
    let mut presets = table(&["name", "what it is", "differences from the first"], to);
    for preset in &info.presets {
        let changed = info.parameters.iter().filter_map(|parameter| {
            let value = preset.value(parameter.name);
            (value != parameter.default).then(|| format!("{}={value}", parameter.name))
        });
        let changed = changed.collect::<Vec<_>>().join(", ");
        presets.add_row([preset.name, preset.summary, &changed]);
    }
    text_of(&presets)
}

fn parameters(info: &RulesetInfo, to: StreamKind) -> String {
    let mut parameters = table(&["parameter", "default", "allowed", "meaning"], to);
    for parameter in &info.parameters {
        parameters.add_row([
            parameter.name,
            &parameter.default,
            &parameter.allowed,
            parameter.summary,
        ]);
    }
    text_of(&parameters)
}
