//! Folds the matches of a sweep, in order, into the results of its settings.

use arrayvec::ArrayVec;
use stoker_engine::{Game, RankingScores, ScoreInfo, SideId, Sides};
use stoker_stats::{Distinct, Effective, Estimate, Moments, ScoreScale, SeedSums, pinned};

use super::bands::{Band, bands};
use super::summary::{EffectRow, SettingRow, SweepSummary};
use crate::identity::GameHash;
use crate::outcome::MatchOutcome;
use crate::plan::{Pairing, Plan, Slot, Swept};
use crate::settings::Axis;
use crate::standings::FurtherMean;
use crate::starts::Starts;

/// An entrant on a kind of side.
#[derive(Debug, Clone, PartialEq, Eq)]
struct EntrantOnSide {
    kind: &'static str,
    entrant: usize,
    /// Its place among the rows that are shown; `None` if it is not shown.
    shown: Option<usize>,
}

/// The sums of a seed that is not complete.
#[derive(Debug, Clone, Default)]
struct Open {
    /// The sum of scores.
    score: i64,
    /// By further score: its sum; empty before the first match.
    further: ArrayVec<i64, 8>,
    wins: u64,
    faults: u64,
    voids: u64,
}

impl Open {
    /// The sum of scores, if no match of the seed is void: a sum of fewer matches is not
    /// comparable.
    fn whole(&self) -> Option<i64> {
        (self.voids == 0).then_some(self.score)
    }
}

/// A shown row in one setting.
#[derive(Debug, Clone)]
struct RowTally {
    open: Open,
    score: SeedSums,
    difference: SeedSums,
    /// By further score: its sum.
    further: Vec<i64>,
    wins: u64,
    faults: u64,
    voids: u64,
}

/// An axis: its bands, and by band and shown row the mean and the difference from the reference's.
#[derive(Debug, Clone)]
struct Effects {
    bands: Vec<Band>,
    /// The band of the reference setting.
    reference: usize,
    moments: Vec<(Moments, Moments)>,
}

/// The results of the settings so far. Only whole seeds count, so all settings rest on the same
/// seeds. There is one exception: a seed on which a match of a row in a setting is void does not
/// count for that row in that setting, nor for its differences. Memory depends on settings and
/// pairings, not on matches.
#[derive(Debug, Clone)]
pub struct SweepTally {
    sides: Sides,
    names: Vec<String>,
    rows: Vec<EntrantOnSide>,
    /// By shown row: the number of scores that a seed has in one setting.
    per_seed: Vec<u64>,
    /// By shown row: the values of its score.
    scales: Vec<ScoreScale>,
    /// The further scores that rank a side, with their places among the scores of a match.
    further: Vec<(&'static str, usize)>,
    /// By pairing of one setting and side: the number of the row.
    row_of: Vec<Vec<usize>>,
    /// By setting, then shown row.
    cells: Vec<RowTally>,
    /// By pairing of the plan: its distinct games.
    distinct: Vec<Distinct>,
    /// By pairing: the game on the open seed; `None` if the slot is void.
    open_hashes: Vec<Option<GameHash>>,
    starts: Starts,
    effects: Vec<Effects>,
    reference: usize,
    faults: u64,
    /// By setting, the values of its axes.
    values: Vec<Vec<String>>,
    axes: Vec<String>,
}

impl SweepTally {
    /// The sums of a sweep before its first match.
    pub fn new<G: Game>(plan: &Plan<G>, swept: &Swept<G>) -> Self {
        let sides = plan.game().sides().clone();
        let settings = swept.settings();
        let of_one = &plan.pairings()[..plan.pairings().len() / settings.len()];
        let rows = rows(&sides, of_one, swept.subjects());
        let row_of: Vec<Vec<usize>> = of_one.iter().map(|p| seated(&sides, p, &rows)).collect();
        let shown: Vec<usize> = (0..rows.len()).filter(|&row| rows[row].shown.is_some()).collect();
        let scale = |row: usize| scale_of(&sides, plan.game().scores(), rows[row].kind);
        let scales: Vec<ScoreScale> = shown.iter().map(|&row| scale(row)).collect();
        let scores = |row| row_of.iter().flatten().filter(|&&other| other == row).count() as u64;
        let per_seed: Vec<u64> = shown.iter().map(|&row| scores(row)).collect();
        let further = further(&sides, plan.game().scores());
        let cell = |(&per_seed, &scale): (&u64, &ScoreScale)| RowTally {
            open: Open::default(),
            score: SeedSums::new(per_seed, scale),
            difference: SeedSums::new(per_seed, scale),
            further: vec![0; further.len()],
            wins: 0,
            faults: 0,
            voids: 0,
        };
        let sweep = swept.sweep();
        let effects =
            |axis| Effects::new(bands(sweep, axis, settings), swept.reference(), &per_seed);
        Self {
            cells: settings.iter().flat_map(|_| per_seed.iter().zip(&scales).map(cell)).collect(),
            distinct: vec![Distinct::default(); plan.pairings().len()],
            open_hashes: vec![],
            starts: plan.starts(),
            effects: (0..sweep.axes().len()).map(effects).collect(),
            reference: swept.reference(),
            further,
            scales,
            names: plan.entrants().iter().map(|entrant| entrant.name.clone()).collect(),
            values: settings.iter().map(|setting| sweep.values(setting).collect()).collect(),
            axes: sweep.axes().iter().map(Axis::name).collect(),
            faults: 0,
            sides,
            rows,
            per_seed,
            row_of,
        }
    }

