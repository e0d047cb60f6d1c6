//! The trail as everyone sees it, from either side's view.

use arrayvec::ArrayVec;
use stoker_engine::fury::{
    ByHunter, DraculaView, Face, Form, Hunter, HuntersView, LAIRS, Phase, SPACES, SeenCard,
    SeenSlot, SlotId, Table, Told, Trail,
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
    /// Feed or Dark Call.
    Power,
    /// Misdirect, which takes the place of a slot.
    Misdirect,
}

/// The position of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SlotPosition {
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
    pub(super) lies: SlotPosition,
    pub(super) empty: bool,
}

impl Sight {
    /// True if everyone knows the place, or that it is Hide.
    pub(super) fn is_known(&self) -> bool {
        self.face == Face::Up || matches!(self.back, Back::Place(..) | Back::Hide(_))
    }
}

/// The side whose views a belief follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FollowedSide {
    Hunters,
    Dracula,
}

/// The facts of a view that the belief reads.
#[derive(Debug, Clone)]
pub(super) struct ViewFacts {
    pub(super) reader: FollowedSide,
    pub(super) slots: ArrayVec<Sight, SLOTS>,
    pub(super) round: u16,
    pub(super) phase: Phase,
    pub(super) places: ByHunter<Option<Place>>,
    /// The places with a holy token.
    pub(super) holy: PlaceSet,
    pub(super) mist: bool,
    pub(super) told: Told,
}

impl ViewFacts {
    pub(super) fn of_hunters(view: &HuntersView) -> Self {
        Self::new(FollowedSide::Hunters, &view.table, &view.trail, &view.told)
    }

    /// The facts that the hunters see, from Dracula's view. He does not know what they alone are
    /// told.
    pub(super) fn of_dracula(view: &DraculaView, castle: Place) -> Self {
        Self::new(FollowedSide::Dracula, &view.table, &view.trail.seen(castle), &view.told)
    }

    fn new(reader: FollowedSide, table: &Table, trail: &Trail<SeenSlot>, told: &Told) -> Self {
        let spaces = (0u8..).zip(&trail.spaces);
        let spaces =
            spaces.filter_map(|(at, slot)| Some((slot.as_ref()?, SlotPosition::Space(at))));
        let lairs = trail.lairs.iter().flatten().map(|slot| (slot, SlotPosition::Lair));
        let leaving = trail.leaving.as_ref().map(|slot| (slot, SlotPosition::Leaving));
        let slots = spaces.chain(lairs).chain(leaving);
        Self {
            reader,
            slots: slots.map(|(slot, lies)| seen(slot, lies)).collect(),
            round: table.round,
            phase: table.phase,
            places: ByHunter::new(|hunter| table.hunters[hunter].place()),
            holy: table.holy(),
            mist: table.mist,
            told: told.clone(),
        }
    }

    /// True if nothing has changed that a belief could learn from.
    pub(super) fn shows_the_same(&self, other: &Self) -> bool {
        self.slots == other.slots
            && self.told == other.told
            && self.places == other.places
            && self.holy == other.holy
            && self.mist == other.mist
    }

    /// The places where hunters stand.
    pub(super) fn hunters(&self) -> PlaceSet {
        Hunter::FOUR.iter().filter_map(|&hunter| self.places[hunter]).collect()
    }

    pub(super) fn find(&self, id: SlotId) -> Option<&Sight> {
        self.slots.iter().find(|sight| sight.id == id)
    }
}

fn seen(slot: &SeenSlot, lies: SlotPosition) -> Sight {
    let (back, empty) = match &slot.card {
        SeenCard::SomeSea => (Back::SomeSea, true),
        SeenCard::Sea(place) => (Back::Place(*place, Form::Plain), true),
        SeenCard::SomeCity(form, laid) => (Back::SomeCity(*form), laid.is_empty()),
        SeenCard::City(place, form, laid) | SeenCard::Castle(place, form, laid) => {
            (Back::Place(*place, *form), laid.is_empty())
        }
        SeenCard::Hide(_, form, laid) => (Back::Hide(*form), laid.is_empty()),
        SeenCard::Feed | SeenCard::Call => (Back::Power, true),
        SeenCard::Misdirect => (Back::Misdirect, true),
    };
    Sight { id: slot.id, back, face: slot.card.face(), lies, empty }
}
