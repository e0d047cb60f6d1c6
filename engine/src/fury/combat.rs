//! Combat (fury C).

use arrayvec::ArrayVec;

use super::cards::{BASIC_CARDS, ByHunter, CombatCard, CombatHand, Encounter, Hunter, Item};
use super::data::MOST_COMBAT;
use super::moves::{CardCode, Choices, Move, Verb, Word};
use super::state::{Flow, Step};
use super::table::{Combat, Phase, hunters_of};
use super::task::{How, Meeting, Question, Task};
use super::trail::{Card, Face, Form, LaidCards};
use crate::map::{Place, PlaceSet};
use crate::seed::Purpose;

const COMBAT_STREAM: Purpose = Purpose::new("combat");
/// The rounds of a combat (C5).
const ROUNDS: u8 = 6;
/// The rounds of a vampire's fight in which it cannot escape (C5.5).
const NO_ESCAPE: u8 = 3;

/// What nobody, or one side only, knows of a combat.
#[derive(Debug, Clone, Default)]
pub(super) struct HiddenCombat {
    /// The vampire's card, if it is a vampire's fight.
    vampire: Option<Meeting>,
    /// True if the vampire has as much damage as its health.
    slain: bool,
    deck: ArrayVec<CombatCard, MOST_COMBAT>,
    /// Dracula's card until it is revealed (K8).
    chosen: Option<CombatCard>,
    /// The hunters' cards until they are revealed.
    hunters: ByHunter<Option<CombatCard>>,
}

/// A part of a round of combat that carries on by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beat {
    /// C3, C4: the cards are dealt.
    Deal,
    /// C5: a round begins.
    Round,
    /// C5.3 to C5.5.
    Reveal,
    /// C5.7, C5.8.
    Close,
}

