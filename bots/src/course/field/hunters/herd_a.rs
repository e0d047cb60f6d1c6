//! `herd-a`: four hunters who stay together.

use stoker_engine::course::{Course, Hunter};
use stoker_engine::map::{Place, PlaceSet};

use super::super::kit::{Hunt, HunterStyle, hunters, hunters_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = hunters_entry(
    "herd-a",
    "Hunters who stay together: the others keep next to the first, and close in on a sighting.",
    |setup| hunters(setup, Herd),
);

const START: &str = "MU";

#[derive(Clone)]
struct Herd;

impl HunterStyle for Herd {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.start_at([START; 4])
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        match (hunt.hunter(), hunt.seen(6)) {
            (Hunter::Godalming, Some(seen)) if seen.place != hunt.here() => {
                hunt.towards(seen.place)
            }
            (Hunter::Godalming, _) => {
                let land = hunt.land();
                hunt.beat(land)
            }
            (_, Some(seen)) if seen.age == 1 => {
                let around = hunt.rules().dracula_reach(seen.place) & hunt.land();
                hunt.towards_nearest(around - hunt.claimed() - PlaceSet::of(seen.place))
            }
            _ => follow(hunt),
        }
    }
}

/// Goes next to the leader, to a city that no other of the herd has taken.
fn follow(hunt: &mut Hunt<'_>) -> Place {
    let leader = hunt.at(Hunter::Godalming).unwrap_or(hunt.here());
    let around = hunt.rules().dracula_reach(leader) & hunt.land();
    let free = around - hunt.claimed();
    let now = free & hunt.moves();
    if now.is_empty() { hunt.towards(leader) } else { hunt.any(now) }
}

#[cfg(test)]
mod tests {
    use super::super::super::kit::testing::{Hunting, place};
    use super::*;

    #[test]
    fn the_others_cut_off_the_ways_out_and_do_not_stay_where_he_was_seen() {
        let past = "GSO.... SAT.... HLO.... MMA.... DAT.V.. GSO....";
        let mut hunting = Hunting::after(past, 1);
        assert_eq!(Herd.go(&mut hunting.hunt()), place("VA"));
    }
}
