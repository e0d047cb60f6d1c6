//! The kinds of reports, and the folders that they belong to.
//!
//! To add a kind, write a function that turns the data of such a folder into a [`Report`], in a
//! module of its own beside [`league`]. Then call it in [`report_of`], which recognises folders by
//! the file that describes them.

use stoker_files::door::Folder;
use stoker_tournament::results::folder::RECORDS;
use stoker_tournament::storage::RUN;

use crate::data::recorded::Recorded;
use crate::data::{Rules, RunData, Wanted};
use crate::league::{self, League};
use crate::page::PageError;
use crate::replays::Replays;
use crate::report::{Audience, Report};
use crate::shell::page;
use crate::stage::Stage;
use crate::studies::{Source, Study, of_run};

/// The most bytes of a page with replays.
const MOST: usize = 5_000_000;
/// The part of the page that is kept free, in bytes.
const MARGIN: usize = 50_000;

/// The settings that a report is made with.
#[derive(Clone, Copy)]
pub struct Order<'o> {
    /// Its audience.
    pub audience: Audience,
    /// The ruleset of the folder, if it is known.
    pub stage: Option<&'o dyn Stage>,
    /// The sides and scores of the ruleset, if nothing else about it is known.
    pub rules: Option<&'o Rules>,
    /// The command that repeats a study, if its own files do not have it.
    pub command: Option<&'o str>,
    /// The program that makes it, with its version.
    pub program: &'o str,
}

impl<'o> Order<'o> {
    fn source<'s>(self, folder: &'s Folder) -> Source<'s>
    where
        'o: 's,
    {
        let Self { rules, command, audience, .. } = self;
        Source { folder, rules, command, audience }
    }
}

/// The files of a run; a folder without any of them holds no results.
const KNOWN: [&str; 4] = [RUN, "matches.csv", "leaderboard.csv", "sweep.csv"];

/// True if a folder holds anything of a run or of a study.
#[must_use]
pub fn has_results(folder: &Folder) -> bool {
    Study::of(folder).is_some() || KNOWN.iter().any(|file| folder.has_file(file))
}

/// The report of a folder. The same folder always has the same report. Anything that is missing is
/// named in the report, which is that of a run if nothing tells what the folder is of.
///
/// # Errors
/// If the replays cannot be written as JSON.
pub fn report_of(folder: &Folder, order: Order<'_>) -> Result<Report, PageError> {
    match Study::of(folder) {
        Some(study) => Ok(study.report(order.source(folder))),
        None => run_report(folder, order),
    }
}

/// The report of a run.
fn run_report(folder: &Folder, order: Order<'_>) -> Result<Report, PageError> {
    let Order { audience, stage, program, .. } = order;
    let rules = stage.map(Stage::rules).or_else(|| order.rules.cloned());
    let again = stage.map(Stage::again).unwrap_or_default();
    let data = RunData::read(folder, Wanted { audience, rules: rules.as_ref(), again: &again });
    let mut replays =
        stage.map(|stage| Replays::of(folder, &data, stage, audience)).unwrap_or_default();
    let source = Source { rules: rules.as_ref(), ..order.source(folder) };
    let mut lacks = data.lacks.clone();
    if replays.unread > 0 && data.recorded == Recorded::All {
        lacks.push(format!("{RECORDS} is damaged: not all of its records can be read."));
    }
    let own = of_run(source, &data, &mut lacks);
    let made = |replays: &Replays| {
        let league = league::report(League { data: &data, replays, audience });
        Report { lacks: lacks.clone(), parts: [own.clone(), league.parts].concat(), ..league }
    };
    let mut report = made(&replays);
    let room = MOST.saturating_sub(page(&report)?.len() + MARGIN);
    let before = replays.shown.len();
    replays.fit(room);
    if replays.shown.len() < before {
        report = made(&replays);
    }
    let document = replays.document(&report.title, program);
    Ok(Report { replays: document, ..report })
}
