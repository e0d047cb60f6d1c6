//! Designs compared: how many matches it takes to find the order.

use rayon::prelude::*;
use stoker_engine::{Purpose, Rng, Seed};
use stoker_stats::lineups::LineupSums;

use super::field::{FieldTruth, SyntheticField, block_of, shuffled};
use super::openskill::OpenSkill;

const DESIGN: Purpose = Purpose::new("design");
/// The leagues of each line.
const LEAGUES: u64 = 300;
/// The most lineups with which a round-robin is shown.
const MOST_LISTED: usize = 500;
/// The numbers of matches for each entrant after which orders are compared.
const LOOKS: [u64; 5] = [5, 10, 20, 40, 80];

/// A way to choose lineups, and to order entrants by their results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineupDesign {
    /// All combinations, in each of their rotations, on every seed.
    RoundRobin,
    All,
    Uniform,
    Partitions,
    Blocks,
    Adaptive,
    /// The matches of blocks, ordered by OpenSkill's ratings.
    OpenSkill,
    /// The matches of blocks, ordered by Plackett-Luce strengths.
    Strengths,
}

impl LineupDesign {
    const ALL: [(Self, &'static str); 8] = [
        (Self::RoundRobin, "round-robin"),
        (Self::All, "all lineups, in random order"),
        (Self::Uniform, "uniform lineups"),
        (Self::Partitions, "random partitions"),
        (Self::Blocks, "incomplete blocks"),
        (Self::Adaptive, "adaptive, by strength"),
        (Self::Strengths, "blocks, by strength"),
        (Self::OpenSkill, "blocks, by OpenSkill"),
    ];
}

/// Prints for each field and design the share of pairs that are in the right order.
pub(crate) fn table(fields: &[SyntheticField]) {
    println!("\npairs in the right order, in percent, after 5 to 80 matches of each entrant");
    for field in fields {
        let truth = field.truth(2_000_000);
        println!("{}", field.name());
        let few = combinations(field).len() * field.seats <= MOST_LISTED;
        let shown = |design| few || design != LineupDesign::RoundRobin;
        for (design, name) in LineupDesign::ALL.into_iter().filter(|&(one, _)| shown(one)) {
            let league = |number| shares(field, &truth, design, Seed(5).of_match(number));
            let all: Vec<[f64; 5]> = (0..LEAGUES).into_par_iter().map(league).collect();
            let mean = |look: usize| all.iter().map(|one| one[look]).sum::<f64>() / LEAGUES as f64;
            let cells: String =
                (0..5).map(|look| format!(" {:>6.1}", 100.0 * mean(look))).collect();
            println!("  {name:<30}{cells}");
        }
    }
}

fn shares(
    field: &SyntheticField,
    truth: &FieldTruth,
    design: LineupDesign,
    master: Seed,
) -> [f64; 5] {
    let mut rng = master.rng(None, None, DESIGN);
    let mut sums = field.sums();
    let mut skill = OpenSkill::new(field.entrants as usize);
    let mut waiting: Vec<Vec<usize>> = vec![];
    let (mut played, mut round) = (0, 0);
    let per_match = field.seats as u64;
    LOOKS.map(|look| {
        let until = look * u64::from(field.entrants) / per_match;
        while played < until {
            if waiting.is_empty() {
                waiting = next_round(field, design, master, round, &sums, &mut rng);
                waiting.reverse();
                round += 1;
            }
            let Some(lineup) = waiting.pop() else { break };
            let order = field.play_one(master, round, &lineup, &mut sums);
            if design == LineupDesign::OpenSkill {
                skill.add(&order);
            }
            played += 1;
        }
        let order = match design {
            LineupDesign::OpenSkill => skill.order(),
            LineupDesign::Adaptive | LineupDesign::Strengths => sums.order_by_strength(),
            LineupDesign::RoundRobin
            | LineupDesign::All
            | LineupDesign::Uniform
            | LineupDesign::Partitions
            | LineupDesign::Blocks => sums.order(),
        };
        in_order(&order, truth)
    })
}

/// The next lineups of a design.
fn next_round(
    field: &SyntheticField,
    design: LineupDesign,
    master: Seed,
    round: u64,
    sums: &LineupSums,
    rng: &mut Rng,
) -> Vec<Vec<usize>> {
    let all = field.entrants as usize;
    match design {
        LineupDesign::Blocks | LineupDesign::OpenSkill | LineupDesign::Strengths => {
            block_of(&field.design(), master, round)
        }
        // One at a time; in the long run these are all lineups in random order.
        LineupDesign::Uniform => vec![field.any_lineup(rng)],
        LineupDesign::All => all_lineups(field, rng),
        LineupDesign::RoundRobin => rotations(combinations(field)),
        LineupDesign::Partitions => partition(&shuffled((0..all).collect(), rng), field.seats, rng),
        LineupDesign::Adaptive if round < 4 => {
            partition(&shuffled((0..all).collect(), rng), field.seats, rng)
        }
        // Neighbours in the order so far meet.
        LineupDesign::Adaptive => partition(&sums.order_by_strength(), field.seats, rng),
    }
}

/// Longer lineups: each with every entrant that comes after its last.
fn longer(all: &[Vec<usize>], entrants: u32) -> Vec<Vec<usize>> {
    let longer = |lineup: &Vec<usize>| {
        let first = lineup.last().map_or(0, |last| last + 1);
        let with = |next| lineup.iter().copied().chain([next]).collect::<Vec<usize>>();
        (first..entrants as usize).map(with).collect::<Vec<_>>()
    };
    all.iter().flat_map(longer).collect()
}

/// All combinations in order; if they are many, only the first.
fn combinations(field: &SyntheticField) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for _ in 0..field.seats {
        all = longer(&all, field.entrants);
        all.truncate(MOST_LISTED + 1);
    }
    all
}

/// Each lineup in all its rotations.
fn rotations(lineups: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let turned = |lineup: Vec<usize>| {
        (0..lineup.len()).map(move |turn| {
            let mut lineup = lineup.clone();
            lineup.rotate_left(turn);
            lineup
        })
    };
    lineups.into_iter().flat_map(turned).collect()
}

/// All combinations in random order, each in a random seating; at most 20,000 of them.
fn all_lineups(field: &SyntheticField, rng: &mut Rng) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for _ in 0..field.seats {
        all = longer(&all, field.entrants);
        if all.len() > 20_000 {
            all = shuffled(all, rng);
            all.truncate(20_000);
        }
    }
    let all = all.into_iter().map(|lineup| shuffled(lineup, rng)).collect();
    shuffled(all, rng)
}

/// Groups of entrants in this order, each in a random seating. Entrants that are left over sit out.
fn partition(order: &[usize], seats: usize, rng: &mut Rng) -> Vec<Vec<usize>> {
    order.chunks_exact(seats).map(|group| shuffled(group.to_vec(), rng)).collect()
}

/// The share of pairs in the order of their true mean ranks.
fn in_order(order: &[usize], truth: &FieldTruth) -> f64 {
    let (mut right, mut all) = (0.0, 0.0);
    for (place, &a) in order.iter().enumerate() {
        for &b in &order[place + 1..] {
            all += 1.0;
            right += f64::from(u8::from(truth.ranks[a] < truth.ranks[b]));
        }
    }
    right / all
}
