//! The documents: their links lead somewhere, their commands can be run, and none is too long.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[cfg(target_os = "linux")]
mod blocks;
#[cfg(target_os = "linux")]
mod checkout;
#[cfg(target_os = "linux")]
mod exceptions;
#[cfg(target_os = "linux")]
mod named_targets;
mod page;
#[cfg(target_os = "linux")]
mod played;
#[cfg(target_os = "linux")]
mod smaller;

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

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
fn no_page_is_too_long() {
    for page in pages(repository()) {
        let lines = page.text.lines().count();
        assert!(lines <= LINES, "{} has {lines} lines", page.path.display());
    }
}

#[test]
fn every_page_begins_with_its_title() {
    for page in pages(repository()) {
        let first = page.text.lines().next().unwrap_or_default();
        let title = first.strip_prefix("# ").unwrap_or_default();
        assert!(!title.trim().is_empty(), "{} begins with `{first}`", page.path.display());
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

#[test]
fn the_citation_names_this_version() {
    let citation = std::fs::read_to_string(repository().join("CITATION.cff")).unwrap();
    let version = concat!("\nversion: ", env!("CARGO_PKG_VERSION"), "\n");
    assert!(citation.contains(version), "{citation}");
}
