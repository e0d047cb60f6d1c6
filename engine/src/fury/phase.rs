//! Dracula's phase: the slide, what leaves, and what matures (fury D1, D2, E5).

use super::cards::{DRACULA, Encounter};
use super::choices::{Choices, MoveKind};
use super::moves::{Move, Way, Word};
use super::rounds::TokenPresence;
use super::state::{Adjudicator, Flow};
use super::task::{Question, Task};
use super::titles::EventCard;
use super::trail::{At, Form, Laid, RUMOR, SPACES, TrailCard, TrailSlot};
use crate::map::PlaceSet;

/// The oldest space, counted from 0.
const LAST_SPACE: u8 = 5;

impl Adjudicator<'_> {
    /// Every slot moves one space on, and the last one leaves the trail (D1).
    pub(super) fn slide(&mut self) -> Flow {
        let trail = self.trail();
        trail.spaces.rotate_right(1);
        trail.leaving = trail.spaces[0].take();
        if let Some(id) = trail.leaving.as_ref().map(|slot| slot.id) {
            self.let_hide_go(id);
        }
        if self.at.known.table.ally == Some(EventCard::JonathanHarker) {
            self.turn_up(LAST_SPACE);
        }
        Ok(())
    }

    /// T8: Hide is associated with this slot no longer.
    fn let_hide_go(&mut self, id: super::trail::SlotId) {
        let trail = self.trail();
        let hide = trail.hide_of(id).and_then(|hide| trail.spaces[usize::from(hide)].as_mut());
        if let Some(TrailSlot { card: TrailCard::Hide(of, ..), .. }) = hide {
            *of = None;
        }
    }

    /// T6: clears a slot.
    pub(super) fn clear(&mut self, at: At) {
        if self.clear_cards(at).is_some_and(|slot| slot.rumor) {
            self.table().rumor_pool += 1;
        }
    }

    /// T6, but for the rumor token. The slot is gone.
    fn clear_cards(&mut self, at: At) -> Option<TrailSlot> {
        let slot = self.trail().at_mut(at)?.take()?;
        slot.encounters().iter().for_each(|&card| self.discard_encounter(card));
        self.let_hide_go(slot.id);
        Some(slot)
    }

    /// Asks Dracula whether the slot that has left matures or becomes a lair (D2).
    pub(super) fn ask_leave(&mut self) -> Flow {
        let Some(slot) = &self.at.known.trail.leaving else { return Ok(()) };
        let something = !slot.encounters().is_empty() || !self.at.known.dracula.hand.is_empty();
        if slot.city().is_none() || !something {
            self.then([Task::Mature(0)]);
            return Ok(());
        }
        let choices = Choices::none().word(Word::Mature).bits(MoveKind::Lair, 0b111);
        self.ask_dracula(Question::Leave, Task::Leave, choices)
    }

    pub(super) fn leave(&mut self, mv: Move) -> Flow {
        let Move::Lair(number) = mv else {
            self.then([Task::Mature(0)]);
            return Ok(());
        };
        let lair = number - 1;
        self.clear(At::Lair(lair));
        if let Some(TrailSlot { card: TrailCard::City(_, form, _), .. }) = &mut self.trail().leaving
        {
            *form = Form::Plain;
        }
        self.then([Task::LairCard(lair)]);
        Ok(())
    }

    /// Asks Dracula for an encounter to put into a new lair (D2a).
    pub(super) fn ask_lair_card(&mut self, lair: u8) -> Flow {
        let hand = self.at.known.dracula.hand.kinds();
        let choices = Choices::none().bits(MoveKind::Encounter, hand);
        self.ask_dracula(Question::Encounter, Task::LairCard(lair), choices)
    }

    pub(super) fn lair_card(&mut self, lair: u8, mv: Move) -> Flow {
        let trail = self.trail();
        trail.lairs[usize::from(lair)] = trail.leaving.take();
        self.place_encounter(At::Lair(lair), mv);
        Ok(())
    }

    /// An encounter from the hand, face down, put last; then the refill (D11).
    pub(super) fn place_encounter(&mut self, at: At, mv: Move) {
        if let Move::Encounter(kind) = mv {
            self.at.known.dracula.hand.remove(kind);
            let slot = self.trail().at_mut(at).and_then(Option::as_mut);
            if let Some(cards) = slot.and_then(TrailSlot::encounters_mut) {
                let _ = cards.try_push(Laid::down(kind));
            }
        }
        self.refill();
    }

    /// D2b: the encounters that may still be chosen, by their numbers in the slot.
    fn maturing(&self, chosen: u32) -> impl Iterator<Item = u8> + '_ {
        let slot = self.at.known.trail.leaving.as_ref().filter(|slot| slot.city().is_some());
        let cards = slot.map_or(&[][..], TrailSlot::encounters);
        let left =
            move |&(number, card): &(u8, &Laid)| chosen >> number & 1 == 0 && card.kind().matures();
        (0u8..).zip(cards).filter(left).map(|(number, _)| number)
    }

    /// Asks Dracula for an encounter that matures (D2b).
    pub(super) fn ask_mature(&mut self, chosen: u32) -> Flow {
        let count = self.maturing(chosen).count();
        let cards = (MoveKind::Mature, (1 << count) - 1);
        self.offer(DRACULA, Question::Mature, Task::Mature(chosen), cards)
    }

    pub(super) fn mature(&mut self, chosen: u32, mv: Move) -> Flow {
        let Move::Mature(number) = mv else {
            self.then([Task::EndLeave]);
            return Ok(());
        };
        let found = self.maturing(chosen).nth(usize::from(number) - 1);
        let Some(index) = found else { return Ok(()) };
        self.then([Task::Mature(chosen | 1 << index)]);
        let Some(card) = self.laid(At::Leaving, index) else { return Ok(()) };
        self.set_laid(At::Leaving, index, card.up());
        self.matured(card.kind())
    }

    /// The effect of an encounter that matures (E5).
    fn matured(&mut self, kind: Encounter) -> Flow {
        match kind {
            Encounter::Reckless => return self.vampire_matures(kind, 6),
            Encounter::NewVampire => return self.vampire_matures(kind, 5),
            Encounter::Aristocrat => return self.vampire_matures(kind, 3),
            Encounter::Bats => self.then([Task::MatureBats]),
            Encounter::Fog => self.then([Task::MatureFog]),
            Encounter::Saboteur => self.then([Task::Block]),
            Encounter::Soil => {
                self.recover(1);
                self.soil_event();
            }
            Encounter::Bodyguards
            | Encounter::Hoax
            | Encounter::Mob
            | Encounter::Rats
            | Encounter::Spy
            | Encounter::Wolves => {}
        }
        Ok(())
    }

    /// E5: spaces from this one on are cleared, except his own and a Hide that goes with it.
    fn vampire_matures(&mut self, kind: Encounter, from: u8) -> Flow {
        self.at.tally.matured += 1;
        let own = self.at.known.dracula.slot;
        for space in from - 1..u8::try_from(SPACES).unwrap_or(0) {
            let spared = |slot: &TrailSlot| {
                slot.id == own || matches!(slot.card, TrailCard::Hide(Some(of), ..) if of == own)
            };
            if !self.at.known.trail.at(At::Space(space)).is_some_and(spared) {
                self.clear(At::Space(space));
            }
        }
        let rumor = self.at.known.trail.leaving.as_ref().is_some_and(|slot| slot.rumor);
        self.gain(kind.influence() + if rumor { RUMOR } else { 0 })
    }

    /// Asks Dracula for the hunter to whom bats go that have matured (E5 `BT`).
    pub(super) fn ask_mature_bats(&mut self) -> Flow {
        let hunters = self.at.known.table.those(|figure| figure.is_on_board() && !figure.bats);
        let hunters = if self.bats_left() { hunters } else { 0 };
        let choices = Choices::none().hunters(MoveKind::Hunter, hunters);
        self.ask_dracula(Question::Hunter, Task::MatureBats, choices)
    }

    pub(super) fn mature_bats(&mut self, mv: Move) -> Flow {
        if let Move::Hunter(hunter) = mv {
            self.give_bats(hunter);
        }
        Ok(())
    }

    /// Asks Dracula for the city to which fog goes that has matured (E5 `FG`).
    pub(super) fn ask_mature_fog(&mut self) -> Flow {
        let left = self.fog_left() > 0;
        let cities = if left { self.rules.world().cities } else { PlaceSet::EMPTY };
        let choices = Choices::none().places(MoveKind::To, cities);
        self.ask_dracula(Question::Token, Task::MatureFog, choices)
    }

    pub(super) fn mature_fog(&mut self, mv: Move) -> Flow {
        if let Move::To(city) = mv {
            self.add_fog(city);
        }
        Ok(())
    }

    /// A roadblock is left in the pool (M5).
    pub(super) fn roadblock_is_left(&self) -> bool {
        self.at.known.table.roadblocks() < self.rules.data().tokens.roadblock.into()
    }

    /// Asks Dracula for the link of a roadblock (E5 `SB`, V6 `RO`).
    pub(super) fn ask_block(&mut self) -> Flow {
        let (world, table) = (self.rules.world(), &self.at.known.table);
        if !self.roadblock_is_left() {
            return Ok(());
        }
        let [rails, roads] =
            [Way::Rail, Way::Road].map(|way| world.all_links(way) & !table.blocked(way));
        let choices =
            Choices::none().wide(MoveKind::BlockRail, rails).wide(MoveKind::BlockRoad, roads);
        self.ask_dracula(Question::Block, Task::Block, choices)
    }

    pub(super) fn block(&mut self, mv: Move) -> Flow {
        if let Move::Block(link) = mv {
            self.set_roadblock(link, TokenPresence::Yes);
        }
        Ok(())
    }

    /// D2b: the slot is cleared, but its rumor token leaves the game.
    pub(super) fn end_leave(&mut self) -> Flow {
        self.clear_cards(At::Leaving);
        self.refill();
        Ok(())
    }

    /// Asks Dracula for the encounter of the new slot, if it takes one (D10).
    pub(super) fn ask_encounter(&mut self) -> Flow {
        let Some(slot) = self.at.known.trail.spaces[0].as_ref() else { return Ok(()) };
        let steps = match &slot.card {
            TrailCard::Hide(..) => true,
            TrailCard::City(place, ..) => self.stand_in(*place) == 0,
            TrailCard::Sea(_) | TrailCard::Feed | TrailCard::Call | TrailCard::Misdirect => false,
        };
        if !steps {
            return Ok(());
        }
        let hand = self.at.known.dracula.hand.kinds();
        let choices = Choices::none().bits(MoveKind::Encounter, hand);
        self.ask_dracula(Question::Encounter, Task::Encounter, choices)
    }

    pub(super) fn encounter(&mut self, mv: Move) -> Flow {
        self.place_encounter(At::Space(0), mv);
        self.then([Task::Rumor]);
        Ok(())
    }

    /// Asks Dracula for the slot of a rumor token (D10).
    pub(super) fn ask_rumor(&mut self) -> Flow {
        let spaces = self.at.known.trail.on_trail();
        let free = spaces.filter(|(space, slot)| *space < 3 && !slot.rumor);
        let free = free.fold(0, |set, (space, _)| set | 1 << space);
        let free = if self.at.known.table.rumors > 0 { free } else { 0 };
        self.offer(DRACULA, Question::Rumor, Task::Rumor, (MoveKind::Rumor, free))
    }

    pub(super) fn rumor(&mut self, mv: Move) -> Flow {
        if let Move::Rumor(space) = mv
            && let Some(slot) = &mut self.trail().spaces[usize::from(space - 1)]
        {
            slot.rumor = true;
            self.table().rumors -= 1;
        }
        Ok(())
    }
}
