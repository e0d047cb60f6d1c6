//! Hands, decks and encounters: each card that a side does not see lies wherever it can.

use arrayvec::ArrayVec;

use super::combat::{draculas_combat, hunters_choices};
use super::{Draft, once_in, shuffle};
use crate::fury::Fury;
use crate::fury::cards::{ByHunter, Encounter, Hunter, Item, Ticket};
use crate::fury::counts::{CardKind, CombatHand, Counts, Encounters, Items};
use crate::fury::moves::Move;
use crate::fury::params::Step;
use crate::fury::state::{Decks, Discarded, Draculas, Held};
use crate::fury::table::{Combat, Table};
use crate::fury::task::{Asked, Question};
use crate::fury::titles::{EventCard, Events};
use crate::fury::told::Told;
use crate::fury::trail::{Face, Laid, SeenSlot, SlotId, Trail, TrailSlot};
use crate::fury::view::{DraculaView, HuntersView};
use crate::map::Place;
use crate::seed::Rng;

/// In one of so many guesses, what Dracula once saw of a hunter's hand is taken to be out of date.
const FORGOTTEN: u32 = 8;

fn shuffled<K: CardKind, const N: usize>(cards: &Counts<K, N>, rng: &mut Rng) -> Vec<K> {
    let mut cards: Vec<K> = cards.iter().collect();
    shuffle(&mut cards, rng);
    cards
}

/// The first cards of a pile that may lie there.
fn take<K: Copy>(pile: &mut Vec<K>, count: u8, fits: impl Fn(K) -> bool) -> Option<Vec<K>> {
    let mut taken = vec![];
    while taken.len() < usize::from(count) {
        let at = pile.iter().position(|&card| fits(card))?;
        taken.push(pile.remove(at));
    }
    Some(taken)
}

/// True if the question is about this event, as one of its side plays it.
fn is_played(asked: Option<&Asked>, title: EventCard) -> bool {
    asked.is_some_and(|asked| {
        asked.event == Some(title) && !asked.choices.contains(Move::Play(title))
    })
}

/// Discards of events: those that are seen, then those that lie face down.
fn discards(up: &Events, down: impl IntoIterator<Item = EventCard>) -> Vec<Discarded> {
    let up = up.iter().map(|title| Discarded { title, face: Face::Up });
    up.chain(down.into_iter().map(|title| Discarded { title, face: Face::Down })).collect()
}

fn slots<S>(trail: &Trail<S>) -> impl Iterator<Item = &S> {
    trail.spaces.iter().chain(&trail.lairs).chain([&trail.leaving]).flatten()
}

/// The hidden parts of a state for the hunters, on this trail, with his location and its slot.
pub(super) fn for_hunters<'v>(
    view: &'v HuntersView,
    rules: &Fury,
    mut trail: Trail<TrailSlot>,
    (place, slot): (Option<Place>, SlotId),
    rng: &mut Rng,
) -> Option<Draft<'v>> {
    let mut decks = Decks::default();
    let mut dracula = Draculas {
        place,
        slot,
        hand: Encounters::NONE,
        events: Events::NONE,
        combat: CombatHand::NONE,
        chosen: None,
        encounters_out: Encounters::NONE,
        events_out: Events::NONE,
    };
    lay_encounters(view, rules, &mut trail, &mut decks, &mut dracula, rng)?;
    let seen = |items: Items, hunter: &Hunter| add(&items, &view.held[*hunter].items);
    let items = Hunter::FOUR.iter().fold(view.table.items_out, seen);
    decks.items = pile(shuffled(&left(rules, items)?, rng))?;
    put_on_top(view, &mut decks);
    decks.items_out = view.table.items_out.iter().collect();
    deal_draculas_events(view, rules, &mut decks, &mut dracula, rng)?;
    let held = view.held;
    let combat = draculas_combat(view, rules, &mut dracula, rng)?;
    Some(Draft { table: &view.table, trail, dracula, held, pool: view.pool, decks, combat })
}

fn add<K: CardKind, const N: usize>(one: &Counts<K, N>, other: &Counts<K, N>) -> Counts<K, N> {
    one.iter().chain(other.iter()).collect()
}

fn pile<T, const N: usize>(cards: Vec<T>) -> Option<ArrayVec<T, N>> {
    (cards.len() <= N).then(|| cards.into_iter().collect())
}

/// The items that are not among these.
fn left(rules: &Fury, seen: Items) -> Option<Items> {
    if rules.params().play < Step::Combat {
        return Some(Items::NONE);
    }
    let left = rules.data().items.minus(&seen);
    (left.len() + seen.len() == rules.data().items.len()).then_some(left)
}

