//! Moves as text (fury N2).

use std::fmt::{self, Write};

use super::Fury;
use super::cards::{CombatCard, Encounter, Hunter, Item, Ticket};
use super::moves::{CardCode, Good, Move, NumberedLink, Way, Word};
use super::titles::EventCard;
use crate::game::MoveSyntaxError;
use crate::map::Place;

/// Writes a move.
pub(super) fn write(rules: &Fury, mv: Move, out: &mut dyn Write) -> fmt::Result {
    let code = |place: Place| rules.world().code(place);
    match mv {
        Move::Word(word) => out.write_str(word.code()),
        Move::To(place) => write!(out, "M:{}", code(place)),
        Move::Hospital(number) => write!(out, "M:{}", rules.world().hospital_code(number)),
        Move::Ride(ticket, place) => write!(out, "R:{ticket}:{}", code(place)),
        Move::Carriage(ticket, place) => write!(out, "K:{ticket}:{}", code(place)),
        Move::Trade(hunter) => write!(out, "TRADE:{hunter}"),
        Move::Hunter(hunter) => write!(out, "N:{hunter}"),
        Move::Encounter(kind) => write!(out, "E:{kind}"),
        Move::Mature(number) => write!(out, "E:{number}"),
        Move::Ambush(number) => write!(out, "A:{number}"),
        Move::Card(card) => write!(out, "C:{card}"),
        Move::GiveUp(card) => write!(out, "X:{}", card.text()),
        Move::Calm(place) => write!(out, "X:{}", code(place)),
        Move::Unblock(link) => write_link(rules, "X", link, out),
        Move::Show(card) => write!(out, "W:{}", card.text()),
        Move::Play(event) => write!(out, "EV:{event}"),
        Move::Event(event) => write!(out, "V:{event}"),
        Move::Take(item) => write!(out, "I:{item}"),
        Move::Space(space) => write!(out, "T:{space}"),
        Move::Give(Good::Item(item)) => write!(out, "G:{item}"),
        Move::Give(Good::Ticket(ticket)) => write!(out, "G:{ticket}"),
        Move::Receive(Good::Item(item)) => write!(out, "T:{item}"),
        Move::Receive(Good::Ticket(ticket)) => write!(out, "T:{ticket}"),
        Move::Rumor(space) => write!(out, "R:{space}"),
        Move::Block(link) => write_link(rules, "B", link, out),
        Move::Lair(lair) => write!(out, "LAIR:{lair}"),
        Move::Back(lair) => write!(out, "BACK:{lair}"),
        Move::Clear(lair) => write!(out, "CLEAR:{lair}"),
        Move::Wolf(place) => write!(out, "WOLF:{}", code(place)),
        Move::Misdirect(space) => write!(out, "MIS:{space}"),
    }
}

fn write_link(rules: &Fury, verb: &str, link: NumberedLink, out: &mut dyn Write) -> fmt::Result {
    match rules.world().ends(link) {
        Some([from, to]) => {
            let [from, to] = [from, to].map(|place| rules.world().code(place));
            write!(out, "{verb}:{}:{from}:{to}", link.way)
        }
        None => write!(out, "{verb}:{}:?", link.way),
    }
}

/// Reads a move.
pub(super) fn parse(rules: &Fury, text: &str) -> Result<Move, MoveSyntaxError> {
    if let Ok(word) = text.parse::<Word>() {
        return Ok(Move::Word(word));
    }
    let read = text.split_once(':').and_then(|(verb, rest)| parse_with(rules, verb, rest));
    read.ok_or_else(|| MoveSyntaxError {
        text: text.chars().take(40).collect(),
        remedy: "write it as in the list of legal moves, such as M:PA, E:NV or -".to_owned(),
    })
}

fn parse_with(rules: &Fury, verb: &str, rest: &str) -> Option<Move> {
    let world = rules.world();
    match verb {
        "M" => match world.hospital(rest) {
            Some(number) => Some(Move::Hospital(number)),
            None => world.find(rest).map(Move::To),
        },
        "K" => parse_ride(rules, rest).map(|(ticket, to)| Move::Carriage(ticket, to)),
        "R" => match parse_ride(rules, rest) {
            Some((ticket, to)) => Some(Move::Ride(ticket, to)),
            None => number(rest).map(Move::Rumor),
        },
        "TRADE" => rest.parse::<Hunter>().ok().map(Move::Trade),
        "N" => rest.parse::<Hunter>().ok().map(Move::Hunter),
        "E" => match rest.parse::<Encounter>() {
            Ok(kind) => Some(Move::Encounter(kind)),
            Err(_) => number(rest).map(Move::Mature),
        },
        "A" => number(rest).map(Move::Ambush),
        "C" => rest.parse::<CombatCard>().ok().map(Move::Card),
        "X" => parse_give_up(rules, rest),
        "W" => card_code(rest).map(Move::Show),
        "EV" => rest.parse::<EventCard>().ok().map(Move::Play),
        "V" => rest.parse::<EventCard>().ok().map(Move::Event),
        "I" => rest.parse::<Item>().ok().map(Move::Take),
        "G" => good(rest).map(Move::Give),
        "T" => good(rest).map(Move::Receive).or_else(|| number(rest).map(Move::Space)),
        "B" => parse_link(rules, rest).map(Move::Block),
        "LAIR" => number(rest).map(Move::Lair),
        "BACK" => number(rest).map(Move::Back),
        "CLEAR" => number(rest).map(Move::Clear),
        "WOLF" => world.find(rest).map(Move::Wolf),
        "MIS" => number(rest).map(Move::Misdirect),
        _ => None,
    }
}

/// A number from 1, written without leading zeros.
fn number(text: &str) -> Option<u8> {
    let number: u8 = text.parse().ok()?;
    (number > 0 && text.bytes().next() != Some(b'0') && !text.starts_with('+')).then_some(number)
}

fn parse_ride(rules: &Fury, text: &str) -> Option<(Ticket, Place)> {
    let (ticket, place) = text.split_once(':')?;
    Some((ticket.parse().ok()?, rules.world().find(place)?))
}

fn parse_give_up(rules: &Fury, text: &str) -> Option<Move> {
    if let Some(link) = parse_link(rules, text) {
        return Some(Move::Unblock(link));
    }
    let card = card_code(text).map(Move::GiveUp);
    card.or_else(|| rules.world().find(text).map(Move::Calm))
}

/// The code of an item, an event or a ticket.
fn card_code(text: &str) -> Option<CardCode> {
    let code = CardCode(text.as_bytes().try_into().ok()?);
    let is_card = text.parse::<Item>().is_ok()
        || text.parse::<EventCard>().is_ok()
        || text.parse::<Ticket>().is_ok();
    is_card.then_some(code)
}

fn good(text: &str) -> Option<Good> {
    let item = text.parse::<Item>().ok().map(Good::Item);
    item.or_else(|| text.parse::<Ticket>().ok().map(Good::Ticket))
}

/// Reads a road or rail, such as `ROAD:BE:SZ`.
pub(super) fn parse_link(rules: &Fury, text: &str) -> Option<NumberedLink> {
    let (way, ends) = text.split_once(':')?;
    let (from, to) = ends.split_once(':')?;
    let way = way.parse::<Way>().ok()?;
    rules.world().link(way, rules.world().find(from)?, rules.world().find(to)?)
}
