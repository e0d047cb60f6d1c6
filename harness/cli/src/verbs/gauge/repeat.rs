//! The command that repeats a measurement.

use stoker_engine::Game;
use stoker_external::spec::shell_word;
use stoker_files::untrusted::Folder;
use stoker_research::gauge::files::{GaugeManifest, PlayerRow};
use stoker_tournament::results::result_folder::read;

use crate::verbs::command::CommandLine;

/// The command that repeats a measurement from its description; the limits of programs are not in
/// it.
pub(in crate::verbs) fn command<G: Game>(folder: &Folder) -> Option<String> {
    let manifest: GaugeManifest = read(folder).ok()?;
    let [_, _, measured @ ..] = &manifest.entrants[..] else { return None };
    let words =
        |rows: &[PlayerRow]| rows.iter().map(|row| shell_word(&row.spec)).collect::<Vec<_>>();
    // A bot that plays several sides was measured on this one.
    let on_side = |spec: String| format!("{}={spec}", manifest.side);
    let measured = words(measured).into_iter().map(on_side).collect();
    let opponents = words(&manifest.opponents);
    let words =
        [vec!["stoker gauge".to_owned()], measured, vec!["--against".to_owned()], opponents];
    let mut command = CommandLine::new(words.concat());
    command.option("matches", Some(manifest.matches));
    command.option("ruleset", Some(G::NAME));
    let mut command = command.rules_like::<G>(
        &manifest.params,
        manifest.map_hash.as_deref(),
        manifest.data.as_deref(),
    )?;
    command.matches_like(manifest.seed, manifest.starts, &manifest.fault_policy);
    Some(command.alone())
}
