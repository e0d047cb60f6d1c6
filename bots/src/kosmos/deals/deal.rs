//! One possible deal of the cards that a side cannot see.

use stoker_engine::kosmos::{ByPlace, Cards, Kind, Place, PlaceSet, Side};

/// The cards that a side cannot see, as they may be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deal {
    pub(super) board: ByPlace<Option<Kind>>,
    /// The opponent's hand.
    pub(super) hand: Cards,
}

impl Deal {
    pub(super) fn holds_of(&self, place: Place, side: Side) -> bool {
        self.board[place].is_some_and(|kind| kind.side() == side)
    }

    /// True if a card of this kind lies on the board, at a place other than this.
    pub(super) fn lies(&self, kind: Kind, but: Option<Place>) -> bool {
        let mut others = Place::ALL.iter().filter(|&&place| Some(place) != but);
        others.any(|&place| self.board[place] == Some(kind))
    }

    /// A place other than this one where such a card may lie as well.
    fn elsewhere(&self, place: Place, sure: PlaceSet, is: impl Fn(Kind) -> bool) -> Option<Place> {
        let open = PlaceSet::ALL - sure - PlaceSet::of(place);
        open.iter().find(|&other| self.board[other].is_some_and(&is))
    }

    /// Changes cards until this kind lies at the place.
    pub(super) fn bring(&mut self, place: Place, kind: Kind, sure: PlaceSet) {
        self.bring_any(place, kind.side(), sure);
        let now = self.board[place];
        if now == Some(kind) {
            return;
        }
        if let Some(other) = self.elsewhere(place, sure, |card| card == kind) {
            self.board[other] = now;
        } else if let Some(now) = now {
            self.hand.remove(kind);
            self.hand.add(now);
        }
        self.board[place] = Some(kind);
    }

    /// Changes cards until one of this side lies at the place.
    pub(super) fn bring_any(&mut self, place: Place, side: Side, sure: PlaceSet) {
        if self.holds_of(place, side) {
            return;
        }
        if let Some(other) = self.elsewhere(place, sure, |card| card.side() == side) {
            let now = self.board[place];
            self.board[place] = self.board[other];
            self.board[other] = now;
        }
    }

    /// Changes cards until this kind is in the hand.
    pub(super) fn have(&mut self, kind: Kind, sure: PlaceSet) {
        if self.hand.count(kind) > 0 {
            return;
        }
        let none = PlaceSet::ALL - sure;
        let at = none.iter().find(|&place| self.board[place] == Some(kind));
        let spare = self.hand.iter().next();
        if let (Some(at), Some(spare)) = (at, spare) {
            self.board[at] = Some(spare);
            self.hand.remove(spare);
        }
        self.hand.add(kind);
    }

    /// Changes cards until the hand is the one that was seen.
    pub(super) fn see(&mut self, hand: Cards, sure: PlaceSet) {
        loop {
            let lacks = hand.without(self.hand).iter().next();
            let spare = self.hand.without(hand).iter().next();
            let (Some(lacks), Some(spare)) = (lacks, spare) else { break };
            let open = PlaceSet::ALL - sure;
            let at = open.iter().find(|&place| self.board[place] == Some(lacks));
            if let Some(at) = at {
                self.board[at] = Some(spare);
            }
            self.hand.remove(spare);
            self.hand.add(lacks);
        }
        self.hand = hand;
    }
}
