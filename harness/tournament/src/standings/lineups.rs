//! Tables of matches between several rivals: who finishes ahead of whom, and what a seat is worth.

use std::collections::BTreeMap;

use stoker_engine::{Game, Sides};
use stoker_stats::Estimate;
use stoker_stats::lineups::{LineupFigures, LineupSums, PairShare, SeatFigures};

use super::design::design_sides;
use crate::plan::{Plan, ranks_sides};

/// The tables of a league whose matches have three or more sides of one kind, or drawn lineups.
#[derive(Debug, Clone, PartialEq)]
pub struct LineupTables {
    /// The pairs of entrants that met, by the rank of the first, then of the second. Each pair is
    /// there once, with the better ranked entrant first.
    pub ahead: Vec<Ahead>,
    /// The seats, in the ruleset's order.
    pub seats: Vec<SeatRow>,
}

/// The meetings of two entrants.
#[derive(Debug, Clone, PartialEq)]
pub struct Ahead {
    /// The better ranked entrant.
    pub entrant: String,
    /// The other one.
    pub opponent: String,
    /// The number of times that the two were compared.
    pub meetings: u64,
    /// The share of them in which the first finished ahead, from 0 to 1. A tie is half.
    pub share: Estimate,
}

/// The figures of a seat: those of all entrants that sat there.
#[derive(Debug, Clone, PartialEq)]
pub struct SeatRow {
    /// The name of the side.
    pub side: String,
    /// Its figures.
    pub figures: SeatFigures,
}

impl LineupTables {
    /// By row, then column: the share of meetings in which the entrant of the row finished ahead of
    /// that of the column; `None` where they did not meet.
    #[must_use]
    pub fn matrix(&self, names: &[&str]) -> Vec<Vec<Option<Estimate>>> {
        let places: BTreeMap<&str, usize> = names.iter().copied().zip(0..).collect();
        let mut matrix = vec![vec![None; names.len()]; names.len()];
        for Ahead { entrant, opponent, share, .. } in &self.ahead {
            let place = |name: &str| places.get(name).copied();
            if let (Some(a), Some(b)) = (place(entrant), place(opponent)) {
                matrix[a][b] = Some(*share);
                matrix[b][a] = Some(complement(*share));
            }
        }
        matrix
    }
}

/// The share of the other one of two.
#[must_use]
pub fn complement(share: Estimate) -> Estimate {
    Estimate {
        value: 1.0 - share.value,
        interval: share.interval.map(|(low, high)| (1.0 - high, 1.0 - low)),
    }
}

/// The sums for the tables of a plan, if its matches rank their sides, or its lineups are drawn.
pub(super) fn sums<G: Game>(plan: &Plan<G>, rows: usize) -> Option<LineupSums> {
    let (sides, scores) = (plan.game().sides(), plan.game().scores());
    let names: Vec<_> = sides.kinds().collect();
    let has_tables = ranks_sides(sides) || plan.drawn().is_some();
    has_tables.then(|| LineupSums::new(design_sides(sides, scores, &names), rows))
}

/// The tables, with rows in the order of the leaderboard.
pub(super) fn tables<'n>(
    figures: &LineupFigures,
    ranked: &[usize],
    sides: &Sides,
    name: impl Fn(usize) -> &'n str,
) -> LineupTables {
    let mut place = vec![0; ranked.len()];
    ranked.iter().enumerate().for_each(|(position, &row)| place[row] = position);
    let mut pairs: Vec<([usize; 2], u64, Estimate)> = figures
        .pairs
        .iter()
        .map(|&PairShare { rows: [a, b], meetings, ahead }| match place[a] < place[b] {
            true => ([a, b], meetings, ahead),
            false => ([b, a], meetings, complement(ahead)),
        })
        .collect();
    pairs.sort_unstable_by_key(|([a, b], ..)| (place[*a], place[*b]));
    let ahead = pairs.into_iter().map(|([a, b], meetings, share)| Ahead {
        entrant: name(a).to_owned(),
        opponent: name(b).to_owned(),
        meetings,
        share: share.pinned(),
    });
    let seat = |(side, figures): (&stoker_engine::Side, &SeatFigures)| SeatRow {
        side: side.name.to_owned(),
        figures: SeatFigures {
            matches: figures.matches,
            mean: figures.mean.map(Estimate::pinned),
            advantage: figures.advantage.map(Estimate::pinned),
            win_rate: figures.win_rate.map(Estimate::pinned),
            mean_rank: figures.mean_rank.map(Estimate::pinned),
        },
    };
    LineupTables {
        ahead: ahead.collect(),
        seats: sides.list().iter().zip(&figures.seats).map(seat).collect(),
    }
}
