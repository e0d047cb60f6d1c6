//! The legal moves of each question, from what the seat asked knows.
//!
//! Tables and hands may come from anybody, so nothing here may panic; what makes no sense may have
//! no moves.

use super::Boss;
use super::codes::{Asked, Card, Order, Street, Vampire};
use super::moves::{Move, Moves};
use super::own::Own;
use super::pedestrians::Pedestrian;
use super::players::Player;
use super::table::Table;

/// A seat's means to choose: what it knows, and who it is.
#[derive(Clone, Copy)]
pub(super) struct ChoosingSeat<'a> {
    pub(super) rules: &'a Boss,
    pub(super) table: &'a Table,
    pub(super) own: &'a Own,
    pub(super) player: Player,
}

impl ChoosingSeat<'_> {
    /// The legal moves when this is asked.
    pub(super) fn moves(self, asked: Asked) -> Moves {
        let mut moves = Moves::none();
        match asked {
            Asked::Vampire => moves.extend(free_vampires(self.table).map(Move::Vampire)),
            Asked::Action => self.actions(&mut moves),
            Asked::Discard => {
                self.discards(&mut moves);
                moves.push(Move::End);
            }
            Asked::Stroll => moves.extend(stroll_streets(self.table).map(Move::Stroll)),
            Asked::Window => {
                self.any_time(&mut moves);
                moves.push(Move::End);
            }
            Asked::Cry => {
                let ground = self.table.attacked_ground();
                let count = ground.map_or(0, |(_, ground)| ground.lying.len());
                moves.extend(super::TileSpot::all().take(count).map(Move::Cry));
                moves.push(Move::End);
            }
            Asked::Answer => moves.extend([Move::Hush, Move::End].into_iter()),
            Asked::Ambush => {
                moves.push(Move::Wound);
                self.discards(&mut moves);
            }
            Asked::Fight => self.fight(&mut moves),
            Asked::Order => {
                if let Some(claim) = self.table.claimed.last() {
                    let orders = matching(self.rules, self.table, claim.pedestrian);
                    moves.extend(orders.into_iter().flatten().map(Move::Order));
                }
            }
            Asked::Stay => moves.extend([Move::Stay, Move::Leave].into_iter()),
        }
        moves
    }

    /// Adds the actions of a turn (T3).
    fn actions(self, moves: &mut Moves) {
        let open = self.table.tiles.iter().filter(|ground| ground.is_open());
        let full = open.filter(|ground| !ground.lying.is_empty());
        moves.extend(full.map(|ground| Move::Attack(ground.tile)));
        let must = self.table.seat(self.player).lured
            && !self.table.attacked
            && !moves.as_slice().is_empty();
        self.bites(moves);
        self.noses(moves);
        if self.own.hand.has(Card::Mist) && !self.table.mist {
            moves.push(Move::Mist);
        }
        self.lures(moves);
        let hound = self.table.seat(self.player).vampire == Some(Vampire::Hound);
        if hound && !self.table.looked {
            moves.extend(hidden_tiles(self.table).map(Move::Look));
        }
        if !must {
            moves.push(Move::End);
        }
    }

    /// Adds the cards that can be played in the turn window (W1).
    fn any_time(self, moves: &mut Moves) {
        self.bites(moves);
        self.noses(moves);
        self.lures(moves);
    }

    /// True if the seat has something to play in W1.
    pub(super) fn has_any_time(self) -> bool {
        let hand = &self.own.hand;
        let bite = || {
            let mut claimed = self.table.claimed_by(self.player);
            self.table.seat(self.player).wounds > 0 && claimed.any(|claim| !claim.bitten)
        };
        (hand.has(Card::Bite) && bite())
            || (hand.has(Card::Nose) && hidden_tiles(self.table).next().is_some())
            || (hand.has(Card::Lure) && self.lurable().next().is_some())
    }

    fn bites(self, moves: &mut Moves) {
        if self.own.hand.has(Card::Bite) && self.table.seat(self.player).wounds > 0 {
            let claimed = self.table.claimed_by(self.player).filter(|claim| !claim.bitten);
            moves.extend(claimed.map(|claim| Move::Bite(claim.pedestrian)));
        }
    }

    fn noses(self, moves: &mut Moves) {
        if self.own.hand.has(Card::Nose) {
            moves.extend(hidden_tiles(self.table).map(Move::Nose));
        }
    }

    fn lures(self, moves: &mut Moves) {
        if self.own.hand.has(Card::Lure) {
            moves.extend(self.lurable().map(Move::Lure));
        }
    }

    fn lurable(&self) -> impl Iterator<Item = Player> {
        let others = Player::ALL.into_iter().filter(|other| *other != self.player);
        others.filter(|other| self.table.is_in(*other) && !self.table.seat(*other).lured)
    }

    fn discards(self, moves: &mut Moves) {
        moves.extend(self.own.hand.kinds().map(Move::Discard));
    }

    /// Adds the attack cards, by pedestrian (A7).
    fn fight(self, moves: &mut Moves) {
        if let Some((attack, ground)) = self.table.attacked_ground() {
            for spot in super::TileSpot::all().take(ground.lying.len()) {
                let free = match attack.at {
                    Some(at) => at == spot,
                    None => self.rules.can_attack(self.table, spot),
                };
                if free {
                    moves.extend(self.own.hand.attacks().map(|card| Move::Hit(spot, card)));
                }
            }
        }
        moves.push(Move::Stop);
    }
}

/// The vampires that nobody is (U6).
pub(super) fn free_vampires(table: &Table) -> impl Iterator<Item = Vampire> {
    let taken = |vampire| table.seats.iter().any(|place| place.vampire == Some(vampire));
    Vampire::ALL.iter().copied().filter(move |vampire| !taken(*vampire))
}

/// Open tiles with a pedestrian face down, in layout order.
pub(super) fn hidden_tiles(table: &Table) -> impl Iterator<Item = super::Tile> {
    let tiles = table.tiles.iter().filter(|ground| ground.is_open() && ground.has_hidden());
    tiles.map(|ground| ground.tile)
}

/// Streets with such a tile, in layout order (D4).
pub(super) fn stroll_streets(table: &Table) -> impl Iterator<Item = Street> {
    let streets = |table| hidden_tiles(table).map(super::Tile::street);
    streets(table).enumerate().filter_map(move |(at, street)| {
        let first = streets(table).position(|other| other == street) == Some(at);
        first.then_some(street)
    })
}

/// The open orders that name a pedestrian, in data order (C2).
pub(super) fn matching(rules: &Boss, table: &Table, pedestrian: Pedestrian) -> [Option<Order>; 2] {
    let orders = pedestrian.orders(rules.data());
    orders.map(|order| table.orders.contains(&order).then_some(order))
}
