//! The keys of a data file, and what each is for.

use crate::data::DataKey as Key;
use crate::data::{DataForm, Role};

/// The data file that comes with the rules.
pub const EMBEDDED: &str = include_str!("data.json");

/// The form of the data files.
pub const DATA_FORM: DataForm = DataForm {
    embedded: EMBEDDED,
    keys: &[
        Key::new("ruleset", Role::Explanation, "name of the ruleset"),
        Key::new("sources", Role::Explanation, "the meaning of the sources"),
        Key::new("tokens", Role::Fixed, "tokens of the game"),
        Key::new("setup", Role::Fixed, "numbers of the start, and bounds"),
        Key::new("agent", Role::Fixed, "faces of agents"),
        Key::new("dice", Role::Fixed, "meaning of each die"),
        Key::new("dice_source", Role::Explanation, "source of the dice"),
        Key::new("cards_per_act", Role::Fixed, "event cards of an act by level"),
        Key::new("start_minions", Role::Fixed, "minions at the start by players"),
        Key::new("relic_slots", Role::Fixed, "relics that kills allow"),
        Key::new("actions", Role::Fixed, "actions with their costs"),
        Key::new("event_effects", Role::Explanation, "effects that an event can have (V9)"),
        Key::new("*.*.source", Role::Source, "source of the row"),
        Key::new("vampires.*.*.source", Role::Source, "source of the ability"),
        Key::new("veil_tracks.*.players", Role::Rule, "players; 2 to 5 in order"),
        Key::new("veil_tracks.*.agents", Role::Rule, "agents in play, 0 to 12 (S5)"),
        Key::new("veil_tracks.*.*.red", Role::Rule, "agents to the red cell, 0 to 12 (V3)"),
        Key::new("veil_tracks.*.*.grey", Role::Rule, "agents to the grey cells, the most first"),
        Key::new("families.*.players", Role::Rule, "players; three families for each number"),
        Key::new("families.*.family", Role::Rule, "first, second or third, in order"),
        Key::new("families.*.vampires", Role::Rule, "vampires of the family"),
        Key::new("districts.*.id", Role::Rule, "district; all nine, in shuffling order"),
        Key::new("districts.*.name", Role::Name, "name of the district"),
        Key::new("districts.*.when", Role::Fixed, "day or night (S7)"),
        Key::new("districts.*.ap", Role::Rule, "AP, 1 to 3 by night, 0 by day (N8)"),
        Key::new("districts.*.condition", Role::Rule, "side that needs more by day (E1)"),
        Key::new("districts.*.effect", Role::Explanation, "effect of the district"),
        Key::new("vampires.*.id", Role::Rule, "vampire; all six, in shuffling order"),
        Key::new("vampires.*.name", Role::Name, "name of the vampire"),
        Key::new("vampires.*.*.name", Role::Name, "name of the ability"),
        Key::new("vampires.*.blood.blood", Role::Rule, "blood that the ability costs, 0 to 9"),
        Key::new("vampires.*.blood.minions", Role::Rule, "minions that it costs, 0 to 9 (N9)"),
        Key::new("vampires.*.dark.veil", Role::Rule, "veil that it costs, 1 to 9 (N13)"),
        Key::new("vampires.*.*.effect", Role::Explanation, "effect of the ability"),
        Key::new("relics.*.id", Role::Rule, "relic; all thirteen, in shuffling order"),
        Key::new("relics.*.name", Role::Name, "name of the relic"),
        Key::new("relics.*.cost", Role::Explanation, "cost of the relic"),
        Key::new("relics.*.effect", Role::Explanation, "effect of the relic"),
        Key::new("events.*.id", Role::Rule, "event card, in shuffling order"),
        Key::new("events.*.act", Role::Rule, "act of the card; eighteen cards in each"),
        Key::new("events.*.name", Role::Name, "name of the card"),
        Key::new("events.*.red", Role::Rule, "cell of the red cross, 0 to 8"),
        Key::new("events.*.grey", Role::Rule, "two other cells, the lower first"),
        Key::new("events.*.effect", Role::Rule, "effect of the card (V9); at most one CURSE"),
        Key::new("events.*.n", Role::Rule, "number in the effect, 0 to 9"),
    ],
};
