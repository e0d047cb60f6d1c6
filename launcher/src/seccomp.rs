//! The system calls that programs are refused.
//!
//! A list of what is denied, not of what is allowed: interpreters of all kinds must run. What is
//! on it reaches beyond the sandbox, or is a large part of the kernel that no bot needs.

use std::collections::BTreeMap;
use std::io;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Length, SeccompCmpOp as Op, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch, sock_filter,
};

use crate::Limit;
use crate::wire::Setup;

/// Refused with "operation not permitted", whatever the arguments.
const DENIED: &[i64] = &[
    // Another kernel interface with sockets and files of its own.
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    // Keys are not in a namespace.
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    // Programs in the kernel, and what watches it.
    libc::SYS_bpf,
    libc::SYS_userfaultfd,
    libc::SYS_perf_event_open,
    libc::SYS_fanotify_init,
    libc::SYS_lookup_dcookie,
    // File systems and namespaces.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_open_tree,
    libc::SYS_mount_setattr,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    // The machine.
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    libc::SYS_nfsservctl,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    // What limits do not see, or what undoes them.
    libc::SYS_memfd_secret,
    libc::SYS_personality,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    // Memory that no process is seen to have.
    libc::SYS_memfd_create,
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_semget,
    // To stand back behind others is to be excused for not being in time.
    libc::SYS_setpriority,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setaffinity,
    libc::SYS_ioprio_set,
];

/// What makes sockets that can be anybody's, or gives one an address.
const ADDRESSED: [i64; 4] = [libc::SYS_socket, libc::SYS_bind, libc::SYS_listen, libc::SYS_connect];

#[cfg(target_arch = "x86_64")]
const DENIED_HERE: &[i64] =
    &[libc::SYS_iopl, libc::SYS_ioperm, libc::SYS_modify_ldt, libc::SYS_uselib, libc::SYS_ustat];
#[cfg(not(target_arch = "x86_64"))]
const DENIED_HERE: &[i64] = &[];

/// Namespaces that `clone` could make, as bits of its first argument.
const NAMESPACES: [libc::c_int; 8] = [
    libc::CLONE_NEWNS,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWCGROUP,
    // Time namespaces.
    0x80,
];

/// The part of the first argument of `clone` that says which signal tells of the child's end.
const END_SIGNAL: u64 = 0xff;
/// The request of `fcntl` for another signal than the usual one; `libc` does not have it everywhere.
const F_SETSIG: libc::c_int = 10;

/// Terminal requests that type for the user.
const TYPING: [libc::c_ulong; 2] = [libc::TIOCSTI, libc::TIOCLINUX];

/// Compiles the filter. Other architectures' system calls kill the program.
pub(crate) fn filter(setup: &Setup) -> io::Result<BpfProgram> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(io::Error::other)?;
    let denied = SeccompAction::Errno(u32::try_from(libc::EPERM).map_err(io::Error::other)?);
    let filter = SeccompFilter::new(rules(setup)?, SeccompAction::Allow, denied, arch)
        .map_err(io::Error::other)?;
    let body: BpfProgram = filter.try_into().map_err(io::Error::other)?;
    Ok(first().into_iter().chain(body).collect())
}

fn rules(setup: &Setup) -> io::Result<BTreeMap<i64, Vec<SeccompRule>>> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        DENIED.iter().chain(DENIED_HERE).map(|&call| (call, Vec::new())).collect();
    let new = NAMESPACES.map(|flag| {
        let flag = u64::from(flag.unsigned_abs());
        when(0, Length::Qword, Op::MaskedEq(flag), flag)
    });
    let mut clone: Vec<_> = new.into_iter().collect::<io::Result<_>>()?;
    let typing = TYPING.map(|request| when(1, Length::Dword, Op::Eq, request));
    rules.insert(libc::SYS_ioctl, typing.into_iter().collect::<io::Result<_>>()?);
    // Of itself and nobody else: an ordinary user's server is the same user.
    rules.insert(libc::SYS_prlimit64, vec![when(0, Length::Dword, Op::Ne, 0)?]);
    if setup.can_rest() {
        rules.extend(waking()?);
        let signal = u64::from(libc::SIGCONT.unsigned_abs());
        clone.push(when(0, Length::Dword, Op::MaskedEq(END_SIGNAL), signal)?);
    }
    rules.insert(libc::SYS_clone, clone);
    if setup.on(Limit::Sockets) {
        rules.extend(ADDRESSED.iter().map(|&call| (call, Vec::new())));
        rules.insert(libc::SYS_socketpair, pairs()?);
    }
    Ok(rules)
}

