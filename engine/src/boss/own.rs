//! One seat's own knowledge (boss K2).

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::codes::{Status, Tile};
use super::hand::Hand;
use super::moves::{Move, TileSpot};
use super::pedestrians::Pedestrian;
use super::players::Player;
use super::told::Told;

/// The most pedestrians that can be remembered at once: two on each of six tiles.
const MOST_SEEN: usize = 12;

/// One seat's own knowledge, besides the facts that every seat knows.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Own {
    /// Its hand.
    pub hand: Hand,
    /// The pedestrians face down that it has seen, where they lie.
    pub seen: ArrayVec<SeenPedestrian, MOST_SEEN>,
    /// Its hidden answer to R5.
    pub commit: Option<Move>,
}

/// A pedestrian face down that a seat has seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeenPedestrian {
    /// The tile.
    pub tile: Tile,
    /// The position.
    pub spot: TileSpot,
    /// The pedestrian itself.
    pub pedestrian: Pedestrian,
}

impl Own {
    /// The pedestrian that the seat has seen face down at a position.
    #[inline]
    #[must_use]
    pub fn seen_at(&self, tile: Tile, spot: TileSpot) -> Option<Pedestrian> {
        let at = self.seen.iter().find(|seen| (seen.tile, seen.spot) == (tile, spot))?;
        Some(at.pedestrian)
    }

    /// Takes in an entry that this seat is told. It may come from anybody, so nothing here may
    /// panic.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most is known to all: see the table")]
    pub(super) fn apply(&mut self, player: Player, told: &Told) {
        match *told {
            Told::Did(by, mv) if by == player => {
                if let Some(card) = mv.spends() {
                    self.hand.remove(card, 1);
                }
            }
            Told::Draw(by, Some(card)) if by == player => self.hand.add(card),
            Told::Drop(by, card, count) if by == player => self.hand.remove(card, count),
            Told::Saw(by, tile, spot, pedestrian)
                if by == player && self.seen_at(tile, spot).is_none() =>
            {
                let _: Result<(), _> =
                    self.seen.try_push(SeenPedestrian { tile, spot, pedestrian });
            }
            Told::Up(tile, spot, _) => {
                self.seen.retain(|seen| (seen.tile, seen.spot) != (tile, spot));
            }
            Told::Under(tile) => self.seen.retain(|seen| seen.tile != tile),
            Told::Commit(by, mv) if by == player => self.commit = Some(mv),
            Told::Shown(..) => self.commit = None,
            Told::Out(by, Status::Left | Status::Dead) if by == player => self.seen.clear(),
            _ => {}
        }
    }
}
