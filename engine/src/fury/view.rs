//! Views and events: all that a viewer is shown (fury K).
//!
//! A view is made of parts, and an event replaces a part: `changes.rs` finds those that differ.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::cards::{ByHunter, DRACULA, Hunter};
use super::choices::Moves;
use super::counts::Tickets;
use super::news::Said;
use super::state::{Draculas, Held, Play, State, ViewableFacts};
use super::table::{Combat, Course, Phase, PublicHunter, Reason, Table};
use super::task::Asked;
use super::titles::EventCard;
use super::told::Told;
use super::trail::{SPACES, SeenSlot, Trail, TrailSlot};
use crate::log::Log;
use crate::map::{Place, PlaceSet};
use crate::seats::{Seat, Viewer};

/// A viewer's knowledge of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    /// Dracula's.
    Dracula(Box<DraculaView>),
    /// The hunters', who share it.
    Hunters(Box<HuntersView>),
}

/// Dracula's knowledge (K5).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraculaView {
    /// The facts that everyone knows.
    pub table: Table,
    /// The trail and the lairs, all of which he sees.
    pub trail: Trail<TrailSlot>,
    /// His own place and cards.
    pub own: Draculas,
    /// The last answer that he was told.
    pub told: Told,
    /// The messages that he has read, oldest first.
    pub messages: Log<Said>,
    /// The question to him.
    pub asked: Option<Asked>,
}

/// The hunters' knowledge (K2, K3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HuntersView {
    /// The facts that everyone knows.
    pub table: Table,
    /// The trail and the lairs, as everyone sees them.
    pub trail: Trail<SeenSlot>,
    /// Their cards.
    pub held: ByHunter<Held>,
    /// The ticket pool.
    pub pool: Tickets,
    /// The last answer that they were told.
    pub told: Told,
    /// The messages that they have read, oldest first.
    pub messages: Log<Said>,
    /// The question to one of them.
    pub asked: Option<Asked>,
}

/// A part of a view that has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// The round and the phase.
    Clock(u16, Phase),
    /// The influence, the damage and the despair tokens.
    Tracks(u8, u8, u8),
    /// A hunter's figure.
    Figure(Hunter, PublicHunter),
    /// The cities of the fog tokens.
    Fog(ArrayVec<Place, 8>),
    /// The seas with a storm.
    Storms(PlaceSet),
    /// The roads and the rails with a roadblock.
    Roadblocks([u64; 2], [u64; 2]),
    /// Dracula's rumor tokens, and those in the pool.
    Rumors(u8, u8),
    /// True if Dracula is mist.
    Mist(bool),
    /// The city of the consecrated ground, and those of the heavenly hosts.
    Holy(Option<Place>, PlaceSet),
    /// The allies of the hunters and of Dracula.
    Allies(Option<EventCard>, Option<EventCard>),
    /// The numbers of cards: hand, Dracula's events, tickets in the pool; decks of encounters,
    /// items and events.
    Counts([u8; 6]),
    /// The encounters that were discarded face up, and the number of the others.
    EncountersOut(super::counts::Encounters, u8),
    /// The items that were discarded.
    ItemsOut(super::counts::Items),
    /// The events that were discarded face up, and the number of the others.
    EventsOut(super::titles::Events, u8),
    /// The combat.
    Combat(Option<Combat>),
    /// The actions of this day or night, and the events that change the course of a round.
    Course(Course),
    /// A space of the trail, from 0, as everyone sees it.
    SeenSpace(u8, Option<SeenSlot>),
    /// A lair, from 0, as everyone sees it.
    SeenLair(u8, Option<SeenSlot>),
    /// The slot that leaves, as everyone sees it.
    SeenLeaving(Option<SeenSlot>),
    /// A space of the trail, from 0, for Dracula.
    Space(u8, Option<TrailSlot>),
    /// A lair, from 0, for Dracula.
    Lair(u8, Option<TrailSlot>),
    /// The slot that leaves, for Dracula.
    Leaving(Option<TrailSlot>),
    /// Dracula's own place and cards, for Dracula.
    Own(Draculas),
    /// A hunter's cards, for the hunters.
    Held(Hunter, Held),
    /// The ticket pool, for the hunters.
    Pool(Tickets),
    /// The last answer told.
    Told(Told),
    /// A message.
    Said(Said),
    /// The question to this viewer, or that it is asked no longer.
    Asked(Option<Box<Asked>>),
    /// The game is over.
    Over(Reason),
}

