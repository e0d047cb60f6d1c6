//! Plays and boards as text, for a reader who may know everything.

use std::fmt::{self, Write};

use super::Boss;
use super::codes::Order;
use super::players::Player;
use super::position::Position;
use super::state::Play;
use super::table::Lying;

/// One line: the seat, the question, the answer, and all that follows.
pub(super) fn play(play: &Play, out: &mut dyn Write) -> fmt::Result {
    write!(out, "{} answers `{}` with {}", play.player, play.asked, play.mv)?;
    let mut before = ": ";
    // The first entry is the answer itself.
    for told in play.told.iter().skip(1) {
        write!(out, "{}{told}", std::mem::replace(&mut before, ", "))?;
    }
    Ok(())
}

/// The sky, the streets tile by tile, the orders, then a line for each seat.
pub(super) fn board(rules: &Boss, position: &Position, out: &mut dyn Write) -> fmt::Result {
    let table = position.table();
    let sky = table.sky_now().map_or("-", super::Sky::code);
    write!(out, "round {}, sky {sky} ({} left)", table.round, table.sky_left)?;
    writeln!(out, ", deck {}, pedestrians {}", table.deck_left, table.pedestrians_left)?;
    for at in 0..table.tiles.len() {
        tile(position, at, out)?;
    }
    write!(out, "orders:")?;
    codes(&table.orders, out)?;
    writeln!(out)?;
    for player in Player::ALL.into_iter().take(table.players()) {
        seat(rules, position, player, out)?;
    }
    Ok(())
}

/// A pedestrian face down is in parentheses; a `*` is a hit.
fn tile(position: &Position, at: usize, out: &mut dyn Write) -> fmt::Result {
    let ground = &position.table().tiles[at];
    write!(out, "{:<6} {}", ground.tile, "!".repeat(ground.tokens.into()))?;
    for (lying, pedestrian) in ground.lying.iter().zip(position.lying_on(at)) {
        match lying {
            Lying::Up { hits, .. } => {
                write!(out, " {pedestrian}{}", "*".repeat(usize::from(*hits)))?;
            }
            Lying::Down { .. } => write!(out, " ({pedestrian})")?,
        }
    }
    writeln!(out)
}

fn codes(orders: &[Order], out: &mut dyn Write) -> fmt::Result {
    orders.iter().try_for_each(|order| write!(out, " {order}"))
}

fn seat(rules: &Boss, position: &Position, player: Player, out: &mut dyn Write) -> fmt::Result {
    let table = position.table();
    let place = table.seat(player);
    let mark = if table.active == Some(player) { ">" } else { " " };
    write!(out, "{mark}{player} {}", place.status)?;
    if let Some(vampire) = place.vampire {
        write!(out, " {vampire}")?;
    }
    write!(out, ": points {}, wounds {}, hand", rules.points(table, player), place.wounds)?;
    position.own(player).hand.iter().try_for_each(|card| write!(out, " {card}"))?;
    write!(out, "; orders")?;
    codes(&place.won, out)?;
    write!(out, "; claimed")?;
    for claim in table.claimed_by(player) {
        let bitten = if claim.bitten { "'" } else { "" };
        write!(out, " {}{bitten}", claim.pedestrian)?;
    }
    writeln!(out)
}
