//! The views: what each side knows about a game, and how one turn changes it.
//!
//! [`HuntersView`] has no field in which a hidden fact could be stored. [`DraculaView`] holds
//! everything (K1), so it is also the history inside [`State`](super::State).

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::moves::{DraculaMove, DraculaMoves, Hunter, Mover, Moves, Sighting};
use super::play::{Play, Reveals};
use super::position::Position;
use super::{Course, DraculaPlay};
use crate::map::{Place, PlaceSet};
use crate::message::{Message, Messages};

/// Plays for which histories reserve room at the start: growing them is expensive in short games.
const USUAL_PLAYS: usize = 400;

/// One side's knowledge about a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// The hunters' view; they share what they know.
    Hunters(HuntersView),
    /// Dracula's view.
    Dracula(DraculaView),
}

impl View {
    /// The next to move.
    pub(super) fn mover(&self) -> Mover {
        match self {
            Self::Hunters(view) => view.board().to_move(),
            Self::Dracula(view) => view.board().to_move(),
        }
    }

    /// The hunters' view, if it is theirs.
    #[must_use]
    pub fn hunters(&self) -> Option<&HuntersView> {
        match self {
            Self::Hunters(view) => Some(view),
            Self::Dracula(_) => None,
        }
    }

    /// Dracula's view, if it is his.
    #[must_use]
    pub fn dracula(&self) -> Option<&DraculaView> {
        match self {
            Self::Dracula(view) => Some(view),
            Self::Hunters(_) => None,
        }
    }
}

/// The hunters' knowledge about a game.
///
/// Sightings hold what they know now: a reveal rewrites them (K4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HuntersView {
    pub(super) board: Board,
    pub(super) plays: Vec<Play<Sighting>>,
    pub(super) messages: Messages,
}

impl HuntersView {
    /// The view before the first turn.
    #[must_use]
    pub fn start(rules: &Course) -> Self {
        Self {
            board: Board::start(rules),
            plays: Vec::with_capacity(USUAL_PLAYS),
            messages: Messages::default(),
        }
    }

    /// The public board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// All plays, oldest first: four hunters, then Dracula, round by round.
    #[must_use]
    pub fn plays(&self) -> &[Play<Sighting>] {
        &self.plays
    }

    /// The messages of the plays.
    #[must_use]
    pub fn messages(&self) -> &Messages {
        &self.messages
    }

    /// Dracula's play of a round, with its move as far as it is known; `None` if not yet played.
    #[inline]
    #[must_use]
    pub fn dracula_play(&self, round: usize) -> Option<DraculaPlay<Sighting>> {
        match self.plays.get(5 * round + 4)? {
            Play::Dracula(play) => Some(*play),
            Play::Hunter(_) => None,
        }
    }

    /// The number of moves that Dracula has made.
    #[must_use]
    pub fn dracula_moves_made(&self) -> usize {
        self.plays.len() / 5
    }

    /// The place that Dracula's move of a round led to, if the hunters know it. A hide or double
    /// back is followed as far as the moves it leads to are known.
    #[must_use]
    pub fn dracula_place(&self, rules: &Course, round: usize) -> Option<Place> {
        let mut round = round;
        loop {
            let sighting = self.dracula_play(round)?.mv;
            match sighting.points_back() {
                None => return sighting.place(rules),
                Some(back) => round = round.checked_sub(back)?,
            }
        }
    }

    /// The places a hunter may go to in this round (H2, H3). Meant for the hunter to move.
    #[inline]
    #[must_use]
    pub fn hunter_moves(&self, rules: &Course, hunter: Hunter) -> PlaceSet {
        self.board.hunter_moves(rules, hunter)
    }

    #[inline]
    pub(super) fn advance(&mut self, event: HuntersEvent) {
        self.messages.add(self.plays.len(), event.message);
        self.plays.push(event.play);
        for reveal in event.reveals {
            if let Some(Play::Dracula(play)) = self.plays.get_mut(5 * usize::from(reveal.round) + 4)
            {
                play.mv = reveal.sighting;
            }
        }
        self.board = event.board;
    }

