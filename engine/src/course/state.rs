//! A game in progress: the position, and the histories that each side may see.

use super::Course;
use super::moves::{DraculaMove, Move, Sighting};
use super::play::{Play, Reveal, Reveals, Turned};
use super::position::{Position, TurnEffects};
use super::view::{DraculaEvent, DraculaView, HuntersEvent};
use crate::chance::Chance;
use crate::game::{Choice, IllegalMove};
use crate::message::Message;

/// The whole truth about a game in progress.
#[derive(Debug, Clone)]
pub struct State {
    /// Dracula sees everything (K1), so his view is the history.
    pub(super) all: DraculaView,
    pub(super) chance: Chance,
    hospital_visits: u32,
}

impl State {
    /// A new game.
    #[must_use]
    pub fn start(rules: &Course, chance: Chance) -> Self {
        Self { all: DraculaView::start(rules), chance, hospital_visits: 0 }
    }

    /// Everything that has happened, which is what Dracula knows.
    #[must_use]
    pub fn history(&self) -> &DraculaView {
        &self.all
    }

    /// The position.
    #[inline]
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.all.position
    }

    /// The number of times that hunters were sent to the hospital.
    #[must_use]
    pub fn hospital_visits(&self) -> u32 {
        self.hospital_visits
    }

    /// Plays a move, with its message.
    ///
    /// # Errors
    /// If the move is illegal or the game is over; the state is unchanged.
    pub fn play(&mut self, rules: &Course, choice: Choice<Move>) -> Result<Turned, IllegalMove> {
        let outcome = self.all.position.play(rules, choice.mv)?;
        self.all.messages.add(self.all.plays.len(), choice.message);
        self.all.plays.push(outcome.play);
        if let Play::Dracula(play) = outcome.play {
            self.all.sightings.push(at_first_sight(rules, play.mv));
        }
        self.hospital_visits += u32::from(outcome.hospital);
        let reveals = self.learn(&outcome);
        Ok(Turned { play: outcome.play, reveals, hospital: outcome.hospital })
    }

    /// Updates the sightings with what a turn revealed, and returns what it revealed about earlier
    /// moves.
    fn learn(&mut self, outcome: &TurnEffects) -> Reveals {
        let mut reveals = Reveals::new();
        let made = self.all.sightings.len();
        let mut revealed = outcome.revealed;
        while revealed != 0 {
            let index = revealed.trailing_zeros() as usize;
            revealed &= revealed - 1;
            self.reveal(made - 1 - index, &mut reveals);
        }
        if outcome.hide_seen {
            let oldest = made - self.position().trail().moves().len();
            self.see(oldest, &mut reveals);
        }
        if let Play::Dracula(_) = outcome.play {
            // The play itself shows the move made now.
            reveals.retain(|reveal| usize::from(reveal.round) < made - 1);
        }
        reveals
    }

    /// Reveals the move of a round and the moves that it points to, however long ago (K4).
    fn reveal(&mut self, round: usize, reveals: &mut Reveals) {
        let mut next = Some(round);
        while let Some(round) = next {
            let mv = self.see(round, reveals);
            next = mv.points_back().and_then(|back| round.checked_sub(back));
        }
    }

    /// Reveals the code of one move, if the hunters do not know it.
    fn see(&mut self, round: usize, reveals: &mut Reveals) -> DraculaMove {
        let mv = self.all.dracula_move(round).expect("a move that is revealed was made");
        let sighting = Sighting::of(mv);
        if self.all.sightings[round] != sighting {
            self.all.sightings[round] = sighting;
            let round = u16::try_from(round).expect("a game has at most 1,000 rounds");
            reveals.push(Reveal { round, sighting });
        }
        mv
    }

    /// The event that shows the hunters the latest turn.
    #[inline]
    pub(super) fn for_hunters(&self, turned: &Turned) -> HuntersEvent {
        let latest = self.all.sightings.last();
        HuntersEvent {
            play: turned.play.map(|mv| latest.copied().unwrap_or(Sighting::of(mv))),
            reveals: turned.reveals.clone(),
            board: self.position().board,
            message: self.last_message(),
        }
    }

    /// The event that shows Dracula the latest turn.
    #[inline]
    pub(super) fn for_dracula(&self, turned: &Turned) -> DraculaEvent {
        DraculaEvent {
            play: turned.play,
            sighting: match turned.play {
                Play::Hunter(_) => None,
                Play::Dracula(_) => self.all.sightings.last().copied(),
            },
            reveals: turned.reveals.clone(),
            position: *self.position(),
            message: self.last_message(),
        }
    }

    fn last_message(&self) -> Message {
        self.all.messages.with(self.all.plays.len() - 1)
    }
}

/// The sighting of a move before anything reveals it (K2).
fn at_first_sight(rules: &Course, mv: DraculaMove) -> Sighting {
    match mv {
        DraculaMove::To(place) if rules.is_sea(place) => Sighting::SomeSea,
        DraculaMove::To(_) | DraculaMove::Hide => Sighting::SomeCity,
        DraculaMove::DoubleBack(_) | DraculaMove::Teleport => Sighting::of(mv),
    }
}
