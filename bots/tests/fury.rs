//! The bots of the fury ruleset play whole games: by any parameters, on held-out seeds, always the
//! same game from the same seed, each of both sides clearly above `random`.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::sync::Arc;

use rayon::prelude::*;
use stoker_bots::fury::Belief;
use stoker_bots::{BotEntry, Setup, Values, fury, guess_states};
use stoker_engine::fury::{Fury, Params, Step, View};
use stoker_engine::map::{BuiltinMap, Place};
use stoker_engine::{
    Bot, Chance, Count, Decision, Ending, Game, Rng, Seat, Seed, SideId, Turn, Viewer,
};

/// Seeds of which no more than the first 16 were looked at while the bots were made.
const HELD_OUT: Seed = Seed(20_151);
const STEPS: [Step; 3] = [Step::Hunt, Step::Combat, Step::Full];

/// Seeds that tell each bot from the one below in every step.
const RUNGS: u64 = 100;
/// Seeds that tell `search` from the bots below.
const SEARCHED: u64 = 12;
/// Seeds with which `search` is clearly better in each step by itself.
const ENOUGH: u64 = 40;

/// `search` where its strength is not measured.
const QUICK: &str = "search:playouts=8,rounds=1";

/// `search` with half its playouts, unless the figures of the docs are made.
fn search() -> &'static str {
    if std::env::var("STOKER_SEEDS").is_ok() { "search" } else { "search:playouts=16" }
}

/// Set this for the number of seeds of the figures in the docs.
fn seeds(short: u64) -> u64 {
    std::env::var("STOKER_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(short)
}

fn rules(params: Params) -> Arc<Fury> {
    Arc::new(Fury::with(params, BuiltinMap::FURY.load()).unwrap())
}

fn of_step(play: Step) -> Arc<Fury> {
    rules(Params { play, ..Params::default() })
}

/// The bots that play a side.
fn of_side(side: &str) -> Vec<&'static str> {
    let plays = |entry: &BotEntry<Fury>| entry.sides.is_empty() || entry.sides.contains(&side);
    let quick = |entry: BotEntry<Fury>| if entry.searches { QUICK } else { entry.name };
    fury::bots().into_iter().filter(plays).map(quick).collect()
}

struct Player {
    bot: Box<dyn Bot<Fury>>,
    rng: Rng,
}

/// A bot by its name, or by its name and the values of parameters.
fn player(game: &Arc<Fury>, spec: &str, side: SideId, seed: Seed) -> Player {
    let (name, values_said) = spec.split_once(':').unwrap_or((spec, ""));
    let entry = fury::bots().into_iter().find(|entry| entry.name == name).unwrap();
    let mut values = Values::defaults(entry.params);
    for (key, value) in values_said.split(',').filter_map(|said| said.split_once('=')) {
        values.set(key, value).unwrap();
    }
    let seats = if side == SideId(0) { 0..1 } else { 1..5 };
    let rng = seed.of_bot(side, Seat(seats.start)).bot_rng();
    let bot = (entry.make)(&Setup { game, values: &values, side, seats });
    Player { bot, rng }
}

/// A game that was played out.
struct Played {
    moves: Vec<String>,
    ending: Ending,
    facts: Vec<i64>,
}

/// Plays a match; every move must be legal.
fn play(game: &Arc<Fury>, [dracula, hunters]: [&str; 2], seed: Seed) -> Played {
    let mut players =
        [player(game, dracula, SideId(0), seed), player(game, hunters, SideId(1), seed)];
    let mut state = game.start(Chance::seeded(seed));
    let mut views = [0, 1].map(|viewer| game.view(&state, Viewer(viewer)));
    let mut moves = vec![];
    loop {
        let seat = match game.turn(&state) {
            Turn::ToMove(seat) => seat,
            Turn::Over(ending) => {
                let facts = game.fact_values(&state);
                return Played { moves, ending, facts };
            }
        };
        let asked = usize::from(game.sides().viewer_of(seat).0);
        let Player { bot, rng } = &mut players[asked];
        let mut budget = Count(u64::MAX);
        let choice = bot.choose(&views[asked], &mut Decision::new(seat, rng, &mut budget));
        let mut text = String::new();
        game.write_move(choice.mv, &mut text).unwrap();
        let played = game.play(&mut state, choice).expect("built-in bots play legal moves");
        moves.push(text);
        for (viewer, view) in (0..).map(Viewer).zip(&mut views) {
            game.tell(&state, &played, viewer, view);
        }
    }
}

