//! Markdown, as far as the tests of the documents read it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A page of the repository.
pub(super) struct Page {
    /// Its path within the repository.
    pub(super) path: PathBuf,
    pub(super) text: String,
}

/// A block of lines between fences.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fence {
    /// The word after the opening fence: the language.
    pub(super) language: String,
    /// The line that opens it, from 1.
    pub(super) line: usize,
    pub(super) text: String,
}

/// Every page below a folder, by path.
pub(super) fn pages(repository: &Path) -> Vec<Page> {
    files(repository, ".md")
}

/// The files below a folder whose names end like this, by path, except built and hidden ones.
pub(super) fn files(repository: &Path, end: &str) -> Vec<Page> {
    let mut found = vec![];
    let mut folders = vec![repository.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
            let is_built = ["target", "node_modules"].contains(&&*name) || name.starts_with('.');
            if path.is_dir() && !path.is_symlink() && !is_built {
                folders.push(path);
            } else if name.ends_with(end) {
                let text = fs::read_to_string(&path).unwrap();
                found.push(Page { path: path.strip_prefix(repository).unwrap().to_owned(), text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

impl Page {
    /// The lines outside of fences, numbered from 1, without what is in backticks.
    pub(super) fn prose(&self) -> impl Iterator<Item = (usize, String)> {
        let mut inside = false;
        let lines = self.text.lines().zip(1..).filter(move |(line, _)| {
            let is_fence = is_fence(line);
            inside ^= is_fence;
            !inside && !is_fence
        });
        lines.map(|(line, number)| (number, line.split('`').step_by(2).collect()))
    }

    pub(super) fn fences(&self) -> Vec<Fence> {
        let mut fences = vec![];
        let mut lines = self.text.lines().zip(1..);
        while let Some((line, number)) = lines.next() {
            if is_fence(line) {
                let language = line.trim_start().trim_start_matches('`').trim().to_owned();
                let inside =
                    lines.by_ref().map(|(line, _)| line).take_while(|line| !is_fence(line));
                let text = inside.flat_map(|line| [line, "\n"]).collect();
                fences.push(Fence { language, line: number, text });
            }
        }
        fences
    }

    /// True if nothing is written between two lines, numbered from 1.
    pub(super) fn is_blank_between(&self, before: usize, after: usize) -> bool {
        let between = self.text.lines().take(after - 1).skip(before);
        between.into_iter().all(|line| line.trim().is_empty())
    }

    /// The targets of its links, with their lines.
    pub(super) fn links(&self) -> Vec<(usize, String)> {
        let links = self.prose().flat_map(|(number, line)| {
            let after = line.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
            after.map(|(target, _)| (number, target.to_owned())).collect::<Vec<_>>()
        });
        links.collect()
    }

    /// The anchors of its headings, as the usual hosts make them.
    pub(super) fn anchors(&self) -> Vec<String> {
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let mut inside = false;
        let mut anchors = vec![];
        for line in self.text.lines() {
            inside ^= is_fence(line);
            let heading = line.trim_start_matches('#').strip_prefix(' ');
            let Some(heading) = heading.filter(|_| !inside && line.starts_with('#')) else {
                continue;
            };
            let anchor = anchor(heading);
            let before = seen.entry(anchor.clone()).or_default();
            anchors.push(if *before == 0 { anchor } else { format!("{anchor}-{before}") });
            *before += 1;
        }
        anchors
    }
}

fn is_fence(line: &str) -> bool {
    line.trim_start().starts_with("```")
}

fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn links_anchors_and_fences_are_found() {
    let text =
        "# A page: `x`\n[a](b.md#c), `[no](link)`\n```sh\n# [d](e)\n```\n## Twice\n## Twice\n";
    let page = Page { path: "page.md".into(), text: text.to_owned() };
    assert_eq!(page.links(), [(2, "b.md#c".to_owned())]);
    assert_eq!(page.anchors(), ["a-page-x", "twice", "twice-1"]);
    let fence = Fence { language: "sh".to_owned(), line: 3, text: "# [d](e)\n".to_owned() };
    assert_eq!(page.fences(), [fence]);
}
