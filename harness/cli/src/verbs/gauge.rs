//! `stoker gauge`: measures how far bots are from perfect play.

pub(super) mod repeat;
mod show;

use std::sync::Arc;

use anyhow::{Context as _, bail, ensure};
use stoker_bots::Ruleset;
use stoker_engine::{Game, SideId};
use stoker_external::Conditions;
use stoker_external::spec::{Spec, What, spell};
use stoker_research::gauge::{BLIND, Gauge, Measurement, OMNISCIENT, Participant, files};
use stoker_tournament::entrant::{BotSource, Entrant, References, Values};
use stoker_tournament::referee::Seer;
use stoker_tournament::run::Progress as _;
use stoker_tournament::starts::{Beginning, Starts};
use stoker_tournament::steady::is_steady;

use super::draft::{MatchGround, entrants_of, ground, quick};
use super::external::{REPEATS, conditions, ready, tell_starts};
use super::report::at_end_of_study;
use crate::VERSION;
use crate::arguments::gauge::{GaugeArgs, GaugeOrder};
use crate::arguments::options::PlanTask;
use crate::registry::Registry;
use crate::terminal::interrupt::stop_flag;
use crate::terminal::io::{CommandExit, Io};
use crate::terminal::matches::MatchMeter;
use crate::terminal::progress::Talk;

/// The default number of matches against each opponent.
const MATCHES: u64 = 100;

/// The verb.
pub(crate) fn gauge(
    registry: &Registry,
    args: GaugeArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let orders = args.run.orders(PlanTask::Play);
    let config = args.play.into_league()?.with_external(args.external)?;
    let (entrants, against) = (args.entrants, args.against);
    let matches = args.matches.unwrap_or(MATCHES);
    ensure!(matches > 0, "0 matches measure nothing: give at least 1");
    let ruleset = registry.find(config.rules.ruleset.as_deref())?;
    ruleset.gauge(&GaugeOrder { entrants, against, matches, config, orders }, io)
}

/// The verb, once the ruleset is known.
pub(crate) fn gauge_entrants<G: Game>(
    ruleset: &Ruleset<G>,
    asked: &GaugeOrder,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let mut conditions = conditions(&asked.config)?;
    let mut gauge = lay_out(ruleset, asked, &conditions)?;
    let talk = asked.orders.talk;
    if gauge.has_programs() {
        let (game, starts) = (&gauge.game, gauge.referee_settings.starts);
        ready_all(game, starts, &mut gauge.players, &mut conditions, talk, io)?;
        let before = std::mem::take(&mut conditions.changeable);
        ready_all(game, starts, &mut gauge.opponents, &mut conditions, talk, io)?;
        conditions.changeable.extend(before);
    }
    check_fit(&gauge)?;
    if talk == Talk::Normal && asked.config.play.starts.is_none() {
        tell_starts(usual(&gauge.game, &gauge.players, &gauge.opponents).because, io.err)?;
    }
    if talk == Talk::Normal && repeats(&gauge, &conditions) {
        writeln!(io.err, "{REPEATS}")?;
    }
    let target = &asked.orders.target;
    let folder = files::folder(&gauge, VERSION, target, None)?;
    let planned = gauge.matches * gauge.players.len() as u64 * gauge.opponents.len() as u64;
    let meter = MatchMeter::new(io, talk, planned);
    let threads = asked.orders.threads;
    let played = gauge.play(threads, stop_flag(), &|done| meter.progress(done, planned));
    meter.finish();
    let found = Measurement::new(&gauge, played?);
    let folder = match found.stopped_after {
        None => Some(folder),
        Some(0) => None,
        seeds => Some(files::folder(&gauge, VERSION, target, seeds)?),
    };
    let path = folder.map(|folder| files::write(folder, &gauge, &found)).transpose()?;
    if let Some(path) = &path {
        at_end_of_study::<G>(path, &asked.orders, io)?;
    }
    show::print(&gauge, &found, path.as_deref(), &asked.orders, io)
}

