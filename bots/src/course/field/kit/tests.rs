//! Tests of the kit, derived by hand from the map.

use super::testing::{Fleeing, Hunting, place, places};
use super::*;

/// He began in Athens, from which a road leads to Valona.
const FROM_ATHENS: &str = "GMA.... SPA.... HLO.... MSO.... DAT.V.. \
                           GMA.... SPA.... HLO.... MSO.... DC?T... \
                           GMA.... SPA.... HLO.... MSO.... DC?T...";

#[test]
fn a_sighting_is_as_old_as_the_moves_since() {
    let mut hunting = Hunting::after(FROM_ATHENS, 1);
    let hunt = hunting.hunt();
    assert_eq!(hunt.seen(3), Some(Seen { place: place("AT"), age: 3 }));
    assert_eq!(hunt.seen(2), None);
}

/// Roads lead from Valona to Salonica, Sarajevo and Sofia, where a hunter is.
#[test]
fn he_can_be_where_moves_of_the_kinds_that_were_seen_lead_unless_a_hunter_is_there() {
    let mut hunting = Hunting::after(FROM_ATHENS, 1);
    let hunt = hunting.hunt();
    let seen = hunt.seen(3).unwrap();
    assert_eq!(hunt.possible(seen), places("AT VA SA SJ"));
}

#[test]
fn he_is_where_he_was_seen_last_round_also_if_a_hunter_is_there() {
    let mut hunting = Hunting::after("GMA.... SPA.... HLO.... MVA.... DVA.V..", 1);
    let hunt = hunting.hunt();
    let seen = hunt.seen(1).unwrap();
    assert_eq!(hunt.possible(seen), places("VA"));
}

/// From Sofia, roads lead to Salonica and Sarajevo; Athens is two turns away.
#[test]
fn a_search_goes_to_the_nearest_possible_city_without_a_hunter() {
    let taken = format!("{FROM_ATHENS} GSJ.... SVA.... HLO....");
    let mut hunting = Hunting::after(&taken, 1);
    let mut hunt = hunting.hunt();
    let seen = hunt.seen(3).unwrap();
    assert_eq!(hunt.search(seen), place("SA"));
}

/// Roads lead from Sofia to Belgrade, Bucharest, Salonica, Sarajevo, Valona and Varna.
#[test]
fn the_exits_of_a_place_are_those_that_the_trail_leaves_open() {
    let mut fleeing = Fleeing::after(
        "GMA.... SPA.... HLO.... MED.... DAT.V.. \
         GMA.... SPA.... HLO.... MED.... DVAT... \
         GMA.... SPA.... HLO.... MED.... DSAT... \
         GMA.... SPA.... HLO.... MED....",
        1,
    );
    let flight = fleeing.flight();
    assert_eq!(flight.exits(place("SO")), places("BE BC SJ VR"));
    assert_eq!(flight.exit_count(place("SO")), 4);
    assert_eq!(flight.exits(place("IO")), places("AS BS TS"));
}
