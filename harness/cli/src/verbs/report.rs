//! `stoker report`: writes the report of a folder of results.

pub(crate) mod report_ruleset;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail, ensure};
use stoker_engine::Game;
use stoker_files::printable::printable;
use stoker_files::untrusted::Folder;
use stoker_report::data::Rules;
use stoker_report::plots::save;
use stoker_report::report::{Report, ReportAudience};
use stoker_report::report_kinds::{ReportSettings, has_results, report_of};
use stoker_report::report_ruleset::ReportRuleset;
use stoker_report::shell::page;
use stoker_report::studies::StudyKind;
use stoker_tournament::plan::Plan;
use stoker_tournament::results::folder::{REPORT, manifest_in};
use stoker_tournament::storage::{RUN, open, put};

use super::replay::page::put as put_page;
use super::setup::{RulesWanted, configure};
use super::{exploit, gauge};
use crate::VERSION;
use crate::arguments::options::{Orders, WantsReport};
use crate::arguments::report::ReportArgs;
use crate::arguments::rules::GameFiles;
use crate::registry::Registry;
use crate::terminal::io::{CommandExit, Io, unless_unread};
use crate::terminal::progress::Talk;
use report_ruleset::GameReportRuleset;

/// The verb.
pub(crate) fn report(
    registry: &Registry,
    args: &ReportArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let folder = open(&args.folder)?;
    let report = made(registry, &folder, args)?;
    if let Some(plots) = &args.plots {
        write_plots(&report, plots, io)?;
    }
    let exit = if has_results(&folder) { CommandExit::Done } else { without_results(args, io)? };
    let text = page(&report)?;
    let Some(path) = written(&folder, &text, args, io)? else { return Ok(exit) };
    writeln!(io.out, "the report is in {}", path.display())?;
    if args.open {
        show(path.as_os_str())?;
    }
    Ok(exit)
}

/// Warns that a folder has no results: it may be the wrong one.
fn without_results(args: &ReportArgs, io: &mut Io<'_>) -> anyhow::Result<CommandExit> {
    let folder = args.folder.display();
    let so = "the report says what is missing";
    writeln!(io.err, "warning: {folder} has no {RUN} and no results: {so}")?;
    Ok(CommandExit::Findings)
}

/// The report of a folder, fit for its audience.
fn made(registry: &Registry, folder: &Folder, args: &ReportArgs) -> anyhow::Result<Report> {
    let report = match StudyKind::of(folder) {
        Some(study) => {
            let ruleset = study.ruleset(folder).and_then(|name| registry.find(Some(&name)).ok());
            let rules = ruleset.and_then(|ruleset| ruleset.rules().ok());
            let command = ruleset.and_then(|ruleset| ruleset.study_command(folder));
            study_report(folder, rules.as_ref(), command.as_deref(), args.audience())?
        }
        None => run_report(registry, folder, args)?,
    };
    Ok(match args.audience() {
        ReportAudience::Owner => report,
        ReportAudience::Public => report.without_details(),
    })
}

/// Writes a page where it is wanted, and gives its path; `None` for standard output.
fn written(
    folder: &Folder,
    text: &str,
    args: &ReportArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<Option<PathBuf>> {
    match &args.out {
        Some(out) if out == Path::new("-") => {
            ensure!(!args.open, "--open needs a file: give --out FILE, or leave --open out");
            let written = io.out.write_all(text.as_bytes()).map_err(Into::into);
            unless_unread(CommandExit::Done, written).map(|_| None)
        }
        Some(out) => {
            put_page(out, text).with_context(|| format!("cannot write {}", out.display()))?;
            Ok(Some(out.clone()))
        }
        None => {
            let name = args.file_name();
            put(folder, name, text.as_bytes())?;
            Ok(Some(args.folder.join(name)))
        }
    }
}

/// The report of a run.
fn run_report(registry: &Registry, folder: &Folder, args: &ReportArgs) -> anyhow::Result<Report> {
    let (report_ruleset, why_none) = match report_ruleset_of(registry, folder, args.files.files()) {
        Ok(report_ruleset) => (Some(report_ruleset), None),
        Err(error) => (None, Some(format!("{error:#}"))),
    };
    let mut report = report_with(folder, report_ruleset.as_deref(), args.audience())?;
    report.missing.extend(why_none.map(|why| format!("No match can be shown: {why}.")));
    Ok(report)
}

/// The ruleset of a run, configured as its `run.toml` says.
fn report_ruleset_of<'r>(
    registry: &'r Registry,
    folder: &Folder,
    files: GameFiles<'_>,
) -> anyhow::Result<Box<dyn ReportRuleset + 'r>> {
    let manifest = manifest_in(folder).map_err(|_| anyhow::anyhow!("run.toml cannot be read"))?;
    let ruleset = registry.find(Some(&manifest.tournament.ruleset))?;
    ruleset.report_ruleset(manifest, files)
}

