//! An entrant's program, for any number of matches.

use std::sync::Arc;
use std::time::Duration;

use stoker_bots::PlaysForm;
use stoker_bots::words::PLAYS_PROTOCOL;
use stoker_engine::{Game, Seat};
use stoker_sandbox::Turns;

use crate::contract::{ExternalBot, Remote, Seating};
use crate::process::heartbeat::Heartbeat;
use crate::process::log::ProgramLog;
use crate::process::session::{Chair, SandboxSession};
use crate::protocol::host::Host;
use crate::protocol::lines::LinesProgram;
use crate::protocol::plays::PlaysProgram;
use crate::runnable::Served;
use crate::spec::Protocol;
use crate::{Limits, Runnable, SandboxOptions};

/// An entrant's program.
pub struct Program<G: Game> {
    name: Arc<str>,
    runnable: Arc<Runnable>,
    speaks: Speaks<G>,
    sandbox_options: Arc<SandboxOptions>,
}

/// A protocol, with the ruleset's notation for it.
enum Speaks<G: Game> {
    Plays(PlaysForm<G>),
    Lines(Option<PlaysForm<G>>),
}

/// The reason why a program cannot play.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProgramError {
    /// The program's protocol needs a process for every turn, and the ruleset has no notation of
    /// past plays.
    #[error(
        "`{name}` speaks `{PLAYS_PROTOCOL}`, but ruleset `{ruleset}` has no past plays: speak `lines`"
    )]
    NoPlaysForm {
        /// The entrant.
        name: String,
        /// The ruleset.
        ruleset: &'static str,
    },
}

impl<G: Game> Program<G> {
    /// An entrant's program. `plays_form` is the ruleset's, if it has one.
    ///
    /// # Errors
    /// [`ProgramError::NoPlaysForm`] if the ruleset does not support the program's protocol.
    pub fn new(
        name: &str,
        runnable: Runnable,
        plays_form: Option<PlaysForm<G>>,
        sandbox_options: Arc<SandboxOptions>,
    ) -> Result<Self, ProgramError> {
        let speaks = match (runnable.protocol, plays_form) {
            (Protocol::Lines, plays) => Speaks::Lines(plays),
            (Protocol::Plays, Some(plays)) => Speaks::Plays(plays),
            (Protocol::Plays, None) => {
                let name = name.to_owned();
                return Err(ProgramError::NoPlaysForm { name, ruleset: G::NAME });
            }
        };
        Heartbeat::of_this_process();
        Ok(Self { name: name.into(), runnable: Arc::new(runnable), speaks, sandbox_options })
    }

    fn host(&self, seating: &Seating<'_, G>) -> Host<G> {
        let sides = seating.game.sides();
        let kind = sides.side(seating.side).kind;
        let words = self.runnable.commands.of(kind).unwrap_or_default();
        let viewers = sides.viewers();
        let viewer = viewers.iter().position(|viewer| viewer.seats == seating.seats);
        // Every viewer at every referee's table has its own slot.
        let slot = seating.slot as usize * viewers.len() + viewer.unwrap_or_default();
        let limits = self.runnable.limits;
        let served = (&self.speaks, self.runnable.served.get(kind));
        let turns = match served {
            (Speaks::Plays(_), Some(Served::Warm)) => self.sandbox_options.turns,
            _ => Turns::Process,
        };
        let (plays, decisions) = match &self.speaks {
            Speaks::Plays(plays) => (Some(*plays), 1),
            Speaks::Lines(plays) => (*plays, seating.game.max_decisions()),
        };
        let lifetime = limits.cpu().saturating_mul(decisions.saturating_add(1));
        let lifetime = lifetime.saturating_add(Duration::from_secs(1));
        Host {
            game: Arc::clone(seating.game),
            name: Arc::clone(&self.name),
            plays,
            codes: self.runnable.codes,
            limits,
            protocol: self.runnable.protocol,
            session: SandboxSession::new(
                &self.sandbox_options,
                &self.runnable,
                words,
                Chair {
                    slot: narrow(slot),
                    seat: Seat(seating.seats.start),
                    waiting: seating.waiting,
                },
                turns,
                lifetime,
            ),
            log: ProgramLog::new(seating.notes),
            passed: None,
        }
    }
}

fn narrow(slot: usize) -> u32 {
    u32::try_from(slot).unwrap_or(u32::MAX)
}

impl<G: Game> ExternalBot<G> for Program<G> {
    fn plays(&self, kind: &str) -> bool {
        self.runnable.commands.of(kind).is_some()
    }

    fn hash(&self) -> &str {
        &self.runnable.hash
    }

    fn protocol(&self) -> Option<Protocol> {
        Some(self.runnable.protocol)
    }

    fn limits(&self) -> Option<Limits> {
        Some(self.runnable.limits)
    }

    fn seat(&self, seating: &Seating<'_, G>) -> Box<dyn Remote<G>> {
        let host = self.host(seating);
        match &self.speaks {
            Speaks::Plays(plays) => Box::new(PlaysProgram::new(host, *plays)),
            Speaks::Lines(_) => Box::new(LinesProgram::new(host, seating)),
        }
    }
}
