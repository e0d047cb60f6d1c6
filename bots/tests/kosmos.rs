//! The bots of the kosmos ruleset: each is clearly better than the one below it, and plays by any
//! parameters.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::sync::Arc;

use stoker_bots::{BotEntry, Setup, Values, kosmos};
use stoker_engine::kosmos::{BarrierStep, Kosmos, Params, Side};
use stoker_engine::{Bot, Chance, Count, Decision, Ending, Game, Rng, Seed, Turn, Viewer};

/// Seeds on which no bot was tuned.
const HELD_OUT: Seed = Seed(20_031);
const SEEDS: u64 = 200;

fn entry(name: &str) -> BotEntry<Kosmos> {
    kosmos::bots().into_iter().find(|entry| entry.name == name).unwrap()
}

fn player(game: &Arc<Kosmos>, name: &str, side: Side, seed: Seed) -> (Box<dyn Bot<Kosmos>>, Rng) {
    let entry = entry(name);
    let values = Values::defaults(entry.params);
    let seat = side.seat().0;
    let setup = Setup { game, values: &values, side: side.id(), seats: seat..seat + 1 };
    ((entry.make)(&setup), seed.of_bot(side.id(), side.seat()).bot_rng())
}

/// Plays a match of Dracula's bot against the hunter's, and returns its moves and its ending.
fn play(game: &Arc<Kosmos>, [dracula, hunter]: [&str; 2], seed: Seed) -> (Vec<String>, Ending) {
    let mut players =
        [player(game, dracula, Side::Dracula, seed), player(game, hunter, Side::Hunter, seed)];
    let mut state = game.start(Chance::seeded(seed));
    let mut views = [0, 1].map(|viewer| game.view(&state, Viewer(viewer)));
    let mut moves = vec![];
    loop {
        let seat = match game.turn(&state) {
            Turn::ToMove(seat) => seat,
            Turn::Over(ending) => return (moves, ending),
        };
        let asked = usize::from(seat.0);
        let (bot, rng) = &mut players[asked];
        let mut budget = Count(u64::MAX);
        let choice = bot.choose(&views[asked], &mut Decision::new(seat, rng, &mut budget));
        moves.push(format!("{:?}", choice.mv));
        let played = game.play(&mut state, choice).expect("built-in bots play legal moves");
        for (viewer, view) in (0..).map(Viewer).zip(&mut views) {
            let events = game.redact(&state, &played, viewer);
            events.into_iter().for_each(|event| game.advance(view, event));
        }
    }
}

/// Wins of the first bot less those of the second in the two games of each seed, from -2 to 2.
fn differences(first: &str, second: &str) -> Vec<f64> {
    let game = Arc::new(Kosmos::default());
    let of = |index| {
        let seed = HELD_OUT.of_match(index);
        let [as_dracula, as_hunter] =
            [[first, second], [second, first]].map(|pair| play(&game, pair, seed).1.scores[0]);
        f64::from(as_hunter - as_dracula)
    };
    (0..SEEDS).map(of).collect()
}

/// More than 58% of the games, and the 95% interval of the difference above 0.
fn clearly_beats(first: &str, second: &str) {
    let all = differences(first, second);
    let count = all.len() as f64;
    let mean = all.iter().sum::<f64>() / count;
    let squares: f64 = all.iter().map(|value| (value - mean).powi(2)).sum();
    let half = 1.96 * (squares / (count - 1.0) / count).sqrt();
    let wins = 0.5 + mean / 4.0;
    println!("{first} wins {wins:.3} against {second}; difference {mean:.2} +- {half:.2}");
    assert!(mean - half > 0.0 && wins >= 0.58, "{first} wins {wins:.3} against {second}");
}

#[test]
fn careful_clearly_beats_random() {
    clearly_beats("careful", "random");
}

#[test]
fn memory_clearly_beats_careful() {
    clearly_beats("memory", "careful");
}

#[test]
fn reckoner_clearly_beats_memory() {
    clearly_beats("reckoner", "memory");
}

#[test]
fn every_bot_plays_by_any_parameters() {
    let odd = [
        Params { lives: 1, ..Params::default() },
        Params { lives: 9, turns: 30, barrier: BarrierStep::Must, ..Params::default() },
        Params { targets_max: 0, first: Side::Hunter, ..Params::default() },
        Params { targets_min: 5, turns: 2, ..Params::default() },
    ];
    let presets = Kosmos::presets().into_iter().map(|preset| preset.params);
    for params in presets.chain(odd) {
        let game = Arc::new(Kosmos::with(params).unwrap());
        for dracula in kosmos::bots() {
            for hunter in kosmos::bots() {
                for seed in 0..6 {
                    play(&game, [dracula.name, hunter.name], Seed(seed));
                }
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game_and_another_seed_another() {
    let game = Arc::new(Kosmos::default());
    for pair in [["memory", "careful"], ["careful", "memory"], ["reckoner", "reckoner"]] {
        let [one, same, other] = [7, 7, 8].map(|seed| play(&game, pair, Seed(seed)).0);
        assert_eq!(one, same);
        assert_ne!(one, other);
    }
}

#[test]
fn a_fork_answers_as_its_original() {
    let game = Arc::new(Kosmos::default());
    for name in ["careful", "memory", "reckoner"] {
        let state = game.start(Chance::seeded(Seed(3)));
        let view = game.view(&state, Viewer(0));
        let (mut bot, rng) = player(&game, name, Side::Dracula, Seed(3));
        let mut fork = bot.fork().unwrap();
        let answers = [&mut bot, &mut fork].map(|bot| {
            let (mut rng, mut budget) = (rng.clone(), Count(0));
            bot.choose(&view, &mut Decision::new(Side::Dracula.seat(), &mut rng, &mut budget)).mv
        });
        assert_eq!(answers[0], answers[1], "{name}");
    }
}
