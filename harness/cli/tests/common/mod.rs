//! Runs the binary in a folder of its own.
#![allow(dead_code, reason = "not every test program uses all of it")]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Output;
use std::thread::sleep;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use tempfile::TempDir;

/// A folder to run `stoker` in.
pub(crate) struct Place {
    folder: TempDir,
    /// The folder in which it keeps builds.
    builds: TempDir,
    /// The choice to write reports: most tests do not need them.
    reports: Reports,
}

/// The choice to write the reports of runs, or not.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reports {
    Written,
    LeftOut,
}

impl Place {
    /// An empty one.
    pub(crate) fn new() -> Self {
        let folder = || TempDir::new().expect("there is room for a folder");
        Self { folder: folder(), builds: folder(), reports: Reports::LeftOut }
    }

    /// An empty one, where runs write their pages.
    pub(crate) fn with_reports() -> Self {
        Self { reports: Reports::Written, ..Self::new() }
    }

    /// The path of its folder.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path().join(name), content).expect("the folder can be written");
    }

    /// Reads a file.
    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path().join(name)).expect("the file is there")
    }

    /// All files of a run that are the same each time, by their paths in it.
    pub(crate) fn files(&self, run: &str) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        for entry in std::fs::read_dir(self.path().join(run)).expect("the run is there") {
            let entry = entry.expect("the folder can be read");
            let name = entry.file_name().into_string().expect("a plain name");
            if entry.path().is_dir() {
                let below = self.files(&format!("{run}/{name}"));
                files.extend(below.into_iter().map(|(path, it)| (format!("{name}/{path}"), it)));
            } else if !["timings.csv", "report.html"].contains(&&*name) {
                files.insert(name, std::fs::read(entry.path()).expect("the file is there"));
            }
        }
        files
    }

    /// The number of lines of a file that is being written; none if it does not exist yet.
    pub(crate) fn lines_of(&self, name: &str) -> usize {
        let bytes = std::fs::read(self.path().join(name)).unwrap_or_default();
        bytes.iter().filter(|&&byte| byte == b'\n').count()
    }

    /// Runs `stoker` with these arguments, split at white space.
    pub(crate) fn run(&self, args: &str) -> Output {
        self.run_args(&args.split_whitespace().collect::<Vec<_>>())
    }

    /// Runs `stoker` with these arguments.
    pub(crate) fn run_args(&self, args: &[&str]) -> Output {
        let mut command = Command::cargo_bin("stoker").expect("the binary is built");
        command.current_dir(self.path()).env("STOKER_BUILDS", self.builds.path());
        if self.reports == Reports::LeftOut {
            command.env("STOKER_TRIAL_NO_REPORT", "");
        }
        command.args(args).output().expect("the binary runs")
    }

    /// The output of a command that would take long, interrupted after this many seconds.
    #[cfg(unix)]
    pub(crate) fn interrupted(&self, args: &str, seconds: u64) -> Output {
        let begun = Instant::now();
        self.interrupted_when(args, || begun.elapsed() >= Duration::from_secs(seconds))
    }

    /// The output of a command that would take long, interrupted when this holds.
    #[cfg(unix)]
    pub(crate) fn interrupted_when(&self, args: &str, holds: impl FnMut() -> bool) -> Output {
        let child = std::process::Command::new(env!("CARGO_BIN_EXE_stoker"))
            .current_dir(self.path())
            .env("STOKER_BUILDS", self.builds.path())
            .env("STOKER_TRIAL_NO_REPORT", "")
            .args(args.split_whitespace())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("the binary starts");
        wait_until("it takes interruptions", || takes_interruptions(child.id()));
        wait_until("it is time to interrupt it", holds);
        let pid = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it runs");
        child.wait_with_output().expect("it ends")
    }

    /// The output of a command that succeeds.
    pub(crate) fn prints(&self, args: &str) -> String {
        self.prints_args(&args.split_whitespace().collect::<Vec<_>>())
    }

    /// The output of a command that succeeds, with its arguments one by one.
    pub(crate) fn prints_args(&self, args: &[&str]) -> String {
        let output = self.run_args(args);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    /// The one line of error of a command that fails with exit status 2 and prints nothing else.
    pub(crate) fn refuses(&self, args: &str) -> String {
        let output = self.run(args);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args}: {error}");
        assert_eq!(text(&output.stdout), "", "{args}");
        let line = error.strip_suffix('\n').expect("an error is a line");
        assert!(!line.contains('\n'), "{args}: {error}");
        line.to_owned()
    }
}

/// Bytes as text.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is text")
}

/// True if a process does not simply end when it is interrupted. Only Linux tells.
#[cfg(unix)]
pub(crate) fn takes_interruptions(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    cfg!(not(target_os = "linux")) || caught.is_some_and(|mask| mask & 2 != 0)
}

/// True if a process has this word in its command line.
pub(crate) fn is_running(word: &str) -> bool {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.map(|entry| entry.path().join("cmdline")).any(|line| {
        let line = std::fs::read(line).unwrap_or_default();
        line.split(|&byte| byte == 0).any(|own| own == word.as_bytes())
    })
}

/// Waits until something holds, but not for ever.
pub(crate) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(300), "waited in vain: {what}");
        sleep(Duration::from_millis(5));
    }
}
