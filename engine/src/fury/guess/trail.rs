//! The trail and the lairs: a place, or Hide, for each slot that lies face down.

use arrayvec::ArrayVec;

use super::{once_in, shuffle};
use crate::fury::Fury;
use crate::fury::steps::reach;
use crate::fury::trail::{
    Face, Form, LAIRS, Laid, LaidCards, SPACES, SeenCard, SeenCards, SeenSlot, SlotId, Trail,
    TrailCard, TrailSlot,
};
use crate::fury::view::HuntersView;
use crate::fury::world::World;
use crate::map::{Place, PlaceSet};
use crate::seed::Rng;

/// The slots of the board: those of the trail, the one that leaves, and the lairs.
const SLOTS: usize = SPACES + 1 + LAIRS;
/// Cards that are tried until a search for a whole trail is given up.
const MOST_STEPS: u32 = 3_000;
/// Of so many cards that may be Hide, one is Hide first.
const HIDES: u32 = 10;
/// In one of so many guesses, hunters may stand in the city of a card that lies face down: it did
/// when he was mist.
const UNNOTICED: u32 = 24;
/// The roads that Wolf Form leads, with Great Wolf.
const WOLF: u8 = 3;

/// The card of a slot that hunters see the back of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HiddenCard {
    /// This place.
    At(Place),
    /// Hide.
    Hide,
}

/// The cards of slots, as far as somebody supposes to know them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HiddenTrail(ArrayVec<(SlotId, HiddenCard), SLOTS>);

impl FromIterator<(SlotId, HiddenCard)> for HiddenTrail {
    /// Of more slots than a board can have, the first are taken.
    fn from_iter<I: IntoIterator<Item = (SlotId, HiddenCard)>>(cards: I) -> Self {
        Self(cards.into_iter().take(SLOTS).collect())
    }
}

impl HiddenTrail {
    fn of(&self, id: SlotId) -> Option<HiddenCard> {
        self.0.iter().find(|(known, _)| *known == id).map(|(_, card)| *card)
    }
}

/// The part that the links of the map have in a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Links {
    /// Each location is linked to the next.
    Count,
    /// Any location can follow any other.
    Ignored,
}

/// A slot in the order of a search: the newest on the trail first, the lairs last.
struct Slot<'v> {
    seen: &'v SeenSlot,
    /// True if he came from here to the location before in the order.
    leads_on: bool,
    is_lair: bool,
}

/// A search for a whole trail, card by card.
struct Search<'v> {
    world: &'v World,
    slots: ArrayVec<Slot<'v>, SLOTS>,
    known: &'v HiddenTrail,
    /// The cities that are none of cards face down on the trail.
    occupied: PlaceSet,
    /// For each slot, and after the last, the locations after which the slots from there on can be
    /// filled, if distances were all that counted: without Wolf Form, and with it.
    able: ArrayVec<[PlaceSet; 2], { SLOTS + 1 }>,
    steps: u32,
    found: ArrayVec<Option<HiddenCard>, SLOTS>,
}

/// The trail and the lairs, with his location and its slot.
pub(super) fn whole(
    view: &HuntersView,
    rules: &Fury,
    known: &HiddenTrail,
    links: Links,
    rng: &mut Rng,
) -> Option<(Trail<TrailSlot>, Option<Place>, SlotId)> {
    let table = &view.table;
    let hunters = crate::fury::Hunter::FOUR.iter();
    let hunters: PlaceSet = hunters.filter_map(|&hunter| table.hunters[hunter].place()).collect();
    let unnoticed = table.mist || once_in(rng, UNNOTICED);
    let occupied = if unnoticed { PlaceSet::EMPTY } else { hunters };
    let mut search = Search::new(view, rules, known, occupied);
    if links == Links::Ignored {
        search.ignore_links();
    }
    if !search.go_on(None, PlaceSet::EMPTY, rng) {
        return None;
    }
    let cards = search.slots.iter().zip(&search.found);
    let cards: HiddenTrail =
        cards.filter_map(|(slot, card)| Some((slot.seen.id, (*card)?))).collect();
    let trail = dressed(&view.trail, &cards);
    let own = trail.on_trail().find_map(|(_, slot)| Some((slot.place()?, slot.id)));
    let is_set_up = table.round == 0 && own.is_none();
    match own {
        Some((place, id)) => Some((trail, Some(place), id)),
        None if is_set_up => Some((trail, None, SlotId(0))),
        None => None,
    }
}

