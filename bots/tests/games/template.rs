//! Tests that the Rust kit's template has the build settings of `stoker`, so that a bot is as fast
//! on its author's machine as in a league.

use std::fs;
use std::path::Path;

/// The settings of a table in a TOML file of the repository; at least one.
fn settings(file: &str, table: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    let text = fs::read_to_string(path).unwrap();
    let (_, rest) = text.split_once(&format!("{table}\n")).unwrap();
    let lines = rest.lines().take_while(|line| !line.starts_with('['));
    let settings: Vec<_> = lines.filter(|line| line.contains('=')).map(str::to_owned).collect();
    assert!(!settings.is_empty(), "{file}");
    settings
}

#[test]
fn the_template_has_the_release_profiles_of_stoker() {
    for profile in ["[profile.release]", "[profile.release-lto]"] {
        let ours = settings("Cargo.toml", profile);
        assert_eq!(settings("bots/kits/rust/Cargo.toml", profile), ours);
    }
}

#[test]
fn the_template_is_built_for_the_processors_of_stoker() {
    let table = "[target.'cfg(target_arch = \"x86_64\")']";
    let ours = settings(".cargo/config.toml", table);
    assert_eq!(settings("bots/kits/rust/.cargo/config.toml", table), ours);
}
