//! A run of a plan with people, whose matches are played one at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use stoker_engine::Game;

use super::fold::Fold;
use super::record_filter::RecordFilter;
use super::repeats::Repeats;
use super::worker::kept_notes;
use super::{RunError, first_undecided};
use crate::journal::{Entry, Finished, Journal, SegmentWriter};
use crate::outcome::MatchOutcome;
use crate::plan::{Plan, Slot};
use crate::record::Record;
use crate::referee::{Played, Referee, RefereeError, RefereeSettings, Until};
use crate::results::{LogWriter, Logs, RunFolder, RunSummary, VoidSlots, run_in};
use crate::timings::{Times, answer_timing};
use crate::void::Void;

/// A run of a plan with people, while they play. Its matches come one at a time and in any order.
///
/// A match is on the disk as soon as it is kept. The result files show the matches up to the first
/// that is missing, like those of a run that was interrupted: they depend neither on the order of
/// play nor on the number of sittings.
pub struct Sitting<'p, G: Game> {
    plan: &'p Plan<G>,
    folder: RunFolder,
    journal: Journal,
    logs: LogWriter,
    /// The segment of the journal that grows, with the number of its last match.
    segment: Option<(SegmentWriter, u64)>,
    /// The slots that are not played yet, in order.
    missing: Vec<u64>,
}

impl<'p, G: Game> Sitting<'p, G> {
    /// Goes on with the run in this folder.
    ///
    /// # Errors
    /// If the journal cannot be read.
    pub fn begin(plan: &'p Plan<G>, folder: RunFolder) -> Result<Self, RunError> {
        let mut journal = folder.journal(plan.range())?;
        if folder.void_slots() == VoidSlots::Again {
            journal.reopen_voids(first_undecided(plan, journal.done()));
        }
        journal.tidy()?;
        let missing = journal.done().missing_of(plan.range()).into_iter().flatten().collect();
        let logs = Logs::new(folder.open_folder(), plan.game().sides()).writer();
        Ok(Self { plan, folder, journal, logs, segment: None, missing })
    }

    /// The folder of the run.
    #[must_use]
    pub fn folder(&self) -> &RunFolder {
        &self.folder
    }

    /// The slots of people that are not played yet, in order.
    #[must_use]
    pub fn missing_of_people(&self) -> Vec<Slot> {
        let slots = self.missing.iter().map(|&number| self.plan.match_at(number));
        slots.filter(|slot| self.plan.seats_people(slot)).collect()
    }

