//! The report of a league and of similar runs: an A/B test, a ladder, a run that was stopped.

mod about;
mod cross;
mod duel;
mod entrant;
mod faults;
mod leaderboard;
mod lineups;
mod partners;
mod settled;
mod similar;
mod watched;

use stoker_tournament::results::manifest::{Manifest, ProgressRow};

use crate::data::RunData;
use crate::replays::Replays;
use crate::report::{Report, ReportAudience, Section};
use crate::text::{counted, grouped, safe_text};

pub use about::about;

/// The sources of a league's report.
#[derive(Debug, Clone, Copy)]
pub struct LeagueSources<'l> {
    /// The data of its folder.
    pub data: &'l RunData,
    /// Its replays.
    pub replays: &'l Replays,
    /// Its audience.
    pub audience: ReportAudience,
}

/// The report of a league.
#[must_use]
pub fn report(league: LeagueSources<'_>) -> Report {
    let data = league.data;
    let mut sections = leaderboard::sections(league);
    sections.extend(duel::section(league));
    sections.extend(cross::section(league));
    sections.extend(lineups::sections(league));
    sections.extend(partners::section(league));
    sections.extend(faults::section(league));
    sections.extend(settled::section(league));
    sections.extend(entrant::section(league));
    sections.extend(watched::section(league));
    sections.push(about(data, league.audience));
    Report {
        title: title(data),
        summary: summary(data),
        missing: data.missing.clone(),
        sections,
        replays: None,
    }
}

/// The title: the kind of run and the name of the folder.
#[must_use]
pub fn title(data: &RunData) -> String {
    let name = safe_text(&data.name);
    match &data.run {
        Some(run) if run.compare.is_some() => format!("Comparison {name}"),
        Some(run) if run.sweep.is_some() => format!("Sweep {name}"),
        Some(run) if run.shard.is_some() => format!("Part of a run: {name}"),
        Some(_) => format!("League {name}"),
        None => format!("Results in {name}"),
    }
}

/// A sentence on the number of matches.
#[must_use]
pub fn summary(data: &RunData) -> String {
    let Some(run) = &data.run else {
        let matches = data.games.as_ref().map_or(0, |games| games.matches);
        return format!("{}.", counted(matches, "match", "matches"));
    };
    if run.shard.is_some() {
        return "This is a part of a run: its results come from all parts together, which `stoker merge` \
                joins."
            .to_owned();
    }
    let entrants = counted(run.entrants.len() as u64, "entrant", "entrants");
    let game = safe_text(&run.tournament.ruleset);
    format!(
        "{game}, {}, {entrants}, {}.",
        safe_text(&run.tournament.format.to_string()),
        played(run)
    )
}

/// A phrase on the numbers of matches that were played, planned and void.
fn played(run: &Manifest) -> String {
    let ProgressRow { complete, matches, planned, void } = run.progress;
    let counted = counted(matches, "match", "matches");
    let all = match complete {
        true if matches == planned => counted,
        true => format!("{counted} of up to {}: enough to know", grouped(planned)),
        false => format!("stopped after {counted} of {}", grouped(planned)),
    };
    match void {
        0 => all,
        voids => format!("{all}, {} of them void", grouped(voids)),
    }
}

/// The link name of an entrant, by its place among all entrants.
fn anchor(data: &RunData, entrant: &str) -> String {
    let place = data.entrants().iter().position(|name| *name == entrant);
    place.map_or_else(String::new, |place| format!("entrant-{}", place + 1))
}

/// The section, unless it is empty.
fn unless_empty(section: Section) -> Option<Section> {
    (!section.blocks.is_empty()).then_some(section)
}
