//! The facts that every seat knows (boss K1), and how they change.
//!
//! All of the game's order of play is in here: which card waits for answers, which draws are to
//! come. So a seat's view, with the question that it is asked, is enough to go on from.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::changes::push;
use super::codes::{BloodGroup, Card, Order, Reason, Sky, Status, Tile, Vampire};
use super::moves::{Move, SPOTS, TileSpot};
use super::pedestrians::{PEDESTRIANS, Pedestrian};
use super::players::{MOST_PLAYERS, Player, PlayerSet};

/// Tiles of a layout, at most.
pub const MOST_TILES: usize = 6;
/// Tokens that close a tile (A12).
pub const CLOSED: u8 = 3;
/// Wounds that kill (A12).
pub const DEADLY: u8 = 3;
/// Open orders, at most (U5).
pub(super) const MOST_ORDERS: usize = 2 * MOST_PLAYERS;
/// Ability cards, at most.
pub(super) const MOST_CARDS: usize = 67;
/// Sky cards, at most: eight nights, a dawn, and six below.
pub(super) const MOST_SKY: usize = 15;

/// The facts that every seat knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The number of the round; 0 while vampires are chosen.
    pub round: u8,
    /// The seat that leads the round.
    pub leader: Player,
    /// The seat whose turn it is.
    pub active: Option<Player>,
    /// All sky cards turned up so far; the last is in force.
    pub sky: ArrayVec<Sky, MOST_SKY>,
    /// The number of sky cards left.
    pub sky_left: u8,
    /// The tiles, in layout order.
    pub tiles: ArrayVec<LayoutTile, MOST_TILES>,
    /// The number of pedestrians in the deck.
    pub pedestrians_left: u8,
    /// The blood groups of those that lie at the bottom of the deck, the lowest last (K6).
    pub under: ArrayVec<BloodGroup, PEDESTRIANS>,
    /// The number of cards in the ability deck.
    pub deck_left: u8,
    /// The discards, oldest first.
    pub discards: ArrayVec<Card, MOST_CARDS>,
    /// The open orders, in order.
    pub orders: ArrayVec<Order, MOST_ORDERS>,
    /// The seats.
    pub seats: ArrayVec<PublicSeat, MOST_PLAYERS>,
    /// All pedestrians claimed so far, oldest first.
    pub claimed: ArrayVec<Claim, PEDESTRIANS>,
    /// True while mist is up.
    pub mist: bool,
    /// True if the active seat has used `LOOK`.
    pub looked: bool,
    /// True if the active seat has attacked in this turn.
    pub attacked: bool,
    /// True from the end of the actions (T8) to the end of the turn.
    pub ended: bool,
    /// The draws of A13 that are to come.
    pub owed: u8,
    /// The card that was played and may be answered.
    pub card: Option<AnswerableCard>,
    /// The attack in progress.
    pub attack: Option<Attack>,
    /// The counts for the facts (E6).
    pub tally: Tally,
    /// The reason why the game is over.
    pub over: Option<Reason>,
}

/// A tile of the layout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayoutTile {
    /// Its code.
    pub tile: Tile,
    /// Its tokens.
    pub tokens: u8,
    /// The pedestrians on it, in order of position.
    pub lying: ArrayVec<Lying, SPOTS>,
}

/// A pedestrian on a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Lying {
    /// Face down.
    Down {
        /// Its blood group.
        group: BloodGroup,
        /// The seats that have seen it.
        seen_by: PlayerSet,
    },
    /// Face up.
    Up {
        /// The pedestrian itself.
        pedestrian: Pedestrian,
        /// The number of hits that it has taken (A8).
        hits: u8,
    },
}

/// A seat as everybody sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublicSeat {
    /// Its state.
    pub status: Status,
    /// Its vampire.
    pub vampire: Option<Vampire>,
    /// Its wounds.
    pub wounds: u8,
    /// The number of cards in its hand.
    pub hand: u8,
    /// True if it is lured.
    pub lured: bool,
    /// The orders that it has won, oldest first.
    pub won: ArrayVec<Order, MOST_ORDERS>,
}