fn in_order(trail: &Trail<SeenSlot>) -> ArrayVec<Slot<'_>, SLOTS> {
    let mut slots = ArrayVec::new();
    let mut leads_on = true;
    for slot in trail.spaces.iter().chain([&trail.leaving]) {
        match slot {
            // Before the first move of a phase space 1 is empty.
            None => leads_on = slots.is_empty(),
            Some(seen) => {
                slots.push(Slot { seen, leads_on, is_lair: false });
                leads_on = seen.card != SeenCard::Misdirect;
            }
        }
    }
    let lairs = trail.lairs.iter().flatten();
    slots.extend(lairs.map(|seen| Slot { seen, leads_on: false, is_lair: true }));
    slots
}

impl<'v> Search<'v> {
    fn new(
        view: &'v HuntersView,
        rules: &'v Fury,
        known: &'v HiddenTrail,
        occupied: PlaceSet,
    ) -> Self {
        let mut search = Self {
            world: rules.world(),
            slots: in_order(&view.trail),
            known,
            occupied,
            able: ArrayVec::new(),
            steps: 0,
            found: ArrayVec::new(),
        };
        search.look_ahead();
        search
    }

    fn ignore_links(&mut self) {
        self.slots.iter_mut().for_each(|slot| slot.leads_on = false);
        self.look_ahead();
    }

    fn everywhere(&self) -> PlaceSet {
        self.world.cities | self.world.seas
    }

    /// Fills `able`, from the last slot on.
    fn look_ahead(&mut self) {
        let all = self.everywhere();
        let is_wolf = |slot: &Slot<'_>| form_of(&slot.seen.card) == Form::Wolf;
        let has_wolf = self.slots.iter().any(is_wolf);
        let mut able = vec![[all; 2]];
        for slot in self.slots.iter().rev() {
            let after = able[able.len() - 1];
            let (places, is_other) = self.possible(slot);
            let places = places & after[form_of(&slot.seen.card) as usize];
            let free = !slot.leads_on || (places.is_empty() && !is_other);
            let before = |form: Form| {
                if free || (form == Form::Wolf && !has_wolf) {
                    return all;
                }
                let led = places.into_iter().map(|from| self.targets(from, form));
                let passed = if is_other { after[form as usize] } else { PlaceSet::EMPTY };
                led.fold(passed, |all, to| all | to)
            };
            able.push([before(Form::Plain), before(Form::Wolf)]);
        }
        self.able = able.into_iter().rev().collect();
    }

