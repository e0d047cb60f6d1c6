//! `stoker check`: finds out whether a bot can be submitted.

mod show;

use anyhow::{Context as _, bail, ensure};
use stoker_bots::{Ruleset, remedy};
use stoker_engine::Game;
use stoker_external::Conditions;
use stoker_external::spec::Spec;
use stoker_research::check::{CheckError, CheckRequest, Trial, check};
use stoker_tournament::entrant::{BotSource, Entrant};
use stoker_tournament::starts::Beginning;

use super::draft::entrant;
use super::external::{conditions, in_force, warn};
use super::setup::{RulesWanted, configure};
use crate::arguments::check::CheckArgs;
use crate::terminal::interrupt::stop_flag;
use crate::terminal::io::{Exit, Io, Reader, print_json};
use crate::terminal::show::Output;

pub(crate) fn check_bot<G: Game>(
    ruleset: &Ruleset<G>,
    args: &CheckArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<Exit> {
    let (params, files) = (args.rules.params()?, args.rules.files.files());
    let preset = args.rules.preset.as_deref();
    let game = configure::<G>(RulesWanted { preset, files, params: &params })?.game;
    let conditions = conditions(&args.external.clone().into_league()?)?;
    let mut entrant = entrant(ruleset, &game, &args.entrant.parse()?, &conditions)?;
    if let Some(side) = &args.side {
        choose_side(&*game, &mut entrant, side)?;
    }
    let kinds: Vec<_> = game.sides().kinds().filter(|kind| entrant.enters(kind)).collect();
    ensure!(!kinds.is_empty(), "`{}` plays no side of ruleset `{}`", args.entrant, G::NAME);
    if matches!(entrant.source, BotSource::External(_)) {
        warn(&conditions.sandbox_options, io)?;
        in_force(&conditions.sandbox_options)?;
    }
    if io.err_to == Reader::Terminal {
        writeln!(io.err, "checking `{}` on positions and in matches ...", entrant.name)?;
    }
    let opponents = opponents(ruleset, &*game, &conditions)?;
    let (limits, stop) = (conditions.limits, stop_flag());
    let starts = Beginning::of(args.starts, game.sides(), [&entrant]).starts;
    let request =
        CheckRequest { game: &game, entrant: &entrant, kinds, opponents, limits, starts, stop };
    let positions = ruleset.positions_hook().map(|positions| positions(&game));
    let trials = match check(&request, &positions.unwrap_or_default()) {
        Ok(trials) => trials,
        Err(CheckError::Stopped) => return Ok(Exit::Interrupted),
        Err(error) => {
            return Err(error).with_context(|| format!("`{}` cannot be checked", entrant.name));
        }
    };
    match args.json.output() {
        Output::Text => write!(io.out, "{}", show::text(&entrant.name, &trials, io.out_to))?,
        Output::Json => print_json(io.out, &show::json(&entrant.name, &trials))?,
    }
    let failed = trials.iter().any(Trial::failed);
    Ok(if failed { Exit::Findings } else { Exit::Done })
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
