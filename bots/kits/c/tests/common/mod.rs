//! Helpers that compile C programs with the kit, as `stoker build` does, and run them.
#![allow(dead_code, reason = "each test file uses its part of it")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

pub(crate) const KIT: &str = env!("CARGO_MANIFEST_DIR");

/// The library that cargo built for this test, which is beside the test's own executable.
pub(crate) fn library() -> PathBuf {
    let deps = std::env::current_exe().unwrap().parent().unwrap().to_owned();
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        name.starts_with("libstoker_course") && name.ends_with(".a")
    };
    let files = std::fs::read_dir(&deps).unwrap().map(|entry| entry.unwrap().path());
    let time = |path: &PathBuf| path.metadata().unwrap().modified().unwrap();
    files.filter(is_ours).max_by_key(time).expect("cargo builds the library with the tests")
}

/// A compilation: a folder with the program's files.
pub(crate) struct Team {
    folder: tempfile::TempDir,
}

impl Team {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        Self { folder }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Compiles sources, from the folder or elsewhere, with these flags.
    pub(crate) fn compile(&self, sources: &[&str], flags: &[&str], with: Link) -> PathBuf {
        let program = self.path().join("program");
        let mut cc = Command::new("cc");
        cc.current_dir(self.path()).args(["-O2", "-fcommon", "-I", "."]).args(flags);
        cc.arg("-I").arg(format!("{KIT}/include")).arg("-I").arg(format!("{KIT}/note"));
        cc.args(sources).arg("-o").arg(&program);
        if with == Link::Library {
            cc.arg(library());
        }
        cc.args(["-lm", "-lpthread", "-ldl", "-Wl,-z,muldefs"]);
        let output = cc.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        program
    }

    /// Compiles the folder's decision file with the player main for a year's interface.
    pub(crate) fn player(&self, year: &str, sources: &[&str], with: Link) -> PathBuf {
        let player = format!("{KIT}/player.c");
        let sources: Vec<_> = sources.iter().copied().chain([player.as_str()]).collect();
        self.compile(&sources, &["-w", &format!("-DSTOKER_INTERFACE={year}")], with)
    }
}

/// Compiles one of `tests/c/` with the library.
pub(crate) fn program(name: &str) -> (Team, PathBuf) {
    let team = Team::new(&[]);
    let source = format!("{KIT}/tests/c/{name}.c");
    let flags = ["-std=gnu99", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function"];
    let program = team.compile(&[&source], &flags, Link::Library);
    (team, program)
}

/// Choice between the kit's library and a program's own views.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Link {
    Library,
    OwnViews,
}

/// The output and status of a program.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) status: std::process::ExitStatus,
}

/// Runs a program with this input.
pub(crate) fn run_program(program: &Path, input: &str, env: &[(&str, &str)]) -> Ran {
    let mut child = Command::new(program)
        .envs(env.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // A program may end before it has read everything.
    let writer = thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran { out: text(stdout), err: text(stderr), status }
}
