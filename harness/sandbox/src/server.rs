//! The server: starts programs, watches them, and reports how they end.
//!
//! Under full isolation it is the first process of its process namespace. Orphans become its
//! children, no signal from inside can harm it, and when it ends the kernel ends all the others.

use std::ffi::OsString;
use std::fs::File;
use std::io::ErrorKind;
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::bwrap::Wrapper;
use crate::cgroup::{Cuts, Groups};
use crate::child::{self, ChildTask, Surroundings};
use crate::confine::Confinement;
use crate::copy::{CopyBounds, Links, copy};
use crate::program_paths::ProgramPaths;
use crate::run::RunningProgram;
use crate::sampler;
use crate::setup::LauncherSetup;
use crate::sys::{self, Reaped, Wait};
use crate::tree;
use crate::warm::{Copied, Warmth};
use crate::wire::{self, LaunchRefusal, LauncherReply, LauncherRequest, Unexported, Unstarted};
use crate::{Isolation, Limit, Status};

/// Serves until the connection closes, or until the process of the handle `launcher` ends. Returns
/// the server's exit status.
pub(crate) fn serve(
    setup: &LauncherSetup,
    place: ProgramPaths,
    control: &OwnedFd,
    launcher: Option<&OwnedFd>,
    groups: Option<&Groups>,
) -> i32 {
    let mut server = match SandboxServer::open(setup, place, control, launcher, groups) {
        Ok(server) => server,
        Err(refusal) => {
            let _ = wire::say(control, &LauncherReply::NotOpened(refusal), &[]);
            return 1;
        }
    };
    let served = server.serve();
    if let Err(error) = &served
        && !matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset)
    {
        eprintln!("the sandbox's server cannot go on: {error}");
    }
    let status = i32::from(served.is_err());
    server.end_all();
    status
}

/// The interval of checks for a process's end where the system does not report it.
const UNTOLD: Duration = Duration::from_millis(2);

/// Things that have happened.
struct ServerEvents {
    /// There is a request, or the connection closed.
    asked: bool,
    /// The launcher is gone.
    orphaned: bool,
    /// The main process of the program may have ended.
    ended: bool,
}

struct SandboxServer<'a> {
    setup: &'a LauncherSetup,
    place: ProgramPaths,
    surroundings: Surroundings,
    control: &'a OwnedFd,
    launcher: Option<&'a OwnedFd>,
    groups: Option<&'a Groups>,
    /// The kernel's counts when the last program ended. Until the next one is started, nothing runs
    /// that they could count.
    cuts: Cuts,
    confinement: Confinement,
    wrapper: Option<Wrapper>,
    warmth: Warmth,
    run: Option<RunningProgram>,
}

impl<'a> SandboxServer<'a> {
    fn open(
        setup: &'a LauncherSetup,
        place: ProgramPaths,
        control: &'a OwnedFd,
        launcher: Option<&'a OwnedFd>,
        groups: Option<&'a Groups>,
    ) -> Result<Self, LaunchRefusal> {
        // No process inside may inspect the server.
        #[cfg(target_os = "linux")]
        {
            // If its end ends all others, it ends with the launcher. Otherwise it has to live on
            // for a moment, to end the others.
            let death = setup.has_private_processes().then_some(rustix::process::Signal::KILL);
            let _ = rustix::process::set_parent_process_death_signal(death);
            let _ = rustix::process::set_dumpable_behavior(
                rustix::process::DumpableBehavior::NotDumpable,
            );
            let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
            if setup.has_private_files() {
                crate::mounts::enter(setup)?;
            } else if setup.has_private_processes() {
                crate::mounts::own_process_folder()?;
            }
        }
        let clock = groups.and_then(Groups::join_clock);
        let (confinement, kept) = Confinement::prepare(setup, &place, groups)?;
        let wrapped = setup.isolation == Isolation::Bwrap;
        let mut wrapper = wrapped.then(|| Wrapper::find(setup)).transpose()?;
        let surroundings = Surroundings {
            work: place.from_outside[0].clone(),
            env: environment(setup, &place),
            kept_open: wrapper.as_mut().and_then(Wrapper::take_filter),
            #[cfg(target_os = "linux")]
            stack: sys::Stack::new().ok(),
        };
        let server = Self {
            setup,
            place,
            surroundings,
            control,
            launcher,
            groups,
            cuts: groups.map(Groups::cuts).unwrap_or_default(),
            confinement,
            wrapper,
            warmth: Warmth::default(),
            run: None,
        };
        let clock: Vec<_> = clock.iter().map(AsFd::as_fd).collect();
        let opened = wire::say(control, &LauncherReply::Opened(kept), &clock);
        opened.map_err(|error| LaunchRefusal::Failed {
            what: "answer".into(),
            reason: error.to_string(),
        })?;
        Ok(server)
    }

