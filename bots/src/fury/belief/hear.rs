//! Answers that the hunters are told about Dracula's location (fury K7).

use stoker_engine::fury::{Hunter, Phase, Told};
use stoker_engine::map::{Place, PlaceSet};

use super::Belief;
use super::sight::{FollowedSide, ViewFacts};

/// Dracula since the last view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SinceLast {
    /// He has not moved.
    Still,
    /// He has moved.
    Moved,
}

impl Belief {
    /// Takes in an answer that was told since the last view.
    ///
    /// An answer holds for where the hunters stood as it was told. The hunters' own views leave no
    /// doubt about that, because the last one is the question that led to it. Dracula may have seen
    /// nothing since long before, so he leaves out what he cannot date.
    pub(super) fn hear(&mut self, last: &ViewFacts, now: &ViewFacts, dracula: SinceLast) {
        if last.told == now.told {
            return;
        }
        let still = dracula == SinceLast::Still;
        let places = match now.told {
            Told::Bond(near) => bond_from(last, now, dracula).map(|mina| {
                let around = self.atlas.within(mina, 2);
                if near { around } else { self.atlas.everywhere() - around }
            }),
            Told::Hypnosis(region) if still => Some(self.atlas.region(region)),
            Told::Presence(hunters) if still && now.reader == FollowedSide::Hunters => {
                Some(self.next_to(last, hunters))
            }
            _ => None,
        };
        if let Some(places) = places {
            let fits = |place: Option<Place>| place.is_none_or(|place| places.contains(place));
            self.histories.retain(|history| fits(history.place()));
        }
    }

    /// The places that are next to the cities of exactly these hunters.
    fn next_to(&self, last: &ViewFacts, hunters: u8) -> PlaceSet {
        let near = |at: Place| {
            Hunter::FOUR.iter().enumerate().all(|(number, &hunter)| {
                let city = last.places[hunter].filter(|city| self.atlas.cities.contains(*city));
                let next = city.is_some_and(|city| self.atlas.adjacent(at).contains(city));
                next == (hunters >> number & 1 == 1)
            })
        };
        self.atlas.everywhere().into_iter().filter(|&at| near(at)).collect()
    }
}

/// The city of Mina as she used her bond, if it is certain and Dracula had not moved on by then.
fn bond_from(last: &ViewFacts, now: &ViewFacts, dracula: SinceLast) -> Option<Place> {
    let still = dracula == SinceLast::Still;
    let same_night = last.phase == Phase::Night && now.round <= last.round + 1;
    match now.reader {
        FollowedSide::Hunters if still || same_night => last.places[Hunter::Mina],
        // She uses it by night, and does not move before the next day.
        FollowedSide::Dracula if still && matches!(now.phase, Phase::Night | Phase::Dracula) => {
            now.places[Hunter::Mina]
        }
        FollowedSide::Hunters | FollowedSide::Dracula => None,
    }
}
