//! `stoker replay --html`: records as a page.

pub(crate) mod findings;

use std::io::{self, Read as _, Write as _};
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use stoker_bots::Ruleset;
use stoker_engine::Game;
use stoker_files::disk::{DiskFile, remove, rename};
use stoker_files::untrusted::Folder;
use stoker_report::collection::Collection;
use stoker_report::page::{PAGE_START, replay_page};
use stoker_report::replay::replay;
use stoker_report::views::Views;
use stoker_tournament::record::{ReadError, RecordLine};
use stoker_tournament::results::turn_outputs_in_match;

use crate::VERSION;
use crate::arguments::replay::{CaptureOrder, ReplayArgs};
use crate::registry::Registry;
use crate::registry::any::Captured;
use crate::terminal::io::{CommandExit, Io, unless_unread};
use crate::terminal::viewpoint::viewer;
use crate::verbs::analyse::{studied, walked};
use crate::verbs::recorded::{RecordSelection, verified};
use findings::findings_of;

/// The name of a page that goes to standard output.
pub(crate) const STANDARD_OUTPUT: &str = "-";

/// The most matches on a page: with more, browsers take long to open it.
const MOST: usize = 200;

/// The records that were asked for, on a page.
#[derive(Default)]
struct ReplayPage {
    replays: Collection,
    /// Records that were left out, each named on standard error.
    refused: usize,
    /// Records that found no room.
    more: usize,
    /// The numbers of the matches of all lines.
    kept: Vec<u64>,
    /// The errors of lines that may have been the match that was asked for.
    unread: Vec<anyhow::Error>,
}

/// Writes the records that were asked for as a page: records that do not verify are left out, and
/// named on standard error.
///
/// # Errors
/// If there is no record to show, the page cannot be written, or the file cannot be read.
pub(super) fn write(
    registry: &Registry,
    args: &ReplayArgs,
    page: &Path,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let Some(ReplayPage { replays, refused, more, kept, unread }) = gather(registry, args, io)?
    else {
        writeln!(io.err, "stopped: no page was written")?;
        return Ok(CommandExit::Interrupted);
    };
    let shown = replays.len();
    if shown == 0 {
        super::leave_out(&unread, io)?;
        if refused > 0 {
            bail!("{} holds no record that can be shown", args.file.display());
        }
        return super::no_such_match(&args.file, args.number, kept);
    }
    let name = args.file.file_name().unwrap_or_default();
    let title = format!("Replays of {}", name.display());
    let exit = if refused > 0 { CommandExit::Findings } else { CommandExit::Done };
    if page == Path::new(STANDARD_OUTPUT) {
        return unless_unread(
            exit,
            io.out.write_all(text(replays, title)?.as_bytes()).map_err(Into::into),
        );
    }
    put_replays(page, replays, title)?;
    if more > 0 {
        writeln!(io.err, "{more} more are left out: a page has at most {MOST}; try --match")?;
    }
    let s = if shown == 1 { "" } else { "es" };
    writeln!(io.out, "{shown} match{s} in {}", page.display())?;
    Ok(exit)
}

