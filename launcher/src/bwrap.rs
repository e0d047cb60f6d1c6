//! Wrapping a program in `bwrap`.

use std::ffi::OsString;
use std::path::Path;

use crate::child::{Surroundings, Task};
use crate::place::Place;
use crate::wire::Unstarted;

/// The system's paths that programs see.
const SYSTEM: [&str; 8] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib64",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/localtime",
];

/// The command that runs the task's program in `bwrap`.
pub(crate) fn wrap(
    task: Task,
    place: &Place,
    read_only: &[OsString],
    _surroundings: &Surroundings,
) -> Result<Task, Unstarted> {
    let Task::Program(program) = task else { return Ok(task) };
    let mut argv: Vec<OsString> = [
        "bwrap",
        "--unshare-all",
        "--die-with-parent",
        "--new-session",
        "--proc",
        "/proc",
        "--dev",
        "/dev",
    ]
    .map(OsString::from)
    .to_vec();
    for path in SYSTEM.iter().map(OsString::from).chain(read_only.iter().cloned()) {
        argv.extend(["--ro-bind-try".into(), path.clone(), path]);
    }
    let [work, temp] = &place.from_outside;
    for (outside, inside) in [(work, &place.work), (temp, &place.temp)] {
        argv.extend(["--bind".into(), outside.into(), inside.into()]);
    }
    argv.extend(["--chdir".into(), Path::new("/work").into(), "--".into()]);
    argv.extend(program);
    Ok(Task::Program(argv))
}
