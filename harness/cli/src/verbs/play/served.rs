//! A session with its pages, from the first address to the end.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use stoker_bots::Ruleset;
use stoker_engine::Game;
use stoker_external::fault::FaultPolicy;
use stoker_play::server::{Server, address};
use stoker_play::session::{Matches, Session, SessionError};
use stoker_play::table::GameTable;
use stoker_tournament::starts::Starts;

use super::analysis;
use crate::arguments::pages::PagesArgs;
use crate::terminal::interrupt::stop_flag;
use crate::terminal::io::Io;
use crate::verbs::pages::{open_page, serve, warn_of_reach};

/// The time between two looks at the flag that Ctrl-C sets.
const GLANCE: Duration = Duration::from_millis(100);

/// The settings of all matches at a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableSettings {
    pub(super) starts: Starts,
    pub(super) policy: FaultPolicy,
}

/// A session whose pages are served.
pub(super) struct ServedSession<G: Game> {
    session: Session<G>,
    server: Server,
}

impl<G: Game> ServedSession<G> {
    /// Starts the server, and tells the addresses.
    ///
    /// # Errors
    /// If the ruleset cannot be drawn, or nothing can be served.
    pub(super) fn begin(
        ruleset: &Ruleset<G>,
        game: &Arc<G>,
        settings: TableSettings,
        table: Arc<GameTable>,
        pages: &PagesArgs,
        io: &mut Io<'_>,
    ) -> anyhow::Result<Self> {
        let none = || format!("ruleset `{}` has no scenes, so there is nothing to draw", G::NAME);
        let scenes = ruleset.scenes_hook().with_context(none)?;
        let server = serve(pages, Arc::clone(&table))?;
        tell_addresses(&table, server.address(), pages, io)?;
        let session = Session {
            scenes,
            bots: ruleset.bots().to_vec(),
            yardstick: ruleset.yardstick_hook(),
            analyse: analysis::of(ruleset, game),
            game: Arc::clone(game),
            starts: settings.starts,
            policy: settings.policy,
            table,
        };
        Ok(Self { session, server })
    }

    /// Plays these matches until Ctrl-C.
    ///
    /// # Errors
    /// If a match cannot be played.
    pub(super) fn play(self, matches: &mut dyn Matches<G>) -> Result<(), SessionError> {
        let Self { session, server } = self;
        let table = Arc::clone(&session.table);
        let watch = thread::spawn({
            let table = Arc::clone(&table);
            move || close_after_interrupt(&table, stop_flag())
        });
        let played = session.play_matches(matches);
        table.close();
        server.join();
        drop(watch.join());
        played
    }
}

fn tell_addresses(
    table: &GameTable,
    server: SocketAddr,
    pages: &PagesArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    warn_of_reach(pages, "play", io.err)?;
    for place in table.places() {
        let address = address(server, &place.person.token);
        writeln!(io.out, "{}: {address}", place.person.name)?;
        open_page(pages, &address, io.err)?;
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
