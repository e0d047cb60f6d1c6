//! System calls that no crate wraps safely. They contain all `unsafe` code of this crate.

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::time::Duration;

/// A handle that becomes readable when this process ends; `None` on systems without such handles.
pub(crate) fn handle(pid: i32) -> Option<OwnedFd> {
    #[cfg(target_os = "linux")]
    let handle = rustix::process::Pid::from_raw(pid).and_then(|pid| {
        rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()).ok()
    });
    #[cfg(not(target_os = "linux"))]
    let handle = {
        let _ = pid;
        None
    };
    handle
}

/// CPU time of this process, which has one thread.
pub(crate) fn own_cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// The side on which `fork` returned.
pub(crate) enum Fork {
    Child,
    Parent(i32),
}

/// Copies this process.
///
/// Only launchers call this. They never start a thread, so no lock can be held by a thread that
/// does not exist in the child. Allocating in the child is fine.
pub(crate) fn fork() -> io::Result<Fork> {
    // SAFETY: the launcher has one thread (see above), so this very thread left the child's memory
    // in a consistent state. `fork` asks nothing else of its callers.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok(Fork::Child),
        pid => Ok(Fork::Parent(pid)),
    }
}

/// Ends this process without running anything that its parent registered.
pub(crate) fn exit(status: i32) -> ! {
    // SAFETY: `_exit` takes any number and has no precondition.
    unsafe { libc::_exit(status) }
}

/// A child that has ended and was waited for.
#[derive(Debug)]
pub(crate) struct Reaped {
    pub(crate) pid: i32,
    pub(crate) status: crate::Status,
    /// Time in user and kernel mode, including the children that it waited for.
    pub(crate) cpu: Duration,
    /// The largest resident size in bytes.
    pub(crate) peak: u64,
}

/// Waiting for a child that has not ended yet, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    UntilOne,
    Never,
}

/// Waits for a child: `pid`, or any for -1. Returns `None` if none has ended yet.
///
/// # Errors
///
/// `ECHILD` if there are no children.
pub(crate) fn reap(pid: i32, wait: Wait) -> io::Result<Option<Reaped>> {
    let mut status = 0;
    // Includes children that report their end by another signal than the usual one.
    #[cfg(target_os = "linux")]
    let all = libc::__WALL;
    #[cfg(not(target_os = "linux"))]
    let all = 0;
    let flags = all | if wait == Wait::Never { libc::WNOHANG } else { 0 };
    loop {
        // SAFETY: an all-zero `rusage` is a valid value of that plain struct of integers.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // SAFETY: both pointers are to live locals of the right types.
        match unsafe { libc::wait4(pid, &raw mut status, flags, &raw mut usage) } {
            0 => return Ok(None),
            -1 => {
                let error = io::Error::last_os_error();
                if error.kind() != io::ErrorKind::Interrupted {
                    return Err(error);
                }
            }
            pid => return Ok(Some(reaped(pid, status, &usage))),
        }
    }
}

fn reaped(pid: i32, status: i32, usage: &libc::rusage) -> Reaped {
    let status = if libc::WIFSIGNALED(status) {
        crate::Status::Signal(libc::WTERMSIG(status))
    } else {
        crate::Status::Code(libc::WEXITSTATUS(status))
    };
    // Linux counts in KiB, macOS in bytes.
    let unit = if cfg!(target_os = "linux") { 1024 } else { 1 };
    let peak = u64::try_from(usage.ru_maxrss).unwrap_or_default() * unit;
    Reaped { pid, status, cpu: duration(usage.ru_utime) + duration(usage.ru_stime), peak }
}

fn duration(time: libc::timeval) -> Duration {
    let micros = u32::try_from(time.tv_usec).unwrap_or_default();
    Duration::new(u64::try_from(time.tv_sec).unwrap_or_default(), micros * 1000)
}

/// Sends a signal to a process, or with -1 to all processes that it can reach.
pub(crate) fn kill(pid: i32, signal: i32) -> io::Result<()> {
    // SAFETY: `kill` touches no memory of this process.
    done(unsafe { libc::kill(pid, signal) })
}

/// True if an error means that the machine is short of something, and the request is not to blame.
pub(crate) fn is_the_machines(error: &io::Error) -> bool {
    const SHORT: [i32; 5] = [libc::ENOMEM, libc::EAGAIN, libc::EMFILE, libc::ENFILE, libc::EIO];
    error.raw_os_error().is_some_and(|error| SHORT.contains(&error))
}

