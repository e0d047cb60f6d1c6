//! The data of the cards and the board, as the rules read them.
//!
//! [`RawData`] is a data file as it is written; [`Data`] is what the rules use of it, checked.

use std::sync::{Arc, LazyLock};

use super::actions::{ActionCard, Bar, DECK, Special};
use super::barriers::Colour;
use super::board::{Place, PlaceSet};
use super::cards::{BySide, Cards, KINDS, Kind, Side, TARGETS, Type};
use super::data_form::DATA_FORM;
use super::raw_data::{RawAction, RawData, RawEncounter, RawPlace, RawSide};
use crate::data::{DataError, DataFile, Loaded, RefusedData, in_order, number, wrong};

/// Own encounter cards of a side (G4).
const ENCOUNTERS: i64 = 15;
/// The highest number that a data file may give for a movement, a strength or a bonus.
const MOST: i64 = 99;

/// An action card's printed values (C3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActionData {
    /// The number of steps that it pays for.
    pub movement: u8,
    /// Its strength in a fight.
    pub strength: u8,
    /// The barrier that it sets.
    pub bar: Bar,
    /// Its special, if it has one.
    pub special: Option<Special>,
}

/// The data of the cards and the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Data {
    /// The places of the figures at the start (B1).
    pub start: BySide<Place>,
    /// Each side's own cards (C1).
    pub cards: BySide<Cards>,
    /// The strengths of the fighters (C1), 0 for other cards; by kind.
    strengths: [u8; 2 * KINDS],
    /// The action cards (C3); by card.
    actions: [ActionData; 2 * DECK],
    /// Lives that a gift brings (L2).
    pub regained: u8,
    /// The strength that breath adds to a vampire's (X4).
    pub breath: u8,
    names: Names,
}

/// Names for people, each in the order of what it names.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Names {
    places: Vec<String>,
    kinds: Vec<String>,
    actions: Vec<String>,
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
    /// use stoker_engine::kosmos::{ActionCard, DATA_FORM, Data, EMBEDDED};
    /// let strong = EMBEDDED.replacen(r#""movement": 6"#, r#""movement": 7"#, 1);
    /// let data = Data::read(&DATA_FORM.parse("strong.json", &strong)?)?;
    /// assert_eq!(data.action(ActionCard::Shadow).movement, 7);
    /// let wrong = EMBEDDED.replace(r#""special": "wings""#, r#""special": "web""#);
    /// let error = Data::read(&DATA_FORM.parse("wrong.json", &wrong)?).unwrap_err();
    /// assert!(error.to_string().contains("`web`"));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(file: &DataFile) -> Result<Self, DataError> {
        let raw: &RawData = &file.to()?;
        check_places(&raw.places)?;
        check_barriers(raw)?;
        let numbers = numbers(raw)?;
        let sides = BySide { dracula: &raw.sides.dracula, hunter: &raw.sides.hunter };
        let mut strengths = [0; 2 * KINDS];
        let mut cards = BySide::new(Cards::none);
        let mut actions = [NO_ACTION; 2 * DECK];
        for side in Side::BOTH {
            cards[side] = read_encounters(side, &sides[side].encounters, &mut strengths)?;
            read_actions(side, &sides[side].actions, &mut actions)?;
        }
        let start = BySide {
            dracula: read_start(Side::Dracula, sides.dracula, &raw.places)?,
            hunter: read_start(Side::Hunter, sides.hunter, &raw.places)?,
        };
        let [regained, breath] = numbers;
        Ok(Self { start, cards, strengths, actions, regained, breath, names: names(raw) })
    }

    /// A place's name, for people.
    #[must_use]
    pub fn place_name(&self, place: Place) -> &str {
        &self.names.places[place.index()]
    }

    /// An encounter card's name, for people.
    #[must_use]
    pub fn kind_name(&self, kind: Kind) -> &str {
        &self.names.kinds[kind.index()]
    }

    /// An action card's name, for people.
    #[must_use]
    pub fn action_name(&self, card: ActionCard) -> &str {
        &self.names.actions[card.index()]
    }

    /// An action card's printed values.
    #[inline]
    #[must_use]
    pub const fn action(&self, card: ActionCard) -> &ActionData {
        &self.actions[card.index()]
    }

    /// The most steps that a card pays for.
    pub(super) fn highest_movement(&self) -> u8 {
        self.actions.iter().map(|card| card.movement).max().unwrap_or(0)
    }

    /// A fighter's strength; 0 for other cards.
    #[inline]
    #[must_use]
    pub const fn strength(&self, kind: Kind) -> u8 {
        self.strengths[kind.index()]
    }
}

