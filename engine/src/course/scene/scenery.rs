//! The map and the panels.

use std::collections::BTreeMap;

use super::DRACULA;
use super::words::code;
use crate::course::Course;
use crate::course::moves::Hunter;
use crate::map::{LinkKind, Place};
use crate::scene::{Board, FORMAT, Link, Onlooker, Panel, Row, RowKind, Scenery, Shape, Spot};

pub(super) fn scenery(rules: &Course) -> Scenery {
    Scenery {
        format: FORMAT,
        title: "Fury of Dracula".to_owned(),
        boards: vec![board(rules)],
        viewers: vec![
            Onlooker {
                name: "the hunters".to_owned(),
                seats: Hunter::NAMES.map(str::to_owned).to_vec(),
            },
            Onlooker { name: "Dracula".to_owned(), seats: vec!["Dracula".to_owned()] },
        ],
        panels: panels(rules),
        rows: vec![Row {
            name: "Dracula's trail".to_owned(),
            kind: RowKind::Trail,
            seat: Some(DRACULA),
        }],
        legends: BTreeMap::new(),
    }
}

fn board(rules: &Course) -> Board {
    let map = rules.map();
    Board {
        name: map.name().to_owned(),
        shape: Shape::Globe,
        spots: map.places().into_iter().map(|place| spot(rules, place)).collect(),
        links: LinkKind::ALL.into_iter().flat_map(|kind| links(rules, kind)).collect(),
        backdrop: None,
    }
}

fn spot(rules: &Course, place: Place) -> Spot {
    let info = rules.map().info(place);
    let (north, east) = info.at;
    let landmark = rules.map().landmarks().iter().find(|landmark| landmark.place == place);
    Spot {
        key: code(rules, place),
        name: info.name.clone(),
        kind: info.kind.to_string(),
        at: [east, north],
        landmark: landmark.map(|landmark| landmark.name.clone()),
    }
}

fn links(rules: &Course, kind: LinkKind) -> impl Iterator<Item = Link> {
    let from_each = move |from: Place| {
        let ends = rules.map().links(kind, from).into_iter().filter(move |&to| from < to);
        ends.map(move |to| Link {
            from: code(rules, from),
            to: code(rules, to),
            kind: kind.to_string(),
        })
    };
    rules.map().places().into_iter().flat_map(from_each)
}

fn panels(rules: &Course) -> Vec<Panel> {
    let params = rules.params();
    let score = rules.scores[0].range;
    let worst = params.blood_loss_hunter.max(params.blood_loss_sea);
    let gain = i64::from(params.blood_gain_castle) * i64::from(params.max_rounds());
    let blood = [i64::from(1 - worst), i64::from(params.start_blood) + gain];
    let numbers = |name: &str, unit: &str, range| Panel {
        name: name.to_owned(),
        unit: unit.to_owned(),
        range,
        seat: None,
        plotted: false,
    };
    let plotted = |name: &str, range| Panel { plotted: true, ..numbers(name, "points", range) };
    let public = [
        plotted("score", [score.0.into(), score.1.into()]),
        Panel { seat: Some(DRACULA), ..plotted("Dracula's blood", blood) },
        numbers("next vampire in", "rounds", [0, i64::from(params.vampire_period) - 1]),
        numbers("rests in a row", "rests", [0, i64::from(params.research_rests) - 1]),
    ];
    let life = |hunter: Hunter| Panel {
        seat: Some(hunter.seat().0),
        ..plotted(&format!("{}'s life", hunter.name()), [0, params.start_life.into()])
    };
    public.into_iter().chain(Hunter::ALL.map(life)).collect()
}
