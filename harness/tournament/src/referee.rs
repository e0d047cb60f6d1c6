//! Plays one match.

mod again;
mod error;
mod faults;
pub mod player;
mod player_log;
mod seated;
mod spectator;
mod step;

use std::sync::Arc;

use stoker_engine::{Chance, Choice, Ending, Game, Message, Seat, Seed, SideId, Turn};
use stoker_external::contract::waiting::Waiting;
use stoker_external::contract::{Elapsed, Trouble};
use stoker_external::fault::{Fault, FaultKind, FaultPolicy, Forfeit};

use crate::identity::{GameHash, GameHasher};
use crate::starts::Starts;
use player::{Occasion, SeatedBot};
use player_log::PlayerLog;

pub use error::RefereeError;
pub use player::MOST_WORK;
pub use player_log::KeptNotes;
pub use seated::{Seated, Seer};
pub use spectator::{Spectator, Until};
pub use step::{DecisionOrigin, DecisionStep};

/// A match that was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// The ending by the rules.
    pub ending: Ending,
    /// The number of decisions.
    pub decisions: u32,
    /// The ruleset's facts, in its order.
    pub facts: Vec<i64>,
    /// The entrants' faults, in order.
    pub faults: Vec<Fault>,
    /// The identity of the game.
    pub hash: GameHash,
    /// The time of each answer of an entrant. Built-in bots are left out unless the match was
    /// timed.
    pub times: Vec<(SideId, Elapsed)>,
    /// The words of external entrants besides their moves and the drawings of bots, as far as they
    /// are kept. A line before each turn names it.
    pub logs: Vec<(SideId, String)>,
    /// True if an answer came so close to a time limit that another match could go differently.
    pub hurried: bool,
}

/// The choice to time the answers of a match: reading clocks takes longer than a random bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerTiming {
    /// Answers are not timed.
    Off,
    /// Answers are timed.
    On,
}

/// The settings of a referee.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefereeSettings {
    /// The way in which matches begin.
    pub starts: Starts,
    /// The consequence of a fault.
    pub policy: FaultPolicy,
    /// The referee's number: no two that work at the same time share it.
    pub slot: u32,
}

impl From<Starts> for RefereeSettings {
    /// The first referee, with the usual policy.
    fn from(starts: Starts) -> Self {
        Self { starts, policy: FaultPolicy::default(), slot: 0 }
    }
}

/// Plays matches, one after the other, in buffers that it keeps.
///
/// The policy decides the consequence of a fault. By default, the seat loses its say for the rest
/// of the game, and the ruleset plays its default moves. After a panic of a built-in bot, all seats
/// of that bot lose their say, because the bot is gone.
pub struct Referee<G: Game> {
    game: Arc<G>,
    referee_settings: RefereeSettings,
    identity: GameHasher,
    players: Vec<SeatedBot<G>>,
    /// By seat: true if it has lost its say.
    silenced: Vec<bool>,
    /// One line per decision: see [`DecisionOrigin::mark`].
    plays: String,
    messages: Vec<(u32, Message)>,
    chance: Vec<u32>,
    faults: Vec<Fault>,
    times: Vec<(SideId, Elapsed)>,
    /// By player: its words besides its moves, in a match that is not over.
    logs: Vec<PlayerLog>,
    /// The bots whose notes are kept.
    notes: KeptNotes,
    /// The first fault that has lost the match.
    forfeit: Option<Forfeit>,
    /// The names of the entrants, by side.
    names: Vec<String>,
    /// The bots that could think while others are asked.
    waiting: Waiting,
}

impl<G: Game> Referee<G> {
    /// A referee for this game.
    #[must_use]
    pub fn new(game: Arc<G>, referee_settings: impl Into<RefereeSettings>) -> Self {
        Self {
            identity: GameHasher::new(&*game),
            silenced: vec![],
            players: vec![],
            plays: String::new(),
            messages: vec![],
            chance: vec![],
            faults: vec![],
            times: vec![],
            logs: vec![],
            notes: KeptNotes::default(),
            forfeit: None,
            names: vec![],
            waiting: Waiting::default(),
            game,
            referee_settings: referee_settings.into(),
        }
    }

    /// The game that it plays.
    #[must_use]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Switches to another game on the same map, for the matches that follow.
    pub fn turn_to(&mut self, game: &Arc<G>) {
        if !Arc::ptr_eq(&self.game, game) {
            self.game = Arc::clone(game);
            self.identity = self.identity.clone().of_other(&**game);
        }
    }

    /// Chooses the bots whose notes are kept in the matches that follow. Nothing else depends on
    /// it.
    pub fn keep_notes(&mut self, notes: KeptNotes) {
        self.notes = notes;
    }

