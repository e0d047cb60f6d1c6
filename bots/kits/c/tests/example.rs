//! Tests of the example and its Makefile, used as a team uses them.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod common;

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

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
        // make allows no space in a dependency's path. This link leads to the kit without one.
        symlink(KIT, folder.join("kit")).unwrap();
        symlink(library(), folder.join("library.a")).unwrap();
        Self { _above: above, folder }
    }

    fn make(&self, arguments: &[&str]) -> Output {
        // The settings of a make that runs these tests must not reach the team's make.
        let mut make = Command::new("make");
        for name in ["MAKEFLAGS", "MFLAGS", "KIT", "LIBRARY", "CFLAGS", "CC"] {
            make.env_remove(name);
        }
        make.arg("-C").arg(&self.folder).args(arguments).env("LC_ALL", "C").output().unwrap()
    }
}

/// The standard error of a program in one turn.
fn complaint(copy: &Copy, program: &str, past_plays: &str) -> String {
    let messages = vec!["\"\""; past_plays.split(' ').count()].join(",");
    let input = format!("{{\"past_plays\":\"{past_plays}\",\"messages\":[{messages}]}}");
    let mut run = Command::new(copy.folder.join(program));
    let run = run.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = run.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    text(&child.wait_with_output().unwrap().stderr)
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
fn the_example_draws_what_it_thinks() {
    let copy = Copy::new();
    assert!(copy.make(&["KIT=kit", "LIBRARY=library.a"]).status.success());
    let drawn = complaint(&copy, "hunter", "GMN.... SPL.... HAM.... MPA.... DCD.V..");
    let notes = ["@note shade CD 500\n", "@note text last seen in Castle Dracula, in round 0\n"];
    assert!(drawn.starts_with(&notes.concat()), "{drawn}");
    assert!(drawn.contains("@note arrow MN "), "{drawn}");
    let drawn = complaint(
        &copy,
        "dracula",
        "GMN.... SPL.... HAM.... MPA.... DCD.V.. GMN.... SPL.... HAM.... MPA....",
    );
    assert!(drawn.contains("@note label GA "), "{drawn}");
    for line in drawn.lines() {
        let note = line.strip_prefix("@note ").unwrap_or_else(|| panic!("{line}"));
        assert!(stoker_engine::note::read(note).is_ok(), "{line}");
    }
}

/// Every function of the header writes lines that are read as notes, even with odd values.
#[test]
fn every_function_of_the_header_writes_a_note() {
    let source = "#include \"stoker_note.h\"\nint main(void) {\n\
        volatile double zero = 0;\n\
        note_text(\"a %d\\nb\", 7); note_mark(\"m %s\", \"x\"); note_label(\"PA\", \"%+.1f\", 3.25);\n\
        note_shade(\"LO\", 0.35); note_shade(\"LO\", -1); note_shade(\"LO\", 9e99);\n\
        note_shade(\"LO\", zero / zero); note_arrow(\"LO\", \"PA\"); return 0; }\n";
    let team = common::Team::new(&[("main.c", source)]);
    for standard in ["-std=gnu90", "-std=c99", "-std=gnu17"] {
        let flags = [standard, "-Wall", "-Wextra", "-Werror", "-pedantic"];
        let program = team.compile(&["main.c"], &flags, common::Link::OwnViews);
        let written = text(&Command::new(program).output().unwrap().stderr);
        let expected = "text a 7 b|mark m x|label PA +3.2|shade LO 350|shade LO 0|shade LO 1000|\
                        shade LO 0|arrow LO PA";
        let notes: Vec<_> =
            written.lines().map(|line| line.strip_prefix("@note ").unwrap()).collect();
        assert_eq!(notes.join("|"), expected, "{standard}");
        assert!(notes.iter().all(|note| stoker_engine::note::read(note).is_ok()));
    }
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