impl Event {
    /// The place of the event among those that are told at once.
    pub(super) const fn order(&self) -> (u8, u8) {
        match self {
            Self::Asked(_) => (0, 0),
            Self::Said(_) => (1, 0),
            Self::Clock(..) => (2, 0),
            Self::Tracks(..) => (3, 0),
            Self::Figure(hunter, _) => (4, *hunter as u8),
            Self::Fog(_) => (5, 0),
            Self::Storms(_) => (6, 0),
            Self::Roadblocks(..) => (7, 0),
            Self::Rumors(..) => (8, 0),
            Self::Mist(_) => (9, 0),
            Self::Holy(..) => (10, 0),
            Self::Allies(..) => (11, 0),
            Self::Counts(_) => (12, 0),
            Self::EncountersOut(..) => (13, 0),
            Self::ItemsOut(_) => (14, 0),
            Self::EventsOut(..) => (15, 0),
            Self::Combat(_) => (16, 0),
            Self::Course(_) => (17, 0),
            Self::Over(_) => (18, 0),
            Self::SeenSpace(space, _) | Self::Space(space, _) => (19, *space),
            Self::SeenLair(lair, _) | Self::Lair(lair, _) => (20, *lair),
            Self::SeenLeaving(_) | Self::Leaving(_) => (21, 0),
            Self::Own(_) => (22, 0),
            Self::Held(hunter, _) => (23, *hunter as u8),
            Self::Pool(_) => (24, 0),
            Self::Told(_) => (25, 0),
        }
    }
}

/// The events of one play for one viewer.
pub type ViewEvents = std::vec::IntoIter<Event>;

impl State {
    /// Dracula's view.
    pub(super) fn dracula_view(&self) -> View {
        let ViewableFacts { table, trail, dracula, told, .. } = &self.known;
        View::Dracula(Box::new(DraculaView {
            table: Table::clone(table),
            trail: **trail,
            own: **dracula,
            told: told[0].clone(),
            messages: self.mail.read[0].clone(),
            asked: self.asked_of(Viewer(0)).cloned(),
        }))
    }

    /// The hunters' view.
    pub(super) fn hunters_view(&self, castle: Place) -> View {
        let ViewableFacts { table, trail, held, pool, told, .. } = &self.known;
        View::Hunters(Box::new(HuntersView {
            table: Table::clone(table),
            trail: trail.seen(castle),
            held: ByHunter::new(|hunter| *held[hunter]),
            pool: **pool,
            told: told[1].clone(),
            messages: self.mail.read[1].clone(),
            asked: self.asked_of(Viewer(1)).cloned(),
        }))
    }

    /// The question to this viewer, if it is asked.
    pub(super) fn asked_of(&self, viewer: Viewer) -> Option<&Asked> {
        let asked = &self.pending.as_ref().filter(|_| self.known.table.over.is_none())?.asked;
        (viewer_of(asked.seat) == viewer).then_some(asked)
    }

    /// The events that show a viewer the play that led to this state, in order.
    pub(super) fn events(&self, play: &Play, viewer: Viewer) -> impl Iterator<Item = Event> {
        let answered = (viewer_of(play.seat) == viewer).then_some(Event::Asked(None));
        let asked = self.asked_of(viewer).map(|asked| Event::Asked(Some(Box::new(*asked))));
        answered.into_iter().chain(self.news.shown_to(viewer).cloned()).chain(asked)
    }

    /// Updates a viewer's view with the same events.
    pub(super) fn show(&self, play: &Play, viewer: Viewer, view: &mut View) {
        if viewer_of(play.seat) == viewer {
            *view.question() = None;
        }
        self.news.shown_to(viewer).for_each(|event| view.apply(event));
        if let Some(asked) = self.asked_of(viewer) {
            *view.question() = Some(*asked);
        }
    }
}

/// The viewer that a seat belongs to.
const fn viewer_of(seat: Seat) -> Viewer {
    if seat.0 == DRACULA.0 { Viewer(0) } else { Viewer(1) }
}

impl View {
    /// The facts that everyone knows.
    #[must_use]
    pub fn table(&self) -> &Table {
        match self {
            Self::Dracula(view) => &view.table,
            Self::Hunters(view) => &view.table,
        }
    }