    pub(super) fn moves(&self, rules: &Course) -> Moves {
        match self.board.to_move() {
            Mover::Hunter(hunter) if !self.board.is_over() => {
                Moves::hunter(self.hunter_moves(rules, hunter))
            }
            Mover::Hunter(_) | Mover::Dracula => Moves::hunter(PlaceSet::EMPTY),
        }
    }
}

/// Dracula's knowledge about a game: everything (K1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraculaView {
    pub(super) position: Position,
    pub(super) plays: Vec<Play<DraculaMove>>,
    pub(super) sightings: Vec<Sighting>,
    pub(super) messages: Messages,
}

impl DraculaView {
    /// The view before the first turn.
    #[must_use]
    pub fn start(rules: &Course) -> Self {
        Self {
            position: Position::start(rules),
            plays: Vec::with_capacity(USUAL_PLAYS),
            sightings: Vec::with_capacity(USUAL_PLAYS / 5),
            messages: Messages::default(),
        }
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The public board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.position.board
    }

    /// All plays, oldest first: four hunters, then Dracula, round by round.
    #[must_use]
    pub fn plays(&self) -> &[Play<DraculaMove>] {
        &self.plays
    }

    /// The hunters' knowledge about each of Dracula's moves, by round.
    #[must_use]
    pub fn sightings(&self) -> &[Sighting] {
        &self.sightings
    }

    /// The messages of the plays.
    #[must_use]
    pub fn messages(&self) -> &Messages {
        &self.messages
    }

    /// Dracula's move of a round; `None` if not yet played.
    pub(super) fn dracula_move(&self, round: usize) -> Option<DraculaMove> {
        match self.plays.get(5 * round + 4)? {
            Play::Dracula(play) => Some(play.mv),
            Play::Hunter(_) => None,
        }
    }

    /// Dracula's legal moves. Meant for his turn.
    #[must_use]
    pub fn legal_moves(&self, rules: &Course) -> DraculaMoves {
        self.position.dracula_moves(rules)
    }

    /// The hunters' view of the same game.
    #[must_use]
    pub fn as_hunters(&self) -> HuntersView {
        let mut seen = self.sightings.iter();
        let plays = self
            .plays
            .iter()
            .map(|play| play.map(|mv| seen.next().copied().unwrap_or(Sighting::of(mv))));
        HuntersView {
            board: self.position.board,
            plays: plays.collect(),
            messages: self.messages.clone(),
        }
    }

    #[inline]
    pub(super) fn advance(&mut self, event: DraculaEvent) {
        self.messages.add(self.plays.len(), event.message);
        self.plays.push(event.play);
        self.sightings.extend(event.sighting);
        for reveal in event.reveals {
            if let Some(sighting) = self.sightings.get_mut(usize::from(reveal.round)) {
                *sighting = reveal.sighting;
            }
        }
        self.position = event.position;
    }

    pub(super) fn moves(&self, rules: &Course) -> Moves {
        match self.position.board.to_move() {
            Mover::Dracula => self.position.moves(rules),
            Mover::Hunter(_) => Moves::dracula(DraculaMoves::default()),
        }
    }
}

/// The change of one side's view by one turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// The change of the hunters' view.
    Hunters(HuntersEvent),
    /// The change of Dracula's view.
    Dracula(DraculaEvent),
}

/// The change of the hunters' view by one turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HuntersEvent {
    /// The play, as the hunters see it at the end of the turn.
    pub play: Play<Sighting>,
    /// The reveals of earlier moves.
    pub reveals: Reveals,
    /// The board after the turn.
    pub board: Board,
    /// The message of the play.
    pub message: Message,
}

/// The change of Dracula's view by one turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraculaEvent {
    /// The play.
    pub play: Play<DraculaMove>,
    /// The sighting of the play, if it is Dracula's own.
    pub sighting: Option<Sighting>,
    /// The reveals of earlier moves.
    pub reveals: Reveals,
    /// The position after the turn.
    pub position: Position,
    /// The message of the play.
    pub message: Message,
}
