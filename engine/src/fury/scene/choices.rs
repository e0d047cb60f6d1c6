//! The legal moves that a scene offers to the seat that is asked, in words.

use super::SceneFacts;
use super::slots::{SceneSlot, SlotPosition};
use super::words::{Named, code, hospital, link, name, person};
use crate::fury::Fury;
use crate::fury::cards::{DRACULA, Item, Ticket};
use crate::fury::moves::{CardCode, Good, Move, Way, Word};
use crate::fury::notation;
use crate::fury::task::{Asked, Question};
use crate::fury::titles::EventCard;
use crate::map::Place;
use crate::scene::{Offer, SpotKey};

pub(super) fn choices(look: &SceneFacts<'_>) -> Vec<Offer> {
    let Some(asked) = look.asked.filter(|_| look.table.over.is_none()) else { return vec![] };
    asked.choices.iter().map(|mv| offer(look, asked, mv)).collect()
}

fn offer(look: &SceneFacts<'_>, asked: &Asked, mv: Move) -> Offer {
    let mut text = String::new();
    if notation::write(look.rules, mv, &mut text).is_err() {
        text.clear();
    }
    let label = label(look, asked, mv);
    Offer { mv: text, label, at: spot(look, mv) }
}

/// The spot to click for a move.
fn spot(look: &SceneFacts<'_>, mv: Move) -> Option<SpotKey> {
    let place = match mv {
        Move::To(place)
        | Move::Ride(_, place)
        | Move::Carriage(_, place)
        | Move::Calm(place)
        | Move::Wolf(place) => Some(place),
        Move::Hospital(number) => {
            let [key, _] = hospital(look.rules, number);
            return Some(key);
        }
        Move::Lair(_) => None,
        Move::Back(number) | Move::Clear(number) => at(look, SlotPosition::Lair(number)),
        Move::Space(number) | Move::Rumor(number) | Move::Misdirect(number) => {
            at(look, SlotPosition::Space(number))
        }
        Move::Trade(hunter) | Move::Hunter(hunter) => look.table.hunters[hunter].place(),
        _ => None,
    };
    let known = place.filter(|place| look.rules.world().map().places().contains(*place));
    known.map(|place| code(look.rules, place))
}

fn slot<'a>(look: &'a SceneFacts<'_>, position: SlotPosition) -> Option<&'a SceneSlot> {
    look.slots.iter().find(|slot| slot.position == position)
}

fn at(look: &SceneFacts<'_>, position: SlotPosition) -> Option<Place> {
    slot(look, position).and_then(|slot| slot.place)
}

fn label(look: &SceneFacts<'_>, asked: &Asked, mv: Move) -> String {
    let rules = look.rules;
    let there = |place: Place| name(rules, place);
    let space = |number| slot(look, SlotPosition::Space(number)).map_or("nothing", |own| &own.name);
    let lair = |number| slot(look, SlotPosition::Lair(number)).map_or("nothing", |own| &own.name);
    match mv {
        Move::Word(word) => self::word(look, asked, word),
        Move::To(place) => to(asked.question, &there(place)),
        Move::Hospital(number) => {
            let [_, name] = hospital(rules, number);
            format!("into {name}")
        }
        Move::Ride(ticket, place) => {
            format!("go to {} by rail with {}", there(place), ticket.name(rules))
        }
        Move::Carriage(ticket, place) => {
            let ticket = ticket.name(rules);
            format!("go to {} by Chartered Carriage with {ticket}", there(place))
        }
        Move::Trade(hunter) => format!("trade with {}", person(rules, hunter)),
        Move::Hunter(hunter) => person(rules, hunter),
        Move::Encounter(kind) => encounter(asked.question, &kind.name(rules)),
        Move::Mature(number) => format!("let encounter {number} mature"),
        Move::Ambush(number) => format!("ambush with encounter {number}"),
        Move::Card(card) => format!("play {}", card.name(rules)),
        Move::GiveUp(card) => format!("give up {}", card_name(rules, asked, card)),
        Move::Calm(place) => format!("take the storm away from {}", there(place)),
        Move::Unblock(own) => {
            format!("take the roadblock away from the {} {}", way(own.way), link(rules, own))
        }
        Move::Show(card) => format!("show {}", card_name(rules, asked, card)),
        Move::Play(event) => format!("play {}", event.name(rules)),
        Move::Event(event) => format!("take {}", event.name(rules)),
        Move::Take(item) => format!("take {}", item.name(rules)),
        Move::Space(number) => format!("space {number}: {}", space(number)),
        Move::Give(good) => format!("give {}", good_name(rules, good)),
        Move::Receive(good) => format!("receive {}", good_name(rules, good)),
        Move::Rumor(number) => format!("a rumor for space {number}: {}", space(number)),
        Move::Block(own) => format!("a roadblock on the {} {}", way(own.way), link(rules, own)),
        Move::Lair(number) => format!("make it lair {number}, in place of {}", lair(number)),
        Move::Back(number) => format!("go back to lair {number}: {}", lair(number)),
        Move::Clear(number) => format!("clear lair {number}: {}", lair(number)),
        Move::Wolf(place) => format!("go to {} by Wolf Form", there(place)),
        Move::Misdirect(number) => {
            format!("Misdirect in place of space {number}: {}", space(number))
        }
    }
}

