//! Teams whose entrants are known: the share of intervals of partners that hold the true effect.

use rayon::prelude::*;
use stoker_engine::{Purpose, Rng, Seed, below};
use stoker_stats::lineups::Blocks;
use stoker_stats::teams::TeamSums;

const LUCK: Purpose = Purpose::new("luck of teams");

/// The number of seeds of a league.
const SEEDS: u64 = 36;

/// The strength of a team, as a function of its members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TeamKind {
    /// The mean of their strengths.
    Additive,
    /// The strength of the weakest.
    Weakest,
    /// The mean of their strengths, in which the first seat counts most.
    Seats,
}

/// Entrants of strengths evenly from 0 to 1, this many at each table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SyntheticTeams {
    pub(crate) kind: TeamKind,
    pub(crate) entrants: u32,
    pub(crate) seats: usize,
}

impl SyntheticTeams {
    fn name(self) -> String {
        let kind = format!("{:?}", self.kind).to_lowercase();
        format!("{kind}, {} at {}", self.entrants, self.seats)
    }

    /// The probability of a victory on a seed of average luck.
    fn chance(self, lineup: &[usize]) -> f64 {
        let last = f64::from(self.entrants - 1);
        let strengths = || lineup.iter().map(|&entrant| entrant as f64 / last);
        let level = match self.kind {
            TeamKind::Additive => strengths().sum::<f64>() / self.seats as f64,
            TeamKind::Weakest => strengths().fold(1.0, f64::min),
            TeamKind::Seats => {
                let weights = (1..=self.seats).rev().map(|weight| weight as f64);
                let all: f64 = weights.clone().sum();
                strengths().zip(weights).map(|(one, weight)| one * weight).sum::<f64>() / all
            }
        };
        0.1 + 0.8 * level
    }

    /// The lineups of a seed: drawn ones, or all where there are few entrants.
    fn lineups(self, master: Seed, seed: u64) -> Vec<Vec<usize>> {
        let entrants = self.entrants as usize;
        if entrants > self.seats
            && let Some(design) = Blocks::new(self.entrants, self.seats)
        {
            let era = design.era(master, seed / design.per_era());
            let block = usize::try_from(seed % design.per_era()).unwrap_or(0);
            return (0..entrants).map(|place| era.lineup(block, place).collect()).collect();
        }
        let mut all = vec![vec![]];
        for _ in 0..self.seats {
            let longer =
                |lineup: Vec<usize>| (0..entrants).map(move |next| [&lineup[..], &[next]].concat());
            all = all.into_iter().flat_map(longer).collect();
        }
        all
    }

    /// The effects found in a league of this many seeds, whose matches have these scores.
    fn effects(
        self,
        master: Seed,
        seeds: u64,
        mut score: impl FnMut(&mut Rng, f64, &[usize]) -> i64,
    ) -> Vec<Option<stoker_stats::Estimate>> {
        let mut sums = TeamSums::new(self.entrants as usize, 1);
        let mut played: Vec<(u64, Vec<usize>)> = vec![];
        for seed in 0..seeds {
            let mut rng = master.of_match(seed).rng(None, None, LUCK);
            let luck = 0.2 * uniform(&mut rng) - 0.1;
            for lineup in self.lineups(master, seed) {
                sums.add(seed, &lineup, &[score(&mut rng, luck, &lineup)]);
                played.push((seed, lineup));
            }
        }
        let visit = |each: &mut dyn FnMut(u64, &[usize])| {
            played.iter().for_each(|(seed, lineup)| each(*seed, lineup));
        };
        sums.effects(&visit, master).into_iter().map(|of| of.effects[0]).collect()
    }

