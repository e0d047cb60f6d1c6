//! Slots of the trail and the lairs, as a viewer knows them.

use super::words::{Named, code, name};
use crate::fury::Fury;
use crate::fury::trail::{
    Face, Form, Laid, SeenCard, SeenLaid, SeenSlot, SlotId, Trail, TrailCard, TrailSlot,
};
use crate::map::Place;

/// The position of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SlotPosition {
    /// On this space, from 1.
    Space(u8),
    /// This lair, from 1.
    Lair(u8),
    /// It leaves the trail (D2).
    Leaving,
}

/// A slot as a viewer knows it.
pub(super) struct SceneSlot {
    pub(super) id: SlotId,
    pub(super) position: SlotPosition,
    pub(super) place: Option<Place>,
    /// The code of its card; `?` if the viewer does not know it.
    pub(super) label: String,
    /// Its card, for people.
    pub(super) name: String,
    /// The things on it.
    pub(super) on: Vec<String>,
    /// True if not everybody knows the card.
    pub(super) hidden: bool,
}

/// What is known of a card, besides its place.
struct CardFacts {
    place: Option<Place>,
    label: String,
    name: String,
    form: Form,
    encounters: Vec<String>,
}

pub(super) fn all<S>(trail: &Trail<S>, of: impl Fn(&S) -> SceneSlot) -> Vec<SceneSlot> {
    let put = |position: SlotPosition, slot: &S| SceneSlot { position, ..of(slot) };
    let spaces = trail.on_trail().map(|(space, slot)| put(SlotPosition::Space(space + 1), slot));
    let lairs = trail.in_lairs().map(|(lair, slot)| put(SlotPosition::Lair(lair + 1), slot));
    let leaving = trail.leaving.iter().map(|slot| put(SlotPosition::Leaving, slot));
    spaces.chain(lairs).chain(leaving).collect()
}

/// A slot as Dracula knows it.
pub(super) fn of_dracula(rules: &Fury, slot: &TrailSlot, trail: &Trail<TrailSlot>) -> SceneSlot {
    let encounters = slot.encounters().iter().map(|laid| encounter(rules, *laid)).collect();
    let known = match &slot.card {
        TrailCard::Sea(place) => at(rules, *place, Form::Plain, encounters),
        TrailCard::City(place, form, _) => at(rules, *place, *form, encounters),
        TrailCard::Hide(of, form, _) => {
            let of = of.and_then(|id| trail.space_of_id(id));
            let slot = of.and_then(|space| trail.spaces[usize::from(space)].as_ref());
            hide(rules, slot.and_then(TrailSlot::place), *form, encounters)
        }
        TrailCard::Feed => power("FE", "Feed"),
        TrailCard::Call => power("DC", "Dark Call"),
        TrailCard::Misdirect => power("MD", "Misdirect"),
    };
    let castle = slot.place() == Some(rules.world().castle);
    let shown =
        matches!(slot.card, TrailCard::Feed | TrailCard::Call | TrailCard::Misdirect) || castle;
    let mut lying = lying(slot.id, known);
    lying.on.extend(slot.rumor.then(a_rumor));
    lying.hidden = slot.face == Face::Down && !shown;
    lying
}

/// A slot as the hunters see it.
pub(super) fn of_hunters(rules: &Fury, slot: &SeenSlot) -> SceneSlot {
    let seen = |laid: &SeenLaid| {
        laid.known()
            .map_or_else(|| "an encounter face down".to_owned(), |own| encounter(rules, own))
    };
    let known = match &slot.card {
        SeenCard::SomeSea => unknown("a sea", Form::Plain, vec![]),
        SeenCard::Sea(place) => at(rules, *place, Form::Plain, vec![]),
        SeenCard::SomeCity(form, laid) => {
            unknown("a city or Hide", *form, laid.iter().map(seen).collect())
        }
        SeenCard::City(place, form, laid) | SeenCard::Castle(place, form, laid) => {
            at(rules, *place, *form, laid.iter().map(seen).collect())
        }
        SeenCard::Hide(of, form, laid) => hide(rules, *of, *form, laid.iter().map(seen).collect()),
        SeenCard::Feed => power("FE", "Feed"),
        SeenCard::Call => power("DC", "Dark Call"),
        SeenCard::Misdirect => power("MD", "Misdirect"),
    };
    let mut lying = lying(slot.id, known);
    lying.on.extend(slot.rumor.then(a_rumor));
    lying
}

fn at(rules: &Fury, place: Place, form: Form, encounters: Vec<String>) -> CardFacts {
    let (label, name) = (code(rules, place), name(rules, place));
    CardFacts { place: Some(place), label, name, form, encounters }
}

fn hide(rules: &Fury, of: Option<Place>, form: Form, encounters: Vec<String>) -> CardFacts {
    let name = of.map_or_else(|| "Hide".to_owned(), |of| format!("Hide in {}", name(rules, of)));
    CardFacts { place: None, label: "HI".to_owned(), name, form, encounters }
}

fn power(label: &str, name: &str) -> CardFacts {
    let (label, name) = (label.to_owned(), name.to_owned());
    CardFacts { place: None, label, name, form: Form::Plain, encounters: vec![] }
}

fn unknown(name: &str, form: Form, encounters: Vec<String>) -> CardFacts {
    CardFacts { place: None, label: "?".to_owned(), name: name.to_owned(), form, encounters }
}

/// A slot without a rumor, whose card everybody knows.
fn lying(id: SlotId, known: CardFacts) -> SceneSlot {
    let CardFacts { place, label, name, form, encounters } = known;
    let wolf = (form == Form::Wolf).then(|| "Wolf Form".to_owned());
    let on = wolf.into_iter().chain(encounters).collect();
    SceneSlot { id, position: SlotPosition::Leaving, place, label, name, on, hidden: false }
}

fn a_rumor() -> String {
    "a rumor".to_owned()
}

/// Its name, whether it lies face up, and its damage.
fn encounter(rules: &Fury, laid: Laid) -> String {
    let name = laid.kind().name(rules);
    let face = if laid.is_up() { "" } else { " (face down)" };
    match laid.damage() {
        0 => format!("{name}{face}"),
        damage => format!("{name}{face}, damage {damage}"),
    }
}
