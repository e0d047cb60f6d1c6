//! Dracula's trail: his latest moves, their remaining encounters, and what the hunters know.

use serde::{Deserialize, Serialize};

use super::moves::DraculaMove;
use super::params::MAX_TRAIL;
use super::play::Encounter;
use crate::map::{Place, PlaceSet};

/// A set of trail moves: bit 0 is the newest.
pub type TrailSet = u16;

/// One move of the trail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TrailMove {
    /// The move.
    #[serde(rename = "move")]
    pub code: DraculaMove,
    /// The place it led to (D4).
    pub place: Place,
    /// The encounter placed with it, if it is still there.
    pub encounter: Option<Encounter>,
    /// True if the hunters know the code.
    pub code_known: bool,
    /// True if the hunters know the place.
    pub place_known: bool,
}

/// The restrictions and options that follow from Dracula's latest moves (D5 to D7).
#[derive(Debug, Clone, Copy)]
pub(super) struct Recent {
    /// The places that he named.
    pub(super) named: PlaceSet,
    /// True if he has hidden.
    pub(super) hid: bool,
    /// True if he has doubled back.
    pub(super) doubled: bool,
    /// The moves that led to places he can reach; bit 1 is the newest.
    pub(super) reachable: u16,
}

/// The trail, newest move first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "Vec<TrailMove>", try_from = "Vec<TrailMove>")]
pub struct Trail {
    len: u8,
    /// The places that the moves led to: most hunters' turns need to know no more of the trail.
    places: PlaceSet,
    /// The moves. Entries from `len` on are [`BLANK`](Self::BLANK), so that equal trails have equal
    /// bits.
    moves: [TrailMove; MAX_TRAIL],
}

impl Trail {
    const BLANK: TrailMove = TrailMove {
        code: DraculaMove::Teleport,
        place: Place::new(0).expect("0 is below 128"),
        encounter: None,
        code_known: false,
        place_known: false,
    };

    /// The trail without a move.
    pub const EMPTY: Self =
        Self { len: 0, places: PlaceSet::EMPTY, moves: [Self::BLANK; MAX_TRAIL] };

    /// A trail of these moves, newest first; [`MAX_TRAIL`] at most.
    #[must_use]
    pub fn of(moves: impl DoubleEndedIterator<Item = TrailMove>) -> Self {
        let mut trail = Self::EMPTY;
        for mv in moves.rev() {
            trail.push(mv, MAX_TRAIL);
        }
        trail
    }

    /// The moves, newest first.
    #[inline]
    #[must_use]
    pub fn moves(&self) -> &[TrailMove] {
        &self.moves[..usize::from(self.len).min(MAX_TRAIL)]
    }

    /// The newest move.
    #[inline]
    #[must_use]
    pub fn latest(&self) -> Option<&TrailMove> {
        self.moves().first()
    }

    #[inline]
    fn moves_mut(&mut self) -> &mut [TrailMove] {
        &mut self.moves[..usize::from(self.len).min(MAX_TRAIL)]
    }

    /// Puts a move in front, and returns the move that no longer fits a trail of `size` moves (E1).
    #[inline]
    pub(super) fn push(&mut self, mv: TrailMove, size: usize) -> Option<TrailMove> {
        // A longer trail comes only from other parameters. It does not grow.
        let full = usize::from(self.len) >= size;
        let left = if full {
            Some(std::mem::replace(&mut self.moves[size - 1], Self::BLANK))
        } else {
            None
        };
        self.moves.copy_within(0..MAX_TRAIL - 1, 1);
        self.moves[0] = mv;
        self.len += u8::from(!full);
        self.places = self.moves().iter().map(|mv| mv.place).collect();
        left
    }

    /// The moves that led to this place.
    #[inline]
    #[must_use]
    pub fn at(&self, place: Place) -> TrailSet {
        if !self.places.contains(place) {
            return 0;
        }
        let mut found = 0;
        for (i, mv) in self.moves().iter().enumerate() {
            found |= TrailSet::from(mv.place == place) << i;
        }
        found
    }