/// The margins of a pairing over the held-out seeds. Prints the figures of the docs page.
fn margins(game: &Arc<Fury>, pair: [&str; 2], seeds: u64) -> Vec<f64> {
    let played: Vec<Played> = (0..seeds)
        .into_par_iter()
        .map(|index| play(game, pair, HELD_OUT.of_match(index)))
        .collect();
    let count = played.len() as f64;
    let margins: Vec<f64> = played.iter().map(|own| f64::from(own.ending.scores[0])).collect();
    let [mean, half] = interval(&margins);
    let wins = margins.iter().filter(|margin| **margin > 0.0).count();
    let mut facts = String::new();
    for (number, fact) in game.facts().iter().enumerate() {
        let sum: i64 = played.iter().map(|own| own.facts[number]).sum();
        facts += &format!(" {} {:.1}", fact.name, sum as f64 / count);
    }
    let step = game.params().play;
    println!("{step:?} {pair:?}: {mean:.0} +- {half:.0}, Dracula wins {wins};{facts}");
    margins
}

/// The mean, and half of the 95% interval.
fn interval(values: &[f64]) -> [f64; 2] {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    [mean, 1.96 * (squares / (count - 1.0) / count).sqrt()]
}

fn margin(game: &Arc<Fury>, pair: [&str; 2]) -> [f64; 2] {
    interval(&margins(game, pair, seeds(16)))
}

/// How much higher the margins are than others on the same seeds, seed by seed.
fn gains(higher: &[f64], lower: &[f64]) -> Vec<f64> {
    higher.iter().zip(lower).map(|(higher, lower)| higher - lower).collect()
}

/// True if the mean is clearly above 0.
fn are_clear(gains: &[f64]) -> bool {
    let [mean, half] = interval(gains);
    println!("  better by {mean:.0} +- {half:.0}");
    mean - half > 0.0
}

