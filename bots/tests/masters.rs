//! The bots of the masters ruleset: each is better than the one below it, and plays by any
//! parameters.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::sync::Arc;

use stoker_bots::{BotEntry, Setup, Values, masters};
use stoker_engine::masters::{Family, Level, Masters, Params};
use stoker_engine::{Bot, Chance, Count, Decision, Game, Seat, Seed, SideId, Turn};

/// Seeds on which no bot was tuned.
const HELD_OUT: Seed = Seed(20_241);

fn entry(name: &str) -> BotEntry<Masters> {
    masters::bots().into_iter().find(|entry| entry.name == name).unwrap()
}

/// Plays a match, and returns its moves, victory and progress.
fn play(game: &Arc<Masters>, name: &str, values: &str, seed: Seed) -> (Vec<String>, [i32; 2]) {
    let entry = entry(name);
    let values = Values::parse(values, entry.params).unwrap();
    let side = SideId(0);
    let seats = 0..game.params().players;
    let mut bot: Box<dyn Bot<Masters>> =
        (entry.make)(&Setup { game, values: &values, side, seats });
    let mut rng = seed.of_bot(side, Seat(0)).bot_rng();
    let mut state = game.start(Chance::seeded(seed));
    let mut moves = vec![];
    loop {
        let seat = match game.turn(&state) {
            Turn::ToMove(seat) => seat,
            Turn::Over(ending) => return (moves, [ending.scores[0], ending.scores[1]]),
        };
        let mut budget = Count(u64::MAX);
        let choice = bot.choose(&state.view(), &mut Decision::new(seat, &mut rng, &mut budget));
        moves.push(choice.mv.to_string());
        game.play(&mut state, choice).expect("built-in bots play legal moves");
    }
}

/// The differences of one score between two bots, on the same seeds: the mean, and half of the 95%
/// interval.
fn difference(better: &str, worse: &str, score: usize, seeds: u64) -> (f64, f64) {
    let game = Arc::new(Masters::default());
    let of = |index| {
        let seed = HELD_OUT.of_match(index);
        let [one, other] = [better, worse].map(|name| play(&game, name, "", seed).1[score]);
        f64::from(one - other)
    };
    let all: Vec<f64> = (0..seeds).map(of).collect();
    let count = all.len() as f64;
    let mean = all.iter().sum::<f64>() / count;
    let squares: f64 = all.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, 1.96 * (squares / (count - 1.0) / count).sqrt())
}

#[test]
fn survivor_comes_further_than_random() {
    let (mean, half) = difference("survivor", "random", 1, 100);
    assert!(mean - half > 0.0, "{mean:.1} +- {half:.1}");
}

#[test]
fn planner_wins_more_often_than_survivor() {
    let (mean, half) = difference("planner", "survivor", 0, 100);
    assert!(mean - half > 0.2, "{mean:.2} +- {half:.2}");
}

#[test]
fn a_seed_gives_the_same_moves_again_and_every_family_can_be_played() {
    let levels = [Level::Easy, Level::Medium, Level::Hard];
    let families = [Family::First, Family::Second, Family::Third, Family::Random];
    let settings = (2..=5).flat_map(|players| levels.map(|level| (players, level)));
    for ((players, level), family) in settings.zip(families.into_iter().cycle()) {
        let game = Arc::new(
            Masters::with(Params { players, level, family, ..Params::default() }).unwrap(),
        );
        for name in ["random", "survivor", "planner"] {
            let seed = Seed(u64::from(players));
            let (moves, scores) = play(&game, name, "", seed);
            assert_eq!((moves, scores), play(&game, name, "", seed), "{name}");
        }
    }
}

#[test]
fn search_plays_legal_moves_with_few_playouts() {
    for players in [2, 5] {
        let game = Arc::new(Masters::with(Params { players, ..Params::default() }).unwrap());
        let values = "playouts=4,rounds=1,moves=2";
        let (moves, scores) = play(&game, "search", values, Seed(3));
        assert!(moves.len() > 20);
        assert_eq!((moves, scores), play(&game, "search", values, Seed(3)));
    }
}
