//! The cost of the belief: per turn of Dracula's with the four hunters' turns before it, and per
//! simulated play.
//!
//! Before the timings it prints, for each kind of game, the turns, the trails (mean and maximum)
//! and the mean and worst time of a round (the best of five tries). Beside them it prints the same
//! numbers for the engine's list of all histories (for the first games, as long as there are at
//! most 20,000).

use std::fs::File;
use std::hint::black_box;
use std::io::Read;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use flate2::read::GzDecoder;

#[path = "../tests/common/mod.rs"]
mod common;

use stoker_bots::course::Belief;
use stoker_engine::course::transcript::Transcript;
use stoker_engine::course::{
    Course, DraculaMove, Guesses, HuntersView, Move, Play, Position, State,
};
use stoker_engine::{Chance, Game, Seed};

/// One game: the hunters' view after each of Dracula's turns, and every play with its position.
struct Script {
    views: Vec<HuntersView>,
    plays: Vec<Played>,
}

/// A play, and the position after it.
type Played = (Play<DraculaMove>, Position);

impl Script {
    fn new() -> Self {
        Self { views: vec![], plays: vec![] }
    }

    fn watch(&mut self, state: &State) {
        let play = *state.history().plays().last().expect("a play");
        self.plays.push((play, *state.position()));
        if matches!(play, Play::Dracula(_)) {
            self.views.push(state.history().as_hunters());
        }
    }
}

fn generated(game: &Arc<Course>, pairing: [&str; 2], games: u64) -> Vec<Script> {
    (0..games)
        .map(|index| {
            let mut script = Script::new();
            common::play(game, pairing, Seed(1).of_match(index), |state| script.watch(state));
            script
        })
        .collect()
}

fn transcripts(game: &Course, file: &str) -> Vec<Script> {
    let path = format!("{}/../engine/tests/data/{file}.jsonl.gz", env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    GzDecoder::new(File::open(path).expect("a file")).read_to_string(&mut text).expect("text");
    let read = |line| {
        let transcript: Transcript = serde_json::from_str(line).expect("a transcript");
        replay(game, &State::parse(game, &transcript.past_dracula).expect("a game"))
    };
    text.lines().map(read).collect()
}

fn replay(game: &Course, truth: &State) -> Script {
    let mut state = game.start(Chance::recorded(vec![]));
    let mut script = Script::new();
    for play in truth.history().plays() {
        game.play(&mut state, Move::from(*play).into()).expect("a legal move");
        script.watch(&state);
    }
    script
}

/// Times of rounds, and the numbers of trails or positions in them.
#[derive(Default)]
struct Rounds {
    times: Vec<Duration>,
    sizes: Vec<usize>,
}

impl Rounds {
    fn add(&mut self, size: usize, time: Duration) {
        self.times.push(time);
        self.sizes.push(size);
    }

    fn show(&self, what: &str) {
        let count = self.times.len() as f64;
        let micros = |time: Duration| time.as_secs_f64() * 1e6;
        let mean = self.times.iter().copied().map(micros).sum::<f64>() / count;
        let worst = self.times.iter().max().copied().map_or(0.0, micros);
        let size = self.sizes.iter().sum::<usize>() as f64 / count;
        let most = self.sizes.iter().max().copied().unwrap_or(0);
        println!(
            "{what:<34} {count:>6} rounds {size:>8.0} trails on average {most:>7} at most \
             {mean:>9.1} us on average {worst:>9.0} us at worst"
        );
    }
}

fn report(game: &Course, name: &str, scripts: &[Script]) {
    let mut believed = Rounds::default();
    for script in scripts {
        let mut belief = Belief::new(game);
        for view in &script.views {
            let time = best_of_five(&mut belief, |belief| belief.update(game, view));
            believed.add(belief.len(), time);
        }
    }
    believed.show(&format!("{name}: belief"));
    let mut listed = Rounds::default();
    for script in scripts.iter().take(8) {
        let mut guesses = Guesses::start(game);
        for view in &script.views {
            let start = Instant::now();
            guesses.update(game, view).expect("a game's view");
            listed.add(guesses.positions().len(), start.elapsed());
            if guesses.positions().len() > 20_000 {
                break;
            }
        }
    }
    listed.show(&format!("{name}: engine's list"));
}

/// The shortest of five times of a step, which excludes other work of the machine.
fn best_of_five(belief: &mut Belief, step: impl Fn(&mut Belief)) -> Duration {
    let before = belief.clone();
    let times = (0..5).map(|_| {
        belief.clone_from(&before);
        let start = Instant::now();
        step(belief);
        start.elapsed()
    });
    times.min().unwrap_or_default()
}

fn rounds(criterion: &mut Criterion) {
    let game = Arc::new(Course::default());
    let sets = [
        ("transcripts", transcripts(&game, "real-games")),
        ("tracker-lurker", generated(&game, ["tracker", "lurker"], 8)),
        ("patrol-wanderer", generated(&game, ["patrol", "wanderer"], 8)),
        ("random-lurker", generated(&game, ["random", "lurker"], 4)),
    ];
    let mut group = criterion.benchmark_group("belief");
    for (name, scripts) in &sets {
        report(&game, name, scripts);
        let rounds: usize = scripts.iter().map(|script| script.views.len()).sum();
        group.throughput(criterion::Throughput::Elements(rounds as u64));
        group.bench_function(*name, |bencher| {
            bencher.iter(|| {
                let seen = scripts.iter().map(|script| update_all(&game, &script.views));
                assert_eq!(seen.sum::<usize>(), rounds, "every round was taken in");
            });
        });
    }
    group.finish();
}

fn update_all(game: &Course, views: &[HuntersView]) -> usize {
    let mut belief = Belief::new(game);
    views.iter().for_each(|view| belief.update(game, view));
    black_box(&belief);
    belief.rounds()
}

/// Times a search that follows ten plays from a belief of each size, again and again.
fn follow(criterion: &mut Criterion) {
    const PLAYS: usize = 10;
    let game = Arc::new(Course::default());
    let scripts = generated(&game, ["tracker", "lurker"], 8);
    let mut group = criterion.benchmark_group("follow");
    for (name, sizes) in [("few", 1..30), ("some", 30..300), ("many", 300..3_000)] {
        let lines = lines(&game, &scripts, sizes, PLAYS);
        let plays = lines.len() * PLAYS;
        assert!(plays > 0, "there are beliefs of this size");
        group.throughput(criterion::Throughput::Elements(plays as u64));
        group.bench_function(name, |bencher| {
            let mut belief = Belief::new(&game);
            bencher.iter(|| {
                let mut followed = 0;
                for (start, plays) in &lines {
                    belief.clone_from(start);
                    for (play, after) in *plays {
                        belief.follow(&game, *play, after);
                        followed += 1;
                    }
                    black_box(&belief);
                }
                assert_eq!(followed, plays);
            });
        });
    }
    group.finish();
}

/// Beliefs of a size, each with the plays that follow it.
fn lines<'s>(
    game: &Course,
    scripts: &'s [Script],
    sizes: std::ops::Range<usize>,
    plays: usize,
) -> Vec<(Belief, &'s [Played])> {
    let mut lines = vec![];
    for script in scripts {
        let mut belief = Belief::new(game);
        for (index, (play, after)) in script.plays.iter().enumerate() {
            belief.follow(game, *play, after);
            let next = script.plays.get(index + 1..index + 1 + plays);
            if index % 5 == 4 && sizes.contains(&belief.len()) {
                lines.extend(next.map(|next| (belief.clone(), next)));
            }
        }
    }
    lines
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = rounds, follow
}
criterion_main!(benches);
