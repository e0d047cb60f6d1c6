//! The documents: their links lead somewhere, their commands are understood, and none is too long.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod commands;
mod page;

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use stoker::cli::{self, Exit};
use stoker::registry::Registry;

use self::commands::commands;
use self::page::{Page, files, pages};

/// A page that is longer should be two.
const LINES: usize = 300;

fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
fn every_link_leads_somewhere() {
    let pages = pages(repository());
    let mut wrong = String::new();
    for page in &pages {
        let within = page.links().into_iter().filter(|(_, target)| !target.contains(':'));
        for (line, target) in within {
            if !leads_somewhere(page, &target, &pages) {
                wrong += &format!("{}:{line}: {target}\n", page.path.display());
            }
        }
    }
    assert!(wrong.is_empty(), "these links lead nowhere:\n{wrong}");
}

/// True if the target of a link is in the repository, with the anchor that it names.
fn leads_somewhere(page: &Page, target: &str, pages: &[Page]) -> bool {
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = match path {
        "" => page.path.clone(),
        path => normal(&page.path.parent().unwrap().join(path)),
    };
    let has_anchor =
        |page: &Page| page.path == path && page.anchors().iter().any(|own| own == anchor);
    repository().join(&path).exists() && (anchor.is_empty() || pages.iter().any(has_anchor))
}

/// A path without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            normal.pop();
        } else {
            normal.push(part);
        }
    }
    normal
}

#[test]
fn every_page_that_the_sources_name_exists() {
    let mut wrong = String::new();
    for source in files(repository(), ".rs") {
        for rest in source.text.split("docs/").skip(1) {
            let end =
                rest.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(rest.len());
            let page = format!("docs/{}.md", &rest[..end]);
            if rest[end..].starts_with(".md") && !repository().join(&page).exists() {
                wrong += &format!("{}: {page}\n", source.path.display());
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_command_of_a_page_is_understood() {
    let registry = Registry::builtin();
    let (mut wrong, mut verbs) = (String::new(), BTreeSet::new());
    // The guides are followed to the letter elsewhere.
    let is_guide = |page: &Page| page.path.to_string_lossy().starts_with("docs/guide-");
    for page in pages(repository()).into_iter().filter(|page| !is_guide(page)) {
        for (line, arguments) in commands(&page) {
            let (mut out, mut err) = (vec![], vec![]);
            // With `--help` last, whatever stands before it is parsed, and nothing is carried out.
            let typed = ["stoker"].into_iter().chain(arguments.iter().map(String::as_str));
            let exit = cli::run_command(&registry, typed.chain(["--help"]), &mut out, &mut err);
            if exit != Exit::Done {
                let told = String::from_utf8_lossy(&err).into_owned();
                wrong += &format!("{}:{line}: {arguments:?}: {told}\n", page.path.display());
            }
            verbs.extend(arguments.into_iter().next());
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(verbs.len() > 20, "{verbs:?}");
}

#[test]
fn no_page_is_too_long() {
    for page in pages(repository()) {
        let lines = page.text.lines().count();
        assert!(lines <= LINES, "{} has {lines} lines", page.path.display());
    }
}

#[test]
fn the_start_page_lists_every_page_of_the_docs() {
    let pages = pages(repository());
    let start = pages.iter().find(|page| page.path == Path::new("docs/README.md")).unwrap();
    let listed: BTreeSet<_> = start.links().into_iter().map(|(_, target)| target).collect();
    for page in pages.iter().filter(|page| page.path.starts_with("docs")) {
        let name = page.path.file_name().unwrap().to_str().unwrap();
        assert!(name == "README.md" || listed.contains(name), "{name} is not listed");
    }
}
