//! The data of the cards and streets, as the rules read them.
//!
//! [`RawData`] is a data file as it is written; [`Data`] is what the rules use of it, checked.

use std::sync::{Arc, LazyLock};

use super::codes::{
    Ability, Blood, CARDS, Card, Class, ORDERS, Order, STREETS, Sky, Street, TILES, Tile, Type,
    Vampire,
};
use super::data_form::DATA_FORM;
use super::hand::Hand;
use super::moves::SPOTS;
use super::pedestrians::{IDS, PEDESTRIANS, Pedestrian};
use super::players::MOST_PLAYERS;
use super::raw_data::{RawData, RawPedestrian};
use crate::data::{DataError, DataFile, Loaded, RefusedData, in_order, number, wrong};

/// Ability cards: at most as many as E8 counts with, and enough for five hands of seven.
const ABILITIES: (i64, i64) = (45, 67);
/// Cards but Midnight Strolls: the deal needs five hands of seven.
const DEALT: i64 = 35;
/// Orders: at most those of the embedded file, and enough for five seats.
const ALL_ORDERS: (i64, i64) = (2 * MOST_PLAYERS as i64, 24);
/// Pedestrians with the add symbol: a tile has two slots, and room for these.
const ADDS: usize = SPOTS - 2;
/// Pedestrians of the Full Moon variant alone.
const MOON_ONLY: usize = 4;
/// Sky cards of a full moon, of which U4 keeps up to eight.
const MOONS: i64 = 8;

/// A pedestrian's printed values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PedestrianData {
    /// Its type.
    pub kind: Type,
    /// Its class.
    pub class: Class,
    /// Its value.
    pub value: u8,
    /// Its blood type.
    pub blood: Blood,
    /// True if it has the add symbol (A2).
    pub adds: bool,
    /// Its ability.
    pub ability: Ability,
    /// True if it is in the Full Moon variant alone.
    pub moon_only: bool,
}

/// The data of the cards and streets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Data {
    pedestrians: [PedestrianData; PEDESTRIANS],
    /// All ability cards.
    pub cards: Hand,
    /// The number of each order, in data order.
    pub orders: [u8; ORDERS],
    /// The points of each order, in data order (E2).
    pub points: [u8; ORDERS],
    /// The number of `MOON` and of `RAIN` cards (U4).
    pub moons: [u8; 2],
    /// The value that a Cry adds (W3).
    pub cry: u8,
    /// The cards that each vampire adds to the hand limit, in data order.
    pub hands: [u8; 6],
    slots: [u8; TILES],
    tokens: [u8; TILES],
    streets: [String; STREETS],
    card_names: [String; CARDS],
    sky_names: [String; 6],
    vampire_names: [String; 6],
}

impl Data {
    /// The data of a file, or those that come with the rules.
    pub(super) fn load(file: Option<Arc<DataFile>>) -> Result<Loaded<Self>, RefusedData> {
        static EMBEDDED: LazyLock<Loaded<Data>> =
            LazyLock::new(|| Loaded::embedded(&DATA_FORM, Data::read));
        file.map_or_else(|| Ok(EMBEDDED.clone()), |file| Loaded::of(file, Data::read))
    }

