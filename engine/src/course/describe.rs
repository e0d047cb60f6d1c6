//! Plays and boards in words, for a reader who may see everything.

use std::fmt::{self, Write};

use super::Course;
use super::board::Board;
use super::moves::{Hunter, Mover};
use super::notation::write_ascii;
use super::play::{Encounter, Play, Turned};
use super::view::DraculaView;
use crate::map::Place;

/// One line: the play as Dracula sees it, the place's name, and what it revealed.
pub(super) fn play(rules: &Course, turned: &Turned, out: &mut dyn Write) -> fmt::Result {
    write_ascii(out, &rules.play_text(turned.play))?;
    if let Play::Hunter(play) = turned.play {
        write!(out, "  {}", name(rules, play.to))?;
    }
    if turned.hospital {
        out.write_str(", sent to the hospital")?;
    }
    for reveal in &turned.reveals {
        write!(out, "; round {} was ", reveal.round)?;
        write_ascii(out, &rules.sighting_code(reveal.sighting))?;
    }
    Ok(())
}

/// The public board, then Dracula's trail.
pub(super) fn board(rules: &Course, view: &DraculaView, out: &mut dyn Write) -> fmt::Result {
    public(rules, view.board(), out)?;
    let at = view.position().dracula();
    writeln!(out, "  Dracula         blood {:3}  {}", view.board().blood(), at_text(rules, at))?;
    out.write_str("  trail, newest first:")?;
    for mv in view.position().trail().moves() {
        out.write_char(' ')?;
        write_ascii(out, &rules.move_code(super::Move::Dracula(mv.code)))?;
        if mv.code.points_back().is_some() {
            write!(out, "={}", rules.map().code(mv.place))?;
        }
        out.write_str(encounter_mark(mv.encounter))?;
        out.write_str(if mv.code_known { "" } else { "?" })?;
    }
    out.write_str("\n")
}

fn public(rules: &Course, board: &Board, out: &mut dyn Write) -> fmt::Result {
    let next = match board.to_move() {
        _ if board.is_over() => "the game is over",
        Mover::Hunter(hunter) => hunter.name(),
        Mover::Dracula => "Dracula",
    };
    writeln!(out, "round {}, score {}, next: {next}", board.round(), board.score())?;
    for hunter in Hunter::ALL {
        let (name, life) = (hunter.name(), board.life(hunter));
        writeln!(out, "  {name:15} life {life:4}  {}", at_text(rules, board.at(hunter)))?;
    }
    Ok(())
}

fn encounter_mark(encounter: Option<Encounter>) -> &'static str {
    match encounter {
        None => "",
        Some(Encounter::Trap) => "+T",
        Some(Encounter::Vampire) => "+V",
    }
}

fn name(rules: &Course, place: Place) -> &str {
    if rules.map().places().contains(place) { &rules.map().info(place).name } else { "nowhere" }
}

fn at_text(rules: &Course, place: Option<Place>) -> String {
    place.map_or_else(
        || "not yet placed".to_owned(),
        |place| format!("{} {}", rules.map().code(place), name(rules, place)),
    )
}
