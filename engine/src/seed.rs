//! Seeds and the generators keyed by them.

use std::fmt;
use std::str::FromStr;

use rand::{Rng as _, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::seats::{Seat, SideId};

/// The generator of the whole project: ChaCha with 8 rounds, the same stream on every platform.
pub type Rng = ChaCha8Rng;

/// A number from `0..n`; all are equally likely.
///
/// This is Lemire's multiply-and-reject on 32-bit words. It divides only if it has to check for a
/// rejection, which is rare, and no release of a dependency can change its stream.
///
/// # Panics
/// If `n` is 0.
///
/// # Source
/// D. Lemire, "Fast Random Integer Generation in an Interval", 2019, <https://arxiv.org/abs/1805.10941>.
#[inline]
pub fn below(rng: &mut Rng, n: u32) -> u32 {
    assert!(n > 0, "there is no number below 0");
    let mut wide = u64::from(rng.next_u32()) * u64::from(n);
    if low(wide) < n {
        let threshold = n.wrapping_neg() % n;
        while low(wide) < threshold {
            wide = u64::from(rng.next_u32()) * u64::from(n);
        }
    }
    (wide >> 32) as u32
}

/// One of these items, all equally likely; `None` if there are none.
///
/// # Panics
/// If there are 2^32 or more.
#[inline(always)]
#[expect(clippy::inline_always, reason = "a call would copy the iterator, in the hottest of loops")]
pub fn one_of<I: IntoIterator<IntoIter: ExactSizeIterator>>(
    rng: &mut Rng,
    of: I,
) -> Option<I::Item> {
    let mut of = of.into_iter();
    let count = u32::try_from(of.len()).expect("nobody has so many to choose from");
    if count == 0 { None } else { of.nth(below(rng, count) as usize) }
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is what is wanted")]
fn low(wide: u64) -> u32 {
    wide as u32
}

/// The purpose of a generator. It is part of the key, so two purposes never share a stream.
///
/// At most 22 bytes of ASCII.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Purpose(&'static str);

impl Purpose {
    /// The purpose of a bot's own generator.
    pub const BOT: Self = Self::new("bot");

    /// Names a purpose.
    ///
    /// # Panics
    /// If the name is longer than 22 bytes; in a constant that is a compile error.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        assert!(name.len() <= 22, "a purpose has at most 22 bytes");
        Self(name)
    }
}

/// A seed. Everything random in a match follows from one.
///
/// Written as 16 hexadecimal digits. A text of exactly 16 hexadecimal digits is read as
/// hexadecimal, any other as decimal.
///
/// # Examples
/// ```
/// use stoker_engine::Seed;
/// assert_eq!("1".parse(), Ok(Seed(1)));
/// assert_eq!("00000000000000ff".parse(), Ok(Seed(255)));
/// assert_eq!(Seed(255).to_string(), "00000000000000ff");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Seed(pub u64);

impl Seed {
    /// The generator for one side and seat (or neither) and one purpose.
    ///
    /// The key contains seed, side, seat and purpose, so different ones never share a stream.
    #[must_use]
    pub fn rng(self, side: Option<SideId>, seat: Option<Seat>, purpose: Purpose) -> Rng {
        Rng::from_seed(self.key(side, seat, purpose))
    }

    /// The seed of the match with this index within its pairing, under this master seed.
    ///
    /// It is a keyed hash: ChaCha8 under the master seed, with the index as its nonce.
    #[must_use]
    pub fn of_match(self, index: u64) -> Self {
        let mut rng = Rng::from_seed(self.key(None, None, Purpose::new("match")));
        rng.set_stream(index);
        Self(rng.next_u64())
    }

    /// The seed of a game, from 0, of the series with this match seed. The first game has the match
    /// seed itself.
    ///
    /// It is a keyed hash, as [`of_match`](Self::of_match) is.
    #[must_use]
    pub fn of_game(self, game: u64) -> Self {
        if game == 0 {
            return self;
        }
        let mut rng = Rng::from_seed(self.key(None, None, Purpose::new("game")));
        rng.set_stream(game);
        Self(rng.next_u64())
    }

    /// The seed of one bot in the match with this seed. A bot in another process learns no other
    /// seed.
    ///
    /// Neither the match's seed nor another bot's can be computed from it.
    #[must_use]
    pub fn of_bot(self, side: SideId, first_seat: Seat) -> Self {
        Self(self.rng(Some(side), Some(first_seat), Purpose::new("bot seed")).next_u64())
    }

    /// The generator of the bot with this [seed](Self::of_bot).
    #[must_use]
    pub fn bot_rng(self) -> Rng {
        self.rng(None, None, Purpose::BOT)
    }

    fn key(self, side: Option<SideId>, seat: Option<Seat>, purpose: Purpose) -> [u8; 32] {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.0.to_le_bytes());
        key[8] = side.map_or(u8::MAX, |side| side.0);
        key[9] = seat.map_or(u8::MAX, |seat| seat.0);
        key[10..10 + purpose.0.len()].copy_from_slice(purpose.0.as_bytes());
        key
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> Self {
        seed.to_string()
    }
}

impl TryFrom<String> for Seed {
    type Error = ParseSeedError;
    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl FromStr for Seed {
    type Err = ParseSeedError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let hex = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
        let number = if hex {
            u64::from_str_radix(text, 16).ok()
        } else if text.bytes().all(|b| b.is_ascii_digit()) {
            text.parse().ok()
        } else {
            None
        };
        number.map(Self).ok_or_else(|| ParseSeedError(text.to_owned()))
    }
}

/// Error: a text that is not a seed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a seed: give 16 hexadecimal digits or a decimal number below 2^64")]
pub struct ParseSeedError(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_hex_digits_and_decimals_are_seeds() {
        assert_eq!("0000000000000010".parse(), Ok(Seed(16)));
        assert_eq!("16".parse(), Ok(Seed(16)));
        for bad in ["", "-1", "+1", "x", "99999999999999999999", "00000000000000000g"] {
            assert_eq!(bad.parse::<Seed>(), Err(ParseSeedError(bad.to_owned())), "{bad}");
        }
    }

    #[test]
    fn side_seat_purpose_and_index_each_change_the_stream() {
        let first = |mut rng: Rng| rng.next_u64();
        let seed = Seed(7);
        let all = [
            first(seed.rng(None, None, Purpose::BOT)),
            first(seed.rng(Some(SideId(0)), None, Purpose::BOT)),
            first(seed.rng(None, Some(Seat(0)), Purpose::BOT)),
            first(seed.rng(None, None, Purpose::new("other"))),
            seed.of_match(0).0,
            seed.of_match(1).0,
            seed.of_game(0).0,
            seed.of_game(1).0,
            seed.of_game(2).0,
            seed.of_bot(SideId(0), Seat(0)).0,
            seed.of_bot(SideId(1), Seat(0)).0,
            seed.of_bot(SideId(0), Seat(1)).0,
            first(seed.of_bot(SideId(0), Seat(0)).bot_rng()),
        ];
        let distinct: std::collections::BTreeSet<_> = all.iter().collect();
        assert_eq!(distinct.len(), all.len());
    }

    #[test]
    fn below_reaches_every_number_and_no_other() {
        let mut rng = Seed(1).rng(None, None, Purpose::BOT);
        let mut count = [0u32; 6];
        for _ in 0..6_000 {
            count[below(&mut rng, 6) as usize] += 1;
        }
        assert!(count.iter().all(|&c| (800..1_200).contains(&c)), "{count:?}");
    }

    /// Pins the stream: a dependency that changed it would change every result file.
    #[test]
    fn the_stream_is_pinned() {
        assert_eq!(Seed(1).of_match(0).to_string(), "b706a1b39727588b");
    }
}