    /// Counts a match; matches come in the order of their numbers.
    pub fn add(&mut self, slot: &Slot, outcome: &MatchOutcome) {
        let (setting, of_one) =
            (slot.pairing / self.row_of.len(), slot.pairing % self.row_of.len());
        for ((id, side), &row) in self.sides.iter().zip(&self.row_of[of_one]) {
            let faults = outcome.faults.iter().filter(|fault| fault.side == id).count() as u64;
            self.faults += faults;
            if let Some(shown) = self.rows[row].shown {
                let open = &mut self.cells[setting * self.per_seed.len() + shown].open;
                open.score += i64::from(outcome.scores[side.score]);
                open.further.extend(self.further.iter().skip(open.further.len()).map(|_| 0));
                for (sum, (_, place)) in open.further.iter_mut().zip(&self.further) {
                    *sum += i64::from(outcome.scores[*place]);
                }
                open.wins += u64::from(outcome.winners.contains(id));
                open.faults += faults;
            }
        }
        self.played(Some(outcome.hash));
    }

    /// Counts a void slot in its turn.
    pub(crate) fn add_void(&mut self, slot: &Slot) {
        let (setting, of_one) =
            (slot.pairing / self.row_of.len(), slot.pairing % self.row_of.len());
        for &row in &self.row_of[of_one] {
            if let Some(shown) = self.rows[row].shown {
                self.cells[setting * self.per_seed.len() + shown].open.voids += 1;
            }
        }
        self.played(None);
    }

    fn played(&mut self, game: Option<GameHash>) {
        self.open_hashes.push(game);
        if self.open_hashes.len() == self.distinct.len() {
            self.close_seed();
        }
    }

    /// The number of rows, each an entrant on a kind of side.
    pub(crate) fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// The row of a side in a pairing.
    pub fn row(&self, pairing: usize, side: usize) -> usize {
        self.row_of[pairing % self.row_of.len()][side]
    }

    /// The kind of side and the entrant of a row.
    pub(crate) fn row_names(&self, row: usize) -> (&str, &str) {
        (self.rows[row].kind, &self.names[self.rows[row].entrant])
    }

    /// The number of faults so far.
    pub fn faults(&self) -> u64 {
        self.faults
    }

    /// The summary of the sweep so far.
    pub fn summary(&self) -> SweepSummary {
        SweepSummary {
            axes: self.axes.clone(),
            settings: self.values.len(),
            reference: self.reference,
            rows: self.setting_rows(),
            effects: self.effect_rows(),
        }
    }

    fn close_seed(&mut self) {
        let shown = self.per_seed.len();
        let open: Vec<Option<i64>> = self.cells.iter().map(|cell| cell.open.whole()).collect();
        let first = self.reference * shown;
        for (number, cell) in self.cells.iter_mut().enumerate() {
            let Open { wins, faults, voids, further, .. } = std::mem::take(&mut cell.open);
            cell.faults += faults;
            cell.voids += voids;
            let Some(score) = open[number] else { continue };
            cell.score.add_seed(score.into());
            cell.wins += wins;
            cell.further.iter_mut().zip(further).for_each(|(sum, of_seed)| *sum += of_seed);
            if let Some(reference) = open[first + number % shown] {
                cell.difference.add_seed((score - reference).into());
            }
        }
        for (pairing, hash) in std::mem::take(&mut self.open_hashes).into_iter().enumerate() {
            if let Some(hash) = hash.filter(|_| self.counts(pairing, &open)) {
                self.distinct[pairing].add(hash.prefix());
            }
        }
        for effects in &mut self.effects {
            effects.add(&open, &self.per_seed);
        }
    }

