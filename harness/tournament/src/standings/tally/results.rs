//! The leaderboard and the tables, computed from the sums.

use std::cmp::Ordering;

use stoker_engine::Direction;
use stoker_external::fault::FaultCounts;
use stoker_external::unfit::EntrantStatus;
use stoker_stats::lineups::LineupFigures;
use stoker_stats::{Analysis, Effective, Estimate, RowFigures, analyse, by_mean, greater, pinned};

use super::super::lineups::{self, LineupTables};
use super::super::partners::{PartnerFigures, PartnerTable};
use super::super::standing::ALL_SIDES;
use super::super::{Crosstable, DuelTable, FurtherMean, Meeting, Standing, duel};
use super::{FurtherScore, StandingsTally};
use crate::starts::Starts;

/// The results of a league.
#[derive(Debug, Clone, PartialEq)]
pub struct Results {
    /// The leaderboard, by kind of side and rank. Entrants that play all kinds come last.
    pub standings: Vec<Standing>,
    /// The crosstable, if there are exactly two different sides.
    pub crosstable: Option<Crosstable>,
    /// The table of entrants that play both of two unlike sides, if there are at least two.
    pub duel: Option<DuelTable>,
    /// The tables of matches between several rivals.
    pub lineups: Option<LineupTables>,
    /// The table of partners.
    pub partners: Option<PartnerTable>,
}

impl StandingsTally {
    /// The results of all matches so far.
    pub fn results(&self) -> Results {
        let groups = self.groups();
        let (mut analysis, mut lineups) = self.analysis(&groups);
        let mut partners = self.partner_figures(&mut analysis);
        self.drop_intervals(&groups, &mut analysis, &mut lineups, &mut partners);
        let mut standings = vec![];
        for kind in 0..self.kinds.len() {
            let ranked = match &partners {
                Some(partners) => self.ranked_partners(partners),
                None => self.ranked(kind, &analysis),
            };
            standings.extend((1..).zip(ranked).map(|(rank, row)| {
                self.standing(self.kinds[kind], rank, &[row], &analysis.rows[row])
            }));
            standings.extend(self.unfit.iter().filter(|row| row.side == self.kinds[kind]).cloned());
        }
        standings.extend(self.combined(&groups, &analysis));
        let rivals = lineups.filter(|_| partners.is_none());
        let tables = rivals.map(|figures| {
            let ranked = self.ranked(0, &analysis);
            lineups::tables(&figures, &ranked, &self.sides, |row| self.name(row))
        });
        let partners = self.partners.as_ref().zip(partners).map(|(sums, figures)| {
            sums.table(&figures, &self.ranked_partners(&figures), |row| self.name(row))
        });
        Results {
            standings,
            crosstable: self.crosstable(&analysis),
            duel: self.duel(&groups, &analysis),
            lineups: tables,
            partners,
        }
    }

    /// The figures of pairings, those of matches that rank their sides, or both.
    fn analysis(&self, groups: &[Vec<usize>]) -> (Analysis, Option<LineupFigures>) {
        let Some(lineups) = &self.lineups else {
            return (analyse(&self.design, &self.cells, groups, self.master), None);
        };
        if self.drawn.is_some() {
            let figures = match self.partners.is_some() {
                true => lineups.without_elo(self.master),
                false => {
                    let visit = |each: &mut dyn FnMut(u64, &[usize])| {
                        self.visit_all([&self.void_slots, &[]], each);
                    };
                    lineups.figures(&visit, self.master)
                }
            };
            let rows = figures.rows.clone();
            let analysis = Analysis { rows, combined: vec![], pairs: vec![], duel: None };
            return (analysis, Some(figures));
        }
        let mut analysis = analyse(&self.design, &self.cells, groups, self.master);
        let figures = lineups.without_elo(self.master);
        for (row, figures) in analysis.rows.iter_mut().zip(&figures.rows) {
            (row.mean_rank, row.ranks) = (figures.mean_rank, figures.ranks);
        }
        (analysis, Some(figures))
    }