    fn serve(&mut self) -> std::io::Result<()> {
        loop {
            let event = self.wait()?;
            if event.orphaned || event.asked && !self.answer()? {
                return Ok(());
            }
            if event.ended {
                self.reap()?;
            }
            self.watch()?;
        }
    }

    /// Waits for something to happen, or until the program is due for a look.
    fn wait(&self) -> std::io::Result<ServerEvents> {
        let handle = self.run.as_ref().and_then(|run| run.handle.as_ref());
        let sources = [Some(self.control), self.launcher, handle];
        let mut fds: Vec<_> =
            sources.iter().flatten().map(|fd| PollFd::new(*fd, PollFlags::IN)).collect();
        let left =
            self.run.as_ref().map(|run| run.next_sample.saturating_duration_since(Instant::now()));
        let left = left.map(|left| if handle.is_some() { left } else { left.min(UNTOLD) });
        let left = left.map(|left| Timespec { tv_sec: 0, tv_nsec: left.subsec_nanos().into() });
        wire::retry(|| poll(&mut fds, left.as_ref()))?;
        let mut ready = fds.iter().map(|fd| !fd.revents().is_empty());
        let mut of =
            |source: Option<&OwnedFd>| source.is_some() && ready.next().unwrap_or_default();
        let (asked, orphaned) = (of(Some(self.control)), of(self.launcher));
        Ok(ServerEvents { asked, orphaned, ended: handle.is_none() || of(handle) })
    }

    /// Answers one request. Returns `false` when the connection is closed.
    fn answer(&mut self) -> std::io::Result<bool> {
        let Some((request, fds)) = wire::hear::<LauncherRequest>(self.control)? else {
            return Ok(false);
        };
        match request {
            LauncherRequest::Spawn(argv) if self.setup.can_be_warm() => {
                self.fork_warm(argv, fds)?
            }
            LauncherRequest::Spawn(argv) => self.start(ChildTask::Program(argv), &fds)?,
            LauncherRequest::Act(act) => self.start(ChildTask::Act(act), &fds)?,
            LauncherRequest::Kill => {
                // A program that leaves the server no processor time may be over its limits
                // unseen: a look that is due comes first.
                self.watch()?;
                // If it has ended, its exit has been sent.
                self.finish(None)?;
            }
            LauncherRequest::Rest => self.rest(),
            LauncherRequest::Go => self.go(),
            LauncherRequest::Newest => {
                let private = self.setup.has_private_processes();
                let newest = private.then(tree::last_process).flatten();
                let newest = newest.and_then(|id| u32::try_from(id).ok());
                wire::say(self.control, &LauncherReply::Newest(newest), &[])?;
            }
            LauncherRequest::Export => {
                let exported = self
                    .export(&fds)
                    .map_or_else(LauncherReply::NotExported, |()| LauncherReply::Exported);
                wire::say(self.control, &exported, &[])?;
            }
            LauncherRequest::Open(_) => return Err(ErrorKind::InvalidData.into()),
        }
        Ok(true)
    }