    /// Fills the slots that are left, after a location that was made known with its form.
    fn go_on(&mut self, newer: Option<(Place, Form)>, used: PlaceSet, rng: &mut Rng) -> bool {
        let Some(slot) = self.slots.get(self.found.len()) else { return true };
        let newer = newer.filter(|_| slot.leads_on);
        let form = form_of(&slot.seen.card);
        for card in self.candidates(slot, newer, used, rng) {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return false;
            }
            self.found.push(card);
            let (next, used) = match card {
                Some(HiddenCard::At(place)) => (Some((place, form)), used | PlaceSet::of(place)),
                Some(HiddenCard::Hide) | None => (newer, used),
            };
            if self.go_on(next, used, rng) {
                return true;
            }
            self.found.pop();
        }
        false
    }

    /// The cards that a slot may be, in random order; `None` for a card that is neither a location
    /// nor Hide.
    fn candidates(
        &self,
        slot: &Slot<'_>,
        newer: Option<(Place, Form)>,
        used: PlaceSet,
        rng: &mut Rng,
    ) -> Vec<Option<HiddenCard>> {
        let known = self.known.of(slot.seen.id);
        match &slot.seen.card {
            SeenCard::Sea(place) | SeenCard::City(place, ..) | SeenCard::Castle(place, ..) => {
                return vec![Some(HiddenCard::At(*place))];
            }
            SeenCard::Hide(..) => return vec![Some(HiddenCard::Hide)],
            SeenCard::Feed | SeenCard::Call | SeenCard::Misdirect => return vec![None],
            SeenCard::SomeSea | SeenCard::SomeCity(..) => {}
        }
        if let Some(card) = known {
            let is_sea = matches!(slot.seen.card, SeenCard::SomeSea);
            let may_be = match card {
                HiddenCard::At(at) => self.world.seas.contains(at) == is_sea && !used.contains(at),
                HiddenCard::Hide => !is_sea,
            };
            return Vec::from_iter(may_be.then_some(Some(card)));
        }
        let (mut places, may_hide) = self.possible(slot);
        let may_hide = may_hide && !self.found.contains(&Some(HiddenCard::Hide));
        let next = self.able.get(self.found.len() + 1);
        places -= used | self.seen_places();
        if let Some(able) = next {
            places &= able[form_of(&slot.seen.card) as usize];
        }
        if let Some((to, form)) = newer {
            places &= self.origins(to, form);
        }
        let mut all: Vec<_> = places.into_iter().map(|at| Some(HiddenCard::At(at))).collect();
        shuffle(&mut all, rng);
        if may_hide {
            let first = once_in(rng, HIDES);
            all.insert(if first { 0 } else { all.len() }, Some(HiddenCard::Hide));
        }
        all
    }

    /// The places that the card of a slot may be, whatever the others are, and whether it may be
    /// none of them: Hide, or another power.
    fn possible(&self, slot: &Slot<'_>) -> (PlaceSet, bool) {
        let world = self.world;
        let cities = world.cities - PlaceSet::of(world.castle);
        match (&slot.seen.card, self.known.of(slot.seen.id)) {
            (SeenCard::Sea(place) | SeenCard::City(place, ..) | SeenCard::Castle(place, ..), _) => {
                (PlaceSet::of(*place), false)
            }
            (SeenCard::Hide(..) | SeenCard::Feed | SeenCard::Call | SeenCard::Misdirect, _)
            | (SeenCard::SomeCity(..), Some(HiddenCard::Hide)) => (PlaceSet::EMPTY, true),
            (_, Some(HiddenCard::At(place))) => (PlaceSet::of(place), false),
            (SeenCard::SomeSea, _) => (world.seas, false),
            (SeenCard::SomeCity(..), None) if slot.is_lair => (cities, false),
            (SeenCard::SomeCity(..), None) => (cities - self.occupied, !self.knows_hide()),
        }
    }

    /// Hide is one card, and may lie face up.
    fn knows_hide(&self) -> bool {
        self.slots.iter().any(|slot| {
            matches!(slot.seen.card, SeenCard::Hide(..))
                || self.known.of(slot.seen.id) == Some(HiddenCard::Hide)
        })
    }

    /// The places of cards that are seen, or supposed to be known.
    fn seen_places(&self) -> PlaceSet {
        let place = |slot: &Slot<'_>| match &slot.seen.card {
            SeenCard::Sea(place) | SeenCard::City(place, ..) | SeenCard::Castle(place, ..) => {
                Some(*place)
            }
            _ => match self.known.of(slot.seen.id) {
                Some(HiddenCard::At(place)) => Some(place),
                Some(HiddenCard::Hide) | None => None,
            },
        };
        self.slots.iter().filter_map(place).collect()
    }

    /// The places from which he can have come.
    fn origins(&self, to: Place, form: Form) -> PlaceSet {
        let all = self.everywhere().into_iter();
        match form {
            Form::Plain => self.world.adjacent(to),
            Form::Wolf => all.filter(|&from| self.targets(from, form).contains(to)).collect(),
        }
    }

    /// The places to which a card of this form can lead.
    fn targets(&self, from: Place, form: Form) -> PlaceSet {
        let world = self.world;
        match form {
            Form::Plain => world.adjacent(from),
            Form::Wolf => {
                let ports =
                    if world.seas.contains(from) { world.sea(from) } else { PlaceSet::of(from) };
                let ports = ports & world.cities;
                ports.into_iter().fold(ports, |all, at| all | reach(at, WOLF, |at| world.road(at)))
            }
        }
    }
}

const fn form_of(card: &SeenCard) -> Form {
    match card {
        SeenCard::SomeCity(form, _)
        | SeenCard::City(_, form, _)
        | SeenCard::Castle(_, form, _)
        | SeenCard::Hide(_, form, _) => *form,
        SeenCard::SomeSea
        | SeenCard::Sea(_)
        | SeenCard::Feed
        | SeenCard::Call
        | SeenCard::Misdirect => Form::Plain,
    }
}

