//! The spread of an entrant's rank over draws of the lineups.

use rayon::prelude::*;
use stoker_engine::Seed;

use super::field::SyntheticField;

const DRAWS: u64 = 200;
const BLOCKS: u64 = 20;

/// Prints for each field how far ranks spread, and how wide their intervals are. Returns true if no
/// entrant's ranks spread more than its intervals say.
pub(crate) fn table(fields: &[SyntheticField]) -> bool {
    println!("\nranks over {DRAWS} draws of {BLOCKS} blocks: 95% of draws, and the mean interval");
    println!("{:<24} {:>10} {:>10} {:>10}", "field", "spread", "interval", "worst");
    let lines: Vec<bool> = fields.iter().map(line).collect();
    lines.into_iter().all(|narrow| narrow)
}

fn line(field: &SyntheticField) -> bool {
    let draw = |number| {
        let master = Seed(11).of_match(number);
        let sums = field.play_blocks(master, BLOCKS);
        let order = sums.order();
        let mut ranks = vec![0; order.len()];
        (0..).zip(&order).for_each(|(rank, &row)| ranks[row] = rank + 1);
        let figures = sums.without_elo(master);
        let width = |ranks: Option<(u32, u32)>| ranks.map_or(0, |(best, worst)| worst - best);
        (ranks, figures.rows.iter().map(|row| width(row.ranks)).collect())
    };
    let draws: Vec<(Vec<u32>, Vec<u32>)> = (0..DRAWS).into_par_iter().map(draw).collect();
    let (mut spreads, mut widths, mut worst) = (0.0, 0.0, 0.0_f64);
    for row in 0..field.entrants as usize {
        let mut ranks: Vec<u32> = draws.iter().map(|(ranks, _)| ranks[row]).collect();
        ranks.sort_unstable();
        let cut = ranks.len() / 40;
        let spread = f64::from(ranks[ranks.len() - 1 - cut] - ranks[cut]);
        let width = draws.iter().map(|(_, widths)| f64::from(widths[row])).sum::<f64>();
        let width = width / draws.len() as f64;
        spreads += spread / f64::from(field.entrants);
        widths += width / f64::from(field.entrants);
        worst = worst.max(spread - width);
    }
    println!("{:<24} {spreads:>10.1} {widths:>10.1} {worst:>+10.1}", field.name());
    worst <= 0.0
}
