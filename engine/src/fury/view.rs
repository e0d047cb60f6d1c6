//! Views and events: all that a viewer is shown (fury K).
//!
//! A view is made of parts, and an event replaces a part. Events are the parts in which the view
//! before and the view after differ, so they say no more than the views do. `news.rs` says when
//! they are compared.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::cards::{ByHunter, Hunter};
use super::choices::Moves;
use super::counts::Tickets;
use super::news::Said;
use super::state::{Draculas, Held, State, ViewableFacts};
use super::table::{Combat, Course, Phase, PublicHunter, Reason, Table};
use super::task::Asked;
use super::titles::EventCard;
use super::told::Told;
use super::trail::{SPACES, SeenSlot, Trail, TrailSlot};
use crate::log::Log;
use crate::map::{Place, PlaceSet};
use crate::seats::Viewer;

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
    Asked(Option<Asked>),
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

/// Those who are shown an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Audience {
    Everyone,
    Dracula,
    Hunters,
}

impl Audience {
    const fn includes(self, viewer: Viewer) -> bool {
        match self {
            Self::Everyone => true,
            Self::Dracula => viewer.0 == 0,
            Self::Hunters => viewer.0 != 0,
        }
    }
}

/// The events of a play, each with those who are shown it.
pub(super) type News = Vec<(Audience, Event)>;

/// The events that one viewer is shown, in order.
pub(super) fn shown_to(news: &[(Audience, Event)], viewer: Viewer) -> impl Iterator<Item = &Event> {
    news.iter().filter(move |(to, _)| to.includes(viewer)).map(|(_, event)| event)
}

/// The changes that an audience sees, as they are added to the news.
struct Changes<'n> {
    news: &'n mut News,
    to: Audience,
}

impl Changes<'_> {
    fn push(&mut self, event: Event) {
        self.news.push((self.to, event));
    }
}

fn table_changes(old: &Table, new: &Table, out: &mut Changes<'_>) {
    if (old.round, old.phase) != (new.round, new.phase) {
        out.push(Event::Clock(new.round, new.phase));
    }
    let tracks = |table: &Table| [table.influence, table.damage, table.despair];
    if tracks(old) != tracks(new) {
        out.push(Event::Tracks(new.influence, new.damage, new.despair));
    }
    for hunter in Hunter::FOUR {
        if old.hunters[hunter] != new.hunters[hunter] {
            out.push(Event::Figure(hunter, new.hunters[hunter]));
        }
    }
    token_changes(old, new, out);
    if old.counts() != new.counts() {
        out.push(Event::Counts(new.counts()));
    }
    pile_changes(old, new, out);
    if old.combat != new.combat {
        out.push(Event::Combat(new.combat));
    }
    if old.course != new.course {
        out.push(Event::Course(new.course));
    }
    if let Some(reason) = new.over.filter(|_| old.over != new.over) {
        out.push(Event::Over(reason));
    }
}

fn token_changes(old: &Table, new: &Table, out: &mut Changes<'_>) {
    if old.fog != new.fog {
        out.push(Event::Fog(new.fog.clone()));
    }
    if old.storms != new.storms {
        out.push(Event::Storms(new.storms));
    }
    if (old.roads, old.rails) != (new.roads, new.rails) {
        out.push(Event::Roadblocks(new.roads, new.rails));
    }
    if (old.rumors, old.rumor_pool) != (new.rumors, new.rumor_pool) {
        out.push(Event::Rumors(new.rumors, new.rumor_pool));
    }
    if old.mist != new.mist {
        out.push(Event::Mist(new.mist));
    }
    if (old.ground, old.hosts) != (new.ground, new.hosts) {
        out.push(Event::Holy(new.ground, new.hosts));
    }
    if (old.ally, old.dracula_ally) != (new.ally, new.dracula_ally) {
        out.push(Event::Allies(new.ally, new.dracula_ally));
    }
}

fn pile_changes(old: &Table, new: &Table, out: &mut Changes<'_>) {
    let encounters = |table: &Table| (table.encounters_out, table.encounters_out_unseen);
    if encounters(old) != encounters(new) {
        out.push(Event::EncountersOut(new.encounters_out, new.encounters_out_unseen));
    }
    if old.items_out != new.items_out {
        out.push(Event::ItemsOut(new.items_out));
    }
    let events = |table: &Table| (table.events_out, table.events_out_unseen);
    if events(old) != events(new) {
        out.push(Event::EventsOut(new.events_out, new.events_out_unseen));
    }
}

/// The slots of a trail that differ, and the events that show them.
fn trail_changes<S: PartialEq>(
    [old, new]: [&Trail<TrailSlot>; 2],
    see: impl Fn(&Trail<TrailSlot>, &TrailSlot) -> S,
    [space, lair]: [fn(u8, Option<S>) -> Event; 2],
    leaving: fn(Option<S>) -> Event,
    out: &mut Changes<'_>,
) {
    let change = |before: &Option<TrailSlot>, now: &Option<TrailSlot>| {
        let [before, now] = [(old, before), (new, now)]
            .map(|(trail, slot)| slot.as_ref().map(|slot| see(trail, slot)));
        (before != now).then_some(now)
    };
    for (number, (before, now)) in (0u8..).zip(old.spaces.iter().zip(&new.spaces)) {
        change(before, now).into_iter().for_each(|slot| out.push(space(number, slot)));
    }
    for (number, (before, now)) in (0u8..).zip(old.lairs.iter().zip(&new.lairs)) {
        change(before, now).into_iter().for_each(|slot| out.push(lair(number, slot)));
    }
    change(&old.leaving, &new.leaving).into_iter().for_each(|slot| out.push(leaving(slot)));
}

