//! A combat under way: Dracula's combat cards and their deck, and cards that were chosen.

use arrayvec::ArrayVec;

use super::shuffle;
use crate::fury::Fury;
use crate::fury::cards::{BASIC_CARDS, ByHunter, CombatCard, DRACULA_CARDS, Hunter};
use crate::fury::combat::{HiddenCombat, dealt};
use crate::fury::counts::CombatHand;
use crate::fury::data::MOST_COMBAT;
use crate::fury::moves::Word;
use crate::fury::state::{Draculas, Held};
use crate::fury::table::Combat;
use crate::fury::task::Question;
use crate::fury::view::{DraculaView, HuntersView};
use crate::seed::{Rng, one_of};

/// All of Dracula's combat cards but these, in random order.
fn others(rules: &Fury, gone: &CombatHand, rng: &mut Rng) -> Vec<CombatCard> {
    let of = |card: CombatCard| (0..rules.data().combat.of(card)).map(move |_| card);
    let all: CombatHand = DRACULA_CARDS.into_iter().flat_map(of).collect();
    let mut cards: Vec<CombatCard> = all.minus(gone).iter().collect();
    shuffle(&mut cards, rng);
    cards
}

fn hidden(deck: Vec<CombatCard>) -> HiddenCombat {
    let deck: ArrayVec<CombatCard, MOST_COMBAT> = deck.into_iter().take(MOST_COMBAT).collect();
    HiddenCombat::with_deck(deck)
}

/// The cards of earlier rounds: the view shows those of the last one alone.
fn played(combat: &Combat) -> usize {
    usize::from(combat.round.saturating_sub(1))
}

/// Dracula's hand, the card that he has chosen, and the deck, for the hunters.
pub(super) fn draculas_combat(
    view: &HuntersView,
    rules: &Fury,
    dracula: &mut Draculas,
    rng: &mut Rng,
) -> Option<HiddenCombat> {
    let Some(combat) = view.table.combat.filter(|combat| combat.round > 0) else {
        return Some(HiddenCombat::default());
    };
    let shown: CombatHand = combat.card.into_iter().collect();
    let mut deck = others(rules, &shown, rng);
    let asked = view.asked.as_ref()?;
    // C9 `PL`: a card more, once it has taken effect.
    let after = asked.choices.contains(crate::fury::Move::Word(Word::No));
    let plots = combat.card == Some(CombatCard::Plotting) && !combat.cancelled && after;
    let count = dealt(&combat) + usize::from(plots) - usize::from(combat.card.is_some());
    let hand: CombatHand = deck.drain(..count.min(deck.len())).collect();
    deck.truncate(deck.len().saturating_sub(played(&combat)));
    if combat.card.is_none() {
        let free = may_play(rules, view, &combat, &hand);
        dracula.chosen = Some(one_of(rng, free)?);
    }
    dracula.combat = hand;
    Some(hidden(deck))
}

/// C5.1: pride forbids an early escape.
fn may_play(
    rules: &Fury,
    view: &HuntersView,
    combat: &Combat,
    hand: &CombatHand,
) -> Vec<CombatCard> {
    let pride = rules.data().pride[usize::from(view.table.despair.min(3))];
    let proud = combat.vampire.is_none() && combat.round < pride;
    let escape = |card: CombatCard| matches!(card, CombatCard::Bat | CombatCard::Mist);
    hand.iter().filter(|&card| !proud || !escape(card)).collect()
}

/// The deck under Dracula's hand, for himself.
pub(super) fn rest_of_deck(
    view: &DraculaView,
    rules: &Fury,
    rng: &mut Rng,
) -> Option<HiddenCombat> {
    let Some(combat) = view.table.combat.filter(|combat| combat.round > 0) else {
        return Some(HiddenCombat::default());
    };
    let known: CombatHand = view.own.combat.iter().chain(combat.card).collect();
    let mut deck = others(rules, &known, rng);
    deck.truncate(deck.len().saturating_sub(played(&combat)));
    Some(hidden(deck))
}

/// C5.1: while Dracula names the engaged hunter, every hunter has chosen a card.
pub(super) fn hunters_choices(view: &DraculaView, held: &mut ByHunter<Held>, rng: &mut Rng) {
    let Some(combat) = &view.table.combat else { return };
    let engages = view.asked.as_ref().is_some_and(|asked| {
        asked.question == Question::Hunter && asked.event.is_none() && combat.round > 0
    });
    if !engages || combat.card.is_some() {
        return;
    }
    for hunter in combat.fighting().collect::<ArrayVec<Hunter, 4>>() {
        let items = held[hunter].items;
        let can = |card: &CombatCard| {
            let copies = match card.item() {
                Some(item) => items.of(item),
                None => u8::from(BASIC_CARDS.contains(card)),
            };
            copies > u8::from(combat.barred[hunter] == Some(*card))
        };
        let cards: Vec<CombatCard> = CombatCard::ALL.iter().copied().filter(can).collect();
        held[hunter].chosen = one_of(rng, cards);
    }
}
