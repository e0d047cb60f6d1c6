//! The keys of a data file, and what each is for.

use crate::data::DataKey as Key;
use crate::data::{DataForm, Role};

/// The data file that comes with the rules.
pub const EMBEDDED: &str = include_str!("data.json");

/// The form of the data files.
pub const DATA_FORM: DataForm = DataForm {
    embedded: EMBEDDED,
    keys: &[
        Key::new("note", Role::Explanation, "the meaning of the sources"),
        Key::new("*.*.source", Role::Source, "source of the row"),
        Key::new("constants.cry.value", Role::Rule, "value that a Cry adds, 0 to 9 (W3)"),
        Key::new("constants.hand.value", Role::Parameter("hand"), "hand limit (U6)"),
        Key::new("constants.*.value", Role::Fixed, "a number of the rules text"),
        Key::new("blood.*.code", Role::Rule, "blood type; all eight, in data order"),
        Key::new("blood.*.group", Role::Explanation, "group of the blood type"),
        Key::new("pedestrian_abilities.*.code", Role::Rule, "ability; all five, in data order"),
        Key::new("pedestrian_abilities.*.effect", Role::Explanation, "effect of the ability"),
        Key::new("streets.*.code", Role::Rule, "street; all seven, in data order"),
        Key::new("streets.*.name", Role::Name, "name of the street"),
        Key::new("streets.*.tiles", Role::Explanation, "tiles of the street"),
        Key::new("streets.*.slots", Role::Rule, "pedestrians on each of its tiles, 1 or 2 (T8)"),
        Key::new("streets.*.tokens", Role::Rule, "tokens at the start, 0 to 2 (U2)"),
        Key::new("streets.*.effect", Role::Explanation, "effect of the street"),
        Key::new("pedestrians.*.id", Role::Rule, "pedestrian; all 70, in data order"),
        Key::new("pedestrians.*.type", Role::Rule, "type"),
        Key::new("pedestrians.*.class", Role::Rule, "prey or protector"),
        Key::new("pedestrians.*.av", Role::Rule, "value, 1 to 12"),
        Key::new("pedestrians.*.blood", Role::Rule, "blood type"),
        Key::new("pedestrians.*.add", Role::Rule, "1 with the add symbol (A2); at most ten"),
        Key::new("pedestrians.*.ability", Role::Rule, "ability; werewolves alone have wolf"),
        Key::new("pedestrians.*.moon_only", Role::Rule, "1 in the Full Moon variant alone; four"),
        Key::new("abilities.*.code", Role::Rule, "ability card, in card order"),
        Key::new("abilities.*.name", Role::Name, "name of the card"),
        Key::new("abilities.*.attack", Role::Explanation, "strength of an attack card"),
        Key::new("abilities.*.count", Role::Rule, "cards of the kind; 45 to 67 in all (E8)"),
        Key::new("abilities.*.when", Role::Explanation, "when it is played"),
        Key::new("abilities.*.effect", Role::Explanation, "effect of the card"),
        Key::new("orders.*.code", Role::Rule, "order, in data order"),
        Key::new("orders.*.kind", Role::Explanation, "kind of the order"),
        Key::new("orders.*.count", Role::Rule, "orders of the kind; 10 to 24 in all"),
        Key::new("orders.*.vp", Role::Rule, "points of the order, 0 to 9 (E2)"),
        Key::new("sky.*.code", Role::Rule, "sky card, in data order"),
        Key::new("sky.*.name", Role::Name, "name of the card"),
        Key::new("sky.MOON.count", Role::Rule, "cards of the kind; with RAIN eight (U4)"),
        Key::new("sky.RAIN.count", Role::Rule, "cards of the kind; with MOON eight (U4)"),
        Key::new("sky.*.count", Role::Fixed, "cards of the kind (U4)"),
        Key::new("sky.*.effect", Role::Explanation, "effect of the card"),
        Key::new("vampires.*.code", Role::Rule, "vampire, in data order"),
        Key::new("vampires.*.name", Role::Name, "name of the vampire"),
        Key::new("vampires.*.hand", Role::Rule, "what it adds to the hand limit, 0 or 1"),
        Key::new("vampires.*.effect", Role::Explanation, "effect of the vampire"),
    ],
};
