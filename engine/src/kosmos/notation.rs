//! Writing and reading moves (kosmos D2).

use std::fmt;

use super::cards::{LAID, Side};
use super::moves::Move;
use super::told::read_laid;
use crate::game::MoveSyntaxError;

pub(super) fn write(mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
    match mv {
        Move::To(place) => out.write_str(place.code()),
        Move::Card(kind) => out.write_str(kind.code()),
        Move::Play(card) => out.write_str(card.code()),
        Move::Barrier(colour, link) => write!(out, "{colour}:{link}"),
        Move::Lay(cards) => cards.write("", out),
        Move::Word(word) => out.write_str(word.code()),
    }
}

/// Reads a move of a side: it names no cards of the other.
pub(super) fn parse(side: Side, text: &str) -> Result<Move, MoveSyntaxError> {
    read(text).filter(|mv| of_side(*mv, side)).ok_or_else(|| MoveSyntaxError {
        text: text.to_owned(),
        remedy: format!(
            "give a place such as `B3`, a card of {} such as `{}` or `{}`, a barrier and a link \
             such as `G:C3C4`, six cards such as `{}`, a word such as `END`, or `-`",
            side.name(),
            by_side(side, "V2", "H2"),
            by_side(side, "SCH", "WID"),
            by_side(side, "V1V1V2V3AMCO", "H1H1H2H3CRVI"),
        ),
    })
}

fn by_side(side: Side, dracula: &'static str, hunter: &'static str) -> &'static str {
    match side {
        Side::Dracula => dracula,
        Side::Hunter => hunter,
    }
}

fn read(text: &str) -> Option<Move> {
    if let Some((colour, link)) = text.split_once(':') {
        return Some(Move::Barrier(colour.parse().ok()?, link.parse().ok()?));
    }
    let laid = || read_laid(text).ok().flatten().filter(|cards| cards.len() == u32::from(LAID));
    let place = text.parse().ok().map(Move::To);
    place
        .or_else(|| text.parse().ok().map(Move::Card))
        .or_else(|| text.parse().ok().map(Move::Play))
        .or_else(|| text.parse().ok().map(Move::Word))
        .or_else(|| laid().map(Move::Lay))
}

fn of_side(mv: Move, side: Side) -> bool {
    match mv {
        Move::Card(kind) => kind.side() == side,
        Move::Play(card) => card.side() == side,
        Move::Lay(cards) => cards.side() == side,
        Move::To(_) | Move::Barrier(..) | Move::Word(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_move_is_read_back_as_it_was_written() {
        for text in ["B3", "V2", "AM", "SCH", "G:C3C4", "V1V1V2V3AMCO", "DRACULA", "END", "-"] {
            let mv = parse(Side::Dracula, text).unwrap();
            let mut written = String::new();
            write(mv, &mut written).unwrap();
            assert_eq!(written, text);
        }
    }

    #[test]
    fn texts_that_are_no_move_of_the_seat_are_refused() {
        let odd = ["", "D3", "b3", "H2", "WID", "G:C4C3", "X:C3C4", "V1V1V2V3CO", "V2V1V1V3AMCO"];
        for text in odd.into_iter().chain(["V1V1V2V3AMCOé", "ééé", "GIVE ", "V1V1V2V3AMH1"]) {
            assert!(parse(Side::Dracula, text).is_err(), "{text}");
        }
    }
}
