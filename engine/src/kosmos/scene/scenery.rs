//! The board, the panels and the rows.

use std::collections::BTreeMap;

use super::name;
use crate::kosmos::board::{Link, Place};
use crate::kosmos::cards::{Side, TARGETS};
use crate::kosmos::{ActionCard, Kosmos};
use crate::scene::{
    Board, FORMAT, Link as SceneLink, Onlooker, Panel, Row, RowKind, Scenery, Shape, Spot,
};

/// The most steps that a turn can have (W2), with the highest movement of a data file.
const MOST_STEPS: i64 = 107;

pub(super) fn scenery(rules: &Kosmos) -> Scenery {
    let onlooker = |side| Onlooker { name: name(side).into(), seats: vec![name(side).into()] };
    Scenery {
        format: FORMAT,
        title: "Dracula (Kosmos)".to_owned(),
        boards: vec![board(rules)],
        viewers: Side::BOTH.map(onlooker).to_vec(),
        panels: panels(rules),
        rows: rows(),
        legends: BTreeMap::new(),
    }
}

/// Places are two columns and two rows apart: between them are the links, on which barriers stand.
fn board(rules: &Kosmos) -> Board {
    let places = Place::ALL.iter().map(|&place| place_spot(rules, place));
    Board {
        name: "the board".to_owned(),
        shape: Shape::Grid,
        spots: places.chain(Link::ALL.iter().map(|&link| link_spot(link))).collect(),
        links: Link::ALL.iter().flat_map(|&link| ways(link)).collect(),
        backdrop: None,
    }
}

fn at(place: Place) -> [i32; 2] {
    let (column, row) = place.column_and_row();
    [column, row].map(|number| 2 * i32::try_from(number).expect("the board is small"))
}

fn place_spot(rules: &Kosmos, place: Place) -> Spot {
    let start = &rules.data().start;
    let landmark = match place {
        place if place == start.dracula => Some("harbour"),
        place if place == start.hunter => Some("coach station"),
        _ => None,
    };
    Spot {
        key: place.to_string(),
        name: rules.data().place_name(place).to_owned(),
        kind: "place".to_owned(),
        at: at(place),
        landmark: landmark.map(str::to_owned),
    }
}

fn link_spot(link: Link) -> Spot {
    let (one, other) = link.ends();
    let [one_at, other_at] = [at(one), at(other)];
    Spot {
        key: link.to_string(),
        name: format!("the link from {one} to {other}"),
        kind: "link".to_owned(),
        at: [(one_at[0] + other_at[0]) / 2, (one_at[1] + other_at[1]) / 2],
        landmark: None,
    }
}

fn ways(link: Link) -> [SceneLink; 2] {
    let (one, other) = link.ends();
    [one, other].map(|place| SceneLink {
        from: place.to_string(),
        to: link.to_string(),
        kind: "way".to_owned(),
    })
}

/// In the order of [`super::rows::values`].
fn panels(rules: &Kosmos) -> Vec<Panel> {
    let panel = |name: &str, unit: &str, highest: i64, seat: Option<Side>| Panel {
        name: seat.map_or(name.to_owned(), |side| format!("{}'s {name}", super::name(side))),
        unit: unit.to_owned(),
        range: [0, highest],
        seat: seat.map(|side| side.seat().0),
        plotted: matches!(unit, "lives" | "targets"),
    };
    let both = |name: &'static str, unit: &'static str, highest: i64| {
        Side::BOTH.map(|side| panel(name, unit, highest, Some(side)))
    };
    let deck = i64::try_from(ActionCard::of(Side::Dracula).len()).expect("a deck is small");
    let flags = ["breath", "whisper", "vigilance", "extra turn"];
    [
        both("lives", "lives", rules.params().lives.into()),
        both("won targets", "targets", TARGETS.into()),
        both("hand", "cards", 15),
        both("action hand", "action cards", deck),
        both("action cards set aside", "action cards", deck),
    ]
    .into_iter()
    .flatten()
    .chain([panel("steps", "steps", MOST_STEPS, None)])
    .chain([panel("turns left", "turns", rules.params().turns.into(), None)])
    .chain(flags.map(|flag| panel(flag, "", 1, None)))
    .collect()
}

/// In the order of [`super::rows::rows`].
fn rows() -> Vec<Row> {
    let row = |name: &str, kind: RowKind, side: Side| Row {
        name: format!("{}'s {name}", super::name(side)),
        kind,
        seat: Some(side.seat().0),
    };
    let both = |name: &'static str, kind: RowKind| Side::BOTH.map(|side| row(name, kind, side));
    let barriers = Row { name: "barriers".to_owned(), kind: RowKind::Pile, seat: None };
    [
        both("hand", RowKind::Hand),
        both("hand as last seen", RowKind::Pile),
        both("action hand", RowKind::Hand),
        both("action cards set aside", RowKind::Pile),
        both("action cards played", RowKind::Pile),
        both("discard", RowKind::Pile),
    ]
    .into_iter()
    .flatten()
    .chain([barriers])
    .collect()
}
