//! Plays: moves that happened, with their encounters.

use serde::{Deserialize, Serialize};

use super::moves::{DraculaMove, Hunter, Move, Sighting};
use crate::map::Place;

/// An encounter that Dracula leaves in a city (E2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Encounter {
    /// A trap.
    Trap,
    /// An immature vampire.
    Vampire,
}

/// The encounters of a hunter (H4, H7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Met {
    /// Traps sprung, 0..=3.
    pub traps: u8,
    /// Vampires destroyed, 0..=3.
    pub vampires: u8,
    /// True if the hunter met Dracula.
    pub dracula: bool,
}

/// A hunter's play (H7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HunterPlay {
    /// The hunter who moved; follows from the play's index in the history.
    #[serde(with = "hunter_seat", rename = "seat")]
    pub hunter: Hunter,
    /// The place moved to, even if the turn ended in hospital (H5).
    pub to: Place,
    /// The encounters there.
    pub met: Met,
}

/// Dracula's play, with its move as far as it is known (E6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DraculaPlay<M> {
    /// The move.
    #[serde(rename = "move")]
    pub mv: M,
    /// The encounter placed now (E2).
    pub placed: Option<Encounter>,
    /// The encounter that left the trail now: a trap that vanished, or a vampire that matured (E1).
    pub left: Option<Encounter>,
}

/// A play; `M` is what is known about Dracula's moves: [`DraculaMove`] or [`Sighting`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Play<M> {
    /// A hunter's play.
    Hunter(HunterPlay),
    /// Dracula's play.
    Dracula(DraculaPlay<M>),
}

impl From<Play<DraculaMove>> for Move {
    /// The move that was made.
    fn from(play: Play<DraculaMove>) -> Self {
        match play {
            Play::Hunter(play) => Self::Hunter(play.to),
            Play::Dracula(play) => Self::Dracula(play.mv),
        }
    }
}

impl<M> Play<M> {
    /// The same play, with Dracula's move converted by `of`.
    pub fn map<N>(self, of: impl FnOnce(M) -> N) -> Play<N> {
        match self {
            Self::Hunter(play) => Play::Hunter(play),
            Self::Dracula(DraculaPlay { mv, placed, left }) => {
                Play::Dracula(DraculaPlay { mv: of(mv), placed, left })
            }
        }
    }
}

/// An earlier Dracula move whose code the hunters learn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reveal {
    /// The round of that move.
    pub round: u16,
    /// The hunters' present knowledge about it.
    pub sighting: Sighting,
}

/// The reveals of one turn, newest move first.
///
/// Most turns reveal nothing, and an empty vector costs no allocation.
pub type Reveals = Vec<Reveal>;

/// A turn that was played: the play and what it revealed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turned {
    /// The play, in full.
    pub play: Play<DraculaMove>,
    /// The reveals of earlier moves.
    pub reveals: Reveals,
    /// True if the hunter was sent to the hospital.
    pub hospital: bool,
}

mod hunter_seat {
    use super::Hunter;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's `with` asks for a reference")]
    pub(super) fn serialize<S: Serializer>(hunter: &Hunter, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(*hunter as u8)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Hunter, D::Error> {
        let seat = u8::deserialize(from)?;
        let hunter = Hunter::ALL.get(usize::from(seat)).copied();
        hunter.ok_or_else(|| D::Error::custom(format!("seat {seat} is not a hunter's")))
    }
}