/// The names of tables whose rows have been checked.
fn names(raw: &RawData) -> Names {
    let sides = || [&raw.sides.dracula, &raw.sides.hunter].into_iter();
    Names {
        places: raw.places.iter().map(|row| row.name.clone()).collect(),
        kinds: sides().flat_map(|side| &side.encounters).map(|row| row.name.clone()).collect(),
        actions: sides().flat_map(|side| &side.actions).map(|row| row.name.clone()).collect(),
    }
}

const NO_ACTION: ActionData =
    ActionData { movement: 0, strength: 0, bar: Bar::Grey, special: None };

/// B1: the twelve places, in place order.
fn check_places(rows: &[RawPlace]) -> Result<(), DataError> {
    let places: PlaceSet = rows.iter().filter_map(|row| row.code.parse().ok()).collect();
    check_connected(places)?;
    let expected = Place::ALL.iter().map(|place| place.code());
    in_order("the places", expected, rows.iter().map(|row| &row.code))
}

fn check_connected(places: PlaceSet) -> Result<(), DataError> {
    let Some(from) = places.iter().next() else { return Ok(()) };
    let mut reached = PlaceSet::of(from);
    for _ in Place::ALL {
        let near = reached.iter().fold(reached, |all, place| all | place.neighbours());
        reached = near & places;
    }
    let cut = (places - reached).iter().next();
    cut.map_or(Ok(()), |to| {
        let cut = format!("the board is cut in two: no way leads from {from} to {to}");
        Err(DataError::Together(cut))
    })
}

/// B4: the four barriers, in their order.
fn check_barriers(raw: &RawData) -> Result<(), DataError> {
    let expected = Colour::ALL.iter().map(|colour| colour.code());
    in_order("the barriers", expected, raw.barriers.iter().map(|row| &row.letter))
}

/// The numbers that the rules read: lives that a gift brings (L2), and what breath adds (X4). The
/// form of the file keeps the others as they are.
fn numbers(raw: &RawData) -> Result<[u8; 2], DataError> {
    let value = |name: &str| {
        let row = raw.numbers.iter().find(|row| row.name == name);
        let row = row.ok_or_else(|| DataError::Missing(name.to_owned()))?;
        number(name, "value", row.value, 0..=MOST)
    };
    Ok([value("lives_regained_by_a_gift")?, value("breath_bonus")?])
}

/// C1: a side's fifteen cards.
fn read_encounters(
    side: Side,
    rows: &[RawEncounter],
    strengths: &mut [u8; 2 * KINDS],
) -> Result<Cards, DataError> {
    let table = format!("the encounter cards of `{}`", side.name());
    let expected = Kind::of(side).iter().map(|kind| kind.code());
    in_order(&table, expected, rows.iter().map(|row| &row.code))?;
    let mut counts = [0; KINDS];
    for (&kind, row) in Kind::of(side).iter().zip(rows) {
        counts[kind.rank()] = read_count(kind, row)?;
        strengths[kind.index()] = read_strength(kind, row)?;
    }
    let total: i64 = counts.iter().map(|&count| i64::from(count)).sum();
    if total != ENCOUNTERS {
        return Err(wrong(side.name(), "cards in all", total, ENCOUNTERS.to_string()));
    }
    Ok(Cards::new(side, counts))
}

