//! Folds matches, in order, into the leaderboard.

use std::cmp::Ordering;

use stoker_engine::{Direction, Game, Sides};

use super::{Crosstable, Distinct, Effective, SeedSums, Standing, Status, pinned};
use crate::entrant::Unfit;
use crate::fault::FaultCounts;
use crate::outcome::Outcome;
use crate::plan::{Plan, Slot, kinds};

/// One entrant on one kind of side, so far.
#[derive(Debug, Clone)]
struct Row {
    entrant: usize,
    kind: usize,
    sums: SeedSums,
    wins: u64,
    faults: FaultCounts,
}

/// One pairing, so far.
#[derive(Debug, Clone)]
struct Pair {
    /// By side: the row that its entrant's matches are counted in.
    rows: Box<[usize]>,
    matches: u64,
    /// The sum of the first side's scores.
    first: i128,
    distinct: Distinct,
}

/// The results so far; memory depends on entrants and pairings, not on matches.
#[derive(Debug, Clone)]
pub(crate) struct Tally {
    sides: Sides,
    kinds: Vec<&'static str>,
    names: Vec<String>,
    rows: Vec<Row>,
    pairs: Vec<Pair>,
    faults: u64,
    /// Who takes no part, by kind of side.
    unfit: Vec<Standing>,
}

impl Tally {
    pub(crate) fn new<G: Game>(plan: &Plan<G>) -> Self {
        let sides = plan.game().sides().clone();
        let kinds: Vec<_> = kinds(&sides).collect();
        let mut per_seed = vec![0u64; kinds.len() * plan.entrants().len()];
        let slot = |side: usize, entrant: usize| {
            let kind = kinds.iter().position(|&kind| kind == sides.list()[side].kind);
            kind.expect("every side has a kind") * plan.entrants().len() + entrant
        };
        let seated = |pairing: &crate::plan::Pairing| -> Box<[usize]> {
            pairing.entrants().iter().enumerate().map(|(side, &e)| slot(side, e)).collect()
        };
        let slots: Vec<_> = plan.pairings().iter().map(seated).collect();
        slots.iter().flatten().for_each(|&slot| per_seed[slot] += 1);
        let mut row_of = vec![usize::MAX; per_seed.len()];
        let mut rows = vec![];
        for (slot, &per_seed) in per_seed.iter().enumerate().filter(|(_, count)| **count > 0) {
            row_of[slot] = rows.len();
            let (kind, entrant) = (slot / plan.entrants().len(), slot % plan.entrants().len());
            let (sums, faults) = (SeedSums::new(per_seed), FaultCounts::default());
            rows.push(Row { entrant, kind, sums, wins: 0, faults });
        }
        let pair = |slots: Box<[usize]>| Pair {
            rows: slots.iter().map(|&slot| row_of[slot]).collect(),
            matches: 0,
            first: 0,
            distinct: Distinct::default(),
        };
        let pairs = slots.into_iter().map(pair).collect();
        let names = plan.entrants().iter().map(|entrant| entrant.name.clone()).collect();
        let unfit = unfit(plan);
        Self { kinds, sides, names, rows, pairs, faults: 0, unfit }
    }

    /// Counts a match; matches come in the order of their numbers.
    pub(crate) fn add(&mut self, slot: &Slot, outcome: &Outcome) {
        let pair = &mut self.pairs[slot.pairing];
        for ((id, side), &row) in self.sides.iter().zip(&pair.rows) {
            let row = &mut self.rows[row];
            row.sums.add(outcome.scores[side.score]);
            row.wins += u64::from(outcome.winners.contains(id));
        }
        for fault in &outcome.faults {
            let row = pair.rows[usize::from(fault.side.0)];
            self.rows[row].faults[fault.kind as usize] += 1;
            self.faults += 1;
        }
        pair.matches += 1;
        pair.first += i128::from(outcome.scores[self.sides.list()[0].score]);
        pair.distinct.add(outcome.hash);
    }

    /// How many rows there are: entrants on kinds of sides.
    pub(crate) fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// The row of a side in a pairing.
    pub(crate) fn row(&self, pairing: usize, side: usize) -> usize {
        self.pairs[pairing].rows[side]
    }

    /// The kind of side and the entrant of a row.
    pub(crate) fn row_names(&self, row: usize) -> (&str, &str) {
        let row = &self.rows[row];
        (self.kinds[row.kind], &self.names[row.entrant])
    }

    /// Faults so far.
    pub(crate) fn faults(&self) -> u64 {
        self.faults
    }

    /// Half the width of the widest 95% interval of a mean score; `None` below 30 whole seeds.
    pub(crate) fn widest(&self) -> Option<f64> {
        const FEWEST: u64 = 30;
        let halves = self.rows.iter().map(|row| {
            let (low, high) = row.sums.interval().filter(|_| row.sums.seeds() >= FEWEST)?;
            Some((high - low) / 2.0)
        });
        halves.collect::<Option<Vec<_>>>()?.into_iter().reduce(f64::max)
    }

