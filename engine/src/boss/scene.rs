//! Positions of boss as scenes: the tiles with their pedestrians and tokens, the sky, the orders,
//! hands, and what each seat has claimed.
//!
//! A scene is made from its viewer's view, and from nothing else.

use std::collections::BTreeMap;

use super::codes::{Class, TILES, Tile};
use super::hand::Hand;
use super::pedestrians::Pedestrian;
use super::players::{NAMES, Player};
use super::table::{Claim, DEADLY, LayoutTile, Lying, MOST_CARDS, MOST_SKY, Table};
use super::{Boss, State, TileSpot, View};
use crate::scene::{
    Board, Card, FORMAT, Marker, Onlooker, Panel, Piece, Row, RowKind, Scene, Scenery, Shape, Spot,
};

/// The most points that a panel shows.
const MOST_POINTS: u16 = 500;

/// The input of a scene: all that everybody sees, and the private facts that are known.
struct SceneFacts<'a> {
    rules: &'a Boss,
    table: &'a Table,
    /// A seat's hand, if it is known.
    hand: &'a dyn Fn(Player) -> Option<Hand>,
    /// The pedestrian face down at a position of a tile, by its place in the layout, if it is
    /// known.
    lying: &'a dyn Fn(usize, TileSpot) -> Option<Pedestrian>,
}

impl Boss {
    /// The part of the picture that stays the same during a game.
    #[must_use]
    pub fn scenery(&self) -> Scenery {
        let onlooker =
            |name: &str| Onlooker { name: name.to_owned(), seats: vec![name.to_owned()] };
        Scenery {
            format: FORMAT,
            title: "Boss's Orders".to_owned(),
            boards: vec![self.town()],
            viewers: NAMES.iter().take(self.players()).map(|name| onlooker(name)).collect(),
            panels: self.panels(),
            rows: self.rows(),
            legends: BTreeMap::new(),
        }
    }

    fn players(&self) -> usize {
        self.params().players.into()
    }

    fn seats(&self) -> impl Iterator<Item = Player> + use<> {
        Player::ALL.into_iter().take(self.players())
    }

    /// Every tile has its spot, whether or not it is in the game: a game lays down some of them.
    fn town(&self) -> Board {
        let spot = |(at, tile): (i32, &Tile)| Spot {
            key: tile.code().to_owned(),
            name: self.data().street_name(tile.street()).to_owned(),
            kind: "tile".to_owned(),
            at: [at % 4, at / 4],
            landmark: None,
        };
        Board {
            name: "the town".to_owned(),
            shape: Shape::Grid,
            spots: (0..).zip(Tile::ALL).map(spot).collect(),
            links: vec![],
            backdrop: None,
        }
    }

    /// In the order of [`SceneFacts::values`].
    fn panels(&self) -> Vec<Panel> {
        let panel = |name: String, unit: &str, highest: i64, seat, plotted| Panel {
            name,
            unit: unit.to_owned(),
            range: [0, highest],
            seat,
            plotted,
        };
        let common = [
            ("sky deck", "cards", MOST_SKY),
            ("open orders", "orders", 10),
            ("pedestrian deck", "cards", super::PEDESTRIANS),
            ("ability deck", "cards", MOST_CARDS),
        ];
        let common = common.map(|(name, unit, highest)| {
            panel(name.to_owned(), unit, i64::from(super::count(highest)), None, false)
        });
        let seats = self.seats().flat_map(|player| {
            let seat = Some(player.seat().0);
            [
                panel(format!("points of {player}"), "points", MOST_POINTS.into(), seat, true),
                panel(format!("wounds of {player}"), "wounds", DEADLY.into(), seat, true),
                panel(format!("hand of {player}"), "cards", u8::MAX.into(), seat, false),
            ]
        });
        common.into_iter().chain(seats).collect()
    }

    /// In the order of [`SceneFacts::rows`].
    fn rows(&self) -> Vec<Row> {
        let row = |name: String, kind, seat| Row { name, kind, seat };
        let common = ["sky, the card in force first", "open orders", "discards, the latest first"];
        let common = common.map(|name| row(name.to_owned(), RowKind::Pile, None));
        let seats = self.seats().flat_map(|player| {
            let seat = Some(player.seat().0);
            [
                row(format!("hand of {player}"), RowKind::Hand, seat),
                row(format!("claimed by {player}"), RowKind::Pile, seat),
                row(format!("orders of {player}"), RowKind::Pile, seat),
            ]
        });
        common.into_iter().chain(seats).collect()
    }

