//! The values that transcripts have of a moment (kosmos Z4).

use super::Kosmos;
use super::actions::ActionCard;
use super::barriers::Colour;
use super::cards::{Cards, Side};
use super::state::State;
use super::view::View;
use crate::game::Game;
use crate::transcript::{Transcribed, Truth, TruthValue};

impl Transcribed for Kosmos {
    /// The values of a seat's own knowledge are read from its view, as kept by events.
    fn truth(&self, state: &State, views: &[View], earlier: Option<&[View]>) -> Truth {
        let mut truth = of_turn(self, state);
        truth.extend(of_table(state));
        for (side, view) in Side::BOTH.into_iter().zip(views) {
            let told_before = earlier.map_or(0, |views| views[side as usize].told.len());
            let of_side = of_side(state, side).into_iter().chain(of_view(view, told_before));
            let name = |key| format!("{key}_{}", side.name());
            truth.extend(of_side.map(|(key, value)| (name(key), value)));
        }
        truth
    }
}

fn of_turn(rules: &Kosmos, state: &State) -> Truth {
    let table = state.position.table();
    let asked = state.position.asked();
    let seat = |side: Option<Side>| side.map_or(-1, |side| i64::from(side.seat().0));
    debug_assert_eq!(rules.round(state), Some(table.turn.into()));
    named([
        ("turn", table.turn.into()),
        ("active", seat(table.mover).into()),
        ("asked", seat(asked.map(|(side, _)| side)).into()),
        ("asks", asked.map_or("-", |(_, asked)| asked.code()).into()),
        ("steps", table.steps.into()),
        ("shown", table.shown.map_or("-", super::Kind::code).into()),
    ])
}

fn of_table(state: &State) -> Truth {
    let table = state.position.table();
    let board = state.position.board().iter();
    let links = Colour::ALL.iter().map(|&colour| table.barriers.on(colour));
    named([
        ("board", board.map(|(_, card)| card.map_or("-", super::Kind::code)).collect()),
        ("barriers", links.map(|link| link.map_or("-", super::Link::code)).collect()),
        ("turned", table.turned.map_or("-", super::Place::code).into()),
        ("breath", i64::from(table.breath).into()),
        ("whisper", i64::from(table.whisper).into()),
        ("vigilance", i64::from(table.vigilance).into()),
        ("extra", i64::from(table.extra).into()),
    ])
}

fn of_side(state: &State, side: Side) -> Vec<(&'static str, TruthValue)> {
    let table = state.position.table();
    let own = &state.position.own()[side];
    vec![
        ("figure", table.figures[side].code().into()),
        ("lives", table.lives[side].into()),
        ("won", table.won[side].into()),
        ("hand", codes(own.hand)),
        ("discard", codes(table.discards[side])),
        ("actions", own.actions.iter().map(ActionCard::code).collect()),
        ("aside", own.aside().iter().map(ActionCard::code).collect()),
        ("played", pile(state, side).into_iter().map(ActionCard::code).collect()),
        ("plays", table.plays[side].iter().map(ActionCard::code).collect()),
    ]
}

fn of_view(view: &View, told_before: usize) -> Vec<(&'static str, TruthValue)> {
    let seen = view.own.seen.map_or_else(|| ["?"].into_iter().collect(), codes);
    vec![
        ("known", view.own.record.iter().map(|(_, mark)| mark.to_string()).collect()),
        ("seen_hand", seen),
        ("told", view.told.since(told_before).map(ToString::to_string).collect()),
    ]
}

/// The pile, oldest first: a card that was fetched from it and played again lies where it was
/// played last.
fn pile(state: &State, side: Side) -> Vec<ActionCard> {
    let plays: Vec<_> = state.position.table().plays[side].iter().collect();
    let on_pile = state.position.own()[side].pile;
    let last = |at: usize| on_pile.contains(plays[at]) && !plays[at + 1..].contains(&plays[at]);
    (0..plays.len()).filter(|&at| last(at)).map(|at| plays[at]).collect()
}

fn codes(cards: Cards) -> TruthValue {
    cards.iter().map(super::Kind::code).collect()
}

fn named<const N: usize>(values: [(&str, TruthValue); N]) -> Truth {
    values.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}
