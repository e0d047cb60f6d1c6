//! Takes the matches from an earlier run that a plan has in common with it.
//!
//! A match is one of the earlier run's if the same entrants met in it at the same index, by the
//! same rules. It then has the same seed and is the same game. Entrants are compared by what they
//! are, not by name. The outcome is read from the earlier run's files, index by index, and becomes
//! the first segment of the new run's journal. From there on the run is treated as one that was
//! interrupted.

mod csv_table;
mod records;
mod reused_highlights;
mod rows;
mod same_entrants;
mod shared_pairings;

use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

use stoker_engine::Game;
use stoker_files::untrusted::Folder;

use crate::identity::GameHash;
use crate::journal::{Entry, Finished};
use crate::outcome::{Likeness, MatchOutcome, Original};
use crate::plan::{Format, Keep, Plan, Schedule, Slot};
use crate::record::ReadError;
use crate::results::folder::{RUN, manifest_in};
use crate::results::manifest::{Manifest, ReuseRow, RunFormat};
use crate::results::result_folder::ResultPlace;
use crate::results::{OpenedRun, ResultTarget, RunFolder, run_in};
use crate::starts::FIRST_MATCHES;
use crate::storage::{FolderError, garbled, open};
use records::EarlierRecords;
use reused_highlights::{ReusedHighlights, extra_records_of};
use same_entrants::SameEntrants;
use shared_pairings::{EarlierExtent, SharedPairings};

pub(crate) use rows::{ReusedRows, RowContent};

/// An earlier run, and the part of it that a plan can take.
pub struct Earlier<'p, G: Game> {
    plan: &'p Plan<G>,
    folder: Folder,
    run: Manifest,
    keep: Keep,
    shared: SharedPairings,
    /// The matches of the earlier run with a record that is not in the sample.
    extra_records: BTreeSet<u64>,
    reused_highlights: ReusedHighlights,
    row: ReuseRow,
}

/// The reasons why matches of an earlier run cannot be taken.
#[derive(Debug, thiserror::Error)]
pub enum ReuseError {
    /// A folder or file cannot be read or written, or holds no run.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A record cannot be read.
    #[error(transparent)]
    Record(#[from] ReadError),
    /// The earlier run is not finished.
    #[error("{} is not finished: resume it first, with `stoker resume`", .0.display())]
    NotFinished(PathBuf),
    /// The earlier run is a part of one.
    #[error("{} holds a part of a run: join the parts first, with `stoker merge`", .0.display())]
    Shard(PathBuf),
    /// The earlier run would be replaced by the new one.
    #[error("{} holds the earlier run, which is to be reused: give another folder with --out", .0.display())]
    Itself(PathBuf),
    /// One of the two is neither a round-robin nor a gauntlet, in which all pairings play equally
    /// often.
    #[error("only a round-robin or gauntlet can be reused or reuse another: `{0}` is neither")]
    Format(String),
    /// One of the two has drawn lineups.
    #[error(
        "lineups are drawn for all entrants together, so two runs have none in common: leave \
         --reuse out, or play both with --format round-robin"
    )]
    Lineups,
    /// One of the two plays series.
    #[error("runs of series are neither reused nor reuse others: leave --reuse out")]
    Series,
    /// The earlier run was played by other rules.
    #[error("{} was played differently, so none of its matches can be reused: {}", folder.display(), differences.join("; "))]
    Differs {
        /// Its folder.
        folder: PathBuf,
        /// The differences.
        differences: Vec<String>,
    },
    /// A row is not as a run writes it.
    #[error("{}:{line}: {message}: another version wrote it, or it was changed since", path.display())]
    Row {
        /// The file.
        path: PathBuf,
        /// Its line.
        line: u64,
        /// The problem.
        message: String,
    },
}

impl<'p, G: Game> Earlier<'p, G> {
    /// Finds the matches of the run in this folder that a plan can take.
    ///
    /// # Errors
    /// If the folder holds no finished run, one that was played by other rules, or files that no
    /// run writes.
    pub fn open(plan: &'p Plan<G>, folder: &Path) -> Result<Self, ReuseError> {
        let (path, folder) = (folder, open(folder)?);
        let run = manifest_in(&folder)?;
        let new_run = Manifest::new(plan, "").map_err(FolderError::from)?;
        check(path, &run, &new_run, plan)?;
        let garbled = |message: &str| garbled(&folder, RUN, message);
        let keep = run.tournament.records;
        let per_seed =
            shared_pairings::pairings(&run).ok_or_else(|| garbled("its counts do not agree"))?;
        let same_entrants = SameEntrants::find(plan, &run.entrants, &new_run.entrants);
        let indices = run.progress.matches.checked_div(per_seed as u64).unwrap_or(0);
        let shared = SharedPairings::read(
            plan,
            &folder,
            EarlierExtent { per_seed, indices },
            &same_entrants,
        )?;
        let row = ReuseRow::new(run.plan.clone(), 0, run_in(&folder)?.report.standings());
        let extra_records = extra_records_of(&folder, keep, run.progress.planned)?;
        let reused_highlights = ReusedHighlights::default();
        let mut earlier =
            Self { plan, folder, run, keep, shared, extra_records, reused_highlights, row };
        earlier.reused_highlights = ReusedHighlights::find(&earlier)?;
        earlier.row.matches = earlier.count();
        Ok(earlier)
    }