    /// Drops the intervals of figures that rest on one game per pairing, however often it was
    /// repeated: with free starts, another seed shows nothing new.
    fn drop_intervals(
        &self,
        groups: &[Vec<usize>],
        analysis: &mut Analysis,
        lineups: &mut Option<LineupFigures>,
        partners: &mut Option<PartnerFigures>,
    ) {
        if self.starts != Starts::Free || self.drawn.is_some() {
            return;
        }
        let everyone: Vec<usize> = (0..self.design.rows()).collect();
        if let Some(figures) = lineups
            && self.is_one_game_each(&everyone)
        {
            figures.drop_intervals();
        }
        if let Some(figures) = partners
            && self.is_one_game_each(&everyone)
        {
            figures.drop_intervals();
        }
        for (row, figures) in analysis.rows.iter_mut().enumerate() {
            if self.is_one_game_each(&[row]) {
                figures.drop_intervals();
            }
        }
        for (rows, figures) in groups.iter().zip(&mut analysis.combined) {
            if self.is_one_game_each(rows) {
                figures.drop_intervals();
            }
        }
        if let Some(duel) = &mut analysis.duel {
            duel.drop_repeated(&self.design, groups, |pairing| !self.has_other_games(pairing));
        }
        for (pairing, figures) in analysis.pairs.iter_mut().enumerate() {
            if let (Some(figures), true) = (figures, self.is_one_game(pairing)) {
                figures.mean = figures.mean.alone();
            }
        }
    }

    fn is_one_game(&self, pairing: usize) -> bool {
        self.distinct[pairing].count() == Effective::Exact(1)
    }

    /// True if no pairing of these rows has two different games.
    fn is_one_game_each(&self, rows: &[usize]) -> bool {
        let mut theirs = (0..self.design.pairings())
            .filter(|&pairing| self.design.rows_in(pairing).any(|row| rows.contains(&row)));
        !theirs.any(|pairing| self.has_other_games(pairing))
    }

    /// True if a pairing has two different games.
    fn has_other_games(&self, pairing: usize) -> bool {
        let played = self.distinct[pairing].count() != Effective::Exact(0);
        played && !self.is_one_game(pairing)
    }

    /// The rows of each entrant that plays all kinds of sides; empty if there is only one kind.
    fn groups(&self) -> Vec<Vec<usize>> {
        if self.kinds.len() < 2 || self.kinds.contains(&ALL_SIDES) {
            return vec![];
        }
        let rows_of = |entrant: usize| -> Vec<usize> {
            (0..self.design.rows()).filter(|&row| self.entrant_of[row] == entrant).collect()
        };
        let all = (0..self.names.len()).map(rows_of);
        all.filter(|rows| rows.len() == self.kinds.len()).collect()
    }

    /// The rows of a kind of side, the best first; equal rows are sorted by name. Matches that rank
    /// their sides rank entrants by mean rank.
    fn ranked(&self, kind: usize, analysis: &Analysis) -> Vec<usize> {
        let mut rows: Vec<usize> = self.design.rows_of(kind).collect();
        if self.lineups.is_some() {
            let of = |row: usize| &analysis.rows[row];
            rows.sort_by(|&a, &b| {
                let by_rank =
                    better(of(a).mean_rank.map(|rank| -rank), of(b).mean_rank.map(|rank| -rank));
                by_rank
                    .then_with(|| better(of(a).rating, of(b).rating))
                    .then_with(|| self.name(a).cmp(self.name(b)))
            });
            return rows;
        }
        let played = self.cells.played();
        let balanced = self.design.is_crossed() && played.iter().all(|&of| of == played[0]);
        rows.sort_by(|&a, &b| {
            let rating = |row: usize| analysis.rows[row].rating;
            let by_rating = match balanced {
                true => Ordering::Equal,
                false => better(rating(a), rating(b)),
            };
            by_rating
                .then_with(|| by_mean(&self.design, &self.cells, a, b))
                .then_with(|| self.by_further(a, b))
                .then_with(|| self.name(a).cmp(self.name(b)))
        });
        rows
    }

    /// Compares two rows of a game of one side by their further scores, in order, which that side
    /// wants as it wants the first. Other games do not say who wants them.
    fn by_further(&self, a: usize, b: usize) -> Ordering {
        let [side] = self.sides.list() else {
            return Ordering::Equal;
        };
        let [of_a, of_b] = [a, b].map(|row| i128::from(self.matches(row)));
        let rising = |further: &FurtherScore| {
            let [sum_a, sum_b] = [a, b].map(|row| i128::from(further.sums[row]));
            (sum_a * of_b).cmp(&(sum_b * of_a))
        };
        let by_scores = self.further.iter().map(rising).fold(Ordering::Equal, Ordering::then);
        match side.direction {
            Direction::High => by_scores.reverse(),
            Direction::Low => by_scores,
        }
    }

    /// The rows of entrants that play all kinds of sides, by combined rating.
    fn combined(&self, groups: &[Vec<usize>], analysis: &Analysis) -> Vec<Standing> {
        let mut order: Vec<usize> = (0..groups.len()).collect();
        let name = |group: usize| self.name(groups[group][0]);
        order.sort_by(|&a, &b| {
            let [of_a, of_b] = [a, b].map(|group| &analysis.combined[group]);
            let by_rating = better(of_a.rating, of_b.rating);
            by_rating.then_with(|| better(of_a.elo, of_b.elo)).then_with(|| name(a).cmp(name(b)))
        });
        let row = |(rank, group): (u32, usize)| {
            self.standing(ALL_SIDES, rank, &groups[group], &analysis.combined[group])
        };
        (1..).zip(order).map(row).collect()
    }

