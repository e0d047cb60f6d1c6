//! The example and its Makefile, as a team uses them.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod common;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::{Command, Output};

use common::{KIT, library};

/// A copy of the example, in a folder with a space in its name.
struct Copy {
    _above: tempfile::TempDir,
    folder: PathBuf,
}

impl Copy {
    fn new() -> Self {
        let above = tempfile::tempdir().unwrap();
        let folder = above.path().join("my team");
        fs::create_dir(&folder).unwrap();
        for file in ["Makefile", "hunter.c", "dracula.c"] {
            fs::copy(format!("{KIT}/example/{file}"), folder.join(file)).unwrap();
        }
        // make cannot have a space in what it depends on: this leads to the kit without one.
        symlink(KIT, folder.join("kit")).unwrap();
        symlink(library(), folder.join("library.a")).unwrap();
        Self { _above: above, folder }
    }

    fn make(&self, arguments: &[&str]) -> Output {
        // The settings of a make that runs these tests are not the team's.
        let mut make = Command::new("make");
        for name in ["MAKEFLAGS", "MFLAGS", "KIT", "LIBRARY", "CFLAGS", "CC"] {
            make.env_remove(name);
        }
        make.arg("-C").arg(&self.folder).args(arguments).env("LC_ALL", "C").output().unwrap()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_example_is_built_and_replies_for_both_sides() {
    let made = Copy::new().make(&["KIT=kit", "LIBRARY=library.a", "test"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let replies: Vec<_> = text(&made.stdout).lines().map(str::to_owned).collect();
    let replies = replies.iter().filter(|line| line.starts_with("{\"move\"")).count();
    assert_eq!(replies, 2, "{}", text(&made.stdout));
    assert_eq!(text(&made.stderr), "", "no warning");
}

#[test]
fn make_without_the_kit_says_what_to_do() {
    let made = Copy::new().make(&[]);
    assert!(!made.status.success());
    let told = text(&made.stderr);
    assert!(told.contains("the kit is not in ..: say where it is"), "{told}");
    assert!(told.contains("make KIT=path/to/stoker/bots/kits/c"), "{told}");
}

#[test]
fn make_without_the_library_says_how_it_is_built() {
    let made = Copy::new().make(&["KIT=kit", "LIBRARY=none.a"]);
    assert!(!made.status.success());
    let told = text(&made.stderr);
    assert!(told.contains("cargo build --release --workspace"), "{told}");
}
