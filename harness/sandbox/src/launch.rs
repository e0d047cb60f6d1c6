//! The launcher: the process that `stoker` starts as a copy of itself, once per sandbox.
//!
//! It makes everything that has to be made outside the sandbox (control group, folder, user and
//! process namespace), forks the server, waits for it, and removes what it made. It lives outside
//! the process namespace, so it can clean up whatever happens inside.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};

use crate::Status;
use crate::cgroup::Groups;
use crate::program_paths::{ProgramFolder, ProgramPaths};
use crate::server;
use crate::setup::LauncherSetup;
use crate::sys::{self, Fork, Reaped, Wait};
use crate::tree;
use crate::users::UserClaim;
use crate::wire::{self, LaunchRefusal, LauncherReply, LauncherRequest};

/// Runs the launcher. Returns its exit status.
pub(crate) fn launch() -> i32 {
    // A forked child must not unwind into values that its parent owns.
    std::panic::set_hook(Box::new(|panic| {
        eprintln!("the sandbox's launcher broke down: {panic}");
        std::process::abort();
    }));
    let Ok(control) = take_control() else { return 1 };
    let Ok(Some((LauncherRequest::Open(mut setup), _))) = wire::hear(&control) else { return 1 };
    outlive_nobody();
    let mut made = Removables::default();
    let status = match serve(&mut setup, &control, &mut made) {
        Ok(server) => {
            // From here on, only the server's end of the connection may be open.
            drop(control);
            watch(server)
        }
        Err(refusal) => {
            let _ = wire::say(&control, &LauncherReply::NotOpened(refusal), &[]);
            1
        }
    };
    made.take_away();
    status
}

/// Things that have to be removed at the end.
#[derive(Debug, Default)]
struct Removables {
    groups: Option<Groups>,
    folder: Option<ProgramFolder>,
    user: Option<UserClaim>,
}

impl Removables {
    fn take_away(self) {
        tree::kill_children();
        // The user comes last: nobody else may have it while anything of this sandbox is left.
        drop((self.groups, self.folder, self.user));
    }
}

/// Moves the control socket away from standard input.
fn take_control() -> io::Result<OwnedFd> {
    let control = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?;
    sys::place(File::open("/dev/null")?.as_fd(), 0)?;
    Ok(control)
}

/// Leaves the terminal, and arranges to end when the harness does, even if the harness is killed.
fn outlive_nobody() {
    // Fails only for the leader of a process group, which a new child is not.
    let _ = rustix::process::setsid();
    #[cfg(target_os = "linux")]
    {
        sys::hold_signals();
        let _ =
            rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::TERM));
        let _ = rustix::process::set_child_subreaper(rustix::process::getppid());
    }
}

/// Makes everything outside the sandbox, and forks the server. Returns its process id.
fn serve(
    setup: &mut LauncherSetup,
    control: &OwnedFd,
    made: &mut Removables,
) -> Result<i32, LaunchRefusal> {
    made.user = UserClaim::make(setup)?;
    setup.user = made.user.as_ref().map(UserClaim::user);
    made.groups = Groups::make(setup);
    made.folder = ProgramFolder::make(setup)?;
    #[cfg(target_os = "linux")]
    crate::namespaces::leave(setup)?;
    let place = ProgramPaths::of(setup, made.folder.as_ref());
    let own_handle = sys::handle(i32::try_from(std::process::id()).unwrap_or_default());
    match sys::fork() {
        Ok(Fork::Parent(pid)) => Ok(pid),
        Ok(Fork::Child) => {
            let status =
                server::serve(setup, place, control, own_handle.as_ref(), made.groups.as_ref());
            sys::exit(status)
        }
        Err(error) => Err(LaunchRefusal::Failed {
            what: "start its server".into(),
            reason: error.to_string(),
        }),
    }
}

/// Waits until the server has ended, or ends it when the harness is gone. Returns the exit status.
fn watch(server: i32) -> i32 {
    let mut ended = false;
    loop {
        #[cfg(target_os = "linux")]
        if sys::next_signal() == libc::SIGTERM {
            ended = true;
            let _ = sys::kill(server, libc::SIGKILL);
        }
        let wait = if cfg!(target_os = "linux") { Wait::Never } else { Wait::UntilOne };
        match sys::reap(server, wait) {
            Ok(None) => {}
            Ok(Some(Reaped { status: Status::Signal(signal), .. })) if !ended => {
                eprintln!("the sandbox's server was ended by signal {signal}");
                return 1;
            }
            Ok(Some(_)) => return 0,
            Err(_) => return 1,
        }
    }
}
