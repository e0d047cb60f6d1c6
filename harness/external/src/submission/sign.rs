//! Signs that a folder is a submission, before anything in it is read.
#![expect(
    clippy::disallowed_methods,
    reason = "what is found is not yet believed: what is played is taken in through `stoker_files::untrusted`"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::{SourceForm, bot_toml};

/// The names of makefiles.
pub(crate) const MAKEFILES: [&str; 3] = ["Makefile", "makefile", "GNUmakefile"];
/// The most submissions in one folder.
const MOST: usize = 10_000;
/// The most subfolders of one folder that are searched for the submission that it stands for.
const MOST_INSIDE: usize = 100;

/// A sign that a folder is a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SubmissionSign {
    /// There is no sign.
    None,
    /// A deciding source, in the ruleset's form.
    Source,
    /// A `bot.toml`, or a Makefile with such a source next to or below it.
    Whole,
}

/// The sign that a folder is a submission; none if the folder cannot be read.
pub(super) fn sign(path: &Path, form: SourceForm) -> SubmissionSign {
    let sign = own_sign(path, form);
    if sign == SubmissionSign::None && sources_below(path, form).is_some() {
        SubmissionSign::Whole
    } else {
        sign
    }
}

/// The sign that the files directly in a folder give.
fn own_sign(path: &Path, form: SourceForm) -> SubmissionSign {
    let names = names(path);
    let source = form.is_some_and(|form| form.sides.iter().any(|side| names.contains(side.source)));
    if names.contains(bot_toml::FILE) || source && has_makefile(&names) {
        SubmissionSign::Whole
    } else if source {
        SubmissionSign::Source
    } else {
        SubmissionSign::None
    }
}

/// The only folder with the deciding sources below a Makefile, relative to the Makefile's folder,
/// if no other Makefile or `bot.toml` is nearer to them.
pub(super) fn sources_below(path: &Path, form: SourceForm) -> Option<String> {
    if !has_makefile(&names(path)) {
        return None;
    }
    let candidates = candidates(path, |folder| own_sign(folder, form));
    let [only] = candidates.as_slice() else { return None };
    let nearer = |folder: &Path| folder != path && has_makefile(&names(folder));
    let is_hidden =
        own_sign(only, form) == SubmissionSign::Whole || only.parent().is_some_and(nearer);
    let below = only.strip_prefix(path).ok()?.to_str()?;
    (!is_hidden).then(|| below.to_owned())
}

fn has_makefile(names: &BTreeSet<String>) -> bool {
    MAKEFILES.into_iter().any(|name| names.contains(name))
}

/// The names directly in a folder, if they are UTF-8; none if the folder cannot be read.
pub(super) fn names(path: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

/// The subfolders with a sign of a submission; of subfolders without one, their own subfolders that
/// have one.
pub(super) fn candidates(path: &Path, sign: impl Fn(&Path) -> SubmissionSign) -> Vec<PathBuf> {
    let plain = |path: &Path| {
        let folders = subfolders(path).unwrap_or_default().into_iter();
        let is_link = |path: &PathBuf| path.symlink_metadata().is_ok_and(|data| data.is_symlink());
        folders.filter(|folder| !is_link(folder)).take(MOST_INSIDE).collect::<Vec<_>>()
    };
    let mut candidates = vec![];
    for folder in plain(path) {
        if sign(&folder) == SubmissionSign::None {
            candidates.extend(
                plain(&folder).into_iter().filter(|inner| sign(inner) != SubmissionSign::None),
            );
        } else {
            candidates.push(folder);
        }
    }
    candidates
}

/// The subfolders of a folder, sorted, without hidden ones.
pub(super) fn subfolders(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut folders = vec![];
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let name = entry.file_name();
        // A Mac adds a second folder to archives, whose content is of no use on other systems.
        let hidden = name.as_encoded_bytes().starts_with(b".") || name == "__MACOSX";
        // A link to a file is not a forgotten submission.
        if !hidden && entry.path().is_dir() && folders.len() < MOST {
            folders.push(entry.path());
        }
    }
    folders.sort();
    Ok(folders)
}
