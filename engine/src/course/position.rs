//! The position: everything that the rules need to continue a game, and nothing more.

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::moves::{DraculaMove, DraculaMoves, Move, Mover, Moves};
use super::params::OwnPlace;
use super::play::Play;
use super::trail::{Trail, TrailSet};
use super::{Course, dracula_turn, hunter_turn};
use crate::game::IllegalMove;
use crate::map::{Place, PlaceSet};

/// A position of the course game: `Copy`, without heap, for search and playouts.
///
/// It depends on the rules alone. It keeps what the hunters have learnt about the moves of the
/// trail. Older reveals live in the game in progress, [`State`](super::State).
///
/// # Examples
/// ```
/// use stoker_engine::course::{Course, Position};
/// let rules = Course::default();
/// let mut position = Position::start(&rules);
/// let first = position.moves(&rules).next().unwrap();
/// position.play(&rules, first).unwrap();
/// assert_eq!(position.board().to_move().seat().0, 1);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Position {
    pub(super) board: Board,
    pub(super) trail: Trail,
}

const _: () = assert!(size_of::<Position>() <= 256, "a position is cheap to copy");

/// The effects of a turn, as far as a position holds them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnEffects {
    /// The play, in full.
    pub play: Play<DraculaMove>,
    /// The trail moves revealed by K4, numbered as they are after the turn. The moves that they
    /// point to are revealed with them.
    pub revealed: TrailSet,
    /// True if the hunters now see that the oldest move is a hide (K5).
    pub hide_seen: bool,
    /// True if the hunter was sent to the hospital (H5).
    pub hospital: bool,
}

impl Position {
    /// The position before the first turn.
    #[must_use]
    pub fn start(rules: &Course) -> Self {
        Self { board: Board::start(rules), trail: Trail::EMPTY }
    }

    /// The position with this board and this trail: a guess at what the hunters cannot see.
    ///
    /// A board and a trail that do not belong together give a position that no game reaches, but do
    /// no other harm.
    #[must_use]
    pub fn of(board: Board, trail: Trail) -> Self {
        Self { board, trail }
    }

    /// The public board.
    #[inline]
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Dracula's trail.
    #[inline]
    #[must_use]
    pub fn trail(&self) -> &Trail {
        &self.trail
    }

    /// Dracula's place; `None` before his first turn.
    #[must_use]
    pub fn dracula(&self) -> Option<Place> {
        self.trail.latest().map(|mv| mv.place)
    }

    /// The place that one of Dracula's moves would lead to now (D4).
    #[inline]
    #[must_use]
    pub fn place_of(&self, rules: &Course, mv: DraculaMove) -> Place {
        // Only an illegal move points to a missing one.
        let back = |n: usize| self.trail.moves().get(n - 1).map_or(rules.castle(), |mv| mv.place);
        match mv {
            DraculaMove::To(place) => place,
            DraculaMove::Hide => back(1),
            DraculaMove::DoubleBack(steps) => back(steps.get()),
            DraculaMove::Teleport => rules.castle(),
        }
    }

    /// The legal moves of the seat to move; empty when the game is over.
    #[inline]
    #[must_use]
    pub fn moves(&self, rules: &Course) -> Moves {
        match self.board.to_move() {
            _ if self.board.is_over() => Moves::dracula(DraculaMoves::default()),
            Mover::Hunter(hunter) => Moves::hunter(self.board.hunter_moves(rules, hunter)),
            Mover::Dracula => Moves::dracula(self.dracula_moves(rules)),
        }
    }

    /// Returns true if a move is legal now. [`moves`](Self::moves) lists exactly these moves.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, rules: &Course, mv: Move) -> bool {
        if self.board.is_over() {
            return false;
        }
        match (self.board.to_move(), mv) {
            (Mover::Hunter(hunter), Move::Hunter(to)) => {
                self.board.hunter_moves(rules, hunter).contains(to)
            }
            (Mover::Dracula, Move::Dracula(mv)) => self.dracula_moves(rules).contains(mv),
            _ => false,
        }
    }

    /// Dracula's legal moves (D2 to D9); meant for his turn.
    #[must_use]
    pub fn dracula_moves(&self, rules: &Course) -> DraculaMoves {
        rules.dracula_moves(&self.trail)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is not legal now; the position is unchanged.
    pub fn play(&mut self, rules: &Course, mv: Move) -> Result<TurnEffects, IllegalMove> {
        if self.is_legal(rules, mv) { Ok(self.play_unchecked(rules, mv)) } else { Err(IllegalMove) }
    }

    /// Plays a move that is known to be legal, for playouts that pick from [`moves`](Self::moves).
    ///
    /// An illegal move gives a position that no game reaches, but does no other harm.
    #[inline]
    pub fn play_unchecked(&mut self, rules: &Course, mv: Move) -> TurnEffects {
        match (self.board.to_move(), mv) {
            (Mover::Hunter(hunter), Move::Hunter(to)) => hunter_turn::play(self, rules, hunter, to),
            (_, Move::Dracula(mv)) => dracula_turn::play(self, rules, mv),
            (Mover::Dracula, Move::Hunter(to)) => {
                dracula_turn::play(self, rules, DraculaMove::To(to))
            }
        }
    }
}

impl Course {
    /// Dracula's legal moves after the moves of this trail (D2 to D9).
    #[must_use]
    pub fn dracula_moves(&self, trail: &Trail) -> DraculaMoves {
        let params = self.params();
        let Some(here) = trail.latest().map(|mv| mv.place) else {
            return DraculaMoves::to(self.map().places() - PlaceSet::of(self.hospital())); // D2
        };
        let reach = self.dracula_reach(here);
        // D3: all moves of the trail but the oldest restrict him.
        let recent = trail.recent(usize::from(params.trail) - 1, reach);
        let mut moves = DraculaMoves::to(reach - recent.named); // D5
        if !recent.doubled {
            moves.insert_double_backs(recent.reachable, params.double_back); // D7
        }
        if !recent.hid && !self.is_sea(here) {
            moves.insert(DraculaMove::Hide); // D6
        }
        // D9
        match params.own_place {
            OwnPlace::Free => {}
            OwnPlace::NotAlone => {
                if moves.has_no_special() && moves.places == PlaceSet::of(here) {
                    moves.places = PlaceSet::EMPTY;
                }
            }
            OwnPlace::Never => moves.places.remove(here),
        }
        if moves.is_empty() { DraculaMoves::TELEPORT } else { moves } // D8
    }
}
