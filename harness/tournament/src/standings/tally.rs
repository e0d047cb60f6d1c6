//! Folds matches into the sums behind the leaderboard.

mod results;
mod team;

use std::sync::Arc;

use stoker_engine::{Game, ScoreInfo, Seed, Sides};
use stoker_external::fault::FaultCounts;
use stoker_external::unfit::Unfit;
use stoker_stats::lineups::LineupSums;
use stoker_stats::{Cells, Distinct, Effective, PairingDesign, order};

pub use self::results::Results;
use super::partners::PartnerSums;
use super::shown::ShownSums;
use super::{FurtherMean, Standing, design, lineups};
use crate::outcome::MatchOutcome;
use crate::plan::{DrawnLineups, Lineup, Plan, Slot};
use crate::starts::Starts;

/// The results so far. Memory depends on entrants and pairings, not on matches.
#[derive(Debug, Clone)]
pub struct StandingsTally {
    sides: Sides,
    kinds: Vec<&'static str>,
    names: Vec<String>,
    master: Seed,
    design: PairingDesign,
    cells: Cells,
    /// By row: the number of its entrant.
    entrant_of: Vec<usize>,
    faults: Vec<FaultCounts>,
    /// By row: the number of void slots.
    voids: Vec<u64>,
    /// By pairing, or by row if lineups are drawn: its distinct games.
    distinct: Vec<Distinct>,
    /// The drawn lineups, if the plan has them.
    drawn: Option<Arc<DrawnLineups>>,
    /// The sums of matches that rank their sides.
    lineups: Option<LineupSums>,
    /// The sums of matches of partners.
    partners: Option<PartnerSums>,
    /// The number of slots so far, and those of them that are void, if lineups are drawn, or sides
    /// are partners.
    slots: u64,
    void_slots: Vec<u64>,
    shown: ShownSums,
    numbering: SlotNumbering,
    starts: Starts,
    /// The scores by which no side is ranked.
    pub(super) further: Vec<FurtherScore>,
    /// The entrants that take no part, by kind of side.
    unfit: Vec<Standing>,
}

/// The way in which the slots of a plan are numbered, except on a ladder.
#[derive(Debug, Clone, Copy)]
struct SlotNumbering {
    per_seed: u64,
    games: u64,
}

impl SlotNumbering {
    /// The index of a slot's seed, and the number of its pairing.
    fn place(self, number: u64) -> (u64, usize) {
        let pairing = number % self.per_seed / self.games;
        (number / self.per_seed, usize::try_from(pairing).unwrap_or(0))
    }
}

/// A score by which no side is ranked.
#[derive(Debug, Clone)]
pub(super) struct FurtherScore {
    pub(super) name: &'static str,
    /// Its place among the scores of a match.
    pub(super) place: usize,
    /// By row: its sum.
    pub(super) sums: Vec<i64>,
}

impl StandingsTally {
    /// The sums of a plan before its first match.
    pub fn new<G: Game>(plan: &Plan<G>) -> Self {
        let sides = plan.game().sides().clone();
        let (design, entrant_of) = design::of_plan(plan);
        let further = ScoreInfo::further(plan.game().scores(), &sides);
        let further = further.map(|(place, info)| {
            let sums = vec![0; design.rows()];
            FurtherScore { name: info.name, place, sums }
        });
        let distinct = if plan.drawn().is_some() { design.rows() } else { design.pairings() };
        Self {
            further: further.collect(),
            kinds: sides.kinds().collect(),
            sides,
            names: plan.entrants().iter().map(|entrant| entrant.name.clone()).collect(),
            master: plan.seed(),
            cells: Cells::new(&design),
            faults: vec![FaultCounts::default(); design.rows()],
            voids: vec![0; design.rows()],
            distinct: vec![Distinct::default(); distinct],
            drawn: plan.drawn().cloned(),
            lineups: lineups::sums(plan, design.rows()),
            partners: PartnerSums::new(plan, design.rows()),
            slots: 0,
            void_slots: vec![],
            shown: ShownSums::new(&**plan.game(), design.rows()),
            numbering: SlotNumbering { per_seed: plan.per_seed(), games: plan.games().get() },
            starts: plan.starts(),
            design,
            entrant_of,
            unfit: unfit(plan),
        }
    }

