//! The speed of the rules: playouts relative to a bare random walk, games with views, and parsing.
//!
//! Run it with `cargo bench -p stoker-engine`. Elements are turns, steps, decisions or plays,
//! depending on the benchmark; each asserts the number that it timed. The measure of the rules is
//! the ratio of `playouts` to `walk`, both on one core in one run. A turn of the game should cost
//! at most three steps of a walker who only chooses among neighbours.
#![expect(clippy::unwrap_used, reason = "a benchmark stops at what it did not expect")]

use std::hint::black_box;
use std::io::Read;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use flate2::read::GzDecoder;
use stoker_engine::boss::{Boss, Params as BossParams};
use stoker_engine::course::transcript::Transcript;
use stoker_engine::course::{Course, HuntersView, Mover, Position, State, Turned};
use stoker_engine::fury::Fury;
use stoker_engine::kosmos::{Kosmos, Position as KosmosPosition, Tellings};
use stoker_engine::map::{BuiltinMap, ByPlace, PlaceSet};
use stoker_engine::masters::Masters;
use stoker_engine::{Chance, Choice, Game, Purpose, Rng, Seed, Turn, Viewer, below, one_of};

/// The benchmarks' generator.
fn rng() -> Rng {
    Seed(1).rng(None, None, Purpose::new("bench"))
}

const STEPS: u64 = 100_000;

/// A lower bound on the cost of any game: steps along random links.
fn walk(c: &mut Criterion) {
    let rules = Course::default();
    let map = rules.map();
    let links = ByPlace::new(|from| {
        let of_map = map.places().contains(from);
        if of_map { map.road(from) | map.rail(from) | map.sea(from) } else { PlaceSet::EMPTY }
    });
    let mut group = c.benchmark_group("walk");
    group.throughput(Throughput::Elements(STEPS));
    group.bench_function("steps", |b| {
        b.iter(|| {
            let (mut rng, mut at, mut steps) = (rng(), rules.castle(), 0);
            while steps < STEPS {
                let near = links[at];
                at =
                    near.nth(below(&mut rng, u32::try_from(near.len()).unwrap()) as usize).unwrap();
                steps += 1;
            }
            assert_eq!(steps, STEPS);
            at
        });
    });
}

const GAMES: u32 = 100;

/// The turns of this many random games, and the sum of their scores.
fn playouts_of(rules: &Course, games: u32) -> (u64, i32) {
    let (mut rng, mut turns, mut scores) = (rng(), 0, 0);
    for _ in 0..games {
        let mut position = Position::start(rules);
        while let Some(mv) = one_of(&mut rng, position.moves(rules)) {
            position.play_unchecked(rules, mv);
            turns += 1;
        }
        scores += position.board().score();
    }
    (turns, scores)
}

fn playouts(c: &mut Criterion) {
    let rules = Course::default();
    let expected = playouts_of(&rules, GAMES);
    let mut group = c.benchmark_group("playouts");
    group.throughput(Throughput::Elements(expected.0));
    group.bench_function("turns", |b| {
        b.iter(|| assert_eq!(playouts_of(&rules, GAMES), expected));
    });
}

/// Plays random games with all views updated by events, and returns the number of turns.
fn games_with_views<G: Game>(rules: &G, games: u32) -> u64 {
    let (mut rng, mut turns) = (rng(), 0);
    for game in 0..games {
        let mut state = rules.start(Chance::seeded(Seed(u64::from(game))));
        let viewers = (0..).map(Viewer).take(rules.sides().viewers().len());
        let mut views: Vec<_> = viewers.map(|viewer| rules.view(&state, viewer)).collect();
        while let Turn::ToMove(seat) = rules.turn(&state) {
            let viewer = rules.sides().viewer_of(seat);
            let choice = rules.forced_move(&state).map(Choice::from).unwrap_or_else(|| {
                let moves = rules.legal_moves(&views[usize::from(viewer.0)]);
                one_of(&mut rng, moves).unwrap().into()
            });
            let play = rules.play(&mut state, choice).unwrap();
            tell(rules, &state, &play, &mut views);
            turns += 1;
        }
        black_box(&views);
    }
    turns
}

/// Updates all views.
fn tell<G: Game>(rules: &G, state: &G::State, play: &G::Play, views: &mut [G::View]) {
    for (viewer, view) in (0..).map(Viewer).zip(views) {
        rules.tell(state, play, viewer, view);
    }
}

fn games_of<G: Game>(c: &mut Criterion, name: &str, rules: &G) {
    let turns = games_with_views(rules, GAMES);
    let mut group = c.benchmark_group("games");
    group.throughput(Throughput::Elements(turns));
    group.bench_function(name, |b| {
        b.iter(|| assert_eq!(games_with_views(rules, GAMES), turns));
    });
}

