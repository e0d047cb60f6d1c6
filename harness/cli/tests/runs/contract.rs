//! Every ruleset keeps the promises of the `Game` trait, and the small ones play by their
//! descriptions.
#![expect(clippy::unwrap_used, reason = "a test may end where it stands")]

use std::sync::Arc;

use stoker_bots::toy::GREEDY;
use stoker_bots::{BotEntry, Setup, Values, random};
use stoker_engine::boss::Boss;
use stoker_engine::course::Course;
use stoker_engine::fury::Fury;
use stoker_engine::kosmos::Kosmos;
use stoker_engine::masters::Masters;
use stoker_engine::toy::{self, Layout, Toy};
use stoker_engine::{
    Bot, Chance, Count, Decision, Ending, Game, Seat, Seed, SetupError, SideId, Turn,
};

use crate::rulesets::auction::{self, Auction, thrift};
use crate::rulesets::contract::{check_contract, check_secrecy, viewers};

fn every_preset<G: Game>() -> impl Iterator<Item = G> {
    G::presets().into_iter().map(|preset| G::new(preset.params, None).unwrap())
}

#[test]
fn the_auction_keeps_the_contract() {
    every_preset().for_each(|game: Auction| {
        check_contract(&game, 300);
        check_secrecy(&game, 100);
    });
}

#[test]
fn the_toy_keeps_the_contract_in_every_layout() {
    every_preset().for_each(|game: Toy| check_contract(&game, 300));
}

#[test]
fn kosmos_keeps_the_contract_under_all_presets() {
    every_preset().for_each(|game: Kosmos| check_contract(&game, 40));
}

#[test]
fn masters_keeps_the_contract_under_all_presets() {
    every_preset().for_each(|game: Masters| check_contract(&game, 10));
}

#[test]
fn boss_keeps_the_contract_under_all_presets() {
    every_preset().for_each(|game: Boss| check_contract(&game, 10));
}

#[test]
fn fury_keeps_the_contract_under_all_presets() {
    for preset in Fury::presets() {
        let map = Some(Fury::MAPS[0].load());
        check_contract(&Fury::new(preset.params, map).unwrap(), 6);
    }
}

#[test]
fn the_course_keeps_the_contract_under_all_presets_on_all_maps() {
    for map in Course::MAPS {
        for preset in Course::presets() {
            check_contract(&Course::new(preset.params, Some(map.load())).unwrap(), 6);
        }
    }
}

#[test]
fn a_parameter_out_of_range_is_refused_by_name() {
    let params = auction::Params { players: 3, hand: 4, ranks: 3, top_lot: 1, vetoes: 0 };
    let error = Auction::new(params, None).err().unwrap();
    assert_eq!(error.to_string(), "parameter `hand` is 4, but must be in 1..=3");
    let params = toy::Params { layout: Layout::Partners, decisions: 1_201 };
    let error = Toy::new(params, None).err().unwrap();
    assert_eq!(error.to_string(), "parameter `decisions` is 1201, but must be in 0..=1200");
}

#[test]
fn a_ruleset_without_a_map_refuses_one() {
    let map = || Some(Course::MAPS[0].load());
    let auction = Auction::new(Auction::presets().remove(0).params, map());
    assert_eq!(auction.err(), Some(SetupError::UnwantedMap));
    let toy = Toy::new(Toy::presets().remove(0).params, map());
    assert_eq!(toy.err(), Some(SetupError::UnwantedMap));
}

/// A match as a harness would play it, without faults: one bot a viewer.
fn play<G: Game>(game: &Arc<G>, seed: Seed, lineup: &[BotEntry<G>]) -> Ending {
    let mut state = game.start(Chance::seeded(seed));
    let values = Values::default();
    let mut table: Vec<_> = viewers(&**game)
        .map(|viewer| {
            let place = &game.sides().viewers()[usize::from(viewer.0)];
            let (side, seats) = (place.side, place.seats.clone());
            let rng = seed.of_bot(side, Seat(seats.start)).bot_rng();
            let bot = lineup[usize::from(side.0)].make;
            let bot: Box<dyn Bot<G>> = bot(&Setup { game, values: &values, side, seats });
            (viewer, bot, rng)
        })
        .collect();
    loop {
        let seat = match game.turn(&state) {
            Turn::Over(ending) => return ending,
            Turn::ToMove(seat) => seat,
        };
        let (viewer, bot, rng) = &mut table[usize::from(game.sides().viewer_of(seat).0)];
        let view = game.view(&state, *viewer);
        let choice = bot.choose(&view, &mut Decision::new(seat, rng, &mut Count(1)));
        let choice = game.forced_move(&state).map_or(choice, Into::into);
        game.play(&mut state, choice).unwrap();
    }
}

fn first_preset<G: Game>() -> Arc<G> {
    Arc::new(every_preset().next().unwrap())
}

#[test]
fn thrift_wins_more_auctions_than_random_on_any_seat() {
    let game = first_preset::<Auction>();
    for seat in 0..3 {
        let mut lineup = [random(), random(), random()];
        lineup[seat] = thrift();
        let endings: Vec<_> = (0..200).map(|n| play(&game, Seed(n), &lineup)).collect();
        let wins = |side| endings.iter().filter(|end| end.winners.contains(SideId(side))).count();
        let most = (0..3).max_by_key(|&side| wins(side)).unwrap();
        assert_eq!(usize::from(most), seat, "{:?}", [0, 1, 2].map(wins));
    }
}

#[test]
fn rivals_with_equal_points_win_together() {
    let game = first_preset::<Auction>();
    let shared =
        (0..200).map(|n| play(&game, Seed(n), &[random(), random(), random()])).any(|ending| {
            let points = &ending.scores[..3];
            let best = points.iter().max().unwrap();
            let winners = (0..3).map(|side| ending.winners.contains(SideId(side)));
            let bests = points.iter().map(|score| score == best);
            assert!(winners.clone().eq(bests));
            winners.filter(|&won| won).count() > 1
        });
    assert!(shared);
}

#[test]
fn greedy_partners_score_more_than_random_ones() {
    let game = Toy::of(Layout::Partners, 12);
    let sum = |bot| (0..100).map(|n| play(&game, Seed(n), &[bot]).scores[0]).sum::<i32>();
    let (greedy, random) = (sum(GREEDY), sum(random()));
    // Twelve moves are worth 28, or 18 at random; six dice bring 15 to either. One game in sixteen
    // is cut short by chance.
    assert!(greedy >= random + 700, "greedy {greedy}, random {random}");
}