/// The booklet has one symbol and five targets a side; how the fighters split is the file's matter.
fn read_count(kind: Kind, row: &RawEncounter) -> Result<u8, DataError> {
    let (name, range) = match kind.kind_of_card() {
        Type::Fighter => ("fighter", 0..=ENCOUNTERS),
        Type::Symbol => ("symbol", 1..=1),
        Type::Target => ("target", i64::from(TARGETS)..=i64::from(TARGETS)),
    };
    if row.card_type != name {
        return Err(wrong(&row.code, "type", &row.card_type, format!("`{name}`")));
    }
    number(&row.code, "count", row.count, range)
}

fn read_strength(kind: Kind, row: &RawEncounter) -> Result<u8, DataError> {
    match (kind.kind_of_card(), row.strength) {
        (Type::Fighter, Some(strength)) => number(&row.code, "strength", strength, 0..=MOST),
        (Type::Fighter, None) => Err(wrong(&row.code, "strength", "missing", "a number")),
        (Type::Symbol | Type::Target, None) => Ok(0),
        (Type::Symbol | Type::Target, Some(strength)) => {
            Err(wrong(&row.code, "strength", strength, "missing"))
        }
    }
}

/// C3: a side's ten action cards.
fn read_actions(
    side: Side,
    rows: &[RawAction],
    actions: &mut [ActionData; 2 * DECK],
) -> Result<(), DataError> {
    let table = format!("the action cards of `{}`", side.name());
    let expected = ActionCard::of(side).iter().map(|card| card.code());
    in_order(&table, expected, rows.iter().map(|row| &row.code))?;
    for (&card, row) in ActionCard::of(side).iter().zip(rows) {
        let read = read_action(side, row)?;
        let same = |other: &&ActionCard| actions[other.index()].special == read.special;
        let earlier = ActionCard::of(side).iter().take_while(|other| **other != card);
        let twice = earlier.clone().find(same).filter(|_| read.special.is_some());
        if let Some(&other) = twice {
            let same = format!("`{other}` and `{card}` have the same special");
            return Err(DataError::Together(same));
        }
        actions[card.index()] = read;
    }
    Ok(())
}

fn read_action(side: Side, row: &RawAction) -> Result<ActionData, DataError> {
    let of_other = row.special.filter(|special| special.side() != side);
    if let Some(special) = of_other {
        let name = format!("{special:?}").to_lowercase();
        return Err(wrong(&row.code, "special", name, format!("one of `{}`", side.name())));
    }
    let bar = match row.bar.as_str() {
        "red" => Bar::Colour(Colour::Red),
        "blue" => Bar::Colour(Colour::Blue),
        "green" => Bar::Colour(Colour::Green),
        "yellow" => Bar::Colour(Colour::Yellow),
        "grey" => Bar::Grey,
        other => {
            return Err(wrong(&row.code, "bar", other, "red, blue, green, yellow or grey"));
        }
    };
    Ok(ActionData {
        movement: number(&row.code, "movement", row.movement, 0..=MOST)?,
        strength: number(&row.code, "strength", row.strength, 0..=MOST)?,
        bar,
        special: row.special,
    })
}

/// B1: where a side's figure starts, as both tables say.
fn read_start(side: Side, row: &RawSide, places: &[RawPlace]) -> Result<Place, DataError> {
    let mut starts = places.iter().filter(|place| place.start_of == Some(side));
    let listed = starts.next().map_or("missing", |place| place.code.as_str());
    if starts.next().is_some() || listed != row.start {
        return Err(wrong(
            side.name(),
            "start",
            &row.start,
            format!("as the places say, {listed}"),
        ));
    }
    row.start.parse().map_err(|_| wrong(side.name(), "start", &row.start, "a place"))
}