/// V17: while a hunter chooses, the items that Lucky Find has seen are the top of the deck.
fn put_on_top(view: &HuntersView, decks: &mut Decks) {
    let Told::Find(found) = &view.told else { return };
    if !is_played(view.asked.as_ref(), EventCard::LuckyFind) {
        return;
    }
    for item in found.iter().rev() {
        if let Some(at) = decks.items.iter().position(|own| own == item) {
            let item = decks.items.remove(at);
            decks.items.push(item);
        }
    }
}

/// The encounters that the hunters do not see.
pub(in crate::fury) fn unseen_encounters(
    rules: &Fury,
    table: &Table,
    trail: &Trail<SeenSlot>,
) -> Encounters {
    let mut unseen = rules.data().encounters.minus(&table.encounters_out);
    let laid = slots(trail).filter_map(|slot| slot.card.laid()).flat_map(|laid| laid.iter());
    laid.filter_map(|laid| laid.known()).for_each(|card| unseen.remove(card.kind()));
    unseen
}

/// Dracula's encounters and events, while Behind the Veil shows them.
fn veil(view: &HuntersView) -> Option<(Encounters, Events)> {
    match &view.told {
        Told::Veil(hand, events) if is_played(view.asked.as_ref(), EventCard::BehindTheVeil) => {
            Some((*hand, *events))
        }
        _ => None,
    }
}

/// Encounters on the board, in hand, discarded and in the deck.
fn lay_encounters(
    view: &HuntersView,
    rules: &Fury,
    trail: &mut Trail<TrailSlot>,
    decks: &mut Decks,
    dracula: &mut Draculas,
    rng: &mut Rng,
) -> Option<()> {
    let mut unseen = shuffled(&unseen_encounters(rules, &view.table, &view.trail), rng);
    let table = &view.table;
    // V8: while a hunter chooses, Behind the Veil shows all of the hand.
    let known = veil(view).map_or(Encounters::NONE, |(hand, _)| hand);
    dracula.hand = hand(&mut unseen, table.hand, known.iter(), |_| true)?.into_iter().collect();
    let Trail { spaces, lairs, leaving } = trail;
    for slot in spaces.iter_mut().chain(lairs).chain([leaving]).flatten() {
        let laid = slot.encounters_mut().into_iter().flat_map(|laid| laid.iter_mut());
        let hidden = laid.filter(|card| !card.is_up());
        for card in hidden {
            *card = Laid::down(unseen.pop()?);
        }
    }
    let out: Vec<Encounter> = take(&mut unseen, table.encounters_out_unseen, |_| true)?;
    dracula.encounters_out = out.iter().copied().collect();
    let up = table.encounters_out.iter().map(|kind| Laid::down(kind).up());
    decks.encounters_out = pile(up.chain(out.into_iter().map(Laid::down)).collect())?;
    if unseen.len() != usize::from(table.encounters) {
        return None;
    }
    decks.encounters = pile(unseen)?;
    Some(())
}

/// Events in Dracula's hand, discarded, and in the deck.
fn deal_draculas_events(
    view: &HuntersView,
    rules: &Fury,
    decks: &mut Decks,
    dracula: &mut Draculas,
    rng: &mut Rng,
) -> Option<()> {
    if rules.params().play != Step::Full {
        return Some(());
    }
    let table = &view.table;
    let mut unseen = rules.data().events.minus(&table.events_out);
    let held = Hunter::FOUR.iter().flat_map(|&hunter| view.held[hunter].events.iter());
    held.chain(table.ally).chain(table.dracula_ally).for_each(|title| unseen.remove(title));
    let mut unseen = shuffled(&unseen, rng);
    if let Some(limbo) = limbo(view, &unseen, rng) {
        take(&mut unseen, 1, |title| title == limbo)?;
    }
    let known = veil(view).map_or(Events::NONE, |(_, events)| events);
    let dealt = hand(&mut unseen, table.dracula_events, known.iter(), EventCard::is_draculas)?;
    dracula.events = dealt.into_iter().collect();
    let out = take(&mut unseen, table.events_out_unseen, EventCard::is_draculas)?;
    dracula.events_out = out.iter().copied().collect();
    decks.events_out = pile(discards(&table.events_out, out))?;
    if unseen.len() != usize::from(table.events) {
        return None;
    }
    if let Told::Research(stay) = &view.told {
        put_at_bottom(stay, &mut unseen);
    }
    decks.events = pile(unseen)?;
    Some(())
}