    /// Makes a row of the leaderboard from these rows of one entrant.
    fn standing(&self, side: &str, rank: u32, rows: &[usize], figures: &RowFigures) -> Standing {
        let sum = |of: &dyn Fn(usize) -> u64| rows.iter().map(|&row| of(row)).sum::<u64>();
        let matches = sum(&|row| self.matches(row));
        let mut faults = FaultCounts::default();
        for (kind, count) in faults.iter_mut().enumerate() {
            *count = sum(&|row| self.faults[row][kind]);
        }
        Standing {
            rank: Some(rank),
            rank_interval: figures.ranks,
            side: side.to_owned(),
            entrant: self.name(rows[0]).to_owned(),
            status: EntrantStatus::Ok,
            matches,
            voids: sum(&|row| self.voids[row]),
            effective: self.effective(rows),
            mean: figures.mean.map(Estimate::pinned),
            win_rate: figures.win_rate.map(Estimate::pinned),
            mean_rank: figures.mean_rank.map(Estimate::pinned),
            facts: match rows {
                [row] if matches > 0 && side != ALL_SIDES => self.shown.means(*row),
                _ => vec![],
            },
            rating: figures.rating.map(Estimate::pinned),
            elo: figures.elo.map(Estimate::pinned),
            nash: figures.nash.map(|(weight, score)| (pinned(weight), pinned(score))),
            faults,
            previous: None,
            further: self.further_means(rows, matches),
        }
    }

    fn further_means(&self, rows: &[usize], matches: u64) -> Vec<FurtherMean> {
        let mean = |further: &FurtherScore| {
            let sum = rows.iter().map(|&row| further.sums[row]).sum::<i64>();
            (matches > 0).then(|| pinned(sum as f64 / matches as f64))
        };
        let of = |further: &FurtherScore| FurtherMean {
            score: further.name.to_owned(),
            mean: mean(further),
        };
        self.further.iter().map(of).collect()
    }

    /// The number of distinct games, summed over the pairings in which one of these rows takes
    /// part.
    fn effective(&self, rows: &[usize]) -> Effective {
        if self.drawn.is_some() {
            let of_rows = rows.iter().map(|&row| self.distinct[row].count());
            return of_rows.fold(Effective::Exact(0), Effective::plus);
        }
        let takes_part =
            |&pairing: &usize| self.design.rows_in(pairing).any(|row| rows.contains(&row));
        (0..self.design.pairings())
            .filter(takes_part)
            .map(|pairing| self.distinct[pairing].count())
            .fold(Effective::Exact(0), Effective::plus)
    }

    /// The table of entrants that play both sides. A single one is not compared with anybody.
    fn duel(&self, groups: &[Vec<usize>], analysis: &Analysis) -> Option<DuelTable> {
        let figures = analysis.duel.as_ref().filter(|_| groups.len() > 1)?;
        let names = groups.iter().map(|rows| self.name(rows[0])).collect::<Vec<_>>();
        Some(duel::table(figures, &names, &self.sides))
    }

    fn crosstable(&self, analysis: &Analysis) -> Option<Crosstable> {
        if !self.design.is_duel() {
            return None;
        }
        let sides = [0, 1].map(|side| self.sides.list()[side].name.to_owned());
        let (rows, columns) = (self.ranked(0, analysis), self.ranked(1, analysis));
        let mut place = vec![0; self.design.rows()];
        for list in [&rows, &columns] {
            list.iter().enumerate().for_each(|(position, &row)| place[row] = position);
        }
        let mut cells = vec![vec![None; columns.len()]; rows.len()];
        for (pairing, figures) in analysis.pairs.iter().enumerate() {
            let [down, across] = [0, 1].map(|side| place[self.design.row(pairing, side)]);
            cells[down][across] = figures.map(|figures| Meeting {
                mean: figures.mean.pinned(),
                interaction: pinned(figures.interaction),
                matches: figures.matches,
                effective: self.distinct[pairing].count(),
            });
        }
        let names = |rows: Vec<usize>| rows.iter().map(|&row| self.name(row).to_owned()).collect();
        Some(Crosstable { sides, rows: names(rows), columns: names(columns), cells })
    }
}

/// Orders figures, the greater first, as they are written; a missing figure comes last.
pub(super) fn better(a: Option<Estimate>, b: Option<Estimate>) -> Ordering {
    let figure = |estimate: Option<Estimate>| estimate.map(|estimate| estimate.value);
    greater(figure(a), figure(b))
}
