//! Submissions are built: in a sandbox, once, and whatever they try.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![cfg(target_os = "linux")]

mod bad_input;
mod boards;
mod by_make;
mod contained;
mod judging;
mod library;
mod on_demand;
mod teams;
mod turns;
mod years;

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::Value;
use stoker::external::build::{Again, Kit, Store, WorkDone, Workbench};
use stoker::external::prepare::{Terms, prepare};
use stoker::external::{Limits, SandboxOptions};
use stoker::spec::Spec;
use stoker_sandbox::Isolation;
use tempfile::TempDir;

/// Submissions, and a store of their builds.
pub(crate) struct Place(TempDir);

impl Place {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Makes a library of this code that stands for the kit's.
    pub(crate) fn make_library(&self, code: &str) {
        self.write("kit/code.c", code);
        let run = |program: &str, args: &[&str]| {
            let status = Command::new(program).args(args).current_dir(self.path("kit")).status();
            assert!(status.unwrap().success(), "{program}");
        };
        run("cc", &["-c", "code.c", "-o", "code.o"]);
        run("ar", &["rcs", "libstoker_course.a", "code.o"]);
    }

    /// Writes a submission in Python whose build is this script.
    fn with_build(script: &str) -> Self {
        let place = Self::new();
        place.write("subs/bot/bot.toml", BOT);
        place.write("subs/bot/build.py", script);
        place
    }

    pub(crate) fn command(&self, args: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stoker"));
        command.args(args.split_whitespace()).current_dir(self.0.path());
        command.env("STOKER_BUILDS", self.path("store")).env("STOKER_C_KIT", self.path("kit"));
        command.env("STOKER_TRIAL_NO_REPORT", "");
        command
    }

    pub(crate) fn run(&self, args: &str) -> Output {
        self.command(args).output().unwrap()
    }

    /// The result of a build, and the exit status.
    pub(crate) fn build(&self, args: &str) -> (Vec<Value>, i32) {
        let output = self.run(&format!("build --json {args}"));
        let rows = serde_json::from_slice(&output.stdout);
        let error = String::from_utf8_lossy(&output.stderr);
        (rows.unwrap_or_else(|_| panic!("{error}")), output.status.code().unwrap())
    }

    /// The result of building the only submission.
    pub(crate) fn build_one(&self, args: &str) -> Value {
        let (mut rows, _) = self.build(args);
        assert_eq!(rows.len(), 1, "{rows:?}");
        rows.remove(0)
    }

    /// The builds in the store, finished or under way.
    fn stored(&self) -> Vec<String> {
        let names = |folder: &str| {
            let entries = fs::read_dir(self.path(folder)).into_iter().flatten();
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap())
        };
        let no_builds = [".stoker-builds", "kits", "submissions", "unfinished"];
        names("store")
            .filter(|name| !no_builds.contains(&name.as_str()))
            .chain(names("store/unfinished"))
            .collect()
    }
}

const BOT: &str = "protocol = \"lines\"\n[run]\nhunters = [\"./made\"]\n\
                   [build]\ncommand = [\"python3\", \"build.py\"]\n";

/// The folder in which something was built.
pub(crate) fn work(row: &Value) -> PathBuf {
    Path::new(row["log"].as_str().unwrap()).with_file_name("work")
}

pub(crate) fn log(row: &Value) -> String {
    fs::read_to_string(row["log"].as_str().unwrap()).unwrap()
}

#[test]
fn what_did_not_change_is_not_built_again() {
    let place = Place::with_build("print('hello'); open('made', 'w').write('#!/bin/sh')");
    let first = place.build_one("subs/bot");
    assert_eq!((&first["done"], &first["name"]), (&"built".into(), &"bot".into()));
    assert_eq!(first["sides"], serde_json::json!(["hunters"]));
    assert!(log(&first).contains("hello"), "{}", log(&first));
    assert_eq!(fs::read_to_string(work(&first).join("made")).unwrap(), "#!/bin/sh");
    assert!(!place.path("subs/bot/made").exists(), "the submission is only read");
    let second = place.build_one("subs/bot");
    assert_eq!((&second["done"], &second["hash"]), (&"unchanged".into(), &first["hash"]));
    assert_eq!(place.build_one("subs/bot --again")["done"], "built");
    place.write("subs/bot/extra", "1");
    let changed = place.build_one("subs/bot");
    assert_eq!(changed["done"], "built");
    assert_ne!(changed["hash"], first["hash"]);
    assert_eq!(place.stored().len(), 2);
}