fn games(c: &mut Criterion) {
    games_of(c, "turns with views", &Course::default());
    games_of(c, "decisions of kosmos with views", &Kosmos::default());
    games_of(c, "decisions of masters with views", &Masters::default());
    for players in [2, 5] {
        let boss = Boss::with(BossParams { players, ..BossParams::default() }).unwrap();
        games_of(c, &format!("decisions of boss with all {players} views"), &boss);
    }
    for preset in Fury::presets().into_iter().filter(|preset| preset.name != "fortnight") {
        let fury = Fury::with(preset.params, BuiltinMap::FURY.load()).unwrap();
        games_of(c, &format!("decisions of fury {} with both views", preset.name), &fury);
    }
}

/// The decisions of this many random games of kosmos without lists of what was told.
fn kosmos_playouts_of(rules: &Kosmos, games: u32) -> u64 {
    let (mut rng, mut decisions) = (rng(), 0);
    for _ in 0..games {
        let mut position = KosmosPosition::start(rules, &mut rng, &mut Tellings::new());
        while let Some(mv) = one_of(&mut rng, position.moves(rules)) {
            position.play(rules, mv, &mut rng, &mut Tellings::new()).unwrap();
            decisions += 1;
        }
    }
    decisions
}

fn kosmos_playouts(c: &mut Criterion) {
    let rules = Kosmos::default();
    let expected = kosmos_playouts_of(&rules, GAMES);
    let mut group = c.benchmark_group("playouts");
    group.throughput(Throughput::Elements(expected));
    group.bench_function("decisions of kosmos", |b| {
        b.iter(|| assert_eq!(kosmos_playouts_of(&rules, GAMES), expected));
    });
}

/// Every position of random games in which this side moves, and the total number of its moves.
fn decisions(rules: &Course, of_dracula: impl Fn(Mover) -> bool) -> (Vec<Position>, usize) {
    let (mut rng, mut all, mut choices) = (rng(), vec![], 0);
    for _ in 0..GAMES {
        let mut position = Position::start(rules);
        while position.moves(rules).len() > 0 {
            let moves = position.moves(rules);
            if of_dracula(position.board().to_move()) {
                all.push(position);
                choices += moves.len();
            }
            position.play_unchecked(rules, one_of(&mut rng, moves).unwrap());
        }
    }
    (all, choices)
}

fn legal_moves(c: &mut Criterion) {
    let rules = Course::default();
    let mut group = c.benchmark_group("legal moves");
    for (name, dracula) in [("hunters", false), ("dracula", true)] {
        let (positions, choices) = decisions(&rules, |mover| (mover == Mover::Dracula) == dracula);
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                let found: usize = positions.iter().map(|at| at.moves(&rules).len()).sum();
                assert_eq!(found, choices);
            });
        });
    }
}

/// The turns of one random game, each with the state after it.
fn turns_of_one_game(rules: &Course) -> Vec<(State, Turned)> {
    let (mut rng, mut turns) = (rng(), vec![]);
    let mut state = rules.start(Chance::seeded(Seed(1)));
    while !state.position().board().is_over() {
        let mv = one_of(&mut rng, state.position().moves(rules)).unwrap();
        let play = rules.play(&mut state, mv.into()).unwrap();
        turns.push((state.clone(), play));
    }
    turns
}

fn views(c: &mut Criterion) {
    let rules = Course::default();
    let turns = turns_of_one_game(&rules);
    let start = rules.start(Chance::seeded(Seed(1)));
    let mut group = c.benchmark_group("views");
    group.throughput(Throughput::Elements(turns.len() as u64));
    group.bench_function("upkeep of both", |b| {
        b.iter(|| {
            let mut views = [Viewer(0), Viewer(1)].map(|viewer| rules.view(&start, viewer));
            for (state, play) in &turns {
                tell(&rules, state, play, &mut views);
            }
            assert_eq!(views[0].hunters().unwrap().plays().len(), turns.len());
            views
        });
    });
}

/// The longest of the games that teams' programs played.
fn longest_real_game() -> Transcript {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/real-games.jsonl.gz");
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    let games = text.lines().map(|line| serde_json::from_str::<Transcript>(line).unwrap());
    games.max_by_key(|game| game.rounds).unwrap()
}

fn parsing(c: &mut Criterion) {
    let rules = Course::default();
    let game = longest_real_game();
    let plays = game.turns.len();
    assert!(game.rounds >= 197, "{} rounds", game.rounds);
    let mut group = c.benchmark_group("parsing");
    group.throughput(Throughput::Elements(plays as u64));
    group.bench_function("past plays of dracula", |b| {
        b.iter(|| {
            let state = State::parse(&rules, &game.past_dracula).unwrap();
            assert_eq!(state.history().plays().len(), plays);
        });
    });
    group.bench_function("past plays of the hunters", |b| {
        b.iter(|| {
            let view = HuntersView::parse(&rules, &game.past_hunters).unwrap();
            assert_eq!(view.plays().len(), plays);
        });
    });
}

criterion_group!(all, walk, playouts, kosmos_playouts, games, legal_moves, views, parsing);
criterion_main!(all);