    /// The restrictions that the latest `count` moves put on Dracula, who can reach these places.
    ///
    /// The loop checks every move in every respect without a branch: random play would mispredict
    /// it.
    #[inline]
    pub(super) fn recent(&self, count: usize, reach: PlaceSet) -> Recent {
        let moves = self.moves();
        let none = Recent { named: PlaceSet::EMPTY, hid: false, doubled: false, reachable: 0 };
        moves[..moves.len().min(count)].iter().zip(1..).fold(none, |all, (mv, back)| {
            let named = matches!(mv.code, DraculaMove::To(_));
            Recent {
                named: all.named | if named { PlaceSet::of(mv.place) } else { PlaceSet::EMPTY },
                hid: all.hid | (mv.code == DraculaMove::Hide),
                doubled: all.doubled | matches!(mv.code, DraculaMove::DoubleBack(_)),
                reachable: all.reachable | u16::from(reach.contains(mv.place)) << back,
            }
        })
    }

    /// The number of encounters that are still in this place.
    #[inline]
    #[must_use]
    pub fn encounters_at(&self, place: Place) -> usize {
        let here = |mv: &&TrailMove| mv.place == place && mv.encounter.is_some();
        self.moves().iter().filter(here).count()
    }

    /// Adds an encounter to the newest move.
    pub(super) fn place_encounter(&mut self, encounter: Encounter) {
        if let Some(latest) = self.moves_mut().first_mut() {
            latest.encounter = Some(encounter);
        }
    }

    /// Removes the encounters of this kind from these moves, oldest first, wherever `when` returns
    /// true. Returns the number removed.
    pub(super) fn clear(
        &mut self,
        set: TrailSet,
        kind: Encounter,
        mut when: impl FnMut() -> bool,
    ) -> u8 {
        let mut cleared = 0;
        for (i, mv) in self.moves_mut().iter_mut().enumerate().rev() {
            if set >> i & 1 == 1 && mv.encounter == Some(kind) && when() {
                mv.encounter = None;
                cleared += 1;
            }
        }
        cleared
    }

    /// Reveals these moves and the moves that they point to, even beyond the trail (K4).
    pub(super) fn reveal(&mut self, set: TrailSet) {
        let moves = self.moves_mut();
        let mut beyond = 0;
        for start in (0..moves.len()).filter(|i| set >> i & 1 == 1) {
            let mut next = Some(start);
            while let Some(i) = next {
                let Some(mv) = moves.get_mut(i) else {
                    beyond |= 1 << i;
                    break;
                };
                mv.code_known = true;
                mv.place_known = true;
                next = mv.code.points_back().map(|back| i + back);
            }
        }
        self.resolve(beyond);
    }

    /// Marks the oldest move of a full trail, a hide, as seen (K5). `gone` is the move before it,
    /// which has left the trail; the hunters may know its place.
    pub(super) fn see_oldest_hide(&mut self, gone: Option<TrailMove>) {
        if let Some(oldest) = self.moves_mut().last_mut() {
            oldest.code_known = true;
        }
        let source_known = gone.is_some_and(|gone| gone.place_known);
        self.resolve(u32::from(source_known) << self.len);
    }

    /// Passes what is newly known on to the newer moves that are known to point to it.
    ///
    /// `beyond` holds the moves that have left the trail and whose place is known, numbered on from
    /// the oldest: in a trail of six, bit 6 is the one that left last.
    fn resolve(&mut self, beyond: u32) {
        let moves = self.moves_mut();
        for i in (0..moves.len()).rev() {
            let known = moves[i].code.points_back().is_some_and(|back| {
                let left = beyond >> (i + back) & 1 == 1;
                moves.get(i + back).map_or(left, |source| source.place_known)
            });
            let mv = &mut moves[i];
            mv.place_known |= mv.code_known && known;
        }
    }
}

impl std::fmt::Debug for Trail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.moves()).finish()
    }
}

impl From<Trail> for Vec<TrailMove> {
    fn from(trail: Trail) -> Self {
        trail.moves().to_vec()
    }
}

impl TryFrom<Vec<TrailMove>> for Trail {
    type Error = String;

    fn try_from(moves: Vec<TrailMove>) -> Result<Self, String> {
        let len = moves.len();
        if len > MAX_TRAIL {
            return Err(format!("a trail has at most {MAX_TRAIL} moves, not {len}"));
        }
        Ok(Self::of(moves.into_iter()))
    }
}
