//! The kinds of reports, and the folders that they belong to.
//!
//! To add a kind, write a function that turns the data of such a folder into a [`Report`], in a
//! module of its own beside [`league`]. Then call it in [`report_of`], which recognises folders by
//! the file that describes them.

use stoker_files::untrusted::Folder;
use stoker_tournament::results::folder::RECORDS;
use stoker_tournament::storage::RUN;

use crate::data::recorded::Recorded;
use crate::data::{DataRequest, Rules, RunData};
use crate::league::{self, LeagueSources};
use crate::page::PageError;
use crate::replays::Replays;
use crate::report::{Report, ReportAudience};
use crate::report_ruleset::ReportRuleset;
use crate::shell::page;
use crate::studies::{StudyKind, StudySource, of_run};

/// The most bytes of a page with replays.
const MOST: usize = 5_000_000;
/// The part of the page that is kept free, in bytes.
const MARGIN: usize = 50_000;

/// The settings that a report is made with.
#[derive(Clone, Copy)]
pub struct ReportSettings<'o> {
    /// Its audience.
    pub audience: ReportAudience,
    /// The ruleset of the folder, if it is known.
    pub report_ruleset: Option<&'o dyn ReportRuleset>,
    /// The sides and scores of the ruleset, if nothing else about it is known.
    pub rules: Option<&'o Rules>,
    /// The command that repeats a study, if its own files do not have it.
    pub command: Option<&'o str>,
    /// The program that makes it, with its version.
    pub program: &'o str,
}

impl<'o> ReportSettings<'o> {
    fn source<'s>(self, folder: &'s Folder) -> StudySource<'s>
    where
        'o: 's,
    {
        let Self { rules, command, audience, .. } = self;
        StudySource { folder, rules, command, audience }
    }
}

/// The files of a run; a folder without any of them holds no results.
const KNOWN: [&str; 4] = [RUN, "matches.csv", "leaderboard.csv", "sweep.csv"];

/// True if a folder holds anything of a run or of a study.
#[must_use]
pub fn has_results(folder: &Folder) -> bool {
    StudyKind::of(folder).is_some() || KNOWN.iter().any(|file| folder.has_file(file))
}

/// The report of a folder. The same folder always has the same report. Anything that is missing is
/// named in the report, which is that of a run if nothing tells what the folder is of.
///
/// # Errors
/// If the replays cannot be written as JSON.
pub fn report_of(folder: &Folder, order: ReportSettings<'_>) -> Result<Report, PageError> {
    match StudyKind::of(folder) {
        Some(study) => Ok(study.report(order.source(folder))),
        None => run_report(folder, order),
    }
}

/// The report of a run.
fn run_report(folder: &Folder, order: ReportSettings<'_>) -> Result<Report, PageError> {
    let ReportSettings { audience, report_ruleset, program, .. } = order;
    let rules = report_ruleset.map(ReportRuleset::rules).or_else(|| order.rules.cloned());
    let again = report_ruleset.map(ReportRuleset::again).unwrap_or_default();
    let data =
        RunData::read(folder, DataRequest { audience, rules: rules.as_ref(), again: &again });
    let mut replays = report_ruleset
        .map(|report_ruleset| Replays::of(folder, &data, report_ruleset, audience))
        .unwrap_or_default();
    let source = StudySource { rules: rules.as_ref(), ..order.source(folder) };
    let mut missing = data.missing.clone();
    if replays.unread > 0 && data.recorded == Recorded::All {
        missing.push(format!("{RECORDS} is damaged: not all of its records can be read."));
    }
    let own = of_run(source, &data, &mut missing);
    let made = |replays: &Replays| {
        let league = league::report(LeagueSources { data: &data, replays, audience });
        Report {
            missing: missing.clone(),
            sections: [own.clone(), league.sections].concat(),
            ..league
        }
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