#[test]
fn a_failed_build_says_why_and_is_remembered() {
    let place = Place::with_build("import sys\nprint('x.c:3: error: no such thing')\nsys.exit(2)");
    for _ in 0..2 {
        let (rows, status) = place.build("subs");
        assert_eq!((&rows[0]["done"], status), (&"failed".into(), 1));
        assert_eq!(rows[0]["failed"]["hunters"], "build failed: x.c:3: error: no such thing");
        assert!(log(&rows[0]).contains("exit status 2"));
    }
    assert_eq!(place.stored().len(), 1);
    let text = String::from_utf8(place.run("build subs/bot").stdout).unwrap();
    assert!(text.contains("\nbot: x.c:3: error: no such thing\n  log: "), "{text}");
}

#[test]
fn a_match_with_a_submission_that_was_not_built_says_why() {
    let place = Place::with_build("import sys\nprint('x.c:3: error: no such thing')\nsys.exit(2)");
    let output = place.run("match hunters=./subs/bot dracula=lurker");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    let said = "`./subs/bot` cannot play `hunters`: build failed: x.c:3: error: no such thing";
    assert!(error.contains(said), "{error}");
}

#[test]
fn a_match_without_isolation_is_loud() {
    let output = Place::new().run("match hunters=lines:false dracula=lurker --isolation none");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{error}");
    assert!(error.starts_with("WARNING: --isolation none: "), "{error}");
}

#[test]
fn the_command_of_a_run_leaves_out_no_condition() {
    let place = Place::new();
    let line = "league random hunters=x@lines:false --matches 1 --isolation none --out out";
    let output = place.run(line);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let run = fs::read_to_string(place.path("out/run.toml")).unwrap();
    let command = "stoker league random hunters=x@lines:false --matches 1 --isolation none";
    assert!(run.contains(&format!("\ncommand = \"{command}\"\n")), "{run}");
}

#[test]
fn broken_submissions_do_not_keep_others_from_being_built() {
    let place = Place::with_build("open('made', 'w')");
    place.write("subs/a/bot.toml", "protocol = 3");
    place.write("subs/z/bot.toml", &BOT.replace("[\"python3\", \"build.py\"]", "[\"nonesuch\"]"));
    place.write("subs/plain/bot.toml", BOT.split("[build]").next().unwrap());
    let (rows, status) = place.build("subs");
    assert_eq!(status, 1);
    let done = rows.iter().map(|row| row["done"].as_str().unwrap()).collect::<Vec<_>>();
    assert_eq!(done, ["unfit", "built", "nothing to build", "failed"]);
    let reason = rows[3]["failed"]["hunters"].as_str().unwrap();
    assert!(reason.contains("nonesuch"), "{reason}");
    assert_eq!(place.stored().len(), 1, "a program may be there the next time");
}

#[test]
fn a_folder_that_cannot_be_read_is_unfit_with_the_reason() {
    use std::os::unix::fs::PermissionsExt as _;
    use std::os::unix::process::CommandExt as _;
    let place = Place::with_build("");
    let set = |path: &str, mode| {
        fs::set_permissions(place.path(path), fs::Permissions::from_mode(mode)).unwrap();
    };
    set("", 0o755);
    set("subs/bot", 0o000);
    // A user who may read everything has to become another, who has no access to the build.
    // A process of its own copies the program: a file that this one has open for writing cannot be
    // run while a child of another thread still holds it.
    let copy =
        Command::new("cp").arg(env!("CARGO_BIN_EXE_stoker")).arg(place.path("stoker")).status();
    assert!(copy.unwrap().success());
    let mut command = Command::new(place.path("stoker"));
    command.args(["build", "--json", "subs/bot"]).current_dir(place.path(""));
    command.env("STOKER_BUILDS", place.path("store"));
    if rustix::process::geteuid().is_root() {
        command.uid(65_534).gid(65_534);
    }
    let output = command.output().unwrap();
    set("subs/bot", 0o755);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let rows: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    let reason = rows[0]["failed"]["hunters"].as_str().unwrap();
    assert!(reason.starts_with("unfit: its folder cannot be read: Permission denied"), "{reason}");
}

