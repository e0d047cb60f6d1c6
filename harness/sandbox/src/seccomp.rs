//! Filter of the system calls that programs may make.
//!
//! There is a decision on every call by name. Interpreters of all kinds must run, so a call is
//! denied only if it reaches beyond the sandbox, or opens a large part of the kernel that no bot
//! needs. Calls newer than the lists are reported as not existing.

mod calls;

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Length, SeccompCmpOp as Op, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch, sock_filter,
};

use self::calls::{ABSENT, ADDRESSED, ALLOWED, ALLOWED_HERE, DENIED, DENIED_HERE, LOOKED_INTO};
use crate::Limit;
use crate::setup::LauncherSetup;

/// Flags of `clone` that make namespaces, in its first argument.
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

/// The part of `clone`'s first argument that holds the signal for the child's end.
const END_SIGNAL: u64 = 0xff;
/// The request of `fcntl` that chooses a signal; `libc` does not define it everywhere.
const F_SETSIG: libc::c_int = 10;

/// Terminal requests that insert input as if the user had typed it.
const TYPING: [libc::c_ulong; 2] = [libc::TIOCSTI, libc::TIOCLINUX];

/// Requests that leave a trace on a file, for others who can open it: a watch, a lease, or a hint
/// about the lifetime of its data.
const SIGNS: [libc::c_int; 4] = [libc::F_NOTIFY, libc::F_SETLEASE, libc::F_GETLEASE, SET_RW_HINT];

/// `F_SET_RW_HINT`.
const SET_RW_HINT: libc::c_int = 1036;

/// The `prctl` option that keeps all other processes off the other half of a core.
const SCHED_CORE: u64 = 62;

/// The advice that makes the kernel look for equal pages in other processes.
const MERGEABLE: libc::c_int = libc::MADV_MERGEABLE;

/// The advice that makes the kernel drop its cache of a file, which may be the opponent's
/// interpreter.
const DONT_NEED: libc::c_int = libc::POSIX_FADV_DONTNEED;

/// The flag of `mmap` that takes huge pages: the whole machine has a fixed number of these, and the
/// memory control group does not count them.
const HUGE_PAGES: libc::c_int = libc::MAP_HUGETLB;

/// Compiles the filter. System calls of other architectures kill the program.
pub(crate) fn filter(setup: &LauncherSetup) -> io::Result<BpfProgram> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(io::Error::other)?;
    let denied = SeccompAction::Errno(u32::try_from(libc::EPERM).map_err(io::Error::other)?);
    let filter = SeccompFilter::new(rules(setup)?, SeccompAction::Allow, denied, arch)
        .map_err(io::Error::other)?;
    let body: BpfProgram = filter.try_into().map_err(io::Error::other)?;
    Ok(before(&known()).into_iter().chain(body).collect())
}

/// The numbers of all calls on the lists, in order.
fn known() -> BTreeSet<i64> {
    let lists = [DENIED, DENIED_HERE, ADDRESSED, ABSENT, LOOKED_INTO, ALLOWED, ALLOWED_HERE];
    lists.into_iter().flatten().copied().collect()
}

fn rules(setup: &LauncherSetup) -> io::Result<BTreeMap<i64, Vec<SeccompRule>>> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        DENIED.iter().chain(DENIED_HERE).map(|&call| (call, Vec::new())).collect();
    let new = NAMESPACES.map(|flag| {
        let flag = u64::from(flag.unsigned_abs());
        when(0, Length::Qword, Op::MaskedEq(flag), flag)
    });
    let mut clone: Vec<_> = new.into_iter().collect::<io::Result<_>>()?;
    let typing = TYPING.map(|request| when(1, Length::Dword, Op::Eq, request));
    rules.insert(libc::SYS_ioctl, typing.into_iter().collect::<io::Result<_>>()?);
    let signs =
        SIGNS.map(|request| when(1, Length::Dword, Op::Eq, u64::from(request.unsigned_abs())));
    rules.insert(libc::SYS_fcntl, signs.into_iter().collect::<io::Result<_>>()?);
    rules.insert(libc::SYS_prctl, vec![when(0, Length::Dword, Op::Eq, SCHED_CORE)?]);
    let advice = |value: libc::c_int, argument| {
        when(argument, Length::Dword, Op::Eq, u64::from(value.unsigned_abs()))
    };
    rules.insert(libc::SYS_madvise, vec![advice(MERGEABLE, 2)?]);
    rules.insert(libc::SYS_fadvise64, vec![advice(DONT_NEED, 3)?]);
    let huge = u64::from(HUGE_PAGES.unsigned_abs());
    rules.insert(libc::SYS_mmap, vec![when(3, Length::Dword, Op::MaskedEq(huge), huge)?]);
    // A program may call it for itself only: an ordinary user's server has the same user.
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
        rules.insert(libc::SYS_setsockopt, buffers()?);
    }
    Ok(rules)
}