    /// Stops all processes of the program, if none can evade that.
    fn rest(&mut self) {
        if let Some(run) = self.run.as_mut().filter(|_| self.setup.can_rest()) {
            run.rests = true;
            let _ = sys::kill(-1, libc::SIGSTOP);
        }
    }

    fn go(&mut self) {
        if let Some(run) = self.run.as_mut().filter(|run| run.rests) {
            run.rests = false;
            let _ = sys::kill(-1, libc::SIGCONT);
        }
    }

    /// Has a turn played by a copy of a warm process, if there can be one.
    fn fork_warm(&mut self, argv: Vec<OsString>, streams: Vec<OwnedFd>) -> std::io::Result<()> {
        let (surroundings, confinement) = (&mut self.surroundings, &self.confinement);
        let pid = match self.warmth.copy(&argv, &streams, surroundings, confinement) {
            Copied::As(pid) => pid,
            Copied::Not => return self.start(ChildTask::Program(argv), &streams),
            Copied::Lost(error) => {
                self.end_all();
                let what = "copy a warm process".to_owned();
                let failed = Unstarted::Failed { what, reason: error.to_string() };
                return wire::say(self.control, &LauncherReply::NotStarted(failed), &[]);
            }
        };
        // After the streams are closed here, a reader that hears of the exit also finds the ends of
        // the streams.
        drop(streams);
        self.run = Some(RunningProgram::new(pid, self.confinement.first_look()));
        // Most turns are over by now, and then their start need not be reported.
        self.reap()?;
        self.watch()?;
        self.tell_started()
    }

    /// Reports that a program was started, with a handle for it; does nothing if it has ended.
    fn tell_started(&mut self) -> std::io::Result<()> {
        let Some(run) = &mut self.run else { return Ok(()) };
        run.handle = sys::handle(run.pid);
        let fds: Vec<_> = run.handle.iter().map(AsFd::as_fd).collect();
        wire::say(self.control, &LauncherReply::Started, &fds)
    }

    fn start(&mut self, task: ChildTask, streams: &[OwnedFd]) -> std::io::Result<()> {
        let started = match &self.wrapper {
            Some(wrapper) => wrapper.wrap(task, &self.place, &self.surroundings),
            None => Ok(task),
        };
        let started = started.and_then(|task| {
            child::start(&task, streams, &mut self.surroundings, &self.confinement)
        });
        match started {
            Ok(pid) => {
                self.run = Some(RunningProgram::new(pid, self.confinement.first_look()));
                self.tell_started()
            }
            Err(unstarted) => wire::say(self.control, &LauncherReply::NotStarted(unstarted), &[]),
        }
    }

    fn export(&self, fds: &[OwnedFd]) -> Result<(), Unexported> {
        let failed = |reason: String| Unexported::Failed { reason };
        let to = fds.first().ok_or_else(|| failed("no folder to copy to".into()))?;
        let from = File::open(&self.place.from_outside[0]);
        let from = from.map_err(|error| failed(error.to_string()))?;
        let bytes = if self.setup.on(Limit::Disk) { self.setup.limits.disk } else { u64::MAX };
        let mut bounds = CopyBounds::new(bytes, Links::StayInside, None);
        copy(from.as_fd(), to.as_fd(), &mut bounds).map_err(|error| {
            let reason = error.to_string();
            match error.is_the_machines() {
                true => Unexported::Failed { reason },
                false => Unexported::Folder { reason },
            }
        })
    }

    /// Records the program's end, if it has ended.
    fn reap(&mut self) -> std::io::Result<()> {
        let Some(run) = &mut self.run else { return Ok(()) };
        let Ok(Some(reaped)) = sys::reap(run.pid, Wait::Never) else { return Ok(()) };
        run.note(&reaped);
        self.finish(None)
    }