#[test]
fn a_path_that_leads_nowhere_is_refused() {
    let output = Place::new().run("build nowhere");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nowhere"));
}

/// Fails the build, naming what could be done that should not be.
const REACH_OUT: &str = r#"
import os, socket, sys
def can(what, act):
    try:
        act()
    except OSError:
        return
    sys.exit("error: could " + what)
can("open a socket", lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM))
can("open a local socket", lambda: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
can("read what is outside", lambda: open("OUTSIDE"))
can("write what is outside", lambda: open("/usr/made", "w"))
os.symlink("OUTSIDE", "out")
can("follow a link", lambda: open("out"))
open("made", "w")
"#;

#[test]
fn a_build_reaches_neither_the_network_nor_other_files() {
    let place = Place::new();
    place.write("secret", "1");
    let secret = place.path("secret");
    place.write("subs/bot/bot.toml", BOT);
    place.write("subs/bot/build.py", &REACH_OUT.replace("OUTSIDE", secret.to_str().unwrap()));
    let row = place.build_one("subs");
    assert_eq!(row["done"], "built", "{row}");
    assert!(work(&row).join("made").exists());
    assert!(work(&row).join("out").symlink_metadata().is_err(), "links that leave are dropped");
}

#[test]
fn a_build_that_forks_without_end_is_contained() {
    let place = Place::with_build(
        "import os, time\nfor n in range(2000):\n  if os.fork() == 0: time.sleep(600)\n",
    );
    let row = place.build_one("subs");
    let reason = row["failed"]["hunters"].as_str().unwrap();
    assert!(reason.contains("processes") || reason.contains("unavailable"), "{reason}");
}

#[test]
fn a_build_that_fills_the_disk_is_contained() {
    let place = Place::with_build(
        "for n in range(3):\n  with open(str(n), 'wb') as f:\n    for _ in range(250): f.write(bytes(1 << 20))\n",
    );
    let row = place.build_one("subs");
    let reason = row["failed"]["hunters"].as_str().unwrap();
    assert!(reason.contains("No space") || reason.contains("disk"), "{reason}");
    assert!(place.stored().len() <= 1);
}

#[test]
fn a_build_that_is_larger_than_a_bot_may_be_is_told_with_both_figures() {
    let place = Place::with_build(
        "with open('made', 'wb') as f:\n  for _ in range(30): f.write(bytes(1 << 20))\n",
    );
    let told = "protocol = \"lines\"\n[run]\nhunters = [\"./made\"]\n\
                [build]\ncommand = [\"python3\", \"build.py\"]\n[limits]\ndisk_mib = 24\n";
    place.write("subs/bot/bot.toml", told);
    for done in ["first", "and from the store"] {
        let row = place.build_one("subs");
        let reason = row["failed"]["hunters"].as_str().unwrap();
        // 30, and two small files.
        assert!(reason.contains("31 MiB") && reason.contains("24 MiB"), "{done}: {row}");
    }
}

#[test]
fn what_is_built_too_deep_is_the_submissions_own_failure() {
    let place = Place::with_build("import os\nos.makedirs('d/' * 80)\nopen('made', 'w')");
    let row = place.build_one("subs");
    let reason = row["failed"]["hunters"].as_str().unwrap();
    assert!(reason.contains("cannot be kept") && reason.contains("nested"), "{reason}");
    assert!(place.stored().is_empty(), "it is not remembered");
}

#[test]
fn endless_output_is_cut_and_does_not_hold_a_build_up() {
    let place =
        Place::with_build("import sys\nfor _ in range(400): print('x' * 10000)\nopen('made', 'w')");
    let row = place.build_one("subs");
    assert_eq!(row["done"], "built");
    let log = log(&row);
    let marks = "| ".len() * log.lines().count();
    assert!(log.len() - marks < (1 << 20) + 200);
    assert!(log.ends_with("more bytes were printed\n"));
}

#[test]
fn an_interrupted_build_leaves_nothing_behind() {
    let place = Place::with_build("import time\nprint('here', flush=True)\ntime.sleep(600)");
    let mut child = place.command("build subs/bot").stderr(Stdio::piped()).spawn().unwrap();
    let mut line = [0; 11];
    child.stderr.as_mut().unwrap().read_exact(&mut line).unwrap();
    assert_eq!(&line, b"1 of 1: bot");
    std::thread::sleep(std::time::Duration::from_millis(500));
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(place.stored(), [""; 0]);
}

#[test]
fn a_folder_with_other_things_in_it_is_refused_as_a_store_and_keeps_them() {
    let place = Place::with_build("open('made', 'w')");
    place.write("home/.ssh/key", "1");
    let output = place.command("build subs").env("STOKER_BUILDS", place.path("home")).output();
    let output = output.unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("holds other things: set STOKER_BUILDS to a folder"), "{error}");
    assert_eq!(fs::read_dir(place.path("home")).unwrap().count(), 1);
}

