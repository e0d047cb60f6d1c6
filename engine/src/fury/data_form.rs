//! The keys of a data file, with their uses.

use crate::data::DataKey as Key;
use crate::data::{DataForm, Role};

/// The data file that comes with the rules.
pub const EMBEDDED: &str = include_str!("data.json");

/// The form of the data files. Places, hospitals and rails belong to the map file.
pub const DATA_FORM: DataForm = DataForm {
    embedded: EMBEDDED,
    keys: &[
        Key::new("note", Role::Explanation, "how the file is used"),
        Key::new("*.*.source", Role::Source, "source of the row"),
        Key::new("*.source", Role::Source, "source of the numbers"),
        Key::new("*.*.code", Role::Rule, "code; all that the rules know, in shuffling order"),
        Key::new("*.*.name", Role::Name, "name of the card or hunter"),
        Key::new("*.*.effect", Role::Explanation, "effect of the card"),
        Key::new("hunters.*.order", Role::Fixed, "number of the seat (G1)"),
        Key::new("hunters.*.health", Role::Rule, "damage that defeats the hunter, 1 to 99"),
        Key::new("hunters.*.bites", Role::Rule, "spaces for bite tokens, 0 to 9"),
        Key::new("hunters.*.items", Role::Rule, "limit of items, 0 to 9"),
        Key::new("hunters.*.events", Role::Rule, "limit of events, 0 to 9"),
        Key::new("hunters.*.ability", Role::Explanation, "ability of the hunter"),
        Key::new("items.*.count", Role::Rule, "cards, 0 to 20; 64 in all at most"),
        Key::new("*.*.banner", Role::Fixed, "whether the card can be played in a combat"),
        Key::new("*.*.cancels", Role::Rule, "Dracula's combat cards that it cancels (C5.4)"),
        Key::new("basic_combat.*.count", Role::Fixed, "cards, one for each hunter"),
        Key::new("dracula_combat.*.count", Role::Rule, "cards, 0 to 20; 9 to 24 in all"),
        Key::new("encounters.*.count", Role::Rule, "cards, 0 to 20"),
        Key::new("encounters.*.health", Role::Rule, "health of a vampire, 1 to 8; else 0"),
        Key::new("encounters.*.ambush", Role::Explanation, "effect in an ambush"),
        Key::new("encounters.*.search", Role::Explanation, "effect in a search"),
        Key::new("encounters.*.matured", Role::Explanation, "effect when it matures"),
        Key::new("tickets.*.white", Role::Fixed, "steps on white rails (X6)"),
        Key::new("tickets.*.yellow", Role::Fixed, "steps on any rails (X6)"),
        Key::new("tickets.*.count", Role::Rule, "tickets, 0 to 20"),
        Key::new("hunter_events.*.count", Role::Rule, "cards, 0 to 20; 96 events in all at most"),
        Key::new("dracula_events.*.count", Role::Rule, "cards, 0 to 20; 96 events in all at most"),
        Key::new("*.*.when", Role::Explanation, "moment at which the event is played"),
        Key::new("tokens.bats", Role::Rule, "bats tokens, 0 to 4"),
        Key::new("tokens.fog", Role::Rule, "fog tokens, 0 to 8"),
        Key::new("tokens.roadblock", Role::Rule, "roadblock tokens, 0 to 20"),
        Key::new("tokens.storm", Role::Rule, "storm tokens, 0 to 20"),
        Key::new("tokens.despair", Role::Fixed, "despair tokens (S5a)"),
        Key::new("tokens.rumor", Role::Rule, "rumor tokens, 1 to 20"),
        Key::new("tokens.heavenly_host", Role::Rule, "heavenly host tokens, 0 to 20"),
        Key::new("tokens.consecrated_ground", Role::Fixed, "consecrated ground tokens (V15)"),
        Key::new("pride.*.despair", Role::Fixed, "despair tokens; 0 to 3 in order"),
        Key::new(
            "pride.*.escape_from_round",
            Role::Rule,
            "first round of an escape, 1 to 7 (C5.1)",
        ),
        Key::new(
            "fury.influence_per_dawn",
            Role::Parameter("fury"),
            "influence per dawn after the third despair token",
        ),
    ],
};
