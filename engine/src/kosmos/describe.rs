//! Plays and boards as text, for a reader who may know everything.

use std::fmt::{self, Write};

use super::cards::Side;
use super::notation;
use super::position::Position;
use super::state::Play;

/// One line: the side, the question, the answer, and all that follows, as the mover is told.
pub(super) fn play(play: &Play, out: &mut dyn Write) -> fmt::Result {
    write!(out, "{} answers `{}` with ", name(play.side), play.asked)?;
    notation::write(play.mv, out)?;
    let mut before = ": ";
    for telling in &play.told {
        if let Some(told) = telling[play.side].or(telling[play.side.other()]) {
            write!(out, "{}{told}", std::mem::replace(&mut before, ", "))?;
        }
    }
    Ok(())
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::Dracula => "Dracula",
        Side::Hunter => "Van Helsing",
    }
}

/// The board row by row, then a line for each side.
pub(super) fn board(position: &Position, out: &mut dyn Write) -> fmt::Result {
    for (place, card) in position.board.iter() {
        let (column, _) = place.column_and_row();
        let figures = &position.table.figures;
        let figure = |side: Side| if figures[side] == place { side.letter() } else { " " };
        let card = card.map_or("-", super::Kind::code);
        let [dracula, hunter] = Side::BOTH.map(figure);
        let end = if column == 2 { "\n" } else { "  " };
        write!(out, "{place} {card:<2} {dracula}{hunter}{end}")?;
    }
    write!(out, "barriers:")?;
    for &colour in super::Colour::ALL {
        let link = position.table.barriers.on(colour).map_or("-", super::Link::code);
        write!(out, " {colour}:{link}")?;
    }
    writeln!(out)?;
    Side::BOTH.into_iter().try_for_each(|side| line(position, side, out))
}

fn line(position: &Position, side: Side, out: &mut dyn Write) -> fmt::Result {
    let (table, own) = (&position.table, &position.own[side]);
    write!(out, "{}: lives {}, won {}, hand ", name(side), table.lives[side], table.won[side])?;
    own.hand.write(" ", out)?;
    write!(out, "; actions")?;
    own.actions.iter().try_for_each(|card| write!(out, " {card}"))?;
    writeln!(out)
}
