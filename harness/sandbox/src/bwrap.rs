//! Programs wrapped in `bwrap`, with our filter of system calls.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Seek;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};

use crate::child::{self, ChildTask, Surroundings};
use crate::hostile_acts::ACT;
use crate::program_paths::ProgramPaths;
use crate::setup::LauncherSetup;
use crate::wire::{LaunchRefusal, Unstarted};

/// Paths of the system that programs see.
const SYSTEM: [&str; 11] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
];
/// Folders in which `bwrap` is searched.
const PLACES: [&str; 3] = ["/usr/bin", "/usr/local/bin", "/bin"];
/// The path of this program inside the sandbox, for probes.
const PROBE: &str = "/.stoker";

/// `bwrap` on this system, with the arguments that are the same for all programs.
#[derive(Debug)]
pub(crate) struct Wrapper {
    program: PathBuf,
    read_only: Vec<OsString>,
    preload: Option<OsString>,
    /// The filter in the form that `bwrap` reads, until it is taken.
    filter: Option<fs::File>,
}

impl Wrapper {
    /// Finds `bwrap` and prepares its arguments.
    pub(crate) fn find(setup: &LauncherSetup) -> Result<Self, LaunchRefusal> {
        let program = PLACES
            .map(|folder| Path::new(folder).join("bwrap"))
            .into_iter()
            .find(|path| path.exists());
        let program = program.ok_or_else(|| LaunchRefusal::Missing {
            what: "the program bwrap".to_owned(),
            reason: format!("it is not in {}", PLACES.join(", ")),
            remedy: "install bubblewrap, or use `--isolation full`, or `--isolation none` for programs that you trust"
                .to_owned(),
        })?;
        Ok(Self {
            program,
            read_only: setup.read_only.clone(),
            preload: setup.preload.clone(),
            filter: filter(setup)?,
        })
    }

    /// Takes the file that a child has to keep open for `bwrap`. Its number is the one in
    /// [`Self::wrap`]'s command.
    pub(crate) fn take_filter(&mut self) -> Option<fs::File> {
        self.filter.take()
    }

    /// Returns the command that runs the task in `bwrap`.
    pub(crate) fn wrap(
        &self,
        task: ChildTask,
        place: &ProgramPaths,
        surroundings: &Surroundings,
    ) -> Result<ChildTask, Unstarted> {
        let (program, probe) = match task {
            ChildTask::Program(program) => (program, None),
            ChildTask::Act(act) => {
                let act = serde_json::to_string(&act).unwrap_or_default();
                (vec![PROBE.into(), ACT.into(), act.into()], fs::read_link("/proc/self/exe").ok())
            }
        };
        if probe.is_none() {
            check(program.first().map_or(OsStr::new(""), |name| name), place, &surroundings.env)?;
        }
        let mut argv: Vec<OsString> = vec![self.program.clone().into()];
        argv.extend(
            [
                "--unshare-all",
                "--die-with-parent",
                "--new-session",
                "--proc",
                "/proc",
                "--dev",
                "/dev",
            ]
            .map(Into::into),
        );
        for path in SYSTEM.iter().map(OsString::from).chain(self.read_only.iter().cloned()) {
            argv.extend(["--ro-bind-try".into(), path.clone(), path]);
        }
        let [work, temp] = &place.from_outside;
        for (outside, inside) in [(work, &place.work), (temp, &place.temp)] {
            argv.extend(["--bind".into(), outside.into(), inside.into()]);
        }
        if let (Some(library), Some(path)) = (&self.preload, &place.preload) {
            argv.extend(["--ro-bind".into(), library.clone(), path.into()]);
            // Set inside only: `bwrap` itself would look for the library at a path that does not
            // exist outside.
            argv.extend(["--setenv".into(), "LD_PRELOAD".into(), path.into()]);
        }
        if let Some(probe) = probe {
            argv.extend(["--ro-bind".into(), probe.into(), PROBE.into()]);
        }
        argv.extend(filter_argument(surroundings));
        argv.extend(["--chdir".into(), place.work.clone().into(), "--".into()]);
        argv.extend(program);
        Ok(ChildTask::Program(argv))
    }
}

/// The argument that names the filter's descriptor. Rewinds the filter.
fn filter_argument(surroundings: &Surroundings) -> Vec<OsString> {
    let Some(mut filter) = surroundings.kept_open.as_ref() else { return Vec::new() };
    // If the filter cannot be read, `bwrap` refuses to start. It never starts without one.
    let _ = filter.rewind();
    vec!["--seccomp".into(), filter.as_raw_fd().to_string().into()]
}

#[cfg(target_os = "linux")]
fn filter(setup: &LauncherSetup) -> Result<Option<fs::File>, LaunchRefusal> {
    use std::io::Write;
    let failed = |error: std::io::Error| LaunchRefusal::Failed {
        what: "prepare seccomp".into(),
        reason: error.to_string(),
    };
    let mut bytes = Vec::new();
    for step in crate::seccomp::filter(setup).map_err(failed)? {
        bytes.extend(step.code.to_ne_bytes());
        bytes.extend([step.jt, step.jf]);
        bytes.extend(step.k.to_ne_bytes());
    }
    let file = rustix::fs::memfd_create("filter", rustix::fs::MemfdFlags::CLOEXEC);
    let mut file = fs::File::from(file.map_err(|error| failed(error.into()))?);
    file.write_all(&bytes).map_err(failed)?;
    Ok(Some(file))
}

#[cfg(not(target_os = "linux"))]
fn filter(_setup: &LauncherSetup) -> Result<Option<fs::File>, LaunchRefusal> {
    Ok(None)
}

/// Checks for errors that `bwrap` would only print: its exit status could be a program's too.
fn check(
    name: &OsStr,
    place: &ProgramPaths,
    env: &[(OsString, OsString)],
) -> Result<(), Unstarted> {
    let program = |reason| Err(Unstarted::Program { reason });
    if name.is_empty() {
        return program("the command is empty".to_owned());
    }
    let outside = |path: PathBuf| match path.strip_prefix(&place.work) {
        Ok(below) => place.from_outside[0].join(below),
        Err(_) => place.from_outside[0].join(path),
    };
    let found = child::candidates(name, env)
        .into_iter()
        .map(outside)
        .find(|path| path.symlink_metadata().is_ok());
    let Some(found) = found else { return program(child::not_found(name, &place.from_outside[0])) };
    // A link may lead to a file that exists only inside.
    let executable = rustix::fs::access(&found, rustix::fs::Access::EXEC_OK);
    match executable {
        Err(error) if found.exists() => program(child::explain(&found, &error.into())),
        _ if found.is_dir() => program("it is a folder".to_owned()),
        _ => child::format_trouble(&found).map_or(Ok(()), program),
    }
}