/// Refuses calls that make the kernel continue a stopped process, by `SIGCONT` for a timer, a file
/// that is ready or watched, or the end of a parent or a child. The filter cannot see which signal
/// a timer will send, so `timer_create` is refused entirely; `setitimer` sends other signals.
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

/// The pairs of sockets that are refused. An end without a connection can send to any name, and
/// names without a file are the host's, so programs in two sandboxes could meet there.
fn pairs() -> io::Result<Vec<SeccompRule>> {
    const KIND: u64 = 0xf;
    let unix = u64::from(libc::AF_UNIX.unsigned_abs());
    // The kernel treats raw sockets of this family as datagram sockets too.
    let unconnected = [libc::SOCK_DGRAM, libc::SOCK_RAW]
        .map(|kind| when(1, Length::Dword, Op::MaskedEq(KIND), u64::from(kind.unsigned_abs())));
    [when(0, Length::Dword, Op::Ne, unix)].into_iter().chain(unconnected).collect()
}

/// Refuses changes of socket buffers, because the sampler assumes that they have the default size.
fn buffers() -> io::Result<Vec<SeccompRule>> {
    let is = |argument, value: libc::c_int| {
        let value = u64::from(value.unsigned_abs());
        SeccompCondition::new(argument, Length::Dword, Op::Eq, value).map_err(io::Error::other)
    };
    let larger = |option| {
        let both = vec![is(1, libc::SOL_SOCKET)?, is(2, option)?];
        SeccompRule::new(both).map_err(io::Error::other)
    };
    [libc::SO_SNDBUF, libc::SO_SNDBUFFORCE].into_iter().map(larger).collect()
}

fn when(argument: u8, length: Length, op: Op, value: u64) -> io::Result<SeccompRule> {
    let condition = SeccompCondition::new(argument, length, op, value).map_err(io::Error::other)?;
    SeccompRule::new(vec![condition]).map_err(io::Error::other)
}

/// The steps before the rules. They refuse x32, the second set of call numbers on x86-64. They
/// report calls that are on no list, or on the list of absent ones, as not existing.
///
/// Programs of other architectures, whose numbers mean something else, are passed on to the rules,
/// which begin by ending them.
fn before(known: &BTreeSet<i64>) -> Vec<sock_filter> {
    const LOAD_WORD: u16 = 0x20;
    const JUMP: u16 = 0x05;
    const JUMP_EQUAL: u16 = 0x15;
    const JUMP_ABOVE: u16 = 0x25;
    const JUMP_FROM: u16 = 0x35;
    const RETURN: u16 = 0x06;
    const ERRNO: u32 = 0x0005_0000;
    const X32: u32 = 0x4000_0000;
    const RANGE: usize = 4;
    let step = |code, jt, jf, k| sock_filter { code, jt, jf, k };
    let fail = |errno: i32| step(RETURN, 0, 0, ERRNO | errno.unsigned_abs());
    let mut steps = vec![step(LOAD_WORD, 0, 0, 0)];
    if cfg!(target_arch = "x86_64") {
        steps.extend([step(JUMP_FROM, 0, 1, X32), fail(libc::EPERM)]);
    }
    for &call in ABSENT {
        steps.extend([step(JUMP_EQUAL, 0, 1, word(call)), fail(libc::ENOSYS)]);
    }
    let ranges = ranges(known);
    let all = ranges.len();
    for (index, (first, last)) in ranges.into_iter().enumerate() {
        // Jumps to the rules, over the remaining ranges and the refusal after them.
        let left = u32::try_from(RANGE * (all - 1 - index) + 1).unwrap_or(u32::MAX);
        steps.extend([
            step(JUMP_FROM, 1, 0, word(first)),
            fail(libc::ENOSYS),
            step(JUMP_ABOVE, 1, 0, word(last)),
            step(JUMP, 0, 0, left),
        ]);
    }
    steps.push(fail(libc::ENOSYS));
    steps
}

/// Ranges of consecutive numbers, as first and last.
fn ranges(numbers: &BTreeSet<i64>) -> Vec<(i64, i64)> {
    let mut ranges: Vec<(i64, i64)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            Some(_) | None => ranges.push((number, number)),
        }
    }
    ranges
}