fn to(question: Question, there: &str) -> String {
    match question {
        Question::Start => format!("start in {there}"),
        Question::Action | Question::Movement | Question::Other => format!("go to {there}"),
        Question::Bats => format!("the bats carry the hunter to {there}"),
        _ => there.to_owned(),
    }
}

fn encounter(question: Question, kind: &str) -> String {
    match question {
        Question::Encounter => format!("put {kind} down"),
        _ => kind.to_owned(),
    }
}

const fn way(way: Way) -> &'static str {
    match way {
        Way::Road => "road",
        Way::Rail => "rail",
    }
}

fn word(look: &SceneFacts<'_>, asked: &Asked, word: Word) -> String {
    let text = match word {
        Word::Call => "Dark Call: suffer 2, draw 5 encounters",
        Word::Feed => "Feed: stay and recover 3",
        Word::Hide => "Hide: stay",
        Word::WolfHide => "Hide with Wolf Form: stay",
        Word::Trapped => "trapped: clear the trail and suffer 5",
        Word::Mature => "let it mature",
        Word::Supply => "supply",
        Word::Ticket => "reserve a ticket",
        Word::Rest => "rest",
        Word::Search => "search here",
        Word::Bond => "feel whether Dracula is near",
        Word::UseHorses => "use Fast Horses",
        Word::Keep => "keep the ticket",
        Word::Drop => "put the ticket back",
        Word::Fight => "fight",
        Word::Join => "join the fight",
        Word::Ally => "the ally",
        Word::Check => "check a city",
        Word::No => no(asked.question),
    };
    match (word, asked.event) {
        (Word::Ally | Word::Check | Word::Hide, Some(event)) => {
            format!(
                "{}: {}",
                event.name(look.rules),
                if word == Word::Hide { "turn Hide up" } else { text }
            )
        }
        _ => text.to_owned(),
    }
}

/// The meaning of the answer no.
const fn no(question: Question) -> &'static str {
    match question {
        Question::Action | Question::Event => "nothing",
        Question::Ambush => "no ambush",
        Question::Mature => "no more",
        Question::Fight => "no fight",
        Question::Bats => "leave the hunter alone",
        Question::Rumor => "no rumor",
        Question::Trade => "no more",
        Question::Second => "no second ticket",
        _ => "no",
    }
}

fn good_name(rules: &Fury, good: Good) -> String {
    match good {
        Good::Item(item) => item.name(rules),
        Good::Ticket(ticket) => ticket.name(rules),
    }
}

/// A card of a hunter, or an event of Dracula if no hunter is asked about: an item and one of his
/// events share a code.
fn card_name(rules: &Fury, asked: &Asked, card: CardCode) -> String {
    let text = card.text();
    let own = asked.seat == DRACULA && asked.hunter.is_none();
    let item = || text.parse::<Item>().ok().filter(|_| !own).map(|item| item.name(rules));
    let ticket = || text.parse::<Ticket>().ok().map(|ticket| ticket.name(rules));
    let event = || text.parse::<EventCard>().ok().map(|event| event.name(rules));
    item().or_else(ticket).or_else(event).unwrap_or_else(|| text.to_owned())
}
