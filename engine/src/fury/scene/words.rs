//! Names of places, people and cards.

use crate::fury::Fury;
use crate::fury::cards::{CombatCard, Encounter, Hunter, Item, Ticket};
use crate::fury::counts::CardKind;
use crate::fury::moves::NumberedLink;
use crate::fury::titles::EventCard;
use crate::map::Place;

pub(super) fn code(rules: &Fury, place: Place) -> String {
    rules.world().code(place).to_owned()
}

pub(super) fn name(rules: &Fury, place: Place) -> String {
    let map = rules.world().map();
    if place.index() < map.len() { map.info(place).name.clone() } else { "?".to_owned() }
}

/// The key and the name of a hospital.
pub(super) fn hospital(rules: &Fury, number: u8) -> [String; 2] {
    let city = name(rules, rules.world().hospital_city(number));
    [rules.world().hospital_code(number).to_owned(), format!("the hospital of {city}")]
}

pub(super) fn person(rules: &Fury, hunter: Hunter) -> String {
    rules.data().name("hunters", hunter.code()).to_owned()
}

/// Both ends of a link, by their codes.
pub(super) fn link(rules: &Fury, link: NumberedLink) -> String {
    let ends = rules.world().ends(link);
    let text =
        |[from, to]: [Place; 2]| format!("{}-{}", rules.world().code(from), rules.world().code(to));
    ends.map_or_else(|| "?".to_owned(), text)
}

/// A card with a name of its own.
pub(super) trait Named: CardKind {
    /// The tables of the data in which it may stand.
    const TABLES: &'static [&'static str];

    fn name(self, rules: &Fury) -> String {
        let named = |table: &&str| rules.data().name(table, self.text());
        let found = Self::TABLES.iter().map(named).find(|name| !name.is_empty());
        found.unwrap_or(self.text()).to_owned()
    }
}

impl Named for Encounter {
    const TABLES: &'static [&'static str] = &["encounters"];
}

impl Named for Item {
    const TABLES: &'static [&'static str] = &["items"];
}

impl Named for EventCard {
    const TABLES: &'static [&'static str] = &["hunter_events", "dracula_events"];
}

impl Named for CombatCard {
    const TABLES: &'static [&'static str] = &["dracula_combat", "basic_combat", "items"];
}

impl Named for Ticket {
    const TABLES: &'static [&'static str] = &[];

    fn name(self, _: &Fury) -> String {
        match self.yellow() {
            0 => format!("a ticket for {} white rail", self.white()),
            yellow => {
                format!("a ticket for {} white rails or {yellow} of any colour", self.white())
            }
        }
    }
}