/// A claimed pedestrian.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The seat that claimed it.
    pub by: Player,
    /// The pedestrian itself.
    pub pedestrian: Pedestrian,
    /// True if it is bitten.
    pub bitten: bool,
}

/// A card that may be answered (W4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerableCard {
    /// The seat that played it.
    pub by: Player,
    /// The card with what it names, as a move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// The number of Whispers in answer.
    pub whispers: u8,
    /// The seat that played last: the card or a Whisper.
    pub last: Player,
}

/// An attack in progress (A).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// The tile.
    pub tile: Tile,
    /// The positions turned up in this attack (A2).
    pub turned: SpotSet,
    /// The number of ambushes answered (A4).
    pub ambushes: u8,
    /// The Cries that took effect (W3).
    pub cries: ArrayVec<Cries, SPOTS>,
    /// The positions of werewolves hit in this attack (A8).
    pub hit: SpotSet,
    /// The position that cards were played against and that is not beaten yet.
    pub at: Option<TileSpot>,
    /// The sum of these cards.
    pub sum: u8,
    /// The pedestrians claimed in this attack.
    pub claims: u8,
}

/// The Cries against a pedestrian (W3), which last until the attack ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cries {
    /// The pedestrian.
    pub pedestrian: Pedestrian,
    /// Their number.
    pub count: u8,
}

/// The counts for the facts (E6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Turns (T2).
    pub turns: u16,
    /// Attacks.
    pub attacks: u16,
    /// Failed attacks.
    pub failed: u16,
}

/// A set of positions on a tile. Written as a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "Vec<TileSpot>", into = "Vec<TileSpot>")]
pub struct SpotSet(u16);

impl SpotSet {
    /// True if the position is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, spot: TileSpot) -> bool {
        self.0 >> spot.index() & 1 == 1
    }

    /// Adds a position.
    #[inline]
    pub(super) fn insert(&mut self, spot: TileSpot) {
        self.0 |= 1 << spot.index();
    }

    /// Takes a position out; those behind it move up.
    pub(super) fn close_up(&mut self, spot: TileSpot) {
        let before = (1 << spot.index()) - 1;
        self.0 = self.0 & before | self.0 >> 1 & !before;
    }
}

impl From<Vec<TileSpot>> for SpotSet {
    fn from(spots: Vec<TileSpot>) -> Self {
        let mut set = Self::default();
        spots.into_iter().for_each(|spot| set.insert(spot));
        set
    }
}

impl From<SpotSet> for Vec<TileSpot> {
    fn from(set: SpotSet) -> Self {
        TileSpot::all().filter(|spot| set.contains(*spot)).collect()
    }
}

/// A seat that no table has.
static NOBODY: PublicSeat = PublicSeat {
    status: Status::Sun,
    vampire: None,
    wounds: 0,
    hand: 0,
    lured: false,
    won: ArrayVec::new_const(),
};

impl LayoutTile {
    /// True if it has fewer than three tokens.
    #[inline]
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.tokens < CLOSED
    }

    /// True if a pedestrian lies on it face down.
    #[inline]
    #[must_use]
    pub fn has_hidden(&self) -> bool {
        self.lying.iter().any(|lying| matches!(lying, Lying::Down { .. }))
    }
}

impl Attack {
    pub(super) fn on(tile: Tile) -> Self {
        let (turned, hit) = (SpotSet::default(), SpotSet::default());
        let cries = ArrayVec::new();
        Self { tile, turned, ambushes: 0, cries, hit, at: None, sum: 0, claims: 0 }
    }

    /// The number of Cries against a pedestrian.
    #[inline]
    #[must_use]
    pub fn cries_against(&self, pedestrian: Pedestrian) -> u8 {
        let cries = self.cries.iter().find(|cries| cries.pedestrian == pedestrian);
        cries.map_or(0, |cries| cries.count)
    }

    pub(super) fn cry(&mut self, pedestrian: Pedestrian) {
        match self.cries.iter_mut().find(|cries| cries.pedestrian == pedestrian) {
            Some(cries) => cries.count = cries.count.saturating_add(1),
            None => push(&mut self.cries, Cries { pedestrian, count: 1 }),
        }
    }

