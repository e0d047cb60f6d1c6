//! The trail as everyone sees it, from either side's view.

use arrayvec::ArrayVec;
use stoker_engine::fury::{
    Card, DraculaView, Face, Form, Hunter, HuntersView, LAIRS, SPACES, SeenCard, SeenSlot, Slot,
    SlotId, Table, Told,
};
use stoker_engine::map::{Place, PlaceSet};

/// The most slots at a time: those of the trail and the lairs, and the one that leaves.
pub(super) const SLOTS: usize = SPACES + LAIRS + 1;

/// The card of a slot, as far as everyone sees it (fury K3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Back {
    /// A sea, face down.
    SomeSea,
    /// A city or Hide, face down.
    SomeCity(Form),
    /// This place. Castle Dracula is known whichever side lies up.
    Place(Place, Form),
    /// Hide, face up.
    Hide(Form),
    /// Feed, Dark Call or Misdirect.
    Power,
    /// Misdirect, which takes the place of a slot.
    Misdirect,
}

/// The position of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lies {
    /// On this space, from 0.
    Space(u8),
    Lair,
    Leaving,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sight {
    pub(super) id: SlotId,
    pub(super) back: Back,
    pub(super) face: Face,
    pub(super) lies: Lies,
    pub(super) empty: bool,
}

impl Sight {
    /// True if everyone knows the place, or that it is Hide.
    pub(super) fn is_known(&self) -> bool {
        self.face == Face::Up || matches!(self.back, Back::Place(..) | Back::Hide(_))
    }
}

/// The facts of a view that the belief reads.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Scenery {
    pub(super) slots: ArrayVec<Sight, SLOTS>,
    pub(super) table: Table,
    pub(super) told: Told,
}

impl Scenery {
    pub(super) fn of_hunters(view: &HuntersView) -> Self {
        let trail = &view.trail;
        let slots = slots(&trail.spaces, &trail.lairs, trail.leaving.as_ref(), seen);
        Self { slots, table: view.table.clone(), told: view.told.clone() }
    }

    /// The facts that the hunters see, from Dracula's view. He does not know what they alone are
    /// told.
    pub(super) fn of_dracula(view: &DraculaView, castle: Option<Place>) -> Self {
        let trail = &view.trail;
        let seen = |slot: &Slot, lies| own(slot, lies, castle);
        let slots = slots(&trail.spaces, &trail.lairs, trail.leaving.as_ref(), seen);
        Self { slots, table: view.table.clone(), told: view.told.clone() }
    }

    pub(super) fn find(&self, id: SlotId) -> Option<&Sight> {
        self.slots.iter().find(|sight| sight.id == id)
    }
}

fn slots<S>(
    spaces: &[Option<S>; SPACES],
    lairs: &[Option<S>; LAIRS],
    leaving: Option<&S>,
    of: impl Fn(&S, Lies) -> Sight,
) -> ArrayVec<Sight, SLOTS> {
    let spaces = (0u8..).zip(spaces);
    let spaces = spaces.filter_map(|(at, slot)| Some((slot.as_ref()?, Lies::Space(at))));
    let lairs = lairs.iter().flatten().map(|slot| (slot, Lies::Lair));
    let leaving = leaving.map(|slot| (slot, Lies::Leaving));
    spaces.chain(lairs).chain(leaving).map(|(slot, lies)| of(slot, lies)).collect()
}

fn seen(slot: &SeenSlot, lies: Lies) -> Sight {
    let (back, empty) = match &slot.card {
        SeenCard::SomeSea => (Back::SomeSea, true),
        SeenCard::Sea(place) => (Back::Place(*place, Form::Plain), true),
        SeenCard::SomeCity(form, laid) => (Back::SomeCity(*form), laid.is_empty()),
        SeenCard::City(place, form, laid) => (Back::Place(*place, *form), laid.is_empty()),
        SeenCard::Hide(_, form, laid) => (Back::Hide(*form), laid.is_empty()),
        SeenCard::Feed | SeenCard::Call => (Back::Power, true),
        SeenCard::Misdirect => (Back::Misdirect, true),
    };
    Sight { id: slot.id, back, face: slot.face, lies, empty }
}

fn own(slot: &Slot, lies: Lies, castle: Option<Place>) -> Sight {
    let up = slot.face == Face::Up;
    let back = match &slot.card {
        Card::Sea(place) if up => Back::Place(*place, Form::Plain),
        Card::Sea(_) => Back::SomeSea,
        Card::City(place, form, _) if up || Some(*place) == castle => Back::Place(*place, *form),
        Card::Hide(_, form, _) if up => Back::Hide(*form),
        Card::City(_, form, _) | Card::Hide(_, form, _) => Back::SomeCity(*form),
        Card::Feed | Card::Call => Back::Power,
        Card::Misdirect => Back::Misdirect,
    };
    Sight { id: slot.id, back, face: slot.face, lies, empty: slot.encounters().is_empty() }
}

/// Facts of the table by place.
pub(super) trait OnTheMap {
    fn holy_places(&self) -> PlaceSet;
    fn cities_of_hunters(&self) -> PlaceSet;
}

impl OnTheMap for Table {
    fn holy_places(&self) -> PlaceSet {
        self.hosts | self.ground.map_or(PlaceSet::EMPTY, PlaceSet::of)
    }

    fn cities_of_hunters(&self) -> PlaceSet {
        Hunter::FOUR.iter().filter_map(|&hunter| self.hunters[hunter].place()).collect()
    }
}
