//! Signs that a folder is a submission, before anything in it is read.
#![expect(
    clippy::disallowed_methods,
    reason = "what is found is not yet believed: what is played is taken in through the door"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::{Form, bot_toml};

/// The names of makefiles.
pub(crate) const MAKEFILES: [&str; 3] = ["Makefile", "makefile", "GNUmakefile"];
/// The most submissions in one folder.
const MOST: usize = 10_000;
/// The most subfolders of one folder in which the submission is looked for that it stands for.
const MOST_INSIDE: usize = 100;

/// A sign that a folder is a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// Nothing.
    None,
    /// A source that decides, in the manner of the ruleset's form.
    Source,
    /// A `bot.toml`, or a Makefile with such a source beside or below it.
    Whole,
}

/// What shows that a folder is a submission; nothing does if it cannot be read.
pub(super) fn sign(path: &Path, form: Form) -> Sign {
    let sign = own_sign(path, form);
    if sign == Sign::None && sources_below(path, form).is_some() { Sign::Whole } else { sign }
}

/// What the files directly in a folder show.
fn own_sign(path: &Path, form: Form) -> Sign {
    let names = names(path);
    let source = form.is_some_and(|form| form.sides.iter().any(|side| names.contains(side.source)));
    if names.contains(bot_toml::FILE) || source && has_makefile(&names) {
        Sign::Whole
    } else if source {
        Sign::Source
    } else {
        Sign::None
    }
}

/// The only folder below a Makefile that holds the sources that decide, from the Makefile's, if no
/// other Makefile or `bot.toml` is nearer to them.
pub(super) fn sources_below(path: &Path, form: Form) -> Option<String> {
    if !has_makefile(&names(path)) {
        return None;
    }
    let candidates = candidates(path, |folder| own_sign(folder, form));
    let [only] = candidates.as_slice() else { return None };
    let nearer = |folder: &Path| folder != path && has_makefile(&names(folder));
    let is_hidden = own_sign(only, form) == Sign::Whole || only.parent().is_some_and(nearer);
    let below = only.strip_prefix(path).ok()?.to_str()?;
    (!is_hidden).then(|| below.to_owned())
}

fn has_makefile(names: &BTreeSet<String>) -> bool {
    MAKEFILES.into_iter().any(|name| names.contains(name))
}

/// The names of what lies directly in a folder, those that are text; none if it cannot be read.
pub(super) fn names(path: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

/// The subfolders that show this sign of a submission, and those of the others that do.
pub(super) fn candidates(path: &Path, sign: impl Fn(&Path) -> Sign) -> Vec<PathBuf> {
    let plain = |path: &Path| {
        let folders = subfolders(path).unwrap_or_default().into_iter();
        let is_link = |path: &PathBuf| path.symlink_metadata().is_ok_and(|data| data.is_symlink());
        folders.filter(|folder| !is_link(folder)).take(MOST_INSIDE).collect::<Vec<_>>()
    };
    let mut candidates = vec![];
    for folder in plain(path) {
        if sign(&folder) == Sign::None {
            candidates.extend(plain(&folder).into_iter().filter(|inner| sign(inner) != Sign::None));
        } else {
            candidates.push(folder);
        }
    }
    candidates
}

/// The folders in a folder, in order, but for hidden ones.
pub(super) fn subfolders(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut folders = vec![];
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let name = entry.file_name();
        // A Mac adds a second folder to archives, with what other systems have no use for.
        let hidden = name.as_encoded_bytes().starts_with(b".") || name == "__MACOSX";
        // A link to a file is no submission that somebody forgot.
        if !hidden && entry.path().is_dir() && folders.len() < MOST {
            folders.push(entry.path());
        }
    }
    folders.sort();
    Ok(folders)
}
