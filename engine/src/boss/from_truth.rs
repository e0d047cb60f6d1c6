//! Positions from the truth of a moment (boss V): T3 with nothing pending.

mod decks;

use arrayvec::ArrayVec;

use super::Boss;
use super::codes::{Ability, Asked, Card, Order, Sky, Status, Street, Tile, Vampire};
use super::hand::Hand;
use super::moves::{SPOTS, TileSpot};
use super::own::{Own, SeenPedestrian};
use super::params::{Death, Moon, Streets, Vampires};
use super::pedestrians::{PEDESTRIANS, Pedestrian};
use super::players::{ByPlayer, Player, PlayerSet};
use super::position::{HiddenFacts, Position};
use super::setup::empty_table;
use super::state::State;
use super::table::{
    CLOSED, Claim, DEADLY, LayoutTile, Lying, MOST_CARDS, MOST_ORDERS, MOST_TILES, PublicSeat,
    Table,
};
use crate::chance::Chance;
use crate::seed::Rng;
use crate::transcript::{BadTruth, Entry, Positioned, Truth, TruthValue, TruthValues, twice};

/// The only moment from which a game goes on.
const MOMENT: &str = "a game goes on only from a question for an action (T3), with nothing pending";

impl Positioned for Boss {
    const PAST: &'static [&'static str] = &[];
    const MORE: &'static [&'static str] = &["sky_past", "sky_deck"];

    /// The truth leaves the order of the decks open, below the cards that it names, and the sky
    /// cards before and after the one in force; a position may have them in full.
    ///
    /// The counts for the facts begin with 0. Of the pedestrian deck no blood group is known.
    fn state_of(&self, truth: &Truth, chance: Chance, open: &mut Rng) -> Result<State, BadTruth> {
        let reader = Reader { rules: self, from: TruthValues(truth) };
        Ok(State::of(reader.position(open)?, chance))
    }

    /// The tops of the decks may be longer in a position, and the discards in the order in which
    /// they were made; a truth has them sorted.
    fn agrees(key: &str, given: &TruthValue, own: &TruthValue) -> bool {
        match (key, given, own) {
            ("peds_top" | "deck_top", TruthValue::List(given), TruthValue::List(own)) => {
                given.starts_with(own)
            }
            ("discards", ..) => true,
            (_, given, own) => given == own,
        }
    }
}

#[derive(Clone, Copy)]
struct Reader<'t> {
    rules: &'t Boss,
    from: TruthValues<'t>,
}

/// The pedestrians on a tile, in order of position.
type OnTile = ArrayVec<Pedestrian, SPOTS>;

impl<'t> Reader<'t> {
    fn position(self, open: &mut Rng) -> Result<Position, BadTruth> {
        self.check_moment()?;
        let active = self.active()?;
        let seats = self.seats()?;
        let claimed = self.claimed()?;
        let (mut tiles, lying) = self.tiles()?;
        let hands = self.hands(&seats)?;
        let seen = self.seen(&seats, &mut tiles, &lying)?;
        self.check_adders(&tiles, &claimed)?;
        let mut table = Table { active: Some(active), tiles, claimed, ..self.table(seats)? };
        let discards: Vec<Card> = self.from.parsed_list("discards")?;
        let hidden = HiddenFacts {
            pedestrians: self.pedestrian_deck(&table, &lying, open)?,
            deck: self.ability_deck(&hands, &discards, open)?,
            sky: self.sky(&mut table, open)?,
            lying,
        };
        table.discards = discards.into_iter().collect();
        table.pedestrians_left = super::count(hidden.pedestrians.len());
        table.deck_left = super::count(hidden.deck.len());
        for (place, player) in table.seats.iter_mut().zip(Player::ALL) {
            place.hand = u8::try_from(hands[player].len()).unwrap_or(u8::MAX);
        }
        self.check_going_on(&table, active)?;
        let own = ByPlayer::new(|player| Own {
            hand: hands[player],
            seen: seen[player].iter().copied().collect(),
            commit: None,
        });
        Ok(Position { table, own, asked: Some((active, Asked::Action)), hidden })
    }

    fn players(self) -> usize {
        self.rules.params().players.into()
    }

    /// No attack, no draw to come, no hidden answer.
    fn check_moment(self) -> Result<(), BadTruth> {
        let none = || TruthValue::List(vec![]);
        let no_fight = ["-".into(), "-".into(), TruthValue::Number(0)];
        self.from.must_be("fight", no_fight.into_iter().collect::<TruthValue>(), MOMENT)?;
        self.from.must_be("cry", none(), MOMENT)?;
        self.from.must_be("hit", none(), MOMENT)?;
        self.from.must_be("owed", 0_u8, MOMENT)?;
        let commits = std::iter::repeat_n("-", self.players()).collect::<TruthValue>();
        self.from.must_be("commits", commits, MOMENT)
    }

