//! `quarters-b`: hunters who share the map out, and of whom two run to a sighting.

use stoker_engine::course::Course;
use stoker_engine::map::{Place, PlaceSet};

use super::super::kit::{Hunt, HunterStyle, hunters, hunters_entry};
use crate::entry::BotEntry;

/// The bot.
pub(super) const ENTRY: BotEntry<Course> = hunters_entry(
    "quarters-b",
    "Hunters who each walk their own part of the map; the two nearest run to a sighting.",
    |setup| hunters(setup, Quarters { door: PlaceSet::EMPTY }),
);

/// The homes. The cities near the last belong to the hunter who walks at the castle.
const HOMES: [&str; 4] = ["SR", "LO", "MI", "KL"];

/// The number of the hunter who walks at the castle.
const WATCH: usize = 3;

#[derive(Clone)]
struct Quarters {
    /// The castle's neighbour from which the last hunter came, if any.
    door: PlaceSet,
}

impl HunterStyle for Quarters {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.start_at(HOMES)
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        match hunt.seen(3) {
            Some(seen) if hunt.nearer(seen.place) < 2 => hunt.towards(seen.place),
            _ if hunt.number() == WATCH => self.watch(hunt),
            _ if hunt.is_hurt() => hunt.here(),
            _ => hunt.beat(quarter(hunt)),
        }
    }
}

impl Quarters {
    /// To and fro between the castle's neighbours, through the castle.
    fn watch(&mut self, hunt: &mut Hunt<'_>) -> Place {
        let doors = hunt.castle_doors();
        if doors.contains(hunt.here()) {
            self.door = PlaceSet::of(hunt.here());
            return hunt.towards(hunt.castle());
        }
        hunt.towards_nearest(doors - self.door)
    }
}

/// The cities that need fewer moves to the hunter's home than to another. Of homes as near, the
/// first has the city.
fn quarter(hunt: &Hunt<'_>) -> PlaceSet {
    let home = |code| hunt.rules().place(code).unwrap_or(hunt.castle());
    let homes = HOMES.map(home);
    let moves = |city, owner: usize| hunt.tables().dracula_moves(homes[owner], city);
    let owner = |city| (0..homes.len()).min_by_key(|&owner| moves(city, owner));
    hunt.land().into_iter().filter(|&city| owner(city) == Some(hunt.number())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::field::kit::testing::{Hunting, place, places};

    fn go(style: &mut Quarters, past: &str) -> Place {
        style.go(&mut Hunting::after(past, 1).hunt())
    }

    #[test]
    fn the_fourth_goes_to_and_fro_through_the_castle() {
        let mut style = Quarters { door: PlaceSet::EMPTY };
        let past = "GMA.... SLO.... HMI.... MKL.... DC?.V.. GMA.... SLO.... HMI....";
        assert_eq!(go(&mut style, past), place("CD"));
        let past = format!("{past} MCD.... DC?T... GMA.... SLO.... HMI....");
        assert_eq!(go(&mut style, &past), place("GA"));
    }

    #[test]
    fn the_quarter_of_london_holds_the_british_isles() {
        let mut hunting = Hunting::after("GMA.... SLO.... HMI.... MKL.... DC?.V.. GMA....", 1);
        let quarter = quarter(&hunting.hunt());
        assert!(places("LO MN ED LV SW PL DU GW").is_subset(quarter));
        assert!((quarter & places("SR MA LS MI VE KL GA CD")).is_empty());
    }
}