#[test]
fn what_is_kept_is_listed_and_removed() {
    let place = Place::with_build("open('made', 'w').write('x' * 3_000_000)");
    place.build_one("subs");
    let kept = |args: &str| {
        let output = place.command(&format!("builds {args}")).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let listed = kept("");
    assert!(listed.contains(" submission ") && listed.contains(" build "), "{listed}");
    assert!(listed.ends_with("kept: 2 (3 MiB)\n"), "{listed}");
    assert_eq!(kept("--older-than 1 --check --max-mib 100"), listed);
    assert!(kept("--max-mib 0").ends_with("kept: 0 (0 MiB)\n"));
    assert_eq!(place.stored(), [""; 0]);
    assert_eq!(place.build_one("subs")["done"], "built");
}

/// The result of building a submission that never ends, with a second for it.
fn prepared(place: &Place, again: Again) -> (WorkDone, String) {
    let mut sandbox_options = SandboxOptions::new(Isolation::None);
    sandbox_options.launcher = Some(env!("CARGO_BIN_EXE_stoker").into());
    let bench = Workbench {
        sandbox_options: &sandbox_options,
        store: Store::at(place.path("store")),
        kit: Some(Kit::new(vec![], place.path("kit"))),
        again,
        slot: 0,
        wall: Duration::from_secs(1),
        stop: &AtomicBool::new(false),
    };
    let terms = Terms { ruleset: "course", kinds: &["hunters"], form: None };
    let what = Spec::parse(place.path("subs/bot").to_str().unwrap()).unwrap().what;
    let mut prepared = prepare(&what, terms, Limits::default(), &bench).unwrap();
    let built = prepared.remove(0).built.unwrap();
    (built.done, built.sides["hunters"].clone().unwrap_err())
}

#[test]
fn a_build_that_runs_out_of_time_is_not_tried_again_unless_that_is_asked_for() {
    let place = Place::with_build("import time\nwhile True: time.sleep(1)");
    let reason = "the build took more than 1 s (`stoker build --again` tries it again)";
    assert_eq!(prepared(&place, Again::IfChanged), (WorkDone::Now, reason.to_owned()));
    assert_eq!(prepared(&place, Again::IfChanged), (WorkDone::Before, reason.to_owned()));
    assert_eq!(prepared(&place, Again::Always), (WorkDone::Now, reason.to_owned()));
}

#[test]
fn a_disk_without_room_for_a_build_is_no_teams_fault() {
    // Mounting one takes root, and only a mounted one shows the effect of a full disk.
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let place = Place::with_build("open('made', 'wb').write(bytes(8 << 20))");
    fs::create_dir(place.path("store")).unwrap();
    let stoker = place.command("build subs");
    let stoker = format!("{:?}", stoker.get_program());
    let script = format!("mount -t tmpfs -o size=4m tmpfs store && exec {stoker} build subs");
    let output = Command::new("unshare")
        .args(["--mount", "sh", "-c", &script])
        .current_dir(place.path("."))
        .env("STOKER_BUILDS", place.path("store"))
        .env("STOKER_C_KIT", place.path("kit"))
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("No space left on device"), "{error}");
    assert_eq!(place.stored(), [""; 0]);
}