fn report_with(
    folder: &Folder,
    report_ruleset: Option<&(dyn ReportRuleset + '_)>,
    audience: ReportAudience,
) -> anyhow::Result<Report> {
    let program = format!("stoker {VERSION}");
    let order =
        ReportSettings { audience, report_ruleset, rules: None, command: None, program: &program };
    Ok(report_of(folder, order)?)
}

/// The report of a tuning, a measurement or a search.
fn study_report(
    folder: &Folder,
    rules: Option<&Rules>,
    command: Option<&str>,
    audience: ReportAudience,
) -> anyhow::Result<Report> {
    let program = format!("stoker {VERSION}");
    Ok(report_of(
        folder,
        ReportSettings { audience, report_ruleset: None, rules, command, program: &program },
    )?)
}

/// The command that repeats the measurement or the search in a folder; a tuning has its own.
pub(crate) fn study_command<G: Game>(folder: &Folder) -> Option<String> {
    match StudyKind::of(folder)? {
        StudyKind::Tuning => None,
        StudyKind::Measurement => gauge::repeat::command::<G>(folder),
        StudyKind::Search => exploit::repeat::command::<G>(folder),
    }
}

/// The sides and scores of a ruleset with its default parameters, with which every study is shown.
pub(crate) fn usual_rules<G: Game>() -> anyhow::Result<Rules> {
    let params = toml::Table::new();
    let configured =
        configure::<G>(RulesWanted { preset: None, files: GameFiles::default(), params: &params })?;
    Ok(Rules::of(&*configured.game))
}

fn write_plots(report: &Report, out: &Path, io: &mut Io<'_>) -> anyhow::Result<()> {
    let place = || format!("--plots {}: charts cannot be written there", out.display());
    let folder = Folder::make(out).with_context(place)?;
    let plots = report.plots();
    let names = save(&plots, &folder).with_context(place)?;
    writeln!(io.out, "{} charts in {}", names.len(), out.display())?;
    Ok(())
}

/// Opens a page with the system's program for pages.
pub(crate) fn show(path: &OsStr) -> anyhow::Result<()> {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut command = Command::new(opener);
    command.arg(path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => {
            bail!("`{opener}` could not show {}: {status}: open it by hand", path.display())
        }
        Err(error) => bail!("`{opener}` could not be started: {error}: open the page by hand"),
    }
}

/// Writes the report of a run at its end, and returns it. A failure is only a warning, because the
/// results exist.
///
/// # Errors
/// If the warning cannot be written.
pub(crate) fn at_end<G: Game>(
    ruleset: &stoker_bots::Ruleset<G>,
    plan: &Plan<G>,
    folder: &Path,
    orders: &Orders,
    io: &mut Io<'_>,
) -> anyhow::Result<Option<String>> {
    // The results of a shard come from all of them together.
    if orders.report == WantsReport::No || plan.shard().is_some() || is_trial() {
        return Ok(None);
    }
    let make = || -> anyhow::Result<_> {
        let folder = open(folder)?;
        Ok((text_of(ruleset, plan, &folder)?, folder))
    };
    let (text, written) = match make() {
        Ok((text, folder)) => {
            let written = put(&folder, REPORT, text.as_bytes());
            (Some(text), written.map_err(Into::into))
        }
        Err(error) => (None, Err(error)),
    };
    warn_unless(written, orders, io)?;
    Ok(text)
}

/// The page of the report of a run.
///
/// # Errors
/// If its replays cannot be packed.
pub(crate) fn text_of<G: Game>(
    ruleset: &stoker_bots::Ruleset<G>,
    plan: &Plan<G>,
    folder: &Folder,
) -> anyhow::Result<String> {
    let report_ruleset = GameReportRuleset::new(ruleset, plan);
    Ok(page(&report_with(folder, Some(&report_ruleset), ReportAudience::Owner)?)?)
}

/// The page of the report of a run that goes on, from a folder with its results so far. It has no
/// replays, which take long to make.
///
/// # Errors
/// None is known: without replays there is nothing to pack.
#[cfg(feature = "play")]
pub(crate) fn text_so_far(folder: &Folder, rules: &Rules) -> anyhow::Result<String> {
    let program = format!("stoker {VERSION}");
    let audience = ReportAudience::Owner;
    let rules = Some(rules);
    let settings =
        ReportSettings { audience, report_ruleset: None, rules, command: None, program: &program };
    let report = report_of(folder, settings)?;
    let summary = report.summary.replacen("stopped after", "so far", 1);
    Ok(page(&Report { summary, ..report })?)
}

/// Writes the report of a tuning, a measurement or a search at its end.
///
/// # Errors
/// If the warning about a missing report cannot be written.
pub(crate) fn at_end_of_study<G: Game>(
    folder: &Path,
    orders: &Orders,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    if orders.report == WantsReport::No || is_trial() {
        return Ok(());
    }
    let write = || -> anyhow::Result<()> {
        let folder = open(folder)?;
        let (rules, command) = (usual_rules::<G>().ok(), study_command::<G>(&folder));
        let (rules, command) = (rules.as_ref(), command.as_deref());
        let report = study_report(&folder, rules, command, ReportAudience::Owner)?;
        Ok(put(&folder, REPORT, page(&report)?.as_bytes())?)
    };
    warn_unless(write(), orders, io)
}

/// Warns that the report is missing, unless it was written.
fn warn_unless(
    written: anyhow::Result<()>,
    orders: &Orders,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    match (written, orders.talk) {
        (Err(error), Talk::Normal) => {
            let why = printable(&format!("{error:#}"));
            writeln!(io.err, "warning: there is no {REPORT}: {why}")?;
        }
        (Ok(()), _) | (Err(_), Talk::Quiet) => {}
    }
    Ok(())
}

/// True in tests of other things, which play hundreds of runs. Only debug builds have this switch.
fn is_trial() -> bool {
    cfg!(debug_assertions) && std::env::var_os("STOKER_TRIAL_NO_REPORT").is_some()
}
