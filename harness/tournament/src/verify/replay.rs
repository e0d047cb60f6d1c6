//! The replay of a game from its record.

use stoker_engine::{Chance, Choice, Ending, Game, Message, Seat, Turn};
use stoker_external::fault::{Forfeit, Loses};

use super::Mismatches;
use super::faults::Faults;
use crate::record::{PlayText, Record, RecordedFault};
use crate::referee::{DecisionOrigin, DecisionStep};
use crate::starts::Starts;

/// A record's game, as far as it is replayed.
pub(super) struct RecordReplay<'r, G: Game> {
    game: &'r G,
    record: &'r Record,
    state: G::State,
    opening: Starts,
    faults: Faults<'r>,
    /// The first fault that has lost the match.
    forfeit: Option<Forfeit>,
    decision: u32,
    /// By decision: the round in which it is made; last, the round of the ending.
    rounds: Vec<Option<u32>>,
    lines: String,
}

/// The replay cannot go on; the reason is in the findings.
struct Stuck;

impl<'r, G: Game> RecordReplay<'r, G> {
    pub(super) fn new(game: &'r G, record: &'r Record) -> Self {
        Self {
            state: game.start(Chance::recorded(record.chance.clone())),
            opening: record.starts,
            faults: Faults::new(game, record),
            forfeit: None,
            decision: 0,
            rounds: vec![],
            lines: String::new(),
            game,
            record,
        }
    }

    pub(super) fn decisions(&self) -> u32 {
        self.decision
    }

    pub(super) fn chance(&self) -> &Chance {
        self.game.chance(&self.state)
    }

    pub(super) fn facts(&self) -> Vec<i64> {
        self.game.fact_values(&self.state)
    }

    /// By decision: the round in which it is made; last, the round of the ending.
    pub(super) fn rounds(self) -> Vec<Option<u32>> {
        self.rounds
    }

    /// The plays as the referee writes them.
    pub(super) fn lines(&self) -> &str {
        &self.lines
    }

    /// Replays to the end; `None` if the end is not reached.
    pub(super) fn play_all(&mut self, findings: &mut Mismatches) -> Option<Ending> {
        self.faults.before_all(self.game, findings);
        for text in &self.record.plays {
            self.play(text, findings).ok()?;
        }
        self.rounds.push(self.game.round(&self.state));
        self.note_forfeit();
        match self.game.turn(&self.state) {
            Turn::Over(ending) => {
                self.faults.after_all(self.game, self.decision, findings);
                Some(self.judged(ending))
            }
            Turn::ToMove(seat) => {
                let expected = format!("a play of seat {seat}");
                findings.at(self.decision, "plays", expected, "the end of the record");
                None
            }
        }
    }

    /// Notes the fault of this decision that loses the match, if there is one.
    fn note_forfeit(&mut self) {
        let loses =
            |fault: &&RecordedFault| fault.loses == Loses::Match && fault.turn == self.decision;
        let fault = self.record.faults.iter().find(loses);
        let sides = self.game.sides();
        let side = |fault: &RecordedFault| sides.iter().find(|(_, side)| side.name == fault.side);
        if let Some((loser, _)) = fault.and_then(side) {
            let forfeit = Forfeit::in_state(self.game, &self.state, loser);
            self.forfeit = self.forfeit.or(forfeit);
        }
    }

    /// The ending, changed if a side has forfeited the match.
    fn judged(&self, ending: Ending) -> Ending {
        match self.forfeit {
            Some(forfeit) => forfeit.ending(self.game, ending),
            None => ending,
        }
    }

    fn play(&mut self, text: &str, findings: &mut Mismatches) -> Result<(), Stuck> {
        self.rounds.push(self.game.round(&self.state));
        self.note_forfeit();
        let Turn::ToMove(seat) = self.game.turn(&self.state) else {
            findings.at(self.decision, "plays", "the end of the game", text);
            return Err(Stuck);
        };
        let play = PlayText::parse(text).map_err(|error| {
            findings.at(self.decision, "plays", "a play", error);
            Stuck
        })?;
        if play.seat != seat {
            findings.at(self.decision, "plays: seat", seat, play.seat);
            return Err(Stuck);
        }
        let (mv, how) = self.decide(&play, findings)?;
        findings.at(self.decision, "plays: how", how, play.how);
        let message = Message::new(play.message);
        if self.game.play(&mut self.state, Choice { mv, message: message.clone() }).is_err() {
            findings.at(self.decision, "plays: move", "a legal move", play.mv);
            return Err(Stuck);
        }
        DecisionStep { seat, mv, how, message }.write(self.game, &mut self.lines);
        self.decision += 1;
        Ok(())
    }

    /// The move that this decision must give, and its origin.
    fn decide(
        &mut self,
        play: &PlayText<'_>,
        findings: &mut Mismatches,
    ) -> Result<(G::Move, DecisionOrigin), Stuck> {
        if let Some(mv) = self.open() {
            self.compare_move(mv, play, findings);
            return Ok((mv, DecisionOrigin::Opening));
        }
        let forced = self.game.forced_move(&self.state);
        self.faults.before(self.game, self.decision, play.seat, forced, findings);
        let (mv, how) = match forced {
            Some(mv) => (mv, DecisionOrigin::Forced),
            None if self.faults.plays_default(play.seat, self.decision) => {
                (self.game.default_choice(&mut self.state).mv, DecisionOrigin::Default)
            }
            None => (self.chosen(play.seat, play, findings)?, DecisionOrigin::Chosen),
        };
        self.compare_move(mv, play, findings);
        Ok((mv, how))
    }

    fn open(&mut self) -> Option<G::Move> {
        match self.opening {
            Starts::Free => None,
            Starts::Random => {
                let choice = self.game.opening_choice(&mut self.state);
                if choice.is_none() {
                    self.opening = Starts::Free;
                }
                choice.map(|choice| choice.mv)
            }
        }
    }

    fn chosen(
        &self,
        seat: Seat,
        play: &PlayText<'_>,
        findings: &mut Mismatches,
    ) -> Result<G::Move, Stuck> {
        self.game.parse_move(seat, play.mv).map_err(|error| {
            findings.at(self.decision, "plays: move", "a move", error);
            Stuck
        })
    }

    fn compare_move(&self, mv: G::Move, play: &PlayText<'_>, findings: &mut Mismatches) {
        let mut expected = String::new();
        self.game.write_move(mv, &mut expected).expect("a string takes all text");
        findings.at(self.decision, "plays: move", expected, play.mv);
    }
}
