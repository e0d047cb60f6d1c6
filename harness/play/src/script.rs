//! The beginning of a match that is played again after moves were taken back.
//!
//! Bots of this program are asked again: they answer as before, because their generators begin
//! anew. People are not asked again, and neither are programs, which need not answer as before. A
//! program is started at its first new decision and told the whole state, as after a crash. Its
//! faults are charged again, so that the record of the final line has them.

use std::ops::Range;
use std::sync::Arc;

use stoker_engine::{Choice, Ending, Game, Message, Seat, Seed, SideId};
use stoker_external::Limits;
use stoker_external::contract::waiting::Waiting;
use stoker_external::contract::{
    Elapsed, Exchange, ExternalBot, Notes, Remote, Seating, TimedAnswer, Trouble,
};
use stoker_external::spec::Protocol;

use crate::table::{GameTable, PastDecision, PastFault};

/// The decisions that are made again, by turn, with the faults at them.
#[derive(Debug, Default)]
pub(crate) struct Script(Vec<PastDecision>);

impl Script {
    pub(crate) fn new(line: Vec<PastDecision>) -> Self {
        Self(line)
    }

    /// The choice at this turn, if there was one.
    pub(crate) fn choice<G: Game>(
        &self,
        game: &G,
        seat: Seat,
        turn: u32,
    ) -> Option<Choice<G::Move>> {
        let past = self.decision(turn)?;
        let mv = game.parse_move(seat, &past.mv).ok()?;
        Some(Choice { mv, message: Message::new(&past.message) })
    }

    /// The decision at this turn.
    pub(crate) fn decision(&self, turn: u32) -> Option<&PastDecision> {
        self.0.get(turn as usize)
    }

    /// The number of decisions.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The fault of these seats up to a turn that has this number among theirs.
    fn fault(&self, seats: &Range<u8>, number: usize, turn: u32) -> Option<&PastFault> {
        let up_to_now = self.0.iter().take(turn as usize + 1);
        let faults = up_to_now.flat_map(|decision| &decision.faults);
        faults.filter(|fault| seats.contains(&fault.seat)).nth(number)
    }
}

/// A program that is not asked again for decisions of the script.
pub(crate) struct LateProgram<G: Game> {
    pub(crate) program: Arc<dyn ExternalBot<G>>,
    pub(crate) table: Arc<GameTable>,
    pub(crate) script: Arc<Script>,
}

/// A program in a match, started when it is first asked for a new decision.
struct SeatedLate<G: Game> {
    program: Arc<dyn ExternalBot<G>>,
    table: Arc<GameTable>,
    script: Arc<Script>,
    game: Arc<G>,
    side: SideId,
    seats: Range<u8>,
    seed: Seed,
    slot: u32,
    waiting: Waiting,
    notes: Notes,
    /// The number of its faults in the script that were charged again.
    charged: usize,
    started: Option<Box<dyn Remote<G>>>,
}

impl<G: Game> ExternalBot<G> for LateProgram<G> {
    fn plays(&self, kind: &str) -> bool {
        self.program.plays(kind)
    }

    fn hash(&self) -> &str {
        self.program.hash()
    }

    fn is_program(&self) -> bool {
        self.program.is_program()
    }

    fn protocol(&self) -> Option<Protocol> {
        self.program.protocol()
    }

    fn limits(&self) -> Option<Limits> {
        self.program.limits()
    }

    fn seat(&self, seating: &Seating<'_, G>) -> Box<dyn Remote<G>> {
        let started = (self.script.len() == 0).then(|| self.program.seat(seating));
        Box::new(SeatedLate {
            program: Arc::clone(&self.program),
            table: Arc::clone(&self.table),
            script: Arc::clone(&self.script),
            game: Arc::clone(seating.game),
            side: seating.side,
            seats: seating.seats.clone(),
            seed: seating.seed,
            slot: seating.slot,
            waiting: seating.waiting.clone(),
            notes: seating.notes,
            charged: 0,
            started,
        })
    }
}

impl<G: Game> Remote<G> for SeatedLate<G> {
    fn tell(&mut self, event: &G::Event) {
        if let Some(program) = &mut self.started {
            program.tell(event);
        }
    }

    fn choose(&mut self, seat: Seat, view: &G::View) -> TimedAnswer<G::Move> {
        let turn = self.table.turn();
        if let Some(fault) = self.script.fault(&self.seats, self.charged, turn) {
            self.charged += 1;
            let trouble = Trouble::Fault(fault.kind, fault.reason.clone());
            return TimedAnswer { result: Err(trouble), elapsed: Elapsed::default() };
        }
        if let Some(choice) = self.script.choice(&*self.game, seat, turn) {
            return TimedAnswer { result: Ok(choice), elapsed: Elapsed::default() };
        }
        let program = self.started.get_or_insert_with(|| {
            self.program.seat(&Seating {
                game: &self.game,
                view,
                side: self.side,
                seats: self.seats.clone(),
                seed: self.seed,
                slot: self.slot,
                waiting: &self.waiting,
                notes: self.notes,
            })
        });
        program.choose(seat, view)
    }

    fn stop(&mut self) {
        if let Some(program) = &mut self.started {
            program.stop();
        }
    }

    fn ended(&mut self, view: &G::View, ending: &Ending) {
        if let Some(program) = &mut self.started {
            program.ended(view, ending);
        }
    }

    fn log(&mut self) -> String {
        self.started.as_mut().map(|program| program.log()).unwrap_or_default()
    }

    fn exchange(&self) -> Option<Exchange> {
        self.started.as_ref().and_then(|program| program.exchange())
    }
}
