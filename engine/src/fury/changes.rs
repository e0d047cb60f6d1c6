//! The parts of the views that have changed, as events (fury K).
//!
//! Events are the parts in which the view before and the view after differ, so they say no more than
//! the views do. `news.rs` says when they are compared.

use super::cards::Hunter;
use super::state::ViewableFacts;
use super::table::Table;
use super::trail::{At, SeenSlot, Trail, TrailCard, TrailSlot};
use super::view::Event;
use crate::map::Place;
use crate::seats::Viewer;

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

/// The events of a play, each with those who are shown it. The question is not among them.
///
/// A state keeps one list, whose memory serves play after play.
#[derive(Debug, Clone, Default)]
pub(super) struct News(Vec<(Audience, Event)>);

impl News {
    /// Forgets the events of the play before.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn push(&mut self, to: Audience, event: Event) {
        self.0.push((to, event));
    }

    /// The events that one viewer is shown, in order.
    pub(super) fn shown_to(&self, viewer: Viewer) -> impl Iterator<Item = &Event> {
        self.0.iter().filter(move |(to, _)| to.includes(viewer)).map(|(_, event)| event)
    }
}

/// The changes that an audience sees, as they are added to the news.
struct Changes<'n> {
    news: &'n mut News,
    to: Audience,
}

impl Changes<'_> {
    fn push(&mut self, event: Event) {
        self.news.push(self.to, event);
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
    // Compared where they are: a pile is large, and a copy of it costs more than the comparison.
    if old.encounters_out != new.encounters_out
        || old.encounters_out_unseen != new.encounters_out_unseen
    {
        out.push(Event::EncountersOut(new.encounters_out, new.encounters_out_unseen));
    }
    if old.items_out != new.items_out {
        out.push(Event::ItemsOut(new.items_out));
    }
    if old.events_out != new.events_out || old.events_out_unseen != new.events_out_unseen {
        out.push(Event::EventsOut(new.events_out, new.events_out_unseen));
    }
}

/// The slots of a trail that differ, for Dracula as they are, for the hunters as everyone sees them.
fn trail_changes([old, new]: [&Trail<TrailSlot>; 2], castle: Place, news: &mut News) {
    for ((at, before), (_, now)) in old.each().zip(new.each()) {
        let is_same = before == now;
        if !is_same {
            news.push(Audience::Dracula, own_slot(at, now.copied()));
        }
        // Hide shows the city of another slot, so it may be the same and look different.
        let is_hide = now.is_some_and(|slot| matches!(slot.card, TrailCard::Hide(..)));
        if !is_same || is_hide {
            let seen = |trail: &Trail<TrailSlot>, slot: Option<&TrailSlot>| {
                slot.map(|slot| trail.seen_slot(slot, castle))
            };
            let now = seen(new, now);
            if seen(old, before) != now {
                news.push(Audience::Hunters, seen_slot(at, now));
            }
        }
    }
}

fn own_slot(at: At, slot: Option<TrailSlot>) -> Event {
    match at {
        At::Space(space) => Event::Space(space, slot),
        At::Lair(lair) => Event::Lair(lair, slot),
        At::Leaving => Event::Leaving(slot),
    }
}

fn seen_slot(at: At, slot: Option<SeenSlot>) -> Event {
    match at {
        At::Space(space) => Event::SeenSpace(space, slot),
        At::Lair(lair) => Event::SeenLair(lair, slot),
        At::Leaving => Event::SeenLeaving(slot),
    }
}

/// Adds all that has changed: what everyone sees, then what each side sees besides.
pub(super) fn add(known: &ViewableFacts, castle: Place, news: &mut News) {
    if let Some(old) = known.table.before() {
        table_changes(old, &known.table, &mut Changes { news, to: Audience::Everyone });
    }
    if let Some(old) = known.trail.before() {
        trail_changes([old, &known.trail], castle, news);
    }
    draculas_changes(known, &mut Changes { news, to: Audience::Dracula });
    hunters_changes(known, &mut Changes { news, to: Audience::Hunters });
}

fn draculas_changes(known: &ViewableFacts, out: &mut Changes<'_>) {
    if known.dracula.before().is_some_and(|old| *old != *known.dracula) {
        out.push(Event::Own(*known.dracula));
    }
    if known.told.before().is_some_and(|old| old[0] != known.told[0]) {
        out.push(Event::Told(known.told[0].clone()));
    }
}

fn hunters_changes(known: &ViewableFacts, out: &mut Changes<'_>) {
    for hunter in Hunter::FOUR {
        let held = &known.held[hunter];
        if held.before().is_some_and(|old| *old != **held) {
            out.push(Event::Held(hunter, **held));
        }
    }
    if known.pool.before().is_some_and(|old| *old != *known.pool) {
        out.push(Event::Pool(*known.pool));
    }
    if known.told.before().is_some_and(|old| old[1] != known.told[1]) {
        out.push(Event::Told(known.told[1].clone()));
    }
}
