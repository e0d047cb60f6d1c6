//! The values of the panels, and the rows of cards.

use super::SceneFacts;
use super::slots::{SceneSlot, SlotPosition};
use super::words::{Named, code, link, person};
use crate::fury::cards::Hunter;
use crate::fury::counts::Counts;
use crate::fury::moves::{NumberedLink, Way};
use crate::fury::params::Step;
use crate::scene::Card;

/// In the order of the panels. Views can come from anybody, so values are kept in their ranges.
pub(super) fn values(look: &SceneFacts<'_>) -> Vec<Option<i64>> {
    let (table, params, data) = (look.table, look.rules.params(), look.rules.data());
    let round = table.combat.map_or(0, |combat| combat.round);
    let common = [
        table.influence.min(params.goal),
        table.despair.min(data.tokens.despair),
        table.damage.min(params.health),
        table.hand,
        table.dracula_events,
        table.rumors.min(data.tokens.rumor),
        round.min(6),
    ];
    let hunters = Hunter::FOUR.into_iter().flat_map(|hunter| {
        let (own, figure) = (data.hunters[hunter], &table.hunters[hunter]);
        [figure.damage.min(own.health), figure.bites.min(own.bites)]
    });
    common.into_iter().chain(hunters).map(|value| Some(value.into())).collect()
}

/// In the order of the scenery's rows.
pub(super) fn rows(look: &SceneFacts<'_>) -> Vec<Vec<Card>> {
    let step = look.rules.params().play;
    let on_trail = |slot: &&SceneSlot| !matches!(slot.position, SlotPosition::Lair(_));
    let mut rows = vec![
        look.slots.iter().filter(on_trail).map(|slot| lying(look, slot)).collect(),
        look.slots.iter().filter(|slot| !on_trail(slot)).map(|slot| lying(look, slot)).collect(),
        draculas(look),
        combat(look),
        in_play(look),
        look.pool.map_or_else(
            || unknown(look.table.tickets, "a ticket"),
            |pool| cards(look, pool, Knows::All),
        ),
    ];
    rows.extend(Hunter::FOUR.map(|hunter| hand(look, hunter)));
    rows.push(cards(look, &look.unseen, Knows::All));
    if step != Step::Hunt {
        rows.push(cards(look, &look.table.items_out, Knows::All));
    }
    if step == Step::Full {
        let unseen = unknown(look.table.events_out_unseen, "an event of Dracula");
        let seen = cards(look, &look.table.events_out, Knows::All);
        rows.push(seen.into_iter().chain(unseen).collect());
    }
    rows
}

/// The viewers who know a card that this viewer knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Knows {
    All,
    Some,
}

fn card(label: String, name: String, knows: Knows) -> Card {
    Card { label, name, age: None, at: None, on: vec![], hidden: knows == Knows::Some }
}

fn cards<K: Named, const N: usize>(
    look: &SceneFacts<'_>,
    of: &Counts<K, N>,
    knows: Knows,
) -> Vec<Card> {
    let of = of.iter();
    of.map(|kind| card(kind.text().to_owned(), kind.name(look.rules), knows)).collect()
}

fn unknown(count: u8, name: &str) -> Vec<Card> {
    (0..count).map(|_| card("?".to_owned(), name.to_owned(), Knows::Some)).collect()
}

fn lying(look: &SceneFacts<'_>, slot: &SceneSlot) -> Card {
    let age = match slot.position {
        SlotPosition::Space(space) => Some(space.into()),
        SlotPosition::Lair(_) | SlotPosition::Leaving => None,
    };
    Card {
        label: slot.label.clone(),
        name: slot.name.clone(),
        age,
        at: slot.place.map(|place| code(look.rules, place)),
        on: slot.on.clone(),
        hidden: slot.hidden,
    }
}

