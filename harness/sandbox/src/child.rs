//! The child process, from the server's fork to the program.

#[cfg(target_os = "linux")]
use std::cell::Cell;
use std::ffi::{CString, OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::confine::Confinement;
use crate::hostile_acts::{self, Act};
use crate::sys::{self, Fork, Strings, Wait};
use crate::wire::Unstarted;

/// The task of a child.
#[derive(Debug)]
pub(crate) enum ChildTask {
    /// A program, with its arguments.
    Program(Vec<OsString>),
    /// A hostile act of a probe.
    Act(Act),
}

/// The surroundings of a program.
#[derive(Debug)]
pub(crate) struct Surroundings {
    pub(crate) work: PathBuf,
    pub(crate) env: Vec<(OsString, OsString)>,
    /// A file that stays open besides the standard streams, for a wrapper of programs.
    pub(crate) kept_open: Option<File>,
    /// The stack of children that share the server's memory, if it could be allocated.
    #[cfg(target_os = "linux")]
    pub(crate) stack: Option<sys::Stack>,
}

/// Forks a child that gets these standard streams, is confined, and then does its task. Returns its
/// process id once a program has been executed, or an act begins.
pub(crate) fn start(
    task: &ChildTask,
    streams: &[OwnedFd],
    surroundings: &mut Surroundings,
    confinement: &Confinement,
) -> Result<i32, Unstarted> {
    let failed = |what: &str, error: io::Error| Unstarted::Failed {
        what: what.into(),
        reason: error.to_string(),
    };
    if streams.len() != 3 {
        return Err(failed("get the program's pipes", io::ErrorKind::InvalidInput.into()));
    }
    #[cfg(target_os = "linux")]
    let _offer = confinement.offer();
    #[cfg(target_os = "linux")]
    if let ChildTask::Program(argv) = task
        && let Some(pid) = start_sharing(argv, streams, surroundings, confinement)
    {
        return Ok(pid);
    }
    // `exec` closes the pipe. Anything read from it before its end is the reason why `exec` failed.
    let (mut trouble, report) = io::pipe().map_err(|error| failed("make a pipe", error))?;
    match sys::fork().map_err(|error| failed("fork", error))? {
        Fork::Child => {
            drop(trouble);
            become_it(task, streams, surroundings, confinement, report)
        }
        Fork::Parent(pid) => {
            drop(report);
            let mut told = Vec::new();
            let read =
                trouble.read_to_end(&mut told).map_err(|error| failed("start a process", error));
            if read? == 0 {
                return Ok(pid);
            }
            let _ = sys::reap(pid, Wait::UntilOne);
            Err(serde_json::from_slice(&told)
                .unwrap_or_else(|error| failed("start a process", error.into())))
        }
    }
}

/// Starts a program without copying this process's memory, because the copy takes as long as
/// everything else. `None` if it does not start: then a child with memory of its own is to find out
/// why.
#[cfg(target_os = "linux")]
fn start_sharing(
    argv: &[OsString],
    streams: &[OwnedFd],
    surroundings: &mut Surroundings,
    confinement: &Confinement,
) -> Option<i32> {
    let mut stack = surroundings.stack.take()?;
    let command = ExecCommand::new(argv, &surroundings.env)?;
    let failed = Cell::new(false);
    let started = sys::fork_sharing(&mut stack, || {
        // No allocation may be alive when the program is executed, because it would never be freed.
        if prepare(streams, surroundings, confinement).is_ok() {
            for path in &command.paths {
                let _ = sys::execute(path, &command.argv, &command.env);
            }
        }
        failed.set(true);
    });
    surroundings.stack = Some(stack);
    let pid = started.ok()?;
    if failed.get() {
        let _ = sys::reap(pid, Wait::UntilOne);
        return None;
    }
    Some(pid)
}

/// A program in the form that `exec` takes.
struct ExecCommand {
    /// Candidate files, in the order in which they are tried.
    paths: Vec<CString>,
    argv: Strings,
    env: Strings,
}

impl ExecCommand {
    /// Returns `None` if the command is empty, or if something in it holds a zero byte.
    fn new(argv: &[OsString], env: &[(OsString, OsString)]) -> Option<Self> {
        let name = argv.first().filter(|name| !name.is_empty())?;
        let text = |bytes: &[u8]| CString::new(bytes).ok();
        let paths = candidates(name, env);
        let pairs = env
            .iter()
            .map(|(name, value)| text(&[name.as_bytes(), b"=", value.as_bytes()].concat()));
        Some(Self {
            paths: paths
                .iter()
                .map(|path| text(path.as_os_str().as_bytes()))
                .collect::<Option<_>>()?,
            argv: Strings::new(
                argv.iter().map(|word| text(word.as_bytes())).collect::<Option<_>>()?,
            ),
            env: Strings::new(pairs.collect::<Option<_>>()?),
        })
    }
}

/// The child's part. Never returns.
fn become_it(
    task: &ChildTask,
    streams: &[OwnedFd],
    surroundings: &Surroundings,
    confinement: &Confinement,
    mut report: io::PipeWriter,
) -> ! {
    let trouble = match prepare(streams, surroundings, confinement) {
        Err((what, error)) => Unstarted::Failed { what: what.into(), reason: error.to_string() },
        Ok(()) => match task {
            ChildTask::Program(argv) => execute(argv, &surroundings.env),
            ChildTask::Act(act) => {
                drop(report);
                sys::exit(hostile_acts::carry_out(act))
            }
        },
    };
    let _ = report.write_all(&serde_json::to_vec(&trouble).unwrap_or_default());
    sys::exit(127)
}

fn prepare(
    streams: &[OwnedFd],
    surroundings: &Surroundings,
    confinement: &Confinement,
) -> Result<(), (&'static str, io::Error)> {
    for (number, stream) in (0..).zip(streams) {
        sys::place(stream.as_fd(), number).map_err(|error| ("connect the pipes", error))?;
    }
    #[cfg(target_os = "linux")]
    sys::close_on_exec();
    if let Some(file) = &surroundings.kept_open {
        rustix::io::fcntl_setfd(file, rustix::io::FdFlags::empty())
            .map_err(|error| ("keep a file open", error.into()))?;
    }
    sys::fresh_signals();
    // A session of its own keeps signals to the program's group from the server, and lets the group
    // be killed as one.
    rustix::process::setsid().map_err(|error| ("start a session", error.into()))?;
    confinement.enter()?;
    std::env::set_current_dir(&surroundings.work)
        .map_err(|error| ("enter the working folder", error))
}

/// Executes the program. Returns the reason if that fails.
fn execute(argv: &[OsString], env: &[(OsString, OsString)]) -> Unstarted {
    let program = |reason| Unstarted::Program { reason };
    let Some(name) = argv.first().filter(|name| !name.is_empty()) else {
        return program("the command is empty".to_owned());
    };
    let Some(command) = ExecCommand::new(argv, env) else {
        return program("the command or its environment holds a zero byte".to_owned());
    };
    let mut reason = None;
    for path in &command.paths {
        let error = sys::execute(path, &command.argv, &command.env);
        if sys::is_the_machines(&error) {
            let what = "execute a program".to_owned();
            return Unstarted::Failed { what, reason: error.to_string() };
        }
        let candidate = PathBuf::from(OsStr::from_bytes(path.as_bytes()));
        if error.raw_os_error() != Some(libc::ENOENT) || candidate.symlink_metadata().is_ok() {
            reason.get_or_insert_with(|| explain(&candidate, &error));
        }
    }
    program(reason.unwrap_or_else(|| not_found(name, Path::new("."))))
}

/// The files that a program's name may refer to.
pub(crate) fn candidates(name: &OsStr, env: &[(OsString, OsString)]) -> Vec<PathBuf> {
    if name.as_bytes().contains(&b'/') {
        return vec![name.into()];
    }
    let path = env
        .iter()
        .find(|(name, _)| name == "PATH")
        .map(|(_, value)| value.clone())
        .unwrap_or_default();
    std::env::split_paths(&path).map(|folder| folder.join(name)).collect()
}

/// The message for a program that does not exist; `work` is the working folder.
pub(crate) fn not_found(name: &OsStr, work: &Path) -> String {
    if Path::new(name).is_absolute() {
        "there is no such file in the sandbox, which shows the system's folders, the entrant's as /work, and the \
         paths configured as read-only"
            .to_owned()
    } else if name.as_bytes().contains(&b'/') {
        "there is no such file in the entrant's folder".to_owned()
    } else if work.join(name).exists() {
        format!(
            "it is not in PATH; to run the file in the entrant's folder write ./{}",
            name.display()
        )
    } else {
        "there is no program of this name in PATH; is the interpreter installed, and its folder shown to the sandbox?"
            .to_owned()
    }
}

/// The reason why an existing file was not executed, in words for its author.
pub(crate) fn explain(path: &Path, error: &io::Error) -> String {
    let head = head(path);
    match error.raw_os_error() {
        Some(libc::ENOENT) => match interpreter(&head) {
            Some(interpreter) => {
                format!("its first line names an interpreter that is not there: {interpreter}")
            }
            None if path.exists() => "the loader that it was linked for is not there".to_owned(),
            None => "it is a symbolic link to nothing".to_owned(),
        },
        Some(libc::EACCES) if path.is_dir() => "it is a folder".to_owned(),
        Some(libc::EACCES)
            if fs::metadata(path).is_ok_and(|found| found.permissions().mode() & 0o111 == 0) =>
        {
            format!("it is not executable; chmod +x {}", path.display())
        }
        Some(libc::EACCES) => format!("it may not be executed ({error})"),
        Some(libc::ENOEXEC) => unknown_format(&head),
        _ => error.to_string(),
    }
}

/// The problem with the format of an executable file, if there is one.
pub(crate) fn format_trouble(path: &Path) -> Option<String> {
    let head = head(path);
    let own = match std::env::consts::ARCH {
        "x86_64" => [62, 0],
        "aarch64" => [183, 0],
        _ => return None,
    };
    let native = head.starts_with(b"\x7fELF") && head.get(18..20) == Some(&own);
    let script = head.starts_with(b"#!");
    (!native && !script && !head.is_empty()).then(|| unknown_format(&head))
}

fn head(path: &Path) -> Vec<u8> {
    let mut head = Vec::new();
    // Only regular files are opened, because opening anything else might block.
    if fs::metadata(path).is_ok_and(|found| found.is_file()) {
        let _ = File::open(path).and_then(|file| file.take(256).read_to_end(&mut head));
    }
    head
}

fn interpreter(head: &[u8]) -> Option<String> {
    let line = head.strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    let shown = String::from_utf8_lossy(line).trim().to_owned();
    let note =
        if line.ends_with(b"\r") { " (the line ends as on Windows; convert the file)" } else { "" };
    Some(shown + note)
}

fn unknown_format(head: &[u8]) -> String {
    let machine = match (head.get(..4), head.get(18..20)) {
        (Some(b"\x7fELF"), Some(&[low, high])) => match u16::from_le_bytes([low, high]) {
            3 => "32-bit x86",
            40 => "32-bit ARM",
            62 => "x86-64",
            183 => "64-bit ARM",
            243 => "RISC-V",
            _ => "another processor",
        },
        (Some(b"\xcf\xfa\xed\xfe" | b"\xca\xfe\xba\xbe"), _) => "macOS",
        (Some([b'M', b'Z', ..]), _) => "Windows",
        _ => {
            return "it is neither a program nor a script; scripts begin with #! and an interpreter"
                .to_owned();
        }
    };
    format!("it was built for {machine}; build it on this machine")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_for_another_machine_is_named_as_such() {
        let mut elf = b"\x7fELF".to_vec();
        elf.resize(18, 0);
        elf.extend([183, 0]);
        assert!(unknown_format(&elf).contains("64-bit ARM"));
        assert!(unknown_format(b"MZ\x90\0").contains("Windows"));
        assert!(unknown_format(b"print('hello')").contains("#!"));
    }

    #[test]
    fn a_missing_interpreter_is_named() {
        assert_eq!(interpreter(b"#!/usr/bin/python9\ncode"), Some("/usr/bin/python9".to_owned()));
        assert!(interpreter(b"#!/bin/sh\r\ncode").is_some_and(|shown| shown.contains("Windows")));
        assert_eq!(interpreter(b"code"), None);
    }
}
