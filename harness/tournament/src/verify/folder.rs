//! Checks the folder of a run: rows against records, and every other file against the rows.
//!
//! Rows are read back and folded into a new folder, by the code that folds matches that were just
//! played. The files in that folder are those that the run should have. A correct record takes
//! precedence over the row of its match: a mismatch is then reported for the row, and not for the
//! files made from it.

use std::sync::Arc;

use stoker_engine::Game;
use stoker_external::spec::shell_word;
use stoker_files::untrusted::Folder;
use stoker_sandbox::Temporary;

use super::lines::{compare, is_there};
use super::recorded_matches::RecordedMatches;
use super::report::{FilePlace, FolderReport};
use super::{Mismatches, rounds, verify_record};
use crate::journal::{Finished, JOURNAL, Journal, MergeError, SlotResult};
use crate::outcome::MatchOutcome;
use crate::plan::{Keep, PastGame, Plan, SeriesInPlay, Slot};
use crate::record::{PeoplesPlay, Record};
use crate::results::folder::{FILES, MATCHES, RECORDS, RUN, UNSTABLE};
use crate::results::manifest::{Manifest, Tournament};
use crate::results::{OpenedRun, ResultTarget, RunFolder};
use crate::reuse::ReuseError;
use crate::run::{RunError, fold_merged, rebuild_results};
use crate::storage::{FolderError, at};

/// The reasons why a folder cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum FolderCheckError {
    /// A file cannot be read, or a file that is made again cannot be written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Rows cannot be read.
    #[error(transparent)]
    Rows(#[from] ReuseError),
    /// Matches cannot be folded.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Checks the folder of a run of this plan.
///
/// # Errors
/// If something cannot be read. The findings up to that point are in the report.
pub fn verify_folder<G: Game>(
    plan: &Plan<G>,
    run: &Manifest,
    folder: &Arc<Folder>,
    report: &mut FolderReport,
) -> Result<(), FolderCheckError> {
    *report = FolderReport::of(folder.path().to_owned());
    let home = std::env::temp_dir();
    let temporary = Temporary::make(std::process::id(), &home).map_err(at(&home))?;
    let target = ResultTarget::At(temporary.path().join("again"));
    let opened = RunFolder::open_as(manifest_again(plan, run)?, plan, &target)?;
    let OpenedRun::New(mut again) = opened else {
        return Err(FolderError::NotEmpty(target.path().to_owned()).into());
    };
    let told = match plan.shard() {
        Some(_) => retell_journal(plan, run, folder, &mut again, report),
        None => retell_rows(plan, run, folder, &mut again, report),
    };
    let is_told = note_changes(told, report)?;
    let again = again.open_folder();
    if !is_told {
        let what = "the tables could not be made again from the matches, and were not compared";
        report.notes.push(what.to_owned());
    } else if plan.shard().is_none() {
        compare_files(again, folder, report)?;
    } else {
        compare(RUN, again, folder, report)?;
    }
    note_limits(plan, run, folder, report);
    Ok(())
}

/// The `run.toml` that the run should have before its first match. Only values that do not follow
/// from the plan are copied from the existing one.
fn manifest_again<G: Game>(plan: &Plan<G>, run: &Manifest) -> Result<Manifest, FolderError> {
    let new = Manifest::new(plan, &run.command)?;
    let starts_because = run.tournament.starts_because.clone();
    let found = |fresh| run.isolation.clone().unwrap_or(fresh);
    let again = Manifest {
        stoker: run.stoker.clone(),
        program: run.program.clone(),
        isolation: new.isolation.map(found),
        tournament: Tournament { starts_because, ..new.tournament },
        ..new
    };
    Ok(again.reusing(run.reuse.clone())?)
}

/// Reads rows and records, and makes the files again that come from them.
fn retell_rows<G: Game>(
    plan: &Plan<G>,
    run: &Manifest,
    folder: &Arc<Folder>,
    again: &mut RunFolder,
    report: &mut FolderReport,
) -> Result<(), FolderCheckError> {
    let mut recorded_matches = RecordedMatches::open(plan, folder, report)?;
    rebuild_results(plan, again, &mut || recorded_matches.next())?;
    recorded_matches.finish(run);
    // Rows that are missing at the end leave no gap.
    let (told, there) = (run.progress.matches, report.slots);
    if there < told {
        let expected = format!("{told}, as run.toml says");
        report.differs(FilePlace::somewhere(MATCHES), "matches", expected, there.to_string());
    }
    Ok(())
}

/// Notes errors in rows or a journal that no run writes. Returns true if all matches could be
/// folded.
fn note_changes(
    told: Result<(), FolderCheckError>,
    report: &mut FolderReport,
) -> Result<bool, FolderCheckError> {
    let (spot, message) = match told {
        Ok(()) => return Ok(true),
        Err(FolderCheckError::Rows(ReuseError::Row { path, line, message })) => {
            let file = FILES.into_iter().find(|file| path.ends_with(file));
            (FilePlace::line(file.unwrap_or(MATCHES), line), message)
        }
        Err(FolderCheckError::Run(
            error @ (RunError::Journal(MergeError::Conflict { .. })
            | RunError::Misfit(_)
            | RunError::Disagrees(_)
            | RunError::Vanished(_)),
        )) => (FilePlace::somewhere(JOURNAL), error.to_string()),
        Err(error) => return Err(error),
    };
    report.differs(spot, "row", "what a run writes", message);
    Ok(false)
}

fn compare_files(
    again: &Folder,
    folder: &Folder,
    report: &mut FolderReport,
) -> Result<(), FolderError> {
    for file in FILES.into_iter().filter(|file| !UNSTABLE.contains(file)) {
        if file != RECORDS {
            compare(file, again, folder, report)?;
        } else if is_there(again, file) && !is_there(folder, file) {
            report.differs(FilePlace::somewhere(file), "file", "a file", "no such file");
        } else if !is_there(again, file) && is_there(folder, file) {
            report.differs(
                FilePlace::somewhere(file),
                "file",
                "no such file: no records are kept",
                "a file",
            );
        }
    }
    Ok(())
}

/// Checks the journal of a shard, which has no other file with results.
fn retell_journal<G: Game>(
    plan: &Plan<G>,
    run: &Manifest,
    folder: &Arc<Folder>,
    again: &mut RunFolder,
    report: &mut FolderReport,
) -> Result<(), FolderCheckError> {
    let journal = Journal::open(folder, &run.plan, plan.range())?;
    if journal.damaged() > 0 {
        let got = format!("{} torn or changed", journal.damaged());
        report.differs(FilePlace::somewhere(JOURNAL), "lines", "whole lines", got);
    }
    fold_merged(plan, again, &[], journal.done(), journal.entries(), &())?;
    let mut entries = journal.entries();
    let mut series = SeriesInPlay::new(plan);
    while let Some(entry) = entries.next().map_err(RunError::from)? {
        report.slots += 1;
        let slot = plan.match_at(entry.number);
        let game = series.next(&slot);
        let SlotResult::Played(Finished { outcome, record, .. }) = entry.fate else {
            series.ended(PastGame::Void);
            continue;
        };
        // Text that does not parse is written by no run, and was refused before.
        let record = record.and_then(|line| serde_json::from_str(&line).ok());
        if let (Some(game), Some(record)) = (game, record) {
            let planned = PlannedGame { plan, slot: &slot, game };
            check_record(&planned, FilePlace::somewhere(JOURNAL), &record, report);
        }
        series.ended(PastGame::Won(outcome.winners));
    }
    Ok(())
}

/// A slot of a plan, with the game that it plays.
pub(super) struct PlannedGame<'p, G: Game> {
    pub(super) plan: &'p Plan<G>,
    pub(super) slot: &'p Slot,
    pub(super) game: &'p G,
}

