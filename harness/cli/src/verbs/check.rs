//! `stoker check`: finds out whether a bot can be submitted.

mod show;

use std::sync::Arc;

use anyhow::{Context as _, bail, ensure};
use stoker_bots::{PlacedGame, Ruleset, TrialPosition, remedy};
use stoker_engine::{Game, Turn};
use stoker_external::Conditions;
use stoker_external::spec::Spec;
use stoker_research::check::{BotTrial, CheckError, CheckRequest, check, check_position};
use stoker_tournament::entrant::{BotSource, Entrant};
use stoker_tournament::starts::Beginning;

use super::draft::entrant;
use super::external::{conditions, in_force, warn};
use super::position::{placed, ruleset_of};
use super::setup::{RulesWanted, configure};
use crate::arguments::check::CheckArgs;
use crate::arguments::config::LeagueConfig;
use crate::registry::Registry;
use crate::terminal::interrupt::stop_flag;
use crate::terminal::io::{CommandExit, Io, StreamKind, print_json};
use crate::terminal::show::Output;

/// The verb.
pub(crate) fn check_one(
    registry: &Registry,
    args: &CheckArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let typed = args.rules.named.ruleset.as_deref();
    let ruleset = match &args.position {
        Some(file) => ruleset_of(registry, file, typed)?,
        None => registry.find(typed)?,
    };
    ruleset.check(args, io)
}

/// The verb, once the ruleset is known.
pub(crate) fn check_bot<G: Game>(
    ruleset: &Ruleset<G>,
    args: &CheckArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let (game, position) = game_and_position(ruleset, args)?;
    let conditions = conditions(&LeagueConfig::default().with_external(args.external.clone())?)?;
    let mut entrant = entrant(ruleset, &game, &args.entrant.parse()?, &conditions)?;
    if let Some(side) = &args.side {
        choose_side(&*game, &mut entrant, side)?;
    }
    let asked = position.as_ref().and_then(|position| side_asked(&*game, &position.state));
    let kinds = game.sides().kinds().filter(|kind| entrant.enters(kind));
    let kinds: Vec<_> = kinds.filter(|kind| asked.is_none_or(|asked| asked == *kind)).collect();
    ensure!(!kinds.is_empty(), "`{}` {}", args.entrant, plays_nothing::<G>(asked));
    if matches!(entrant.source, BotSource::External(_)) {
        warn(&conditions.sandbox_options, io)?;
        in_force(&conditions.sandbox_options)?;
    }
    if io.err_to == StreamKind::Terminal {
        let on = if position.is_some() { "in a position" } else { "on positions and in matches" };
        writeln!(io.err, "checking `{}` {on} ...", entrant.name)?;
    }
    let opponents = opponents(ruleset, &*game, &conditions)?;
    let (limits, stop) = (conditions.limits, stop_flag());
    let starts = Beginning::of(args.starts, game.sides(), [&entrant]).starts;
    let request =
        CheckRequest { game: &game, entrant: &entrant, kinds, opponents, limits, starts, stop };
    let checked = match &position {
        Some(position) => check_position(&request, position),
        None => {
            let positions = ruleset.positions_hook().map(|positions| positions(&game));
            check(&request, &positions.unwrap_or_default())
        }
    };
    let trials = match checked {
        Ok(trials) => trials,
        Err(CheckError::Stopped) => return Ok(CommandExit::Interrupted),
        Err(error) => {
            return Err(error).with_context(|| format!("`{}` cannot be checked", entrant.name));
        }
    };
    match args.json.output() {
        Output::Text => write!(io.out, "{}", show::text(&entrant.name, &trials, io.out_to))?,
        Output::Json => print_json(io.out, &show::json(&entrant.name, &trials))?,
    }
    let failed = trials.iter().any(BotTrial::failed);
    Ok(if failed { CommandExit::Findings } else { CommandExit::Done })
}

/// The rules, and the position to ask the bot in, if one was named.
fn game_and_position<G: Game>(
    ruleset: &Ruleset<G>,
    args: &CheckArgs,
) -> anyhow::Result<(Arc<G>, Option<TrialPosition<G>>)> {
    if let Some(file) = &args.position {
        let PlacedGame { rules, state } = placed(ruleset, file, &args.rules)?;
        let (name, tests) = (file.display().to_string(), "the position that was named".to_owned());
        return Ok((rules, Some(TrialPosition { name, tests, state })));
    }
    let (params, files) = (args.rules.params()?, args.rules.files.files());
    let preset = args.rules.named.preset.as_deref();
    Ok((configure::<G>(RulesWanted { preset, files, params: &params })?.game, None))
}

/// The kind of the side that is asked in a state.
fn side_asked<G: Game>(game: &G, state: &G::State) -> Option<&'static str> {
    match game.turn(state) {
        Turn::ToMove(seat) => Some(game.sides().side(game.sides().side_of(seat)).kind),
        Turn::Over(_) => None,
    }
}

/// The reason why a bot cannot be checked.
fn plays_nothing<G: Game>(asked: Option<&str>) -> String {
    match asked {
        Some(side) => format!("does not play `{side}`, the side that is asked in the position"),
        None => format!("plays no side of ruleset `{}`", G::NAME),
    }
}

/// Restricts an entrant to the kind of the side that has this name.
fn choose_side<G: Game>(game: &G, entrant: &mut Entrant<G>, name: &str) -> anyhow::Result<()> {
    let sides = game.sides().list();
    let Some(side) = sides.iter().find(|side| side.name == name || side.kind == name) else {
        let names = sides.iter().map(|side| side.name);
        bail!("there is no side `{name}`: {}", remedy(name, names));
    };
    ensure!(entrant.enters(side.kind), "`{}` does not play `{name}`", entrant.name);
    entrant.side = Some(side.kind.to_owned());
    Ok(())
}

/// Built-in bots that do not search, the strongest last.
fn opponents<G: Game>(
    ruleset: &Ruleset<G>,
    game: &G,
    conditions: &Conditions,
) -> anyhow::Result<Vec<Entrant<G>>> {
    let quick = ruleset.own_bots().iter().filter(|bot| !bot.searches);
    quick.map(|bot| entrant(ruleset, game, &Spec::of_bot(bot.name), conditions)).collect()
}
