//! Entrants of a duel that play both sides: one strength each, beside the advantage of a side.
//!
//! The odds of the first side are exp(a + s_i - s_j): a is the advantage of the first side, s_i the
//! strength of the entrant that plays it, s_j that of its opponent. It is the model of
//! [`elo`](super::elo) with one part for both sides of an entrant. Only matches between entrants
//! that play both sides count.

use super::bradley_terry::{Elo, RowVariables, SeenWins, WinFit, WinLikelihood};
use super::cells::Cells;
use super::design::PairingDesign;
use super::estimate::Estimate;
use super::figure::{Figure, effective_seeds};
use super::intervals::{IntervalMaker, widen};
use super::proportion::share;
use super::ranks::rank_intervals;
use super::student::NORMAL_95;

/// The figures of the entrants that play both sides, and of the sides.
#[derive(Debug, Clone, PartialEq)]
pub struct DuelFigures {
    /// The entrants, by group.
    pub entrants: Vec<DuelEntrant>,
    /// The two sides.
    pub sides: [DuelSide; 2],
}

/// The figures of an entrant that plays both sides, from its matches against others.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DuelEntrant {
    /// The number of matches.
    pub matches: u64,
    /// The share won; a tie is half.
    pub won: Option<Estimate>,
    /// The share won on the first side, and on the second.
    pub won_as: [Option<Estimate>; 2],
    /// The strength on the Elo scale, compared with the mean of all.
    pub strength: Option<Estimate>,
    /// The best and the worst rank that the data leave possible, by strength.
    pub ranks: Option<(u32, u32)>,
}

/// The figures of a side, from all matches between entrants that play both.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DuelSide {
    /// The number of matches.
    pub matches: u64,
    /// The share won by the side; a tie is half.
    pub won: Option<Estimate>,
    /// The advantage over the other side on the Elo scale, between entrants of equal strength.
    pub advantage: Option<Estimate>,
}

impl DuelFigures {
    /// Drops the intervals of figures that rest on repeated games, because another seed would show
    /// nothing new. `repeats` says of a pairing that it has no two different games.
    pub fn drop_repeated(
        &mut self,
        design: &PairingDesign,
        groups: &[Vec<usize>],
        repeats: impl Fn(usize) -> bool,
    ) {
        let counted = CountedPairings::new(design, groups);
        let all_repeat = |of: &[(usize, usize)]| of.iter().all(|&(pairing, _)| repeats(pairing));
        for (entrant, rows) in self.entrants.iter_mut().zip(groups) {
            let by_side: Vec<_> = rows.iter().map(|&row| counted.of_row(design, row)).collect();
            for (won, of) in entrant.won_as.iter_mut().zip(&by_side) {
                if all_repeat(of) {
                    drop_of([won]);
                }
            }
            if by_side.iter().all(|of| all_repeat(of)) {
                drop_of([&mut entrant.won, &mut entrant.strength]);
                entrant.ranks = None;
            }
        }
        if counted.all.iter().all(|&pairing| repeats(pairing)) {
            self.sides.iter_mut().for_each(|side| drop_of([&mut side.won, &mut side.advantage]));
        }
    }
}

fn drop_of<const N: usize>(estimates: [&mut Option<Estimate>; N]) {
    estimates.into_iter().flatten().for_each(|estimate| *estimate = estimate.alone());
}

/// The figures of the groups, each of which holds the rows of one entrant.
pub(super) fn figures(
    design: &PairingDesign,
    cells: &Cells,
    groups: &[Vec<usize>],
    intervals: &IntervalMaker,
) -> Option<DuelFigures> {
    if !design.is_duel() || groups.is_empty() || cells.blocks() == 0 {
        return None;
    }
    let counts = DuelMatches::new(design, cells, groups);
    let mut figures = DuelFigures {
        entrants: groups.iter().map(|rows| counts.entrant(rows)).collect(),
        sides: [0, 1].map(|side| counts.side(side)),
    };
    let parts = RowVariables::of_groups(design, groups);
    let fit = WinFit::new(WinLikelihood::new(design, cells, parts));
    counts.fill_strengths(&fit, groups, intervals, &mut figures.entrants);
    let advantage = counts.advantage(&fit, intervals);
    figures.sides[0].advantage = advantage;
    figures.sides[1].advantage = advantage.map(|advantage| -advantage);
    Some(figures)
}

/// The pairings of entrants that play both sides.
struct CountedPairings {
    /// Those of two different groups.
    others: Vec<usize>,
    /// These, and those of a group with itself.
    all: Vec<usize>,
}

impl CountedPairings {
    fn new(design: &PairingDesign, groups: &[Vec<usize>]) -> Self {
        let mut group_of = vec![None; design.rows()];
        for (group, rows) in groups.iter().enumerate() {
            rows.iter().for_each(|&row| group_of[row] = Some(group));
        }
        let groups_of = |pairing: usize| [0, 1].map(|side| group_of[design.row(pairing, side)]);
        let counts = |&pairing: &usize| groups_of(pairing).iter().all(Option::is_some);
        let all: Vec<usize> = (0..design.pairings()).filter(counts).collect();
        let is_other = |&pairing: &usize| {
            let [first, second] = groups_of(pairing);
            first != second
        };
        let others = all.iter().copied().filter(is_other).collect();
        Self { others, all }
    }