/// Replays a record, and compares it with what was planned. Returns the outcome of its match if the
/// record is correct.
pub(super) fn check_record<G: Game>(
    planned: &PlannedGame<'_, G>,
    spot: FilePlace,
    record: &Record,
    report: &mut FolderReport,
) -> Option<MatchOutcome> {
    let &PlannedGame { plan, slot, game } = planned;
    report.games += 1;
    report.turns += record.plays.len() as u64;
    let mut findings = Mismatches::default();
    findings.compare("match", slot.number, record.number);
    findings.compare("seed", slot.seed, record.seed);
    findings.compare("starts", plan.starts(), record.starts);
    for (side, entrant) in game.sides().list().iter().zip(plan.lineup_of(slot)) {
        let got = record.entrants.get(side.name).map_or("none", String::as_str);
        findings.compare(side.name, &entrant.name, got);
    }
    let people = Some(PeoplesPlay::RATED).filter(|_| plan.seats_people(slot));
    findings.compare("people", in_words(people), in_words(record.people));
    findings.0.extend(verify_record(game, record).err().unwrap_or_default());
    if findings.0.is_empty() {
        let rounds = if record.faults.is_empty() { vec![] } else { rounds(game, record) };
        return record.outcome(game, &rounds);
    }
    report.note_all(spot, findings);
    None
}

/// The help that people had, in words.
fn in_words(people: Option<PeoplesPlay>) -> String {
    let words = |PeoplesPlay { rated, taken_back }| {
        format!("people, rated: {rated}, taken back: {taken_back}")
    };
    people.map_or_else(|| "no people".to_owned(), words)
}

/// Notes the comparisons that were not possible.
fn note_limits<G: Game>(
    plan: &Plan<G>,
    run: &Manifest,
    folder: &Arc<Folder>,
    report: &mut FolderReport,
) {
    let word = shell_word(&folder.path().to_string_lossy());
    if plan.shard().is_some() {
        let what = "a shard has no tables: its journal was checked, and `stoker merge` makes them";
        report.notes.push(what.to_owned());
    } else if plan.keep() == Keep::None {
        let what = "no records were kept: scores could not be compared with the games";
        report.notes.push(what.to_owned());
    } else if report.unproven > 0 {
        let FolderReport { unproven, slots, .. } = report;
        let what = format!(
            "{unproven} of {slots} matches have no valid record: their scores were compared with the \
            tables only"
        );
        report.notes.push(what);
    }
    if !run.progress.complete {
        report.notes.push(format!(
            "the run is not finished; if it was killed, its files need not agree, and `stoker \
             resume {word}` makes them again"
        ));
    }
    if run.stoker != plan.version() && report.mismatches() > 0 {
        let (there, here) = (&run.stoker, plan.version());
        report.notes.push(format!(
            "stoker {there} wrote it, and {here} checked it: they may compute figures differently"
        ));
    }
}
