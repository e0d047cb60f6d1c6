//! `habitual-a`: moves at random, by likings that he draws for each match.

use stoker_engine::course::{Course, DraculaMove};
use stoker_engine::map::ByPlace;

use super::super::kit::{DraculaStyle, Flight, Way, dracula, dracula_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = dracula_entry(
    "habitual-a",
    "A Dracula who moves at random, by likings for places and moves that last for a match.",
    |setup| dracula(setup, Habitual { likings: None }),
);

#[derive(Clone)]
struct Habitual {
    likings: Option<Likings>,
}

/// Weights from 1 to 9.
#[derive(Clone)]
struct Likings {
    places: ByPlace<u32>,
    hide: u32,
    double_back: u32,
}

impl DraculaStyle for Habitual {
    fn start(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        self.draw(flight)
    }

    fn go(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        self.draw(flight)
    }
}

impl Habitual {
    /// Draws a move in proportion to its weight.
    fn draw(&mut self, flight: &mut Flight<'_>) -> DraculaMove {
        let likings = &*self.likings.get_or_insert_with(|| Likings::drawn(flight));
        let ways = flight.ways();
        let weights: Vec<_> = ways.iter().map(|&way| likings.of(flight, way)).collect();
        let mut left = flight.below(weights.iter().sum());
        for (way, weight) in ways.iter().zip(weights) {
            match left.checked_sub(weight) {
                None => return way.mv,
                Some(rest) => left = rest,
            }
        }
        unreachable!("the weights add up to more than the number drawn")
    }
}

impl Likings {
    fn drawn(flight: &mut Flight<'_>) -> Self {
        let mut liking = || 1 + flight.below(9);
        Self { places: ByPlace::new(|_| liking()), hide: liking(), double_back: liking() }
    }

    /// The weight of a way: a quarter in reach of a hunter, a third at sea.
    fn of(&self, flight: &Flight<'_>, way: Way) -> u32 {
        let liking = match way.mv {
            DraculaMove::To(place) => self.places[place],
            DraculaMove::Hide => self.hide,
            DraculaMove::DoubleBack(_) => self.double_back,
            DraculaMove::Teleport => 1,
        };
        let shy = if flight.coming(way.place) > 0 { 4 } else { 1 };
        let dry = if flight.is_sea(way.place) { 3 } else { 1 };
        12 * liking / (shy * dry)
    }
}