/// Encounters, events, and the combat cards of a combat.
fn draculas(look: &SceneFacts<'_>) -> Vec<Card> {
    let Some(own) = look.dracula else {
        let encounters = unknown(look.table.hand, "an encounter");
        let events = unknown(look.table.dracula_events, "an event");
        return encounters.into_iter().chain(events).collect();
    };
    let encounters = cards(look, &own.hand, Knows::Some);
    let events = cards(look, &own.events, Knows::Some);
    let combat = cards(look, &own.combat, Knows::Some);
    encounters.into_iter().chain(events).chain(combat).collect()
}

/// Items, events and tickets; of those that are hidden, one of each kind may lie open (H7).
fn hand(look: &SceneFacts<'_>, hunter: Hunter) -> Vec<Card> {
    let figure = &look.table.hunters[hunter];
    if let Some(held) = &look.held {
        let held = &held[hunter];
        let items = cards(look, &held.items, Knows::Some);
        let events = cards(look, &held.events, Knows::Some);
        let tickets = cards(look, &held.tickets, Knows::Some);
        let mut all: Vec<Card> = items.into_iter().chain(events).chain(tickets).collect();
        let open =
            [figure.open_item.map(|item| item.code()), figure.open_event.map(|own| own.code())];
        for open in open.into_iter().flatten() {
            if let Some(card) = all.iter_mut().find(|card| card.label == open) {
                card.hidden = false;
                card.on = vec!["open".to_owned()];
            }
        }
        return all;
    }
    let open_item = figure.open_item.map(|item| opened(look, item));
    let open_event = figure.open_event.map(|event| opened(look, event));
    let rest = |count: u8, open: &Option<Card>| count.saturating_sub(u8::from(open.is_some()));
    let items = unknown(rest(figure.items, &open_item), "an item");
    let events = unknown(rest(figure.events, &open_event), "an event");
    let tickets = unknown(figure.tickets, "a ticket");
    let open = open_item.into_iter().chain(open_event);
    open.chain(items).chain(events).chain(tickets).collect()
}

fn opened(look: &SceneFacts<'_>, kind: impl Named) -> Card {
    let on = vec!["open".to_owned()];
    Card { on, ..card(kind.text().to_owned(), kind.name(look.rules), Knows::All) }
}

/// The cards that were revealed in this round of the combat, Dracula's first.
fn combat(look: &SceneFacts<'_>) -> Vec<Card> {
    let Some(combat) = &look.table.combat else { return vec![] };
    let shown = |kind: crate::fury::CombatCard, by: String, on: Vec<String>| Card {
        on,
        ..card(
            kind.code().to_owned(),
            format!("{}, played by {by}", kind.name(look.rules)),
            Knows::All,
        )
    };
    let cancelled = combat.cancelled.then(|| "cancelled".to_owned());
    let dracula = match combat.vampire {
        Some(kind) => format!("the {}", kind.name(look.rules)),
        None => "Dracula".to_owned(),
    };
    let own = combat.card.map(|kind| shown(kind, dracula, cancelled.into_iter().collect()));
    let hunters = Hunter::FOUR.into_iter().filter_map(|hunter| {
        let engaged = (combat.engaged == Some(hunter)).then(|| "engaged".to_owned());
        let on = engaged.into_iter().collect();
        combat.cards[hunter].map(|kind| shown(kind, person(look.rules, hunter), on))
    });
    own.into_iter().chain(hunters).collect()
}

fn in_play(look: &SceneFacts<'_>) -> Vec<Card> {
    let table = look.table;
    let allies = [table.ally, table.dracula_ally].into_iter().flatten();
    let allies = allies.map(|ally| card(ally.code().to_owned(), ally.name(look.rules), Knows::All));
    let blocked = [(Way::Road, "road"), (Way::Rail, "rail")].into_iter().flat_map(|(way, name)| {
        let bits = table.blocked(way);
        let numbers = (0..128u8).filter(move |number| bits >> number & 1 == 1);
        numbers.map(move |number| {
            let ends = link(look.rules, NumberedLink { way, number });
            card(ends.clone(), format!("a roadblock on the {name} {ends}"), Knows::All)
        })
    });
    allies.chain(blocked).collect()
}