/// Prepares the players that can need it.
fn ready_all<G: Game>(
    game: &Arc<G>,
    starts: Starts,
    participants: &mut [Participant<G>],
    conditions: &mut Conditions,
    talk: Talk,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    let mut entrants: Vec<_> =
        participants.iter().filter_map(Participant::entrant).cloned().collect();
    ready(game, starts, &mut entrants, conditions, talk, io)?;
    let places = participants.iter_mut().filter_map(Participant::entrant_mut);
    places.zip(entrants).for_each(|(place, entrant)| *place = entrant);
    Ok(())
}

/// True if more matches of the measured bots add nothing.
fn repeats<G: Game>(gauge: &Gauge<G>, conditions: &Conditions) -> bool {
    let game = &gauge.game;
    let is_steady =
        |player: &Participant<G>, kind| is_steady(game, player, kind, &conditions.changeable);
    let measured = game.sides().side(gauge.side).kind;
    gauge.referee_settings.starts == Starts::Free
        && gauge.matches > 1
        && gauge.players[2..].iter().all(|player| is_steady(player, measured))
        && gauge
            .opponents
            .iter()
            .all(|opponent| others(&**game, gauge.side).all(|kind| is_steady(opponent, kind)))
}

/// Resolves the order.
fn lay_out<G: Game>(
    ruleset: &Ruleset<G>,
    asked: &GaugeOrder,
    conditions: &Conditions,
) -> anyhow::Result<Gauge<G>> {
    let MatchGround { game, mut referee_settings, seed } = ground::<G>(&asked.config)?;
    let mut entrants = named(ruleset, &*game, &asked.entrants, conditions)?;
    let references = references(ruleset, &entrants)?;
    let kind = references.omniscient.side;
    if asked.entrants.is_empty() {
        entrants.retain(|entrant| entrant.enters(kind));
    }
    let side = side_of_kind(&*game, kind)?;
    let mut opponents = named(ruleset, &*game, &asked.against, conditions)?;
    if asked.against.is_empty() {
        opponents.retain(|opponent| others(&*game, side).all(|kind| opponent.enters(kind)));
    }
    let players: Vec<_> = ends(references).into_iter().chain(entrants).collect();
    check_names(&players)?;
    check_names(&opponents)?;
    if asked.config.play.starts.is_none() {
        referee_settings.starts = usual(&game, &players, &opponents).starts;
    }
    let matches = asked.matches;
    Ok(Gauge { game, referee_settings, side, players, opponents, seed, first: 0, matches })
}

/// The default start of matches.
fn usual<G: Game>(
    game: &Arc<G>,
    players: &[Participant<G>],
    opponents: &[Participant<G>],
) -> Beginning {
    let all = players.iter().chain(opponents);
    Beginning::of(None, game.sides(), all.filter_map(Participant::entrant))
}

/// The players that were named, or the bots that do not search if none was named.
fn named<G: Game>(
    ruleset: &Ruleset<G>,
    game: &G,
    texts: &[String],
    conditions: &Conditions,
) -> anyhow::Result<Vec<Participant<G>>> {
    let specs = match texts {
        [] => quick(ruleset),
        texts => texts.iter().map(|text| text.parse()).collect::<Result<_, _>>()?,
    };
    let lists = specs.iter().map(|spec| match seer(ruleset, spec)? {
        Some(seer) => Ok(vec![Participant::Seer(seer)]),
        None => {
            Ok(entrants_of(ruleset, game, spec, conditions)?.into_iter().map(Into::into).collect())
        }
    });
    Ok(lists.collect::<anyhow::Result<Vec<_>>>()?.into_iter().flatten().collect())
}

