//! The latest news of a view, and what is worth jumping to.

use super::SceneFacts;
use super::words::{Named, name, person};
use crate::fury::cards::Hunter;
use crate::fury::table::{Combat, Deed, Phase, Reason};
use crate::fury::told::Told;
use crate::scene::Marker;

/// The phase, the last action, a fight declined, the combat, what was told, and the end.
pub(super) fn news(look: &SceneFacts<'_>) -> Vec<String> {
    let table = look.table;
    let phase = match table.phase {
        Phase::Setup => "setup".to_owned(),
        Phase::Dracula => format!("Dracula's phase of round {}", table.round),
        phase => format!("{phase} of round {}", table.round),
    };
    let action = table
        .course
        .action
        .map(|(hunter, deed)| format!("{} {}", person(look.rules, hunter), self::deed(look, deed)));
    let declined = table.course.declined.then(|| "Dracula declines the fight".to_owned());
    let combat = table.combat.as_ref().map(|combat| self::combat(look, combat));
    let told = look.told.iter().filter_map(|told| self::told(look, told));
    let over = table.over.map(|reason| ending(reason).to_owned());
    let course = std::iter::once(phase).chain(action).chain(declined);
    course.chain(combat).chain(told).chain(over).collect()
}

fn deed(look: &SceneFacts<'_>, deed: Deed) -> String {
    match deed {
        Deed::Move => "moves".to_owned(),
        Deed::Ride(ticket, to) => {
            format!("goes to {} by rail with {}", name(look.rules, to), ticket.name(look.rules))
        }
        Deed::Carriage(ticket, to) => {
            let (to, ticket) = (name(look.rules, to), ticket.name(look.rules));
            format!("goes to {to} by Chartered Carriage with {ticket}")
        }
        Deed::Supply => "supplies".to_owned(),
        Deed::Reserve => "reserves a ticket".to_owned(),
        Deed::Rest => "rests".to_owned(),
        Deed::Search => "searches".to_owned(),
        Deed::Trade(with) => format!("trades with {}", person(look.rules, with)),
        Deed::Bond => "feels for Dracula".to_owned(),
        Deed::Horses => "uses Fast Horses".to_owned(),
        Deed::Event(event) => format!("plays {}", event.name(look.rules)),
        Deed::Pass => "does nothing".to_owned(),
    }
}

fn combat(look: &SceneFacts<'_>, combat: &Combat) -> String {
    let foe = combat
        .vampire
        .map_or_else(|| "Dracula".to_owned(), |kind| format!("a {}", kind.name(look.rules)));
    let fighters: Vec<String> =
        combat.fighting().map(|hunter| person(look.rules, hunter)).collect();
    let fighters = fighters.join(", ");
    let spell = Hunter::FOUR.into_iter().filter(|hunter| combat.mesmerized & hunter.bit() != 0);
    let spell: Vec<String> = spell.map(|hunter| person(look.rules, hunter)).collect();
    let spell = if spell.is_empty() {
        String::new()
    } else {
        format!("; mesmerized: {}", spell.join(", "))
    };
    match combat.round {
        0 => format!("a combat with {foe} begins: {fighters}"),
        round => format!("round {round} of the combat with {foe}: {fighters}{spell}"),
    }
}

/// The last message to a side (K7).
fn told(look: &SceneFacts<'_>, told: &Told) -> Option<String> {
    let rules = look.rules;
    Some(match told {
        Told::Nothing => return None,
        Told::Bond(true) => "Mina Harker felt Dracula near".to_owned(),
        Told::Bond(false) => "Mina Harker did not feel Dracula near".to_owned(),
        Told::Horses(ticket) | Told::Ticket(ticket) => match ticket {
            Some(ticket) => format!("the ticket drawn: {}", ticket.name(rules)),
            None => "no ticket was left to draw".to_owned(),
        },
        Told::Presence(hunters) => {
            let near = Hunter::FOUR.into_iter().filter(|hunter| hunters & hunter.bit() != 0);
            let near: Vec<String> = near.map(|hunter| person(rules, hunter)).collect();
            let near = if near.is_empty() { "nobody".to_owned() } else { near.join(", ") };
            format!("next to Dracula: {near}")
        }
        Told::Hypnosis(region) => match rules.world().region(*region) {
            "SEA" => "Dracula was at sea".to_owned(),
            region => format!("Dracula was in the region {region}"),
        },
        Told::Veil(encounters, events) => {
            let encounters = encounters.iter().map(|kind| kind.name(rules));
            let all = encounters.chain(events.iter().map(|event| event.name(rules)));
            format!("Dracula's cards: {}", list(all))
        }
        Told::Find(items) => {
            format!("the top items: {}", list(items.iter().map(|item| item.name(rules))))
        }
        Told::Research(events) => {
            format!("at the bottom: {}", list(events.iter().map(|event| event.name(rules))))
        }
        Told::Spy(hunter, items, tickets, events)
        | Told::Influence(hunter, items, tickets, events) => {
            let items = items.iter().map(|item| item.name(rules));
            let tickets = tickets.iter().map(|ticket| ticket.name(rules));
            let all = items.chain(tickets).chain(events.iter().map(|event| event.name(rules)));
            format!("{} holds: {}", person(rules, *hunter), list(all))
        }
    })
}

fn list(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}

const fn ending(reason: Reason) -> &'static str {
    match reason {
        Reason::Blood => "Dracula is defeated",
        Reason::Influence => "Dracula's influence has reached its goal",
        Reason::Time => "the last round is over",
    }
}

/// The end, the beginning of a combat, and hunters off the board.
pub(super) fn markers(look: &SceneFacts<'_>) -> Vec<Marker> {
    let table = look.table;
    let marker =
        |kind: &str, label: String, importance| Marker { kind: kind.to_owned(), label, importance };
    let over = table.over.map(|reason| marker("ending", ending(reason).to_owned(), 3));
    let begins = table.combat.filter(|combat| combat.round <= 1 && combat.card.is_none());
    let combat = begins.map(|own| marker("combat", combat(look, &own), 2));
    let is_fallen = |hunter: &Hunter| {
        let spot = table.hunters[*hunter].spot;
        matches!(
            spot,
            crate::fury::Whereabouts::Fallen(_) | crate::fury::Whereabouts::FallenInHospital(_)
        )
    };
    let fallen = Hunter::FOUR.into_iter().filter(is_fallen);
    let fallen = fallen
        .map(|hunter| marker("defeat", format!("{} is defeated", person(look.rules, hunter)), 2));
    over.into_iter().chain(combat).chain(fallen).collect()
}