/// What would have the kernel continue a process that is stopped: the signal that does so, sent when
/// a timer runs out, a file is ready or watched, a parent or a child ends. The filter cannot see which
/// one a timer is to send; `setitimer` sends others.
fn waking() -> io::Result<[(i64, Vec<SeccompRule>); 3]> {
    let signal = u64::from(libc::SIGCONT.unsigned_abs());
    let asks = |argument: u8, what: libc::c_int| {
        let is = |argument, value| {
            SeccompCondition::new(argument, Length::Dword, Op::Eq, value).map_err(io::Error::other)
        };
        let conditions =
            vec![is(argument, u64::from(what.unsigned_abs()))?, is(argument + 1, signal)?];
        SeccompRule::new(conditions).map_err(io::Error::other)
    };
    Ok([
        (libc::SYS_timer_create, Vec::new()),
        (libc::SYS_fcntl, vec![asks(1, F_SETSIG)?]),
        (libc::SYS_prctl, vec![asks(0, libc::PR_SET_PDEATHSIG)?]),
    ])
}

/// What pairs are refused. An end without a connection can send to any name, and names without a
/// file are the host's: programs in two sandboxes could meet there.
fn pairs() -> io::Result<Vec<SeccompRule>> {
    const KIND: u64 = 0xf;
    let unix = u64::from(libc::AF_UNIX.unsigned_abs());
    // For the kernel raw ones of this family are datagrams too.
    let unconnected = [libc::SOCK_DGRAM, libc::SOCK_RAW]
        .map(|kind| when(1, Length::Dword, Op::MaskedEq(KIND), u64::from(kind.unsigned_abs())));
    [when(0, Length::Dword, Op::Ne, unix)].into_iter().chain(unconnected).collect()
}

fn when(argument: u8, length: Length, op: Op, value: u64) -> io::Result<SeccompRule> {
    let condition = SeccompCondition::new(argument, length, op, value).map_err(io::Error::other)?;
    SeccompRule::new(vec![condition]).map_err(io::Error::other)
}

/// What comes before the list: the second set of numbers that x86-64 knows for its system calls
/// (x32) is refused, and `clone3`, whose flags a filter cannot see, is said not to exist, upon
/// which every C library uses `clone`.
fn first() -> Vec<sock_filter> {
    const LOAD_WORD: u16 = 0x20;
    const JUMP_EQUAL: u16 = 0x15;
    const JUMP_FROM: u16 = 0x35;
    const RETURN: u16 = 0x06;
    const ERRNO: u32 = 0x0005_0000;
    const X32: u32 = 0x4000_0000;
    let step = |code, jt, jf, k| sock_filter { code, jt, jf, k };
    let fail = |errno: i32| step(RETURN, 0, 0, ERRNO | errno.unsigned_abs());
    let clone3 = u32::try_from(libc::SYS_clone3).unwrap_or(u32::MAX);
    let mut steps = vec![step(LOAD_WORD, 0, 0, 0)];
    if cfg!(target_arch = "x86_64") {
        steps.extend([step(JUMP_FROM, 0, 1, X32), fail(libc::EPERM)]);
    }
    steps.extend([step(JUMP_EQUAL, 0, 1, clone3), fail(libc::ENOSYS)]);
    steps
}
