//! Every title does what its row says: a test or more for each of the 47.

mod action;
mod combat;
mod open;
mod phase;
mod time;
mod travel;

use crate::fury::Told;
use crate::fury::cards::{Encounter, Hunter, Item, Ticket};
use crate::fury::notation;
use crate::fury::table::Phase;
use crate::fury::task::Task;
use crate::fury::tests::Scene;
use crate::fury::titles::EventCard;
use crate::fury::trail::{Form, LaidCards, TrailCard};
use crate::seats::Seat;

#[test]
fn every_title_has_one_row_in_the_order_of_codes() {
    let hunters: Vec<EventCard> = super::HUNTERS.iter().map(|row| row.title).collect();
    let draculas: Vec<EventCard> = super::DRACULAS.iter().map(|row| row.title).collect();
    let of = |dracula: bool| {
        let all = EventCard::ALL.iter().copied();
        all.filter(move |title| title.is_draculas() == dracula).collect::<Vec<_>>()
    };
    assert_eq!((hunters, draculas), (of(false), of(true)));
}
