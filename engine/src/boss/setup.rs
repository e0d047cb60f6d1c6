//! Set-up (boss U).

use arrayvec::ArrayVec;

use super::Boss;
use super::choices::free_vampires;
use super::codes::{Asked, Card, Order, Sky, Status, Street, Tile, Vampire};
use super::own::Own;
use super::params::{Moon, Params, Streets, Vampires};
use super::pedestrians::Pedestrian;
use super::players::{ByPlayer, Player};
use super::position::{Adjudicator, HiddenFacts, Position, Tellings};
use super::table::{LayoutTile, MOST_SKY, MOST_TILES, PublicSeat, Table, Tally};
use super::told::Told;
use crate::chance::Luck;
use crate::seed::Purpose;

const SEATS: Purpose = Purpose::new("seats");
const STREETS: Purpose = Purpose::new("streets");
const PEDESTRIANS: Purpose = Purpose::new("pedestrians");
const SKY: Purpose = Purpose::new("sky");
const ORDERS: Purpose = Purpose::new("orders");
const VAMPIRES: Purpose = Purpose::new("vampires");
pub(super) const ABILITIES: Purpose = Purpose::new("abilities");

impl Position {
    /// The start of a game. What is told of it is added to the list, which may hold nothing else.
    #[must_use]
    pub fn start(rules: &Boss, luck: &mut dyn Luck, told: &mut Tellings) -> Self {
        let mut position = Self {
            table: empty_table(rules.params()),
            own: ByPlayer::new(|_| Own::default()),
            asked: None,
            hidden: HiddenFacts::default(),
        };
        Adjudicator { rules, at: &mut position, luck, told }.set_up();
        position
    }
}

pub(super) fn empty_table(params: &Params) -> Table {
    let place = PublicSeat {
        status: Status::In,
        vampire: None,
        wounds: 0,
        hand: 0,
        lured: false,
        won: ArrayVec::new(),
    };
    Table {
        round: 0,
        leader: Player::ALL[0],
        active: None,
        sky: ArrayVec::new(),
        sky_left: 0,
        tiles: ArrayVec::new(),
        pedestrians_left: 0,
        under: ArrayVec::new(),
        deck_left: 0,
        discards: ArrayVec::new(),
        orders: ArrayVec::new(),
        seats: std::iter::repeat_n(place, params.players.into()).collect(),
        claimed: ArrayVec::new(),
        mist: false,
        looked: false,
        attacked: false,
        ended: false,
        owed: 0,
        card: None,
        attack: None,
        tally: Tally::default(),
        over: None,
    }
}

