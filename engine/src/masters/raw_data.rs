//! A data file as it is written.

use serde::Deserialize;
use serde_json::Value;

/// A data file; what it says may make no sense.
///
/// The parts that are plain [`Value`]s are fixed by the rules: they explain, and may not be changed.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawData {
    pub(super) ruleset: Value,
    pub(super) sources: Value,
    pub(super) tokens: Value,
    pub(super) setup: Value,
    pub(super) agent: Value,
    pub(super) dice: Value,
    pub(super) dice_source: Value,
    pub(super) cards_per_act: Value,
    pub(super) start_minions: Value,
    pub(super) relic_slots: Value,
    pub(super) actions: Value,
    pub(super) event_effects: Value,
    pub(super) veil_tracks: Vec<RawTrack>,
    pub(super) families: Vec<RawFamily>,
    pub(super) districts: Vec<RawDistrict>,
    pub(super) vampires: Vec<RawVampire>,
    pub(super) relics: Vec<RawRelic>,
    pub(super) events: Vec<RawEvent>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTrack {
    pub(super) players: i64,
    pub(super) agents: i64,
    pub(super) high: RawNumbers,
    pub(super) low: RawNumbers,
    pub(super) source: String,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawNumbers {
    pub(super) red: i64,
    pub(super) grey: [i64; 2],
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawFamily {
    pub(super) players: i64,
    pub(super) family: String,
    pub(super) vampires: Vec<String>,
    pub(super) source: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawDistrict {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) when: String,
    pub(super) ap: i64,
    pub(super) condition: Option<String>,
    pub(super) effect: String,
    pub(super) source: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawVampire {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) blood: RawBlood,
    pub(super) dark: RawDark,
    pub(super) sigil: RawSigil,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawBlood {
    pub(super) name: String,
    pub(super) blood: i64,
    pub(super) minions: i64,
    pub(super) effect: String,
    pub(super) source: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawDark {
    pub(super) name: String,
    pub(super) veil: i64,
    pub(super) effect: String,
    pub(super) source: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSigil {
    pub(super) effect: String,
    pub(super) source: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRelic {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) cost: String,
    pub(super) effect: String,
    pub(super) source: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawEvent {
    pub(super) id: String,
    pub(super) act: i64,
    pub(super) name: String,
    pub(super) red: i64,
    pub(super) grey: [i64; 2],
    pub(super) effect: String,
    pub(super) n: i64,
    pub(super) source: String,
}

impl RawData {
    /// The parts that the rules fix, by their keys.
    pub(super) fn fixed(&self) -> [(&'static str, &Value); 12] {
        [
            ("ruleset", &self.ruleset),
            ("sources", &self.sources),
            ("tokens", &self.tokens),
            ("setup", &self.setup),
            ("agent", &self.agent),
            ("dice", &self.dice),
            ("dice_source", &self.dice_source),
            ("cards_per_act", &self.cards_per_act),
            ("start_minions", &self.start_minions),
            ("relic_slots", &self.relic_slots),
            ("actions", &self.actions),
            ("event_effects", &self.event_effects),
        ]
    }

    /// The sentences that explain a row: the row, the part, and the sentence.
    pub(super) fn explanations(&self) -> Vec<(&str, &'static str, &str)> {
        let districts = self.districts.iter().map(|row| (row.id.as_str(), "effect", &row.effect));
        let relics = self.relics.iter().flat_map(|row| {
            [(row.id.as_str(), "cost", &row.cost), (row.id.as_str(), "effect", &row.effect)]
        });
        let vampires = self.vampires.iter().flat_map(|row| {
            let id = row.id.as_str();
            [
                (id, "effect of blood", &row.blood.effect),
                (id, "effect of dark", &row.dark.effect),
                (id, "effect of sigil", &row.sigil.effect),
            ]
        });
        let all = districts.chain(relics).chain(vampires);
        all.map(|(row, part, text)| (row, part, text.as_str())).collect()
    }

    /// Every source, with the row that it is of.
    pub(super) fn sources(&self) -> Vec<(String, &str)> {
        let tracks = self.veil_tracks.iter();
        let tracks = tracks.map(|row| (format!("veil track of {}", row.players), &row.source));
        let families = self.families.iter();
        let families =
            families.map(|row| (format!("family {} of {}", row.family, row.players), &row.source));
        let districts = self.districts.iter().map(|row| (row.id.clone(), &row.source));
        let relics = self.relics.iter().map(|row| (row.id.clone(), &row.source));
        let events = self.events.iter().map(|row| (row.id.clone(), &row.source));
        let vampires = self.vampires.iter().flat_map(|row| {
            let sources = [&row.blood.source, &row.dark.source, &row.sigil.source];
            sources.map(|source| (row.id.clone(), source))
        });
        let all = tracks.chain(families).chain(districts).chain(relics).chain(events);
        all.chain(vampires).map(|(row, source)| (row, source.as_str())).collect()
    }
}
