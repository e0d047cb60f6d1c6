//! Decks, discards and Dracula's hands: every card is in one place (fury X).

use arrayvec::ArrayVec;

use super::super::cards::{ByHunter, Encounter, Hunter, Item};
use super::super::counts::{CardKind, CombatHand, Counts};
use super::super::params::Step;
use super::super::rounds::{MOST_DRACULA_EVENTS, MOST_WITH_HILDESHEIM};
use super::super::state::{Decks, Discarded, Draculas, HAND, Held};
use super::super::titles::{EventCard, Events};
use super::super::trail::{Face, Laid, SlotId, Trail, TrailSlot};
use super::Reader;
use crate::transcript::BadTruth;

impl Reader<'_> {
    /// The decks, and Dracula's hands.
    pub(super) fn decks(
        self,
        held: &ByHunter<Held>,
        trail: &Trail<TrailSlot>,
    ) -> Result<(Decks, Draculas), BadTruth> {
        let mut decks = Decks::default();
        let mut dracula = Draculas {
            place: None,
            slot: SlotId(0),
            hand: Counts::NONE,
            events: Events::NONE,
            combat: CombatHand::NONE,
            chosen: None,
            encounters_out: Counts::NONE,
            events_out: Events::NONE,
        };
        self.encounters(trail, &mut decks, &mut dracula)?;
        if self.plays(Step::Combat) {
            self.items(held, &mut decks)?;
        }
        if self.plays(Step::Full) {
            self.events(held, &mut decks, &mut dracula)?;
        }
        Ok((decks, dracula))
    }

    /// D11: Dracula's hand is full, as far as there are cards.
    fn encounters(
        self,
        trail: &Trail<TrailSlot>,
        decks: &mut Decks,
        dracula: &mut Draculas,
    ) -> Result<(), BadTruth> {
        let deck: Vec<Encounter> = self.from.parsed_list("encounters")?;
        let out: Vec<Encounter> = self.from.parsed_list("encounters_out")?;
        let hand: Vec<Encounter> = self.from.parsed_list("hand")?;
        let slots = trail.on_trail().chain(trail.in_lairs());
        let laid = slots.flat_map(|(_, slot)| slot.encounters()).map(|laid| laid.kind());
        let all = deck.iter().chain(&out).chain(&hand).copied().chain(laid);
        all_there("encounters", all, &self.rules.data().encounters)?;
        if hand.len() < HAND && deck.len() + out.len() > 0 {
            return Err(BadTruth::new("hand", format!("must have {HAND} cards or more")));
        }
        decks.encounters = top_last(deck);
        decks.encounters_out = out.into_iter().map(|card| Laid::down(card).up()).collect();
        dracula.hand = hand.into_iter().collect();
        Ok(())
    }

    fn items(self, held: &ByHunter<Held>, decks: &mut Decks) -> Result<(), BadTruth> {
        let deck: Vec<Item> = self.from.parsed_list("items")?;
        let out: Vec<Item> = self.from.parsed_list("items_out")?;
        let in_hands = Hunter::FOUR.into_iter().flat_map(|hunter| held[hunter].items.iter());
        let all = deck.iter().chain(&out).copied().chain(in_hands);
        all_there("items", all, &self.rules.data().items)?;
        decks.items = top_last(deck);
        decks.items_out = out.into_iter().collect();
        Ok(())
    }

    fn events(
        self,
        held: &ByHunter<Held>,
        decks: &mut Decks,
        dracula: &mut Draculas,
    ) -> Result<(), BadTruth> {
        let deck: Vec<EventCard> = self.from.parsed_list("events")?;
        let out: Vec<EventCard> = self.from.parsed_list("events_out")?;
        let own: Vec<EventCard> = self.from.parsed_list("dracula_events")?;
        if let Some(card) = own.iter().find(|card| !card.is_draculas()) {
            return Err(BadTruth::new("dracula_events", format!("`{card}` is the hunters'")));
        }
        let ally = self.ally("ally", EventCard::is_hunters_ally)?;
        let helper = self.ally("dracula_ally", EventCard::is_draculas_ally)?;
        let most = match helper {
            Some(EventCard::Hildesheim) => MOST_WITH_HILDESHEIM,
            _ => MOST_DRACULA_EVENTS,
        };
        if own.len() > most {
            return Err(BadTruth::new("dracula_events", format!("must have at most {most} cards")));
        }
        let in_hands = Hunter::FOUR.into_iter().flat_map(|hunter| held[hunter].events.iter());
        let all = deck.iter().chain(&out).chain(&own).copied();
        let all = all.chain(in_hands).chain(ally).chain(helper);
        all_there("events", all, &self.rules.data().events)?;
        decks.events = top_last(deck);
        let face_up = |title| Discarded { title, face: Face::Up };
        decks.events_out = out.into_iter().map(face_up).collect();
        dracula.events = own.into_iter().collect();
        Ok(())
    }
}

/// Every card of the game is there, in one place.
fn all_there<K: CardKind + std::fmt::Display, const N: usize>(
    key: &str,
    found: impl Iterator<Item = K>,
    all: &Counts<K, N>,
) -> Result<(), BadTruth> {
    let mut left = *all;
    for card in found {
        if !left.has(card) {
            return Err(BadTruth::new(key, format!("there are too many `{card}` in all places")));
        }
        left.remove(card);
    }
    match left.iter().next() {
        Some(card) => Err(BadTruth::new(key, format!("a `{card}` is in no place"))),
        None => Ok(()),
    }
}

/// A deck, of which the truth has the top first.
fn top_last<T, const N: usize>(deck: Vec<T>) -> ArrayVec<T, N> {
    deck.into_iter().rev().collect()
}
