//! What the parts cost that searches are made of: distance tables.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use stoker_bots::course::Tables;
use stoker_engine::course::{Course, Hunter};

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

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = tables
}
criterion_main!(benches);
