//! Disks that are full, that are read-only, and that two processes want to write to.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::process::Signal;

use super::fixture::{RunFixture, assert_same, send, text, wait_until};

const PLAN: &str = "random --matches 300 --records all";

/// A disk of a few kilobytes, which only root can mount.
struct SmallDisk {
    fixture: RunFixture,
}

impl SmallDisk {
    fn new(plan: &str) -> Option<Self> {
        let fixture = RunFixture::new(plan);
        fs::create_dir(fixture.path("results")).unwrap();
        let disk = Self { fixture };
        let mounted = disk.mount("size=128k");
        if !mounted {
            // Seen with `--nocapture`: a test that cannot run is not a failure.
            println!("skipped: a disk can only be mounted by root");
        }
        mounted.then_some(disk)
    }

    fn mount(&self, options: &str) -> bool {
        let mut command = Command::new("mount");
        command.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(self.fixture.path("results"));
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let mut command = Command::new("umount");
        command.arg("--lazy").arg(self.fixture.path("results"));
        let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

#[test]
fn a_run_whose_disk_was_full_goes_on_when_there_is_room() {
    let straight = RunFixture::new(PLAN);
    straight.finish("--quiet");
    let Some(disk) = SmallDisk::new(PLAN) else { return };
    let fixture = &disk.fixture;
    let mut kept = 0;
    for _ in 0..2 {
        let output = fixture.run("--quiet --threads 2");
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains("No space left on device"), "{error}");
        assert!(error.contains("error: results/course-random-0000000000000001/"), "{error}");
        assert!(error.contains("to continue: stoker resume results/"), "{error}");
        assert!(fixture.kept().len() >= kept, "what was kept is lost");
        kept = fixture.kept().len();
    }
    assert!(kept > 0);
    assert!(disk.mount("remount,size=16m"));
    fixture.finish("--quiet");
    assert_same(&fixture.files(), &straight.files(), PLAN);
}

#[test]
fn a_folder_that_may_not_be_written_to_is_told_and_stays_as_it_is() {
    let Some(disk) = SmallDisk::new("random --matches 100000 --records none") else { return };
    let fixture = &disk.fixture;
    let mut child = fixture.start("--quiet --threads 1");
    wait_until("a match is kept", || !fixture.kept().is_empty());
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(disk.mount("remount,ro"));
    let before = fixture.kept();
    let output = fixture.run("--quiet");
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("Read-only file system"), "{error}");
    assert!(error.contains("results/course-random-0000000000000001"), "{error}");
    assert_eq!(fixture.kept(), before);
    let other = fixture.run("--quiet --seed 2");
    let error = text(&other.stderr);
    assert_eq!(other.status.code(), Some(2), "{error}");
    assert!(error.contains("cannot make the folder results/course-random-"), "{error}");
}

#[test]
fn two_processes_do_not_write_to_one_folder() {
    let plan = |size| format!("random --matches {}", 400 * size);
    let (fixture, mut first) = RunFixture::standing_still(plan, "--quiet --threads 1");
    let straight = fixture.again();
    straight.finish("--quiet");
    let second = fixture.run("--quiet");
    let error = text(&second.stderr);
    assert_eq!(second.status.code(), Some(2), "{error}");
    let told = "another run is writing to results/course-random-0000000000000001";
    assert!(error.contains(told), "{error}");
    send(&first, Signal::CONT);
    assert!(first.wait().unwrap().success(), "the first is not disturbed");
    assert_same(&fixture.files(), &straight.files(), "beside another");
}

#[test]
fn the_lock_of_a_killed_process_is_gone() {
    let fixture = RunFixture::killed(|size| format!("random --matches {}", 400 * size));
    fixture.finish("--quiet");
    assert!(fixture.progress().complete);
    assert!(!Path::new(&fixture.run_folder().unwrap()).join("journal").exists());
}

/// Files may have this many blocks of 512 bytes, which is enough for any but the journal.
#[test]
fn a_shard_whose_journal_could_not_be_written_to_its_end_is_not_finished() {
    let plan = "random --matches 120 --shard 1/2 --records none";
    let (fixture, straight) = (RunFixture::new(plan), RunFixture::new(plan));
    straight.finish("--quiet");
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$@\"", "sh"]);
    let league = fixture.command("--quiet --threads 2");
    let output = shell.arg(league.get_program()).args(league.get_args());
    let output = output.current_dir(fixture.path("")).output().unwrap();
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("journal/segment-000001: File too large"), "{error}");
    assert!(!fixture.progress().complete);
    fixture.finish("--quiet");
    assert_same(&fixture.files(), &straight.files(), plan);
}
