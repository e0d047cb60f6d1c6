//! A folder in which one plan is played, interrupted and resumed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use stoker::results::manifest::{Manifest, ProgressRow};
use stoker::results::read_manifest;
use tempfile::TempDir;

pub(crate) use crate::common::wait_until;

/// Files by their path in the run's folder.
pub(crate) type Files = BTreeMap<PathBuf, Vec<u8>>;

/// A bot that says something besides its moves.
const TALKER: &str = r#"
read hello
echo '{"type":"hello","protocol":1}'
number=0
while read question; do
    case $question in
    *'"type":"decide"'*)
        number=$((number + 1))
        echo "decision $number" >&2
        echo '{"decision":'$number',"move":"CO"}' ;;
    esac
done
"#;

/// The options that must be typed again to continue a plan that has them.
const NO_ISOLATION: &str = "--isolation none";

/// A folder in which one plan is played.
pub(crate) struct RunFixture {
    folder: TempDir,
    plan: String,
}

impl RunFixture {
    /// An empty one, for `stoker league` with these words.
    ///
    /// Games can be short (`--config short.toml`), and there is a bot in the folder `talker`.
    pub(crate) fn new(plan: &str) -> Self {
        let folder = tempfile::Builder::new().prefix("durable-").tempdir_in(quick_disk()).unwrap();
        let bot = folder.path().join("talker");
        fs::create_dir(&bot).unwrap();
        fs::write(bot.join("bot"), TALKER).unwrap();
        let told = "protocol = \"lines\"\n[run]\nhunters = [\"/bin/sh\", \"bot\"]\n";
        fs::write(bot.join("bot.toml"), told).unwrap();
        fs::write(folder.path().join("short.toml"), "[params]\nstart_score = 3\n").unwrap();
        Self { folder, plan: plan.to_owned() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The command that begins the plan, or goes on with it, with more words if there are any.
    pub(crate) fn command(&self, more: &str) -> Command {
        let mut command = self.stoker();
        command.arg("league").args(self.plan.split(' ')).args(more.split_whitespace());
        command
    }

    /// Plays until the plan is finished, or the process is.
    pub(crate) fn run(&self, more: &str) -> Output {
        self.command(more).output().unwrap()
    }

    /// The command that goes on with the run, if there is one, and begins it if not.
    pub(crate) fn resume(&self, more: &str) -> Command {
        let Some(folder) = self.run_folder() else { return self.command(more) };
        let mut command = self.stoker();
        command.arg("resume").arg(folder.strip_prefix(self.folder.path()).unwrap());
        if self.plan.contains(NO_ISOLATION) {
            command.args(NO_ISOLATION.split(' '));
        }
        command.args(more.split_whitespace());
        command
    }

    fn stoker(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stoker"));
        command.current_dir(self.folder.path()).env("STOKER_BUILDS", self.path("builds"));
        command.env("STOKER_TRIAL_NO_REPORT", "").stdin(Stdio::null());
        command
    }

    /// Finishes the plan: goes on with the run, if there is one.
    pub(crate) fn finish(&self, more: &str) {
        let output = self.resume(more).output().unwrap();
        assert!(output.status.success(), "{}{}", self.plan, text(&output.stderr));
    }

    /// Starts playing.
    pub(crate) fn start(&self, more: &str) -> Child {
        let mut command = self.command(more);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// Plays until something holds, and a little longer, if it is not finished before.
    pub(crate) fn kill_after(&self, more: &str, mut holds: impl FnMut() -> bool, longer: Duration) {
        let mut child = self.start(more);
        wait_until("the moment to kill", || child.try_wait().unwrap().is_some() || holds());
        sleep(longer);
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// A run that stands still with some but not all of its matches done.
    ///
    /// `plan` is given a size, and takes longer if it is larger: the first is taken of which the
    /// run is not over before it can be stopped.
    pub(crate) fn standing_still(plan: impl Fn(u32) -> String, more: &str) -> (Self, Child) {
        for size in [1, 1, 2, 4, 8, 16, 32, 64] {
            let fixture = Self::new(&plan(size));
            let mut child = fixture.start(more);
            wait_until("a match is kept", || {
                child.try_wait().unwrap().is_some() || !fixture.kept().is_empty()
            });
            if child.try_wait().unwrap().is_none() && stop(&child) && fixture.is_part_done() {
                return (fixture, child);
            }
            child.kill().unwrap();
            child.wait().unwrap();
        }
        panic!("{}, and larger: over before it could be stopped", plan(1));
    }

    /// A run that was killed with some but not all of its matches done; `plan` as in
    /// [`standing_still`](Self::standing_still).
    pub(crate) fn killed(plan: impl Fn(u32) -> String) -> Self {
        let (fixture, mut child) = Self::standing_still(plan, "--quiet --threads 1");
        child.kill().unwrap();
        child.wait().unwrap();
        fixture
    }

    /// The same plan in a folder of its own, before its run.
    pub(crate) fn again(&self) -> Self {
        Self::new(&self.plan)
    }

    fn is_part_done(&self) -> bool {
        let ProgressRow { complete, planned, .. } = self.progress();
        !complete && (1..planned).contains(&(self.kept().len() as u64))
    }

    /// The folder of the run, once there is one.
    pub(crate) fn run_folder(&self) -> Option<PathBuf> {
        let entries = fs::read_dir(self.path("results")).into_iter().flatten().flatten();
        let runs = entries.map(|entry| entry.path()).filter(|path| !is_hidden(path));
        let runs: Vec<PathBuf> = runs.collect();
        assert!(runs.len() <= 1, "more than one run: {runs:?}");
        runs.into_iter().next()
    }

    /// The same plan in a folder of its own, with a copy of the run as far as it is.
    pub(crate) fn copy(&self) -> Self {
        let copy = Self::new(&self.plan);
        for file in files_below(&self.path("results")) {
            let to = copy.path("").join(file.strip_prefix(self.folder.path()).unwrap());
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(&file, to).unwrap();
        }
        copy
    }

    pub(crate) fn manifest(&self) -> Manifest {
        read_manifest(&self.run_folder().unwrap()).unwrap()
    }

    pub(crate) fn progress(&self) -> ProgressRow {
        self.manifest().progress
    }

    /// Everything that the run wrote, except its timings and the page that shows them.
    pub(crate) fn files(&self) -> Files {
        let folder = self.run_folder().unwrap();
        let files = files_below(&folder).into_iter().map(|path| {
            let bytes = fs::read(&path).unwrap();
            let name = path.strip_prefix(&folder).unwrap().to_owned();
            match name.to_str() {
                Some("run.toml") => (name, without_the_machine(bytes)),
                Some(text) if text.starts_with("journal") => journal_as_told(&bytes),
                _ => (name, bytes),
            }
        });
        let mut told = Files::new();
        let unstable = ["timings.csv", "report.html"].map(Path::new);
        for (name, bytes) in files.filter(|(name, _)| !unstable.contains(&&**name)) {
            told.entry(name).or_default().extend(bytes);
        }
        // A journal is a set of lines, however it is cut into segments.
        if let Some(journal) = told.get_mut(Path::new("journal")) {
            let lines: BTreeSet<&[u8]> = journal.split_inclusive(|&byte| byte == b'\n').collect();
            *journal = lines.into_iter().flatten().copied().collect();
        }
        told
    }

    /// The matches that are in the journal, which a run that ends right now may be removing.
    pub(crate) fn kept(&self) -> BTreeSet<u64> {
        let Some(folder) = self.run_folder() else { return BTreeSet::new() };
        let segments = files_below(&folder.join("journal"));
        let text = segments.iter().flat_map(fs::read).collect::<Vec<_>>().concat();
        let lines =
            text.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
        let numbers = lines.map(|line| String::from_utf8_lossy(line).into_owned());
        numbers.filter_map(|line| line.split('\t').nth(1)?.parse().ok()).collect()
    }
}

/// A `run.toml` without the ways in which limits were enforced on this machine, which can change.
fn without_the_machine(run: Vec<u8>) -> Vec<u8> {
    let all = text(&run);
    let Some((before, rest)) = all.split_once("[isolation.in_force]") else { return run };
    let (_, after) = rest.split_once("\n[").unwrap();
    format!("{before}[{after}").into_bytes()
}

/// The lines of a journal without what differs from run to run: checksums, times, the header.
fn journal_as_told(bytes: &[u8]) -> (PathBuf, Vec<u8>) {
    let text = text(bytes);
    let whole = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
    let lines = whole.map(|line| line.split('\t').skip(1).collect::<Vec<_>>());
    let matches = lines.filter(|fields| fields.len() == 10);
    let told = matches.map(|mut fields| {
        fields[8] = "";
        fields.join("\t") + "\n"
    });
    (PathBuf::from("journal"), told.collect::<String>().into_bytes())
}

/// Sends a signal to a process.
pub(crate) fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// Stops a process where it is; false if it had ended.
fn stop(child: &Child) -> bool {
    send(child, Signal::STOP);
    let either = WaitIdOptions::STOPPED | WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    let status = waitid(WaitId::Pid(Pid::from_child(child)), either).unwrap();
    status.is_some_and(|status| status.stopped())
}

/// A folder in memory, if there is one: what a process leaves behind is the same, and waiting for
/// a disk takes most of the time of thousands of small runs.
pub(crate) fn quick_disk() -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    if memory.is_dir() { memory } else { std::env::temp_dir() }
}

/// All files in a folder and those in it; none if it is absent.
pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.unwrap().path());
    let below = paths.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] });
    below.collect()
}

/// Asserts that two runs wrote the same, file by file.
pub(crate) fn assert_same(files: &Files, straight: &Files, context: &str) {
    let names = |files: &Files| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(files), names(straight), "{context}");
    for (name, bytes) in files {
        let first = bytes.iter().zip(&straight[name]).position(|(here, there)| here != there);
        let same = *bytes == straight[name];
        assert!(same, "{context}: {} differs from byte {first:?}", name.display());
    }
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().unwrap().to_string_lossy().starts_with('.')
}