    fn player(self, entry: Entry<'_>) -> Result<Player, BadTruth> {
        Ok(Player::ALL[entry.number(0..=self.players() - 1)?])
    }

    fn active(self) -> Result<Player, BadTruth> {
        let entry = self.from.entry("active")?;
        match entry.number(-1..=4_i8)? {
            -1 => Err(entry.refused(MOMENT)),
            _ => self.player(entry),
        }
    }

    fn table(self, seats: ArrayVec<PublicSeat, 5>) -> Result<Table, BadTruth> {
        let Self { rules, from } = self;
        Ok(Table {
            round: from.number("round", 1..=rules.params().rounds)?,
            leader: self.player(from.entry("first")?)?,
            orders: self.orders(&seats)?,
            seats,
            mist: from.flag("mist")?,
            looked: from.flag("looked")?,
            attacked: from.flag("attacked")?,
            ..empty_table(rules.params())
        })
    }

    /// The parts of a list with one for each seat.
    fn by_seat(self, key: &str) -> Result<Vec<Entry<'t>>, BadTruth> {
        self.from.entry(key)?.list_of(self.players())
    }

    fn seats(self) -> Result<ArrayVec<PublicSeat, 5>, BadTruth> {
        let [state, vampires, wounds] =
            [self.by_seat("state")?, self.by_seat("vampires")?, self.by_seat("wounds")?];
        let [lured, won] = [self.by_seat("lured")?, self.by_seat("won")?];
        let mut seats = ArrayVec::new();
        for seat in 0..self.players() {
            let status = self.status(state[seat])?;
            let won: Vec<Order> = won[seat].parsed_list()?;
            if won.len() > MOST_ORDERS {
                return Err(BadTruth::new("won", "there are too many"));
            }
            seats.push(PublicSeat {
                status,
                vampire: self.vampire(vampires[seat])?,
                wounds: self.wounds(wounds[seat], status)?,
                hand: 0,
                lured: lured[seat].flag()?,
                won: won.into_iter().collect(),
            });
            if seats[seat].lured && status != Status::In {
                return Err(lured[seat].refused("a seat that is out is not lured"));
            }
        }
        let vampires: Vec<Vampire> = seats.iter().filter_map(|place| place.vampire).collect();
        match twice(&vampires) {
            Some(vampire) => Err(BadTruth::new("vampires", format!("`{vampire}` is there twice"))),
            None => Ok(seats),
        }
    }

    fn status(self, entry: Entry<'_>) -> Result<Status, BadTruth> {
        let params = self.rules.params();
        let status: Status = entry.parsed()?;
        match status {
            Status::Sun => Err(entry.refused("the game is over in the sunlight")),
            Status::Dead if params.death == Death::Rest => {
                Err(entry.refused("nobody dies by these rules"))
            }
            Status::Left if !params.sky.is_on() => {
                Err(entry.refused("nobody leaves without a sky deck"))
            }
            Status::In | Status::Left | Status::Dead => Ok(status),
        }
    }

    fn vampire(self, entry: Entry<'_>) -> Result<Option<Vampire>, BadTruth> {
        let vampire = entry.parsed_unless("-")?;
        match self.rules.params().vampires {
            Vampires::Off if vampire.is_some() => Err(entry.refused("must be `-` by these rules")),
            Vampires::Random | Vampires::Choose if vampire.is_none() => {
                Err(entry.refused("every seat must have one by these rules"))
            }
            Vampires::Off | Vampires::Random | Vampires::Choose => Ok(vampire),
        }
    }

    /// A12, T1.
    fn wounds(self, entry: Entry<'_>, status: Status) -> Result<u8, BadTruth> {
        match (status, self.rules.params().death) {
            (Status::Dead, _) => entry.number(DEADLY..=DEADLY),
            (_, Death::Out) => entry.number(0..=DEADLY - 1),
            (_, Death::Rest) => entry.number(0..=DEADLY),
        }
    }

    fn claimed(self) -> Result<ArrayVec<Claim, PEDESTRIANS>, BadTruth> {
        let mut claimed: Vec<Claim> = vec![];
        for (by, entry) in Player::ALL.into_iter().zip(self.by_seat("claimed")?) {
            for claim in entry.list()? {
                let parts = claim.list_of(2)?;
                let pedestrian: Pedestrian = parts[0].parsed()?;
                let bitten = parts[1].flag()?;
                if claimed.iter().any(|claim| claim.pedestrian == pedestrian) {
                    return Err(claim.refused(format!("`{pedestrian}` is there twice")));
                }
                claimed.push(Claim { by, pedestrian, bitten });
            }
        }
        Ok(claimed.into_iter().collect())
    }

    /// U2: the streets that fit, in some order; Main Street's two tiles lie side by side.
    fn tiles(
        self,
    ) -> Result<(ArrayVec<LayoutTile, MOST_TILES>, ArrayVec<OnTile, MOST_TILES>), BadTruth> {
        let entry = self.from.entry("tiles")?;
        let (mut tiles, mut lying) = (ArrayVec::new(), ArrayVec::new());
        for tile in entry.list_of(usize::from(self.rules.params().tiles))? {
            let (ground, on_tile) = self.ground(tile)?;
            tiles.push(ground);
            lying.push(on_tile);
        }
        let codes: Vec<Tile> = tiles.iter().map(|ground| ground.tile).collect();
        if let Some(tile) = twice(&codes) {
            return Err(entry.refused(format!("`{tile}` is there twice")));
        }
        let [first, second] =
            [Tile::Main1, Tile::Main2].map(|main| codes.iter().position(|tile| *tile == main));
        if first.map(|at| at + 1) != second {
            return Err(entry.refused("`MAIN2` must follow `MAIN1`"));
        }
        if self.rules.params().streets == Streets::Listed
            && !codes.iter().copied().eq(self.listed())
        {
            return Err(entry.refused("the streets must be those listed first"));
        }
        Ok((tiles, lying))
    }

    /// The tiles of streets in data order.
    fn listed(self) -> impl Iterator<Item = Tile> {
        let most = usize::from(self.rules.params().tiles);
        let mut tiles: Vec<Tile> = vec![];
        for street in Street::ALL {
            if tiles.len() + street.tiles().len() <= most {
                tiles.extend(street.tiles());
            }
        }
        tiles.into_iter()
    }

    fn ground(self, entry: Entry<'_>) -> Result<(LayoutTile, OnTile), BadTruth> {
        let parts = entry.list_of(3)?;
        let tile: Tile = parts[0].parsed()?;
        let most = if self.rules.params().vigilance.is_on() { CLOSED } else { 0 };
        let tokens = parts[1].number(0..=most)?;
        let (mut lying, mut pedestrians) = (ArrayVec::new(), OnTile::new());
        for one in parts[2].list()? {
            if lying.is_full() {
                return Err(one.refused(format!("more than {SPOTS} pedestrians are on `{tile}`")));
            }
            let (pedestrian, lies) = self.lying(one)?;
            lying.push(lies);
            pedestrians.push(pedestrian);
        }
        let slots = usize::from(self.rules.data().slots(tile));
        let down = lying.iter().filter(|lies| matches!(lies, Lying::Down { .. })).count();
        if down > slots {
            return Err(entry.refused(format!("at most {slots} can be face down on `{tile}`")));
        }
        Ok((LayoutTile { tile, tokens, lying }, pedestrians))
    }

    fn lying(self, entry: Entry<'_>) -> Result<(Pedestrian, Lying), BadTruth> {
        let parts = entry.list_of(3)?;
        let pedestrian: Pedestrian = parts[0].parsed()?;
        let data = self.rules.data().pedestrian(pedestrian);
        let (up, full) = (parts[1].flag()?, self.rules.params().moon == Moon::Full);
        let most = u8::from(up && full && data.ability == Ability::Wolf);
        let hits = parts[2].number(0..=most)?;
        let lies = match up {
            true => Lying::Up { pedestrian, hits },
            false => {
                let group = pedestrian.group(self.rules.data());
                Lying::Down { group, seen_by: PlayerSet::default() }
            }
        };
        Ok((pedestrian, lies))
    }

    /// E5: whoever is out has no hand.
    fn hands(self, seats: &[PublicSeat]) -> Result<ByPlayer<Hand>, BadTruth> {
        let mut hands = ByPlayer::default();
        for ((player, entry), place) in
            Player::ALL.into_iter().zip(self.by_seat("hands")?).zip(seats)
        {
            let cards: Vec<Card> = entry.parsed_list()?;
            if cards.contains(&Card::Stroll) {
                return Err(entry.refused("nobody holds a `STROLL`"));
            }
            if cards.len() > MOST_CARDS || place.status != Status::In && !cards.is_empty() {
                return Err(entry.refused("a seat that is out has no cards"));
            }
            hands[player] = cards.into_iter().collect();
        }
        Ok(hands)
    }

    /// K2: what seats have seen lies face down.
    fn seen(
        self,
        seats: &[PublicSeat],
        tiles: &mut [LayoutTile],
        lying: &[OnTile],
    ) -> Result<ByPlayer<Vec<SeenPedestrian>>, BadTruth> {
        let mut seen = ByPlayer::new(|_| vec![]);
        for ((player, entry), place) in
            Player::ALL.into_iter().zip(self.by_seat("known")?).zip(seats)
        {
            let ids: Vec<Pedestrian> = entry.parsed_list()?;
            if place.status != Status::In && !ids.is_empty() {
                return Err(entry.refused("a seat that is out knows nothing"));
            }
            if let Some(pedestrian) = twice(&ids) {
                return Err(entry.refused(format!("`{pedestrian}` is there twice")));
            }
            for pedestrian in ids {
                let hidden = || entry.refused(format!("`{pedestrian}` lies nowhere face down"));
                let found = look(player, pedestrian, tiles, lying).ok_or_else(hidden)?;
                seen[player].push(found);
            }
        }
        Ok(seen)
    }

    fn orders(self, seats: &[PublicSeat]) -> Result<ArrayVec<Order, MOST_ORDERS>, BadTruth> {
        let entry = self.from.entry("orders")?;
        let open: Vec<Order> = entry.parsed_list()?;
        let params = self.rules.params();
        let all = if params.orders.is_on() { 2 * self.players() } else { 0 };
        let won = seats.iter().flat_map(|place| &place.won);
        let orders: Vec<Order> = open.iter().chain(won).copied().collect();
        if orders.len() != all {
            return Err(entry.refused(format!("with those won there must be {all}")));
        }
        for order in &orders {
            let count = orders.iter().filter(|other| *other == order).count();
            if count > usize::from(self.rules.data().orders[order.index()]) {
                return Err(entry.refused(format!("there are too many `{order}`")));
            }
        }
        if params.orders.is_on() && open.is_empty() {
            return Err(entry.refused("the game is over when none is open"));
        }
        Ok(open.into_iter().collect())
    }

    /// A2: every pedestrian more than a tile has slots came by an add symbol that was turned up.
    fn check_adders(self, tiles: &[LayoutTile], claimed: &[Claim]) -> Result<(), BadTruth> {
        let up = tiles.iter().flat_map(|ground| &ground.lying).filter_map(|lying| match lying {
            Lying::Up { pedestrian, .. } => Some(*pedestrian),
            Lying::Down { .. } => None,
        });
        let turned = up.chain(claimed.iter().map(|claim| claim.pedestrian));
        let adders = turned.filter(|one| self.rules.data().pedestrian(*one).adds).count();
        for ground in tiles {
            if ground.lying.len() > usize::from(self.rules.data().slots(ground.tile)) + adders {
                let problem = format!("too many pedestrians are on `{}`", ground.tile);
                return Err(BadTruth::new("tiles", problem));
            }
        }
        Ok(())
    }

    /// The active seat can act, and the game is not over.
    fn check_going_on(self, table: &Table, active: Player) -> Result<(), BadTruth> {
        let place = table.seat(active);
        if place.status != Status::In || place.wounds >= DEADLY {
            return Err(BadTruth::new("active", "this seat takes no actions any more"));
        }
        if table.looked && place.vampire != Some(Vampire::Hound) {
            return Err(BadTruth::new("looked", "only the `HOUND` looks"));
        }
        if !table.tiles.iter().any(LayoutTile::is_open) {
            return Err(BadTruth::new("tiles", "the game is over when all tiles are closed"));
        }
        let left = table.seats.iter().any(|place| place.status == Status::Left);
        let before = table.sky.split_last().map_or(&[][..], |(_, before)| before);
        match left && !before.contains(&Sky::Dawn) {
            true => Err(BadTruth::new("state", "nobody leaves before a dawn")),
            false => Ok(()),
        }
    }
}

/// Notes that a seat has seen a pedestrian, if it lies face down.
fn look(
    player: Player,
    pedestrian: Pedestrian,
    tiles: &mut [LayoutTile],
    lying: &[OnTile],
) -> Option<SeenPedestrian> {
    for (ground, on_tile) in tiles.iter_mut().zip(lying) {
        for (spot, (lies, one)) in TileSpot::all().zip(ground.lying.iter_mut().zip(on_tile)) {
            if let Lying::Down { seen_by, .. } = lies
                && *one == pedestrian
            {
                *seen_by = seen_by.with(player);
                return Some(SeenPedestrian { tile: ground.tile, spot, pedestrian });
            }
        }
    }
    None
}
