//! The traps and the vampire that are still there, as far as past plays tell.

use stoker_engine::course::{Encounter, HunterPlay, Play, Sighting};

use crate::places::PlaceId;
use crate::rules::rules;

/// What lies somewhere, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Encounters {
    there: Vec<Placed>,
}

#[derive(Debug, Clone, Copy)]
struct Placed {
    what: Encounter,
    /// The round of the move that it was placed with.
    round: usize,
    /// Its place, if it is told.
    place: Option<PlaceId>,
}

impl Encounters {
    /// What is left after these plays.
    ///
    /// `dracula` is where his moves came to, by round.
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

    /// E1 and E2: what was placed with the move that leaves the trail goes, met or not.
    fn place(&mut self, round: usize, at: PlaceId, placed: Option<Encounter>) {
        let trail = usize::from(rules().params().trail);
        // There is one a round at most.
        if self.there.first().is_some_and(|oldest| oldest.round + trail <= round) {
            self.there.remove(0);
        }
        if let Some(what) = placed {
            let place = at.place().map(|_| at);
            self.there.push(Placed { what, round, place });
        }
    }

    /// H4: oldest first.
    fn meet(&mut self, play: &HunterPlay) {
        let at = PlaceId::of(play.to);
        (0..play.met.traps).for_each(|_| self.take(Encounter::Trap, at));
        (0..play.met.vampires).for_each(|_| self.take(Encounter::Vampire, at));
    }

    /// Takes away the oldest of a kind that lies there, or else one of which it is not told where.
    fn take(&mut self, what: Encounter, at: PlaceId) {
        let oldest = |place| {
            let is = |placed: &Placed| placed.what == what && placed.place == place;
            self.there.iter().position(is)
        };
        if let Some(index) = oldest(Some(at)).or_else(|| oldest(None)) {
            self.there.remove(index);
        }
    }

    /// Where the traps are, one entry a trap.
    pub(crate) fn traps(&self) -> impl Iterator<Item = PlaceId> {
        self.places(Encounter::Trap)
    }

    /// Where the youngest vampire is; `NOWHERE` if there is none.
    pub(crate) fn vampire(&self) -> PlaceId {
        self.places(Encounter::Vampire).last().unwrap_or(PlaceId::NOWHERE)
    }

    fn places(&self, what: Encounter) -> impl Iterator<Item = PlaceId> {
        let of_kind = self.there.iter().filter(move |placed| placed.what == what);
        of_kind.map(|placed| placed.place.unwrap_or(PlaceId::CITY_UNKNOWN))
    }
}
