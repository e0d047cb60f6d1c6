//! `stoker bots`: lists the bots with their parameters.

use serde_json::{Map, to_value};

use crate::arguments::bots::BotsArgs;
use crate::registry::info::{BotInfo, RulesetInfo};
use crate::registry::{AnyRuleset, Registry};
use crate::terminal::io::{CommandExit, Io, StreamKind, print_json};
use crate::terminal::show::{Output, align_right, table, text_of};

pub(crate) fn bots(
    registry: &Registry,
    args: &BotsArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let chosen: Vec<&dyn AnyRuleset> = match &args.ruleset {
        Some(name) => vec![registry.find(Some(name))?],
        None => registry.rulesets().collect(),
    };
    let infos = chosen.into_iter().map(AnyRuleset::info).collect::<anyhow::Result<Vec<_>>>()?;
    if args.field {
        return field(&infos, args.json.output(), io);
    }
    if args.json.output() == Output::Json {
        let entries = infos.iter().map(|info| Ok((info.name.to_owned(), to_value(&info.bots)?)));
        print_json(io.out, &entries.collect::<Result<Map<_, _>, serde_json::Error>>()?.into())?;
        return Ok(CommandExit::Done);
    }
    let many = infos.len() > 1;
    for info in &infos {
        if many {
            writeln!(io.out, "ruleset {}\n", info.name)?;
        }
        io.out.write_all(text(&info.bots, io.out_to).as_bytes())?;
    }
    Ok(CommandExit::Done)
}

/// Lists the fields of the rulesets that have one.
fn field(infos: &[RulesetInfo], output: Output, io: &mut Io<'_>) -> anyhow::Result<CommandExit> {
    let with_field = || infos.iter().filter(|info| !info.field.is_empty());
    if output == Output::Json {
        let entries = with_field().map(|info| Ok((info.name.to_owned(), to_value(&info.field)?)));
        print_json(io.out, &entries.collect::<Result<Map<_, _>, serde_json::Error>>()?.into())?;
        return Ok(CommandExit::Done);
    }
    if with_field().next().is_none() {
        writeln!(io.out, "no field")?;
    }
    for info in with_field() {
        let mut overview = table(&["bot", "half", "sides", "what it does"], io.out_to);
        for bot in &info.field {
            overview.add_row([bot.name, bot.half, &bot.sides.join(", "), bot.summary]);
        }
        align_right(&mut overview, &[0, 1, 2, 3]);
        io.out.write_all(text_of(&overview).as_bytes())?;
    }
    Ok(CommandExit::Done)
}

fn text(bots: &[BotInfo], to: StreamKind) -> String {
    let mut overview = table(&["bot", "rung", "sides", "what it does"], to);
    for bot in bots {
        let rung = bot.rung.map_or(String::new(), |rung| rung.to_string());
        overview.add_row([bot.name, &rung, &bot.sides.join(", "), bot.summary]);
    }
    align_right(&mut overview, &[0, 2, 3]);
    let mut text = text_of(&overview);
    for bot in bots.iter().filter(|bot| !bot.params.is_empty()) {
        text += &format!("\nparameters of {}, as in `{}`\n", bot.name, example(bot));
        let mut params = table(&["parameter", "default", "allowed", "what it changes"], to);
        for param in &bot.params {
            params.add_row([param.name, &param.default, &param.allowed, param.summary]);
        }
        align_right(&mut params, &[0, 2, 3]);
        text += &text_of(&params);
    }
    text
}

fn example(bot: &BotInfo) -> String {
    let param = &bot.params[0];
    format!("{}:{}={}", bot.name, param.name, param.default)
}