/// The slots with their cards. Encounters that lie face down are filled in later.
fn dressed(seen: &Trail<SeenSlot>, cards: &HiddenTrail) -> Trail<TrailSlot> {
    let dress = |slot: &Option<SeenSlot>| {
        let slot = slot.as_ref()?;
        let card = card_of(slot, cards.of(slot.id))?;
        Some(TrailSlot { id: slot.id, card, face: slot.card.face(), rumor: slot.rumor })
    };
    let mut trail = Trail {
        spaces: seen.spaces.each_ref().map(dress),
        lairs: seen.lairs.each_ref().map(dress),
        leaving: dress(&seen.leaving),
    };
    link_hide(&mut trail, seen);
    trail
}

fn card_of(slot: &SeenSlot, hidden: Option<HiddenCard>) -> Option<TrailCard> {
    Some(match (&slot.card, hidden) {
        (SeenCard::SomeSea | SeenCard::Sea(_), Some(HiddenCard::At(place))) => {
            TrailCard::Sea(place)
        }
        (
            SeenCard::SomeCity(form, laid)
            | SeenCard::City(_, form, laid)
            | SeenCard::Castle(_, form, laid),
            Some(HiddenCard::At(place)),
        ) => TrailCard::City(place, *form, unfilled(laid)),
        (
            SeenCard::SomeCity(form, laid) | SeenCard::Hide(_, form, laid),
            Some(HiddenCard::Hide),
        ) => TrailCard::Hide(None, *form, unfilled(laid)),
        (SeenCard::Feed, _) => TrailCard::Feed,
        (SeenCard::Call, _) => TrailCard::Call,
        (SeenCard::Misdirect, _) => TrailCard::Misdirect,
        _ => return None,
    })
}

/// The encounters that are seen; any kind stands for those that are not.
fn unfilled(laid: &SeenCards) -> LaidCards {
    let any = Laid::down(crate::fury::Encounter::ALL[0]);
    laid.iter().map(|card| card.known().unwrap_or(any)).collect()
}

/// T8: Hide is associated with the location where he was as he played it, while that is on the
/// trail: the next older one, if no slot between them is gone. If Hide lies face up, everyone sees
/// the place of a location that does so too (K3).
fn link_hide(trail: &mut Trail<TrailSlot>, seen: &Trail<SeenSlot>) {
    let Some(hide) = trail.hide().map(usize::from) else { return };
    let shown = seen.spaces[hide].as_ref().map(|slot| &slot.card);
    let older = trail.spaces.iter().skip(hide + 1);
    let next = older.map_while(Option::as_ref).find(|slot| slot.place().is_some());
    let next = next.filter(|slot| slot.city().is_some());
    let with = match shown {
        Some(SeenCard::Hide(Some(place), ..)) => {
            trail.on_trail().map(|(_, slot)| slot).find(|slot| slot.place() == Some(*place))
        }
        Some(SeenCard::Hide(None, ..)) => next.filter(|slot| slot.face == Face::Down),
        _ => next,
    };
    let with = with.map(|slot| slot.id);
    if let Some(TrailSlot { card: TrailCard::Hide(of, ..), .. }) = trail.spaces[hide].as_mut() {
        *of = with;
    }
}

/// The first slot for which the true card is not among those that are tried.
#[cfg(test)]
pub(super) fn missing(
    view: &HuntersView,
    rules: &Fury,
    truth: &HiddenTrail,
    rng: &mut Rng,
) -> Option<SlotId> {
    let nothing = HiddenTrail::default();
    let mut search = Search::new(view, rules, &nothing, PlaceSet::EMPTY);
    let (mut newer, mut used) = (None, PlaceSet::EMPTY);
    for slot in in_order(&view.trail) {
        let to = newer.filter(|_| slot.leads_on);
        let card = truth.of(slot.seen.id);
        if !search.candidates(&slot, to, used, rng).contains(&card) {
            return Some(slot.seen.id);
        }
        search.found.push(card);
        if let Some(HiddenCard::At(place)) = card {
            (newer, used) = (Some((place, form_of(&slot.seen.card))), used | PlaceSet::of(place));
        } else {
            newer = to;
        }
    }
    None
}
