//! `stoker play`: matches that people play in the browser.

mod analysis;
mod kept;
mod people;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use stoker_bots::Ruleset;
use stoker_engine::{Game, Seed};
use stoker_play::server::address;
use stoker_play::session::{Kept, Session, SidePlayer, viewers_of_people};
use stoker_play::table::{GameTable, Person};
use stoker_play::token;
use stoker_tournament::entrant::BotSource;
use stoker_tournament::record::Record;
use stoker_tournament::starts::Starts;

use super::external::{conditions, in_force, warn};
use super::pages::{open_page, serve, warn_of_reach};
use super::play_match::named_seats;
use super::setup::{RulesWanted, configure};
use crate::arguments::config::LeagueConfig;
use crate::arguments::play::PlayArgs;
use crate::terminal::interrupt::stop_flag;
use crate::terminal::io::{CommandExit, Io};
use kept::KeptRecords;
use people::players;

/// The time between two looks at the flag that Ctrl-C sets.
const GLANCE: Duration = Duration::from_millis(100);

pub(crate) fn play<G: Game>(
    ruleset: &Ruleset<G>,
    args: &PlayArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    // From here on Ctrl-C ends the session, however early it comes.
    let stop = stop_flag();
    let (params, files) = (args.rules.params()?, args.rules.files.files());
    let preset = args.rules.named.preset.as_deref();
    let game = configure::<G>(RulesWanted { preset, files, params: &params })?.game;
    let none = || format!("ruleset `{}` has no scenes, so there is nothing to draw", G::NAME);
    let scenes = ruleset.scenes_hook().with_context(none)?;
    let conditions = conditions(&LeagueConfig::default().with_external(args.external.clone())?)?;
    let lineup = named_seats(ruleset, &*game, &args.lineup, &conditions)?;
    if lineup.iter().flatten().any(|entrant| matches!(entrant.source, BotSource::External(_))) {
        warn(&conditions.sandbox_options, io)?;
        in_force(&conditions.sandbox_options)?;
    }
    let lineup = players(&*game, lineup, &args.name)?;
    let table = Arc::new(seated(&*game, &lineup, args)?);
    let mut kept = args.record.as_deref().map(KeptRecords::open).transpose()?;
    let server = serve(&args.pages, Arc::clone(&table))?;
    let seed = args.seed.map_or_else(|| token::seed().map(Seed), Ok)?;
    tell_addresses(&table, server.address(), args, io)?;
    let session = Session {
        scenes,
        bots: ruleset.bots().to_vec(),
        yardstick: ruleset.yardstick_hook(),
        analyse: analysis::of(ruleset, &game),
        game,
        lineup,
        starts: args.starts.unwrap_or(Starts::Free),
        policy: args.fault_policy.unwrap_or_default(),
        seed,
        first: kept.as_ref().map_or(0, KeptRecords::next),
        table: Arc::clone(&table),
    };
    let watch = thread::spawn({
        let table = Arc::clone(&table);
        move || close_after_interrupt(&table, stop)
    });
    let played =
        session.play_matches(&mut |record| keep(&*session.game, record, kept.as_mut(), io));
    table.close();
    server.join();
    drop(watch.join());
    kept.map_or(Ok(()), |mut kept| kept.store())?;
    played?;
    writeln!(io.out, "the session is over")?;
    Ok(CommandExit::Done)
}

/// The table, with a place for every viewer that has no bot.
fn seated<G: Game>(
    game: &G,
    lineup: &[SidePlayer<G>],
    args: &PlayArgs,
) -> anyhow::Result<GameTable> {
    let people = viewers_of_people(game, |side| matches!(lineup[side], SidePlayer::Bot(_)));
    ensure!(
        !people.is_empty(),
        "bots play all sides: leave one out to play it yourself, or use `stoker match`"
    );
    let person = |(viewer, name): (stoker_engine::Viewer, String)| {
        Ok(Person { viewer: viewer.0, name, token: token::fresh()? })
    };
    let table = GameTable::new(people.into_iter().map(person).collect::<anyhow::Result<_>>()?);
    Ok(if args.rated { table.rated() } else { table })
}

fn tell_addresses(
    table: &GameTable,
    server: SocketAddr,
    args: &PlayArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    warn_of_reach(&args.pages, "play", io.err)?;
    for place in table.places() {
        let address = address(server, &place.person.token);
        writeln!(io.out, "{}: {address}", place.person.name)?;
        open_page(&args.pages, &address, io.err)?;
    }
    writeln!(io.out, "Ctrl-C ends the session")?;
    io.out.flush()?;
    Ok(())
}

fn close_after_interrupt(table: &GameTable, stop: &AtomicBool) {
    while !table.is_closed() {
        if stop.load(Ordering::Relaxed) {
            table.close();
        }
        thread::sleep(GLANCE);
    }
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
    let told =
        writeln!(io.out, "match {}, seed {}: {}", record.number, record.seed, record.result(game));
    // Whoever does not read what is printed can still play.
    drop(told.and_then(|()| io.out.flush()));
    match stored {
        None => Kept::Unasked,
        Some(Ok(())) => Kept::Stored,
        Some(Err(error)) => {
            drop(writeln!(io.err, "warning: {error:#}"));
            Kept::Lost
        }
    }
}
