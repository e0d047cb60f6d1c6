//! The guides, followed to the letter: their commands do what they say, and print what they show.
//!
//! In a guide, blocks of `sh` are one session in a checkout, `diff` is a change that the reader makes by
//! hand, and `text` right after one of these is what it printed: there, `...` stands for some text of a
//! line, or for some lines if it is alone on its own.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod blocks;

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use self::blocks::{Block, Kind, agree, blocks};
use crate::common::text;
use crate::kit;

/// Stands for the builds that Cargo has done already.
const CARGO: &str = "#!/bin/sh
case \"$*\" in
    'build --release --workspace' | 'build --profile release-lto --workspace') ;;
    *) echo \"cargo $*: not in this test\" >&2; exit 1 ;;
esac
";

/// A character that no output of a guide holds: it separates the outputs of blocks.
const MARK: char = '\u{1e}';

/// A checkout with everything that a reader of a guide has after building it.
struct Checkout(TempDir);

impl Checkout {
    fn new() -> Self {
        let checkout = Self(TempDir::new().unwrap());
        checkout.fill();
        checkout
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn fill(&self) {
        let repository = repository();
        for folder in ["bots/kits", "tools", "home"] {
            fs::create_dir_all(self.path(folder)).unwrap();
        }
        for kit in ["c", "python"] {
            let from = repository.join("bots/kits").join(kit);
            let mut copy = Command::new("cp");
            copy.arg("-R").arg(from).arg(self.path("bots/kits"));
            assert!(copy.status().unwrap().success());
        }
        for profile in ["release", "release-lto"] {
            let built = self.path("target").join(profile);
            fs::create_dir_all(&built).unwrap();
            symlink(env!("CARGO_BIN_EXE_stoker"), built.join("stoker")).unwrap();
            symlink(kit::library(), built.join("libstoker_course.a")).unwrap();
        }
        let cargo = self.path("tools/cargo");
        fs::write(&cargo, CARGO).unwrap();
        fs::set_permissions(cargo, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Follows a guide to its end, or to the first command that fails.
    fn follow(&self, script: &str) -> Output {
        let path = std::env::var("PATH").unwrap();
        let mut shell = Command::new("sh");
        shell.args(["-euc", script]).current_dir(self.0.path());
        shell.env("PATH", format!("{}:{path}", self.path("tools").display()));
        // `git apply` must not take this for a part of some repository around it.
        shell.env("GIT_CEILING_DIRECTORIES", self.0.path().parent().unwrap());
        shell.env("HOME", self.path("home")).env("STOKER_BUILDS", self.path("home/builds"));
        shell.output().unwrap()
    }
}

fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The shell's instructions for a block.
fn step(block: &Block) -> String {
    let mark = format!("printf '{MARK}'\n");
    match block.kind {
        Kind::Commands => format!("{mark}{}", block.text),
        Kind::Change => {
            format!("{mark}git apply -p0 <<'END OF CHANGE'\n{}END OF CHANGE\n", block.text)
        }
        Kind::Output => String::new(),
    }
}

/// Runs the commands of a guide, and compares what they print with what it shows.
fn check(name: &str) {
    let guide = fs::read_to_string(repository().join("docs").join(name)).unwrap();
    let blocks = blocks(&guide);
    let output = Checkout::new().follow(&blocks.iter().map(step).collect::<String>());
    let (printed, told) = (text(&output.stdout), text(&output.stderr));
    let printed: Vec<_> = printed.split(MARK).skip(1).collect();
    let done = blocks.iter().filter(|block| block.kind != Kind::Output);
    let last = done.clone().nth(printed.len() - 1).unwrap();
    assert!(output.status.success(), "docs/{name}:{}: {}\n{told}", last.line, output.status);
    assert_eq!(printed.len(), done.count(), "docs/{name}");
    let wrong = differences(&blocks, &printed);
    assert!(wrong.is_empty(), "docs/{name}{}", wrong.join(&format!("docs/{name}")));
}

/// The outputs that a guide shows and that were others.
fn differences(blocks: &[Block], printed: &[&str]) -> Vec<String> {
    let mut printed = printed.iter();
    let mut last = "";
    let mut wrong = vec![];
    for block in blocks {
        match block.kind {
            Kind::Commands | Kind::Change => last = printed.next().unwrap(),
            Kind::Output if agree(&block.text, last) => {}
            Kind::Output => wrong.push(format!(":{}: what is printed is\n{last}\n", block.line)),
        }
    }
    wrong
}

#[test]
fn the_guide_for_students_can_be_followed() {
    check("guide-students.md");
}

#[test]
fn the_guide_for_tutors_can_be_followed() {
    check("guide-tutors.md");
}

#[test]
fn the_guide_for_researchers_can_be_followed() {
    check("guide-researchers.md");
}

#[test]
fn the_citation_names_this_version() {
    let citation = fs::read_to_string(repository().join("CITATION.cff")).unwrap();
    let version = concat!("\nversion: ", env!("CARGO_PKG_VERSION"), "\n");
    assert!(citation.contains(version), "{citation}");
}