/// Lets this process wait for its children, even if the process that started it had `SIGCHLD`
/// ignored.
pub(crate) fn hear_of_children() {
    // SAFETY: the default disposition installs no handler.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
}

/// Resets signals that the process which started this one had ignored, so that programs start as
/// usual. The signals that the Rust runtime handles are excepted.
pub(crate) fn forget_ignored() {
    const RUNTIME: [i32; 3] = [libc::SIGPIPE, libc::SIGSEGV, libc::SIGBUS];
    for signal in (1..32).filter(|signal| !RUNTIME.contains(signal)) {
        // SAFETY: the default disposition installs no handler; where it is fixed, nothing happens.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

/// Resets signals for a new program: nothing is blocked, and the pipe signal, which the Rust
/// runtime ignores, is in force.
pub(crate) fn fresh_signals() {
    // SAFETY: the set is a live local, initialised by `sigemptyset`; no handler is installed.
    unsafe {
        let mut none = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut());
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        libc::signal(libc::SIGSEGV, libc::SIG_DFL);
        libc::signal(libc::SIGBUS, libc::SIG_DFL);
    }
}

/// Makes `fd` the standard stream `number` (0 to 2), which stays open on `exec`.
pub(crate) fn place(fd: BorrowedFd<'_>, number: i32) -> io::Result<()> {
    // SAFETY: standard streams are owned by nobody in a launcher: `take_control` put `/dev/null`
    // there, and no `OwnedFd` of them exists.
    done(unsafe { libc::dup2(fd.as_raw_fd(), number) })
}

/// Strings in the form that `exec` takes.
#[derive(Debug)]
pub(crate) struct Strings {
    /// Pointers into `_strings`, whose heap memory does not move. The last one is null.
    pointers: Vec<*const libc::c_char>,
    _strings: Vec<CString>,
}

impl Strings {
    pub(crate) fn new(strings: Vec<CString>) -> Self {
        let pointers = strings.iter().map(|string| string.as_ptr()).chain([std::ptr::null()]);
        Self { pointers: pointers.collect(), _strings: strings }
    }
}

/// Executes another program. Returns only if that failed. Allocates nothing.
pub(crate) fn execute(program: &CStr, argv: &Strings, env: &Strings) -> io::Error {
    // SAFETY: both arrays end in a null pointer, and they and the strings outlive the call.
    unsafe { libc::execve(program.as_ptr(), argv.pointers.as_ptr(), env.pointers.as_ptr()) };
    io::Error::last_os_error()
}

/// Sets the soft and the hard limit of a resource.
pub(crate) fn limit(resource: rustix::process::Resource, soft: u64, hard: u64) -> io::Result<()> {
    let limit = rustix::process::Rlimit { current: Some(soft), maximum: Some(hard) };
    Ok(rustix::process::setrlimit(resource, limit)?)
}

fn done(result: libc::c_int) -> io::Result<()> {
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

#[cfg(target_os = "linux")]
pub(crate) use linux::*;

#[cfg(target_os = "linux")]
mod linux {
    use super::*;

    /// A stack for [`fork_sharing`], with a guard page below it.
    #[derive(Debug)]
    pub(crate) struct Stack {
        lowest: *mut libc::c_void,
    }

    impl Stack {
        /// Size in bytes. The code up to `exec` goes a few KiB deep.
        const SIZE: usize = 256 << 10;
        /// Size of the guard in bytes: at least a page on every system.
        const GUARD: usize = 64 << 10;

        pub(crate) fn new() -> io::Result<Self> {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_STACK;
            let none = std::ptr::null_mut();
            // SAFETY: a new mapping, at an address that the kernel chooses, affects no other.
            let lowest = unsafe {
                libc::mmap(none, Self::GUARD + Self::SIZE, libc::PROT_NONE, flags, -1, 0)
            };
            if lowest == libc::MAP_FAILED {
                return Err(io::Error::last_os_error());
            }
            let stack = Self { lowest };
            let access = libc::PROT_READ | libc::PROT_WRITE;
            // SAFETY: this is the upper part of the mapping just made, which nobody uses yet.
            done(unsafe { libc::mprotect(lowest.byte_add(Self::GUARD), Self::SIZE, access) })?;
            Ok(stack)
        }

        /// The beginning of the stack, which grows downwards; a multiple of the page size.
        fn top(&self) -> *mut libc::c_void {
            // SAFETY: one past the end still belongs to the mapping.
            unsafe { self.lowest.byte_add(Self::GUARD + Self::SIZE) }
        }
    }

    impl Drop for Stack {
        fn drop(&mut self) {
            // SAFETY: this value owns the mapping, and nobody runs on it, because `fork_sharing`
            // borrows it until the child has left it.
            unsafe { libc::munmap(self.lowest, Self::GUARD + Self::SIZE) };
        }
    }

    /// Makes a process that shares this one's memory. The new process calls `become_other`, and
    /// ends if that returns. Waits until it has executed another program or has ended. Returns its
    /// id.
    ///
    /// The child gets copies of the descriptors, signal handlers, working folder, limits and
    /// rights, and of nothing else. All memory is shared: what `become_other` writes stays, and
    /// what it has allocated when it executes another program is never freed.
    ///
    /// Only launchers call this, which have one thread.
    pub(crate) fn fork_sharing<F: FnMut()>(
        stack: &mut Stack,
        mut become_other: F,
    ) -> io::Result<i32> {
        extern "C" fn enter<F: FnMut()>(become_other: *mut libc::c_void) -> libc::c_int {
            // SAFETY: this is the pointer given to `clone` below, to a live `F`. Its owner waits,
            // and does not use it meanwhile.
            let become_other = unsafe { &mut *become_other.cast::<F>() };
            become_other();
            exit(127)
        }
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
        let become_other = (&raw mut become_other).cast();
        // SAFETY: the child has a stack of its own, which is large enough, aligned and borrowed for
        // it alone. With `CLONE_VFORK` the only thread of this process continues when the child has
        // left this memory for good, so no two threads ever run in it. Thread-local variables
        // (`errno`, the allocator's caches), which the two share, are used as by a function that
        // this thread calls. `enter` leaves by `exec` or `_exit`, so nothing unwinds, and nothing
        // registered here is run; a panic aborts. No signal handler can run in the child on this
        // memory: the runtime's handlers are for faults, and end the process.
        match unsafe { libc::clone(enter::<F>, stack.top(), flags, become_other) } {
            -1 => Err(io::Error::last_os_error()),
            pid => Ok(pid),
        }
    }

    /// Confines this process to these Landlock rules, for good. It must have given up privileges
    /// before.
    pub(crate) fn enter_landlock(rules: BorrowedFd<'_>) -> io::Result<()> {
        // SAFETY: takes a descriptor and no flags; reads no memory.
        let result =
            unsafe { libc::syscall(libc::SYS_landlock_restrict_self, rules.as_raw_fd(), 0) };
        if result == -1 { Err(io::Error::last_os_error()) } else { Ok(()) }
    }

    /// Leaves the namespaces of these `CLONE_NEW*` flags for new ones.
    pub(crate) fn unshare(namespaces: libc::c_int) -> io::Result<()> {
        // SAFETY: no memory or descriptor table is unshared, namespaces only.
        done(unsafe { libc::unshare(namespaces) })
    }

    /// Marks descriptors 3 and above to be closed on `exec`.
    pub(crate) fn close_on_exec() {
        // SAFETY: closes nothing now. A kernel without it leaves the descriptors as they are; they
        // are closed on `exec` too, because all are opened so.
        unsafe {
            libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC)
        };
    }

    /// Changes to another user and group, and leaves all other groups.
    ///
    /// glibc's functions do it for all threads; there is only one.
    pub(crate) fn become_user(id: u32) -> io::Result<()> {
        // SAFETY: an empty list of groups needs no memory; ids are plain numbers.
        unsafe {
            done(libc::setgroups(0, std::ptr::null()))?;
            done(libc::setresgid(id, id, id))?;
            done(libc::setresuid(id, id, id))
        }
    }

    /// Gives up every capability for good.
    pub(crate) fn drop_capabilities() -> io::Result<()> {
        use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities};
        let none = CapabilitySet::empty();
        Ok(set_capabilities(
            None,
            CapabilitySets { effective: none, permitted: none, inheritable: none },
        )?)
    }

    /// Disables address randomisation from the next `exec` on.
    pub(crate) fn fix_addresses() -> io::Result<()> {
        // SAFETY: takes a number, and changes only the layout of programs executed later.
        done(unsafe { libc::personality(libc::ADDR_NO_RANDOMIZE as libc::c_ulong) })
    }

    /// The restriction of a sealed mount, besides being read-only and ignoring set-user-id.
    #[derive(Clone, Copy, Debug)]
    pub(crate) enum Sealed {
        /// No devices.
        Files,
        /// No programs.
        Devices,
    }

    /// Seals a mount and all mounts below it.
    pub(crate) fn seal(path: &CStr, sealed: Sealed) -> io::Result<()> {
        // SAFETY: all-zero is a valid `mount_attr`, a plain struct of integers.
        let mut attributes: libc::mount_attr = unsafe { std::mem::zeroed() };
        attributes.attr_set = libc::MOUNT_ATTR_RDONLY
            | libc::MOUNT_ATTR_NOSUID
            | match sealed {
                Sealed::Files => libc::MOUNT_ATTR_NODEV,
                Sealed::Devices => libc::MOUNT_ATTR_NOEXEC,
            };
        let size = std::mem::size_of_val(&attributes);
        // SAFETY: path and struct are live, and the size is the struct's.
        let result = unsafe {
            let attributes = &raw const attributes;
            libc::syscall(
                libc::SYS_mount_setattr,
                libc::AT_FDCWD,
                path.as_ptr(),
                libc::AT_RECURSIVE,
                attributes,
                size,
            )
        };
        if result == -1 { Err(io::Error::last_os_error()) } else { Ok(()) }
    }

    /// True if this kernel has Landlock and it is enabled.
    pub(crate) fn has_landlock() -> bool {
        const VERSION: libc::c_int = 1;
        // SAFETY: asked for its version, the call reads no memory.
        unsafe {
            libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0, VERSION) > 0
        }
    }

    /// CPU time of the process with this id; `None` if there is none.
    pub(crate) fn cpu_clock(pid: i32) -> Option<Duration> {
        // Computed as in `clock_getcpuclockid`, which also asks the kernel if the process exists.
        const SCHEDULED: libc::clockid_t = 2;
        let clock = (!pid << 3) | SCHEDULED;
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the pointer is to a live local of the right type.
        let told = unsafe { libc::clock_gettime(clock, &raw mut time) } == 0;
        let nanos = u32::try_from(time.tv_nsec).ok()?;
        told.then(|| Duration::new(u64::try_from(time.tv_sec).unwrap_or_default(), nanos))
    }

    /// Blocks `SIGTERM` and `SIGCHLD` for this process, so that [`next_signal`] can wait for them.
    pub(crate) fn hold_signals() {
        // SAFETY: the set is a live local, initialised by `sigemptyset`.
        unsafe {
            let set = held();
            libc::sigprocmask(libc::SIG_SETMASK, &raw const set, std::ptr::null_mut());
        }
    }

    /// Waits for one of the blocked signals. Returns its number.
    pub(crate) fn next_signal() -> i32 {
        loop {
            let set = held();
            // SAFETY: the set is a live local, and no details are requested.
            let signal = unsafe { libc::sigwaitinfo(&raw const set, std::ptr::null_mut()) };
            if signal > 0 {
                return signal;
            }
        }
    }

    /// Waits for `SIGCHLD`, or for this time, which must be below a second. Several signals count
    /// as one. The signal is blocked in the launcher and in its server.
    pub(crate) fn await_child(time: Duration) {
        let time = libc::timespec { tv_sec: 0, tv_nsec: time.subsec_nanos().into() };
        // SAFETY: the set is a live local, initialised by `sigemptyset`; the time is a live local
        // too; no details are requested.
        unsafe {
            let mut set = std::mem::zeroed();
            libc::sigemptyset(&raw mut set);
            libc::sigaddset(&raw mut set, libc::SIGCHLD);
            libc::sigtimedwait(&raw const set, std::ptr::null_mut(), &raw const time);
        }
    }

    fn held() -> libc::sigset_t {
        // SAFETY: `sigemptyset` initialises the set before anything reads it.
        unsafe {
            let mut set = std::mem::zeroed();
            libc::sigemptyset(&raw mut set);
            libc::sigaddset(&raw mut set, libc::SIGTERM);
            libc::sigaddset(&raw mut set, libc::SIGCHLD);
            set
        }
    }
}
