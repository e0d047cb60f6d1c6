//! The pieces on the map: hunters, Dracula, the places of his trail that are known, tokens.

use super::SceneFacts;
use super::slots::{SceneSlot, SlotPosition};
use super::words::{code, hospital, name, person};
use crate::fury::cards::{DRACULA, Hunter};
use crate::fury::table::Whereabouts;
use crate::map::Place;
use crate::scene::Piece;

/// Hunters, Dracula, the trail and the lairs, then tokens.
pub(super) fn pieces(look: &SceneFacts<'_>) -> Vec<Piece> {
    let hunters = Hunter::FOUR.into_iter().filter_map(|hunter| self::hunter(look, hunter));
    let slots = look.slots.iter().filter_map(|slot| lying(look, slot));
    hunters.chain(dracula(look)).chain(slots).chain(tokens(look)).collect()
}

fn hunter(look: &SceneFacts<'_>, hunter: Hunter) -> Option<Piece> {
    let at = match look.table.hunters[hunter].spot {
        Whereabouts::At(place) => code(look.rules, place),
        Whereabouts::Hospital(number) => {
            let [key, _] = hospital(look.rules, number);
            key
        }
        Whereabouts::Unplaced | Whereabouts::Fallen(_) | Whereabouts::FallenInHospital(_) => {
            return None;
        }
    };
    let label = hunter.code().to_owned();
    Some(Piece {
        key: format!("hunter-{label}"),
        kind: "hunter".to_owned(),
        at,
        label,
        name: person(look.rules, hunter),
        seat: Some(hunter.seat().0),
        hidden: false,
    })
}

/// Dracula, where he is known to be: by himself, and by all in a combat with him.
fn dracula(look: &SceneFacts<'_>) -> Option<Piece> {
    let met = look.table.combat.filter(|combat| combat.vampire.is_none()).map(|combat| combat.city);
    let own = look.dracula.and_then(|own| own.place);
    let at = own.or(met)?;
    let shown = |slot: &SceneSlot| slot.place == Some(at) && !slot.hidden;
    Some(Piece {
        key: "dracula".to_owned(),
        kind: "dracula".to_owned(),
        at: code(look.rules, at),
        label: "D".to_owned(),
        name: "Dracula".to_owned(),
        seat: Some(DRACULA.0),
        hidden: met.is_none() && !look.slots.iter().any(shown),
    })
}

/// A card of the trail, with the number of its space, or a lair.
fn lying(look: &SceneFacts<'_>, slot: &SceneSlot) -> Option<Piece> {
    let place = slot.place?;
    let there = name(look.rules, place);
    let (kind, label, name) = match slot.position {
        SlotPosition::Space(space) => {
            ("trail", space.to_string(), format!("{there}, space {space} of the trail"))
        }
        SlotPosition::Lair(lair) => ("lair", format!("L{lair}"), format!("lair {lair}, {there}")),
        SlotPosition::Leaving => {
            ("trail", "X".to_owned(), format!("{there}, which leaves the trail"))
        }
    };
    Some(Piece {
        key: format!("slot-{}", slot.id.0),
        kind: kind.to_owned(),
        at: code(look.rules, place),
        label,
        name,
        seat: Some(DRACULA.0),
        hidden: slot.hidden,
    })
}

fn tokens(look: &SceneFacts<'_>) -> impl Iterator<Item = Piece> {
    let table = look.table;
    let token = |kind: &str, label: &str, name: String, at: Place| Piece {
        key: format!("{kind}-{}", at.index()),
        kind: kind.to_owned(),
        at: code(look.rules, at),
        label: label.to_owned(),
        name,
        seat: None,
        hidden: false,
    };
    let fog = table.foggy().into_iter().map(move |at| {
        let count = table.fog.iter().filter(|city| **city == at).count();
        token("fog", &format!("F{count}"), format!("fog, {count} tokens"), at)
    });
    let storms = table.storms.into_iter().map(move |at| token("storm", "S", "a storm".into(), at));
    let hosts = table.hosts.into_iter();
    let hosts = hosts.map(move |at| token("host", "HH", "a heavenly host".into(), at));
    let ground = table.ground.into_iter();
    let ground = ground.map(move |at| token("ground", "CG", "consecrated ground".into(), at));
    let tokens: Vec<Piece> = fog.chain(storms).chain(hosts).chain(ground).collect();
    // A view can come from anybody, so a place may not be on the map.
    let places = look.rules.world().map().places();
    let known: Vec<String> = places.into_iter().map(|at| code(look.rules, at)).collect();
    tokens.into_iter().filter(move |piece| known.contains(&piece.at))
}