    /// Looks at the program if it is due.
    fn watch(&mut self) -> std::io::Result<()> {
        let Some(run) = &mut self.run else { return Ok(()) };
        if Instant::now() < run.next_sample {
            return Ok(());
        }
        // A stopped program does not grow, and looking at it would take the other side's time. But
        // a process that was not stopped yet may have continued another.
        if run.rests {
            run.look_again(Duration::ZERO);
            let _ = sys::kill(-1, libc::SIGSTOP);
            return Ok(());
        }
        let before = sys::own_cpu_time();
        let hit = self.look();
        let cost = sys::own_cpu_time().saturating_sub(before);
        if let Some(run) = &mut self.run {
            run.look_again(cost);
        }
        if hit.is_some() { self.finish(hit) } else { Ok(()) }
    }

    /// Looks at the program. Returns the limit that it exceeded.
    fn look(&mut self) -> Option<Limit> {
        // For the kernel, a process that has ended counts until somebody waits for it.
        let (crowd, made) = self.crowd();
        let run = self.run.as_mut()?;
        run.see_crowd(crowd, made, self.setup.most_processes());
        if run.is_new() {
            return None;
        }
        // The server waits for orphans; the end of the main process is reported by its handle.
        let warm = self.warmth.pid();
        for pid in tree::zombies(run.pid).into_iter().filter(|&pid| Some(pid) != warm) {
            if let Ok(Some(reaped)) = sys::reap(pid, Wait::Never) {
                run.note(&reaped);
            }
        }
        self.sample()
    }

    /// Samples the program. Returns the limit that it exceeded.
    fn sample(&mut self) -> Option<Limit> {
        let pids = self.processes();
        let run = self.run.as_mut()?;
        let sample = sampler::sample(&pids, self.confinement.unowned(), &mut run.mappings);
        run.exit.peak_memory = run.exit.peak_memory.max(sample.together);
        run.crowded |= sample.tasks >= self.setup.most_processes();
        let cuts = self.groups.map(Groups::cuts).unwrap_or_default();
        let killed = cuts.since(&self.cuts).filter(|&limit| limit == Limit::TreeMemory);
        killed.or_else(|| sampler::exceeded(&sample, &pids, self.setup, &mut run.exact))
    }

    /// The program's processes, and no more of them than show that it has too many.
    fn processes(&self) -> Vec<i32> {
        let limited = self.setup.on(Limit::Processes);
        let most = if limited { self.setup.most_processes() + 1 } else { u64::MAX };
        self.others().take(usize::try_from(most).unwrap_or(usize::MAX)).collect()
    }

    /// The number of the program's processes, and the newest of its namespace.
    fn crowd(&self) -> (u64, Option<i32>) {
        let crowd = u64::try_from(self.processes().len()).unwrap_or(u64::MAX);
        (crowd, self.setup.has_private_processes().then(tree::last_process).flatten())
    }

    /// All processes except the server's and the warm one.
    fn others(&self) -> impl Iterator<Item = i32> {
        let all: Box<dyn Iterator<Item = i32>> = if self.setup.has_private_processes() {
            Box::new(tree::others_in_namespace())
        } else {
            Box::new(tree::descendants())
        };
        all.filter(|&pid| Some(pid) != self.warmth.pid())
    }

    /// Ends what is left of the program and reports its exit. Does nothing if none runs.
    fn finish(&mut self, hit: Option<Limit>) -> std::io::Result<()> {
        let Some(mut run) = self.run.take() else { return Ok(()) };
        let used = self.used_by_the_living();
        if run.ended && run.exit.status != Status::Code(0) {
            // The processes that a short program left behind show if it was refused more. The main
            // process, which has just been waited for, was one of them.
            let (left, made) = self.crowd();
            run.see_crowd(left + 1, made, self.setup.most_processes());
        }
        self.end_run(&mut run);
        if self.wrapper.is_some() {
            run.unwrap_status();
            run.exit.cpu = run.exit.cpu.max(used);
        }
        let cuts = self.groups.map(Groups::cuts).unwrap_or_default();
        let hit = hit.or_else(|| cuts.since(&self.cuts));
        let hit = hit.or_else(|| run.told_by_status(self.setup));
        self.cuts = cuts;
        run.exit.hit = hit.or_else(|| self.full(&run));
        wire::say(self.control, &LauncherReply::Exited(run.exit, self.warmth.cpu()), &[])
    }

