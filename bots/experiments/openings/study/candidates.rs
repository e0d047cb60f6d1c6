//! The search for good openings: many are drawn, and those that do better are measured longer
//! (sequential halving; Karnin, Koren and Somekh 2013). Then the best are varied.

use rayon::prelude::*;
use stoker_engine::map::Place;
use stoker_engine::{Rng, one_of};

use super::hunters::{Opening, Study};

/// Number of seeds of the first measurement.
const FIRST: u64 = 4;
/// Number of openings that are varied each time.
const PARENTS: usize = 4;
/// Number of other places that are tried for each hunter.
const PLACES: usize = 4;
/// Number of seeds on which variations are measured first.
const VARIATION_SEEDS: u64 = 12;
/// One in so many variations is then measured on all seeds.
const KEPT_ONE_IN: usize = 5;

/// An opening that is tried.
#[derive(Debug, Clone)]
struct Candidate {
    opening: Opening,
    /// The scores by seed, each the mean over the Draculas.
    scores: Vec<f64>,
}

impl Candidate {
    fn new(opening: Opening) -> Self {
        Self { opening, scores: vec![] }
    }

    fn mean(&self) -> f64 {
        self.scores.iter().sum::<f64>() / self.scores.len() as f64
    }
}

/// The best openings found, the best first.
pub(crate) fn search(study: &Study, tell: &mut impl FnMut(String)) -> Vec<Opening> {
    let mut rng = study.seed.bot_rng();
    let cities = cities(study);
    let mut pool: Vec<_> =
        (0..study.search.candidates).map(|_| Candidate::new(draw(&cities, &mut rng))).collect();
    let (mut seeds, mut more) = (FIRST, FIRST);
    loop {
        measure(study, &mut pool, seeds);
        tell(progress(study, &pool, seeds));
        if pool.len() <= study.search.finalists {
            break;
        }
        pool.truncate((pool.len() / 2).max(study.search.finalists));
        more += more.div_ceil(2);
        seeds += more;
    }
    for _ in 0..study.search.generations {
        let mut varied = vary(&pool, &cities, &mut rng);
        measure(study, &mut varied, VARIATION_SEEDS.min(seeds));
        varied.truncate(varied.len().div_ceil(KEPT_ONE_IN));
        measure(study, &mut varied, seeds);
        pool.append(&mut varied);
        sort(&mut pool);
        pool.truncate(study.search.finalists);
        tell(progress(study, &pool, seeds));
    }
    pool.into_iter().map(|candidate| candidate.opening).collect()
}

fn progress(study: &Study, pool: &[Candidate], seeds: u64) -> String {
    let best = &pool[0];
    let (openings, best, mean) = (pool.len(), study.text(&best.opening), best.mean());
    format!("{openings} openings on {seeds} seeds: the best is {best}, with {mean:.1} points")
}

/// The places of openings: all cities but the hospital. From a sea nobody begins a search.
fn cities(study: &Study) -> Vec<Place> {
    let game = &study.game;
    let cities = game.map().places() - game.seas();
    cities.into_iter().filter(|&place| place != game.hospital()).collect()
}

/// Four cities.
fn draw(cities: &[Place], rng: &mut Rng) -> Opening {
    [(); 4].map(|()| *one_of(rng, cities).expect("the map has cities"))
}

/// The best of the pool, each with another city for one of its hunters.
fn vary(pool: &[Candidate], cities: &[Place], rng: &mut Rng) -> Vec<Candidate> {
    let mut varied = vec![];
    for parent in pool.iter().take(PARENTS) {
        for hunter in 0..parent.opening.len() {
            for _ in 0..PLACES {
                let mut opening = parent.opening;
                opening[hunter] = *one_of(rng, cities).expect("the map has cities");
                varied.push(Candidate::new(opening));
            }
        }
    }
    // Neither what is there already nor anything twice.
    varied.sort_by_key(|candidate| candidate.opening);
    varied.dedup_by_key(|candidate| candidate.opening);
    varied.retain(|candidate| pool.iter().all(|known| known.opening != candidate.opening));
    varied
}

/// Measures all on the first so many seeds, and puts the best first.
fn measure(study: &Study, pool: &mut [Candidate], seeds: u64) {
    let new: Vec<(usize, u64)> = pool
        .iter()
        .enumerate()
        .flat_map(|(index, candidate)| {
            (candidate.scores.len() as u64..seeds).map(move |seed| (index, seed))
        })
        .collect();
    let scores: Vec<_> = new
        .par_iter()
        .map(|&(index, seed)| {
            let scores = study.scores(Some(&pool[index].opening), &[study.seed.of_match(seed)]);
            scores.iter().sum::<f64>() / scores.len() as f64
        })
        .collect();
    for ((index, _), score) in new.into_iter().zip(scores) {
        pool[index].scores.push(score);
    }
    sort(pool);
}

/// Puts the best first.
fn sort(pool: &mut [Candidate]) {
    pool.sort_by(|a, b| b.mean().total_cmp(&a.mean()).then(a.opening.cmp(&b.opening)));
}
