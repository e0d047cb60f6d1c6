//! Plays and boards as text.

use std::fmt::{self, Write};

use super::cells::{Cell, Member};
use super::state::Play;
use super::table::Table;

/// One line: the seat, its move, and all that follows.
pub(super) fn play(play: &Play, out: &mut dyn Write) -> fmt::Result {
    write!(out, "Vampire {} plays {}", play.made.seat.index(), play.made.mv)?;
    let mut before = ": ";
    for told in play.told.as_slice() {
        write!(out, "{}{told}", std::mem::replace(&mut before, ", "))?;
    }
    Ok(())
}

/// The tracks, the cells row by row, then a line for each vampire.
pub(super) fn board(table: &Table, out: &mut dyn Write) -> fmt::Result {
    let leader = table.sheet(table.leader).who;
    write!(out, "round {}, leader {leader}, veil {}, dice", table.round, table.veil)?;
    table.dice.iter().try_for_each(|pips| write!(out, " {}", pips.get()))?;
    writeln!(out, ", {} cards left", table.deck.len())?;
    for cell in Cell::ALL {
        write_cell(table, cell, out)?;
        out.write_str(if cell.column_and_row().0 == 2 { "\n" } else { " | " })?;
    }
    table.members().try_for_each(|member| write_sheet(table, member, out))
}

/// A cell's district, agents, minions and sigil, in columns: `POL  H1 E2 m1 *`.
fn write_cell(table: &Table, cell: Cell, out: &mut dyn Write) -> fmt::Result {
    let part = |letter: &str, count: u8| match count {
        0 => "  ".to_owned(),
        count => format!("{letter}{count}"),
    };
    let (hidden, exposed) = (table.hidden[cell.index()], table.exposed[cell.index()]);
    let sigil = if table.is_sigillated(cell) { "*" } else { " " };
    write!(
        out,
        "{:<4} {} {} {} {sigil}",
        table.district(cell),
        part("H", hidden),
        part("E", exposed),
        part("m", table.minions_at(cell)),
    )
}

fn write_sheet(table: &Table, member: Member, out: &mut dyn Write) -> fmt::Result {
    let sheet = table.sheet(member);
    let at = table.district(sheet.at);
    write!(out, "{} at {at}: blood {}, kills {}", sheet.who, sheet.blood, sheet.kills)?;
    if let Some(cell) = sheet.sigil {
        write!(out, ", sigil at {}", table.district(cell))?;
    }
    sheet.relics.iter().try_for_each(|relic| write!(out, " {relic}"))?;
    writeln!(out)
}
