//! Combat: who fights, and the course of a round (fury C1, C2, C4 to C6).

mod blows;
mod opening;
mod strikes;

pub(super) use blows::{NO_ESCAPE, blow_of};

use arrayvec::ArrayVec;

use super::cards::{BASIC_CARDS, ByHunter, CombatCard, Encounter, Hunter, Item};
use super::choices::{Choices, MoveKind};
use super::counts::CombatHand;
use super::data::MOST_COMBAT;
use super::events::Occasion;
use super::moves::{Move, Word};
use super::state::{Adjudicator, Flow};
use super::table::{Combat, hunters_of};
use super::task::{EncounterMeeting, How, Question, Task};
use super::titles::EventCard;
use crate::map::Place;
use crate::seed::Purpose;

const COMBAT_STREAM: Purpose = Purpose::new("combat");
/// The rounds of a combat (C5).
const ROUNDS: u8 = 6;
/// Cards that Dracula takes at the start, and how many fewer against Van Helsing (C4).
const DEALT: u8 = 5;
const HELSING: u8 = 1;
/// More damage by Claws and Strength in vampires' fights with Dracula's Brides (V6 `BR`).
const BRIDES: u8 = 1;

/// The facts of a combat that are in no view.
#[derive(Debug, Clone, Default)]
pub(super) struct HiddenCombat {
    /// The vampire's card, if it is a vampire's fight.
    vampire: Option<EncounterMeeting>,
    /// True if the vampire has as much damage as its health.
    slain: bool,
    deck: ArrayVec<CombatCard, MOST_COMBAT>,
}

impl HiddenCombat {
    /// A combat with this deck, the top card last.
    pub(super) fn with_deck(deck: ArrayVec<CombatCard, MOST_COMBAT>) -> Self {
        Self { deck, ..Self::default() }
    }

    /// It is the fight of this vampire.
    pub(super) fn meet(&mut self, vampire: EncounterMeeting) {
        self.vampire = Some(vampire);
    }
}

/// The cards that Dracula took at the start of a combat (C4).
pub(super) fn dealt(combat: &Combat) -> usize {
    let helsing = combat.vampire.is_none() && combat.joined & Hunter::Helsing.bit() != 0;
    usize::from(if helsing { DEALT - HELSING } else { DEALT })
}

/// A part of a round of combat that carries on by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beat {
    /// C3, C4: the cards are dealt.
    Deal,
    /// C5: a round begins.
    Round,
    /// C5.3: the cards are revealed.
    Reveal,
    /// C5.4, C5.5: Dracula's card takes effect.
    Effect,
    /// C5.5: the combat is over if nobody is left on the board.
    Fallen,
    /// C5.7, C5.8: the round ends.
    Close,
}