impl Adjudicator<'_> {
    fn set_up(&mut self) {
        let params = self.rules.params().clone();
        let leader = self.luck.below(SEATS, params.players.into());
        self.at.table.leader = Player::new(leader as usize).unwrap_or(Player::ALL[0]);
        self.lay_streets(&params);
        self.lay_pedestrians(&params);
        if params.sky.is_on() {
            self.stack_sky(&params);
        }
        if params.orders.is_on() {
            self.open_orders(&params);
        }
        match params.vampires {
            Vampires::Off => self.deal(),
            Vampires::Random => {
                self.deal_vampires();
                self.deal();
            }
            Vampires::Choose => self.ask(self.at.table.leader, Asked::Vampire),
        }
    }

    /// Lays the streets (U2).
    fn lay_streets(&mut self, params: &Params) {
        let mut streets = [Street::Main; Street::ALL.len()];
        streets.copy_from_slice(Street::ALL);
        if params.streets == Streets::Random {
            self.shuffle(STREETS, &mut streets);
        }
        let most = usize::from(params.tiles).min(MOST_TILES);
        for street in streets {
            if self.at.table.tiles.len() + street.tiles().len() <= most {
                street.tiles().iter().for_each(|tile| self.lay_tile(params, *tile));
            }
        }
    }

    fn lay_tile(&mut self, params: &Params, tile: Tile) {
        let tokens = if params.vigilance.is_on() { self.rules.data().tokens(tile) } else { 0 };
        self.at.table.tiles.push(LayoutTile { tile, tokens, lying: ArrayVec::new() });
        self.at.hidden.lying.push(ArrayVec::new());
    }

    /// Shuffles the pedestrians and lays one on each tile (U3).
    fn lay_pedestrians(&mut self, params: &Params) {
        let full = params.moon == Moon::Full;
        let data = self.rules.data();
        let in_game = Pedestrian::all().filter(|one| full || !data.pedestrian(*one).moon_only);
        let mut deck: ArrayVec<Pedestrian, { super::PEDESTRIANS }> = in_game.collect();
        self.shuffle(PEDESTRIANS, &mut deck);
        deck.reverse();
        self.at.hidden.pedestrians = deck;
        self.at.table.pedestrians_left = super::count(self.at.hidden.pedestrians.len());
        for tile in 0..self.at.table.tiles.len() {
            self.lay(tile);
        }
    }

    /// Stacks the sky deck (U4).
    fn stack_sky(&mut self, params: &Params) {
        let [moon, rain] = self.rules.data().moons.map(usize::from);
        let mut upper: ArrayVec<Sky, MOST_SKY> = match params.moon {
            Moon::No => std::iter::repeat_n(Sky::Night, params.nights.into()).collect(),
            Moon::Full => {
                let moons = std::iter::repeat_n(Sky::Moon, moon);
                moons.chain(std::iter::repeat_n(Sky::Rain, rain)).collect()
            }
        };
        if params.moon == Moon::Full {
            self.shuffle(SKY, &mut upper);
            upper.truncate(params.nights.into());
        }
        let mut lower: ArrayVec<Sky, MOST_SKY> = LOWER.into_iter().collect();
        self.shuffle(SKY, &mut lower);
        lower.truncate(LOWER.len() - usize::from(params.removed).min(LOWER.len()));
        lower.push(Sky::Sun);
        self.shuffle(SKY, &mut lower);
        let deck = upper.into_iter().chain([Sky::Dawn]).chain(lower);
        let mut deck: ArrayVec<Sky, MOST_SKY> = deck.collect();
        deck.reverse();
        self.at.table.sky_left = super::count(deck.len());
        self.at.hidden.sky = deck;
    }

    /// Opens the orders (U5).
    fn open_orders(&mut self, params: &Params) {
        let counts = self.rules.data().orders;
        let all = Order::ALL.iter().zip(counts);
        let all = all.flat_map(|(order, count)| std::iter::repeat_n(*order, count.into()));
        let mut orders: ArrayVec<Order, 24> = all.take(24).collect();
        self.shuffle(ORDERS, &mut orders);
        self.at.table.orders = orders.into_iter().take(2 * usize::from(params.players)).collect();
    }

    /// Deals the vampires (U6).
    fn deal_vampires(&mut self) {
        let mut vampires = [Vampire::Duke; Vampire::ALL.len()];
        vampires.copy_from_slice(Vampire::ALL);
        self.shuffle(VAMPIRES, &mut vampires);
        let players: ArrayVec<Player, 5> =
            self.at.table.in_order_from(self.at.table.leader).collect();
        for (player, vampire) in players.into_iter().zip(vampires) {
            self.at.table.seats[player.index()].vampire = Some(vampire);
        }
    }

    /// Asks the next seat for its vampire, or deals the hands after the last one (U6).
    pub(super) fn chose_vampire(&mut self, player: Player) {
        let table = &self.at.table;
        let next = table.in_order_after(player).find(|next| table.seat(*next).vampire.is_none());
        debug_assert!(next.is_none() || free_vampires(table).next().is_some());
        match next {
            Some(next) => self.ask(next, Asked::Vampire),
            None => self.deal(),
        }
    }

    /// U7, and then the first round.
    fn deal(&mut self) {
        let counts = self.rules.data().cards;
        let plain = counts.iter().filter(|card| *card != Card::Stroll);
        let mut deck: ArrayVec<Card, { super::table::MOST_CARDS }> = plain.collect();
        self.shuffle(ABILITIES, &mut deck);
        deck.reverse();
        let players: ArrayVec<Player, 5> =
            self.at.table.in_order_from(self.at.table.leader).collect();
        for player in players {
            for _ in 0..self.rules.hand_limit(&self.at.table, player) {
                let card = deck.pop();
                self.tell(Told::Draw(player, card));
            }
        }
        // As a list from the top, which is the end of this one: the strolls come last.
        deck.reverse();
        deck.extend(std::iter::repeat_n(Card::Stroll, counts.count(Card::Stroll).into()));
        self.shuffle(ABILITIES, &mut deck);
        deck.reverse();
        self.tell(Told::Deck(super::count(deck.len())));
        self.at.hidden.deck = deck;
        self.begin_round();
    }
}

/// The cards of the lower part of the sky deck, before some are removed and the sun is added.
pub(super) const LOWER: [Sky; 5] = [Sky::Dawn, Sky::Dawn, Sky::Dawn, Sky::Dawn, Sky::Cloudy];
