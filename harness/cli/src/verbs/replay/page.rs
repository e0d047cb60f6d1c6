//! `stoker replay --html`: records as a page.

use std::io::{self, Read as _, Write as _};
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use stoker_bots::Ruleset;
use stoker_engine::Game;
use stoker_engine::scene::Scenery;
use stoker_files::disk::{DiskFile, remove, rename};
use stoker_files::door::Folder;
use stoker_files::printable::printable;
use stoker_report::document::{Document, FORMAT, PackedReplay, Replay};
use stoker_report::page::{PAGE_START, replay_page};
use stoker_report::replay::{Views, replay};
use stoker_tournament::record::{RecordLine, RecordLines};
use stoker_tournament::results::said_in_match;

use crate::VERSION;
use crate::arguments::replay::ReplayArgs;
use crate::registry::Registry;
use crate::registry::any::Filmed;
use crate::terminal::eyes::viewer;
use crate::terminal::io::{Exit, Io, unless_unread};
use crate::verbs::recorded::verified;

/// The name of a page that goes to standard output.
pub(crate) const STANDARD_OUTPUT: &str = "-";

/// The most matches on a page: with more, browsers take long to open it.
const MOST: usize = 200;

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
) -> anyhow::Result<Exit> {
    let mut replays = Replays::default();
    let mut refused = 0;
    let mut more = 0;
    for line in RecordLines::open(&args.file)? {
        let filmed = match line {
            Ok(line)
                if args.number.is_some_and(|asked| line.match_number().ok() != Some(asked)) =>
            {
                continue;
            }
            Ok(_) if replays.list.len() == MOST => {
                more += 1;
                continue;
            }
            Ok(line) => filmed(registry, &line, args)?,
            // The file cannot be read on.
            Err(error) => Filmed::Refused(error.into()),
        };
        match filmed {
            Filmed::Shown(shown) => replays.add(*shown)?,
            Filmed::Refused(error) => {
                refused += 1;
                writeln!(io.err, "left out: {}", printable(&format!("{error:#}")))?;
            }
        }
    }
    let shown = replays.list.len();
    if shown == 0 {
        return super::nothing_to_show(args, refused);
    }
    let name = args.file.file_name().unwrap_or_default();
    let title = format!("Replays of {}", name.display());
    let exit = if refused > 0 { Exit::Findings } else { Exit::Done };
    if page == Path::new(STANDARD_OUTPUT) {
        let text = replay_page(&replays.document(title))?;
        return unless_unread(exit, io.out.write_all(text.as_bytes()).map_err(Into::into));
    }
    replays.put(page, title)?;
    if more > 0 {
        writeln!(io.err, "{more} more are left out: a page has at most {MOST}; try --match")?;
    }
    let s = if shown == 1 { "" } else { "es" };
    writeln!(io.out, "{shown} match{s} in {}", page.display())?;
    Ok(exit)
}

fn filmed(registry: &Registry, line: &RecordLine, args: &ReplayArgs) -> anyhow::Result<Filmed> {
    let head = match line.head() {
        Ok(head) => head,
        Err(error) => return Ok(Filmed::Refused(error.into())),
    };
    match registry.find(Some(&head.ruleset)) {
        Ok(ruleset) => ruleset.film(line, args),
        Err(error) => Ok(Filmed::Refused(anyhow::Error::from(error).context(place(line, args)))),
    }
}

/// A record as its ruleset shows it.
///
/// # Errors
/// If the options are wrong, whatever the record holds.
pub(crate) fn film<G: Game>(
    ruleset: &Ruleset<G>,
    line: &RecordLine,
    args: &ReplayArgs,
) -> anyhow::Result<Filmed> {
    let Some(scenes) = ruleset.scenes_hook() else {
        bail!("ruleset `{}` has no scenes, so there is nothing to draw", G::NAME)
    };
    let (game, record) = match verified::<G>(line, args.map.as_deref()) {
        Ok(both) => both,
        Err(reason) => return Ok(Filmed::Refused(reason.context(place(line, args)))),
    };
    let viewer = args.view.as_deref().map_or(Ok(None), |name| viewer(game.sides(), name))?;
    let views = viewer.map_or(Views::All, Views::Only);
    let scenery = (scenes.scenery)(&game);
    Ok(match replay(&*game, &scenes, &record, views) {
        Ok(mut replay) => {
            let run = args.file.parent().unwrap_or(Path::new(""));
            // Records do without logs that cannot be read.
            let said = said_in_match(run, record.number, game.sides()).unwrap_or_default();
            replay.put_beside(&*game, &scenery, said, views);
            Filmed::Shown(Box::new((scenery, replay)))
        }
        Err(error) => Filmed::Refused(anyhow::Error::from(error).context(place(line, args))),
    })
}

fn place(line: &RecordLine, args: &ReplayArgs) -> String {
    format!("{}: line {}", args.file.display(), line.number)
}

/// The contents of a page.
#[derive(Default)]
pub(crate) struct Replays {
    sceneries: Vec<Scenery>,
    list: Vec<PackedReplay>,
}

impl Replays {
    /// Adds a match.
    pub(crate) fn add(&mut self, (scenery, replay): (Scenery, Replay)) -> anyhow::Result<()> {
        let known = self.sceneries.iter().position(|known| *known == scenery);
        let index = known.unwrap_or_else(|| {
            self.sceneries.push(scenery);
            self.sceneries.len() - 1
        });
        self.list.push(PackedReplay::of(&Replay { scenery: index, ..replay })?);
        Ok(())
    }

    /// Writes the page, in the place of an old one only when it is whole.
    pub(crate) fn put(self, page: &Path, title: String) -> anyhow::Result<()> {
        let text = replay_page(&self.document(title))?;
        put(page, &text).with_context(|| format!("cannot write {}", page.display()))
    }

    fn document(self, title: String) -> Document {
        let program = format!("stoker {VERSION}");
        let Self { sceneries, list: replays } = self;
        Document { format: FORMAT, title, program, sceneries, replays }
    }
}

/// Writes a page, in the place of an old one only when it is whole.
fn put(path: &Path, text: &str) -> anyhow::Result<()> {
    let name = path.file_name().context("that is no name of a file")?;
    let name = name.to_str().context("the name is not UTF-8")?;
    let folder = Folder::named(path.parent().unwrap_or(Path::new("")))?;
    ensure!(may_replace(&folder, name), "there is something else of this name: give another");
    let new = format!(".{name}.new");
    let written = write_new(&folder, &new, name, text);
    if written.is_err() {
        // What is half written is of no use; the first error is the one to tell.
        let _ = remove(&folder, &new);
    }
    Ok(written?)
}

fn write_new(folder: &Folder, new: &str, name: &str, text: &str) -> io::Result<()> {
    let mut file = DiskFile::create(folder, new)?;
    file.write_all(text.as_bytes())?;
    rename(folder, new, name)
}

/// True if nothing has this name, or a page: neither records nor a device are lost to a slip.
fn may_replace(folder: &Folder, name: &str) -> bool {
    match folder.open_file(name) {
        Ok(mut file) => {
            let mut start = [0; PAGE_START.len()];
            file.read_exact(&mut start).is_ok() && start == *PAGE_START
        }
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}
