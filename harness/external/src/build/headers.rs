//! Headers that a submission's sources find after all others.
//!
//! Teams did not always keep the headers that they were given in their repository, and on a Mac the
//! case of a header's name does not matter. So compilers search one last folder that is made for
//! the submission. If the team has a header under another spelling, or elsewhere in its folder, the
//! last folder has a file that includes it. If the team lacks a header of the kit, it has ours.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use stoker_bots::submissions::Year;

use super::kit::Kit;
use super::store::{Store, StoreError, hash_files};
use crate::submission::contents::{Contents, base, digits};
use crate::submission::included::FileLookup;
use crate::submission::sign::MAKEFILES;

/// The most bytes of a source that are searched for includes.
const MOST_OF_ONE: u64 = 256 << 10;
/// The most bytes of all sources together that are searched.
const MOST: u64 = 16 << 20;
/// The most header names that are looked up.
const MOST_NAMES: usize = 1_000;
/// The longest name of a header, in bytes.
const LONGEST: usize = 200;

/// The content of a last folder, by the name under which a header is included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Headers(BTreeMap<String, String>);

impl Headers {
    /// Finds the headers that a submission needs.
    pub(super) fn of(contents: &Contents, interface: &Year, kit: &Kit) -> Self {
        let names = FileLookup::of(contents);
        let ours = kit.headers(interface);
        let mut wanted = included(contents);
        wanted.extend(ours.keys().map(|&name| name.to_owned()));
        let made = made(contents);
        wanted.retain(|name| !made.contains(base(name)));
        let header = |name: String| {
            let text = match names.find(&name, "") {
                // The sources find it anyway.
                Some(path) if path == name => return None,
                Some(path) => forward(path)?,
                None => {
                    let (_, text) = ours.iter().find(|(own, _)| own.eq_ignore_ascii_case(&name))?;
                    (*text).to_owned()
                }
            };
            Some((name, text))
        };
        Self(wanted.into_iter().filter_map(header).collect())
    }

    /// A hash of names and texts.
    pub(super) fn hash(&self) -> String {
        digits(&hash_files(self.files()))
    }

    fn files(&self) -> impl Iterator<Item = (&str, &str)> + Clone {
        self.0.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// Writes the headers to where compilers can read them, once. Returns the folder.
    ///
    /// # Errors
    /// [`StoreError`] if they cannot be written.
    pub(super) fn write(&self, store: &Store) -> Result<PathBuf, StoreError> {
        store.put_files(self.files())
    }
}

/// A text that includes a file of the submission, if the path can be written in an include.
fn forward(path: &str) -> Option<String> {
    (!path.contains(['"', '\n', '\r', '\\'])).then(|| format!("#include \"{path}\"\n"))
}

/// The names of headers in `#include "..."` of all sources, if they can be files below a folder.
fn included(contents: &Contents) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut room = MOST;
    for path in contents.paths().filter(|path| path.ends_with(".c") || path.ends_with(".h")) {
        let bytes = contents.read(path, room.min(MOST_OF_ONE)).unwrap_or_default();
        room = room.saturating_sub(bytes.len() as u64);
        let text = String::from_utf8_lossy(&bytes);
        let directives = text.lines().filter_map(|line| line.trim_start().strip_prefix('#'));
        let includes = directives.filter_map(|line| line.trim_start().strip_prefix("include"));
        let quoted =
            includes.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next());
        let left = MOST_NAMES.saturating_sub(names.len());
        names.extend(quoted.filter(|name| is_plain(name)).take(left).map(str::to_owned));
    }
    names
}

/// The names of headers that rules of the submission's Makefiles make. These are the submission's
/// own too.
fn made(contents: &Contents) -> BTreeSet<String> {
    let mut made = BTreeSet::new();
    let mut room = MOST_OF_ONE;
    for path in contents.paths().filter(|path| MAKEFILES.contains(&base(path))) {
        let bytes = contents.read(path, room).unwrap_or_default();
        room = room.saturating_sub(bytes.len() as u64);
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().collect();
        let targets = lines.iter().enumerate().filter_map(|(number, line)| {
            let (targets, needs) = line.split_once(':').filter(|_| !line.starts_with('\t'))?;
            // A rule without a recipe lists dependencies, and makes nothing.
            let next = lines.get(number + 1).is_some_and(|next| next.starts_with('\t'));
            (next || needs.contains(';')).then_some(targets)
        });
        let headers = targets.flat_map(str::split_whitespace).filter(|name| name.ends_with(".h"));
        made.extend(headers.map(|name| base(name).to_owned()));
    }
    made
}