    /// The true effects: those that fit the expected scores of lineups best.
    ///
    /// All lineups of a league are equally likely. Let m be their mean score, and m_i the mean of a
    /// seat over lineups in which entrant i has it, averaged over seats. The seats of a lineup are
    /// n entrants drawn with replacement if all lineups are played, and without if they are drawn.
    /// So the numbers of seats have covariances c (identity - 1 / n), with c = s / n with
    /// replacement and c = s (n - s) / (n (n - 1)) without, and their covariance with the score is
    /// (m_i - m) s / n. Hence the effect is m_i - m, or (m_i - m) (n - 1) / (n - s). Nothing here is
    /// fitted, and nothing comes from the code under test.
    fn truth(self) -> Vec<f64> {
        let (n, s) = (self.entrants as usize, self.seats);
        let draws = if n > s { Draws::WithoutReplacement } else { Draws::WithReplacement };
        let factor = match draws {
            Draws::WithReplacement => 1.0,
            Draws::WithoutReplacement => (n - 1) as f64 / (n - s) as f64,
        };
        let (mut sums, mut counts, mut total, mut all) = (vec![0.0; n], vec![0.0; n], 0.0, 0.0);
        let mut lineup = vec![];
        each_lineup(n, s, draws, &mut lineup, &mut |lineup| {
            let score = self.chance(lineup);
            (total, all) = (total + score, all + 1.0);
            for &entrant in lineup {
                sums[entrant] += score;
                counts[entrant] += 1.0;
            }
        });
        let effect = |(sum, count): (&f64, &f64)| factor * (sum / count - total / all);
        sums.iter().zip(&counts).map(effect).collect()
    }

    /// The share of intervals that hold the true effect, and their number.
    pub(crate) fn coverage(self, leagues: u64) -> (f64, u64) {
        let truth = self.truth();
        let league = |number| {
            let victory = |rng: &mut Rng, luck: f64, lineup: &[usize]| {
                i64::from(uniform(rng) < self.chance(lineup) + luck)
            };
            let found = self.effects(Seed(7).of_match(number), SEEDS, victory);
            let held = found.iter().zip(&truth).map(|(effect, truth)| {
                let interval = effect.and_then(|effect| effect.interval);
                u64::from(interval.is_some_and(|(low, high)| (low..=high).contains(truth)))
            });
            held.sum::<u64>()
        };
        let held: u64 = (0..leagues).into_par_iter().map(league).sum();
        let all = leagues * u64::from(self.entrants);
        (held as f64 / all as f64, all)
    }
}

/// The way in which the entrants of a lineup are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Draws {
    WithReplacement,
    WithoutReplacement,
}

/// Calls `each` with every ordered lineup that begins as this one.
fn each_lineup(
    entrants: usize,
    seats: usize,
    draws: Draws,
    lineup: &mut Vec<usize>,
    each: &mut impl FnMut(&[usize]),
) {
    if lineup.len() == seats {
        each(lineup);
        return;
    }
    for next in 0..entrants {
        if draws == Draws::WithReplacement || !lineup.contains(&next) {
            lineup.push(next);
            each_lineup(entrants, seats, draws, lineup, each);
            lineup.pop();
        }
    }
}

/// A number from 0 (included) to 1 (excluded).
fn uniform(rng: &mut Rng) -> f64 {
    f64::from(below(rng, 1 << 30)) / f64::from(1u32 << 30)
}

/// Prints a line for each field. Returns true if all coverages are as promised.
pub(crate) fn table(leagues: u64) -> bool {
    println!("\npartners: coverage of 95% intervals, {leagues} leagues a line, {SEEDS} seeds each");
    let mut sound = true;
    for kind in [TeamKind::Additive, TeamKind::Weakest, TeamKind::Seats] {
        for (entrants, seats) in [(2, 2), (3, 3), (3, 5), (6, 3), (6, 5), (20, 3), (20, 5)] {
            let field = SyntheticTeams { kind, entrants, seats };
            let (share, _) = field.coverage(leagues);
            println!("{:<24} {:>5.1}", field.name(), 100.0 * share);
            sound &= (0.93..=0.98).contains(&share);
        }
    }
    sound
}