    /// True if a pairing's match of the open seed counts for all shown rows that take part in it.
    fn counts(&self, pairing: usize, open: &[Option<i64>]) -> bool {
        let (setting, of_one) = (pairing / self.row_of.len(), pairing % self.row_of.len());
        let mut shown = self.row_of[of_one].iter().filter_map(|&row| self.rows[row].shown);
        shown.all(|shown| open[setting * self.per_seed.len() + shown].is_some())
    }

    /// The shown rows, in order.
    fn shown(&self) -> impl Iterator<Item = (usize, &EntrantOnSide)> {
        self.rows.iter().enumerate().filter(|(_, row)| row.shown.is_some())
    }

    fn setting_rows(&self) -> Vec<SettingRow> {
        let mut rows = vec![];
        // All settings except the reference are compared with it.
        let outside = 0.05 / (self.values.len().max(2) - 1) as f64;
        for (setting, values) in self.values.iter().enumerate() {
            for (shown, (number, row)) in self.shown().enumerate() {
                let cell = &self.cells[setting * self.per_seed.len() + shown];
                let matches = cell.score.count();
                let alone = self.is_one_game_each(setting, number);
                let both = alone && self.is_one_game_each(self.reference, number);
                let score = |mean: Estimate| if alone { mean.alone() } else { mean }.pinned();
                let difference = |mean: Estimate| if both { mean.alone() } else { mean }.pinned();
                let jointly = cell.difference.missing(outside).map(difference);
                rows.push(SettingRow {
                    setting,
                    values: values.clone(),
                    side: row.kind.to_owned(),
                    entrant: self.names[row.entrant].clone(),
                    matches,
                    voids: cell.voids,
                    effective: self.effective(setting, number),
                    score: cell.score.estimate().map(score),
                    win_rate: (matches > 0).then(|| pinned(cell.wins as f64 / matches as f64)),
                    faults: cell.faults,
                    difference: cell.difference.missing(0.05).map(difference),
                    jointly: jointly.and_then(|difference| difference.interval),
                    further: self.further_means(cell),
                });
            }
        }
        rows
    }

    fn further_means(&self, cell: &RowTally) -> Vec<FurtherMean> {
        let matches = cell.score.count();
        let mean = |(&(name, _), &sum): (&(&str, usize), &i64)| FurtherMean {
            score: name.to_owned(),
            mean: (matches > 0).then(|| pinned(sum as f64 / matches as f64)),
        };
        self.further.iter().zip(&cell.further).map(mean).collect()
    }

    fn effect_rows(&self) -> Vec<EffectRow> {
        let mut rows = vec![];
        for (axis, effects) in self.axes.iter().zip(&self.effects) {
            for (number, band) in effects.bands.iter().enumerate() {
                for (shown, (row_number, row)) in self.shown().enumerate() {
                    let sums = effects.moments[number * self.per_seed.len() + shown];
                    let one_game = |band: &Band| {
                        band.settings.iter().all(|&s| self.is_one_game_each(s, row_number))
                    };
                    let alone = one_game(band);
                    let both = alone && one_game(&effects.bands[effects.reference]);
                    let scale = self.scales[shown];
                    let score = |mean: Estimate| if alone { mean.alone() } else { mean }.pinned();
                    let difference = |mean: Estimate| {
                        shown_difference(scale, if both { mean.alone() } else { mean })
                    };
                    rows.push(EffectRow {
                        axis: axis.clone(),
                        from: band.from.clone(),
                        to: band.to.clone(),
                        side: row.kind.to_owned(),
                        entrant: self.names[row.entrant].clone(),
                        settings: band.settings.len() as u64,
                        score: sums.0.mean_of(scale).map(score),
                        difference: sums.1.estimate().map(difference),
                    });
                }
            }
        }
        rows
    }

    /// True if all pairings of a row in a setting repeat one game each. There is no interval then:
    /// with free starts, another seed shows nothing new.
    fn is_one_game_each(&self, setting: usize, row: usize) -> bool {
        let of_setting = setting * self.row_of.len()..;
        let mut pairings =
            self.row_of.iter().zip(of_setting).filter(|(rows, _)| rows.contains(&row));
        self.starts == Starts::Free
            && pairings.all(|(_, pairing)| self.distinct[pairing].count() == Effective::Exact(1))
    }

