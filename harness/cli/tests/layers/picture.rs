//! The pictures in `docs/architecture.md` and `docs/modules.md`, drawn from manifests and sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::{Arrows, arrows_between_crates, arrows_between_modules, members, workspace};

const HEAD: &str = "\
# Modules

An arrow points from a module at the top of a crate to one that it uses, if no longer path does.
`STOKER_DRAW=1 cargo test -p stoker --test layers picture` draws them anew, without tests.
";

/// The lines before and after the picture of the crates in its page.
const CRATES: [&str; 2] =
    ["<!-- drawn from the manifests by harness/cli/tests/layers -->\n", "<!-- end -->"];

#[test]
fn the_pictures_show_the_modules_that_there_are() {
    compare("docs/modules.md", |_| page());
}

#[test]
fn the_picture_of_the_layers_shows_the_crates_that_there_are() {
    compare("docs/architecture.md", |shown| {
        let [begin, end] = CRATES;
        let (before, rest) = shown.split_once(begin).unwrap();
        let (_, after) = rest.split_once(end).unwrap();
        format!("{before}{begin}{}\n{end}{after}", drawn(&arrows_between_crates()))
    });
}

/// Compares a page with what it should be, or makes it that.
fn compare(page: &str, redraw: impl Fn(&str) -> String) {
    let path = workspace().join(page);
    let mut shown = fs::read_to_string(&path).unwrap();
    let drawn = redraw(&shown);
    if std::env::var_os("STOKER_DRAW").is_some() {
        fs::write(&path, &drawn).unwrap();
        shown.clone_from(&drawn);
    }
    assert!(
        shown == drawn,
        "{page} is out of date: docs/modules.md says how to redraw it\n{drawn}"
    );
}

#[test]
fn an_arrow_is_drawn_unless_a_longer_way_leads_there() {
    let uses = |used: &[&str]| used.iter().map(|&name| (name.into(), "".into())).collect();
    let arrows = Arrows::from([
        ("a".into(), uses(&["b", "c", "d"])),
        ("b".into(), uses(&["c"])),
        ("c".into(), uses(&[])),
        ("d".into(), uses(&[])),
    ]);
    let picture = "a_[a] --> b_ & d_\n    b_[b] --> c_\n    c_[c]\n    d_[d]";
    assert_eq!(drawn(&arrows), format!("\n```mermaid\nflowchart TD\n    {picture}\n```\n"));
}

fn page() -> String {
    let mut page = HEAD.to_owned();
    for member in members() {
        let library = workspace().join(&member).join("src/lib.rs");
        let arrows = if library.is_file() { arrows_between_modules(&library) } else { continue };
        if arrows.values().any(|used| !used.is_empty()) {
            page += &format!("\n## `{}`\n{}", Path::new(&member).display(), drawn(&arrows));
        }
    }
    page
}

/// A diagram, top down, for Mermaid.
fn drawn(arrows: &Arrows) -> String {
    // With something after it, no name is a word of Mermaid's own.
    let id = |name: &str| name.replace('-', "_") + "_";
    let lines = arrows.iter().map(|(from, used)| {
        let direct = used.keys().filter(|to| !leads_on(arrows, from, to));
        let direct: Vec<_> = direct.map(|to| id(to)).collect();
        let arrow = if direct.is_empty() { "" } else { " --> " };
        format!("    {}[{from}]{arrow}{}\n", id(from), direct.join(" & "))
    });
    let lines: String = lines.collect();
    format!("\n```mermaid\nflowchart TD\n{lines}```\n")
}

/// True if something else that is used here leads to this too.
fn leads_on(arrows: &Arrows, from: &str, to: &str) -> bool {
    let mut next: Vec<_> = arrows[from].keys().filter(|other| *other != to).collect();
    let mut seen = BTreeSet::new();
    while let Some(name) = next.pop() {
        if seen.insert(name) {
            next.extend(arrows.get(name).into_iter().flat_map(|used| used.keys()));
        }
    }
    seen.iter().any(|name| *name == to)
}
