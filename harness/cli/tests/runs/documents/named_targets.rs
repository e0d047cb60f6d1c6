//! The tests and benchmarks that pages run with Cargo.

use super::exceptions::BY_CARGO;
use super::page::{Page, files};
use super::repository;

/// A command without the variables that are set for it.
pub(super) fn without_variables(line: &str) -> &str {
    let mut rest = line;
    while let Some((first, after)) = rest.split_once(' ') {
        if !first.contains('=') {
            break;
        }
        rest = after;
    }
    rest
}

/// Checks that the targets that a command of Cargo names exist.
///
/// # Errors
/// If a package, a test program, a benchmark, or every test that a filter could mean is missing.
pub(super) fn check(line: &str) -> Result<(), String> {
    let command = without_variables(line).split('#').next().unwrap_or_default();
    let Some(begin) = BY_CARGO.into_iter().find(|begin| command.starts_with(begin)) else {
        return Ok(());
    };
    // Programs of tests take filters after `--` too. Those of benchmarks have options of their own.
    let own = if begin == "cargo bench" { " -- " } else { " -- --" };
    let arguments = command[begin.len()..].split(own).next().unwrap_or_default();
    let mut words = arguments.split_whitespace();
    let mut folder = None;
    while let Some(word) = words.next() {
        match word {
            "-p" => folder = Some(package(words.next().ok_or("-p names no package")?)?),
            "--bench" => has_target(folder.as_deref(), "benches", words.next())?,
            "--test" => has_target(folder.as_deref(), "tests", words.next())?,
            "--workspace" | "--lib" | "--release" | "--" => {}
            filter => has_test(folder.as_deref(), filter)?,
        }
    }
    Ok(())
}

/// The folder of a package.
fn package(name: &str) -> Result<String, String> {
    let declares = |page: &Page| page.text.contains(&format!("[package]\nname = \"{name}\"\n"));
    let found = files(repository(), "Cargo.toml").into_iter().find(declares);
    let found = found.ok_or(format!("there is no package `{name}`"))?;
    Ok(found.path.parent().unwrap().to_str().unwrap().to_owned())
}

fn has_target(folder: Option<&str>, kind: &str, name: Option<&str>) -> Result<(), String> {
    let (folder, name) = folder.zip(name).ok_or("a target is of a package, and has a name")?;
    let folder = repository().join(folder);
    let is_file = ["NAME.rs", "NAME/main.rs"]
        .iter()
        .any(|path| folder.join(kind).join(path.replace("NAME", name)).exists());
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let is_named = manifest.contains(&format!("name = \"{name}\"\n"));
    if is_file || is_named { Ok(()) } else { Err(format!("no {kind} named `{name}`")) }
}

/// Checks that a source of a package has a test with this text in its name.
fn has_test(folder: Option<&str>, filter: &str) -> Result<(), String> {
    let folder = folder.ok_or("a filter is of the tests of a package")?;
    let part = filter.trim_end_matches("::");
    let could_have = |page: &Page| {
        page.path.file_stem().is_some_and(|stem| stem == part) || page.text.contains(part)
    };
    let found = files(&repository().join(folder), ".rs").iter().any(could_have);
    if found { Ok(()) } else { Err(format!("no test of {folder} has `{filter}` in its name")) }
}

#[test]
fn what_cargo_is_asked_for_must_exist() {
    assert_eq!(check("X=1 cargo test -p stoker --test runs documents:: # words"), Ok(()));
    assert_eq!(check("cargo bench -p stoker --bench league"), Ok(()));
    assert_eq!(check("cargo bench -p stoker --bench league -- words --of its own"), Ok(()));
    for wrong in
        ["cargo test -p stokker", "cargo bench -p stoker --bench no", "cargo test -p stoker zyx"]
    {
        assert!(check(&wrong.replace("zyx", &"zyx".repeat(2))).is_err(), "{wrong}");
    }
}