    /// Plays a match to its end; `lineup` has a player for every side.
    ///
    /// # Errors
    /// If the ruleset breaks its own promises, or the machine fails. An entrant's mistake is data.
    ///
    /// # Panics
    /// If the lineup is shorter than the list of sides.
    pub fn play<'e>(
        &mut self,
        seed: Seed,
        lineup: &[impl Into<Seated<'e, G>> + Copy],
        timing: AnswerTiming,
        spectator: &mut impl Spectator<G>,
    ) -> Result<Played, RefereeError> {
        let played = self.play_to_the_end(seed, lineup, timing, spectator);
        if played.is_err() {
            // Bots that were not told the ending are dropped here: a panic in that must not take
            // the referee with it.
            self.players.iter_mut().for_each(|player| player.discard("its match was broken off"));
        }
        played
    }

    fn play_to_the_end<'e>(
        &mut self,
        seed: Seed,
        lineup: &[impl Into<Seated<'e, G>> + Copy],
        timing: AnswerTiming,
        spectator: &mut impl Spectator<G>,
    ) -> Result<Played, RefereeError> {
        let game = Arc::clone(&self.game);
        let mut state = game.start(Chance::seeded(seed));
        self.seat(seed, lineup, &state);
        spectator.began(&game, &state);
        let mut opening = self.referee_settings.starts;
        let mut decision = 0;
        let ending = loop {
            let seat = match game.turn(&state) {
                Turn::Over(ending) => break ending,
                Turn::ToMove(seat) => seat,
            };
            if decision == game.max_decisions() {
                return Err(RefereeError::Endless { ruleset: G::NAME, most: decision });
            }
            if !spectator.wants_more() {
                return Err(RefereeError::Stopped);
            }
            let earlier = self.faults.len();
            let (choice, how) = match open(&*game, &mut opening, &mut state) {
                Some(choice) => (choice, DecisionOrigin::Opening),
                None => self.decide(&mut state, seat, decision, timing)?,
            };
            let mut step =
                DecisionStep { seat, mv: choice.mv, how, message: choice.message.clone() };
            let play = match game.play(&mut state, choice) {
                Ok(play) => play,
                Err(error) => self.correct(&mut state, decision, &mut step, &error)?,
            };
            self.listen(spectator);
            self.report(earlier, spectator);
            if spectator.takes_time() {
                self.waiting.rest();
            }
            spectator.played(&game, &state, &step, &play);
            self.tell(&state, &play);
            self.note(decision, step);
            decision += 1;
        };
        let earlier = self.faults.len();
        self.dismiss(&state, &ending, decision);
        self.listen(spectator);
        self.report(earlier, spectator);
        Ok(self.conclude(&state, ending, decision))
    }

    /// The plays of the last match, as lines of seat, mark and move.
    pub(crate) fn plays(&self) -> &str {
        &self.plays
    }

    /// The messages of the last match that are not empty, by decision.
    pub(crate) fn messages(&self) -> &[(u32, Message)] {
        &self.messages
    }

    /// The chance outcomes of the last match.
    pub(crate) fn chance(&self) -> &[u32] {
        &self.chance
    }

    fn seat<'e>(
        &mut self,
        seed: Seed,
        lineup: &[impl Into<Seated<'e, G>> + Copy],
        state: &G::State,
    ) {
        let game = Arc::clone(&self.game);
        self.plays.clear();
        self.messages.clear();
        self.players.clear();
        self.faults.clear();
        self.times.clear();
        self.silenced.clear();
        self.logs.clear();
        self.forfeit = None;
        self.names.clear();
        self.waiting = Waiting::default();
        self.names.extend(lineup.iter().map(|&player| player.into().name().to_owned()));
        self.silenced.resize(usize::from(game.sides().seat_count()), false);
        for (viewer, place) in game.sides().viewers().iter().enumerate() {
            let who = lineup[usize::from(place.side.0)].into();
            let (slot, notes) = (self.referee_settings.slot, self.notes);
            let occasion = Occasion { seed, slot, waiting: &self.waiting, notes };
            let (player, crash) = SeatedBot::seat(&game, occasion, viewer, who, state);
            let seat = Seat(player.seats().start);
            self.players.push(player);
            self.logs.push(PlayerLog::of(seat));
            if let Some(reason) = crash {
                self.charge(state, 0, seat, FaultKind::Crash, reason);
            }
        }
    }