/// True if a name leads to a file below a folder, and has only one spelling.
fn is_plain(name: &str) -> bool {
    let parts: Vec<Component<'_>> = Path::new(name).components().collect();
    let below = parts.iter().all(|part| matches!(part, Component::Normal(_)));
    let spelled = parts.iter().filter_map(|part| part.as_os_str().to_str()).collect::<Vec<_>>();
    below
        && !name.is_empty()
        && name.len() <= LONGEST
        && !name.contains('\0')
        && spelled.join("/") == name
}

#[cfg(test)]
mod tests {
    use std::fs;

    use stoker_bots::course::SUBMISSIONS;
    use tempfile::TempDir;

    use super::*;
    use crate::submission::contents::FolderBounds;

    fn headers(files: &[(&str, &str)]) -> Headers {
        let folder = TempDir::new().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let contents = Contents::list(folder.path(), FolderBounds::SUBMISSION).unwrap();
        let kit = vec![("include/Game.h", "// game"), ("include/Map.h", "// map")];
        Headers::of(&contents, SUBMISSIONS.year(2020).unwrap(), &Kit::new(kit, "/nowhere".into()))
    }

    fn shown(files: &[(&str, &str)]) -> Vec<(String, String)> {
        let texts = headers(files).0.into_iter();
        texts.map(|(name, text)| (name, text.trim_end().to_owned())).collect()
    }

    fn pair(name: &str, text: &str) -> (String, String) {
        (name.to_owned(), text.to_owned())
    }

    #[test]
    fn ours_stand_in_for_what_a_team_does_not_have_and_never_for_what_it_has() {
        let ours = [pair("Game.h", "// game"), pair("Map.h", "// map")];
        assert_eq!(shown(&[]), ours);
        assert_eq!(shown(&[("Game.h", "")]), ours[1..]);
        let elsewhere = [pair("Game.h", "#include \"lib/Game.h\""), ours[1].clone()];
        assert_eq!(shown(&[("lib/Game.h", "")]), elsewhere);
        let otherwise = [pair("Game.h", "#include \"GAME.H\""), ours[1].clone()];
        assert_eq!(shown(&[("GAME.H", "")]), otherwise);
    }

    #[test]
    fn headers_that_the_teams_own_rules_make_are_not_supplied() {
        let rules = "all: Map.h\n\techo Map.h: x\nlib/Game.h other.h : data\n\t./make-header\n";
        assert_eq!(shown(&[("Makefile", rules)]), [pair("Map.h", "// map")]);
    }

    #[test]
    fn headers_are_found_however_they_are_spelled() {
        let source = "#include \"view/hunterview.h\"\n # include\t\"game.h\"\n#include \"None.h\"";
        let files = [("a.c", source), ("View/HunterView.h", ""), ("Map.h", "")];
        let forward = pair("view/hunterview.h", "#include \"View/HunterView.h\"");
        assert_eq!(shown(&files), [pair("Game.h", "// game"), pair("game.h", "// game"), forward]);
    }

    #[test]
    fn no_header_is_written_outside_of_the_folder() {
        let names = ["../Game.h", "/Game.h", "./Game.h", "a/../Game.h", "", "a//Game.h"];
        let text: String = names.iter().map(|name| format!("#include \"{name}\"\n")).collect();
        assert_eq!(shown(&[("a.c", &text), ("lib/Game.h", ""), ("Map.h", "")]).len(), 1);
        let long = format!("#include \"{}/Game.h\"", "x".repeat(300));
        assert_eq!(shown(&[("a.c", &long)]).len(), 2);
    }

    #[test]
    fn endless_includes_are_looked_up_no_further_than_some() {
        let text: String = (0..5_000).map(|n| format!("#include \"a{n}/game.h\"\n")).collect();
        assert!(headers(&[("a.c", &text)]).0.len() <= MOST_NAMES + 2);
    }

    #[test]
    fn headers_are_written_once_by_what_they_say() {
        let folder = TempDir::new().unwrap();
        let store = Store::at(folder.path().to_owned());
        let all = headers(&[("a.c", "#include \"b/game.h\""), ("b/Game.h", "")]);
        let written = all.write(&store).unwrap();
        assert_eq!(all.write(&store).unwrap(), written);
        let text = fs::read_to_string(written.join("b/game.h")).unwrap();
        assert_eq!(text, "#include \"b/Game.h\"\n");
        assert_ne!(headers(&[]).write(&store).unwrap(), written);
    }
}