impl Adjudicator<'_> {
    /// A combat with Dracula: all hunters in the city take part (C1).
    pub(super) fn begin_combat(&mut self, city: Place) -> Flow {
        self.start_combat(city, None, self.stand_in(city));
        Ok(())
    }

    /// A vampire is met; if it is searched out, or reckless, it fights (C2, E4).
    pub(super) fn fight_vampire(&mut self, meeting: &EncounterMeeting, kind: Encounter) -> Flow {
        let hunter = meeting.hunter;
        match (kind, meeting.how) {
            (Encounter::NewVampire, How::Ambush) => return self.hurt(hunter, 1),
            (Encounter::Aristocrat, How::Ambush) => {
                self.lose_random_item(hunter);
                return Ok(());
            }
            _ => {}
        }
        self.start_combat(meeting.city, Some((*meeting, kind)), hunter.bit());
        if kind != Encounter::Reckless {
            let others = self.stand_in(meeting.city) & !hunter.bit();
            for other in hunters_of(others).collect::<ArrayVec<_, 4>>().into_iter().rev() {
                if !self.at.known.table.hunters[other].delayed {
                    self.then([Task::Join(other)]);
                }
            }
        }
        Ok(())
    }

    /// A hunter loses an item by chance (X7).
    fn lose_random_item(&mut self, hunter: Hunter) {
        let items = self.at.known.held[hunter].items;
        let index = self.below(super::state::ITEM_STREAM, items.len());
        if let Some(item) = items.iter().nth(index) {
            self.lose_item(hunter, item);
        }
    }

    fn start_combat(
        &mut self,
        city: Place,
        vampire: Option<(EncounterMeeting, Encounter)>,
        fighters: u8,
    ) {
        self.at.combat = HiddenCombat {
            vampire: vampire.map(|(meeting, _)| meeting),
            ..HiddenCombat::default()
        };
        let brides = self.at.known.table.dracula_ally == Some(EventCard::Brides);
        let rage = if brides && vampire.is_some() { BRIDES } else { 0 };
        let vampire = vampire.map(|(_, kind)| kind);
        self.table().combat = Some(Combat { rage, ..Combat::new(city, vampire, fighters) });
        self.then([Task::Beat(Beat::Deal)]);
    }

    pub(super) fn fighting(&mut self, change: impl FnOnce(&mut Combat)) {
        if let Some(combat) = &mut self.table().combat {
            change(combat);
        }
    }

    /// A hunter in the city may join a vampire's fight (C2).
    pub(super) fn ask_join(&mut self, hunter: Hunter) -> Flow {
        let choices = Choices::none().word(Word::Join).word(Word::No);
        self.ask(hunter.seat(), Question::Fight, Task::Join(hunter), choices)
    }

    pub(super) fn join(&mut self, hunter: Hunter, mv: Move) -> Flow {
        if mv == Move::Word(Word::Join) {
            self.table().hunters[hunter].delayed = true;
            self.fighting(|combat| {
                combat.fighters |= hunter.bit();
                combat.joined |= hunter.bit();
            });
        }
        Ok(())
    }

    /// A part of a combat that is not over.
    pub(super) fn beat(&mut self, beat: Beat) -> Flow {
        let Some(combat) = self.at.known.table.combat else { return Ok(()) };
        match beat {
            Beat::Deal => self.open_combat(combat),
            Beat::Round => self.combat_round(combat),
            Beat::Reveal => self.reveal(combat),
            Beat::Effect => return self.take_card_effect(combat),
            Beat::Fallen => self.end_if_all_fell(combat),
            Beat::Close => return self.close_round(combat),
        }
        Ok(())
    }

    /// Dracula's deck is shuffled, and he takes cards (C4).
    fn deal_combat(&mut self, combat: Combat) {
        let mut deck: ArrayVec<CombatCard, MOST_COMBAT> = ArrayVec::new();
        for card in super::cards::DRACULA_CARDS {
            let copies = self.rules.data().combat.of(card);
            (0..copies).for_each(|_| deck.push(card));
        }
        self.shuffle(COMBAT_STREAM, &mut deck);
        let helsing = combat.vampire.is_none() && combat.fighters & Hunter::Helsing.bit() != 0;
        self.at.combat.deck = deck;
        let dealt = if helsing { DEALT - HELSING } else { DEALT };
        (0..dealt).for_each(|_| self.draw_combat_card());
    }

    fn draw_combat_card(&mut self) {
        if let Some(card) = self.at.combat.deck.pop() {
            self.at.known.dracula.combat.add(card);
        }
    }

    /// A round begins: everyone chooses a card (C5).
    fn combat_round(&mut self, combat: Combat) {
        if combat.fighters == 0 {
            self.end_combat();
            return;
        }
        if combat.round == 0 {
            self.deal_combat(combat);
        }
        self.fighting(|combat| {
            combat.round += 1;
            combat.engaged = None;
            combat.spent = 0;
            combat.card = None;
            combat.cards = ByHunter::default();
            combat.cancelled = false;
        });
        self.then([Task::Engage, Task::Beat(Beat::Reveal)]);
        for hunter in hunters_of(combat.fighters).collect::<ArrayVec<_, 4>>().into_iter().rev() {
            self.then([Task::HunterCard(hunter)]);
        }
        self.then([Task::DraculaCard]);
    }

    /// Dracula chooses a card; pride forbids an early escape (C5.1).
    pub(super) fn ask_dracula_card(&mut self) -> Flow {
        let table = &self.at.known.table;
        let Some(combat) = table.combat else { return Ok(()) };
        let mut cards = self.at.known.dracula.combat.kinds();
        let pride = self.rules.data().pride[usize::from(table.despair.min(3))];
        if combat.vampire.is_none() && combat.round < pride {
            cards &= !u64::from(CombatCard::Bat.bit() | CombatCard::Mist.bit());
        }
        let choices = Choices::none().bits(MoveKind::Card, cards);
        self.ask_dracula(Question::Card, Task::DraculaCard, choices)
    }

    pub(super) fn dracula_card(&mut self, mv: Move) -> Flow {
        if let Move::Card(card) = mv {
            self.at.known.dracula.chosen = Some(card);
        }
        Ok(())
    }

    /// A hunter chooses a card, not the one that it played last round (C5.1).
    pub(super) fn ask_hunter_card(&mut self, hunter: Hunter) -> Flow {
        let Some(combat) = self.at.known.table.combat else { return Ok(()) };
        let cards = self.combat_cards(hunter, combat.barred[hunter]);
        let choices = Choices::none().bits(MoveKind::Card, cards);
        self.ask(hunter.seat(), Question::Card, Task::HunterCard(hunter), choices)
    }

    /// The cards that a hunter can play, without one copy of the card that is barred.
    fn combat_cards(&self, hunter: Hunter, barred: Option<CombatCard>) -> u64 {
        let items = &self.at.known.held[hunter].items;
        let can = |card: &&CombatCard| {
            let copies = match card.item() {
                Some(item) => items.of(item),
                None => u8::from(BASIC_CARDS.contains(card)),
            };
            copies > u8::from(barred == Some(**card))
        };
        CombatCard::ALL.iter().filter(can).fold(0, |set, card| set | u64::from(card.bit()))
    }

    pub(super) fn hunter_card(&mut self, hunter: Hunter, mv: Move) -> Flow {
        if let Move::Card(card) = mv {
            self.at.known.held[hunter].chosen = Some(card);
        }
        Ok(())
    }

    /// Dracula names the engaged hunter (C5.2).
    pub(super) fn ask_engaged(&mut self) -> Flow {
        let Some(combat) = self.at.known.table.combat else { return Ok(()) };
        if let (1, Some(only)) = (combat.fighters.count_ones(), hunters_of(combat.fighters).next())
        {
            return self.engage(Move::Hunter(only));
        }
        let choices = Choices::none().hunters(MoveKind::Hunter, combat.fighters);
        self.ask_dracula(Question::Hunter, Task::Engage, choices)
    }

    pub(super) fn engage(&mut self, mv: Move) -> Flow {
        if let Move::Hunter(hunter) = mv {
            self.fighting(|combat| combat.engaged = Some(hunter));
        }
        Ok(())
    }

    /// All cards are revealed; in the first round hunters may change theirs (C5.3, V18).
    fn reveal(&mut self, combat: Combat) {
        let held = &mut self.at.known.held;
        let cards = ByHunter::new(|hunter| held[hunter].chosen.take());
        let Some(card) = self.at.known.dracula.chosen.take() else { return };
        self.publish_all();
        self.at.known.dracula.combat.remove(card);
        self.fighting(|combat| {
            combat.card = Some(card);
            combat.cards = cards;
        });
        self.then([Task::Beat(Beat::Effect)]);
        if combat.round == 1 {
            self.open_window(hunters_of(combat.fighters), Occasion::Reveal);
        }
    }

    /// Another card of a hunter, not of the same kind (V18).
    pub(super) fn ask_other_card(&mut self, hunter: Hunter) -> Flow {
        let Some(combat) = self.at.known.table.combat else { return Ok(()) };
        let revealed = combat.cards[hunter].map_or(0, |card| u64::from(card.bit()));
        let others = self.combat_cards(hunter, None) & !revealed;
        let choices = Choices::none().bits(MoveKind::Card, others);
        self.ask(hunter.seat(), Question::Card, Task::ChangeCard(hunter), choices)
    }

    pub(super) fn change_card(&mut self, hunter: Hunter, mv: Move) -> Flow {
        if let Move::Card(card) = mv {
            self.fighting(|combat| combat.cards[hunter] = Some(card));
        }
        Ok(())
    }

    /// Hunters that are out leave, and the next round begins, if there is one (C5.7, C5.8).
    fn close_round(&mut self, combat: Combat) -> Flow {
        let figures = &self.at.known.table.hunters;
        let stays =
            |&hunter: &Hunter| figures[hunter].is_on_board() && combat.out & hunter.bit() == 0;
        let fighters =
            hunters_of(combat.fighters).filter(stays).fold(0, |set, hunter| set | hunter.bit());
        if fighters == 0 || combat.round == ROUNDS {
            self.end_combat();
            return Ok(());
        }
        self.draw_combat_card();
        self.fighting(|combat| {
            combat.fighters = fighters;
            combat.out = 0;
            let (spent, cards) = (combat.spent, combat.cards);
            let kept = |hunter: Hunter| cards[hunter].filter(|_| spent & hunter.bit() == 0);
            combat.barred = ByHunter::new(kept);
        });
        self.then([Task::Beat(Beat::Round)]);
        Ok(())
    }

    /// The combat is over; wreaths that were shown are discarded (C6).
    pub(super) fn end_combat(&mut self) {
        let Some(combat) = self.table().combat.take() else { return };
        self.at.known.dracula.combat = CombatHand::NONE;
        for hunter in hunters_of(combat.wreaths) {
            if self.at.known.held[hunter].items.has(Item::Wreath) {
                self.lose_item(hunter, Item::Wreath);
            }
        }
    }
}
