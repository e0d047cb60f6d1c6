//! One seat's own knowledge (kosmos V2 to V4).

use serde::{Deserialize, Serialize};

use super::Kosmos;
use super::actions::ActionSet;
use super::board::{ByPlace, Place, PlaceSet};
use super::cards::{Cards, Kind, Mark, Side};
use super::table::Table;
use super::told::{Refill, Told};

/// One seat's own knowledge, besides the facts that both seats know (V2 to V4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Own {
    /// Its hand; while cards are laid, what it has not laid.
    pub hand: Cards,
    /// The cards that it laid; none before it has laid any.
    pub laid: Cards,
    /// Its action hand.
    pub actions: ActionSet,
    /// Its pile of played cards.
    pub pile: ActionSet,
    /// Its record of the board.
    pub record: ByPlace<Mark>,
    /// The opponent's whole hand as it was last seen; `None` if it never was.
    pub seen: Option<Cards>,
}

impl Own {
    /// A seat's knowledge before anything is dealt or laid.
    pub(super) fn new(rules: &Kosmos, side: Side) -> Self {
        Self {
            hand: rules.data().cards[side],
            laid: Cards::none(side),
            actions: ActionSet::EMPTY,
            pile: ActionSet::EMPTY,
            record: ByPlace::new(|_| Mark::Empty),
            seen: None,
        }
    }

    /// Its cards set aside (V2): those that are neither in the action hand nor on the pile.
    #[inline]
    #[must_use]
    pub fn aside(&self) -> ActionSet {
        ActionSet::deck(self.hand.side()).minus(self.actions).minus(self.pile)
    }

    /// The places that hold a card.
    #[must_use]
    pub fn full(&self) -> PlaceSet {
        self.record.iter().filter(|(_, mark)| **mark != Mark::Empty).map(|(at, _)| at).collect()
    }

    /// Takes in an entry that is told at this table. It may come from anybody, so nothing here may
    /// panic.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most is known to both: see the table")]
    #[inline]
    pub(super) fn apply(&mut self, table: &Table, told: &Told) {
        let mine = table.mover == Some(self.hand.side());
        match *told {
            Told::Actions(cards) => self.actions = cards,
            Told::Lay(cards) => {
                self.laid = cards;
                self.hand = self.hand.without(cards);
            }
            Told::Deal => self.record = ByPlace::new(|_| Mark::Unknown),
            Told::Gift if mine => self.hand.remove(Kind::target(self.hand.side())),
            Told::Hand(cards) => {
                self.seen = Some(cards.unwrap_or(Cards::none(self.hand.side().other())));
            }
            Told::Up(kind) => {
                self.record[table.figure()] = Mark::Empty;
                self.take_up(kind);
            }
            Told::Put(place, kind) => self.put(table, place, kind),
            Told::Foe(kind) => self.record[table.figure()] = Mark::Kind(kind),
            Told::Taken => match table.drawn {
                // W10, A5a, X14: a card that a feint drew comes from the other's hand.
                Some(kind) if !mine => self.hand.remove(kind),
                Some(_) => {}
                None => self.record[table.figure()] = Mark::Empty,
            },
            Told::Won => self.record[table.figure()] = Mark::Empty,
            Told::Play(card) if mine => {
                self.actions = self.actions.without(card);
                self.pile = self.pile.with(card);
            }
            Told::Recover(kind) if mine => self.hand.add(kind),
            Told::Swap(place) => {
                self.take_up(self.record[place].kind().filter(|_| mine));
                self.record[place] = Mark::Empty;
            }
            Told::Fetch(_, Some(card)) => {
                self.actions = self.actions.with(card);
                self.pile = self.pile.without(card);
            }
            Told::Refill(Refill::Shuffle) if mine => self.pile = ActionSet::EMPTY,
            _ => {}
        }
    }

    fn take_up(&mut self, kind: Option<Kind>) {
        kind.into_iter().for_each(|kind| self.hand.add(kind));
    }

    /// W11: the kind is told to the mover alone.
    fn put(&mut self, table: &Table, place: Place, kind: Option<Kind>) {
        self.record[place] = kind.map_or(Mark::Card(table.mover_or_dracula()), Mark::Kind);
        kind.into_iter().for_each(|kind| self.hand.remove(kind));
    }
}
