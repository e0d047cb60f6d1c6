use super::*;
use crate::course::{Belief, Tables};
use crate::values::Values;
use stoker_engine::course::{HuntersView, Params};
use stoker_engine::map::BuiltinMap;
use stoker_engine::{Chance, Count, Game as _, Purpose, Seat, Seed, SideId, Turn, Viewer};

fn hunters(game: &Arc<Course>, entry: &BotEntry<Course>, setting: &str) -> Box<dyn Bot<Course>> {
    let values = Values::parse(setting, entry.params).unwrap();
    (entry.make)(&Setup { game, values: &values, side: SideId(0), seats: 0..4 })
}

/// The plays of a short game against a Dracula who moves at random, with a budget for each
/// decision.
fn plays(game: &Arc<Course>, entry: &BotEntry<Course>, setting: &str, budget: u64) -> Vec<String> {
    let mut bot = hunters(game, entry, setting);
    let mut rng = Seed(1).rng(None, None, Purpose::BOT);
    let mut state = game.start(Chance::seeded(Seed(2)));
    let mut plays = vec![];
    while let Turn::ToMove(seat) = game.turn(&state) {
        let choice = if seat == Seat(4) {
            game.default_choice(&mut state)
        } else {
            let mut budget = Count(budget);
            let view = game.view(&state, Viewer(0));
            bot.choose(&view, &mut Decision::new(seat, &mut rng, &mut budget))
        };
        let played = game.play(&mut state, choice).expect("the move is legal");
        plays.push(format!("{:?}", played.play));
        if plays.len() == 60 {
            break;
        }
    }
    plays
}

#[test]
fn without_iterations_or_budget_it_is_marshal() {
    let game = Arc::new(Course::default());
    let marshal = plays(&game, &super::super::marshal::ENTRY, "", 0);
    assert_eq!(plays(&game, &ENTRY, "iterations=0", u64::MAX), marshal);
    assert_eq!(plays(&game, &ENTRY, "iterations=16,trust=0", 0), marshal);
    let searched = plays(&game, &ENTRY, "iterations=16,trust=0", u64::MAX);
    assert_ne!(searched, marshal);
    assert_eq!(plays(&game, &ENTRY, "iterations=16,trust=0", 16), searched);
    assert_ne!(plays(&game, &ENTRY, "iterations=16,trust=0", 4), searched);
    assert_eq!(plays(&game, &ENTRY, "iterations=16,trust=0", u64::MAX), searched);
}

#[test]
fn it_plays_by_any_rules() {
    let short = Params { trail: 2, double_back: 1, rail_divisor: 3, ..Params::default() };
    let long = Params { trail: 10, double_back: 9, rail_divisor: 8, ..Params::default() };
    let poor = Params { start_blood: 1, city_encounters: 0, ..Params::default() };
    let presets = Params::presets().into_iter().map(|preset| preset.params);
    for params in presets.chain([short, long, poor]) {
        for map in [BuiltinMap::COURSE, BuiltinMap::TINY] {
            let game = Arc::new(Course::on(params.clone(), map.load()).unwrap());
            assert!(!plays(&game, &ENTRY, "iterations=4,trust=0", u64::MAX).is_empty());
        }
    }
}

#[test]
fn a_hunter_goes_where_dracula_is_known_to_be() {
    let game = Arc::new(Course::default());
    let past = "GBE.... SBE.... HLO.... MCA.... DSJ.V.. GSJVD..";
    let view = View::Hunters(HuntersView::parse(&game, past).unwrap());
    let mut bot = hunters(&game, &ENTRY, "");
    let mut rng = Seed(1).rng(None, None, Purpose::BOT);
    let mut budget = Count(u64::MAX);
    let choice = bot.choose(&view, &mut Decision::new(Seat(1), &mut rng, &mut budget));
    assert_eq!(choice.mv, Move::Hunter(game.place("SJ").unwrap()));
}

/// Four hunters at sea see nothing of three moves, which leaves far more than 256 trails.
#[test]
fn where_moves_are_forgotten_the_choice_of_marshal_stands() {
    let rules = Course::default();
    let hunters = "GAO.... SAO.... HAO.... MAO....";
    let past = format!("{hunters} DC?.V.. {hunters} DC?T... {hunters} DC?T...");
    let view = HuntersView::parse(&rules, &past).unwrap();
    let values = Values::parse("margin=100,trust=0", PARAMS).unwrap();
    let game = Arc::new(rules);
    let setup = Setup { game: &game, values: &values, side: SideId(0), seats: 0..4 };
    let mut bot = Strategist::new(&setup);
    let places: Vec<_> = game.map().places().into_iter().map(|place| (place, 0.0)).collect();
    let searched = [Belief::CAP, Belief::MIN_CAP].map(|cap| {
        let mut belief = Belief::new(&game).with_cap(cap);
        belief.update(&game, &view);
        let tables = Tables::new(&game);
        let now =
            DecisionFacts { rules: &game, tables: &tables, board: view.board(), belief: &belief };
        let (mut rng, mut budget) = (Seed(1).bot_rng(), Count(u64::MAX));
        let mut turn = Decision::new(Seat(0), &mut rng, &mut budget);
        let choice = bot.search.choose(now, &places, game.hospital(), &mut turn);
        assert!(choice == game.hospital() || cap > Belief::MIN_CAP);
        rng != Seed(1).bot_rng()
    });
    assert_eq!(searched, [true, false]);
}