    /// A view as a scene.
    #[must_use]
    pub fn scene(&self, view: &View) -> Scene {
        let look = SceneFacts {
            rules: self,
            table: &view.table,
            hand: &|player| (player == view.player).then_some(view.own.hand),
            lying: &|tile, spot| {
                let ground = view.table.tiles.get(tile)?;
                view.own.seen_at(ground.tile, spot)
            },
        };
        let choices = view.moves(self).map(|mv| self.offer(mv)).collect();
        let asked = view.asked.map(|_| view.player);
        Scene { choices, ..look.scene(asked) }
    }

    /// A state as a scene, for a viewer who plays no seat: only the decks stay face down.
    #[must_use]
    pub fn scene_of_all(&self, state: &State) -> Scene {
        let position = state.position();
        let look = SceneFacts {
            rules: self,
            table: position.table(),
            hand: &|player| Some(position.own(player).hand),
            lying: &|tile, spot| position.lying_on(tile).get(spot.index()).copied(),
        };
        look.scene(position.asked().map(|(player, _)| player))
    }
}

fn card(label: &str, name: String) -> Card {
    Card { label: label.to_owned(), name, age: None, at: None, on: vec![], hidden: false }
}

impl SceneFacts<'_> {
    /// The scene. Who is asked in a window is known to nobody else, so the active seat stands in.
    fn scene(&self, asked: Option<Player>) -> Scene {
        let table = self.table;
        let public = table.active.unwrap_or(table.leader);
        let to_move = asked.unwrap_or(public).seat().0;
        Scene {
            round: Some(table.round.into()),
            to_move: table.over.is_none().then_some(to_move),
            pieces: self.pieces(),
            values: self.values(),
            rows: self.rows(),
            news: self.news(),
            markers: self.markers(),
            ..Scene::default()
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        let tiles = self.table.tiles.iter().enumerate();
        tiles.flat_map(|(at, ground)| self.of_tile(at, ground)).collect()
    }

    fn of_tile(&self, at: usize, ground: &LayoutTile) -> Vec<Piece> {
        let code = ground.tile.code();
        let (kind, tokens) = if ground.is_open() {
            ("tile", format!("{} vigilant tokens", ground.tokens))
        } else {
            ("tile-closed", "closed".to_owned())
        };
        let tile = Piece {
            key: format!("tile-{code}"),
            kind: kind.to_owned(),
            at: code.to_owned(),
            label: ground.tokens.to_string(),
            name: format!("{code}, tile {} of the layout: {tokens}", at + 1),
            seat: None,
            hidden: false,
        };
        let lying = TileSpot::all().zip(&ground.lying);
        let lying = lying.map(|(spot, lying)| self.pedestrian(at, ground.tile, spot, *lying));
        std::iter::once(tile).chain(lying).collect()
    }

    fn pedestrian(&self, at: usize, tile: Tile, spot: TileSpot, lying: Lying) -> Piece {
        let (kind, label, name, hidden) = match (lying, (self.lying)(at, spot)) {
            (Lying::Up { pedestrian, hits }, _) => {
                let hits = if hits > 0 { ", hit once" } else { "" };
                ("up", self.short(pedestrian), self.long(pedestrian) + hits, false)
            }
            (Lying::Down { .. }, Some(seen)) => {
                ("down", self.short(seen), self.long(seen) + ", face down", true)
            }
            (Lying::Down { group, .. }, None) => {
                ("down", group.code().to_owned(), format!("face down, group {group}"), false)
            }
        };
        Piece {
            key: format!("pedestrian-{tile}-{spot}"),
            kind: format!("pedestrian-{kind}"),
            at: tile.code().to_owned(),
            label,
            name: format!("position {spot}: {name}"),
            seat: None,
            hidden,
        }
    }

    /// The letter of a class, and the value.
    fn short(&self, pedestrian: Pedestrian) -> String {
        let data = self.rules.data().pedestrian(pedestrian);
        let letter = match data.class {
            Class::Prey => 'p',
            Class::Familiar => 'f',
            Class::Protector => 'G',
            Class::Predator => 'H',
        };
        format!("{letter}{}", data.value.min(9))
    }

    fn long(&self, pedestrian: Pedestrian) -> String {
        let data = self.rules.data().pedestrian(pedestrian);
        let (kind, class, value, blood) = (data.kind, data.class, data.value, data.blood);
        format!("{pedestrian}, {}, {class}, value {value}, {blood}", kind.code().to_lowercase())
    }

    /// In the order of the panels. Views can come from anybody, so values are kept in their ranges.
    fn values(&self) -> Vec<Option<i64>> {
        let table = self.table;
        let most = |highest: usize, value: u8| i64::from(value.min(super::count(highest)));
        let common = [
            most(MOST_SKY, table.sky_left),
            most(10, super::count(table.orders.len())),
            most(super::PEDESTRIANS, table.pedestrians_left),
            most(MOST_CARDS, table.deck_left),
        ];
        let seats = self.rules.seats().flat_map(|player| {
            let place = table.seat(player);
            let points = self.rules.points(table, player).min(MOST_POINTS);
            [points.into(), place.wounds.min(DEADLY).into(), place.hand.into()]
        });
        common.into_iter().chain(seats).map(Some).collect()
    }

    fn rows(&self) -> Vec<Vec<Card>> {
        let (table, data) = (self.table, self.rules.data());
        let order = |order: &super::Order| card(order.code(), format!("an order for {order}"));
        let sky = table.sky.iter().rev();
        let discards = table.discards.iter().rev();
        let common = [
            sky.map(|sky| card(sky.code(), data.sky_name(*sky).to_owned())).collect(),
            table.orders.iter().map(order).collect(),
            discards.map(|one| card(one.code(), data.card_name(*one).to_owned())).collect(),
        ];
        let seats = self.rules.seats().flat_map(|player| {
            let claimed = table.claimed_by(player).map(|claim| self.claim(claim));
            let won = table.seat(player).won.iter().map(order);
            [self.hand(player), claimed.collect(), won.collect()]
        });
        common.into_iter().chain(seats).collect()
    }

    fn hand(&self, player: Player) -> Vec<Card> {
        let hidden = |card: Card| Card { hidden: true, ..card };
        match (self.hand)(player) {
            Some(hand) => {
                let name = |one| self.rules.data().card_name(one).to_owned();
                hand.iter().map(|one| hidden(card(one.code(), name(one)))).collect()
            }
            None => {
                let count = self.table.seat(player).hand.into();
                vec![hidden(card("?", "a card in hand".to_owned())); count]
            }
        }
    }

    fn claim(&self, claim: &Claim) -> Card {
        let on = if claim.bitten { vec!["bite".to_owned()] } else { vec![] };
        Card { on, ..card(&claim.pedestrian.to_string(), self.long(claim.pedestrian)) }
    }

    /// The news, as everybody sees it.
    fn news(&self) -> Vec<String> {
        let table = self.table;
        let turn = table.active.map(|active| format!("the turn of {active}"));
        let attack = table.attack.as_ref().zip(table.active);
        let attack = attack.map(|(attack, active)| format!("{active} attacks {}", attack.tile));
        let fight = table.attack.as_ref().and_then(|attack| {
            let at = attack.at?;
            Some(format!("cards of strength {} lie against position {at}", attack.sum))
        });
        let played = table.card.map(|card| format!("{} plays {}", card.by, card.mv));
        let whispers = table.card.filter(|card| card.whispers > 0);
        let whispers = whispers.map(|card| format!("{} whispers in answer", card.whispers));
        let mist = table.mist.then(|| "mist is up".to_owned());
        let over = table.over.map(|reason| format!("the game is over: {reason}"));
        [turn, attack, fight, played, whispers, mist, over].into_iter().flatten().collect()
    }

    fn markers(&self) -> Vec<Marker> {
        let marker = |kind: &str, label: String, importance| Marker {
            kind: kind.to_owned(),
            label,
            importance,
        };
        let table = self.table;
        let ending = table.over.map(|reason| marker("ending", format!("the end: {reason}"), 3));
        let attack = table.attack.as_ref();
        let attack =
            attack.map(|attack| marker("attack", format!("an attack on {}", attack.tile), 2));
        let card = table.card.map(|card| marker("card", format!("{} is played", card.mv), 1));
        ending.into_iter().chain(attack).chain(card).collect()
    }
}

/// One spot for each tile.
const _: () = assert!(TILES == 8);