    /// Counts a match. The matches of a seed come together; otherwise their order makes no
    /// difference.
    pub fn add(&mut self, slot: &Slot, outcome: &MatchOutcome) {
        let Slot { pairing, index, .. } = *slot;
        let rows = self.rows_of(slot);
        let distinct = outcome.hash.prefix();
        if self.drawn.is_some() {
            rows.iter().for_each(|&row| self.distinct[row].add(distinct));
        } else {
            self.cells.add(&self.design, pairing, index, &outcome.scores, outcome.winners);
            self.distinct[pairing].add(distinct);
        }
        for further in &mut self.further {
            for &row in &rows {
                further.sums[row] += i64::from(outcome.scores[further.place]);
            }
        }
        if let Some(lineups) = &mut self.lineups {
            lineups.add(index, &rows, &outcome.scores, outcome.winners);
        }
        if let Some(partners) = &mut self.partners {
            partners.add(slot, &rows, outcome);
        }
        for fault in &outcome.faults {
            self.faults[rows[usize::from(fault.side.0)]][fault.kind as usize] += 1;
        }
        for (side, &row) in rows.iter().enumerate() {
            self.shown.add(row, side, &outcome.facts);
        }
        self.slots = self.slots.max(slot.number + 1);
    }

    /// Counts a void slot, which changes no figure but the count of these.
    pub(crate) fn add_void(&mut self, slot: &Slot) {
        for row in self.rows_of(slot) {
            self.voids[row] += 1;
        }
        if self.drawn.is_some() || self.partners.is_some() {
            self.void_slots.push(slot.number);
        }
        self.slots = self.slots.max(slot.number + 1);
    }

    /// The rows of a match, by side.
    fn rows_of(&self, slot: &Slot) -> Lineup {
        match &self.drawn {
            Some(drawn) => drawn.numbers(slot.index, slot.pairing),
            None => self.design.rows_in(slot.pairing).collect(),
        }
    }

    /// The number of rows, each an entrant on a kind of side.
    pub(crate) fn row_count(&self) -> usize {
        self.design.rows()
    }

    /// The row of a side in a match.
    pub fn row(&self, slot: &Slot, side: usize) -> usize {
        match &self.drawn {
            Some(_) => self.rows_of(slot)[side],
            None => self.design.row(slot.pairing, side),
        }
    }

    /// The kind of side and the entrant of a row.
    pub(crate) fn row_names(&self, row: usize) -> (&str, &str) {
        (self.kinds[self.design.kind_of(row)], self.name(row))
    }

    /// The number of faults so far.
    pub fn faults(&self) -> u64 {
        self.faults.iter().flatten().sum()
    }

    /// Half the width of the widest 95% interval of a mean score; `None` below 30 whole seeds.
    pub fn widest(&self) -> Option<f64> {
        match &self.lineups {
            Some(lineups) if self.drawn.is_some() => lineups.widest_half(),
            Some(_) | None => self.cells.widest_half(),
        }
    }

    /// By kind of side: its entrants, with those first that are the best in the matches so far.
    pub fn order(&self) -> Vec<Vec<usize>> {
        let entrants =
            |rows: Vec<usize>| rows.into_iter().map(|row| self.entrant_of[row]).collect();
        (0..self.kinds.len()).map(|kind| entrants(self.order_of(kind))).collect()
    }

    fn order_of(&self, kind: usize) -> Vec<usize> {
        match (&self.partners, &self.lineups) {
            (Some(partners), _) => partners.order(),
            (None, Some(lineups)) => lineups.order(),
            (None, None) => order(&self.design, &self.cells, kind),
        }
    }

    /// The name of the best entrant so far, by kind of side; empty before the first match.
    pub(crate) fn leaders(&self) -> Vec<(&str, &str)> {
        let first = |kind: usize| {
            let best = self.order_of(kind).into_iter().next()?;
            (self.matches(best) > 0).then(|| self.row_names(best))
        };
        (0..self.kinds.len()).filter_map(first).collect()
    }

    fn matches(&self, row: usize) -> u64 {
        match &self.lineups {
            Some(lineups) => lineups.matches(row),
            None => self.cells.row(row).count(),
        }
    }

    fn name(&self, row: usize) -> &str {
        &self.names[self.entrant_of[row]]
    }
}

/// The rows of entrants that were found unfit to play.
fn unfit<G: Game>(plan: &Plan<G>) -> Vec<Standing> {
    let further = ScoreInfo::further(plan.game().scores(), plan.game().sides());
    let further = further.map(|(_, info)| FurtherMean { score: info.name.to_owned(), mean: None });
    let further: Vec<_> = further.collect();
    let row = |name: &str, unfit: &Unfit| Standing {
        rank: None,
        rank_interval: None,
        side: unfit.side.clone(),
        entrant: name.to_owned(),
        status: unfit.status.clone(),
        matches: 0,
        voids: 0,
        effective: Effective::Exact(0),
        mean: None,
        win_rate: None,
        mean_rank: None,
        facts: vec![],
        rating: None,
        elo: None,
        nash: None,
        faults: FaultCounts::default(),
        previous: None,
        further: further.clone(),
    };
    let rows = plan
        .entrants()
        .iter()
        .map(|entrant| entrant.unfit.iter().map(|unfit| row(&entrant.name, unfit)));
    rows.flatten().collect()
}
