//! `quartet-a`: four hunters of four styles.

use stoker_engine::course::{Course, Hunter};
use stoker_engine::map::{Place, PlaceSet};

use super::super::kit::{Hunt, HunterStyle, hunters, hunters_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = hunters_entry(
    "quartet-a",
    "Four hunters of four styles: one chases, one guards the castle, one guesses, one waits.",
    |setup| hunters(setup, Quartet),
);

const STARTS: [&str; 4] = ["PA", "GA", "SR", "MU"];

#[derive(Clone)]
struct Quartet;

impl HunterStyle for Quartet {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.start_at(STARTS)
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        match hunt.hunter() {
            Hunter::Godalming => chase(hunt),
            Hunter::Seward => guard(hunt),
            Hunter::VanHelsing => guess(hunt),
            Hunter::Harker => wait(hunt),
        }
    }
}

/// Runs to the newest place that is known; without one, walks beats.
fn chase(hunt: &mut Hunt<'_>) -> Place {
    match hunt.seen(6).filter(|seen| seen.place != hunt.here()) {
        Some(seen) => hunt.towards(seen.place),
        None => {
            let land = hunt.land();
            hunt.beat(land)
        }
    }
}

/// Walks between the castle's neighbours, and rests there when hurt.
fn guard(hunt: &mut Hunt<'_>) -> Place {
    let castle = hunt.castle();
    if hunt.seen(1).is_some_and(|seen| seen.place == castle) {
        return hunt.towards(castle);
    }
    let doors = hunt.castle_doors();
    if doors.contains(hunt.here()) && hunt.is_hurt() {
        return hunt.here();
    }
    hunt.towards_nearest(doors - PlaceSet::of(hunt.here()))
}

/// Goes to any place where he can be.
fn guess(hunt: &mut Hunt<'_>) -> Place {
    let land = hunt.land();
    let possible = hunt.seen(8).map_or(land, |seen| hunt.possible(seen) & land);
    let now = possible & hunt.cities();
    if now.is_empty() { hunt.towards_nearest(possible) } else { hunt.any(now) }
}

/// Rests in the middle, and goes only for a Dracula who was seen within two turns.
fn wait(hunt: &mut Hunt<'_>) -> Place {
    let hunter = hunt.hunter();
    match hunt.seen(2).filter(|seen| hunt.turns(hunter, seen.place) <= 2) {
        Some(seen) => hunt.towards(seen.place),
        None => {
            let post = hunt.rules().place(STARTS[3]).unwrap_or(hunt.here());
            hunt.towards(post)
        }
    }
}
