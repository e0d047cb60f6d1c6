//! `stoker play`: matches that people play in the browser.

mod analysis;
mod kept;
pub(crate) mod league;
mod people;
mod served;

use std::sync::Arc;

use anyhow::ensure;
use stoker_bots::Ruleset;
use stoker_engine::{Game, Seed, Viewer};
use stoker_play::session::{Kept, SameLineup, SidePlayer, viewers_of_people};
use stoker_play::table::{GameTable, Person};
use stoker_play::token;
use stoker_tournament::entrant::BotSource;
use stoker_tournament::record::Record;
use stoker_tournament::starts::Starts;

use super::external::{conditions, in_force, warn};
use super::play_match::named_seats;
use super::setup::{RulesWanted, configure};
use crate::arguments::config::LeagueConfig;
use crate::arguments::play::PlayArgs;
use crate::registry::Registry;
use crate::terminal::interrupt::stop_flag;
use crate::terminal::io::{CommandExit, Io};
use kept::KeptRecords;
use people::{players, with_hint};
use served::{ServedSession, TableSettings};

/// The verb.
pub(crate) fn play(
    registry: &Registry,
    args: &PlayArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let Some(path) = &args.league else {
        return registry.find(args.rules.named.ruleset.as_deref())?.play(args, io);
    };
    let begun = league::begun(path)?;
    let ruleset = match &begun {
        Some((_, manifest)) => Some(&manifest.tournament.ruleset),
        None => args.rules.named.ruleset.as_ref(),
    };
    registry.find(ruleset.map(String::as_str))?.play_league(begun, args, io)
}

/// Matches of one lineup, until the session ends.
pub(crate) fn play_matches<G: Game>(
    ruleset: &Ruleset<G>,
    args: &PlayArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    // From here on Ctrl-C ends the session, however early it comes.
    stop_flag();
    let (params, files) = (args.rules.params()?, args.rules.files.files());
    let preset = args.rules.named.preset.as_deref();
    let game = configure::<G>(RulesWanted { preset, files, params: &params })?.game;
    let conditions = conditions(&LeagueConfig::default().with_external(args.external.clone())?)?;
    let lineup = named_seats(ruleset, &*game, &args.lineup, &conditions).map_err(|error| {
        with_hint(error, |name| {
            format!("a person plays a side that is not named, and is named with --name {name}")
        })
    })?;
    if lineup.iter().flatten().any(|entrant| matches!(entrant.source, BotSource::External(_))) {
        warn(&conditions.sandbox_options, io)?;
        in_force(&conditions.sandbox_options)?;
    }
    let lineup = players(&*game, lineup, &args.name)?;
    let people = viewers_of_people(&*game, |side| matches!(lineup[side], SidePlayer::Bot(_)));
    ensure!(
        !people.is_empty(),
        "bots play all sides: leave one out to play it yourself, or use `stoker match`"
    );
    let viewers = people.iter().map(|(viewer, _)| viewer.0).collect();
    let table = table(people)?;
    let table = Arc::new(if args.rated { table.rated() } else { table });
    let mut kept = args.record.as_deref().map(KeptRecords::open).transpose()?;
    let settings = TableSettings {
        starts: args.starts.unwrap_or(Starts::Free),
        policy: args.fault_policy.unwrap_or_default(),
    };
    let seed = Some(args.seed.map_or_else(|| token::seed().map(Seed), Ok)?);
    let session = ServedSession::begin(ruleset, &game, settings, table, &args.pages, io)?;
    let number = kept.as_ref().map_or(0, KeptRecords::next);
    let keep = |record: &Record| keep(&*game, record, kept.as_mut(), io);
    let played = session.play(&mut SameLineup { lineup, viewers, number, seed, keep });
    kept.map_or(Ok(()), |mut kept| kept.store())?;
    played?;
    writeln!(io.out, "the session is over")?;
    Ok(CommandExit::Done)
}

/// A table for these people: the viewer that each plays first, and the name at the address.
fn table(people: Vec<(Viewer, String)>) -> anyhow::Result<GameTable> {
    let person = |(viewer, name): (Viewer, String)| {
        Ok(Person { viewer: viewer.0, name, token: token::fresh()? })
    };
    Ok(GameTable::new(people.into_iter().map(person).collect::<anyhow::Result<_>>()?))
}

/// Stores the record of a match that is over, and then reports the match. Neither ends the session:
/// people play on.
fn keep<G: Game>(
    game: &G,
    record: &Record,
    kept: Option<&mut KeptRecords>,
    io: &mut Io<'_>,
) -> Kept {
    let stored = kept.map(|kept| kept.add(record));
    tell_match(game, record, io);
    match stored {
        None => Kept::Unasked,
        Some(Ok(())) => Kept::Stored,
        Some(Err(error)) => {
            drop(writeln!(io.err, "warning: {error:#}"));
            Kept::Lost
        }
    }
}

/// Reports a match that is over.
fn tell_match<G: Game>(game: &G, record: &Record, io: &mut Io<'_>) {
    let told =
        writeln!(io.out, "match {}, seed {}: {}", record.number, record.seed, record.result(game));
    // Whoever does not read what is printed can still play.
    drop(told.and_then(|()| io.out.flush()));
}
