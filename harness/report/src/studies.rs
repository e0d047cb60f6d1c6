//! Reports of tunings, measurements and searches, and the parts that a sweep or an A/B test adds to
//! a league's report.
//!
//! Each kind is a function that turns the files of a folder into parts of a [`Report`]. A missing
//! or damaged file is named in the report, and the rest is shown.

pub mod comparison;
mod exploit;
mod gauge;
mod paths;
mod sheet;
mod shown;
pub mod sweep;
#[cfg(test)]
mod tests;
mod tune;

use stoker_files::untrusted::Folder;
use stoker_tournament::results::read_sweep;

use crate::data::{Rules, RunData, name_of, noted};
use crate::report::{Report, ReportAudience, Section};
use crate::text::safe_text;

/// A folder, with the settings of its report.
#[derive(Debug, Clone, Copy)]
pub struct StudySource<'s> {
    /// The folder.
    pub folder: &'s Folder,
    /// The ruleset's sides and scores, if it is known.
    pub rules: Option<&'s Rules>,
    /// The command that repeats a study, if its own files do not have it.
    pub command: Option<&'s str>,
    /// The audience.
    pub audience: ReportAudience,
}

/// A kind of study with a folder of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StudyKind {
    /// A folder of `stoker tune`.
    Tuning,
    /// A folder of `stoker gauge`.
    Measurement,
    /// A folder of `stoker exploit`.
    Search,
}

impl StudyKind {
    const ALL: [Self; 3] = [Self::Tuning, Self::Measurement, Self::Search];

    /// The kind of study that wrote a folder, recognised by its description or else by another
    /// file.
    #[must_use]
    pub fn of(folder: &Folder) -> Option<Self> {
        let is_there = |file: &str| folder.has_file(file);
        let described = Self::ALL.into_iter().find(|study| is_there(study.files()[0]));
        described
            .or_else(|| Self::ALL.into_iter().find(|study| study.files().into_iter().any(is_there)))
    }

    /// Files that no other folder has, its description first.
    fn files(self) -> [&'static str; 2] {
        match self {
            Self::Tuning => [tune::MANIFEST, tune::TRAJECTORY],
            Self::Measurement => [gauge::MANIFEST, gauge::READINGS],
            Self::Search => [exploit::MANIFEST, exploit::SEARCH],
        }
    }

    /// The name of the ruleset in its description, if that can be read.
    #[must_use]
    pub fn ruleset(self, folder: &Folder) -> Option<String> {
        let described = shown::toml(folder, self.files()[0]).ok()?;
        let played = match self {
            Self::Tuning => shown::table_of(&shown::table_of(&described, "run"), "tournament"),
            Self::Measurement | Self::Search => described,
        };
        Some(shown::text_of(&played, "ruleset")).filter(|name| !name.is_empty())
    }

    fn noun(self) -> &'static str {
        match self {
            Self::Tuning => "Tuning",
            Self::Measurement => "Measurement",
            Self::Search => "Search",
        }
    }

    /// The report of such a folder.
    #[must_use]
    pub fn report(self, source: StudySource<'_>) -> Report {
        let mut missing = vec![];
        let (summary, sections) = match self {
            Self::Tuning => tune::sections(source, &mut missing),
            Self::Measurement => gauge::sections(source, &mut missing),
            Self::Search => exploit::sections(source, &mut missing),
        };
        let title = format!("{} {}", self.noun(), safe_text(&name_of(source.folder)));
        Report { title, summary, missing, sections, replays: None }
    }
}

/// The parts that the report of a run has in addition to those of a league: the settings of a
/// sweep, the path of an A/B test, or a remark on a shard.
#[must_use]
pub fn of_run(source: StudySource<'_>, data: &RunData, missing: &mut Vec<String>) -> Vec<Section> {
    let Some(run) = &data.run else {
        // Without `run.toml`, a sweep is recognised by its table.
        let swept = source.folder.has_file("sweep.csv");
        return if swept { of_sweep(source, missing) } else { vec![] };
    };
    if let Some(shard) = run.shard {
        return vec![about_shard(shard.index, shard.of)];
    }
    if run.sweep.is_some() {
        return of_sweep(source, missing);
    }
    let name = |place: usize| run.entrants.get(place).map_or("", |row| row.name.as_str());
    let test = run.compare.map(|_| comparison::section(source, [name(0), name(1)], missing));
    test.flatten().into_iter().collect()
}

fn of_sweep(source: StudySource<'_>, missing: &mut Vec<String>) -> Vec<Section> {
    let sweep = noted(read_sweep(source.folder), missing);
    sweep.map(|sweep| sweep::sections(source, &sweep)).unwrap_or_default()
}

fn about_shard(index: u64, of: u64) -> Section {
    let text = format!(
        "This folder holds part {index} of {of} of a run. It has matches and no results: \
         `stoker merge` joins all parts, and writes the report of the whole."
    );
    Section::new("part", "A part of a run").with(maud::html! { p { (text) } })
}
