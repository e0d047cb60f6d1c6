//! Noise that does not depend on earlier plays.

use stoker_engine::Rng;
use stoker_engine::course::Board;

use rand::Rng as _;

/// Numbers that look random, one for each option at each turn of a game.
///
/// Two lines of play that differ in one turn get the same numbers in all others. A difference
/// between their results is then due to that turn, not to chance.
///
/// # Source
/// The mixer of SplitMix64: G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Noise(u64);

impl Noise {
    /// Draws new noise.
    pub fn draw(rng: &mut Rng) -> Self {
        Self(rng.next_u64())
    }

    /// A number below `below` for one of the options of the seat to move.
    #[inline]
    #[must_use]
    pub fn below(self, board: &Board, thing: u8, below: u32) -> u32 {
        let turn = u64::from(board.round()) << 16 | u64::from(board.to_move().seat().0) << 8;
        scale(mix(self.0 ^ mix(turn | u64::from(thing))), below)
    }

    /// A number below `below` that stays the same for this many rounds, and differs by seat.
    #[inline]
    #[must_use]
    pub fn lasting(self, board: &Board, rounds: u16, below: u32) -> u32 {
        let turn =
            u64::from(board.round() / rounds.max(1)) << 8 | u64::from(board.to_move().seat().0);
        scale(mix(!self.0 ^ mix(turn)), below)
    }
}

#[inline]
fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// The high half of a word, scaled to `0..below`. It deviates from uniform by less than one in 2^24
/// for the ranges used here.
#[inline]
fn scale(word: u64, below: u32) -> u32 {
    (((word >> 32) * u64::from(below)) >> 32) as u32
}