/// The number of a call in the type that the filter compares.
fn word(call: i64) -> u32 {
    u32::try_from(call).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::process::Command;

    use super::calls::*;
    use super::*;

    /// All names on the lists; if `here`, including those that only x86-64 has.
    fn named(here: bool) -> Vec<&'static str> {
        let both = [DENIED_NAMES, ADDRESSED_NAMES, ABSENT_NAMES, LOOKED_INTO_NAMES, ALLOWED_NAMES];
        let only = [DENIED_HERE_NAMES, ALLOWED_HERE_NAMES];
        both.into_iter().chain(only.into_iter().filter(|_| here)).flatten().copied().collect()
    }

    /// The source folder of the `libc` crate that this was built with.
    fn libc_source() -> PathBuf {
        let cargo = std::env::var_os("CARGO").expect("cargo runs the tests");
        // Without a platform, cargo would ask for crates that only other platforms need.
        let platform = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
        let args = ["metadata", "--offline", "--format-version=1", "--filter-platform", &platform];
        let told = Command::new(cargo)
            .args(args)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("cargo can be run");
        let told: serde_json::Value = serde_json::from_slice(&told.stdout).expect("it is JSON");
        let packages = told["packages"].as_array().expect("there are packages");
        let libc = packages.iter().find(|package| package["name"] == "libc");
        let manifest = libc.and_then(|package| package["manifest_path"].as_str());
        let folder = Path::new(manifest.expect("libc is one of them")).parent();
        folder.expect("a file is in a folder").join("src/unix/linux_like/linux/gnu/b64")
    }

    /// The names of system calls in these files.
    fn names_in(files: [&str; 2]) -> BTreeSet<String> {
        let folder = libc_source();
        let name = |line: &str| {
            let (name, rest) = line.trim().strip_prefix("pub const ")?.split_once(':')?;
            let call = name.starts_with("SYS_") && rest.trim().starts_with("c_long =");
            call.then(|| name.to_owned())
        };
        let read = |file| {
            let path = folder.join(file);
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"))
        };
        files
            .into_iter()
            .flat_map(|file| read(file).lines().filter_map(name).collect::<Vec<_>>())
            .collect()
    }

    #[test]
    fn every_system_call_that_libc_knows_is_on_one_list() {
        for (files, here) in [
            (["x86_64/mod.rs", "x86_64/not_x32.rs"], true),
            (["aarch64/mod.rs", "aarch64/lp64.rs"], false),
        ] {
            let known = names_in(files);
            assert!(known.len() > 300, "{}", known.len());
            let named = named(here);
            let listed: BTreeSet<String> = named.iter().map(|&name| name.to_owned()).collect();
            assert_eq!(listed.len(), named.len(), "one is on two lists");
            let missing: Vec<_> = known.difference(&listed).collect();
            assert!(missing.is_empty(), "{files:?}: on no list: {missing:?}");
            let gone: Vec<_> = listed.difference(&known).collect();
            assert!(gone.is_empty(), "{files:?}: libc does not have {gone:?}");
        }
    }

    #[test]
    fn numbers_in_a_row_become_ranges() {
        assert_eq!(ranges(&BTreeSet::from([0, 1, 2, 5, 7, 8])), [(0, 2), (5, 5), (7, 8)]);
        assert_eq!(ranges(&BTreeSet::new()), []);
    }

    /// The error number with which the steps before the rules refuse a call, if they do.
    fn judged(call: u32) -> Option<u32> {
        let steps = before(&known());
        let mut at = 1;
        while let Some(step) = steps.get(at) {
            let taken = match step.code {
                0x06 => return Some(step.k & 0xffff),
                0x05 => {
                    at += 1 + usize::try_from(step.k).expect("it is small");
                    continue;
                }
                0x15 => call == step.k,
                0x25 => call > step.k,
                0x35 => call >= step.k,
                other => panic!("no step has the code {other}"),
            };
            at += 1 + usize::from(if taken { step.jt } else { step.jf });
        }
        assert_eq!(at, steps.len(), "the rules follow at once");
        None
    }

    #[test]
    fn a_call_that_is_on_no_list_does_not_exist() {
        let absent = libc::ENOSYS.unsigned_abs();
        let known = known();
        for call in 0..2_000 {
            let listed = known.contains(&i64::from(call)) && !ABSENT.contains(&i64::from(call));
            assert_eq!(judged(call), (!listed).then_some(absent), "{call}");
        }
        assert_eq!(judged(u32::MAX >> 2), Some(absent));
        if cfg!(target_arch = "x86_64") {
            assert_eq!(judged(0x4000_0000), Some(libc::EPERM.unsigned_abs()));
        }
    }
}
