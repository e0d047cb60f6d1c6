//! The parts of a data file that the rules read, as written. The form has checked the keys.

use serde::Deserialize;

/// A data file; what it says may make no sense.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawData {
    pub(super) veil_tracks: Vec<RawTrack>,
    pub(super) families: Vec<RawFamily>,
    pub(super) districts: Vec<RawDistrict>,
    pub(super) vampires: Vec<RawVampire>,
    pub(super) relics: Vec<RawRelic>,
    pub(super) events: Vec<RawEvent>,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawTrack {
    pub(super) players: i64,
    pub(super) agents: i64,
    pub(super) high: RawNumbers,
    pub(super) low: RawNumbers,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct RawNumbers {
    pub(super) red: i64,
    pub(super) grey: [i64; 2],
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawFamily {
    pub(super) players: i64,
    pub(super) family: String,
    pub(super) vampires: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawDistrict {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) ap: i64,
    pub(super) condition: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawVampire {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) blood: RawBlood,
    pub(super) dark: RawDark,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawBlood {
    pub(super) blood: i64,
    pub(super) minions: i64,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawDark {
    pub(super) veil: i64,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawRelic {
    pub(super) id: String,
    pub(super) name: String,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawEvent {
    pub(super) id: String,
    pub(super) act: i64,
    pub(super) name: String,
    pub(super) red: i64,
    pub(super) grey: [i64; 2],
    pub(super) effect: String,
    pub(super) n: i64,
}
