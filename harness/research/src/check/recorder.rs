//! Watches a program closely, to have evidence when something goes wrong.

use std::sync::{Arc, Mutex, PoisonError};

use stoker_engine::{Ending, Game, Seat};
use stoker_external::contract::{Exchange, ExternalBot, Remote, Seating, TimedAnswer, Trouble};
use stoker_external::fault::FaultKind;
use stoker_external::spec::Protocol;
use stoker_external::{Limits, line_marks};
use stoker_tournament::entrant::{BotSource, Entrant};

/// The number of bytes at the end of standard error that are shown.
const TAIL: usize = 800;

/// The evidence of a failure.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The bytes that were sent and received, if they are known.
    pub exchange: Option<Exchange>,
    /// The end of its standard error in that turn, with notes of this program.
    pub stderr: String,
    /// The legal moves.
    pub legal: Vec<String>,
    /// The codes of all places, if there is a map.
    pub codes: Vec<String>,
}

/// Evidence of one fault.
struct FaultEvidence {
    seat: Seat,
    kind: FaultKind,
    evidence: Evidence,
}

/// The evidence of one trial.
#[derive(Clone, Default)]
pub(super) struct ExchangeRecorder(Arc<Mutex<RecordedFaults>>);

#[derive(Default)]
struct RecordedFaults {
    seen: Vec<FaultEvidence>,
    memory: Option<u64>,
}

impl ExchangeRecorder {
    /// The entrant, watched if it is external.
    pub(super) fn watch<G: Game>(&self, entrant: &Entrant<G>) -> Entrant<G> {
        let mut watched = entrant.clone();
        if let BotSource::External(program) = &entrant.source {
            let (program, notes) = (Arc::clone(program), self.clone());
            watched.source = BotSource::External(Arc::new(Watched { program, notes }));
        }
        watched
    }

    /// The evidence of a fault that was recorded; empty if there is none.
    pub(super) fn take(&self, seat: Seat, kind: FaultKind) -> Evidence {
        self.with(|notes| {
            // Earlier evidence is from forced decisions, for which no fault is recorded.
            let found = notes.seen.iter().rposition(|seen| (seen.seat, seen.kind) == (seat, kind));
            found.map(|index| notes.seen.remove(index).evidence).unwrap_or_default()
        })
    }

    /// The highest memory use that was seen, in bytes.
    pub(super) fn memory(&self) -> Option<u64> {
        self.with(|notes| notes.memory)
    }

    fn with<R>(&self, run: impl FnOnce(&mut RecordedFaults) -> R) -> R {
        run(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A program that is watched.
struct Watched<G: Game> {
    program: Arc<dyn ExternalBot<G>>,
    notes: ExchangeRecorder,
}

impl<G: Game> ExternalBot<G> for Watched<G> {
    fn plays(&self, kind: &str) -> bool {
        self.program.plays(kind)
    }

    fn hash(&self) -> &str {
        self.program.hash()
    }

    fn protocol(&self) -> Option<Protocol> {
        self.program.protocol()
    }

    fn limits(&self) -> Option<Limits> {
        self.program.limits()
    }

    fn seat(&self, seating: &Seating<'_, G>) -> Box<dyn Remote<G>> {
        Box::new(WatchedSeat {
            game: Arc::clone(seating.game),
            remote: self.program.seat(seating),
            notes: self.notes.clone(),
            said: String::new(),
        })
    }
}

/// A watched program that plays a match.
struct WatchedSeat<G: Game> {
    game: Arc<G>,
    remote: Box<dyn Remote<G>>,
    notes: ExchangeRecorder,
    /// The words of the program that were read before the caller asked for them.
    said: String,
}

impl<G: Game> WatchedSeat<G> {
    fn write_down(&mut self, seat: Seat, kind: FaultKind, view: &G::View) {
        self.said += &self.remote.log();
        let evidence = Evidence {
            exchange: self.remote.exchange(),
            stderr: tail(&self.said),
            legal: legal(&*self.game, view),
            codes: codes(&*self.game),
        };
        self.notes.with(|notes| notes.seen.push(FaultEvidence { seat, kind, evidence }));
    }

    /// Notes the highest memory use of the program so far.
    fn weigh(&mut self) {
        let memory = self.remote.exchange().and_then(|exchange| exchange.memory);
        self.notes.with(|notes| notes.memory = notes.memory.max(memory));
    }
}

impl<G: Game> Remote<G> for WatchedSeat<G> {
    fn tell(&mut self, event: &G::Event) {
        self.remote.tell(event);
    }

    fn choose(&mut self, seat: Seat, view: &G::View) -> TimedAnswer<G::Move> {
        let answer = self.remote.choose(seat, view);
        match &answer.result {
            Err(Trouble::Fault(kind, _)) => self.write_down(seat, *kind, view),
            Ok(choice) if !self.game.legal_moves(view).any(|mv| mv == choice.mv) => {
                self.write_down(seat, FaultKind::IllegalMove, view);
            }
            Ok(_) | Err(Trouble::Void(_) | Trouble::Starved { .. }) => {}
        }
        self.weigh();
        answer
    }

    fn stop(&mut self) {
        self.remote.stop();
    }

    fn ended(&mut self, view: &G::View, ending: &Ending) {
        self.remote.ended(view, ending);
        self.weigh();
    }

    fn log(&mut self) -> String {
        std::mem::take(&mut self.said) + &self.remote.log()
    }

    fn exchange(&self) -> Option<Exchange> {
        self.remote.exchange()
    }
}

/// The legal moves, as a program would write them.
pub(super) fn legal<G: Game>(game: &G, view: &G::View) -> Vec<String> {
    game.legal_moves(view).map(|mv| text(game, mv)).collect()
}

/// A move as a program would write it.
pub(super) fn text<G: Game>(game: &G, mv: G::Move) -> String {
    let mut text = String::new();
    match game.write_move(mv, &mut text) {
        Ok(()) => text,
        Err(_) => format!("{mv:?}"),
    }
}

/// The codes of the map's places.
pub(super) fn codes<G: Game>(game: &G) -> Vec<String> {
    let Some(map) = game.map() else { return vec![] };
    map.places().into_iter().map(|place| map.code(place).to_string()).collect()
}

/// The end of a text.
fn tail(text: &str) -> String {
    if text.len() <= TAIL {
        return text.to_owned();
    }
    let end = &text[text.ceil_char_boundary(text.len() - TAIL)..];
    match end.split_once('\n') {
        Some((_, lines)) if !lines.is_empty() => lines.to_owned(),
        // A line without its mark could be taken for a line of this program.
        _ => line_marks::words(end),
    }
}
