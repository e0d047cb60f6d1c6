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
        Key::new("sides.*.*.*.source", Role::Source, "source of each part of the row"),
        Key::new("places.*.code", Role::Rule, "place; all twelve, in place order (B1)"),
        Key::new("places.*.name", Role::Name, "name of the place"),
        Key::new("places.*.start_of", Role::Rule, "side whose figure starts there (B1)"),
        Key::new("sides.*.start", Role::Rule, "place where the side's figure starts (B1)"),
        Key::new(
            "sides.*.encounters.*.code",
            Role::Rule,
            "kind of encounter card, in kind order (C1)",
        ),
        Key::new("sides.*.encounters.*.name", Role::Name, "name of the card"),
        Key::new("sides.*.encounters.*.type", Role::Rule, "fighter, symbol or target, as C1 says"),
        Key::new("sides.*.encounters.*.strength", Role::Rule, "strength of a fighter, 0 to 99"),
        Key::new(
            "sides.*.encounters.*.count",
            Role::Rule,
            "cards of the kind; fifteen a side in all",
        ),
        Key::new("sides.*.actions.*.code", Role::Rule, "action card, in deck order (C3)"),
        Key::new("sides.*.actions.*.name", Role::Name, "name of the card"),
        Key::new("sides.*.actions.*.movement", Role::Rule, "steps that it pays for, 0 to 99 (C3)"),
        Key::new("sides.*.actions.*.strength", Role::Rule, "strength in a fight, 0 to 99 (C3)"),
        Key::new("sides.*.actions.*.bar", Role::Rule, "colour of its barrier, or grey (A7)"),
        Key::new("sides.*.actions.*.special", Role::Rule, "its special, or null (X)"),
        Key::new("barriers.*.letter", Role::Rule, "barrier, in barrier order (B4)"),
        Key::new("barriers.*.colour", Role::Explanation, "colour of the barrier"),
        Key::new("numbers.*.name", Role::Rule, "the number"),
        Key::new("numbers.lives_regained_by_a_gift.value", Role::Rule, "lives, 0 to 99 (L2)"),
        Key::new(
            "numbers.breath_bonus.value",
            Role::Rule,
            "strength that breath adds, 0 to 99 (X4)",
        ),
        Key::new("numbers.lives.value", Role::Parameter("lives"), "lives at the start (S4)"),
        Key::new("numbers.turns.value", Role::Parameter("turns"), "turns of a game (E4)"),
        Key::new("numbers.*.value", Role::Fixed, "a number of the rules text"),
    ],
};