impl Step<'_> {
    /// C1.
    pub(super) fn begin_combat(&mut self, city: Place) -> Flow {
        self.start_combat(city, None, self.stand_in(city));
        Ok(())
    }

    /// C2.
    pub(super) fn fight_vampire(&mut self, meeting: &Meeting, kind: Encounter) -> Flow {
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

    /// X7.
    fn lose_random_item(&mut self, hunter: Hunter) {
        let items = self.at.known.held[hunter].items;
        let index = self.below(super::state::ITEM_STREAM, items.len());
        if let Some(item) = items.iter().nth(index) {
            self.lose_item(hunter, item);
        }
    }

    fn start_combat(&mut self, city: Place, vampire: Option<(Meeting, Encounter)>, fighters: u8) {
        self.at.combat = HiddenCombat {
            vampire: vampire.map(|(meeting, _)| meeting),
            ..HiddenCombat::default()
        };
        self.table().combat = Some(Combat {
            city,
            vampire: vampire.map(|(_, kind)| kind),
            round: 0,
            fighters,
            joined: fighters,
            engaged: None,
            mesmerized: 0,
            wreaths: 0,
            bullets: 0,
            spent: 0,
            out: 0,
            rage: 0,
            card: None,
            cards: ByHunter::default(),
            barred: ByHunter::default(),
            cancelled: false,
        });
        self.then([Task::Beat(Beat::Deal)]);
    }

    fn fighting(&mut self, change: impl FnOnce(&mut Combat)) {
        if let Some(combat) = &mut self.table().combat {
            change(combat);
        }
    }

    /// C2.
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
            Beat::Deal => {
                self.then([Task::Beat(Beat::Round)]);
                for hunter in
                    hunters_of(combat.fighters).collect::<ArrayVec<_, 4>>().into_iter().rev()
                {
                    self.then([Task::Opening(hunter)]);
                }
            }
            Beat::Round => self.combat_round(combat),
            Beat::Reveal => return self.reveal(combat),
            Beat::Close => return self.close_round(combat),
        }
        Ok(())
    }

    /// C3.
    pub(super) fn ask_opening(&mut self, hunter: Hunter) -> Flow {
        let Some(combat) = self.at.known.table.combat else { return Ok(()) };
        let wreath = self.at.known.held[hunter].items.has(Item::Wreath)
            && combat.wreaths & hunter.bit() == 0;
        let wreath = u64::from(wreath) << Item::Wreath.index();
        let choices = Choices::none().bits(Verb::ShowItem, wreath).word(Word::No);
        self.ask(hunter.seat(), Question::Guard, Task::Opening(hunter), choices)
    }

    pub(super) fn opening(&mut self, hunter: Hunter, mv: Move) -> Flow {
        if let Move::Show(_) = mv {
            self.fighting(|combat| combat.wreaths |= hunter.bit());
            self.then([Task::Opening(hunter)]);
        }
        Ok(())
    }

    /// C4.
    fn deal_combat(&mut self, combat: Combat) {
        let mut deck: ArrayVec<CombatCard, MOST_COMBAT> = ArrayVec::new();
        for card in super::cards::DRACULA_CARDS {
            let copies = self.rules.data().combat.of(card);
            (0..copies).for_each(|_| deck.push(card));
        }
        self.shuffle(COMBAT_STREAM, &mut deck);
        let helsing = combat.vampire.is_none() && combat.fighters & Hunter::Helsing.bit() != 0;
        self.at.combat.deck = deck;
        (0..if helsing { 4 } else { 5 }).for_each(|_| self.draw_combat_card());
    }

    fn draw_combat_card(&mut self) {
        if let Some(card) = self.at.combat.deck.pop() {
            self.at.known.dracula.combat.add(card);
        }
    }

    /// C5.
    fn combat_round(&mut self, combat: Combat) {
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

    /// C5.1.
    pub(super) fn ask_dracula_card(&mut self) -> Flow {
        let table = &self.at.known.table;
        let Some(combat) = table.combat else { return Ok(()) };
        let mut cards = self.at.known.dracula.combat.kinds();
        let pride = self.rules.data().pride[usize::from(table.despair.min(3))];
        if combat.vampire.is_none() && combat.round < pride {
            cards &= !u64::from(CombatCard::Bat.bit() | CombatCard::Mist.bit());
        }
        let choices = Choices::none().bits(Verb::Card, cards);
        self.ask_dracula(Question::Card, Task::DraculaCard, choices)
    }

    pub(super) fn dracula_card(&mut self, mv: Move) -> Flow {
        if let Move::Card(card) = mv {
            self.at.combat.chosen = Some(card);
        }
        Ok(())
    }

    /// C5.1.
    pub(super) fn ask_hunter_card(&mut self, hunter: Hunter) -> Flow {
        let Some(combat) = self.at.known.table.combat else { return Ok(()) };
        let items = &self.at.known.held[hunter].items;
        let mut cards = 0;
        for &card in CombatCard::ALL {
            let copies = match card.item() {
                Some(item) => items.of(item),
                None => u8::from(BASIC_CARDS.contains(&card)),
            };
            if copies > u8::from(combat.barred[hunter] == Some(card)) {
                cards |= card.bit();
            }
        }
        let choices = Choices::none().bits(Verb::Card, cards.into());
        self.ask(hunter.seat(), Question::Card, Task::HunterCard(hunter), choices)
    }

    pub(super) fn hunter_card(&mut self, hunter: Hunter, mv: Move) -> Flow {
        if let Move::Card(card) = mv {
            self.at.combat.hunters[hunter] = Some(card);
        }
        Ok(())
    }

    /// C5.2.
    pub(super) fn ask_engaged(&mut self) -> Flow {
        let Some(combat) = self.at.known.table.combat else { return Ok(()) };
        if let (1, Some(only)) = (combat.fighters.count_ones(), hunters_of(combat.fighters).next())
        {
            return self.engage(Move::Hunter(only));
        }
        let choices = Choices::none().hunters(Verb::Hunter, combat.fighters);
        self.ask_dracula(Question::Hunter, Task::Engage, choices)
    }

    pub(super) fn engage(&mut self, mv: Move) -> Flow {
        if let Move::Hunter(hunter) = mv {
            self.fighting(|combat| combat.engaged = Some(hunter));
        }
        Ok(())
    }

    /// C5.3 to C5.5.
    fn reveal(&mut self, combat: Combat) -> Flow {
        let (chosen, cards) = (self.at.combat.chosen.take(), self.at.combat.hunters);
        self.at.combat.hunters = ByHunter::default();
        let (Some(card), Some(engaged)) = (chosen, combat.engaged) else { return Ok(()) };
        self.at.known.dracula.combat.remove(card);
        let own = cards[engaged];
        let cancelled = own.is_some_and(|own| self.rules.data().cancels(own, card));
        self.fighting(|combat| {
            combat.card = Some(card);
            combat.cards = cards;
            combat.cancelled = cancelled;
        });
        self.then([Task::Beat(Beat::Close)]);
        for hunter in hunters_of(combat.fighters).collect::<ArrayVec<_, 4>>().into_iter().rev() {
            self.then([Task::Strike(hunter)]);
        }
        let escape = matches!(card, CombatCard::Bat | CombatCard::Mist);
        let held = escape && combat.vampire.is_some() && combat.round <= NO_ESCAPE;
        if !cancelled && !held {
            self.dracula_strikes(card, engaged)?;
        }
        let on_board = |hunter| self.at.known.table.hunters[hunter].is_on_board();
        if !hunters_of(combat.fighters).any(on_board) {
            self.end_combat();
        }
        Ok(())
    }

    /// C9.
    fn dracula_strikes(&mut self, card: CombatCard, engaged: Hunter) -> Flow {
        let Some(combat) = self.at.known.table.combat else { return Ok(()) };
        let wreath = combat.wreaths & engaged.bit() != 0;
        match card {
            CombatCard::Claws => {
                if wreath {
                    self.lose_wreath(engaged);
                }
                let night = matches!(self.at.known.table.phase, Phase::Dusk | Phase::Night);
                self.hurt(engaged, if night { 3 } else { 2 } + combat.rage)
            }
            CombatCard::Strength => {
                if let Some(item) = combat.cards[engaged].and_then(CombatCard::item) {
                    self.spend(engaged, item);
                }
                self.hurt(engaged, 2 + combat.rage)
            }
            CombatCard::Fangs => self.fangs(engaged, combat),
            CombatCard::Mesmerize => {
                self.fighting(|combat| combat.mesmerized |= engaged.bit());
                Ok(())
            }
            CombatCard::Plotting => {
                self.draw_encounter();
                self.draw_combat_card();
                Ok(())
            }
            CombatCard::Bat => self.escape_as_bat(combat),
            CombatCard::Mist => {
                self.escape_as_mist(combat);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn lose_wreath(&mut self, hunter: Hunter) {
        self.fighting(|combat| combat.wreaths &= !hunter.bit());
        self.lose_item(hunter, Item::Wreath);
    }

    /// A card of this round is discarded.
    fn spend(&mut self, hunter: Hunter, item: Item) {
        self.fighting(|combat| combat.spent |= hunter.bit());
        self.lose_item(hunter, item);
    }

    /// C9 `FA`, C7.
    fn fangs(&mut self, engaged: Hunter, combat: Combat) -> Flow {
        if combat.mesmerized & engaged.bit() != 0 {
            self.gain(1)?;
        }
        if combat.wreaths & engaged.bit() != 0 {
            self.hit_untested(4);
            self.test_end()?;
        }
        self.bite(engaged)?;
        self.end_if_slain();
        Ok(())
    }

    fn bite(&mut self, hunter: Hunter) -> Flow {
        self.at.tally.bites += 1;
        self.fighting(|combat| combat.out |= hunter.bit());
        let spaces = self.rules.data().hunters[hunter].bites;
        let bites = &mut self.table().hunters[hunter].bites;
        if *bites < spaces {
            *bites += 1;
            return Ok(());
        }
        self.defeat_untested(hunter);
        self.test_end()
    }

    /// Damage to Dracula, or to the vampire of C2.
    fn hit_untested(&mut self, damage: u8) {
        let Some(meeting) = self.at.combat.vampire else { return self.wound_untested(damage) };
        if let Some(card) = self.laid(meeting.at, meeting.index) {
            let health = self.rules.data().health(card.kind());
            let total = card.damage().saturating_add(damage);
            if total >= health {
                self.at.combat.slain = true;
            } else {
                self.set_laid(meeting.at, meeting.index, card.with_damage(total));
            }
        }
    }

    /// C5.6: the vampire's card is discarded, and the combat is over at once.
    fn end_if_slain(&mut self) {
        if !self.at.combat.slain {
            return;
        }
        if let Some(meeting) = self.at.combat.vampire {
            self.at.tally.vampires_killed += 1;
            self.end_combat();
            self.discard_met(&meeting);
        }
    }

    /// C8.
    fn hit(&mut self, damage: u8) -> Flow {
        self.hit_untested(damage);
        self.test_end()?;
        self.end_if_slain();
        Ok(())
    }

    /// C9 `EB`.
    fn escape_as_bat(&mut self, combat: Combat) -> Flow {
        self.end_combat();
        if combat.vampire.is_some() {
            return Ok(());
        }
        let table = &self.at.known.table;
        let near = self.rules.world().road(self.here()) & self.location_deck();
        let open = |at: &Place| table.hunters_at(*at) == 0 && !table.holy().contains(*at);
        let cities: PlaceSet = near.into_iter().filter(open).collect();
        let choices = Choices::none().places(Verb::To, cities);
        self.ask_dracula(Question::Movement, Task::Escape, choices)
    }

    pub(super) fn escape(&mut self, mv: Move) -> Flow {
        if let Move::To(place) = mv {
            self.then([Task::Slide, Task::Leave, Task::BatTo(place)]);
        }
        Ok(())
    }

    pub(super) fn bat_to(&mut self, place: Place) -> Flow {
        let slot = self.new_slot(Card::City(place, Form::Plain, LaidCards::new()), Face::Down);
        self.come_to(place, slot);
        Ok(())
    }

    /// C9 `EM`.
    fn escape_as_mist(&mut self, combat: Combat) {
        self.end_combat();
        if combat.vampire.is_some() {
            return;
        }
        let id = self.at.known.dracula.slot;
        if let Some(space) = self.at.known.trail.space_of_id(id)
            && let Some(slot) = &mut self.trail().spaces[usize::from(space)]
        {
            slot.face = Face::Down;
        }
        self.table().mist = true;
    }

    pub(super) fn end_mist(&mut self) -> Flow {
        self.table().mist = false;
        Ok(())
    }

    /// C5.6, C10.
    pub(super) fn strike(&mut self, hunter: Hunter) -> Flow {
        let Some(combat) = self.at.known.table.combat else { return Ok(()) };
        let figure = &self.at.known.table.hunters[hunter];
        let Some(card) = combat.cards[hunter].filter(|_| figure.is_on_board()) else {
            return Ok(());
        };
        if combat.spent & hunter.bit() != 0 {
            return Ok(());
        }
        let engaged = combat.engaged == Some(hunter);
        let is = |cards: &[CombatCard]| combat.card.is_some_and(|card| cards.contains(&card));
        match card {
            CombatCard::Punch => self.hit(1),
            CombatCard::Escape => {
                self.fighting(|combat| combat.out |= hunter.bit());
                Ok(())
            }
            CombatCard::Knife => self.hit(3),
            CombatCard::Pistol | CombatCard::Rifle => {
                self.then([Task::Bullets(hunter)]);
                self.hit(2)
            }
            CombatCard::Crucifix => {
                let stopped = is(&[CombatCard::Fangs, CombatCard::Mesmerize]);
                if engaged && combat.cancelled && stopped { self.hit(3) } else { Ok(()) }
            }
            CombatCard::Garlic => {
                let near = is(&[CombatCard::Fangs, CombatCard::Claws]);
                if engaged && near { self.hit(2) } else { Ok(()) }
            }
            CombatCard::Host => {
                self.spend(hunter, Item::Host);
                let bitten = engaged && is(&[CombatCard::Fangs]);
                if bitten { Ok(()) } else { self.hit(4) }
            }
            CombatCard::Circle => {
                self.spend(hunter, Item::Circle);
                self.then([Task::Circle(hunter)]);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// C10 `PI`, `RI`.
    pub(super) fn ask_bullets(&mut self, hunter: Hunter) -> Flow {
        let Some(combat) = self.at.known.table.combat else { return Ok(()) };
        let held = self.at.known.held[hunter].items.has(Item::Bullets);
        let usable = held && combat.bullets & hunter.bit() == 0;
        let bullets = u64::from(usable) << Item::Bullets.index();
        let choices = Choices::none().bits(Verb::GiveUpItem, bullets).word(Word::No);
        self.ask(hunter.seat(), Question::GiveUp, Task::Bullets(hunter), choices)
    }

    pub(super) fn bullets(&mut self, hunter: Hunter, mv: Move) -> Flow {
        if let Move::GiveUp(_) = mv {
            self.fighting(|combat| combat.bullets |= hunter.bit());
            self.lose_item(hunter, Item::Bullets);
            return self.hit(3);
        }
        Ok(())
    }

    /// C10 `HC`.
    pub(super) fn ask_circle(&mut self, hunter: Hunter) -> Flow {
        let Some(combat) = self.at.known.table.combat else { return Ok(()) };
        let figures = &self.at.known.table.hunters;
        let inside = hunters_of(combat.fighters & !combat.out)
            .filter(|&hunter| figures[hunter].is_on_board())
            .fold(0, |set, hunter| set | hunter.bit());
        let choices = Choices::none().hunters(Verb::Hunter, inside).word(Word::No);
        self.ask(hunter.seat(), Question::Hunter, Task::Circle(hunter), choices)
    }

    pub(super) fn circle(&mut self, hunter: Hunter, mv: Move) -> Flow {
        if let Move::Hunter(other) = mv {
            self.fighting(|combat| combat.out |= other.bit());
            self.then([Task::Circle(hunter)]);
        }
        Ok(())
    }

    /// C5.7, C5.8.
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

    /// C6.
    pub(super) fn end_combat(&mut self) {
        let Some(combat) = self.table().combat.take() else { return };
        self.at.known.dracula.combat = CombatHand::NONE;
        for hunter in hunters_of(combat.wreaths) {
            if self.at.known.held[hunter].items.has(Item::Wreath) {
                self.lose_item(hunter, Item::Wreath);
            }
        }
    }

    /// B3: Dogs, then a Stake.
    pub(super) fn ask_guard(&mut self, guards: super::task::Guards, item: Item) -> Flow {
        let held = self.at.known.held[guards.hunter].items.has(item);
        let bits = u64::from(held && self.plays(super::params::Play::Combat)) << item.index();
        let choices = Choices::none().bits(Verb::ShowItem, bits).word(Word::No);
        self.ask(guards.hunter.seat(), Question::Guard, Task::Guard(guards, item), choices)
    }

    pub(super) fn guard(&mut self, mut guards: super::task::Guards, item: Item, mv: Move) -> Flow {
        let shown = mv == Move::Show(CardCode::of(item.code()));
        if item == Item::Dogs {
            guards.dogs = shown;
            self.then([Task::Guard(guards, Item::Stake)]);
        } else {
            guards.stake = shown;
            self.then([Task::TurnUp(guards)]);
        }
        Ok(())
    }

    /// E2: Dogs stop an ambush.
    pub(super) fn resolve(&mut self, meeting: Meeting) -> Flow {
        let kind = self.laid(meeting.at, meeting.index).map(super::trail::Laid::kind);
        let fears = kind.is_some_and(Encounter::fears_dogs) && meeting.how == How::Ambush;
        let dogs = fears && self.at.known.held[meeting.hunter].items.has(Item::Dogs);
        let bits = u64::from(dogs) << Item::Dogs.index();
        let choices = Choices::none().bits(Verb::GiveUpItem, bits).word(Word::No);
        self.ask(meeting.hunter.seat(), Question::Guard, Task::Resolve(meeting), choices)
    }

    pub(super) fn resolved(&mut self, meeting: Meeting, mv: Move) -> Flow {
        if let Move::GiveUp(_) = mv {
            self.lose_item(meeting.hunter, Item::Dogs);
            self.discard_met(&meeting);
            return Ok(());
        }
        self.take_effect(&meeting)
    }

    pub(super) fn hoax(&mut self, _: Hunter) {}

    pub(super) fn soil_event(&mut self) {}

    pub(super) fn slid(&mut self) {}
}
