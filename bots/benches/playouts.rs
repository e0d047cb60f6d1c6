//! The cost of the parts of searches: distance tables, and turns of playouts.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use stoker_bots::course::{
    DraculaStyle, HunterStyle, Noise, Playout, PlayoutState, Styles, Tables,
};
use stoker_engine::course::{Course, Hunter};
use stoker_engine::{Purpose, Seed};

/// Number of games in a sample.
const GAMES: u64 = 200;

fn tables(criterion: &mut Criterion) {
    let rules = Course::default();
    criterion.bench_function("tables/make", |bencher| {
        bencher.iter(|| {
            let tables = Tables::new(black_box(&rules));
            assert_eq!(
                tables.hunter_turns(Hunter::Godalming, 0, rules.castle(), rules.castle()),
                0
            );
            tables
        });
    });
}

/// Plays whole games, and returns the turns played and the sum of the scores.
fn play(playout: Playout<'_>, start: &PlayoutState, styles: Styles) -> (u64, i64) {
    let mut rng = Seed(1).rng(None, None, Purpose::BOT);
    let (mut turns, mut scores) = (0, 0);
    for _ in 0..GAMES {
        let mut playout_state = *start;
        let noise = Noise::draw(&mut rng);
        turns += u64::from(playout.play_turns(&mut playout_state, styles, u32::MAX, noise));
        scores += i64::from(playout_state.position.board().score());
    }
    (turns, scores)
}

fn playouts(criterion: &mut Criterion) {
    let rules = Course::default();
    let tables = Tables::new(&rules);
    let (playout, start) = (Playout::new(&rules, &tables), PlayoutState::start(&rules));
    let mut group = criterion.benchmark_group("playouts");
    for hunters in [HunterStyle::Seeker, HunterStyle::Patrol, HunterStyle::Random] {
        for dracula in [DraculaStyle::Evader, DraculaStyle::Runner, DraculaStyle::Random] {
            let styles = Styles { hunters, dracula };
            let expected = play(playout, &start, styles);
            group.throughput(Throughput::Elements(expected.0));
            group.bench_function(format!("{hunters:?}-{dracula:?}").to_lowercase(), |bencher| {
                bencher.iter(|| assert_eq!(play(playout, black_box(&start), styles), expected));
            });
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
    targets = tables, playouts
}
criterion_main!(benches);