    /// The number of matches of the plan that the earlier run has, over all shards.
    #[must_use]
    pub fn matches(&self) -> u64 {
        self.row.matches
    }

    /// Finds or makes the folder of the plan's run, and takes the matches into its journal.
    ///
    /// If the process ends before the matches are taken, the run plays all of them.
    ///
    /// # Errors
    /// If the folder cannot be made, or the earlier run cannot be read.
    pub fn begin(&self, command: &str, target: &ResultTarget) -> Result<OpenedRun, ReuseError> {
        let manifest = Manifest::new(self.plan, command).map_err(FolderError::from)?;
        let manifest = manifest.reusing(Some(self.row.clone())).map_err(FolderError::from)?;
        let place = RunFolder::place(&manifest, self.plan, target)?;
        if let ResultPlace::Free(folder) = &place
            && folder.is_same(&self.folder)
        {
            return Err(ReuseError::Itself(folder.path().to_owned()));
        }
        let opened = RunFolder::claim(place, manifest)?;
        if let OpenedRun::New(folder) | OpenedRun::Stopped(folder) = &opened {
            self.fill(folder)?;
        }
        Ok(opened)
    }

    /// Writes the matches that can be taken as the first segment of a journal.
    fn fill(&self, folder: &RunFolder) -> Result<(), ReuseError> {
        let mut journal = folder.journal(self.plan.range())?;
        if self.matches() == 0 || !journal.is_empty() {
            return Ok(());
        }
        let mut taking = Taking {
            earlier: self,
            rows: ReusedRows::open(self.plan, &self.folder)?,
            records: EarlierRecords::open(&self.folder, self.keep)?,
            index: 0,
            ready: VecDeque::new(),
        };
        journal.write_sorted(&mut || taking.next())
    }

    /// The number of seeds that both runs have.
    fn indices(&self) -> u64 {
        self.plan.matches().min(self.run.progress.matches / self.shared.earlier_pairings() as u64)
    }

    /// The number in the earlier run of a match of the plan, if it can be taken. If the plan keeps
    /// its record, the earlier run must have that too.
    fn number_in_earlier(&self, number: u64) -> Option<u64> {
        let slot = self.plan.match_at(number);
        let is_taken = slot.index < self.indices() && self.tells_repeats(slot.pairing);
        self.recorded_in_earlier(number).filter(|_| is_taken)
    }

    /// The number in the plan of a match of the earlier run, if it can be taken.
    fn number_in_plan(&self, in_earlier: u64) -> Option<u64> {
        let per_seed = self.shared.earlier_pairings() as u64;
        let place = usize::try_from(in_earlier % per_seed).ok()?;
        let (index, pairing) = (in_earlier / per_seed, self.shared.pairing_in_plan(place)?);
        let number = index * self.plan.pairings().len() as u64 + pairing as u64;
        (self.number_in_earlier(number) == Some(in_earlier)).then_some(number)
    }

    /// The number in the earlier run of a match of the plan, if it was played there. If the plan
    /// keeps its record, in the sample or as a highlight, the earlier run must have that too.
    fn recorded_in_earlier(&self, number: u64) -> Option<u64> {
        let in_earlier = self.slot_in_earlier(number)?;
        let is_recorded = match self.plan.keeps(number) {
            true => self.has_record(number),
            false => !self.reused_highlights.missing.contains(&number),
        };
        is_recorded.then_some(in_earlier)
    }

    /// The number in the earlier run of a match of the plan, if its entrants met there.
    fn slot_in_earlier(&self, number: u64) -> Option<u64> {
        let slot = self.plan.match_at(number);
        let pairing = self.shared.pairing_in_earlier(slot.pairing)?;
        Some(slot.index * self.shared.earlier_pairings() as u64 + pairing as u64)
    }

    /// True if the earlier run has the record of a match of the plan.
    fn has_record(&self, number: u64) -> bool {
        self.slot_in_earlier(number).is_some_and(|in_earlier| {
            self.keep.keeps(in_earlier, self.run.progress.planned)
                || self.extra_records.contains(&in_earlier)
        })
    }

    /// True if the earlier run shows whether a pairing of the plan repeats itself, as far as that
    /// matters. Its files show this by a copy, and all of the first matches are taken or none.
    fn tells_repeats(&self, pairing: usize) -> bool {
        if !self.plan.may_repeat() || self.plan.matches() <= FIRST_MATCHES {
            return true;
        }
        let number = |index: u64| index * self.plan.pairings().len() as u64 + pairing as u64;
        self.indices() > FIRST_MATCHES
            && (0..FIRST_MATCHES).all(|index| self.recorded_in_earlier(number(index)).is_some())
    }