    /// The question to this viewer.
    #[must_use]
    pub fn asked(&self) -> Option<&Asked> {
        match self {
            Self::Dracula(view) => view.asked.as_ref(),
            Self::Hunters(view) => view.asked.as_ref(),
        }
    }

    /// The question to this viewer, to be changed.
    pub(super) const fn question(&mut self) -> &mut Option<Asked> {
        match self {
            Self::Dracula(view) => &mut view.asked,
            Self::Hunters(view) => &mut view.asked,
        }
    }

    /// The last answer told to this viewer.
    #[must_use]
    pub fn told(&self) -> &Told {
        match self {
            Self::Dracula(view) => &view.told,
            Self::Hunters(view) => &view.told,
        }
    }

    pub(super) fn moves(&self) -> Moves {
        self.asked().map_or_else(Moves::none, |asked| asked.choices.iter())
    }

    /// Brings the view up to date. Both may come from anybody, so nothing here may panic.
    pub(super) fn apply(&mut self, event: &Event) {
        match event {
            Event::Asked(asked) => *self.question() = asked.as_deref().cloned(),
            Event::Said(said) => match self {
                Self::Dracula(view) => view.messages.push(said.clone()),
                Self::Hunters(view) => view.messages.push(said.clone()),
            },
            Event::Told(told) => match self {
                Self::Dracula(view) => view.told.clone_from(told),
                Self::Hunters(view) => view.told.clone_from(told),
            },
            event => match self {
                Self::Dracula(view) => view.apply(event),
                Self::Hunters(view) => view.apply(event),
            },
        }
    }
}

/// Takes in an event of the table; one of something else changes nothing.
fn apply_to_table(table: &mut Table, event: &Event) {
    match *event {
        Event::Clock(round, phase) => (table.round, table.phase) = (round, phase),
        Event::Tracks(influence, damage, despair) => {
            (table.influence, table.damage, table.despair) = (influence, damage, despair);
        }
        Event::Figure(hunter, figure) => table.hunters[hunter] = figure,
        Event::Fog(ref fog) => table.fog.clone_from(fog),
        Event::Storms(storms) => table.storms = storms,
        Event::Roadblocks(roads, rails) => (table.roads, table.rails) = (roads, rails),
        Event::Rumors(own, pool) => (table.rumors, table.rumor_pool) = (own, pool),
        Event::Mist(mist) => table.mist = mist,
        Event::Holy(ground, hosts) => (table.ground, table.hosts) = (ground, hosts),
        Event::Allies(own, draculas) => (table.ally, table.dracula_ally) = (own, draculas),
        Event::Counts(counts) => table.set_counts(counts),
        Event::EncountersOut(seen, unseen) => {
            (table.encounters_out, table.encounters_out_unseen) = (seen, unseen);
        }
        Event::ItemsOut(items) => table.items_out = items,
        Event::EventsOut(seen, unseen) => {
            (table.events_out, table.events_out_unseen) = (seen, unseen);
        }
        Event::Combat(combat) => table.combat = combat,
        Event::Course(course) => table.course = course,
        Event::Over(reason) => table.over = Some(reason),
        _ => {}
    }
}

fn set<S>(slots: &mut [Option<S>], number: u8, slot: Option<S>) {
    debug_assert!(slots.len() <= SPACES);
    if let Some(old) = slots.get_mut(usize::from(number)) {
        *old = slot;
    }
}

impl DraculaView {
    fn apply(&mut self, event: &Event) {
        match *event {
            Event::Space(number, slot) => set(&mut self.trail.spaces, number, slot),
            Event::Lair(number, slot) => set(&mut self.trail.lairs, number, slot),
            Event::Leaving(slot) => self.trail.leaving = slot,
            Event::Own(own) => self.own = own,
            _ => apply_to_table(&mut self.table, event),
        }
    }
}

impl HuntersView {
    fn apply(&mut self, event: &Event) {
        match *event {
            Event::SeenSpace(number, slot) => set(&mut self.trail.spaces, number, slot),
            Event::SeenLair(number, slot) => set(&mut self.trail.lairs, number, slot),
            Event::SeenLeaving(slot) => self.trail.leaving = slot,
            Event::Held(hunter, held) => self.held[hunter] = held,
            Event::Pool(pool) => self.pool = pool,
            _ => apply_to_table(&mut self.table, event),
        }
    }
}
