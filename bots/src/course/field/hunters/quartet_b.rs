//! `quartet-b`: four hunters of four styles.

use stoker_engine::course::Course;
use stoker_engine::map::{Place, PlaceSet};

use super::super::kit::{Hunt, HunterStyle, Seen, hunters, hunters_entry};
use crate::entry::BotEntry;

/// The bot.
pub(super) const ENTRY: BotEntry<Course> = hunters_entry(
    "quartet-b",
    "Hunters of four styles: a runner, a guard at the castle, a guesser, and one who waits.",
    |setup| hunters(setup, Quartet),
);

/// The places where they begin. The last hunter waits there, in the middle of the map.
const STARTS: [&str; 4] = ["PA", "GA", "BE", "ZU"];

#[derive(Clone)]
struct Quartet;

impl HunterStyle for Quartet {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.start_at(STARTS)
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        match hunt.number() {
            0 => run(hunt),
            1 => guard(hunt),
            2 => guess(hunt),
            _ => wait(hunt),
        }
    }
}

fn run(hunt: &mut Hunt<'_>) -> Place {
    match hunt.seen(6) {
        Some(seen) => hunt.towards(seen.place),
        None => hunt.beat(hunt.land()),
    }
}

fn guard(hunt: &mut Hunt<'_>) -> Place {
    let (castle, doors) = (hunt.castle(), hunt.castle_doors());
    let at_home = hunt.seen(1) == Some(Seen { place: castle, age: 1 });
    if hunt.is_hurt() {
        hunt.towards_nearest(doors)
    } else if at_home && hunt.moves().contains(castle) {
        castle
    } else {
        hunt.beat(doors)
    }
}

fn guess(hunt: &mut Hunt<'_>) -> Place {
    let possible = hunt.seen(8).map_or(PlaceSet::EMPTY, |seen| hunt.possible(seen) & hunt.land());
    let elsewhere = hunt.land() - PlaceSet::of(hunt.here());
    let goals = if possible.is_empty() { elsewhere } else { possible };
    let in_reach = goals & hunt.moves();
    if in_reach.is_empty() { hunt.towards_nearest(goals) } else { hunt.any(in_reach) }
}

fn wait(hunt: &mut Hunt<'_>) -> Place {
    let hunter = hunt.hunter();
    let middle = hunt.rules().place(STARTS[3]).unwrap_or(hunt.castle());
    let near = hunt.seen(2).filter(|seen| hunt.turns(hunter, seen.place) <= 2);
    hunt.towards(near.map_or(middle, |seen| seen.place))
}