    fn count(&self) -> u64 {
        let taken = self.shared.both().filter(|&pairing| self.tells_repeats(pairing)).count();
        let is_played = |number: &u64| {
            let slot = self.plan.match_at(*number);
            slot.index < self.indices()
                && self.shared.pairing_in_earlier(slot.pairing).is_some()
                && self.tells_repeats(slot.pairing)
        };
        let kept =
            self.plan.keep().numbers(self.plan.len()).chain(self.reused_highlights.missing.clone());
        let unrecorded =
            kept.filter(is_played).filter(|number| self.number_in_earlier(*number).is_none());
        taken as u64 * self.indices() - unrecorded.count() as u64
    }
}

/// Refuses runs that have no match in common with the plan.
fn check<G: Game>(
    folder: &Path,
    run: &Manifest,
    new_run: &Manifest,
    plan: &Plan<G>,
) -> Result<(), ReuseError> {
    if run.shard.is_some() {
        return Err(ReuseError::Shard(folder.to_owned()));
    }
    if !run.progress.complete {
        return Err(ReuseError::NotFinished(folder.to_owned()));
    }
    let format = &run.tournament.format;
    let drawn = RunFormat::Typed(Format::Lineups);
    if *format == drawn || new_run.tournament.format == drawn {
        return Err(ReuseError::Lineups);
    }
    if run.tournament.games.is_some() || new_run.tournament.games.is_some() {
        return Err(ReuseError::Series);
    }
    match format {
        RunFormat::Typed(Format::RoundRobin | Format::Gauntlet(_)) => {}
        RunFormat::Typed(Format::Lineups | Format::Ladder(_))
        | RunFormat::Compare
        | RunFormat::CompareDrawn => {
            return Err(ReuseError::Format(format.to_string()));
        }
    }
    match plan.schedule() {
        Schedule::League(..) => {}
        Schedule::Sweep(..) => return Err(ReuseError::Format("sweep".to_owned())),
        Schedule::Ladder(_) | Schedule::Compare(_) => {
            return Err(ReuseError::Format(new_run.tournament.format.to_string()));
        }
    }
    let differences = run.differences_of_matches(new_run);
    match differences.is_empty() {
        true => Ok(()),
        false => Err(ReuseError::Differs { folder: folder.to_owned(), differences }),
    }
}

/// The matches that are taken, in the order of their numbers.
struct Taking<'e, G: Game> {
    earlier: &'e Earlier<'e, G>,
    rows: ReusedRows<'e, G>,
    records: EarlierRecords,
    /// The next index to read.
    index: u64,
    /// The matches of the last index that are not taken yet.
    ready: VecDeque<Entry>,
}

impl<G: Game> Taking<'_, G> {
    fn next(&mut self) -> Result<Option<Entry>, ReuseError> {
        while self.ready.is_empty() && self.index < self.earlier.indices() {
            self.read_index()?;
            self.index += 1;
        }
        Ok(self.ready.pop_front())
    }

    /// Reads all matches of an index, whose order in the plan may be different.
    fn read_index(&mut self) -> Result<(), ReuseError> {
        let Earlier { plan, shared, reused_highlights, .. } = self.earlier;
        let per_seed = shared.earlier_pairings() as u64;
        let mut entries = vec![];
        for in_earlier in 0..shared.earlier_pairings() {
            let number_in_earlier = self.index * per_seed + in_earlier as u64;
            let content = self.rows.read(number_in_earlier)?;
            let number = self.earlier.number_in_plan(number_in_earlier);
            let Some(number) = number.filter(|number| plan.range().contains(number)) else {
                continue;
            };
            let slot = plan.match_at(number);
            let outcome = match content {
                RowContent::Played(outcome) => outcome,
                RowContent::Void(void) => {
                    entries.push(Entry::void(number, void));
                    continue;
                }
            };
            let likeness = self.likeness(in_earlier, &slot);
            let is_kept = plan.keeps(number) || reused_highlights.recorded.contains(&number);
            let record = match is_kept && !self.rows.is_copy() {
                true => Some(self.records.take(number_in_earlier, plan, &slot, &outcome)?),
                false => None,
            };
            let finished = Finished { record, ..MatchOutcome { likeness, ..outcome }.into() };
            entries.push(Entry::played(number, finished));
        }
        entries.sort_unstable_by_key(|entry| entry.number);
        self.ready = entries.into();
        Ok(())
    }

    /// The likeness of the match that was read last, which has this slot in the plan. The first
    /// matches of a pairing that repeats itself were one game.
    fn likeness(&self, in_earlier: usize, slot: &Slot) -> Likeness {
        let Earlier { plan, shared, .. } = self.earlier;
        let (number, step) = (slot.pairing as u64, plan.pairings().len() as u64);
        match (self.rows.is_copy(), shared.repeats(in_earlier)) {
            (true, _) => Likeness::Copy(Original { number, step }),
            (false, true) => Likeness::Trace(GameHash(0)),
            (false, false) => Likeness::Unknown,
        }
    }
}

#[cfg(test)]
mod tests;
