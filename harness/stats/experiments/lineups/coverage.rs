//! Coverage of the intervals: the share that holds the true figure.

use rayon::prelude::*;
use stoker_engine::Seed;
use stoker_stats::Estimate;

use super::field::{FieldTruth, SyntheticField};

const FIGURES: [&str; 6] = ["mean rank", "win rate", "ahead", "seat", "Elo", "rank"];
/// The number of the figure that promises more than 95%.
const RANK: usize = 5;

/// The number of blocks of a league: with fewer than 30 intervals come from Student's t.
const BLOCKS: u64 = 36;

/// The highest coverage that is sound. Blocks of an era share out opponents, so that their results
/// can vary less than those of independent blocks.
const MOST: f64 = 0.98;

/// Shares of fewer meetings than this take few values, so no interval can be exact.
const FEW: u64 = 10;

/// Intervals that held the true figure, and all of them, by figure.
type IntervalCounts = [(u32, u32); FIGURES.len()];

/// Prints a line for each field. Returns true if all coverages are as promised.
pub(crate) fn table(fields: &[SyntheticField], leagues: u64) -> bool {
    println!(
        "coverage of 95% intervals in percent, {leagues} leagues a line, {BLOCKS} blocks each"
    );
    let header: String = FIGURES.iter().map(|name| format!(" {name:>10}")).collect();
    println!("{:<24}{header}", "field");
    let (mut sound, mut worst) = (true, [(1.0, 0.0); FIGURES.len()]);
    for field in fields {
        let shares = shares(field, leagues);
        let percent = |share: &Option<f64>| share.map(|share| format!("{:.1}", 100.0 * share));
        let cell = |share| format!(" {:>10}", percent(share).unwrap_or_default());
        let cells: String = shares.iter().map(cell).collect();
        println!("{:<24}{cells}", field.name());
        for (figure, share) in shares.into_iter().enumerate() {
            let Some(share) = share else { continue };
            let (low, high) = &mut worst[figure];
            (*low, *high) = (f64::min(*low, share), f64::max(*high, share));
            let most = if figure == RANK { 1.0 } else { MOST };
            sound &= field.has_rare_upsets() || (0.93..=most).contains(&share);
        }
    }
    let cells: String = worst
        .iter()
        .map(|(low, high)| format!(" {:>10}", format!("{:.1}-{:.1}", 100.0 * low, 100.0 * high)))
        .collect();
    println!("{:<24}{cells}", "lowest and highest");
    sound
}

/// The share of intervals that hold the truth, by figure; `None` if there are no such intervals.
fn shares(field: &SyntheticField, leagues: u64) -> [Option<f64>; FIGURES.len()] {
    // In some small fields blocks vary so little that an error of a hundredth of theirs would show.
    let truth = field.truth(100 * BLOCKS * u64::from(field.entrants).max(200));
    let elo = field.elo(100 * BLOCKS);
    let one = |number| count(field, (&truth, &elo), Seed(7).of_match(number));
    let counts: Vec<IntervalCounts> = (0..leagues).into_par_iter().map(one).collect();
    std::array::from_fn(|figure| {
        let sum = counts
            .iter()
            .fold((0, 0), |(held, all), counts| (held + counts[figure].0, all + counts[figure].1));
        (sum.1 > 0).then(|| f64::from(sum.0) / f64::from(sum.1))
    })
}

fn count(
    field: &SyntheticField,
    (truth, elo): (&FieldTruth, &[Option<f64>]),
    master: Seed,
) -> IntervalCounts {
    let figures = field.figures(master, BLOCKS);
    let mut counts = IntervalCounts::default();
    let mut add = |figure: usize, held: Option<bool>| {
        counts[figure].0 += u32::from(held == Some(true));
        counts[figure].1 += u32::from(held.is_some());
    };
    for (row, figures) in figures.rows.iter().enumerate() {
        add(0, figures.mean_rank.and_then(|of| holds(of, truth.ranks[row])));
        add(1, figures.win_rate.and_then(|of| holds(of, truth.wins[row])));
        add(4, figures.elo.zip(elo[row]).and_then(|(of, truth)| holds(of, truth)));
        let better = truth.ranks.iter().filter(|&&rank| rank < truth.ranks[row] - 1e-9).count();
        let rank =
            |(best, worst): (u32, u32)| (best as usize..=worst as usize).contains(&(better + 1));
        add(RANK, figures.ranks.map(rank));
    }
    for pair in figures.pairs.iter().filter(|pair| pair.meetings >= FEW) {
        let [a, b] = pair.rows;
        add(2, holds(pair.ahead, truth.ahead[a][b]));
    }
    for (seat, figures) in figures.seats.iter().enumerate() {
        add(3, figures.mean_rank.and_then(|of| holds(of, truth.seats[seat])));
    }
    counts
}

fn holds(estimate: Estimate, truth: f64) -> Option<bool> {
    estimate.interval.map(|(low, high)| low <= truth && truth <= high)
}
