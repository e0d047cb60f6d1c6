//! A data file as it is written, and the checks that make it [`Data`].

use serde::Deserialize;

use super::cards::{
    BASIC_CARDS, ByHunter, CombatCard, DRACULA_CARDS, Encounter, Hunter, Item, Ticket,
};
use super::counts::Tickets;
use super::data::{
    Data, HunterData, MOST_COMBAT, MOST_EVENTS, MOST_ITEMS, MOST_VAMPIRE_HEALTH, Tokens,
};
use super::titles::EventCard;
use super::trail::MOST_ENCOUNTERS;
use crate::coded::UnknownCode;
use crate::data::{DataError, DataFile, in_order, number, wrong};

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
    #[serde(rename = "fury")]
    _fury: RawFury,
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
    #[serde(rename = "source")]
    _source: String,
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
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCard {
    code: String,
    name: String,
    count: i64,
    #[serde(rename = "effect")]
    _effect: String,
    #[serde(rename = "source")]
    _source: String,
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
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTicket {
    code: String,
    white: i64,
    yellow: i64,
    count: i64,
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPower {
    code: String,
    name: String,
    #[serde(rename = "source")]
    _source: String,
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
    #[serde(rename = "source")]
    _source: String,
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
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPride {
    despair: i64,
    escape_from_round: i64,
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFury {
    #[serde(rename = "influence_per_dawn")]
    _influence: i64,
    #[serde(rename = "source")]
    _source: String,
}

impl Data {
    /// Reads a data file.
    pub(super) fn read(file: &DataFile) -> Result<Self, DataError> {
        let raw: RawData = file.to()?;
        check_rows(&raw)?;
        let (items, events) = (raw.items.iter(), events(&raw));
        let data = Self {
            hunters: read_hunters(&raw)?,
            encounters: counted(raw.encounters.iter().map(|row| (&row.code, row.count)))?,
            health: read_health(&raw)?,
            items: counted(items.map(|row| (&row.code, row.count)))?,
            tickets: read_tickets(&raw)?,
            event_order: events.clone().map(|row| card(&row.code)).collect::<Result<_, _>>()?,
            events: counted(events.map(|row| (&row.code, row.count)))?,
            combat: counted(raw.dracula_combat.iter().map(|row| (&row.code, row.count)))?,
            cancels: read_cancels(&raw)?,
            tokens: read_tokens(&raw.tokens)?,
            pride: read_pride(&raw)?,
            names: names(&raw),
        };
        data.check_sizes()?;
        Ok(data)
    }

    fn check_sizes(&self) -> Result<(), DataError> {
        let sizes = [
            ("encounters", self.encounters.len(), 0, MOST_ENCOUNTERS),
            ("items", self.items.len(), 0, MOST_ITEMS),
            ("events", self.events.len(), 0, MOST_EVENTS),
            ("combat cards of Dracula", self.combat.len(), LEAST_COMBAT, MOST_COMBAT),
            ("Escapes of Dracula", self.escapes(), 0, MOST_ESCAPES),
        ];
        let wrong = sizes.into_iter().find(|(_, count, least, most)| count < least || count > most);
        wrong.map_or(Ok(()), |(what, count, least, most)| {
            Err(DataError::Together(format!(
                "there are {count} {what}, but there must be {least} to {most}"
            )))
        })
    }

    fn escapes(&self) -> usize {
        let of = |card| usize::from(self.combat.of(card));
        of(CombatCard::Bat) + of(CombatCard::Mist)
    }
}

/// Pride can forbid Escapes in all rounds of a combat (C5.1). Of four cards in hand one is none,
/// and nine cards last for the six rounds with more than three left.
const LEAST_COMBAT: usize = 9;
/// See [`LEAST_COMBAT`].
const MOST_ESCAPES: usize = 3;

fn events(raw: &RawData) -> impl Iterator<Item = &RawEvent> + Clone {
    raw.hunter_events.iter().chain(&raw.dracula_events)
}

/// Each table lists the cards that the rules know, in their order.
fn check_rows(raw: &RawData) -> Result<(), DataError> {
    let combat = |wanted: &[CombatCard]| -> Vec<&'static str> {
        let own = CombatCard::ALL.iter().filter(|card| wanted.contains(card));
        own.map(|card| card.code()).collect()
    };
    let events_of = |dracula: bool| -> Vec<&'static str> {
        let own = EventCard::ALL.iter().filter(move |card| card.is_draculas() == dracula);
        own.map(|card| card.code()).collect()
    };
    macro_rules! check {
        ($table:ident, $codes:expr) => {
            in_order(stringify!($table), $codes, raw.$table.iter().map(|row| &row.code))?
        };
    }
    check!(hunters, codes(Hunter::ALL, Hunter::code));
    check!(items, codes(Item::ALL, Item::code));
    check!(basic_combat, combat(&BASIC_CARDS));
    check!(dracula_combat, combat(&DRACULA_CARDS));
    check!(encounters, codes(Encounter::ALL, Encounter::code));
    check!(tickets, codes(Ticket::ALL, Ticket::code));
    check!(powers, ["DC", "FE", "HI", "MD", "WF"]);
    check!(hunter_events, events_of(false));
    check!(dracula_events, events_of(true));
    Ok(())
}

fn codes<K: Copy>(all: &[K], code: impl Fn(K) -> &'static str) -> Vec<&'static str> {
    all.iter().map(|&kind| code(kind)).collect()
}

/// Each named row: its table, code and name.
fn rows(raw: &RawData) -> impl Iterator<Item = (&'static str, &str, &str)> {
    macro_rules! table {
        ($name:ident) => {
            raw.$name.iter().map(|row| (stringify!($name), row.code.as_str(), row.name.as_str()))
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
    rows(raw).map(|(table, code, name)| (format!("{table} {code}"), name.to_owned())).collect()
}

/// The card of a code.
fn card<K: std::str::FromStr<Err = UnknownCode>>(code: &str) -> Result<K, DataError> {
    code.parse().map_err(|error: UnknownCode| DataError::Together(error.to_string()))
}

fn read_health(raw: &RawData) -> Result<[u8; 13], DataError> {
    let mut health = [0; 13];
    for (row, kind) in raw.encounters.iter().zip(Encounter::ALL) {
        let range = if kind.is_vampire() { 1..=MOST_VAMPIRE_HEALTH } else { 0..=0 };
        health[kind.index()] = number(&row.code, "health", row.health, range)?;
    }
    Ok(health)
}

/// Cards by their counts, each of which may be 0 to 20.
fn counted<'a, K, C>(rows: impl Iterator<Item = (&'a String, i64)>) -> Result<C, DataError>
where
    K: std::str::FromStr<Err = UnknownCode> + Copy,
    C: FromIterator<K>,
{
    let mut all = vec![];
    for (code, count) in rows {
        let kind: K = card(code)?;
        let count = number(code, "count", count, 0..=20)?;
        all.extend((0..count).map(|_| kind));
    }
    Ok(all.into_iter().collect())
}

fn read_hunters(raw: &RawData) -> Result<ByHunter<HunterData>, DataError> {
    let mut hunters = ByHunter::default();
    for (row, &hunter) in raw.hunters.iter().zip(Hunter::ALL) {
        let order = i64::from(hunter.seat().0);
        number(&row.code, "order", row.order, order..=order)?;
        hunters[hunter] = HunterData {
            health: number(&row.code, "health", row.health, 1..=99)?,
            bites: number(&row.code, "bites", row.bites, 0..=9)?,
            items: number(&row.code, "items", row.items, 0..=9)?,
            events: number(&row.code, "events", row.events, 0..=9)?,
        };
    }
    Ok(hunters)
}

/// A ticket's values are its code (X6).
fn read_tickets(raw: &RawData) -> Result<Tickets, DataError> {
    for (row, ticket) in raw.tickets.iter().zip(Ticket::ALL) {
        let [white, yellow] = [ticket.white(), ticket.yellow()].map(i64::from);
        number(&row.code, "white", row.white, white..=white)?;
        number(&row.code, "yellow", row.yellow, yellow..=yellow)?;
    }
    counted(raw.tickets.iter().map(|row| (&row.code, row.count)))
}

fn read_cancels(raw: &RawData) -> Result<[u32; 17], DataError> {
    let mut cancels = [0; 17];
    for row in raw.items.iter().chain(&raw.basic_combat) {
        let card = row.code.parse::<CombatCard>().ok();
        if row.banner != card.is_some() {
            let allowed = card.is_some().to_string();
            return Err(wrong(&row.code, "banner", row.banner, allowed));
        }
        for text in &row.cancels {
            let draculas =
                text.parse::<CombatCard>().ok().filter(|card| DRACULA_CARDS.contains(card));
            let (Some(card), Some(draculas)) = (card, draculas) else {
                let allowed = match card {
                    Some(_) => {
                        format!("among {}", codes(&DRACULA_CARDS, CombatCard::code).join(" "))
                    }
                    None => "empty, as the card has no banner".to_owned(),
                };
                return Err(wrong(&row.code, "cancels", text, allowed));
            };
            cancels[card.index()] |= draculas.bit();
        }
    }
    Ok(cancels)
}

fn read_tokens(raw: &RawTokens) -> Result<Tokens, DataError> {
    let token = |what, value, most| number("tokens", what, value, 0..=most);
    number("tokens", "consecrated_ground", raw.consecrated_ground, 1..=1)?;
    Ok(Tokens {
        bats: token("bats", raw.bats, 4)?,
        fog: token("fog", raw.fog, 8)?,
        roadblock: token("roadblock", raw.roadblock, 20)?,
        storm: token("storm", raw.storm, 20)?,
        despair: number("tokens", "despair", raw.despair, 3..=3)?,
        rumor: number("tokens", "rumor", raw.rumor, 1..=20)?,
        heavenly_host: token("heavenly_host", raw.heavenly_host, 20)?,
    })
}

fn read_pride(raw: &RawData) -> Result<[u8; 4], DataError> {
    let mut pride = [0; 4];
    if raw.pride.len() != pride.len() {
        let (table, found) = ("pride".to_owned(), raw.pride.len());
        return Err(DataError::Count { table, expected: pride.len(), found });
    }
    for (despair, (row, from)) in (0..).zip(raw.pride.iter().zip(&mut pride)) {
        number("pride", "despair", row.despair, despair..=despair)?;
        *from = number("pride", "escape_from_round", row.escape_from_round, 1..=7)?;
    }
    Ok(pride)
}
