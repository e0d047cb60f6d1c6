//! Checks folders of runs.

use std::path::Path;
use std::sync::Arc;

use anyhow::{bail, ensure};
use stoker_bots::Ruleset;
use stoker_engine::Game;
use stoker_files::printable::printable;
use stoker_files::untrusted::Folder;
use stoker_tournament::plan::Plan;
use stoker_tournament::results::folder::manifest_in;
use stoker_tournament::results::manifest::Manifest;
use stoker_tournament::storage::lock;
use stoker_tournament::verify::folder::verify_folder;
use stoker_tournament::verify::report::FolderReport;
use stoker_tournament::verify::voids::AtLine;

use super::{Total, same_rules, write_mismatch};
use crate::arguments::config::{LeagueConfig, ProgramSearch};
use crate::arguments::verify::ReplayRules;
use crate::registry::Registry;
use crate::terminal::io::Io;
use crate::verbs::draft::draft;

/// Checks the folder of a run, and reports the findings.
pub(super) fn verify(
    registry: &Registry,
    folder: Folder,
    source: ReplayRules<'_>,
    total: &mut Total,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    let folder = Arc::new(folder);
    let manifest = manifest_in(&folder)?;
    // The files of an unfinished run do not agree yet.
    if !manifest.progress.complete {
        lock(&folder)?;
    }
    let ruleset = registry.find(Some(&manifest.tournament.ruleset))?;
    let mut report = FolderReport::default();
    let checked = ruleset.verify_folder(&manifest, &folder, source, &mut report);
    total.games += report.games;
    total.turns += report.turns;
    total.mismatches += report.mismatches();
    total.folders += u64::from(checked.is_ok());
    tell(folder.path(), &report, io)?;
    checked?;
    match &report.unread[..] {
        [] => Ok(()),
        unread => bail!("{}", unread.join("; ")),
    }
}

/// The check, once the ruleset is known.
pub(crate) fn check_folder<G: Game>(
    ruleset: &Ruleset<G>,
    manifest: &Manifest,
    folder: &Arc<Folder>,
    source: ReplayRules<'_>,
    report: &mut FolderReport,
) -> anyhow::Result<()> {
    // Nothing is run, so the isolation of programs does not matter.
    let config = LeagueConfig {
        files: source.files.into(),
        ..LeagueConfig::recorded(
            Manifest { isolation: None, ..manifest.clone() },
            ProgramSearch::Nowhere,
        )
    };
    let plan = Plan::new(draft(ruleset, &config)?)?;
    let (there, data) = (manifest.tournament.data_hash.as_deref(), plan.data_hash());
    ensure!(
        source.files.data.is_none() || data == there,
        "--data is not the data file of the run, whose hash is {}",
        there.unwrap_or("not known")
    );
    same_rules(&**plan.game(), source, "run")?;
    Ok(verify_folder(&plan, manifest, folder, report)?)
}

fn tell(folder: &Path, report: &FolderReport, io: &mut Io<'_>) -> anyhow::Result<()> {
    for found in report.found() {
        for AtLine { place, found } in &found.first {
            write_mismatch(place, found, io)?;
        }
        if found.more() > 0 {
            writeln!(io.out, "{}: {} more mismatches", found.path.display(), found.more())?;
        }
    }
    let folder = folder.display();
    if !report.compared.is_empty() {
        let (compared, FolderReport { slots, games, .. }) = (report.compared.join(", "), report);
        writeln!(io.out, "{folder}: {slots} matches, {games} with a record; compared: {compared}")?;
    }
    for note in &report.notes {
        writeln!(io.out, "{folder}: {}", printable(note))?;
    }
    Ok(())
}