    /// Makes a decision that is not part of the opening.
    fn decide(
        &mut self,
        state: &mut G::State,
        seat: Seat,
        decision: u32,
        timing: AnswerTiming,
    ) -> Result<(Choice<G::Move>, DecisionOrigin), RefereeError> {
        let forced = self.game.forced_move(state);
        let silenced = self.silenced[usize::from(seat.0)];
        if !silenced {
            let viewer = self.game.sides().viewer_of(seat);
            self.logs[usize::from(viewer.0)].asked(decision, seat);
        }
        let answer =
            if silenced { None } else { Some(self.ask_in_peace(state, seat, decision, timing)) };
        Ok(match (forced, answer) {
            (_, Some(Err(Trouble::Void(reason))))
            | (None, Some(Err(Trouble::Starved { reason, .. }))) => {
                return Err(RefereeError::Void(reason));
            }
            // No answer is a fault here, not even a crash: there was nothing to choose. A bot that
            // is gone is noticed when it is asked for more.
            (Some(mv), answer) => {
                let message = answer.and_then(Result::ok).map(|answer| answer.message);
                (Choice { mv, message: message.unwrap_or_default() }, DecisionOrigin::Forced)
            }
            (None, Some(Ok(choice))) => (choice, DecisionOrigin::Chosen),
            (None, Some(Err(Trouble::Fault(kind, reason)))) => {
                self.charge(state, decision, seat, kind, reason);
                (self.game.default_choice(state), DecisionOrigin::Default)
            }
            (None, None) => (self.game.default_choice(state), DecisionOrigin::Default),
        })
    }

    /// Asks a bot, and asks it again if another side kept it from answering. The fault is charged
    /// to that side, and its program is ended.
    fn ask_in_peace(
        &mut self,
        state: &G::State,
        seat: Seat,
        decision: u32,
        timing: AnswerTiming,
    ) -> Result<Choice<G::Move>, Trouble> {
        for _ in 1..self.players.len() {
            match self.ask(state, seat, timing) {
                Err(Trouble::Starved { by, reason }) => {
                    self.charge(state, decision, by, FaultKind::CpuTimeout, reason);
                    let viewer = self.game.sides().viewer_of(by);
                    self.players[usize::from(viewer.0)].stop();
                }
                answer => return answer,
            }
        }
        self.ask(state, seat, timing)
    }

    fn ask(
        &mut self,
        state: &G::State,
        seat: Seat,
        timing: AnswerTiming,
    ) -> Result<Choice<G::Move>, Trouble> {
        let viewer = self.game.sides().viewer_of(seat);
        let player = &mut self.players[usize::from(viewer.0)];
        if player.ponders() {
            self.waiting.rest();
        }
        let (answer, elapsed) = player.choose(state, seat, timing);
        self.times.extend(elapsed.map(|elapsed| (player.side(), elapsed)));
        answer
    }

    /// Collects the words of the players besides their moves.
    fn listen(&mut self, spectator: &mut impl Spectator<G>) {
        for (player, log) in self.players.iter_mut().zip(&mut self.logs) {
            let text = player.log();
            if !text.is_empty() {
                spectator.heard(&self.game, player.side(), &text);
                log.push(&text);
            }
        }
    }

    /// Updates the players' views.
    fn tell(&mut self, state: &G::State, play: &G::Play) {
        for player in &mut self.players {
            player.tell(&self.game, state, play);
        }
    }

    fn note(&mut self, decision: u32, step: DecisionStep<G::Move>) {
        step.write(&*self.game, &mut self.plays);
        if !step.message.is_empty() {
            self.messages.push((decision, step.message));
        }
    }

    fn conclude(&mut self, state: &G::State, ending: Ending, decisions: u32) -> Played {
        let ending = match self.forfeit {
            Some(forfeit) => forfeit.ending(&*self.game, ending),
            None => ending,
        };
        self.chance.clear();
        self.chance.extend_from_slice(self.game.chance(state).drawn());
        let spoke = self.players.iter().zip(&mut self.logs).filter(|(_, it)| !it.is_empty());
        Played {
            hash: self.identity.hash(&self.plays, &self.chance, &ending),
            facts: self.game.fact_values(state),
            faults: std::mem::take(&mut self.faults),
            times: std::mem::take(&mut self.times),
            logs: spoke.map(|(player, it)| (player.side(), it.take())).collect(),
            hurried: self.players.iter().any(SeatedBot::was_hurried),
            ending,
            decisions,
        }
    }
}

/// The next choice of the opening, until it is over.
fn open<G: Game>(game: &G, opening: &mut Starts, state: &mut G::State) -> Option<Choice<G::Move>> {
    match opening {
        Starts::Free => None,
        Starts::Random => {
            let choice = game.opening_choice(state);
            if choice.is_none() {
                *opening = Starts::Free;
            }
            choice
        }
    }
}

#[cfg(test)]
mod tests;
