//! The position: everything the rules need to go on, and nothing more.

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
/// It plays by the rules alone. What the hunters have learnt is kept for the moves of the trail;
/// older reveals live in the game in progress, [`State`](super::State).
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

/// What a turn did, as far as a position can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// The play, in full.
    pub play: Play<DraculaMove>,
    /// The trail moves revealed by K4, numbered as they are after the turn; what these point to
    /// is revealed with them.
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
    /// Those that do not belong together give a position that no game reaches, but nothing worse.
    #[must_use]
    pub fn of(board: Board, trail: Trail) -> Self {
        Self { board, trail }
    }

    /// What everyone sees.
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

    /// Where Dracula is; `None` before his first turn.
    #[must_use]
    pub fn dracula(&self) -> Option<Place> {
        self.trail.latest().map(|mv| mv.place)
    }

    /// The place that a move of Dracula's would come to now (D4).
    #[inline]
    #[must_use]
    pub fn place_of(&self, rules: &Course, mv: DraculaMove) -> Place {
        // Only an illegal move points to none.
        let back = |n: usize| self.trail.moves().get(n - 1).map_or(rules.castle(), |mv| mv.place);
        match mv {
            DraculaMove::To(place) => place,
            DraculaMove::Hide => back(1),
            DraculaMove::DoubleBack(steps) => back(steps.get()),
            DraculaMove::Teleport => rules.castle(),
        }
    }

    /// The legal moves of whoever is to move; empty when the game is over.
    #[inline]
    #[must_use]
    pub fn moves(&self, rules: &Course) -> Moves {
        match self.board.to_move() {
            _ if self.board.is_over() => Moves::dracula(DraculaMoves::default()),
            Mover::Hunter(hunter) => Moves::hunter(self.board.hunter_moves(rules, hunter)),
            Mover::Dracula => Moves::dracula(self.dracula_moves(rules)),
        }
    }

    /// True if a move is legal now; the one predicate, which [`moves`](Self::moves) lists.
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
    /// If it is not legal now; the position is unchanged.
    pub fn play(&mut self, rules: &Course, mv: Move) -> Result<Outcome, IllegalMove> {
        if self.is_legal(rules, mv) { Ok(self.play_unchecked(rules, mv)) } else { Err(IllegalMove) }
    }

    /// Plays a move that is known to be legal: for playouts that pick from [`moves`](Self::moves).
    ///
    /// An illegal one gives a position that no game reaches, but nothing worse.
    #[inline]
    pub fn play_unchecked(&mut self, rules: &Course, mv: Move) -> Outcome {
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
    /// Dracula's legal moves after these (D2 to D9).
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
