//! Rows of cards, and the values.

use super::SceneFacts;
use super::pieces::name_of;
use crate::kosmos::actions::{ActionCard, ActionSet};
use crate::kosmos::barriers::Colour;
use crate::kosmos::cards::{Cards, Kind, Side};
use crate::scene::Card;

/// In the order of the scenery's rows.
pub(super) fn rows(look: &SceneFacts<'_>) -> Vec<Vec<Card>> {
    let both = |of: fn(&SceneFacts<'_>, Side) -> Vec<Card>| Side::BOTH.map(|side| of(look, side));
    [both(hand), both(seen), both(action_hand), both(aside), both(played), both(discard)]
        .into_iter()
        .flatten()
        .chain([barriers(look)])
        .collect()
}

/// Cards of which nobody here knows more than how many there are.
fn face_down(count: u8) -> Vec<Card> {
    hidden(vec![card("?".to_owned(), "a card, unknown".to_owned()); count.into()])
}

/// A card that lies open.
fn card(label: String, name: String) -> Card {
    Card { label, name, age: None, at: None, on: vec![], hidden: false }
}

/// The same cards, which not everybody sees.
fn hidden(cards: Vec<Card>) -> Vec<Card> {
    cards.into_iter().map(|card| Card { hidden: true, ..card }).collect()
}

fn hand(look: &SceneFacts<'_>, side: Side) -> Vec<Card> {
    match look.own[side] {
        Some(own) => hidden(encounters(look, own.hand)),
        None => face_down(look.table.hands[side]),
    }
}

fn seen(look: &SceneFacts<'_>, side: Side) -> Vec<Card> {
    look.seen(side).map_or(vec![], |cards| hidden(encounters(look, cards)))
}

fn discard(look: &SceneFacts<'_>, side: Side) -> Vec<Card> {
    encounters(look, look.table.discards[side])
}

/// Views can come from anybody: of a hand that cannot be, only the beginning is shown.
fn encounters(look: &SceneFacts<'_>, cards: Cards) -> Vec<Card> {
    let name = |kind: Kind| look.rules.data().kind_name(kind).to_owned();
    cards.iter().take(15).map(|kind| card(kind.to_string(), name(kind))).collect()
}

fn action_hand(look: &SceneFacts<'_>, side: Side) -> Vec<Card> {
    match look.own[side] {
        Some(own) => set(look, own.actions),
        None => face_down(look.table.decks[side].hand),
    }
}

fn aside(look: &SceneFacts<'_>, side: Side) -> Vec<Card> {
    match look.own[side] {
        Some(own) => set(look, own.aside()),
        None => face_down(look.table.decks[side].aside),
    }
}

fn set(look: &SceneFacts<'_>, cards: ActionSet) -> Vec<Card> {
    hidden(cards.iter().map(|card| action(look, card)).collect())
}

fn played(look: &SceneFacts<'_>, side: Side) -> Vec<Card> {
    look.table.plays[side].iter().map(|card| action(look, card)).collect()
}

fn action(look: &SceneFacts<'_>, of: ActionCard) -> Card {
    card(of.to_string(), look.rules.data().action_name(of).to_owned())
}

fn barriers(look: &SceneFacts<'_>) -> Vec<Card> {
    let barrier = |&colour: &Colour| {
        let link = look.table.barriers.on(colour);
        let place = link.map_or("off the board".to_owned(), |link| format!("on {link}"));
        Card {
            at: link.map(|link| link.to_string()),
            ..card(colour.to_string(), format!("the {} barrier, {place}", name_of(colour)))
        }
    };
    Colour::ALL.iter().map(barrier).collect()
}

/// In the order of the scenery's panels.
pub(super) fn values(look: &SceneFacts<'_>) -> Vec<Option<i64>> {
    let table = look.table;
    let both = |of: &dyn Fn(Side) -> u8| Side::BOTH.map(|side| i64::from(of(side)));
    let turns = i64::from(look.rules.params().turns);
    let flags = [table.breath, table.whisper, table.vigilance, table.extra];
    [
        both(&|side| table.lives[side]),
        both(&|side| table.won[side]),
        both(&|side| table.hands[side]),
        both(&|side| table.decks[side].hand),
        both(&|side| table.decks[side].aside),
    ]
    .into_iter()
    .flatten()
    .chain([table.steps.into(), (turns - i64::from(table.turn)).max(0)])
    .chain(flags.map(i64::from))
    .map(Some)
    .collect()
}