    /// Reads a data file.
    ///
    /// # Errors
    /// If it does not suit the rules.
    ///
    /// # Examples
    /// ```
    /// use stoker_engine::boss::{DATA_FORM, Data, EMBEDDED};
    /// let louder = EMBEDDED.replace(r#""cry": {"value": 2"#, r#""cry": {"value": 3"#);
    /// assert_eq!(Data::read(&DATA_FORM.parse("louder.json", &louder)?)?.cry, 3);
    /// let wrong = EMBEDDED.replacen(r#""ability": "ambush""#, r#""ability": "web""#, 1);
    /// let error = Data::read(&DATA_FORM.parse("wrong.json", &wrong)?).unwrap_err();
    /// assert!(error.to_string().contains("`web`"));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(file: &DataFile) -> Result<Self, DataError> {
        let raw: RawData = file.to()?;
        check_rows(&raw)?;
        let (slots, tokens) = read_streets(&raw)?;
        let (orders, points) = read_orders(&raw)?;
        Ok(Self {
            pedestrians: read_pedestrians(&raw.pedestrians)?,
            cards: read_cards(&raw)?,
            orders,
            points,
            moons: read_sky(&raw)?,
            cry: number("cry", "value", raw.constants.cry.value, 0..=9)?,
            hands: read_vampires(&raw)?,
            slots,
            tokens,
            streets: std::array::from_fn(|at| raw.streets[at].name.clone()),
            card_names: std::array::from_fn(|at| raw.abilities[at].name.clone()),
            sky_names: std::array::from_fn(|at| raw.sky[at].name.clone()),
            vampire_names: std::array::from_fn(|at| raw.vampires[at].name.clone()),
        })
    }

    /// A pedestrian's printed values.
    #[inline]
    #[must_use]
    pub const fn pedestrian(&self, pedestrian: Pedestrian) -> &PedestrianData {
        &self.pedestrians[pedestrian.index()]
    }

    /// The pedestrians that a tile holds after it was refilled (T8).
    #[inline]
    #[must_use]
    pub const fn slots(&self, tile: Tile) -> u8 {
        self.slots[tile.index()]
    }

    /// The tokens that a tile starts with (U2).
    #[inline]
    #[must_use]
    pub const fn tokens(&self, tile: Tile) -> u8 {
        self.tokens[tile.index()]
    }

    /// A street's name, for people.
    #[must_use]
    pub fn street_name(&self, street: Street) -> &str {
        &self.streets[street.index()]
    }

    /// An ability card's name, for people.
    #[must_use]
    pub fn card_name(&self, card: Card) -> &str {
        &self.card_names[card.index()]
    }

    /// A sky card's name, for people.
    #[must_use]
    pub fn sky_name(&self, sky: Sky) -> &str {
        &self.sky_names[sky.index()]
    }

    /// A vampire's name, for people.
    #[must_use]
    pub fn vampire_name(&self, vampire: Vampire) -> &str {
        &self.vampire_names[vampire.index()]
    }
}

/// Every table lists what the rules know, in their order.
fn check_rows(raw: &RawData) -> Result<(), DataError> {
    fn known<'f, K: Copy>(
        table: &str,
        all: &[K],
        code: fn(K) -> &'static str,
        found: impl IntoIterator<Item = &'f String>,
    ) -> Result<(), DataError> {
        in_order(table, all.iter().map(|&one| code(one)), found)
    }
    known("the blood types", Blood::ALL, Blood::code, raw.blood.iter().map(|row| &row.code))?;
    let abilities = raw.pedestrian_abilities.iter().map(|row| &row.code);
    known("the abilities of pedestrians", Ability::ALL, Ability::code, abilities)?;
    known("the streets", Street::ALL, Street::code, raw.streets.iter().map(|row| &row.code))?;
    in_order("the pedestrians", IDS, raw.pedestrians.iter().map(|row| &row.id))?;
    known("the ability cards", Card::ALL, Card::code, raw.abilities.iter().map(|row| &row.code))?;
    known("the orders", Order::ALL, Order::code, raw.orders.iter().map(|row| &row.code))?;
    known("the sky cards", Sky::ALL, Sky::code, raw.sky.iter().map(|row| &row.code))?;
    known("the vampires", Vampire::ALL, Vampire::code, raw.vampires.iter().map(|row| &row.code))
}

fn read_streets(raw: &RawData) -> Result<([u8; TILES], [u8; TILES]), DataError> {
    let (mut slots, mut tokens) = ([0; TILES], [0; TILES]);
    for (street, row) in Street::ALL.iter().zip(&raw.streets) {
        for tile in street.tiles() {
            slots[tile.index()] = number(&row.code, "slots", row.slots, 1..=2)?;
            tokens[tile.index()] = number(&row.code, "tokens", row.tokens, 0..=2)?;
        }
    }
    Ok((slots, tokens))
}

fn read_pedestrians(rows: &[RawPedestrian]) -> Result<[PedestrianData; PEDESTRIANS], DataError> {
    let read: Vec<_> = rows.iter().map(read_pedestrian).collect::<Result<_, _>>()?;
    let adds = read.iter().filter(|row| row.adds).count();
    if adds > ADDS {
        return Err(wrong("pedestrians", "add", adds, format!("at most {ADDS} in all")));
    }
    let moon_only = read.iter().filter(|row| row.moon_only).count();
    if moon_only != MOON_ONLY {
        return Err(wrong("pedestrians", "moon_only", moon_only, format!("{MOON_ONLY} in all")));
    }
    let found = read.len();
    read.try_into().map_err(|_| wrong("pedestrians", "rows", found, PEDESTRIANS.to_string()))
}