/// The player that a spec names, if it is one that is told the hidden state.
fn seer<G: Game>(ruleset: &Ruleset<G>, spec: &Spec) -> anyhow::Result<Option<Seer<G>>> {
    let Spec { side, name, what: What::Builtin { bot, params } } = spec else { return Ok(None) };
    let mut seers = ruleset.references_hook().iter().map(|references| references.omniscient);
    let Some(entry) = seers.find(|entry| entry.name == bot) else { return Ok(None) };
    let values = Values::parse(params, entry.params).with_context(|| format!("bot `{bot}`"))?;
    let spec = spell(bot, &values);
    let name = name.clone().unwrap_or_else(|| spec.clone());
    Ok(Some(Seer { name, spec, side: side.clone(), entry, values }))
}

/// The references of the side that these entrants play.
fn references<G: Game>(
    ruleset: &Ruleset<G>,
    entrants: &[Participant<G>],
) -> anyhow::Result<References<G>> {
    let all = ruleset.references_hook();
    let plays = |references: &&References<G>| {
        entrants.iter().any(|entrant| entrant.enters(references.omniscient.side))
    };
    let Some(found) = all.iter().find(plays) else {
        let sides: Vec<_> = all.iter().map(|references| references.omniscient.side).collect();
        match &sides[..] {
            [] => bail!("ruleset `{}` has no references to measure bots by", G::NAME),
            sides => bail!("only {} can be measured: name such a bot", sides.join(" and ")),
        }
    };
    Ok(*found)
}

/// The two ends of the scale, in the order of [`BLIND`] and [`OMNISCIENT`].
fn ends<G: Game>(references: References<G>) -> [Participant<G>; 2] {
    let References { blind, omniscient: entry } = references;
    let low = Entrant {
        name: blind.name.to_owned(),
        spec: blind.name.to_owned(),
        side: None,
        source: BotSource::Builtin(blind, Values::defaults(blind.params)),
        unfit: vec![],
    };
    let (name, spec) = (entry.name.to_owned(), entry.name.to_owned());
    let top = Seer { name, spec, side: None, entry, values: Values::defaults(entry.params) };
    [Participant::Entrant(low), Participant::Seer(top)]
}

fn side_of_kind<G: Game>(game: &G, kind: &str) -> anyhow::Result<SideId> {
    let side = game.sides().iter().find(|(_, side)| side.kind == kind);
    let (id, _) = side.with_context(|| format!("there is no side `{kind}` in this game"))?;
    Ok(id)
}

/// The kinds of the sides that opponents play.
fn others<G: Game>(game: &G, measured: SideId) -> impl Iterator<Item = &'static str> {
    game.sides().iter().filter(move |&(id, _)| id != measured).map(|(_, side)| side.kind)
}

fn check_names<G: Game>(players: &[Participant<G>]) -> anyhow::Result<()> {
    for (number, player) in players.iter().enumerate() {
        let (name, spec) = (player.name(), player.spec());
        let twin = players[..number].iter().any(|other| other.name() == name);
        ensure!(!twin, "two entrants are called `{name}`: give one another name, as in x@{spec}");
    }
    Ok(())
}

/// Checks that everyone can play.
fn check_fit<G: Game>(gauge: &Gauge<G>) -> anyhow::Result<()> {
    let kind = gauge.game.sides().side(gauge.side).kind;
    let measured = gauge.players.iter().map(|player| (player, kind));
    let others = gauge
        .opponents
        .iter()
        .flat_map(|opponent| others(&*gauge.game, gauge.side).map(move |kind| (opponent, kind)));
    for (player, kind) in measured.chain(others) {
        if let Some(unfit) = player.unfit_for(kind) {
            bail!("`{}` cannot play `{kind}`: {}", player.name(), unfit.status);
        }
        ensure!(player.enters(kind), "`{}` cannot play `{kind}`: leave it out", player.name());
    }
    ensure!(!gauge.opponents.is_empty(), "there is no opponent: name one with --against");
    Ok(())
}
