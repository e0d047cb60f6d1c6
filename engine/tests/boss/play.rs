//! The games that are played at random.

use stoker_engine::boss::{
    Boss, Card, Death, Lead, Moon, Move, Order, Params, Pedestrian, Player, State, Street, Switch,
    Tile, TileSpot, Vampire, Vampires,
};

use crate::common::play::Played;

impl Played for Boss {
    const GAMES: u64 = 12;

    fn setups() -> Vec<Self> {
        all_params().into_iter().map(|params| Self::with(params).unwrap()).collect()
    }

    fn every_move() -> Vec<Move> {
        let tiles = Tile::ALL.iter().flat_map(|&t| [Move::Attack(t), Move::Nose(t), Move::Look(t)]);
        let hits = TileSpot::all().flat_map(|spot| {
            Card::ATTACKS
                .into_iter()
                .map(move |card| Move::Hit(spot, card))
                .chain([Move::Cry(spot)])
        });
        let words =
            [Move::Mist, Move::End, Move::Hush, Move::Wound, Move::Stop, Move::Stay, Move::Leave];
        tiles
            .chain(Pedestrian::all().map(Move::Bite))
            .chain(Player::ALL.map(Move::Lure))
            .chain(Card::ALL.iter().copied().map(Move::Discard))
            .chain(Street::ALL.iter().copied().map(Move::Stroll))
            .chain(Order::ALL.iter().copied().map(Move::Order))
            .chain(Vampire::ALL.iter().copied().map(Move::Vampire))
            .chain(hits)
            .chain(words)
            .collect()
    }

    fn same(one: &State, other: &State) -> bool {
        one.position() == other.position()
    }
}

/// The seats of a game.
pub(crate) fn players(rules: &Boss) -> impl Iterator<Item = Player> {
    Player::ALL.into_iter().take(rules.params().players.into())
}

/// The presets, and parameters that are far from them.
pub(crate) fn all_params() -> Vec<Params> {
    let presets = Params::presets().into_iter().map(|preset| preset.params);
    let usual = Params::default;
    let (random, choose) = (Vampires::Random, Vampires::Choose);
    presets
        .chain([
            Params { players: 2, ..usual() },
            Params { players: 5, vampires: random, moon: Moon::Full, nights: 8, ..usual() },
            Params { players: 4, tiles: 2, hand: 3, nights: 1, removed: 4, ..usual() },
            Params { players: 5, tiles: 6, hand: 6, vampires: choose, ..usual() },
            Params { players: 5, death: Death::Rest, vigilance: Switch::Off, ..usual() },
            Params { players: 2, rounds: 1, sky: Switch::Off, lead: Lead::Fixed, ..usual() },
        ])
        .collect()
}
