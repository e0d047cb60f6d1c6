//! The data of the cards, as the rules read them.
//!
//! [`RawData`] is a data file as it is written; [`Data`] is what the rules use of it, checked.

use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use super::cards::{ByHunter, CombatCard, DRACULA_CARDS, Encounter, Hunter, Item, Ticket};
use super::counts::{CombatHand, Encounters, Items, Tickets};
use super::titles::{EventCard, Events};
use super::trail::MOST_ENCOUNTERS;
use crate::coded::UnknownCode;

/// The data file that comes with the rules.
pub const EMBEDDED: &str = include_str!("data.json");

/// The most items.
pub(super) const MOST_ITEMS: usize = 64;
/// The most events.
pub(super) const MOST_EVENTS: usize = 96;
/// The most combat cards of Dracula.
pub(super) const MOST_COMBAT: usize = 24;
/// The most health of a vampire, whose damage is kept in three bits.
const MOST_VAMPIRE_HEALTH: i64 = 8;

/// A data file; what it says may make no sense.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawData {
    /// An explanation for people.
    #[serde(rename = "note")]
    _note: String,
    hunters: Vec<RawHunter>,
    items: Vec<RawCombat>,
    basic_combat: Vec<RawCombat>,
    dracula_combat: Vec<RawCard>,
    encounters: Vec<RawEncounter>,
    tickets: Vec<RawTicket>,
    powers: Vec<RawPower>,
    hunter_events: Vec<RawEvent>,
    dracula_events: Vec<RawEvent>,
    tokens: RawTokens,
    pride: Vec<RawPride>,
    fury: RawFury,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawHunter {
    code: String,
    name: String,
    order: i64,
    health: i64,
    bites: i64,
    items: i64,
    events: i64,
    #[serde(rename = "ability")]
    _ability: String,
    source: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCombat {
    code: String,
    name: String,
    count: i64,
    banner: bool,
    cancels: Vec<String>,
    #[serde(rename = "effect")]
    _effect: String,
    source: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCard {
    code: String,
    name: String,
    count: i64,
    #[serde(rename = "effect")]
    _effect: String,
    source: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEncounter {
    code: String,
    name: String,
    count: i64,
    health: i64,
    #[serde(rename = "ambush")]
    _ambush: String,
    #[serde(rename = "search")]
    _search: String,
    #[serde(rename = "matured")]
    _matured: String,
    source: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTicket {
    code: String,
    white: i64,
    yellow: i64,
    count: i64,
    source: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPower {
    code: String,
    name: String,
    source: String,
    #[serde(rename = "effect")]
    _effect: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEvent {
    code: String,
    name: String,
    count: i64,
    #[serde(rename = "when")]
    _when: String,
    source: String,
    #[serde(rename = "effect")]
    _effect: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTokens {
    bats: i64,
    fog: i64,
    roadblock: i64,
    storm: i64,
    despair: i64,
    rumor: i64,
    heavenly_host: i64,
    consecrated_ground: i64,
    source: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPride {
    despair: i64,
    escape_from_round: i64,
    source: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFury {
    #[serde(rename = "influence_per_dawn")]
    influence: i64,
    source: String,
}

/// A hunter's printed values (H1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HunterData {
    /// Damage that defeats the hunter.
    pub health: u8,
    /// Spaces for bite tokens.
    pub bites: u8,
    /// The limit of items.
    pub items: u8,
    /// The limit of events.
    pub events: u8,
}

/// The numbers of tokens (M5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "a token is called by its name")]
pub struct Tokens {
    pub bats: u8,
    pub fog: u8,
    pub roadblock: u8,
    pub storm: u8,
    pub despair: u8,
    pub rumor: u8,
    pub heavenly_host: u8,
}

/// The data of the cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Data {
    /// The hunters' values.
    pub hunters: ByHunter<HunterData>,
    /// All encounters.
    pub encounters: Encounters,
    /// The health of vampires; 0 for other encounters.
    health: [u8; 13],
    /// All items.
    pub items: Items,
    /// All tickets.
    pub tickets: Tickets,
    /// All events.
    pub events: Events,
    /// Dracula's combat cards.
    pub combat: CombatHand,
    /// The events in the order of the file, which is that of the deck before it is shuffled.
    pub(super) event_order: Vec<EventCard>,
    /// Dracula's cards that each card cancels, a bit for each; by combat card.
    cancels: [u32; 17],
    /// The numbers of tokens.
    pub tokens: Tokens,
    /// The first round of a combat in which Dracula may escape, by despair tokens (C5.1).
    pub pride: [u8; 4],
    /// Names for people.
    names: Vec<(String, String)>,
}

/// A data file that does not suit the rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DataError {
    /// It is not the JSON of a data file.
    #[error("this is not a data file: {0}")]
    Form(String),
    /// A table does not list the rows that the rules know, in their order.
    #[error("{table} must be {expected}, in this order, but the file has {found}")]
    Rows {
        /// The table.
        table: &'static str,
        /// The rows that there must be.
        expected: String,
        /// The rows that there are.
        found: String,
    },
    /// A number that the rules cannot use.
    #[error("`{what}` of `{row}` is {value}, but must be in {low}..={high}")]
    Number {
        /// The row.
        row: String,
        /// The column.
        what: &'static str,
        /// The value.
        value: i64,
        /// The least value allowed.
        low: i64,
        /// The greatest value allowed.
        high: i64,
    },
    /// A row without a name or without a source.
    #[error("`{0}` needs a name and a source")]
    Unnamed(String),
    /// There are more cards than can be dealt.
    #[error("there are {count} {what}, but there can be {most} at most")]
    TooMany {
        /// The cards.
        what: &'static str,
        /// Their number.
        count: usize,
        /// The most that there can be.
        most: usize,
    },
    /// A code that no card has.
    #[error(transparent)]
    Code(#[from] UnknownCode),
    /// A card cannot have this.
    #[error("`{row}` cannot have {what}")]
    Unusable {
        /// The row.
        row: String,
        /// The unusable value.
        what: &'static str,
    },
}

impl Data {
    /// The data that come with the rules.
    #[must_use]
    pub fn embedded() -> Arc<Self> {
        static DATA: LazyLock<Arc<Data>> =
            LazyLock::new(|| Arc::new(Data::parse(EMBEDDED).expect("a test reads it")));
        DATA.clone()
    }

    /// Reads a data file.
    ///
    /// # Errors
    /// If it is not a data file, or does not suit the rules.
    ///
    /// # Examples
    /// ```
    /// use stoker_engine::fury::{Data, EMBEDDED, Hunter};
    /// let hale = EMBEDDED.replacen(r#""health": 12"#, r#""health": 13"#, 1);
    /// assert_eq!(Data::parse(&hale)?.hunters[Hunter::Godalming].health, 13);
    /// # Ok::<_, stoker_engine::fury::DataError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, DataError> {
        let raw: RawData =
            serde_json::from_str(text).map_err(|error| DataError::Form(error.to_string()))?;
        Self::of(&raw)
    }

    fn of(raw: &RawData) -> Result<Self, DataError> {
        check_rows(raw)?;
        check_names(raw)?;
        let mut health = [0; 13];
        for (row, kind) in raw.encounters.iter().zip(Encounter::ALL) {
            let range = if kind.is_vampire() { (1, MOST_VAMPIRE_HEALTH) } else { (0, 0) };
            health[kind.index()] = number(&row.code, "health", row.health, range)?;
        }
        let data = Self {
            hunters: read_hunters(raw)?,
            encounters: counted(raw.encounters.iter().map(|row| (&row.code, row.count)))?,
            health,
            items: counted(raw.items.iter().map(|row| (&row.code, row.count)))?,
            tickets: read_tickets(raw)?,
            events: counted(events(raw).map(|row| (&row.code, row.count)))?,
            combat: counted(raw.dracula_combat.iter().map(|row| (&row.code, row.count)))?,
            event_order: events(raw).map(|row| row.code.parse()).collect::<Result<_, _>>()?,
            cancels: read_cancels(raw)?,
            tokens: read_tokens(&raw.tokens)?,
            pride: read_pride(raw)?,
            names: names(raw),
        };
        number("fury", "influence_per_dawn", raw.fury.influence, (0, 13))?;
        data.check_sizes()?;
        Ok(data)
    }

    /// The health of a vampire; 0 for other encounters.
    #[inline]
    #[must_use]
    pub const fn health(&self, kind: Encounter) -> u8 {
        self.health[kind.index()]
    }

    /// True if a hunter's card cancels Dracula's.
    #[inline]
    #[must_use]
    pub const fn cancels(&self, card: CombatCard, draculas: CombatCard) -> bool {
        self.cancels[card.index()] & draculas.bit() != 0
    }

    /// The name of a row, for people: the first of that table and code.
    #[must_use]
    pub fn name(&self, table: &str, code: &str) -> &str {
        let key = format!("{table} {code}");
        self.names.iter().find(|(of, _)| *of == key).map_or("", |(_, name)| name)
    }

    fn check_sizes(&self) -> Result<(), DataError> {
        let sizes = [
            ("encounters", self.encounters.len(), MOST_ENCOUNTERS),
            ("items", self.items.len(), MOST_ITEMS),
            ("events", self.events.len(), MOST_EVENTS),
            ("combat cards of Dracula", self.combat.len(), MOST_COMBAT),
        ];
        match sizes.into_iter().find(|(_, count, most)| count > most) {
            Some((what, count, most)) => Err(DataError::TooMany { what, count, most }),
            None => Ok(()),
        }
    }
}

fn events(raw: &RawData) -> impl Iterator<Item = &RawEvent> {
    raw.hunter_events.iter().chain(&raw.dracula_events)
}

/// Each table lists the cards that the rules know, in their order.
fn check_rows(raw: &RawData) -> Result<(), DataError> {
    let is_basic = |card: &&CombatCard| super::cards::BASIC_CARDS.contains(card);
    let all_combat = || CombatCard::ALL.iter();
    let draculas = DRACULA_CARDS.map(CombatCard::code).to_vec();
    let events_of = |dracula: bool| {
        let own = EventCard::ALL.iter().filter(move |card| card.is_draculas() == dracula);
        own.map(|card| card.code()).collect::<Vec<_>>()
    };
    let tables: [(&'static str, Vec<&str>, Vec<&String>); 9] = [
        (
            "hunters",
            codes(Hunter::ALL, Hunter::code),
            raw.hunters.iter().map(|row| &row.code).collect(),
        ),
        ("items", codes(Item::ALL, Item::code), raw.items.iter().map(|row| &row.code).collect()),
        (
            "basic_combat",
            all_combat().filter(is_basic).map(|card| card.code()).collect(),
            raw.basic_combat.iter().map(|row| &row.code).collect(),
        ),
        ("dracula_combat", draculas, raw.dracula_combat.iter().map(|row| &row.code).collect()),
        (
            "encounters",
            codes(Encounter::ALL, Encounter::code),
            raw.encounters.iter().map(|row| &row.code).collect(),
        ),
        (
            "tickets",
            codes(Ticket::ALL, Ticket::code),
            raw.tickets.iter().map(|row| &row.code).collect(),
        ),
        (
            "powers",
            vec!["DC", "FE", "HI", "MD", "WF"],
            raw.powers.iter().map(|row| &row.code).collect(),
        ),
        (
            "hunter_events",
            events_of(false),
            raw.hunter_events.iter().map(|row| &row.code).collect(),
        ),
        (
            "dracula_events",
            events_of(true),
            raw.dracula_events.iter().map(|row| &row.code).collect(),
        ),
    ];
    for (table, expected, found) in tables {
        if !expected.iter().eq(&found) {
            let found = found.iter().map(|code| code.as_str()).collect::<Vec<_>>().join(" ");
            return Err(DataError::Rows { table, expected: expected.join(" "), found });
        }
    }
    Ok(())
}

fn codes<K: Copy>(all: &[K], code: impl Fn(K) -> &'static str) -> Vec<&'static str> {
    all.iter().map(|&kind| code(kind)).collect()
}

fn check_names(raw: &RawData) -> Result<(), DataError> {
    let singles = [("tokens", &raw.tokens.source), ("fury", &raw.fury.source)];
    let pride = raw.pride.iter().map(|row| ("pride", &row.source));
    let tickets = raw.tickets.iter().map(|row| (row.code.as_str(), &row.source));
    let sources = singles.into_iter().chain(pride).chain(tickets);
    let unsourced = sources.filter(|(_, source)| source.is_empty()).map(|(row, _)| row.to_owned());
    let unnamed = rows(raw).filter(|row| row.2.is_empty() || row.3.is_empty());
    match unsourced.chain(unnamed.map(|row| row.1.to_owned())).next() {
        Some(row) => Err(DataError::Unnamed(row)),
        None => Ok(()),
    }
}

/// Each named row: its table, code, name and source.
fn rows(raw: &RawData) -> impl Iterator<Item = (&'static str, &str, &str, &str)> {
    macro_rules! table {
        ($name:ident) => {
            raw.$name.iter().map(|row| {
                (stringify!($name), row.code.as_str(), row.name.as_str(), row.source.as_str())
            })
        };
    }
    table!(hunters)
        .chain(table!(items))
        .chain(table!(basic_combat))
        .chain(table!(dracula_combat))
        .chain(table!(encounters))
        .chain(table!(powers))
        .chain(table!(hunter_events))
        .chain(table!(dracula_events))
}

fn names(raw: &RawData) -> Vec<(String, String)> {
    rows(raw).map(|(table, code, name, _)| (format!("{table} {code}"), name.to_owned())).collect()
}

/// A number that fits its range and a byte.
fn number(
    row: &str,
    what: &'static str,
    value: i64,
    (low, high): (i64, i64),
) -> Result<u8, DataError> {
    let fits = u8::try_from(value).ok().filter(|_| (low..=high).contains(&value));
    fits.ok_or_else(|| DataError::Number { row: row.to_owned(), what, value, low, high })
}

/// Cards by their counts, each of which may be 0 to 20.
fn counted<'a, K, C>(rows: impl Iterator<Item = (&'a String, i64)>) -> Result<C, DataError>
where
    K: std::str::FromStr<Err = UnknownCode> + Copy,
    C: FromIterator<K>,
{
    let mut all = vec![];
    for (code, count) in rows {
        let kind: K = code.parse()?;
        let count = number(code, "count", count, (0, 20))?;
        all.extend((0..count).map(|_| kind));
    }
    Ok(all.into_iter().collect())
}

fn read_hunters(raw: &RawData) -> Result<ByHunter<HunterData>, DataError> {
    let mut hunters = ByHunter::default();
    for (row, &hunter) in raw.hunters.iter().zip(Hunter::ALL) {
        let order = i64::from(hunter.seat().0);
        number(&row.code, "order", row.order, (order, order))?;
        hunters[hunter] = HunterData {
            health: number(&row.code, "health", row.health, (1, 99))?,
            bites: number(&row.code, "bites", row.bites, (0, 9))?,
            items: number(&row.code, "items", row.items, (0, 9))?,
            events: number(&row.code, "events", row.events, (0, 9))?,
        };
    }
    Ok(hunters)
}

/// A ticket's values are its code (X6).
fn read_tickets(raw: &RawData) -> Result<Tickets, DataError> {
    for (row, ticket) in raw.tickets.iter().zip(Ticket::ALL) {
        let [white, yellow] = [ticket.white(), ticket.yellow()].map(i64::from);
        number(&row.code, "white", row.white, (white, white))?;
        number(&row.code, "yellow", row.yellow, (yellow, yellow))?;
    }
    counted(raw.tickets.iter().map(|row| (&row.code, row.count)))
}

fn read_cancels(raw: &RawData) -> Result<[u32; 17], DataError> {
    let mut cancels = [0; 17];
    for row in raw.items.iter().chain(&raw.basic_combat) {
        let card = row.code.parse::<CombatCard>().ok();
        if row.banner != card.is_some() {
            return Err(DataError::Unusable { row: row.code.clone(), what: "that banner" });
        }
        for text in &row.cancels {
            let draculas: CombatCard = text.parse()?;
            let Some(card) = card.filter(|_| DRACULA_CARDS.contains(&draculas)) else {
                return Err(DataError::Unusable { row: row.code.clone(), what: "that icon" });
            };
            cancels[card.index()] |= draculas.bit();
        }
    }
    Ok(cancels)
}

fn read_tokens(raw: &RawTokens) -> Result<Tokens, DataError> {
    let token = |what, value, most| number("tokens", what, value, (0, most));
    number("tokens", "consecrated_ground", raw.consecrated_ground, (1, 1))?;
    Ok(Tokens {
        bats: token("bats", raw.bats, 4)?,
        fog: token("fog", raw.fog, 8)?,
        roadblock: token("roadblock", raw.roadblock, 20)?,
        storm: token("storm", raw.storm, 20)?,
        despair: number("tokens", "despair", raw.despair, (3, 3))?,
        rumor: number("tokens", "rumor", raw.rumor, (1, 20))?,
        heavenly_host: token("heavenly_host", raw.heavenly_host, 20)?,
    })
}

fn read_pride(raw: &RawData) -> Result<[u8; 4], DataError> {
    let mut pride = [0; 4];
    if raw.pride.len() != pride.len() {
        let found = format!("{} rows", raw.pride.len());
        return Err(DataError::Rows { table: "pride", expected: "0 1 2 3".to_owned(), found });
    }
    for (despair, (row, from)) in (0..).zip(raw.pride.iter().zip(&mut pride)) {
        number("pride", "despair", row.despair, (despair, despair))?;
        *from = number("pride", "escape_from_round", row.escape_from_round, (1, 7))?;
    }
    Ok(pride)
}