    /// The pairings of a row with others, and its side there.
    fn of_row(&self, design: &PairingDesign, row: usize) -> Vec<(usize, usize)> {
        let side = |pairing: usize| (0..2).find(|&side| design.row(pairing, side) == row);
        self.others.iter().filter_map(|&pairing| Some((pairing, side(pairing)?))).collect()
    }
}

/// The matches between entrants that play both sides.
struct DuelMatches<'a> {
    design: &'a PairingDesign,
    cells: &'a Cells,
    pairings: CountedPairings,
}

impl<'a> DuelMatches<'a> {
    fn new(design: &'a PairingDesign, cells: &'a Cells, groups: &[Vec<usize>]) -> Self {
        Self { design, cells, pairings: CountedPairings::new(design, groups) }
    }

    /// The share of half points of a side in some pairings.
    fn won(&self, of: &[(usize, usize)]) -> Option<Figure> {
        let block = |block: usize| {
            let add = |(points, matches): (i64, u64), &(pairing, side): &(usize, usize)| {
                let won = self.cells.points(block, pairing, side);
                let played = self.cells.matches(block, pairing);
                (points + i64::from(won), matches + u64::from(played))
            };
            of.iter().fold((0, 0), add)
        };
        let blocks: Vec<_> = (0..self.cells.blocks()).map(block).collect();
        Figure::mean(blocks.into_iter()).map(|half_points| half_points.times(0.5))
    }

    fn matches(&self, of: &[(usize, usize)]) -> u64 {
        let played = |&(pairing, _): &(usize, usize)| {
            let blocks = 0..self.cells.blocks();
            blocks.map(|block| u64::from(self.cells.matches(block, pairing))).sum::<u64>()
        };
        of.iter().map(played).sum()
    }

    fn of_row(&self, row: usize) -> Vec<(usize, usize)> {
        self.pairings.of_row(self.design, row)
    }

    fn entrant(&self, rows: &[usize]) -> DuelEntrant {
        let by_side: Vec<_> = rows.iter().map(|&row| self.of_row(row)).collect();
        let both = by_side.concat();
        let won = |of: &[(usize, usize)]| self.won(of).map(|figure| share(&figure));
        DuelEntrant {
            matches: self.matches(&both),
            won: won(&both),
            won_as: [0, 1].map(|side| won(by_side.get(side)?)),
            strength: None,
            ranks: None,
        }
    }

    fn side(&self, side: usize) -> DuelSide {
        let of: Vec<_> = self.pairings.all.iter().map(|&pairing| (pairing, side)).collect();
        let won = self.won(&of).map(|figure| share(&figure));
        DuelSide { matches: self.matches(&of), won, advantage: None }
    }

    /// The number of seeds that matches of these rows with others rest on.
    fn seeds(&self, rows: &[usize]) -> u64 {
        let of: Vec<_> = rows.iter().flat_map(|&row| self.of_row(row)).collect();
        self.effective(&of.iter().map(|&(pairing, _)| pairing).collect::<Vec<_>>())
    }

    fn effective(&self, pairings: &[usize]) -> u64 {
        let of = |block: usize| {
            let matches = |&pairing: &usize| u64::from(self.cells.matches(block, pairing));
            pairings.iter().map(matches).sum::<u64>()
        };
        effective_seeds((0..self.cells.blocks()).map(of))
    }

    fn fill_strengths(
        &self,
        fit: &WinFit<'_>,
        groups: &[Vec<usize>],
        intervals: &IntervalMaker,
        entrants: &mut [DuelEntrant],
    ) {
        let comparable = fit.model.comparable(&(0..groups.len()).collect::<Vec<_>>());
        let wins = SeenWins::among(comparable.iter().map(|&part| fit.model.is_one_sided(part)));
        let strength = |&part: &usize| {
            let contrast = fit.less_mean(part, &comparable);
            fit.elo(&contrast, self.seeds(&groups[part]), wins)
        };
        let strengths: Vec<Elo> = comparable.iter().map(strength).collect();
        let figures: Vec<&Figure> = strengths.iter().map(|elo| &elo.figure).collect();
        let ranks = rank_intervals(&figures);
        let estimates = intervals.of(&figures).into_iter().zip(&strengths);
        let estimates = estimates.map(|(estimate, elo)| widened(estimate, elo));
        for ((&part, estimate), ranks) in comparable.iter().zip(estimates).zip(ranks) {
            entrants[part].strength = Some(estimate);
            entrants[part].ranks = ranks;
        }
    }

    fn advantage(&self, fit: &WinFit<'_>, intervals: &IntervalMaker) -> Option<Estimate> {
        let seeds = self.effective(&self.pairings.all);
        let won = self.side(0).won?.value;
        let wins = SeenWins::among([won <= 0.0 || won >= 1.0].into_iter());
        let elo = fit.elo(&fit.first_less_second(), seeds, wins);
        let estimate = intervals.of(&[&elo.figure]).into_iter().next()?;
        Some(widened(estimate, &elo))
    }
}

fn widened(mut estimate: Estimate, elo: &Elo) -> Estimate {
    if let Some(error) = elo.model_error {
        widen(&mut estimate, NORMAL_95 * error);
    }
    estimate
}

#[cfg(test)]
mod tests;
