//! `habitual-b`: moves at random, but likes some places and moves more than others.

use stoker_engine::course::{Course, DraculaMove};
use stoker_engine::map::ByPlace;

use super::super::kit::{DraculaStyle, Flight, Way, dracula, dracula_entry};
use crate::entry::BotEntry;

/// The entry of the bot.
pub(super) const ENTRY: BotEntry<Course> = dracula_entry(
    "habitual-b",
    "A Dracula who moves at random, but likes some places and moves more than others.",
    |setup| dracula(setup, Habitual { likings: None }),
);

#[derive(Clone)]
struct Habitual {
    /// The likings; `None` before his first move of the match.
    likings: Option<Likings>,
}

/// Likings for places and special moves, from 1 to 9.
#[derive(Clone, Copy)]
struct Likings {
    places: ByPlace<u32>,
    hide: u32,
    double_back: u32,
}

impl DraculaStyle for Habitual {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        self.go(flight)
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        let likings = *self.likings.get_or_insert_with(|| Likings::draw(flight));
        let total: u32 = flight.ways().into_iter().map(|way| likings.weight(flight, way)).sum();
        let mut left = flight.below(total);
        let drawn = flight.ways().into_iter().find(|&way| {
            let weight = likings.weight(flight, way);
            let found = left < weight;
            left = left.saturating_sub(weight);
            found
        });
        drawn.expect("the number drawn is below the sum of the weights").mv
    }
}

impl Likings {
    fn draw(flight: &mut Flight<'_>) -> Self {
        let mut liking = || 1 + flight.below(9);
        Self { hide: liking(), double_back: liking(), places: ByPlace::new(|_| liking()) }
    }

    /// The weight of a move, in twelfths of a liking.
    fn weight(&self, flight: &Flight<'_>, way: Way) -> u32 {
        let liking = match way.mv {
            DraculaMove::To(place) => self.places[place],
            DraculaMove::Hide => self.hide,
            DraculaMove::DoubleBack(_) => self.double_back,
            DraculaMove::Teleport => 1,
        };
        if flight.is_sea(way.place) {
            4 * liking
        } else if flight.coming(way.place) > 0 {
            3 * liking
        } else {
            12 * liking
        }
    }
}
