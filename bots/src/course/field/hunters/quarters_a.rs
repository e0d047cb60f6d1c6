//! `quarters-a`: each owns a quarter of the map; the two nearest chase.

use stoker_engine::course::{Course, Hunter};
use stoker_engine::map::{Place, PlaceSet};

use super::super::kit::{Hunt, HunterStyle, hunters, hunters_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = hunters_entry(
    "quarters-a",
    "Hunters who each keep a quarter of the map, one of them at the castle; the two nearest chase.",
    |setup| hunters(setup, Quarters),
);

const HOMES: [&str; 4] = ["MA", "PA", "LI", "KL"];
const CHASERS: usize = 2;

#[derive(Clone)]
struct Quarters;

impl HunterStyle for Quarters {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.start_at(HOMES)
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        if let Some(seen) = hunt.seen(3).filter(|seen| hunt.nearer(seen.place) < CHASERS) {
            return hunt.towards(seen.place);
        }
        if hunt.hunter() == Hunter::Harker {
            return sentry(hunt);
        }
        if hunt.is_hurt() {
            return hunt.here();
        }
        let quarter = quarter(hunt);
        hunt.beat(quarter)
    }
}

/// The cities that are nearer to this hunter's home than to any other, in moves on foot and by sea.
fn quarter(hunt: &Hunt<'_>) -> PlaceSet {
    let (rules, tables) = (hunt.rules(), hunt.tables());
    let homes = HOMES.map(|code| rules.place(code).unwrap_or(rules.castle()));
    let nearest = |place: Place| {
        (0..homes.len()).min_by_key(|&home| tables.dracula_moves(place, homes[home]))
    };
    hunt.land().into_iter().filter(|&place| nearest(place) == Some(hunt.number())).collect()
}

/// To and fro between the castle's neighbours, through the castle.
fn sentry(hunt: &mut Hunt<'_>) -> Place {
    let (castle, doors) = (hunt.castle(), hunt.castle_doors());
    if hunt.here() == castle {
        hunt.beat(doors)
    } else if doors.contains(hunt.here()) {
        castle
    } else {
        hunt.towards_nearest(doors)
    }
}