/// Adds the changes that everyone sees.
pub(super) fn for_everyone(known: &ViewableFacts, news: &mut News) {
    if let Some(old) = known.table.before() {
        table_changes(old, &known.table, &mut Changes { news, to: Audience::Everyone });
    }
}

/// Adds the changes that Dracula sees besides.
pub(super) fn for_dracula(known: &ViewableFacts, news: &mut News) {
    let mut out = Changes { news, to: Audience::Dracula };
    if let Some(old) = known.trail.before() {
        let (trails, parts) = ([old, &*known.trail], [Event::Space, Event::Lair]);
        trail_changes(trails, |_, slot| slot.clone(), parts, Event::Leaving, &mut out);
    }
    if known.dracula.before().is_some_and(|old| *old != *known.dracula) {
        out.push(Event::Own(Draculas::clone(&known.dracula)));
    }
    if known.told.before().is_some_and(|old| old[0] != known.told[0]) {
        out.push(Event::Told(known.told[0].clone()));
    }
}

/// Adds the changes that the hunters see besides.
pub(super) fn for_hunters(known: &ViewableFacts, castle: Place, news: &mut News) {
    let mut out = Changes { news, to: Audience::Hunters };
    if let Some(old) = known.trail.before() {
        let (trails, parts) = ([old, &*known.trail], [Event::SeenSpace, Event::SeenLair]);
        let see = |trail: &Trail<TrailSlot>, slot: &TrailSlot| trail.seen_slot(slot, castle);
        trail_changes(trails, see, parts, Event::SeenLeaving, &mut out);
    }
    if let Some(old) = known.held.before() {
        for hunter in Hunter::FOUR.into_iter().filter(|&hunter| old[hunter] != known.held[hunter]) {
            out.push(Event::Held(hunter, known.held[hunter].clone()));
        }
    }
    if known.pool.before().is_some_and(|old| *old != *known.pool) {
        out.push(Event::Pool(*known.pool));
    }
    if known.told.before().is_some_and(|old| old[1] != known.told[1]) {
        out.push(Event::Told(known.told[1].clone()));
    }
}

impl State {
    /// Dracula's view.
    pub(super) fn dracula_view(&self) -> View {
        let ViewableFacts { table, trail, dracula, told, .. } = &self.known;
        View::Dracula(Box::new(DraculaView {
            table: Table::clone(table),
            trail: Trail::clone(trail),
            own: Draculas::clone(dracula),
            told: told[0].clone(),
            messages: self.mail.read[0].clone(),
            asked: self.asked_of(|seat| seat == super::cards::DRACULA),
        }))
    }

    /// The hunters' view.
    pub(super) fn hunters_view(&self, castle: Place) -> View {
        let ViewableFacts { table, trail, held, pool, told, .. } = &self.known;
        View::Hunters(Box::new(HuntersView {
            table: Table::clone(table),
            trail: trail.seen(castle),
            held: ByHunter::clone(held),
            pool: **pool,
            told: told[1].clone(),
            messages: self.mail.read[1].clone(),
            asked: self.asked_of(|seat| seat != super::cards::DRACULA),
        }))
    }

    /// The question, if the seat asked is one of these.
    pub(super) fn asked_of(&self, is: impl Fn(crate::seats::Seat) -> bool) -> Option<Asked> {
        let pending = self.pending.as_ref().filter(|_| self.known.table.over.is_none());
        pending.filter(|pending| is(pending.asked.seat)).map(|pending| pending.asked.clone())
    }
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

    /// Takes the question to this viewer out of the view.
    pub(super) fn take_question(&mut self) -> Option<Asked> {
        match self {
            Self::Dracula(view) => view.asked.take(),
            Self::Hunters(view) => view.asked.take(),
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
            Event::Asked(asked) => match self {
                Self::Dracula(view) => view.asked.clone_from(asked),
                Self::Hunters(view) => view.asked.clone_from(asked),
            },
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

fn set<S: Clone>(slots: &mut [Option<S>], number: u8, slot: &Option<S>) {
    debug_assert!(slots.len() <= SPACES);
    if let Some(old) = slots.get_mut(usize::from(number)) {
        old.clone_from(slot);
    }
}

impl DraculaView {
    fn apply(&mut self, event: &Event) {
        match event {
            Event::Space(number, slot) => set(&mut self.trail.spaces, *number, slot),
            Event::Lair(number, slot) => set(&mut self.trail.lairs, *number, slot),
            Event::Leaving(slot) => self.trail.leaving.clone_from(slot),
            Event::Own(own) => self.own.clone_from(own),
            event => apply_to_table(&mut self.table, event),
        }
    }
}

impl HuntersView {
    fn apply(&mut self, event: &Event) {
        match event {
            Event::SeenSpace(number, slot) => set(&mut self.trail.spaces, *number, slot),
            Event::SeenLair(number, slot) => set(&mut self.trail.lairs, *number, slot),
            Event::SeenLeaving(slot) => self.trail.leaving.clone_from(slot),
            Event::Held(hunter, held) => self.held[*hunter].clone_from(held),
            Event::Pool(pool) => self.pool = *pool,
            event => apply_to_table(&mut self.table, event),
        }
    }
}
