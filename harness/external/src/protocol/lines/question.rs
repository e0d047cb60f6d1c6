//! Questions to a program of the `lines` protocol, written straight into its input.

use std::collections::BTreeMap;
use std::io::Write as _;

use serde::Serialize;
use stoker_bots::PlaysForm;
use stoker_bots::lines::wire::{self, Hello, PROTOCOL, SideInfo, Start};
use stoker_engine::{Ending, Game, Seat};

use super::super::host::Host;
use super::ProgramSeat;

/// Writes lines; it keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct QuestionWriter {
    /// Events that the program was not told yet, as JSON separated by commas.
    events: Vec<u8>,
    /// A move's text.
    text: String,
}

/// A decision that is asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct DecisionRequest {
    /// Its number, from 1, in this process.
    pub(super) decision: u64,
    /// The seat that decides.
    pub(super) seat: Seat,
}

impl QuestionWriter {
    pub(super) fn hello<G: Game>(&self, out: &mut Vec<u8>) {
        let stoker = env!("CARGO_PKG_VERSION").to_owned();
        line(&Hello { protocol: PROTOCOL, stoker, ruleset: G::NAME.to_owned() }, out);
    }

    pub(super) fn start<G: Game>(
        &self,
        host: &Host<G>,
        seated: &ProgramSeat<G>,
        view: Option<&G::View>,
        out: &mut Vec<u8>,
    ) {
        let (game, sides) = (&*host.game, host.game.sides());
        let start = Start {
            ruleset: G::NAME.to_owned(),
            params: game.params(),
            map: game.map().map(stoker_engine::map::Map::plain),
            data: game.data_file().map(|data| data.content().clone()),
            sides: SideInfo::list(sides),
            side: sides.side(seated.side).name.to_owned(),
            seats: seated.seats.clone().collect(),
            seed: seated.seed,
            limits: wire::DecisionLimits {
                wall_ms: host.limits.wall_ms,
                cpu_ms: host.limits.cpu_ms,
            },
            view,
        };
        line(&start, out);
    }

    /// The view without its question, which is kept as an event: the first question of a game comes
    /// as any other does.
    pub(super) fn view_to_start_with<G: Game>(&mut self, game: &G, view: &G::View) -> G::View {
        let mut view = view.clone();
        let question = game.take_question(&mut view);
        question.iter().for_each(|question| self.event(question));
        view
    }

    /// Keeps an event for the next question.
    pub(super) fn event(&mut self, event: &impl Serialize) {
        if !self.events.is_empty() {
            self.events.push(b',');
        }
        json(event, &mut self.events);
    }

    /// Drops the kept events, because the program learns of them in another way.
    pub(super) fn forget(&mut self) {
        self.events.clear();
    }

    pub(super) fn decide<G: Game>(
        &mut self,
        host: &Host<G>,
        asked: DecisionRequest,
        view: &G::View,
        out: &mut Vec<u8>,
    ) {
        asked.begin(out);
        out.extend_from_slice(b",\"events\":[");
        out.append(&mut self.events);
        out.push(b']');
        self.legal(&*host.game, view, out);
    }

    pub(super) fn decide_plays<G: Game>(
        &mut self,
        host: &Host<G>,
        plays: PlaysForm<G>,
        asked: DecisionRequest,
        view: &G::View,
        out: &mut Vec<u8>,
    ) {
        asked.begin(out);
        out.extend_from_slice(b",\"past_plays\":");
        json(&(plays.past_plays)(&host.game, view), out);
        out.extend_from_slice(b",\"messages\":");
        json(&(plays.messages)(view), out);
        self.legal(&*host.game, view, out);
    }

    /// Writes the legal moves, and the end of the question.
    fn legal<G: Game>(&mut self, game: &G, view: &G::View, out: &mut Vec<u8>) {
        out.extend_from_slice(b",\"legal\":");
        let mut before = b'[';
        for mv in game.legal_moves(view) {
            out.push(before);
            before = b',';
            self.text.clear();
            game.write_move(mv, &mut self.text).expect("a string takes all text");
            json(&self.text, out);
        }
        if before == b'[' {
            out.push(before);
        }
        out.extend_from_slice(b"]}\n");
    }

    pub(super) fn ended<G: Game>(&mut self, game: &G, ending: &Ending, out: &mut Vec<u8>) {
        let names = game.scores().iter().map(|score| score.name);
        let scores = BTreeMap::from_iter(names.zip(&ending.scores).collect::<Vec<_>>());
        let sides = game.sides().iter();
        let won = sides.filter(|(side, _)| ending.winners.contains(*side));
        let winners: Vec<_> = won.map(|(_, side)| side.name).collect();
        out.extend_from_slice(b"{\"type\":\"ended\",\"events\":[");
        out.append(&mut self.events);
        out.extend_from_slice(b"],\"scores\":");
        json(&scores, out);
        out.extend_from_slice(b",\"winners\":");
        json(&winners, out);
        out.extend_from_slice(b",\"reason\":");
        json(&ending.reason, out);
        out.extend_from_slice(b"}\n");
    }
}

impl DecisionRequest {
    /// Writes the beginning of the question.
    fn begin(self, out: &mut Vec<u8>) {
        let Self { decision, seat: Seat(seat) } = self;
        write!(out, "{{\"type\":\"decide\",\"decision\":{decision},\"seat\":{seat}")
            .expect("a vector takes all bytes");
    }
}

/// Writes a value as JSON.
///
/// # Panics
/// If a ruleset's types have no JSON form, which its contract rules out.
fn json(value: &(impl Serialize + ?Sized), out: &mut Vec<u8>) {
    serde_json::to_writer(out, value).expect("a ruleset's types have a form in JSON");
}

fn line(message: &impl Serialize, out: &mut Vec<u8>) {
    wire::write(message, out).expect("a ruleset's types have a form in JSON");
}
