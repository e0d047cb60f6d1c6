//! `stoker play`: matches that people play in the browser.

mod kept;

use std::ffi::OsStr;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use stoker_bots::Ruleset;
use stoker_engine::{Game, Seed};
use stoker_play::server::{Server, address};
use stoker_play::session::{Session, viewers_of_people};
use stoker_play::table::{Person, Table};
use stoker_play::token;
use stoker_tournament::entrant::{BotSource, Entrant};
use stoker_tournament::record::Record;
use stoker_tournament::starts::Starts;

use super::external::{conditions, in_force, warn};
use super::play_match::named_seats;
use super::report::show;
use super::setup::{RulesWanted, configure};
use crate::arguments::config::LeagueConfig;
use crate::arguments::play::PlayArgs;
use crate::terminal::interrupt::stop_flag;
use crate::terminal::io::{CommandExit, Io};
use kept::KeptRecords;

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
    let table = Arc::new(seated(&*game, &lineup, args)?);
    let mut kept = args.record.as_deref().map(KeptRecords::open).transpose()?;
    let server = Server::start(SocketAddr::new(args.bind, args.port), Arc::clone(&table))
        .with_context(|| format!("cannot listen on {}, port {}", args.bind, args.port))?;
    let seed = args.seed.map_or_else(|| token::seed().map(Seed), Ok)?;
    tell_addresses(&table, server.address(), args, io)?;
    let session = Session {
        game,
        scenes,
        bots: ruleset.bots().to_vec(),
        yardstick: ruleset.yardstick_hook(),
        lineup,
        person: args.name.clone(),
        starts: args.starts.unwrap_or(Starts::Free),
        policy: args.fault_policy.unwrap_or_default(),
        seed,
        first: kept.as_ref().map_or(0, KeptRecords::len),
        table: Arc::clone(&table),
    };
    let watch = thread::spawn({
        let table = Arc::clone(&table);
        move || close_after_interrupt(&table, stop)
    });
    let mut keep = |record: &Record| keep(&*session.game, record, kept.as_mut(), io);
    let played = session.run(&mut |record| keep(record).map_err(|error| format!("{error:#}")));
    table.close();
    server.join();
    drop(watch.join());
    played?;
    writeln!(io.out, "the session is over")?;
    Ok(CommandExit::Done)
}

/// The table, with a place for every viewer that has no bot.
fn seated<G: Game>(
    game: &G,
    lineup: &[Option<Entrant<G>>],
    args: &PlayArgs,
) -> anyhow::Result<Table> {
    let people = viewers_of_people(game, |side| lineup[side].is_some());
    ensure!(
        !people.is_empty(),
        "bots play all sides: leave one out to play it yourself, or use `stoker match`"
    );
    let person = |(viewer, name): (stoker_engine::Viewer, String)| {
        Ok(Person { viewer: viewer.0, name, token: token::fresh()? })
    };
    let table = Table::new(people.into_iter().map(person).collect::<anyhow::Result<_>>()?);
    Ok(if args.rated { table.rated() } else { table })
}

fn tell_addresses(
    table: &Table,
    server: SocketAddr,
    args: &PlayArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    if !args.bind.is_loopback() {
        writeln!(
            io.err,
            "warning: other machines can reach these pages; nothing is encrypted, and whoever \
             reads an address can play"
        )?;
    }
    for place in table.places() {
        let address = address(server, &place.person.token);
        writeln!(io.out, "{}: {address}", place.person.name)?;
        if args.open {
            show(OsStr::new(&address))?;
        }
    }
    writeln!(io.out, "Ctrl-C ends the session")?;
    io.out.flush()?;
    Ok(())
}

fn close_after_interrupt(table: &Table, stop: &AtomicBool) {
    while !table.is_closed() {
        if stop.load(Ordering::Relaxed) {
            table.close();
        }
        thread::sleep(GLANCE);
    }
}

/// Reports a match that is over, and keeps its record.
fn keep<G: Game>(
    game: &G,
    record: &Record,
    kept: Option<&mut KeptRecords>,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    writeln!(io.out, "match {}, seed {}: {}", record.number, record.seed, record.result(game))?;
    io.out.flush()?;
    kept.map_or(Ok(()), |kept| kept.add(record))
}