    /// Keeps a match that people played.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&mut self, slot: &Slot, record: &Record, played: Played) -> Result<(), RunError> {
        let times = Times::by_side(&played.times);
        let logs = played.logs.clone();
        if !logs.is_empty() {
            // Logs first: a match in the journal is not played again.
            self.logs.add(slot.number, &logs)?;
            self.logs.sync()?;
        }
        let record = self.plan.keeps(slot.number).then(|| record.to_line());
        let outcome = MatchOutcome::from(played);
        self.put(&Entry::played(slot.number, Finished { outcome, times, record }))
    }

    /// Plays the missing matches between bots alone, until `stop` is set.
    ///
    /// # Errors
    /// If a match cannot be played by the rules, or cannot be written.
    pub fn play_bots(&mut self, stop: &AtomicBool) -> Result<(), RunError> {
        let plan = self.plan;
        let settings = RefereeSettings { starts: plan.starts(), policy: plan.policy(), slot: 0 };
        let mut referee = Referee::new(Arc::clone(plan.game()), settings);
        for number in self.missing.clone() {
            let slot = plan.match_at(number);
            if plan.seats_people(&slot) {
                continue;
            }
            if stop.load(Ordering::Relaxed) {
                break;
            }
            referee.keep_notes(kept_notes(plan, number));
            let timing = answer_timing(number, plan.len());
            let lineup = plan.lineup_of(&slot);
            match referee.play_valid(slot.seed, &lineup, timing, &mut Until(stop)) {
                Ok(played) => {
                    let record = Record::of(plan, &slot, &played, &referee);
                    self.keep(&slot, &record, played)?;
                }
                Err(RefereeError::Void(reason)) => {
                    self.put(&Entry::void(number, Void::new(&reason)))?;
                }
                Err(RefereeError::Stopped) => break,
                Err(source) => return Err(RunError::Match { number, source }),
            }
        }
        Ok(())
    }

    /// Writes the result files.
    ///
    /// # Errors
    /// If a file cannot be written, or the journal has been changed.
    pub fn write_results(&mut self) -> Result<RunSummary, RunError> {
        if self.folder.manifest().progress.complete {
            // A finished run has no journal any more.
            return Ok(run_in(self.folder.open_folder())?);
        }
        let journal = self.folder.journal(self.plan.range())?;
        let (repeats, record_filter) = (Repeats::of(self.plan), RecordFilter::of(self.plan));
        let mut fold = Fold::begin(self.plan, &mut self.folder, &repeats, &record_filter, &())?;
        fold.kept(journal.done(), &mut journal.entries())?;
        let summary = fold.finish()?;
        self.folder.clean_up()?;
        Ok(summary)
    }

    /// Writes an entry to the disk. A segment has its matches in order.
    fn put(&mut self, entry: &Entry) -> Result<(), RunError> {
        let segment = match self.segment.take() {
            Some((segment, last)) if last < entry.number => segment,
            Some(_) | None => self.journal.append(0)?,
        };
        let (segment, _) = self.segment.insert((segment, entry.number));
        let mut line = String::new();
        entry.write(&mut line);
        segment.write(line.as_bytes())?;
        segment.sync()?;
        self.missing.retain(|&number| number != entry.number);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::entrant::{BotSource, Entrant};
    use crate::plan::Draft;
    use crate::record::PeoplesPlay;
    use crate::results::{Completion, OpenedRun, ResultTarget};
    use crate::testing::{Layout, RANDOM, Toy, draft, entrant, held};

    fn plan() -> Plan<Toy> {
        let person = Entrant::person("ada".to_owned(), Some("lone".to_owned()));
        let entrants = vec![person, entrant("a", RANDOM), entrant("b", RANDOM)];
        Plan::new(Draft { entrants, ..draft(Layout::Pair, 2) }).unwrap()
    }

    fn folder(plan: &Plan<Toy>, path: &Path) -> RunFolder {
        let opened = match path.exists() {
            true => RunFolder::resume(plan, held(path)).unwrap(),
            false => {
                let target = ResultTarget::At(path.to_owned());
                RunFolder::open(plan, "stoker play", &target).unwrap()
            }
        };
        match opened {
            OpenedRun::New(folder) | OpenedRun::Stopped(folder) => folder,
            OpenedRun::Finished(_) => panic!("it is finished"),
        }
    }

    /// All files of a run except the timings.
    fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let kept = entries.filter(|path| path.is_file() && !path.ends_with("timings.csv"));
        kept.map(|path| (path.file_name().unwrap().into(), fs::read(&path).unwrap())).collect()
    }

    /// Plays a match as a person who moves like a random bot.
    fn play(plan: &Plan<Toy>, slot: &Slot, sitting: &mut Sitting<'_, Toy>) {
        let lineup: Vec<Entrant<Toy>> = plan.lineup_of(slot).into_iter().cloned().collect();
        let seated = lineup.into_iter().map(|it| match it.source {
            BotSource::Person => Entrant { name: it.name, ..entrant("person", RANDOM) },
            BotSource::Builtin(..) | BotSource::External(_) => it,
        });
        let seated: Vec<_> = seated.collect();
        let settings = RefereeSettings { starts: plan.starts(), policy: plan.policy(), slot: 0 };
        let mut referee = Referee::new(Arc::clone(plan.game()), settings);
        let lineup: Vec<_> = seated.iter().collect();
        let played = referee.play_valid(slot.seed, &lineup, answer_timing(0, 1), &mut ()).unwrap();
        let record = Record::of(plan, slot, &played, &referee).by_people(PeoplesPlay::RATED);
        sitting.keep(slot, &record, played).unwrap();
    }

    #[test]
    fn results_depend_neither_on_the_order_of_play_nor_on_the_number_of_sittings() {
        let dir = tempfile::tempdir().unwrap();
        let plan = plan();
        let numbers: Vec<u64> =
            (0..plan.len()).filter(|&at| plan.seats_people(&plan.match_at(at))).collect();
        let backwards: Vec<Vec<u64>> = numbers.iter().rev().map(|&number| vec![number]).collect();
        let written = [vec![numbers.clone()], backwards].map(|sittings| {
            let path = dir.path().join(sittings.len().to_string());
            let last = sittings.len() - 1;
            for (index, numbers) in sittings.iter().enumerate() {
                let mut sitting = Sitting::begin(&plan, folder(&plan, &path)).unwrap();
                sitting.play_bots(&AtomicBool::new(false)).unwrap();
                assert!(sitting.write_results().unwrap().completion == Completion::Stopped);
                for &number in numbers {
                    play(&plan, &plan.match_at(number), &mut sitting);
                }
                let summary = sitting.write_results().unwrap();
                assert_eq!(sitting.write_results().unwrap(), summary);
                assert_eq!(summary.completion == Completion::Complete, index == last);
                assert_eq!(sitting.missing_of_people().is_empty(), index == last);
            }
            files(&path)
        });
        assert!(written[0] == written[1]);
    }

    #[test]
    fn a_run_without_a_table_plays_no_people() {
        let dir = tempfile::tempdir().unwrap();
        let plan = plan();
        let mut folder = folder(&plan, &dir.path().join("run"));
        let stop = AtomicBool::new(false);
        let played = crate::run::league(&plan, &mut folder, 1, &(), &stop);
        assert!(matches!(played, Err(RunError::People)));
    }
}
