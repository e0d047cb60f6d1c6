//! The map with the hospitals beside it, the panels, and the rows.

use std::collections::BTreeMap;

use super::words::{code, hospital, person};
use crate::fury::Fury;
use crate::fury::cards::{DRACULA, Hunter};
use crate::fury::params::Step;
use crate::fury::world::{LARGE, SMALL};
use crate::map::{Attributes, LinkKind, Place};
use crate::scene::{Board, FORMAT, Link, Onlooker, Panel, Row, RowKind, Scenery, Shape, Spot};

/// The distance of a hospital from its city, in hundredths of a degree east and north.
const BESIDE: [i32; 2] = [70, -70];

pub(super) fn scenery(rules: &Fury) -> Scenery {
    let hunters = Hunter::FOUR.map(|hunter| person(rules, hunter));
    Scenery {
        format: FORMAT,
        title: "Fury of Dracula".to_owned(),
        boards: vec![board(rules)],
        viewers: vec![
            Onlooker { name: "Dracula".to_owned(), seats: vec!["Dracula".to_owned()] },
            Onlooker { name: "the hunters".to_owned(), seats: hunters.to_vec() },
        ],
        panels: panels(rules),
        rows: rows(rules),
        legends: BTreeMap::new(),
    }
}

fn board(rules: &Fury) -> Board {
    let map = rules.world().map();
    let hospitals = map.attributes().map(Attributes::attached).unwrap_or_default();
    let spots = map.places().into_iter().map(|place| spot(rules, place));
    let beside = (0..).zip(hospitals).map(|(number, own)| beside(rules, number, own.to));
    let kinds = [DrawnLink::Road, DrawnLink::White, DrawnLink::Yellow, DrawnLink::Sea];
    Board {
        name: map.name().to_owned(),
        shape: Shape::Globe,
        spots: spots.chain(beside).collect(),
        links: kinds.into_iter().flat_map(|kind| links(rules, kind)).collect(),
        backdrop: None,
    }
}

fn spot(rules: &Fury, place: Place) -> Spot {
    let map = rules.world().map();
    let info = map.info(place);
    let (north, east) = info.at;
    let size = map.attributes().and_then(|attributes| attributes.size(place));
    let kind = match size {
        Some(SMALL) => "small city",
        Some(LARGE) => "large city",
        Some(other) => other,
        None => "sea",
    };
    let landmark = map.landmarks().iter().find(|landmark| landmark.place == place);
    Spot {
        key: code(rules, place),
        name: info.name.clone(),
        kind: kind.to_owned(),
        at: [east, north],
        landmark: landmark.map(|landmark| landmark.name.clone()),
    }
}

/// A hospital is a place of its own, not in its city (M2).
fn beside(rules: &Fury, number: u8, city: Place) -> Spot {
    let (north, east) = rules.world().map().info(city).at;
    let [key, name] = hospital(rules, number);
    let landmark = Some("hospital".to_owned());
    Spot {
        key,
        name,
        kind: "hospital".to_owned(),
        at: [east + BESIDE[0], north + BESIDE[1]],
        landmark,
    }
}

/// The kinds of links that are drawn differently: rails of two colours are two kinds.
#[derive(Debug, Clone, Copy)]
enum DrawnLink {
    Road,
    White,
    Yellow,
    Sea,
}

fn links(rules: &Fury, kind: DrawnLink) -> Vec<Link> {
    let map = rules.world().map();
    let white = |from: Place| map.attributes().map(|attributes| attributes.white(from));
    let ends = |from: Place| match kind {
        DrawnLink::Road => map.links(LinkKind::Road, from),
        DrawnLink::Sea => map.links(LinkKind::Sea, from),
        DrawnLink::White => white(from).unwrap_or_default(),
        DrawnLink::Yellow => map.links(LinkKind::Rail, from) - white(from).unwrap_or_default(),
    };
    let name = match kind {
        DrawnLink::Road => "road",
        DrawnLink::White => "white rail",
        DrawnLink::Yellow => "yellow rail",
        DrawnLink::Sea => "sea",
    };
    let link = |from: Place, to: Place| Link {
        from: code(rules, from),
        to: code(rules, to),
        kind: name.to_owned(),
    };
    let pairs = map.places().into_iter().flat_map(|from| {
        ends(from).into_iter().filter(move |&to| from < to).map(move |to| (from, to))
    });
    pairs.map(|(from, to)| link(from, to)).collect()
}

/// In the order of [`values`](super::rows::values).
fn panels(rules: &Fury) -> Vec<Panel> {
    let (params, data) = (rules.params(), rules.data());
    let panel = |name: &str, unit: &str, highest: u8, seat: Option<u8>, plotted| Panel {
        name: name.to_owned(),
        unit: unit.to_owned(),
        range: [0, highest.into()],
        seat,
        plotted,
    };
    let dracula = Some(DRACULA.0);
    let common = [
        panel("influence", "points", params.goal, None, true),
        panel("despair", "tokens", data.tokens.despair, None, true),
        panel("Dracula's damage", "points", params.health, dracula, true),
        panel("Dracula's encounters", "cards", u8::MAX, dracula, false),
        panel("Dracula's events", "cards", u8::MAX, dracula, false),
        panel("Dracula's rumors", "tokens", data.tokens.rumor, dracula, false),
        panel("combat round", "", 6, None, false),
    ];
    let hunters = Hunter::FOUR.into_iter().flat_map(|hunter| {
        let (own, name) = (data.hunters[hunter], person(rules, hunter));
        let seat = Some(hunter.seat().0);
        [
            panel(&format!("{name}'s damage"), "points", own.health, seat, true),
            panel(&format!("{name}'s bites"), "tokens", own.bites, seat, false),
        ]
    });
    common.into_iter().chain(hunters).collect()
}

/// In the order of [`rows`](super::rows::rows).
fn rows(rules: &Fury) -> Vec<Row> {
    let row = |name: &str, kind, seat| Row { name: name.to_owned(), kind, seat };
    let dracula = Some(DRACULA.0);
    let common = [
        row("Dracula's trail", RowKind::Trail, dracula),
        row("Dracula's lairs", RowKind::Pile, dracula),
        row("Dracula's hand", RowKind::Hand, dracula),
        row("cards in combat", RowKind::Pile, None),
        row("allies and roadblocks", RowKind::Pile, None),
        row("ticket pool", RowKind::Pile, None),
    ];
    let mut rows: Vec<Row> = common.into();
    rows.extend(Hunter::FOUR.map(|hunter| {
        let name = format!("{}'s hand", person(rules, hunter));
        row(&name, RowKind::Hand, Some(hunter.seat().0))
    }));
    rows.push(row("encounters that hunters do not see", RowKind::Pile, None));
    if rules.params().play != Step::Hunt {
        rows.push(row("discarded items", RowKind::Pile, None));
    }
    if rules.params().play == Step::Full {
        rows.push(row("discarded events", RowKind::Pile, None));
    }
    rows
}
