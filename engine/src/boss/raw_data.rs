//! A data file as it is written.

use serde::Deserialize;

use super::codes::{Ability, Blood, Class, Type};

/// A data file; what it says may make no sense.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawData {
    /// An explanation for people.
    pub(super) note: String,
    /// Single numbers.
    pub(super) constants: RawConstants,
    /// The blood types, with their groups.
    pub(super) blood: Vec<RawBlood>,
    /// The abilities of pedestrians.
    pub(super) pedestrian_abilities: Vec<RawEffect>,
    /// The streets, in data order.
    pub(super) streets: Vec<RawStreet>,
    /// The pedestrians, in data order.
    pub(super) pedestrians: Vec<RawPedestrian>,
    /// The ability cards, in card order.
    pub(super) abilities: Vec<RawCard>,
    /// The orders, in data order.
    pub(super) orders: Vec<RawOrder>,
    /// The sky cards.
    pub(super) sky: Vec<RawSky>,
    /// The vampire characters, in data order.
    pub(super) vampires: Vec<RawVampire>,
}

/// The single numbers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawConstants {
    /// Wounds that kill (A12).
    pub(super) wound_limit: RawNumber,
    /// Tokens that close a tile (A12).
    pub(super) token_limit: RawNumber,
    /// Open orders for each player (U5).
    pub(super) orders_per_player: RawNumber,
    /// The hand limit, which is a parameter.
    pub(super) hand: RawNumber,
    /// The value that a Cry adds (W3).
    pub(super) cry: RawNumber,
}

/// A number.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawNumber {
    /// Its value.
    pub(super) value: i64,
    /// The source of the row.
    pub(super) source: String,
}

/// A blood type.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawBlood {
    /// Its code.
    pub(super) code: String,
    /// Its group: an explanation, since the code tells it.
    pub(super) group: String,
    /// The source of the row.
    pub(super) source: String,
}

/// The effect of an ability: an explanation, since the rules know it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawEffect {
    /// Its code.
    pub(super) code: String,
    /// Its effect in words.
    pub(super) effect: String,
    /// The source of the row.
    pub(super) source: String,
}

/// A street.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawStreet {
    /// Its code.
    pub(super) code: String,
    /// Its name, for people.
    pub(super) name: String,
    /// Its tiles: an explanation, since the rules name them.
    pub(super) tiles: Vec<String>,
    /// The pedestrians that each tile holds after it was refilled (T8).
    pub(super) slots: i64,
    /// The tokens that a tile starts with (U2).
    pub(super) tokens: i64,
    /// Its effect in words: an explanation.
    pub(super) effect: String,
    /// The source of the row.
    pub(super) source: String,
}

/// A pedestrian.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPedestrian {
    /// Its id.
    pub(super) id: String,
    /// Its type.
    #[serde(rename = "type")]
    pub(super) kind: Type,
    /// Its class.
    pub(super) class: Class,
    /// Its value.
    pub(super) av: i64,
    /// Its blood type.
    pub(super) blood: Blood,
    /// 1 if it has the add symbol.
    pub(super) add: i64,
    /// Its ability.
    pub(super) ability: Ability,
    /// 1 if it is in the Full Moon variant alone.
    pub(super) moon_only: i64,
    /// The source of the row.
    pub(super) source: String,
}

/// An ability card.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCard {
    /// Its code.
    pub(super) code: String,
    /// Its name, for people.
    pub(super) name: String,
    /// Its strength: an explanation, since the code tells it.
    pub(super) attack: i64,
    /// The number of such cards.
    pub(super) count: i64,
    /// When it is played: an explanation.
    pub(super) when: String,
    /// Its effect in words: an explanation.
    #[serde(default)]
    pub(super) effect: String,
    /// The source of the row.
    pub(super) source: String,
}

/// An order.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawOrder {
    /// Its code.
    pub(super) code: String,
    /// `blood` or `type`: an explanation.
    pub(super) kind: String,
    /// The number of such orders.
    pub(super) count: i64,
    /// The points that it is worth (E2).
    pub(super) vp: i64,
    /// The source of the row.
    pub(super) source: String,
}

/// A sky card.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSky {
    /// Its code.
    pub(super) code: String,
    /// Its name, for people.
    pub(super) name: String,
    /// The number of such cards.
    pub(super) count: i64,
    /// Its effect in words: an explanation.
    pub(super) effect: String,
    /// The source of the row.
    pub(super) source: String,
}

/// A vampire character.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawVampire {
    /// Its code.
    pub(super) code: String,
    /// Its name, for people.
    pub(super) name: String,
    /// What it adds to the hand limit.
    pub(super) hand: i64,
    /// Its effect in words: an explanation.
    pub(super) effect: String,
    /// The source of the row.
    pub(super) source: String,
}

impl RawData {
    /// Every row, by its code, with its source.
    pub(super) fn sources<'a>(&'a self) -> Vec<(&'a str, &'a str)> {
        let constants = &self.constants;
        let numbers = [
            ("wound_limit", &constants.wound_limit),
            ("token_limit", &constants.token_limit),
            ("orders_per_player", &constants.orders_per_player),
            ("hand", &constants.hand),
            ("cry", &constants.cry),
        ];
        let mut all: Vec<(&str, &str)> = vec![];
        let mut add = |code: &'a str, source: &'a str| all.push((code, source));
        numbers.into_iter().for_each(|(name, row)| add(name, &row.source));
        self.blood.iter().for_each(|row| add(&row.code, &row.source));
        self.pedestrian_abilities.iter().for_each(|row| add(&row.code, &row.source));
        self.streets.iter().for_each(|row| add(&row.code, &row.source));
        self.pedestrians.iter().for_each(|row| add(&row.id, &row.source));
        self.abilities.iter().for_each(|row| add(&row.code, &row.source));
        self.orders.iter().for_each(|row| add(&row.code, &row.source));
        self.sky.iter().for_each(|row| add(&row.code, &row.source));
        self.vampires.iter().for_each(|row| add(&row.code, &row.source));
        all
    }

    /// The sentences and codes that explain what the rules do, by their row.
    pub(super) fn explanations(&self) -> Vec<(&str, String)> {
        let mut all = vec![("note", self.note.clone())];
        all.extend(self.blood.iter().map(|row| (row.code.as_str(), row.group.clone())));
        let abilities = self.pedestrian_abilities.iter();
        all.extend(abilities.map(|row| (row.code.as_str(), row.effect.clone())));
        all.extend(
            self.streets
                .iter()
                .map(|row| (row.code.as_str(), format!("{}: {}", row.tiles.join(" "), row.effect))),
        );
        all.extend(self.abilities.iter().map(|row| {
            (row.code.as_str(), format!("{}, {}: {}", row.attack, row.when, row.effect))
        }));
        all.extend(self.orders.iter().map(|row| (row.code.as_str(), row.kind.clone())));
        all.extend(self.sky.iter().map(|row| (row.code.as_str(), row.effect.clone())));
        all.extend(self.vampires.iter().map(|row| (row.code.as_str(), row.effect.clone())));
        all
    }
}