    /// The leaderboard, by kind of side and rank.
    pub(crate) fn standings(&self) -> Vec<Standing> {
        let effective = self.effective();
        let mut standings = vec![];
        for kind in 0..self.kinds.len() {
            let rank = |(rank, row): (u32, usize)| self.standing(rank, row, effective[row]);
            standings.extend((1..).zip(self.ranked(kind)).map(rank));
            standings.extend(self.unfit.iter().filter(|row| row.side == self.kinds[kind]).cloned());
        }
        standings
    }

    /// The crosstable, with exactly two unlike sides.
    pub(crate) fn crosstable(&self) -> Option<Crosstable> {
        let [first, second] = self.sides.list() else { return None };
        if first.kind == second.kind {
            return None;
        }
        let (rows, columns) = (self.ranked(0), self.ranked(1));
        let mut place = vec![0; self.rows.len()];
        for list in [&rows, &columns] {
            list.iter().enumerate().for_each(|(position, &row)| place[row] = position);
        }
        let mut cells = vec![vec![None; columns.len()]; rows.len()];
        for pair in self.pairs.iter().filter(|pair| pair.matches > 0) {
            let mean = pair.first as f64 / pair.matches as f64;
            cells[place[pair.rows[0]]][place[pair.rows[1]]] = Some(pinned(mean));
        }
        let names = |rows: Vec<usize>| {
            rows.into_iter().map(|row| self.names[self.rows[row].entrant].clone()).collect()
        };
        Some(Crosstable {
            sides: [first.name.to_owned(), second.name.to_owned()],
            rows: names(rows),
            columns: names(columns),
            cells,
        })
    }

    /// By row: distinct games, summed over the pairings in which the entrant plays that kind.
    fn effective(&self) -> Vec<Effective> {
        let mut effective = vec![Effective::Exact(0); self.rows.len()];
        for pair in &self.pairs {
            let count = pair.distinct.count();
            for (side, &row) in pair.rows.iter().enumerate() {
                if !pair.rows[..side].contains(&row) {
                    effective[row] = effective[row].plus(count);
                }
            }
        }
        effective
    }

    /// The rows of a kind of side, the best first.
    fn ranked(&self, kind: usize) -> Vec<usize> {
        let direction = self.sides.list().iter().find(|side| side.kind == self.kinds[kind]);
        let direction = direction.map_or(Direction::High, |side| side.direction);
        let mut rows: Vec<usize> =
            (0..self.rows.len()).filter(|&row| self.rows[row].kind == kind).collect();
        rows.sort_by(|&a, &b| {
            let (a, b) = (&self.rows[a], &self.rows[b]);
            compare(a, b, direction).then_with(|| self.names[a.entrant].cmp(&self.names[b.entrant]))
        });
        rows
    }

    fn standing(&self, rank: u32, row: usize, effective: Effective) -> Standing {
        let row = &self.rows[row];
        let matches = row.sums.count();
        Standing {
            rank: Some(rank),
            side: self.kinds[row.kind].to_owned(),
            entrant: self.names[row.entrant].clone(),
            status: Status::Ok,
            matches,
            effective,
            mean_score: row.sums.mean().map(pinned),
            interval: row.sums.interval().map(|(low, high)| (pinned(low), pinned(high))),
            win_rate: (matches > 0).then(|| pinned(row.wins as f64 / matches as f64)),
            faults: row.faults,
            previous: None,
        }
    }
}

/// The better mean first, compared without rounding; who has not played comes last.
fn compare(a: &Row, b: &Row, direction: Direction) -> Ordering {
    let (of_a, of_b) = (a.sums.count(), b.sums.count());
    match (of_a, of_b) {
        (0, _) | (_, 0) => of_b.cmp(&of_a),
        (of_a, of_b) => {
            let rising =
                (a.sums.total() * i128::from(of_b)).cmp(&(b.sums.total() * i128::from(of_a)));
            match direction {
                Direction::High => rising.reverse(),
                Direction::Low => rising,
            }
        }
    }
}

/// The rows of those that were found unfit to play.
fn unfit<G: Game>(plan: &Plan<G>) -> Vec<Standing> {
    let row = |name: &str, unfit: &Unfit| Standing {
        rank: None,
        side: unfit.side.clone(),
        entrant: name.to_owned(),
        status: unfit.status.clone(),
        matches: 0,
        effective: Effective::Exact(0),
        mean_score: None,
        interval: None,
        win_rate: None,
        faults: FaultCounts::default(),
        previous: None,
    };
    let rows = plan
        .entrants()
        .iter()
        .map(|entrant| entrant.unfit.iter().map(|unfit| row(&entrant.name, unfit)));
    rows.flatten().collect()
}
