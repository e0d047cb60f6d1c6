//! The cost of a whole league above the bare rules: views, bots, referee, hashes, files.
//!
//! `cargo bench -p stoker`. Elements are matches between `random` bots on the course's map; every
//! benchmark asserts how many it played. Each step adds to the one before: `rules` plays on bare
//! positions, `views` plays games in progress and keeps both sides' views, `referee` asks bots
//! through the trait and hashes what they play, and `league` adds threads, statistics and files.
#![expect(clippy::unwrap_used, reason = "a benchmark stops at what it did not expect")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use stoker::engine::course::{Course, Mover, Position};
use stoker::engine::{Chance, Game, Seed, Turn, Viewer, one_of};
use stoker::entrant::Entrant;
use stoker::entrant::builtin;
use stoker::plan::{Draft, Keep, Plan};
use stoker::referee::{AnswerTiming, Referee};
use stoker::results::{OpenedRun, ResultTarget, RunFolder};
use stoker::run::league;

const MATCHES: u64 = 10_000;

fn random() -> Entrant<Course> {
    let (source, spec) = builtin("random", "", &[stoker::bots::random()]).unwrap();
    Entrant { name: spec.clone(), spec, side: None, source, unfit: vec![] }
}

fn plan() -> Plan<Course> {
    let game = Arc::new(Course::default());
    let draft = Draft::new(stoker::VERSION, game, vec![random()], MATCHES);
    Plan::new(Draft { keep: Keep::Sample(100), ..draft }).unwrap()
}

/// The bots' own generators, so that every step draws what the league draws.
fn generators(seed: Seed) -> [stoker::engine::Rng; 2] {
    let first_seat = |side| match side {
        Course::HUNTERS => stoker::engine::Seat(0),
        _ => Mover::DRACULA,
    };
    [Course::HUNTERS, Course::DRACULA].map(|side| seed.of_bot(side, first_seat(side)).bot_rng())
}

/// Random games on positions; the sum of their scores.
fn on_positions(plan: &Plan<Course>) -> i64 {
    let rules = &**plan.game();
    let mut sum = 0;
    for number in 0..plan.len() {
        let seed = plan.match_at(number).seed;
        let mut rngs = generators(seed);
        let mut state = rules.start(Chance::seeded(seed));
        while let Some(choice) = rules.opening_choice(&mut state) {
            rules.play(&mut state, choice).unwrap();
        }
        let mut position: Position = *state.position();
        while !position.board().is_over() {
            let rng = &mut rngs[usize::from(position.board().to_move() == Mover::Dracula)];
            position.play_unchecked(rules, one_of(rng, position.moves(rules)).unwrap());
        }
        sum += i64::from(position.board().score());
    }
    sum
}

/// The same games in progress, with both views kept by events; the sum of their scores.
fn with_views(plan: &Plan<Course>) -> i64 {
    let rules = &**plan.game();
    let mut sum = 0;
    for number in 0..plan.len() {
        let seed = plan.match_at(number).seed;
        let mut rngs = generators(seed);
        let mut state = rules.start(Chance::seeded(seed));
        let mut views = [Viewer(0), Viewer(1)].map(|viewer| rules.view(&state, viewer));
        let ending = loop {
            let seat = match rules.turn(&state) {
                Turn::Over(ending) => break ending,
                Turn::ToMove(seat) => seat,
            };
            let viewer = usize::from(rules.sides().viewer_of(seat).0);
            let choice = rules.opening_choice(&mut state).unwrap_or_else(|| {
                one_of(&mut rngs[viewer], rules.legal_moves(&views[viewer])).unwrap().into()
            });
            let play = rules.play(&mut state, choice).unwrap();
            for (viewer, view) in [Viewer(0), Viewer(1)].into_iter().zip(&mut views) {
                if let Some(event) = rules.redact(&state, &play, viewer) {
                    rules.advance(view, event);
                }
            }
        };
        sum += i64::from(ending.scores[0]);
    }
    sum
}

/// The same matches by the referee; the sum of their scores.
fn by_the_referee(plan: &Plan<Course>) -> i64 {
    let mut referee = Referee::new(Arc::clone(plan.game()), plan.starts());
    let mut sum = 0;
    for slot in (0..plan.len()).map(|number| plan.match_at(number)) {
        let lineup: Vec<_> = plan.lineup(slot.pairing).collect();
        let played = referee.play(slot.seed, &lineup, AnswerTiming::Off, &mut ()).unwrap();
        sum += i64::from(played.ending.scores[0]);
    }
    sum
}

/// The same matches as a league with all its files; how many were played.
fn as_a_league(plan: &Plan<Course>, threads: usize, results: &Path) -> u64 {
    let path = results.join("run");
    let target = ResultTarget::At(path.clone());
    let OpenedRun::New(mut folder) = RunFolder::open(plan, "bench", &target).unwrap() else {
        panic!("the folder is new");
    };
    let summary = league(plan, &mut folder, threads, &(), &AtomicBool::new(false)).unwrap();
    std::fs::remove_dir_all(path).unwrap();
    summary.done
}

fn benches(c: &mut Criterion) {
    let plan = plan();
    let results = tempfile::tempdir().unwrap();
    let sum = on_positions(&plan);
    let mut group = c.benchmark_group("random-matches");
    group.throughput(Throughput::Elements(MATCHES)).sample_size(10);
    group.bench_function("rules", |b| b.iter(|| assert_eq!(on_positions(&plan), sum)));
    group.bench_function("views", |b| b.iter(|| assert_eq!(with_views(&plan), sum)));
    group.bench_function("referee", |b| b.iter(|| assert_eq!(by_the_referee(&plan), sum)));
    for threads in [1, 2] {
        let name = format!("league-{threads}-threads");
        group.bench_function(name, |b| {
            b.iter(|| assert_eq!(as_a_league(&plan, threads, results.path()), MATCHES));
        });
    }
    group.finish();
}

criterion_group!(league_path, benches);
criterion_main!(league_path);