fn read_pedestrian(row: &RawPedestrian) -> Result<PedestrianData, DataError> {
    let is_wolf = row.kind == Type::Werewolf;
    if is_wolf != (row.ability == Ability::Wolf) {
        let allowed = "`wolf` for werewolves, and for nobody else";
        return Err(wrong(&row.id, "ability", row.ability, allowed));
    }
    Ok(PedestrianData {
        kind: row.kind,
        class: row.class,
        value: number(&row.id, "av", row.av, 1..=12)?,
        blood: row.blood,
        adds: number(&row.id, "add", row.add, 0..=1)? == 1,
        ability: row.ability,
        moon_only: number(&row.id, "moon_only", row.moon_only, 0..=1)? == 1,
    })
}

fn read_cards(raw: &RawData) -> Result<Hand, DataError> {
    let mut counts = [0; CARDS];
    for (count, row) in counts.iter_mut().zip(&raw.abilities) {
        *count = number(&row.code, "count", row.count, 0..=ABILITIES.1)?;
    }
    let sum = |counts: &[u8]| counts.iter().map(|&count| i64::from(count)).sum::<i64>();
    let (all, dealt) = (sum(&counts), sum(&counts[..Card::Stroll.index()]));
    let (low, high) = ABILITIES;
    if !(low..=high).contains(&all) {
        return Err(wrong("abilities", "cards in all", all, format!("in {low}..={high}")));
    }
    if dealt < DEALT {
        let allowed = format!("at least {DEALT}");
        return Err(wrong("abilities", "cards without strolls", dealt, allowed));
    }
    if counts[Card::Stroll.index()] > 3 {
        let count = counts[Card::Stroll.index()];
        return Err(wrong("STROLL", "count", count, "in 0..=3"));
    }
    Ok(Hand::of_counts(counts))
}

fn read_orders(raw: &RawData) -> Result<([u8; ORDERS], [u8; ORDERS]), DataError> {
    let (mut counts, mut points) = ([0; ORDERS], [0; ORDERS]);
    for (at, row) in raw.orders.iter().enumerate() {
        counts[at] = number(&row.code, "count", row.count, 0..=ALL_ORDERS.1)?;
        points[at] = number(&row.code, "vp", row.vp, 0..=9)?;
    }
    let all: i64 = counts.iter().map(|&count| i64::from(count)).sum();
    let (low, high) = ALL_ORDERS;
    if !(low..=high).contains(&all) {
        return Err(wrong("orders", "orders in all", all, format!("in {low}..={high}")));
    }
    Ok((counts, points))
}

/// U4: a full moon has eight cards, and the form fixes the numbers of other kinds.
fn read_sky(raw: &RawData) -> Result<[u8; 2], DataError> {
    let mut moons = [0; 2];
    let rows = raw.sky.iter().zip(Sky::ALL);
    let of_moons = rows.filter(|(_, sky)| matches!(sky, Sky::Moon | Sky::Rain));
    for (count, (row, _)) in moons.iter_mut().zip(of_moons) {
        *count = number(&row.code, "count", row.count, 0..=MOONS)?;
    }
    let all = i64::from(moons[0]) + i64::from(moons[1]);
    if all == MOONS {
        return Ok(moons);
    }
    Err(wrong("sky", "MOON and RAIN in all", all, MOONS.to_string()))
}

fn read_vampires(raw: &RawData) -> Result<[u8; 6], DataError> {
    let mut hands = [0; 6];
    for (hand, row) in hands.iter_mut().zip(&raw.vampires) {
        *hand = number(&row.code, "hand", row.hand, 0..=1)?;
    }
    Ok(hands)
}

#[cfg(test)]
mod tests {
    use super::super::{Boss, EMBEDDED, Params};
    use super::*;
    use crate::Game as _;

    /// The reason why the ruleset refuses the embedded file after a change.
    fn refused(from: &str, to: &str) -> String {
        assert!(EMBEDDED.contains(from), "{from}");
        let changed = DATA_FORM.parse("own.json", &EMBEDDED.replacen(from, to, 1));
        let refused = |file: DataFile| Boss::configure(Params::default(), None, Some(file.into()));
        changed
            .map_or_else(|error| error.to_string(), |file| refused(file).unwrap_err().to_string())
    }

