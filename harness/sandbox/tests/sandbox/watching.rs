//! Watching a program costs little, whatever it does.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{spec, words};
use stoker_sandbox::{Isolation, Sandbox, SandboxSpec};

/// The hostile bot, and what it includes.
const MANY_MAPS: [(&str, &str); 2] = [
    ("many_maps.c", include_str!("../../../cli/tests/hostile/bots/many_maps.c")),
    ("hostile.h", include_str!("../../../cli/tests/hostile/bots/hostile.h")),
];

/// A folder with the bot, which has already had its first turn.
fn folder_with_many_maps() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in MANY_MAPS {
        fs::write(folder.path().join(name), text).unwrap();
    }
    fs::write(folder.path().join("been-here"), "x").unwrap();
    let compiler = Command::new("cc")
        .current_dir(folder.path())
        .args(["-O1", "-o", "bot", "many_maps.c"])
        .status();
    assert!(compiler.unwrap().success());
    folder
}

/// The processor time of a sandbox's server, the only child of its launcher. `None` on kernels that
/// do not report it to the nanosecond.
fn server_time(sandbox: &Sandbox) -> Option<Duration> {
    let launcher = sandbox.launcher();
    let children = format!("/proc/{launcher}/task/{launcher}/children");
    let server = fs::read_to_string(children).ok()?.trim().to_owned();
    let times = fs::read_to_string(Path::new("/proc").join(server).join("schedstat")).ok()?;
    times.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

#[test]
fn a_program_with_as_many_mappings_as_the_kernel_gives_costs_little_to_watch() {
    let folder = folder_with_many_maps();
    let mut spec = SandboxSpec { folder: Some(folder.path().to_owned()), ..spec(Isolation::Full) };
    spec.limits.memory = 512 << 20;
    spec.limits.tree_memory = 640 << 20;
    let mut sandbox = Sandbox::open(&spec).unwrap();
    let Some(before) = server_time(&sandbox) else {
        println!("skipped: this kernel does not report the time");
        return;
    };
    let began = Instant::now();
    let running = sandbox.spawn(&words(&["./bot"])).unwrap();
    let end = began + Duration::from_secs(4);
    while Instant::now() < end && sandbox.try_exit().unwrap().is_none() {
        sleep(Duration::from_millis(5));
    }
    drop(running);
    let (used, wall) = (server_time(&sandbox).unwrap() - before, began.elapsed());
    // Twice what is promised of optimised builds.
    let most = 2 * (Duration::from_millis(5) + wall / 100);
    assert!(used < most, "{used:?} of {wall:?}");
}
