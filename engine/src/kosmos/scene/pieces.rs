//! The pieces on the board: figures, cards face down, barriers, the turned place.

use super::{SceneFacts, name};
use crate::kosmos::barriers::Colour;
use crate::kosmos::board::Place;
use crate::kosmos::cards::{Mark, Side};
use crate::scene::Piece;

pub(super) fn pieces(look: &SceneFacts<'_>) -> Vec<Piece> {
    let figures = Side::BOTH.into_iter().map(|side| figure(look, side));
    let cards = Place::ALL.iter().filter_map(|&place| card(look, place));
    let barriers = Colour::ALL.iter().filter_map(|&colour| barrier(look, colour));
    figures.chain(cards).chain(barriers).chain(turned(look)).collect()
}

fn figure(look: &SceneFacts<'_>, side: Side) -> Piece {
    Piece {
        key: side.name().to_owned(),
        kind: format!("figure-{}", side.name()),
        at: look.table.figures[side].to_string(),
        label: side.letter().to_owned(),
        name: name(side).to_owned(),
        seat: Some(side.seat().0),
        hidden: false,
    }
}

/// The card at a place, with what is known of it.
fn card(look: &SceneFacts<'_>, place: Place) -> Option<Piece> {
    let mark = look.record[place];
    let side = mark.side();
    let name = match mark {
        Mark::Empty => return None,
        Mark::Unknown => "a card, unknown".to_owned(),
        Mark::Card(side) => format!("a card of {}", name(side)),
        Mark::Kind(kind) => look.rules.data().kind_name(kind).to_owned(),
    };
    Some(Piece {
        key: format!("card-{place}"),
        kind: side.map_or("card".to_owned(), |side| format!("card-{}", side.name())),
        at: place.to_string(),
        label: match mark {
            Mark::Card(side) => side.letter().to_lowercase(),
            Mark::Unknown | Mark::Empty | Mark::Kind(_) => mark.to_string(),
        },
        name,
        seat: side.map(|side| side.seat().0),
        hidden: look.secret[place],
    })
}

fn barrier(look: &SceneFacts<'_>, colour: Colour) -> Option<Piece> {
    let link = look.table.barriers.on(colour)?;
    Some(Piece {
        key: format!("barrier-{colour}"),
        kind: format!("barrier-{}", name_of(colour)),
        at: link.to_string(),
        label: colour.to_string(),
        name: format!("the {} barrier", name_of(colour)),
        seat: None,
        hidden: false,
    })
}

/// A barrier's colour, for people.
pub(super) const fn name_of(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "red",
        Colour::Blue => "blue",
        Colour::Green => "green",
        Colour::Yellow => "yellow",
    }
}

fn turned(look: &SceneFacts<'_>) -> Option<Piece> {
    let place = look.table.turned?;
    Some(Piece {
        key: "turned".to_owned(),
        kind: "turned".to_owned(),
        at: place.to_string(),
        label: "X".to_owned(),
        name: "the turned place".to_owned(),
        seat: None,
        hidden: false,
    })
}
