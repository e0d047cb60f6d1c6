//! The cost of a turn for each bot of the course ruleset, in whole games against `random` and
//! against the strongest opponent.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

#[path = "../tests/common/mod.rs"]
mod common;

use stoker_bots::{Setup, Values, course};
use stoker_engine::course::{Course, Move, View};
use stoker_engine::{Bot, Count, Decision, Game, Purpose, Rng, Seat, Seed, SideId, Viewer};

/// The decisions of one side in one game: the seat asked, and its view.
type Script = Vec<(Seat, View)>;

/// Number of games that are timed in turn, so that no single game decides.
const GAMES: u64 = 8;

fn script(game: &Arc<Course>, pairing: [&str; 2], side: SideId, seed: Seed) -> Script {
    let mut script = vec![];
    common::play(game, pairing, seed, |state| {
        if let stoker_engine::Turn::ToMove(seat) = game.turn(state)
            && game.sides().side_of(seat) == side
            && state.position().board().round() > 0
            && game.forced_move(state).is_none()
        {
            script.push((seat, game.view(state, Viewer(side.0))));
        }
    });
    assert!(!script.is_empty(), "a game has decisions of either side");
    script
}

/// Answers every decision of a game with a new bot, as in a match. Making the bot is timed too.
fn answer(game: &Arc<Course>, name: &str, side: SideId, script: &Script, rng: &mut Rng) {
    let entry = common::entry(name);
    let values = Values::defaults(entry.params);
    let mut bot: Box<dyn Bot<Course>> =
        (entry.make)(&Setup { game, values: &values, side, seats: 0..4 });
    for (seat, view) in script {
        let mut budget = Count(u64::MAX);
        let mut turn: Decision<'_, Move> = Decision::new(*seat, rng, &mut budget);
        black_box(bot.choose(view, &mut turn));
    }
}

/// Times turns. Each sample is whole games, scaled to the number of turns requested.
fn time(game: &Arc<Course>, name: &str, side: SideId, scripts: &[Script], turns: u64) -> Duration {
    let mut rng = Seed(1).rng(Some(side), None, Purpose::BOT);
    let mut done = 0;
    let start = Instant::now();
    for script in scripts.iter().cycle() {
        answer(game, name, side, script, &mut rng);
        done += script.len() as u64;
        if done >= turns {
            break;
        }
    }
    assert!(done >= turns, "every turn asked for was played");
    start.elapsed().mul_f64(turns as f64 / done as f64)
}

fn turns(criterion: &mut Criterion) {
    let game = Arc::new(Course::default());
    let mut group = criterion.benchmark_group("turn");
    for entry in course::bots() {
        for (id, side) in game.sides().iter() {
            if !entry.sides.is_empty() && !entry.sides.contains(&side.name) {
                continue;
            }
            let strongest = if id == Course::HUNTERS { "lurker" } else { "tracker" };
            for opponent in ["random", strongest] {
                let pairing = if id == Course::HUNTERS {
                    [entry.name, opponent]
                } else {
                    [opponent, entry.name]
                };
                let play = |index| script(&game, pairing, id, Seed(1).of_match(index));
                let scripts: Vec<_> = (0..GAMES).map(play).collect();
                let name = BenchmarkId::new(format!("{}-{}", side.name, entry.name), opponent);
                group.bench_function(name, |bencher| {
                    bencher.iter_custom(|turns| time(&game, entry.name, id, &scripts, turns));
                });
            }
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = turns
}
criterion_main!(benches);