#[test]
fn every_bot_plays_every_step_against_every_bot() {
    let odd = [
        Params { health: 1, goal: 1, ..Params::default() },
        Params { rounds: 3, week: 1, fury: 13, ..Params::default() },
        Params { play: Step::Hunt, health: 99, goal: 99, rounds: 60, ..Params::default() },
    ];
    let steps = STEPS.map(|play| Params { play, ..Params::default() });
    for params in steps.into_iter().chain(odd) {
        let game = rules(params);
        for dracula in of_side("dracula") {
            for hunters in of_side("hunters") {
                for seed in 0..2 {
                    let played = play(&game, [dracula, hunters], Seed(seed));
                    assert!(played.moves.len() > 3);
                }
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game_and_another_seed_another() {
    for step in STEPS {
        let game = of_step(step);
        for pair in [["runner", "patrol"], ["lurker", "sweep"], [QUICK, QUICK]] {
            let [one, same, other] = [7, 7, 8].map(|seed| play(&game, pair, Seed(seed)).moves);
            assert_eq!(one, same);
            assert_ne!(one, other);
        }
    }
}

#[test]
fn every_bot_is_clearly_above_random() {
    for step in STEPS {
        let game = of_step(step);
        let [random, _] = margin(&game, ["random", "random"]);
        for dracula in ["runner", "lurker", QUICK] {
            let [mean, half] = margin(&game, [dracula, "random"]);
            assert!(mean - half > random, "{dracula}");
        }
        for hunters in ["patrol", "sweep", QUICK] {
            let [mean, half] = margin(&game, ["random", hunters]);
            assert!(mean + half < random, "{hunters}");
        }
    }
}

/// `sweep` is above `patrol`, whoever is Dracula; `lurker` is above `runner` against `sweep`.
#[test]
fn each_rung_is_clearly_above_the_one_below() {
    for step in STEPS {
        let game = of_step(step);
        let [runner, lurker] = ["runner", "lurker"].map(|dracula| {
            let [patrol, sweep] =
                ["patrol", "sweep"].map(|hunters| margins(&game, [dracula, hunters], seeds(RUNGS)));
            assert!(are_clear(&gains(&patrol, &sweep)), "{step:?}: sweep against {dracula}");
            sweep
        });
        assert!(are_clear(&gains(&lurker, &runner)), "{step:?}: lurker");
    }
}

/// `search` is above `lurker` against `sweep`, and above `sweep` against `lurker`: over all steps
/// together, and in each of them if there are enough seeds.
#[test]
fn search_is_clearly_above_the_rung_below() {
    let count = seeds(SEARCHED);
    let mut pooled = [vec![], vec![]];
    for step in STEPS {
        let game = of_step(step);
        let of = |pair| margins(&game, pair, count);
        let usual = of(["lurker", "sweep"]);
        let dracula = gains(&of([search(), "sweep"]), &usual);
        let hunters = gains(&usual, &of(["lurker", search()]));
        for (pooled, own) in pooled.iter_mut().zip([dracula, hunters]) {
            assert!(are_clear(&own) || count < ENOUGH, "{step:?}");
            pooled.extend(own);
        }
    }
    for gains in pooled {
        assert!(are_clear(&gains));
    }
}

/// The pairings of `search` in the table of the docs.
#[test]
#[ignore = "plays for an hour; prints figures of the docs"]
fn the_table_of_search() {
    for step in STEPS {
        let game = of_step(step);
        for (pair, count) in [
            (["search", "sweep"], 100),
            (["lurker", "search"], 40),
            (["runner", "search"], 40),
            (["search", "search"], 40),
            (["search", "patrol"], 16),
            (["search", "random"], 16),
            (["random", "search"], 16),
        ] {
            margins(&game, pair, count);
        }
    }
}

#[test]
fn a_fork_answers_as_its_original() {
    let game = of_step(Step::Full);
    for pair in [["lurker", "sweep"], [search(), search()]] {
        let mut count = 0;
        watch(&game, pair, Seed(3), |view, seat, player| {
            count += 1;
            if count % 10 != 0 {
                return;
            }
            let answers = [player.bot.fork(), player.bot.fork()].map(|fork| {
                let (mut rng, mut budget) = (player.rng.clone(), Count(u64::MAX));
                fork.unwrap().choose(view, &mut Decision::new(seat, &mut rng, &mut budget)).mv
            });
            let (mut rng, mut budget) = (player.rng.clone(), Count(u64::MAX));
            let own = player.bot.choose(view, &mut Decision::new(seat, &mut rng, &mut budget)).mv;
            assert_eq!(answers, [own; 2], "{pair:?} {count}");
        });
        assert!(count > 100);
    }
}

/// Guesses along games of the best bots, by the belief and without it.
#[test]
fn guesses_agree_with_the_view_and_with_the_belief() {
    for step in STEPS {
        let game = of_step(step);
        for seed in 0..4 {
            let mut belief = Belief::new(&game);
            let mut guesses = Seed(seed).bot_rng();
            watch(&game, ["lurker", "sweep"], Seed(seed), |view, asked, _| {
                let drawn = guess_states(&*game, view, 3, &mut guesses);
                let mut states = drawn.unwrap_or_else(|| panic!("{step:?} {seed}: {view:?}"));
                if let View::Hunters(own) = view {
                    belief.update(own);
                    let state = belief.guess(&game, own, &mut guesses).unwrap();
                    let View::Dracula(his) = game.view(&state, Viewer(0)) else { panic!("his") };
                    let likely = |place| belief.here()[place] > 0.0 || belief.restarts() > 0;
                    assert!(his.own.place.is_none_or(likely), "{step:?} {seed}");
                    states.push(state);
                }
                for state in states {
                    assert_eq!(game.turn(&state), Turn::ToMove(asked));
                    assert_eq!(&game.view(&state, game.sides().viewer_of(asked)), view);
                }
            });
        }
    }
}

/// Plays a match, and looks at the view and the player before each decision.
fn watch(
    game: &Arc<Fury>,
    [dracula, hunters]: [&str; 2],
    seed: Seed,
    mut look: impl FnMut(&View, Seat, &mut Player),
) {
    let mut players =
        [player(game, dracula, SideId(0), seed), player(game, hunters, SideId(1), seed)];
    let mut state = game.start(Chance::seeded(seed));
    while let Turn::ToMove(seat) = game.turn(&state) {
        let viewer = game.sides().viewer_of(seat);
        let view = game.view(&state, viewer);
        let player = &mut players[usize::from(viewer.0)];
        look(&view, seat, player);
        let Player { bot, rng } = player;
        let mut budget = Count(u64::MAX);
        let choice = bot.choose(&view, &mut Decision::new(seat, rng, &mut budget));
        game.play(&mut state, choice).expect("built-in bots play legal moves");
    }
}

/// Probabilities of Dracula's place, in bands, with how often it was true.
#[derive(Default, Clone, Copy)]
struct Band {
    count: f64,
    said: f64,
    true_times: f64,
}

const BANDS: [f64; 8] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1.0];

/// Adds a belief at an action of a hunter, once a round, to the bands.
fn add(bands: &mut [Band; 8], belief: &Belief, truth: Place) {
    let here = belief.here();
    for place in (0..128).filter_map(Place::new) {
        let said = here[place];
        if said <= 0.0 {
            continue;
        }
        let band = BANDS.iter().position(|most| said <= *most).unwrap_or(7);
        bands[band].count += 1.0;
        bands[band].said += said;
        bands[band].true_times += if place == truth { 1.0 } else { 0.0 };
    }
}

/// The table of reliability of the docs: what the belief says against what is true, by step and by
/// Dracula's bot. Against `runner`, whose moves the model does not have, it is off; the truth
/// always has weight.
#[test]
fn the_belief_is_compared_with_the_truth() {
    for step in STEPS {
        let game = of_step(step);
        for dracula in ["random", "runner", "lurker"] {
            let mut bands = [Band::default(); 8];
            for seed in 0..seeds(6) {
                follow(&game, dracula, HELD_OUT.of_match(seed), &mut bands);
            }
            println!("{step:?}, {dracula}: said, true, count");
            for band in bands.iter().filter(|band| band.count > 0.0) {
                let [said, truth] = [band.said / band.count, band.true_times / band.count]
                    .map(|share| share * 100.0);
                println!("  {said:5.1}% {truth:5.1}% {}", band.count);
            }
            let sure = bands[7];
            assert!(sure.count == 0.0 || sure.true_times / sure.count > 0.5, "{step:?} {dracula}");
        }
    }
}

/// Plays a match against `sweep`; the belief is asked at the first action of each round.
fn follow(game: &Arc<Fury>, dracula: &str, seed: Seed, bands: &mut [Band; 8]) {
    let mut players =
        [player(game, dracula, SideId(0), seed), player(game, "sweep", SideId(1), seed)];
    let mut state = game.start(Chance::seeded(seed));
    let mut belief = Belief::new(game);
    let mut round = 0;
    while let Turn::ToMove(seat) = game.turn(&state) {
        let viewer = game.sides().viewer_of(seat);
        let view = game.view(&state, viewer);
        if let View::Hunters(own) = &view {
            belief.update(own);
            let View::Dracula(truth) = game.view(&state, Viewer(0)) else { panic!("his view") };
            if let Some(place) = truth.own.place.filter(|_| own.table.round > round) {
                round = own.table.round;
                assert!(belief.here()[place] > 0.0, "round {round}");
                add(bands, &belief, place);
            }
        }
        let Player { bot, rng } = &mut players[usize::from(viewer.0)];
        let mut budget = Count(u64::MAX);
        let choice = bot.choose(&view, &mut Decision::new(seat, rng, &mut budget));
        game.play(&mut state, choice).expect("built-in bots play legal moves");
    }
}
