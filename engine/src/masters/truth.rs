//! The values that transcripts have of a moment (masters T3).

use super::Masters;
use super::cells::Cell;
use super::codes::Relic;
use super::position::Position;
use super::state::State;
use super::table::{Table, VampireSheet};
use super::view::View;
use crate::transcript::{Transcribed, Truth, TruthValue};

impl Transcribed for Masters {
    /// All but the decks is read from the view, as kept by events: it is known to all.
    fn truth(&self, state: &State, views: &[View], _: Option<&[View]>) -> Truth {
        let kept = views.first().map_or(&state.position.table, |view| &view.table);
        let mut truth = of_round(kept);
        truth.extend(of_city(kept));
        truth.extend(of_vampires(kept));
        truth.extend(of_decks(&state.position));
        truth
    }
}

fn of_round(table: &Table) -> Truth {
    named([
        ("round", table.round.into()),
        ("leader", u8::from(table.leader).into()),
        ("veil", table.veil.into()),
        ("owed", table.owed.into()),
        ("marked", table.marked.iter().map(|cell| TruthValue::from(u8::from(cell))).collect()),
        ("dice", table.dice.iter().map(|pips| TruthValue::from(pips.get())).collect()),
        ("tonight", table.tonight.map_or("", super::Tonight::code).into()),
        ("timepiece", i64::from(table.timepiece).into()),
        ("actor", table.actor.map_or(-1, |member| i64::from(u8::from(member))).into()),
        ("ap", table.ap.into()),
        ("changed", changed(table)),
    ])
}

/// In alphabetical order of their codes.
fn changed(table: &Table) -> TruthValue {
    let mut relics: Vec<&str> = table.changed.iter().map(Relic::code).collect();
    relics.sort_unstable();
    relics.into_iter().collect()
}

fn of_city(table: &Table) -> Truth {
    let numbers = |counts: &[u8]| counts.iter().map(|count| TruthValue::from(*count)).collect();
    let lying = table.lying.iter().map(|(card, at)| format!("{card}:{}", table.district(at)));
    named([
        ("agents_left", table.agents_left.into()),
        ("minions_left", table.minions_left.into()),
        ("city", table.city.iter().map(|district| district.code()).collect()),
        ("hidden", numbers(&table.hidden)),
        ("exposed", numbers(&table.exposed)),
        ("minions", numbers(&table.minions)),
        ("urn", cell(table.urn)),
        ("obelisk", cell(table.obelisk)),
        ("curse", table.curse.map_or(-1, |member| i64::from(u8::from(member))).into()),
        ("lying", TruthValue::List(lying.map(TruthValue::Text).collect())),
    ])
}

fn of_vampires(table: &Table) -> Truth {
    let each =
        |of: fn(&VampireSheet) -> TruthValue| table.vampires.as_slice().iter().map(of).collect();
    named([
        ("who", each(|sheet| sheet.who.code().into())),
        ("at", each(|sheet| u8::from(sheet.at).into())),
        ("blood", each(|sheet| sheet.blood.into())),
        ("kills", each(|sheet| sheet.kills.into())),
        ("sigil", each(|sheet| cell(sheet.sigil))),
        ("relics", each(|sheet| sheet.relics.iter().map(Relic::code).collect())),
    ])
}

fn of_decks(position: &Position) -> Truth {
    let events = position.events.iter().map(|card| TruthValue::Text(card.to_string()));
    named([
        ("deck", TruthValue::List(events.collect())),
        ("relic_deck", position.relics.iter().map(Relic::code).collect()),
    ])
}

fn cell(cell: Option<Cell>) -> TruthValue {
    cell.map_or(-1, |cell| i64::from(u8::from(cell))).into()
}

fn named<const N: usize>(values: [(&str, TruthValue); N]) -> Truth {
    values.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}
