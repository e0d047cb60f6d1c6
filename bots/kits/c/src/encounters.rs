//! The traps and the vampire that are still on the map, as far as past plays tell.

use stoker_engine::course::{Encounter, HunterPlay, Play, Sighting};

use crate::places::PlaceId;
use crate::rules::rules;

/// The encounters that are left, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Encounters {
    there: Vec<Placed>,
}

#[derive(Debug, Clone, Copy)]
struct Placed {
    what: Encounter,
    /// The round of the move with which it was placed.
    round: usize,
    /// Its place, if the plays tell.
    place: Option<PlaceId>,
}

impl Encounters {
    /// The encounters that are left after these plays.
    ///
    /// `dracula` holds the places that his moves led to, by round.
    pub(crate) fn of(plays: &[Play<Sighting>], dracula: &[PlaceId]) -> Self {
        let mut left = Self::default();
        let mut rounds = dracula.iter().enumerate();
        for play in plays {
            match play {
                Play::Hunter(play) => left.meet(play),
                Play::Dracula(play) => {
                    let (round, &at) = rounds.next().expect("each of his moves came somewhere");
                    left.place(round, at, play.placed);
                }
            }
        }
        left
    }

    /// Removes the encounter of the move that leaves the trail, and adds the new one (E1 and E2).
    fn place(&mut self, round: usize, at: PlaceId, placed: Option<Encounter>) {
        let trail = usize::from(rules().params().trail);
        // One encounter a round is the most.
        if self.there.first().is_some_and(|oldest| oldest.round + trail <= round) {
            self.there.remove(0);
        }
        if let Some(what) = placed {
            let place = at.place().map(|_| at);
            self.there.push(Placed { what, round, place });
        }
    }

    /// Removes the encounters that a hunter met, oldest first (H4).
    fn meet(&mut self, play: &HunterPlay) {
        let at = PlaceId::of(play.to);
        (0..play.met.traps).for_each(|_| self.take(Encounter::Trap, at));
        (0..play.met.vampires).for_each(|_| self.take(Encounter::Vampire, at));
    }

    /// Removes the oldest encounter of a kind in this place, or else one whose place is unknown.
    fn take(&mut self, what: Encounter, at: PlaceId) {
        let oldest = |place| {
            let is = |placed: &Placed| placed.what == what && placed.place == place;
            self.there.iter().position(is)
        };
        if let Some(index) = oldest(Some(at)).or_else(|| oldest(None)) {
            self.there.remove(index);
        }
    }

    /// The places of the traps, one entry for each trap.
    pub(crate) fn traps(&self) -> impl Iterator<Item = PlaceId> {
        self.places(Encounter::Trap)
    }

    /// The place of the youngest vampire; `NOWHERE` if there is none.
    pub(crate) fn vampire(&self) -> PlaceId {
        self.places(Encounter::Vampire).last().unwrap_or(PlaceId::NOWHERE)
    }

    fn places(&self, what: Encounter) -> impl Iterator<Item = PlaceId> {
        let of_kind = self.there.iter().filter(move |placed| placed.what == what);
        of_kind.map(|placed| placed.place.unwrap_or(PlaceId::CITY_UNKNOWN))
    }
}