    #[test]
    fn the_embedded_file_has_the_numbers_that_the_rules_count_with() {
        let data = Data::load(None).unwrap().values;
        assert_eq!(data.cards.len(), 67);
        assert_eq!(data.orders.iter().map(|&count| u32::from(count)).sum::<u32>(), 24);
        let at = |id: &str| *data.pedestrian(id.parse().unwrap());
        assert_eq!((at("F02").value, at("F02").ability), (4, Ability::Loyal));
        assert_eq!((at("W05").moon_only, at("T02").adds), (true, true));
        assert_eq!((data.slots(Tile::Market), data.tokens(Tile::Vigil)), (2, 1));
        assert_eq!(data.street_name(Street::Docks), "Docks");
        assert_eq!(data.card_name(Card::Hush), "Whisper");
    }

    #[test]
    fn a_card_too_many_is_refused() {
        assert_eq!(
            refused(
                r#""code": "MIST", "name": "Mist Form", "attack": 0, "count": 3"#,
                r#""code": "MIST", "name": "Mist Form", "attack": 0, "count": 4"#
            ),
            "data file `own.json`: `cards in all` of `abilities` is 68, but must be in 45..=67"
        );
        let (from, to) = (r#""code": "A+", "kind": "blood", "count": 1"#, r#""count": 2"#);
        let to = from.replace(r#""count": 1"#, to);
        assert!(refused(from, &to).contains("is 25, but must be in 10..=24"));
        let twice = refused(r#"{"id": "T02""#, r#"{"id": "T01""#);
        assert_eq!(twice, "`pedestrians.T01` is there twice");
        let other = refused(r#"{"id": "T02""#, r#"{"id": "T99""#);
        assert!(other.contains("the pedestrians must be T01 T02"), "{other}");
    }

    #[test]
    fn unknown_effects_and_negative_counts_are_refused() {
        assert!(refused(r#""ability": "whistle""#, r#""ability": "howl""#).contains("`howl`"));
        assert_eq!(
            refused(r#""attack": 2, "count": 13"#, r#""attack": 2, "count": -1"#),
            "data file `own.json`: `count` of `2` is -1, but must be in 0..=67"
        );
        assert_eq!(
            refused(
                r#""type": "TOURIST", "class": "prey", "av": 1"#,
                r#""type": "TOURIST", "class": "prey", "av": -1"#
            ),
            "data file `own.json`: `av` of `T01` is -1, but must be in 1..=12"
        );
        let wolf = refused(r#""ability": "ambush""#, r#""ability": "wolf""#);
        assert!(wolf.contains("`ability` of `H01` is wolf"), "{wolf}");
        let source = refused(r#""source": "booklet"}"#, r#""source": " "}"#);
        assert!(
            source.starts_with("`constants.wound_limit.source` must name a source"),
            "{source}"
        );
    }

    #[test]
    fn a_changed_explanation_or_a_number_that_is_a_parameter_is_refused() {
        let changed = refused("protectors have value +1", "protectors have value +2");
        assert!(changed.starts_with("`streets.CHURCH.effect` is an explanation"), "{changed}");
        let hand = refused(r#""hand": {"value": 5"#, r#""hand": {"value": 6"#);
        assert!(hand.ends_with("leave it, and give --param hand=6"), "{hand}");
        let wounds = refused(r#""wound_limit": {"value": 3"#, r#""wound_limit": {"value": 4"#);
        assert!(wounds.contains("is 4, but the rules set it to 3"), "{wounds}");
        let nights = refused(r#""name": "Night", "count": 8"#, r#""name": "Night", "count": 9"#);
        assert!(nights.starts_with("`sky.NIGHT.count` is 9"), "{nights}");
        assert!(refused(r#""add": 0"#, r#""add": 0, "more": 1"#).contains("more"));
    }

    #[test]
    fn a_tile_has_room_for_every_add_symbol() {
        let one = r#""av": 1, "blood": "A+", "add": 0"#;
        let error = refused(one, &one.replace(r#""add": 0"#, r#""add": 1"#));
        assert_eq!(
            error,
            "data file `own.json`: `add` of `pedestrians` is 11, but must be at most 10 in all"
        );
    }
}
