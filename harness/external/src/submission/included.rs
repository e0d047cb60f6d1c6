//! The files of a submission that its entry files reach by `#include`.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::c_source::CSource;
use super::contents::{Contents, base};

/// The most bytes that are read of all files. Parsing takes up to a hundred times as much memory,
/// outside of any sandbox.
const MOST: u64 = 1 << 20;
/// The most bytes of each file, so that one long table does not hide the others.
const MOST_OF_ONE: u64 = 256 << 10;
/// The most files.
const MOST_FILES: usize = 200;
/// The most names of headers.
const MOST_NAMES: usize = 1_000;

/// The files and headers that entry files reach.
#[derive(Debug, Clone, Default)]
pub(crate) struct IncludedFiles {
    /// Files with their paths: the entry files first, then the files that they include, and so on.
    pub(crate) files: Vec<(String, CSource)>,
    /// The number of entry files among them.
    entries: usize,
    /// The names of all headers that they include, whether these exist or not.
    pub(crate) included: BTreeSet<String>,
}

impl IncludedFiles {
    /// The entry files, by path.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&str, &CSource)> {
        self.files.iter().take(self.entries).map(|(path, source)| (path.as_str(), source))
    }
}

/// Follows `#include "..."` from these files, each file once. If the folder lacks a header, the
/// source of the same name is followed. Files beyond the size limits are cut or left out.
pub(crate) fn reached(contents: &Contents, entries: &[&str]) -> IncludedFiles {
    let mut reached = IncludedFiles::default();
    let mut seen = BTreeSet::new();
    let mut next: VecDeque<&str> =
        entries.iter().filter_map(|entry| contents.paths().find(|path| path == entry)).collect();
    let entries = next.len();
    let names = FileLookup::of(contents);
    let mut room = MOST;
    while let Some(path) = next.pop_front() {
        if reached.files.len() >= MOST_FILES || room == 0 {
            break;
        }
        if !seen.insert(path) {
            continue;
        }
        let bytes = contents.read(path, room.min(MOST_OF_ONE)).unwrap_or_default();
        room = room.saturating_sub(bytes.len() as u64);
        let source = CSource::read(&String::from_utf8_lossy(&bytes));
        let left = MOST_NAMES.saturating_sub(reached.included.len());
        for name in source.includes.iter().take(left) {
            // If the team did not keep the header of a view, its source may still exist.
            let source = || names.find(&format!("{}.c", name.strip_suffix(".h")?), path);
            next.extend(names.find(name, path).or_else(source));
            reached.included.insert(name.clone());
        }
        reached.files.push((path.to_owned(), source));
    }
    reached.entries = entries.min(reached.files.len());
    reached
}

/// The files of a folder, for lookups that ignore case.
pub(crate) struct FileLookup<'c>(BTreeMap<String, Vec<&'c str>>);

impl<'c> FileLookup<'c> {
    /// Indexes the files by the last parts of their paths.
    pub(crate) fn of(contents: &'c Contents) -> Self {
        let mut names: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for path in contents.paths() {
            names.entry(base(path).to_ascii_lowercase()).or_default().push(path);
        }
        Self(names)
    }

    /// The file that `#include "name"` in a file of this path most likely means: first the one next
    /// to it, then one from the top of the folder, then one anywhere. Within the same place, the
    /// exact spelling comes first.
    pub(crate) fn find(&self, name: &str, from: &str) -> Option<&'c str> {
        let name = name.trim_start_matches("./");
        let beside = match from.rsplit_once('/') {
            Some((folder, _)) => format!("{folder}/{name}"),
            None => name.to_owned(),
        };
        let ends = |path: &str, same: fn(&str, &str) -> bool| {
            let start = path.len().checked_sub(name.len())?;
            let whole = start == 0 || path.as_bytes()[start - 1] == b'/';
            (whole && same(path.get(start..)?, name)).then_some(())
        };
        let rank = |path: &str| match path {
            _ if path == beside => Some(0),
            _ if path == name => Some(1),
            _ if path.eq_ignore_ascii_case(&beside) => Some(2),
            _ if path.eq_ignore_ascii_case(name) => Some(3),
            _ if ends(path, |one, other| one == other).is_some() => Some(4),
            _ => ends(path, str::eq_ignore_ascii_case).map(|()| 5),
        };
        let files = self.0.get(&base(name).to_ascii_lowercase())?;
        let ranked = files.iter().filter_map(|path| Some((rank(path)?, *path)));
        let nearest = ranked.min_by_key(|(rank, path)| (*rank, path.matches('/').count(), *path));
        nearest.map(|(_, path)| path)
    }
}