    /// Ends all processes of a program. The warm process stays if it is the only one left.
    fn end_run(&mut self, run: &mut RunningProgram) {
        if !run.ended && self.warmth.pid().is_some() {
            // Everything that does not outlive the main process ends with it.
            let _ = sys::kill(run.pid, libc::SIGKILL);
            if let Ok(Some(reaped)) = sys::reap(run.pid, Wait::UntilOne) {
                run.note(&reaped);
            }
        }
        if self.warmth.is_all_that_is_left() {
            return;
        }
        for reaped in self.end_all_of(run.pid) {
            if !self.warmth.note(&reaped) {
                run.note(&reaped);
            }
        }
    }

    /// CPU time of the processes in a wrapper that are about to be killed. When a process namespace
    /// ends as a whole, the kernel waits for no process in it, and their times are lost.
    fn used_by_the_living(&self) -> Duration {
        #[cfg(target_os = "linux")]
        if self.wrapper.is_some() {
            return self.others().filter_map(sys::cpu_clock).sum();
        }
        Duration::ZERO
    }

    /// The limit on all files, if a program that failed has used all of it.
    fn full(&self, run: &RunningProgram) -> Option<Limit> {
        let failed = self.setup.has_private_files() && run.exit.status != Status::Code(0);
        if !failed || !self.setup.on(Limit::Disk) {
            return None;
        }
        let space = rustix::fs::statvfs(&self.surroundings.work).ok()?;
        (space.f_bavail == 0 || space.f_favail == 0).then_some(Limit::Disk)
    }

    fn end_all(&mut self) {
        let pid = self.run.as_ref().map_or(0, |run| run.pid);
        for reaped in self.end_all_of(pid) {
            self.warmth.note(&reaped);
        }
    }

    fn end_all_of(&self, pid: i32) -> Vec<Reaped> {
        let private = self.setup.has_private_processes();
        tree::end(|| {
            if private {
                let _ = sys::kill(-1, libc::SIGKILL);
                return;
            }
            let descendants: Vec<i32> = tree::descendants().collect();
            // Each program leads a process group. Where its descendants cannot be listed, the group
            // is all that can be killed. Elsewhere it is left alone: the number of a group whose
            // leader has ended may belong to a stranger by now.
            if descendants.is_empty() && pid > 0 {
                let _ = sys::kill(-pid, libc::SIGKILL);
            }
            for pid in descendants {
                let _ = sys::kill(pid, libc::SIGKILL);
            }
        })
    }
}

/// The environment variables of programs.
fn environment(setup: &LauncherSetup, place: &ProgramPaths) -> Vec<(OsString, OsString)> {
    let fixed: [(&str, OsString); 6] = [
        ("PATH", "/usr/local/bin:/usr/bin:/bin".into()),
        ("LANG", "C.UTF-8".into()),
        ("HOME", place.work.clone().into()),
        ("TMPDIR", place.temp.clone().into()),
        ("PYTHONHASHSEED", "0".into()),
        ("PYTHONDONTWRITEBYTECODE", "1".into()),
    ];
    let preload = place.preload.as_ref().filter(|_| setup.isolation != Isolation::Bwrap);
    let preload = preload.map(|library| ("LD_PRELOAD".into(), library.clone().into()));
    let given = |name: &str| setup.env.iter().any(|(given, _)| given == name);
    let fixed = fixed
        .into_iter()
        .filter(|(name, _)| !given(name))
        .map(|(name, value)| (name.into(), value));
    fixed.chain(preload).chain(setup.env.iter().cloned()).collect()
}