/// An open event that is being played is in no hand, and not yet discarded (V1). A check does not
/// say to which event it belongs.
fn limbo(view: &HuntersView, unseen: &[EventCard], rng: &mut Rng) -> Option<EventCard> {
    let table = &view.table;
    let lies = table.dracula_events + table.events_out_unseen + table.events;
    if unseen.len() <= usize::from(lies) {
        return None;
    }
    let played = view.asked.as_ref().and_then(|asked| asked.event);
    if let Some(title) = played.filter(|title| title.is_open()) {
        return Some(title);
    }
    let checks = |title: &&EventCard| title.is_hunters_ally() || **title == EventCard::HiredScouts;
    let able: Vec<EventCard> = unseen.iter().filter(checks).copied().collect();
    crate::seed::one_of(rng, able)
}

/// V9: the events that Mystic Research left at the bottom, as far as they have not come up since.
fn put_at_bottom(stay: &[EventCard], deck: &mut Vec<EventCard>) {
    let mut bottom = vec![];
    for title in stay.iter().rev() {
        if let Some(at) = deck.iter().position(|own| own == title) {
            bottom.push(deck.remove(at));
        }
    }
    bottom.append(deck);
    *deck = bottom;
}

/// The hidden parts of a state for Dracula.
pub(super) fn for_dracula<'v>(
    view: &'v DraculaView,
    rules: &Fury,
    rng: &mut Rng,
) -> Option<Draft<'v>> {
    let mut decks = Decks::default();
    let mut held = ByHunter::<Held>::default();
    let known = looked_at(view, rng);
    deal_items(view, rules, known.as_ref(), &mut decks, &mut held, rng)?;
    deal_events(view, rules, known.as_ref(), &mut decks, &mut held, rng)?;
    let pool = deal_tickets(view, rules, known.as_ref(), &mut held, rng)?;
    let mut unseen = rules.data().encounters.minus(&view.table.encounters_out);
    let laid = slots(&view.trail).flat_map(TrailSlot::encounters).map(|card| card.kind());
    let own = view.own.hand.iter().chain(view.own.encounters_out.iter());
    laid.chain(own).for_each(|kind| unseen.remove(kind));
    decks.encounters = pile(shuffled(&unseen, rng))?;
    if decks.encounters.len() != usize::from(view.table.encounters) {
        return None;
    }
    let up = view.table.encounters_out.iter().map(|kind| Laid::down(kind).up());
    let down = view.own.encounters_out.iter().map(Laid::down);
    decks.encounters_out = pile(up.chain(down).collect())?;
    hunters_choices(view, &mut held, rng);
    let combat = super::combat::rest_of_deck(view, rules, rng)?;
    let (trail, dracula) = (view.trail, view.own);
    Some(Draft { table: &view.table, trail, dracula, held, pool, decks, combat })
}

/// A hunter's hand that Dracula was shown.
struct Shown {
    hunter: Hunter,
    items: Items,
    tickets: crate::fury::Tickets,
    events: Events,
}

/// E3 `SP`, V6 `VI`: a hunter's hand that Dracula has seen. It may have changed since, unless he is
/// just asked about it.
fn looked_at(view: &DraculaView, rng: &mut Rng) -> Option<Shown> {
    let (Told::Spy(hunter, items, tickets, events)
    | Told::Influence(hunter, items, tickets, events)) = &view.told
    else {
        return None;
    };
    let robs = view
        .asked
        .as_ref()
        .is_some_and(|asked| asked.question == Question::GiveUp && asked.hunter == Some(*hunter));
    let shown = Shown { hunter: *hunter, items: *items, tickets: *tickets, events: *events };
    if robs || !once_in(rng, FORGOTTEN) { Some(shown) } else { None }
}

/// Cards that a hand is taken to hold, as far as they are there; then the first that fit.
fn hand<K: CardKind>(
    pile: &mut Vec<K>,
    count: u8,
    wanted: impl Iterator<Item = K>,
    fits: impl Fn(K) -> bool,
) -> Option<Vec<K>> {
    let mut taken = vec![];
    for card in wanted {
        if taken.len() < usize::from(count)
            && let Some(at) = pile.iter().position(|own| *own == card)
        {
            taken.push(pile.remove(at));
        }
    }
    let more = usize::from(count) - taken.len();
    taken.extend(take(pile, u8::try_from(more).ok()?, fits)?);
    Some(taken)
}

