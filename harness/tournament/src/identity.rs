//! The identity of a game: equal for two matches that are the same game.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use stoker_engine::{Ending, Game};

use crate::data_hash::data_hash;
use crate::map_id::MapId;

/// 128 bits of BLAKE3 over the game that was played.
///
/// The hash covers the ruleset, parameters, map, data, the seat, move and origin of every play,
/// chance, scores, winners and ending. It does not cover the seed, the entrants or messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct GameHash(pub u128);

impl GameHash {
    /// The first 64 bits, for counting distinct games.
    #[must_use]
    pub fn prefix(self) -> u64 {
        (self.0 >> 64) as u64
    }

    /// The identity of several games in this order.
    #[must_use]
    pub fn of_all(games: &[Self]) -> Self {
        let mut hasher = blake3::Hasher::new();
        for game in games {
            hasher.update(&game.0.to_le_bytes());
        }
        Self::first_half(&hasher.finalize())
    }

    fn first_half(hash: &blake3::Hash) -> Self {
        let (first, _) = hash.as_bytes().split_first_chunk::<16>().expect("a hash has 32 bytes");
        Self(u128::from_be_bytes(*first))
    }
}

impl fmt::Display for GameHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl From<GameHash> for String {
    fn from(hash: GameHash) -> Self {
        hash.to_string()
    }
}

/// A text that is not a hash.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a hash: a hash has 32 lower-case hexadecimal digits")]
pub struct ParseHashError(String);

impl FromStr for GameHash {
    type Err = ParseHashError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digit = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
        let whole = text.len() == 32 && text.bytes().all(digit);
        let number = whole.then(|| u128::from_str_radix(text, 16).ok()).flatten();
        number.map(Self).ok_or_else(|| ParseHashError(text.to_owned()))
    }
}

impl TryFrom<String> for GameHash {
    type Error = ParseHashError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

/// Hashes games of one configured ruleset.
#[derive(Debug, Clone)]
pub(crate) struct GameHasher {
    /// A hasher that was already fed what all games have in common.
    begun: blake3::Hasher,
    ground: String,
    sides: u8,
    tail: Vec<u8>,
}

impl GameHasher {
    pub(crate) fn new<G: Game>(game: &G) -> Self {
        let map = game.map().map_or_else(|| "-".to_owned(), |map| MapId::of(map).hash);
        let data = data_hash(game).map(|hash| format!("\n{hash}"));
        Self::on_ground(game, map + &data.unwrap_or_default())
    }

    /// The same for another game on the same map with the same data. Hashing these takes longest,
    /// so their hashes are kept.
    pub(crate) fn of_other<G: Game>(self, game: &G) -> Self {
        Self::on_ground(game, self.ground)
    }

    /// `ground` is the hash of the map, and of the data if there are some.
    fn on_ground<G: Game>(game: &G, ground: String) -> Self {
        let mut begun = blake3::Hasher::new();
        let params = params_json(game);
        begun.update(format!("stoker game 1\n{}\n{params}\n{ground}\n", G::NAME).as_bytes());
        let sides = u8::try_from(game.sides().list().len()).expect("at most eight sides");
        Self { begun, ground, sides, tail: vec![] }
    }

    /// Hashes a game from its plays, chance and ending. Each line of `plays` is a seat, the mark of
    /// [`DecisionOrigin`](crate::referee::DecisionOrigin) and a move.
    pub(crate) fn hash(&mut self, plays: &str, chance: &[u32], ending: &Ending) -> GameHash {
        let tail = &mut self.tail;
        tail.clear();
        tail.push(b'\n');
        tail.extend((chance.len() as u64).to_le_bytes());
        tail.extend(chance.iter().flat_map(|outcome| outcome.to_le_bytes()));
        tail.extend(ending.scores.iter().flat_map(|score| score.to_le_bytes()));
        let won = |side| u8::from(ending.winners.contains(stoker_engine::SideId(side)));
        tail.extend((0..self.sides).map(won));
        tail.extend(ending.reason.bytes());
        let hash = self.begun.clone().update(plays.as_bytes()).update(&self.tail).finalize();
        GameHash::first_half(&hash)
    }
}

/// The parameters as JSON, with sorted keys and no white space.
///
/// # Panics
/// If the parameters are not plain data; every ruleset promises that they are.
pub fn params_json<G: Game>(game: &G) -> serde_json::Value {
    serde_json::to_value(game.params()).expect("parameters are plain data")
}