    /// The pedestrian at a position is gone, and those behind it move up.
    pub(super) fn close_up(&mut self, spot: TileSpot) {
        self.turned.close_up(spot);
        self.hit.close_up(spot);
    }
}

impl Table {
    /// The number of seats.
    #[inline]
    #[must_use]
    pub fn players(&self) -> usize {
        self.seats.len()
    }

    /// A seat; one that is out, if the table has no such seat.
    #[inline]
    #[must_use]
    pub fn seat(&self, player: Player) -> &PublicSeat {
        self.seats.get(player.index()).unwrap_or(&NOBODY)
    }

    #[inline]
    pub(super) fn seat_mut(&mut self, player: Player) -> Option<&mut PublicSeat> {
        self.seats.get_mut(player.index())
    }

    /// True if the seat is in the streets.
    #[inline]
    #[must_use]
    pub fn is_in(&self, player: Player) -> bool {
        self.seat(player).status == Status::In
    }

    /// The seats in the streets in turn order, beginning with this one (G2).
    #[inline]
    pub fn in_order_from(&self, first: Player) -> impl Iterator<Item = Player> + '_ {
        let players = self.players();
        let order = (0..players).map(move |places| first.after(places, players));
        order.filter(|player| self.is_in(*player))
    }

    /// The seats in the streets after this one, without it (G2).
    #[inline]
    pub fn in_order_after(&self, player: Player) -> impl Iterator<Item = Player> + '_ {
        let players = self.players();
        let order = (1..players).map(move |places| player.after(places, players));
        order.filter(|player| self.is_in(*player))
    }

    /// The seats in the streets after this one that come before the last; all others, if this is
    /// the last itself.
    #[inline]
    pub(super) fn in_order_between(
        &self,
        after: Player,
        last: Player,
    ) -> impl Iterator<Item = Player> + '_ {
        let players = self.players();
        let passed = (after.index() + players - last.index()) % players.max(1);
        let order = (passed + 1..players).map(move |places| last.after(places, players));
        order.filter(|player| self.is_in(*player))
    }

    /// The number of seats in the streets.
    #[must_use]
    pub fn in_streets(&self) -> usize {
        self.seats.iter().filter(|place| place.status == Status::In).count()
    }

    /// The tile of this code.
    #[inline]
    #[must_use]
    pub fn ground(&self, tile: Tile) -> Option<&LayoutTile> {
        self.tiles.iter().find(|ground| ground.tile == tile)
    }

    #[inline]
    pub(super) fn ground_mut(&mut self, tile: Tile) -> Option<&mut LayoutTile> {
        self.tiles.iter_mut().find(|ground| ground.tile == tile)
    }

    /// The tile under attack.
    #[inline]
    #[must_use]
    pub fn attacked_ground(&self) -> Option<(&Attack, &LayoutTile)> {
        let attack = self.attack.as_ref()?;
        Some((attack, self.ground(attack.tile)?))
    }

    /// The pedestrian face up at a position.
    #[inline]
    #[must_use]
    pub fn face_up(&self, tile: Tile, spot: TileSpot) -> Option<(Pedestrian, u8)> {
        match self.ground(tile)?.lying.get(spot.index())? {
            Lying::Up { pedestrian, hits } => Some((*pedestrian, *hits)),
            Lying::Down { .. } => None,
        }
    }

    /// The sky card in force.
    #[inline]
    #[must_use]
    pub fn sky_now(&self) -> Option<Sky> {
        self.sky.last().copied()
    }

    /// True once a dawn was turned up.
    #[inline]
    #[must_use]
    pub fn dawned(&self) -> bool {
        self.sky.contains(&Sky::Dawn)
    }

    /// The claimed pedestrians of a seat, in the order claimed.
    #[inline]
    pub fn claimed_by(&self, player: Player) -> impl Iterator<Item = &Claim> {
        self.claimed.iter().filter(move |claim| claim.by == player)
    }
}