/// The items that a hunter must hold: those that lie open or were shown in this combat, each as
/// often as one of them says.
fn certain_items(view: &DraculaView, hunter: Hunter) -> Items {
    let mut certain = Items::NONE;
    let mut need = |item: Item| {
        if !certain.has(item) {
            certain.add(item);
        }
    };
    view.table.hunters[hunter].open_item.into_iter().for_each(&mut need);
    let fights = |combat: &&Combat| combat.fighters & hunter.bit() != 0;
    if let Some(combat) = view.table.combat.as_ref().filter(fights) {
        let kept = combat.spent & hunter.bit() == 0;
        let card = combat.cards[hunter].filter(|_| kept).or(combat.barred[hunter]);
        card.and_then(|card| card.item()).into_iter().for_each(&mut need);
        if combat.wreaths & hunter.bit() != 0 {
            need(Item::Wreath);
        }
    }
    certain
}

fn deal_items(
    view: &DraculaView,
    rules: &Fury,
    known: Option<&Shown>,
    decks: &mut Decks,
    held: &mut ByHunter<Held>,
    rng: &mut Rng,
) -> Option<()> {
    let mut unseen = shuffled(&left(rules, view.table.items_out)?, rng);
    let mut certain = vec![];
    for hunter in Hunter::FOUR {
        for item in certain_items(view, hunter).iter() {
            certain.push((hunter, take(&mut unseen, 1, |own| own == item)?.pop()?));
        }
    }
    for hunter in Hunter::FOUR {
        let mut own: Items =
            certain.iter().filter(|(by, _)| *by == hunter).map(|(_, item)| *item).collect();
        let shown = known.filter(|shown| shown.hunter == hunter);
        let wanted = shown.map_or(Items::NONE, |shown| shown.items.minus(&own));
        let more = view.table.hunters[hunter].items.checked_sub(u8::try_from(own.len()).ok()?)?;
        for item in hand(&mut unseen, more, wanted.iter(), |_| true)? {
            own.add(item);
        }
        held[hunter].items = own;
    }
    decks.items_out = view.table.items_out.iter().collect();
    decks.items = pile(unseen)?;
    (decks.items.len() == usize::from(view.table.items)).then_some(())
}

fn deal_events(
    view: &DraculaView,
    rules: &Fury,
    known: Option<&Shown>,
    decks: &mut Decks,
    held: &mut ByHunter<Held>,
    rng: &mut Rng,
) -> Option<()> {
    if rules.params().play != Step::Full {
        return Some(());
    }
    let table = &view.table;
    let mut unseen = rules.data().events.minus(&table.events_out);
    let own = view.own.events.iter().chain(view.own.events_out.iter());
    own.chain(table.ally).chain(table.dracula_ally).for_each(|title| unseen.remove(title));
    let mut unseen = shuffled(&unseen, rng);
    let mut open = ByHunter::<Option<EventCard>>::default();
    for hunter in Hunter::FOUR {
        if let Some(title) = table.hunters[hunter].open_event {
            open[hunter] = take(&mut unseen, 1, |own| own == title)?.pop();
        }
    }
    for hunter in Hunter::FOUR {
        let mut own: Events = open[hunter].into_iter().collect();
        let shown = known.filter(|shown| shown.hunter == hunter);
        let wanted = shown.map_or(Events::NONE, |shown| shown.events.minus(&own));
        let more = table.hunters[hunter].events.checked_sub(u8::try_from(own.len()).ok()?)?;
        let dealt = hand(&mut unseen, more, wanted.iter(), |title| !title.is_draculas())?;
        dealt.into_iter().for_each(|title| own.add(title));
        held[hunter].events = own;
    }
    decks.events_out = pile(discards(&table.events_out, view.own.events_out.iter()))?;
    decks.events = pile(unseen)?;
    (decks.events.len() == usize::from(table.events)).then_some(())
}

fn deal_tickets(
    view: &DraculaView,
    rules: &Fury,
    known: Option<&Shown>,
    held: &mut ByHunter<Held>,
    rng: &mut Rng,
) -> Option<crate::fury::Tickets> {
    let mut unseen: Vec<Ticket> = shuffled(&rules.data().tickets, rng);
    for hunter in Hunter::FOUR {
        let shown = known.filter(|shown| shown.hunter == hunter);
        let wanted = shown.map(|shown| shown.tickets).unwrap_or_default();
        let count = view.table.hunters[hunter].tickets;
        let dealt = hand(&mut unseen, count, wanted.iter(), |_| true)?;
        held[hunter].tickets = dealt.into_iter().collect();
    }
    Some(unseen.into_iter().collect())
}
