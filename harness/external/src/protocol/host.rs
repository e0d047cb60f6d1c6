//! The part of playing with a program that all protocols share.

use std::sync::Arc;

use stoker_bots::{Codes, PlaysForm};
use stoker_engine::{Choice, Game, Message, Seat};
use stoker_sandbox::Input;

use super::reply;
use crate::Limits;
use crate::contract::{Exchange, Slip, Trouble};
use crate::fault::{FaultKind, reason};
use crate::process::exchange::{OutputScan, ProgramProcess};
use crate::process::log::ProgramLog;
use crate::process::session::SandboxSession;
use crate::process::watch::{AnswerLimits, Pause, WaitEnd};
use crate::spec::Protocol;
use crate::verdict::Silence;

/// One side's program in one match.
pub(crate) struct Host<G: Game> {
    pub(crate) game: Arc<G>,
    /// The entrant's name, for errors that are not its own.
    pub(crate) name: Arc<str>,
    pub(crate) plays: Option<PlaysForm<G>>,
    pub(crate) codes: Codes,
    pub(crate) limits: Limits,
    pub(crate) protocol: Protocol,
    pub(crate) session: SandboxSession,
    pub(crate) log: ProgramLog,
    /// The exchange with the last process, if that process has ended.
    pub(crate) passed: Option<Exchange>,
}

impl<G: Game> Host<G> {
    /// Starts the program.
    pub(crate) fn start(&mut self) -> Result<ProgramProcess, Trouble> {
        self.log.begin();
        self.passed = None;
        self.session.start(Input::Later).map(ProgramProcess::new)
    }

    /// Starts the program with its whole input.
    pub(crate) fn start_with(&mut self, input: Vec<u8>) -> Result<ProgramProcess, Trouble> {
        self.log.begin();
        self.passed = None;
        let running = self.session.start(Input::Whole(&input))?;
        let exit = self.session.exit()?;
        Ok(ProgramProcess::given(running, input, exit))
    }

    /// Waits for its answer.
    pub(crate) fn wait(
        &mut self,
        process: &mut ProgramProcess,
        bounds: &AnswerLimits,
        done: impl FnMut(&mut Vec<u8>) -> OutputScan,
    ) -> Result<Pause, Trouble> {
        process.wait(&mut self.session, &mut self.log, bounds, done)
    }

    /// Ends the program, unless it has ended by itself.
    pub(crate) fn end(
        &mut self,
        process: &mut ProgramProcess,
        bounds: &AnswerLimits,
    ) -> Result<(), Trouble> {
        let ended = process.end(&mut self.session, &mut self.log, bounds);
        self.passed = Some(process.exchange_log.exchange(self.protocol, process.exit.as_ref()));
        ended
    }

    /// Records the last process's violation of the protocol, for the explanation of its fault.
    pub(crate) fn slipped(&mut self, slip: Slip) {
        if let Some(passed) = &mut self.passed {
            passed.slip = Some(slip);
        }
    }

    /// Reads a program's choice.
    pub(crate) fn choice(
        &self,
        seat: Seat,
        mv: &str,
        message: &str,
    ) -> Result<Choice<G::Move>, Trouble> {
        let read = match &self.plays {
            Some(plays) => (plays.read_move)(&self.game, seat, mv, self.codes),
            None => self.game.parse_move(seat, mv),
        };
        match read {
            Ok(mv) => Ok(Choice { mv, message: Message::new(message) }),
            Err(error) => Err(Trouble::Fault(FaultKind::GarbledReply, reason(&error.to_string()))),
        }
    }

    /// The trouble of a program that others kept from answering in time, if that was so.
    fn disturbance(&self, pause: &Pause) -> Option<Trouble> {
        let Pause { strain, bounds, .. } = pause;
        if let Some(excuse) = strain.excuse(bounds.wall) {
            let name = &self.name;
            return Some(Trouble::Void(format!("`{name}` ran out of time while {excuse}")));
        }
        let (by, used) = strain.starved_by()?;
        let (used, watched) = (used.as_millis(), strain.watched.as_millis());
        let reason = format!(
            "it used {used} of {watched} ms of the processor while another side was to move"
        );
        Some(Trouble::Starved { by, reason })
    }

    /// The trouble of a program that gave no reply and has ended. `noise` describes its other
    /// output.
    pub(crate) fn silence(
        &mut self,
        process: &ProgramProcess,
        pause: Pause,
        noise: Option<&str>,
    ) -> Trouble {
        let exit = process.exit.as_ref();
        let reached_a_limit = exit.is_some_and(|exit| exit.hit.is_some());
        if pause.stop == WaitEnd::Wall
            && !reached_a_limit
            && let Some(trouble) = self.disturbance(&pause)
        {
            return trouble;
        }
        let (complaint, limits) = (self.log.tail(), &self.limits);
        let nothing = match self.protocol {
            Protocol::Plays => reply::nothing(&process.output),
            Protocol::Lines => None,
        };
        let silence = Silence { stop: pause.stop, exit, noise, nothing, complaint, limits };
        let ((kind, reason), ended) = (silence.fault(), silence.ended_so());
        if let Some(passed) = &mut self.passed {
            passed.ended = ended;
        }
        Trouble::Fault(kind, reason)
    }
}