/// Captures the records that were asked for; `None` if it was stopped.
fn gather(
    registry: &Registry,
    args: &ReplayArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<Option<ReplayPage>> {
    let mut page = ReplayPage::default();
    let mut lines = RecordSelection::open(&args.file, args.number)?;
    let order = args.capture(io.err_to)?;
    for line in lines.by_ref() {
        if line.is_ok() && page.replays.len() == MOST {
            page.more += 1;
            continue;
        }
        match captured(registry, line, args, &order)? {
            Captured::Shown(shown) => page.replays.add(shown.0, shown.1)?,
            Captured::Refused(error) => {
                page.refused += 1;
                super::leave_out(&[error], io)?;
            }
            Captured::Stopped => return Ok(None),
        }
    }
    let RecordSelection { kept, unread, .. } = lines;
    Ok(Some(ReplayPage { kept, unread, ..page }))
}

/// A record as its ruleset captures it, or the reason why not and its place.
fn captured(
    registry: &Registry,
    line: Result<RecordLine, ReadError>,
    args: &ReplayArgs,
    order: &CaptureOrder<'_>,
) -> anyhow::Result<Captured> {
    let line = match line {
        Ok(line) => line,
        // The file cannot be read on.
        Err(error) => return Ok(Captured::Refused(error.into())),
    };
    let head = match line.head() {
        Ok(head) => head,
        Err(error) => return Ok(Captured::Refused(error.into())),
    };
    let captured = match registry.find(Some(&head.ruleset)) {
        Ok(ruleset) => ruleset.capture(&line, order)?,
        Err(error) => Captured::Refused(error.into()),
    };
    let place = || format!("{}: line {}", args.file.display(), line.number);
    Ok(match captured {
        Captured::Refused(error) => Captured::Refused(error.context(place())),
        other @ (Captured::Shown(_) | Captured::Stopped) => other,
    })
}

/// Captures a record for a page.
///
/// # Errors
/// If the options are wrong, whatever the record holds.
pub(crate) fn capture<G: Game>(
    ruleset: &Ruleset<G>,
    line: &RecordLine,
    order: &CaptureOrder<'_>,
) -> anyhow::Result<Captured> {
    let Some(scenes) = ruleset.scenes_hook() else {
        bail!("ruleset `{}` has no scenes, so there is nothing to draw", G::NAME)
    };
    let (game, record) = match verified::<G>(line, order.files) {
        Ok(both) => both,
        Err(reason) => return Ok(Captured::Refused(reason)),
    };
    let viewer = order.view.map_or(Ok(None), |name| viewer(game.sides(), name))?;
    let views = viewer.map_or(Views::All, Views::Only);
    let findings = match &order.analysis {
        None => None,
        Some(order) => {
            let walk = walked(ruleset, &game, &record)?;
            let Some(analysis) = studied(ruleset, &game, &record, &walk, order)? else {
                return Ok(Captured::Stopped);
            };
            Some(findings_of(analysis, walk.believer()))
        }
    };
    let mut replay = match replay(&*game, &scenes, &record, findings, views) {
        Ok(replay) => replay,
        Err(error) => return Ok(Captured::Refused(error.into())),
    };
    let scenery = (scenes.scenery)(&game);
    if let Some(run) = order.run.and_then(|run| Folder::named(run).ok()) {
        // Records are shown without logs that cannot be read.
        let said = turn_outputs_in_match(&run, record.number, game.sides()).unwrap_or_default();
        replay.put_beside(&*game, &scenery, said, views);
    }
    Ok(Captured::Shown(Box::new((scenery, replay))))
}

/// Writes replays as a page, in the place of an old one only when it is whole.
pub(crate) fn put_replays(page: &Path, replays: Collection, title: String) -> anyhow::Result<()> {
    put(page, &text(replays, title)?).with_context(|| format!("cannot write {}", page.display()))
}

fn text(replays: Collection, title: String) -> anyhow::Result<String> {
    Ok(replay_page(&replays.document(title, format!("stoker {VERSION}")))?)
}

/// Writes a page, in the place of an old one only when it is whole.
pub(crate) fn put(path: &Path, text: &str) -> anyhow::Result<()> {
    let name = path.file_name().context("this is not the name of a file")?;
    let name = name.to_str().context("the name is not UTF-8")?;
    let folder = Folder::named(path.parent().unwrap_or(Path::new("")))?;
    ensure!(may_replace(&folder, name), "something else has this name: give another");
    let new = format!(".{name}.new");
    let written = write_new(&folder, &new, name, text);
    if written.is_err() {
        // A half-written page is of no use; the first error is the one to report.
        let _ = remove(&folder, &new);
    }
    Ok(written?)
}

fn write_new(folder: &Folder, new: &str, name: &str, text: &str) -> io::Result<()> {
    let mut file = DiskFile::create(folder, new)?;
    file.write_all(text.as_bytes())?;
    rename(folder, new, name)
}

/// True if the name is free or belongs to a page, so that a typo destroys neither records nor a
/// device.
fn may_replace(folder: &Folder, name: &str) -> bool {
    match folder.open_file(name) {
        Ok(mut file) => {
            let mut start = [0; PAGE_START.len()];
            file.read_exact(&mut start).is_ok() && start.eq_ignore_ascii_case(PAGE_START)
        }
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}
