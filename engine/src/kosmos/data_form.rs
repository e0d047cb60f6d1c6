//! The keys of a data file, and what each is for.

use crate::data::{DataForm, DataKey, Role};

/// The data file that comes with the rules.
pub const EMBEDDED: &str = include_str!("data.json");

/// The form of the data files.
pub const DATA_FORM: DataForm = DataForm {
    embedded: EMBEDDED,
    keys: &[
        key("note", Role::Explanation, "the meaning of the sources"),
        key("*.*.source", Role::Source, "source of the row"),
        key("sides.*.*.*.source", Role::Source, "source of each part of the row"),
        key("places.*.code", Role::Rule, "place; all twelve, in place order (B1)"),
        key("places.*.name", Role::Name, "name of the place"),
        key("places.*.start_of", Role::Rule, "side whose figure starts there (B1)"),
        key("sides.*.start", Role::Rule, "place where the side's figure starts (B1)"),
        key("sides.*.encounters.*.code", Role::Rule, "kind of encounter card, in kind order (C1)"),
        key("sides.*.encounters.*.name", Role::Name, "name of the card"),
        key("sides.*.encounters.*.type", Role::Rule, "fighter, symbol or target, as C1 says"),
        key("sides.*.encounters.*.strength", Role::Rule, "strength of a fighter, 0 to 99"),
        key("sides.*.encounters.*.count", Role::Rule, "cards of the kind; fifteen a side in all"),
        key("sides.*.actions.*.code", Role::Rule, "action card, in deck order (C3)"),
        key("sides.*.actions.*.name", Role::Name, "name of the card"),
        key("sides.*.actions.*.movement", Role::Rule, "steps that it pays for, 0 to 99 (C3)"),
        key("sides.*.actions.*.strength", Role::Rule, "strength in a fight, 0 to 99 (C3)"),
        key("sides.*.actions.*.bar", Role::Rule, "colour of its barrier, or grey (A7)"),
        key("sides.*.actions.*.special", Role::Rule, "its special, or null (X)"),
        key("barriers.*.letter", Role::Rule, "barrier, in barrier order (B4)"),
        key("barriers.*.colour", Role::Explanation, "colour of the barrier"),
        key("numbers.*.name", Role::Rule, "the number"),
        key("numbers.lives_regained_by_a_gift.value", Role::Rule, "lives, 0 to 99 (L2)"),
        key("numbers.breath_bonus.value", Role::Rule, "strength that breath adds, 0 to 99 (X4)"),
        key("numbers.lives.value", Role::Parameter("lives"), "lives at the start (S4)"),
        key("numbers.turns.value", Role::Parameter("turns"), "turns of a game (E4)"),
        key("numbers.*.value", Role::Fixed, "a number of the rules text"),
    ],
};

const fn key(path: &'static str, role: Role, meaning: &'static str) -> DataKey {
    DataKey { path, role, meaning }
}
