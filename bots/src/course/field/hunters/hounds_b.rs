//! `hounds-b`: hunters who run to the newest sighting, and then search a growing circle around it.

use stoker_engine::course::Course;
use stoker_engine::map::{Place, PlaceSet};

use super::super::kit::{Hunt, HunterStyle, Seen, hunters, hunters_entry};
use crate::entry::BotEntry;

/// The bot.
pub(super) const ENTRY: BotEntry<Course> = hunters_entry(
    "hounds-b",
    "Hunters who never rest: they run to the newest sighting, and search ever wider around it.",
    |setup| hunters(setup, Hounds),
);

/// The largest radius of the circle, in moves.
const WIDEST: usize = 5;

#[derive(Clone)]
struct Hounds;

impl HunterStyle for Hounds {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.start_at(["GR", "CO", "FL", "SJ"])
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        let Some(seen) = hunt.seen(usize::MAX) else { return wander(hunt) };
        let open = unsearched(hunt, seen);
        if open.contains(seen.place) {
            return hunt.towards(seen.place);
        }
        let radius = seen.age.div_ceil(2).min(WIDEST);
        let circle = open & hunt.tables().dracula_within(seen.place, radius);
        let circle = circle - hunt.board().hunters();
        if circle.is_empty() { wander(hunt) } else { hunt.towards_nearest(circle) }
    }
}

/// The cities that no hunter entered since he was seen.
fn unsearched(hunt: &Hunt<'_>, seen: Seen) -> PlaceSet {
    let visited = hunt.visited();
    let round = hunt.view().dracula_moves_made() - seen.age;
    let before = |&city: &Place| usize::from(visited[city]) <= round + 1;
    hunt.land().into_iter().filter(before).collect()
}

/// A random city in reach; from a sea without one, the way to the nearest.
fn wander(hunt: &mut Hunt<'_>) -> Place {
    let cities = hunt.cities();
    if cities.is_empty() { hunt.towards_nearest(hunt.land()) } else { hunt.any(cities) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::field::kit::testing::{Hunting, place, places};

    const SEEN: &str = "GMA.... SPA.... HLO.... MSO.... DVA.V.. GMA.... SPA.... HLO....";

    fn go(past: &str) -> Place {
        Hounds.go(&mut Hunting::after(past, 1).hunt())
    }

    #[test]
    fn they_run_to_the_sighting_until_it_is_searched() {
        assert_eq!(go(SEEN), place("VA"));
        let searched = format!("{SEEN} MVA.... DC?T... GMA.... SPA.... HLO....");
        // Roads lead from Valona to Athens, Salonica, Sarajevo and Sofia.
        assert!(places("AT SA SJ SO").contains(go(&searched)));
        let searched = format!("{searched} MAT.... DC?T... GSJ.... SSO.... HLO....");
        // Of the cities within two moves of Valona that are not searched, Salonica is nearest to
        // Athens, by Valona or by sea.
        assert_eq!(go(&searched), place("VA"));
    }

    /// Ports of the Black Sea are Constanta and Varna, which is next to Sofia.
    #[test]
    fn they_do_not_run_to_a_sea() {
        assert_eq!(go(&SEEN.replace("DVA.V", "DBS..")), place("VR"));
    }
}
