//! Dracula's movement (fury D3 to D9).

use super::choices::{Choices, MoveKind};
use super::moves::{Move, Word};
use super::params::Step;
use super::state::{Adjudicator, Flow};
use super::steps::reach;
use super::task::{FollowingSteps, Question, Task};
use super::trail::{At, Face, Form, LaidCards, SPACES, TrailCard, TrailSlot};
use crate::map::{Place, PlaceSet};

/// Damage that he recovers in Castle Dracula (D5).
const HOME: u8 = 5;
/// Damage of the penalty (D9).
const PENALTY: u8 = 5;
/// Encounters that Dark Call brings (D6).
const CALLED: usize = 5;

/// The power cards in the location deck (T2).
#[derive(Debug, Clone, Copy)]
struct Powers {
    feed: bool,
    call: bool,
    hide: bool,
    wolf: bool,
    misdirect: bool,
}

impl Adjudicator<'_> {
    /// T2: the locations in the deck.
    pub(super) fn location_deck(&self) -> PlaceSet {
        let (world, trail) = (self.rules.world(), &self.at.known.trail);
        let slots = trail.on_trail().chain(trail.in_lairs()).map(|(_, slot)| slot);
        let taken: PlaceSet = slots.filter_map(TrailSlot::place).collect();
        (world.cities | world.seas) - taken
    }

    fn powers(&self) -> Powers {
        let mut powers = Powers { feed: true, call: true, hide: true, wolf: true, misdirect: true };
        for (_, slot) in self.at.known.trail.on_trail() {
            match slot.card {
                TrailCard::Feed => powers.feed = false,
                TrailCard::Call => powers.call = false,
                TrailCard::Misdirect => powers.misdirect = false,
                TrailCard::Hide(..) => powers.hide = false,
                TrailCard::Sea(_) | TrailCard::City(..) => {}
            }
            powers.wolf &= !slot.is_wolf();
        }
        powers
    }

    /// True if Dracula may stay in his place (D4).
    fn may_stay(&self) -> bool {
        let here = self.here();
        let last = self.at.known.trail.spaces[SPACES - 1].as_ref();
        let outstayed = last.is_some_and(|slot| slot.id == self.at.known.dracula.slot);
        !self.rules.world().seas.contains(here)
            && !self.at.known.table.holy().contains(here)
            && !outstayed
    }

    /// D3: groups 1 to 5.
    fn ways(&self, deck: PlaceSet) -> Choices {
        let (world, table, trail) =
            (self.rules.world(), &self.at.known.table, &self.at.known.trail);
        let (powers, stay) = (self.powers(), self.may_stay());
        let adjacent = world.adjacent(self.here()) - table.holy();
        let near = |slot: &TrailSlot| slot.place().is_some_and(|place| adjacent.contains(place));
        let back = trail.in_lairs().filter(|(_, slot)| near(slot));
        let wolf = if powers.wolf { self.wolf_reach() & deck } else { PlaceSet::EMPTY };
        let mut ways = Choices::none();
        ways.push(MoveKind::To, (adjacent & deck).bits());
        ways.push(MoveKind::Back, back.fold(0, |set, (lair, _)| set | 1 << lair));
        ways.push_word_if(Word::Call, stay && powers.call);
        ways.push_word_if(Word::Feed, stay && powers.feed);
        ways.push_word_if(Word::Hide, stay && powers.hide);
        ways.push(MoveKind::Wolf, wolf.bits());
        ways.push_word_if(Word::WolfHide, stay && powers.wolf && powers.hide);
        ways
    }

    /// D7: the cities within reach, whether in the deck or not.
    fn wolf_reach(&self) -> PlaceSet {
        let (world, table, here) = (self.rules.world(), &self.at.known.table, self.here());
        let steps = if table.course.great_wolf { 3 } else { 2 };
        let holy = table.holy();
        let next = |at: Place| world.road(at) - holy;
        let own = PlaceSet::of(here);
        if holy.contains(here) {
            return PlaceSet::EMPTY;
        }
        if !world.seas.contains(here) {
            return reach(here, steps, next) - own;
        }
        let ports = world.sea(here) - world.seas - holy;
        ports.into_iter().fold(ports, |cities, port| cities | reach(port, steps - 1, next))
    }

    /// D8: the spaces that Misdirect can take, a bit for each. `ways` are those that there are
    /// without it: a location that comes back to the deck takes none of them away.
    fn misdirected(&self, deck: PlaceSet, ways: &Choices) -> u64 {
        let (world, trail) = (self.rules.world(), &self.at.known.trail);
        if !self.powers().misdirect {
            return 0;
        }
        let hidden = trail.hide().and_then(|hide| match trail.at(At::Space(hide))?.card {
            TrailCard::Hide(of, ..) => of,
            _ => None,
        });
        let can = |slot: &TrailSlot| {
            let Some(place) = slot.place() else { return false };
            !slot.is_wolf()
                && place != world.castle
                && slot.id != self.at.known.dracula.slot
                && Some(slot.id) != hidden
                && (!ways.is_empty() || !self.ways(deck | PlaceSet::of(place)).is_empty())
        };
        let spaces = trail.on_trail().filter(|(_, slot)| can(slot));
        spaces.fold(0, |set, (space, _)| set | 1 << space)
    }

    /// Asks Dracula for his movement (D3).
    pub(super) fn ask_movement(&mut self, steps: FollowingSteps) -> Flow {
        let deck = self.location_deck();
        let mut choices = self.ways(deck);
        choices.push(MoveKind::Misdirect, self.misdirected(deck, &choices).into());
        choices.push_word_if(Word::Trapped, choices.is_empty());
        let lairs = self.at.known.trail.in_lairs().fold(0, |set, (lair, _)| set | 1 << lair);
        choices.push(MoveKind::Clear, lairs);
        self.ask_dracula(Question::Movement, Task::Movement(steps), choices)
    }

    pub(super) fn movement(&mut self, steps: FollowingSteps, mv: Move) -> Flow {
        match mv {
            Move::Clear(lair) => {
                self.clear(At::Lair(lair - 1));
                self.then([Task::Movement(steps)]);
                return Ok(());
            }
            Move::Misdirect(space) => {
                self.misdirect(space - 1);
                self.then([Task::Movement(steps)]);
                return Ok(());
            }
            Move::Word(Word::Trapped) => return self.trapped(),
            _ => {}
        }
        if steps == FollowingSteps::Encounter {
            self.then([Task::Encounter]);
        }
        match mv {
            Move::To(place) => self.move_to(place),
            Move::Wolf(place) => self.wolf_to(place),
            Move::Back(lair) => self.back_to(lair - 1),
            Move::Word(word) => self.power(word),
            _ => Ok(()),
        }
    }

    /// Puts Misdirect in the place of a slot (D8).
    fn misdirect(&mut self, space: u8) {
        self.clear(At::Space(space));
        let slot = self.new_slot(TrailCard::Misdirect, Face::Down);
        self.trail().spaces[usize::from(space)] = Some(slot);
    }

    /// Dracula goes to a place by road or sea (D5, group 1).
    fn move_to(&mut self, place: Place) -> Flow {
        let world = self.rules.world();
        let from_sea = world.seas.contains(self.here());
        let to_sea = world.seas.contains(place);
        let card = if to_sea {
            TrailCard::Sea(place)
        } else {
            TrailCard::City(place, Form::Plain, LaidCards::new())
        };
        let slot = self.new_slot(card, Face::Down);
        self.come_to(place, slot);
        match (to_sea, from_sea) {
            (false, _) => Ok(()),
            (true, false) => self.wound(2),
            (true, true) => {
                let cost = self.sea_to_sea();
                self.wound(cost)
            }
        }
    }

    /// Dracula goes to a city in Wolf Form (D7).
    fn wolf_to(&mut self, place: Place) -> Flow {
        let slot = self.new_slot(TrailCard::City(place, Form::Wolf, LaidCards::new()), Face::Down);
        self.come_to(place, slot);
        self.wolf_cost()
    }

    fn wolf_cost(&mut self) -> Flow {
        if self.at.known.table.course.great_wolf { Ok(()) } else { self.wound(1) }
    }

    /// A lair comes back as it is, on the side that it lies on (D3 group 2, D5).
    fn back_to(&mut self, lair: u8) -> Flow {
        let Some(slot) = self.trail().lairs[usize::from(lair)].take() else { return Ok(()) };
        if let Some(place) = slot.place() {
            self.come_to(place, slot);
        }
        Ok(())
    }

    /// D5: a location comes to space 1.
    pub(super) fn come_to(&mut self, place: Place, slot: TrailSlot) {
        let dracula = &mut self.at.known.dracula;
        dracula.place = Some(place);
        dracula.slot = slot.id;
        self.trail().spaces[0] = Some(slot);
        if place == self.rules.world().castle {
            self.recover(HOME);
        }
        let is_city = self.rules.world().cities.contains(place);
        if is_city && self.stand_in(place) != 0 {
            self.turn_up(0);
        }
    }

    /// Dracula plays a power card and stays where he is (D6).
    fn power(&mut self, word: Word) -> Flow {
        let here = self.at.known.dracula.slot;
        let own = self.at.known.trail.space_of_id(here);
        let own = own.and_then(|space| self.at.known.trail.at(At::Space(space)));
        let face = own.map_or(Face::Down, |slot| slot.face);
        let (card, face) = match word {
            Word::Feed => (TrailCard::Feed, Face::Down),
            Word::Call => (TrailCard::Call, Face::Down),
            Word::Hide => (TrailCard::Hide(Some(here), Form::Plain, LaidCards::new()), face),
            Word::WolfHide => (TrailCard::Hide(Some(here), Form::Wolf, LaidCards::new()), face),
            _ => return Ok(()),
        };
        let slot = self.new_slot(card, face);
        self.trail().spaces[0] = Some(slot);
        match word {
            Word::Feed => self.recover(3),
            Word::Call => {
                self.wound(2)?;
                (0..CALLED).for_each(|_| self.draw_encounter());
            }
            Word::WolfHide => return self.wolf_cost(),
            _ => {}
        }
        Ok(())
    }

    /// The penalty of a Dracula who cannot move (D9).
    fn trapped(&mut self) -> Flow {
        let own = self.at.known.dracula.slot;
        for space in 0..u8::try_from(SPACES).unwrap_or(0) {
            let is_own = |slot: &TrailSlot| slot.id == own;
            if !self.at.known.trail.at(At::Space(space)).is_some_and(is_own) {
                self.clear(At::Space(space));
            }
        }
        let trail = self.trail();
        let slot = trail.spaces.iter_mut().find_map(Option::take);
        trail.spaces[0] = slot;
        if !self.rules.world().seas.contains(self.here()) {
            self.turn_up(0);
        }
        self.wound(PENALTY)
    }

    /// D5: the damage of a move from sea to sea.
    fn sea_to_sea(&self) -> u8 {
        let smith = Some(super::titles::EventCard::RufusSmith);
        if self.plays(Step::Full) && self.at.known.table.ally == smith { 2 } else { 1 }
    }
}
