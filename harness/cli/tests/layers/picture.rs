//! The pictures in `docs/modules.md`, drawn from manifests and sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::{Arrows, arrows_between_crates, arrows_between_modules, members, workspace};

const HEAD: &str = "\
# Crates and modules

An arrow points from a user to what it uses, so all arrows point down. It is left out where a longer
path leads to the same place. Tests and their dependencies are not shown.

`harness/cli/tests/layers` compares this page with the sources, and redraws it when asked:

```sh
STOKER_DRAW=1 cargo test -p stoker --test layers picture
```
";

#[test]
fn the_pictures_show_the_crates_and_modules_that_there_are() {
    let path = workspace().join("docs/modules.md");
    let drawn = page();
    if std::env::var_os("STOKER_DRAW").is_some() {
        fs::write(&path, &drawn).unwrap();
    }
    let shown = fs::read_to_string(&path).unwrap();
    assert!(shown == drawn, "the page is out of date: it says how to redraw it\n{drawn}");
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
    let picture =
        "a_[a]\n    b_[b]\n    c_[c]\n    d_[d]\n    a_ --> b_\n    a_ --> d_\n    b_ --> c_";
    assert_eq!(drawn(&arrows), format!("\n```mermaid\nflowchart TD\n    {picture}\n```\n"));
}

fn page() -> String {
    let mut page = format!("{HEAD}\n## Crates\n{}", drawn(&arrows_between_crates()));
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
    let mut lines = vec![];
    lines.extend(arrows.keys().map(|name| format!("    {}[{name}]\n", id(name))));
    for (from, used) in arrows {
        let direct = used.keys().filter(|to| !leads_on(arrows, from, to));
        lines.extend(direct.map(|to| format!("    {} --> {}\n", id(from), id(to))));
    }
    format!("\n```mermaid\nflowchart TD\n{}```\n", lines.concat())
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