    /// The number of distinct games of a row in a setting, summed over its pairings.
    fn effective(&self, setting: usize, row: usize) -> Effective {
        let of_setting = setting * self.row_of.len()..;
        let pairings = self.row_of.iter().zip(of_setting).filter(|(rows, _)| rows.contains(&row));
        let count = |(_, pairing): (_, usize)| self.distinct[pairing].count();
        pairings.map(count).fold(Effective::Exact(0), Effective::plus)
    }
}

impl Effects {
    fn new(bands: Vec<Band>, reference: usize, per_seed: &[u64]) -> Self {
        let reference = bands.iter().position(|band| band.settings.contains(&reference));
        let moments = vec![Default::default(); bands.len() * per_seed.len()];
        Self { bands, reference: reference.unwrap_or(0), moments }
    }

    /// Counts a whole seed. `open` has its sums by setting and shown row; `None` if a match is
    /// void. The seed counts for a band if all settings of the band have a sum.
    fn add(&mut self, open: &[Option<i64>], per_seed: &[u64]) {
        let shown = per_seed.len();
        let mean = |band: &Band, row: usize| {
            let sums = band.settings.iter().map(|s| open[s * shown + row].map(i128::from));
            let sum = sums.sum::<Option<i128>>()?;
            Some(sum as f64 / (band.settings.len() as u64 * per_seed[row]) as f64)
        };
        for row in 0..shown {
            let reference = mean(&self.bands[self.reference], row);
            for (number, band) in self.bands.iter().enumerate() {
                let Some(mean) = mean(band, row) else { continue };
                let (score, difference) = &mut self.moments[number * shown + row];
                score.add(mean);
                if let Some(reference) = reference {
                    difference.add(mean - reference);
                }
            }
        }
    }
}

/// A difference as it is shown: without an interval if it is one of victories, of which none has
/// varied.
fn shown_difference(scale: ScoreScale, mean: Estimate) -> Estimate {
    match scale {
        ScoreScale::Points => mean.pinned(),
        ScoreScale::Victory => mean.unless_still().pinned(),
    }
}

/// The values of the score of a kind of side.
fn scale_of(sides: &Sides, scores: &[ScoreInfo], kind: &str) -> ScoreScale {
    let side = sides.list().iter().find(|side| side.kind == kind);
    match side.is_some_and(|side| scores[side.score].is_victory()) {
        true => ScoreScale::Victory,
        false => ScoreScale::Points,
    }
}

/// The further scores that rank the sides: there are none unless all share the ranking.
fn further(sides: &Sides, scores: &[ScoreInfo]) -> Vec<(&'static str, usize)> {
    let order = RankingScores::of(sides, scores, SideId(0));
    order.places().iter().skip(1).map(|&place| (scores[place].name, place)).collect()
}

/// The entrants in the pairings of one setting, by kind of side, then entrant. Only subjects are
/// shown; if there are none, all entrants are.
fn rows(sides: &Sides, pairings: &[Pairing], subjects: &[usize]) -> Vec<EntrantOnSide> {
    let mut rows: Vec<EntrantOnSide> = vec![];
    for kind in sides.kinds() {
        let of_kind = |pairing: &Pairing| {
            let seats = sides.list().iter().zip(pairing.entrants().to_vec());
            seats.filter(|(side, _)| side.kind == kind).map(|(_, entrant)| entrant).collect()
        };
        let mut entrants: Vec<usize> = pairings.iter().flat_map::<Vec<_>, _>(of_kind).collect();
        entrants.sort_unstable();
        entrants.dedup();
        rows.extend(entrants.into_iter().map(|entrant| EntrantOnSide {
            kind,
            entrant,
            shown: None,
        }));
    }
    let shown =
        rows.iter_mut().filter(|row| subjects.is_empty() || subjects.contains(&row.entrant));
    for (place, row) in shown.enumerate() {
        row.shown = Some(place);
    }
    rows
}

/// By side: the row of the entrant in a pairing.
fn seated(sides: &Sides, pairing: &Pairing, rows: &[EntrantOnSide]) -> Vec<usize> {
    let row = |(side, &entrant): (&stoker_engine::Side, &usize)| {
        let same = |row: &EntrantOnSide| row.kind == side.kind && row.entrant == entrant;
        rows.iter().position(same).expect("rows are made of all pairings")
    };
    sides.list().iter().zip(pairing.entrants()).map(row).collect()
}

#[cfg(test)]
mod tests;
