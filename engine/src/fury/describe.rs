//! Plays and boards as text, for a reader who may know everything.

use std::fmt::{self, Write};

use super::Fury;
use super::cards::{DRACULA, Hunter};
use super::notation;
use super::state::{Play, State};
use super::table::Whereabouts;
use super::trail::{Face, Form, TrailCard, TrailSlot};

/// One line: the seat, the question and the answer.
pub(super) fn play(rules: &Fury, play: &Play, out: &mut dyn Write) -> fmt::Result {
    let name = Hunter::FOUR.into_iter().find(|hunter| hunter.seat() == play.seat);
    let name = name.map_or("Dracula", |hunter| rules.data().name("hunters", hunter.code()));
    debug_assert!(name != "Dracula" || play.seat == DRACULA);
    write!(out, "{name} answers `{}` with ", play.question)?;
    notation::write(rules, play.mv, out)
}

/// The tracks, the trail, the lairs, and a line for each hunter.
pub(super) fn board(rules: &Fury, state: &State, out: &mut dyn Write) -> fmt::Result {
    let table = &state.known.table;
    writeln!(
        out,
        "round {} {}: influence {}, damage {}, despair {}",
        table.round, table.phase, table.influence, table.damage, table.despair
    )?;
    write!(out, "trail:")?;
    for slot in &state.known.trail.spaces {
        write!(out, " ")?;
        write_slot(rules, slot.as_ref(), out)?;
    }
    write!(out, "\nlairs:")?;
    for slot in &state.known.trail.lairs {
        write!(out, " ")?;
        write_slot(rules, slot.as_ref(), out)?;
    }
    writeln!(out)?;
    for hunter in Hunter::FOUR {
        let figure = &table.hunters[hunter];
        let place = match figure.spot {
            Whereabouts::At(place) => rules.world().code(place),
            Whereabouts::Hospital(number) => rules.world().hospital_code(number),
            Whereabouts::Unplaced | Whereabouts::Fallen(_) | Whereabouts::FallenInHospital(_) => {
                "--"
            }
        };
        let name = rules.data().name("hunters", hunter.code());
        let held = &state.known.held[hunter];
        writeln!(
            out,
            "{name}: {place}, damage {}, bites {}, tickets {:?}, items {:?}, events {:?}",
            figure.damage, figure.bites, held.tickets, held.items, held.events
        )?;
    }
    Ok(())
}

fn write_slot(rules: &Fury, slot: Option<&TrailSlot>, out: &mut dyn Write) -> fmt::Result {
    let Some(slot) = slot else { return out.write_str("-") };
    match &slot.card {
        TrailCard::Sea(place) => out.write_str(rules.world().code(*place))?,
        TrailCard::City(place, form, _) => {
            out.write_str(rules.world().code(*place))?;
            out.write_str(if *form == Form::Wolf { "/WF" } else { "" })?;
        }
        TrailCard::Hide(_, form, _) => {
            out.write_str(if *form == Form::Wolf { "HI/WF" } else { "HI" })?
        }
        TrailCard::Feed => out.write_str("FE")?,
        TrailCard::Call => out.write_str("DC")?,
        TrailCard::Misdirect => out.write_str("MD")?,
    }
    out.write_str(if slot.face == Face::Up { "^" } else { "" })?;
    for (number, card) in slot.encounters().iter().enumerate() {
        write!(out, "{}{card}", if number == 0 { "(" } else { " " })?;
    }
    out.write_str(if slot.encounters().is_empty() { "" } else { ")" })?;
    out.write_str(if slot.rumor { "*" } else { "" })
}
