//! Control groups. If this system lets us create them, the kernel counts the memory, the processes
//! and the CPU time of a whole sandbox.

use std::fs::{self, File, OpenOptions};
use std::io::ErrorKind::AlreadyExists;
use std::io::{self, Write};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use crate::Limit;
use crate::setup::LauncherSetup;

/// The prefix of the names of our groups. The harness's process id, the slot, the launcher's
/// process id and the number of the process namespace follow.
const PREFIX: &str = "stoker-";

/// The groups of one sandbox. They are removed on drop, which must be after its processes ended.
#[derive(Debug)]
pub(crate) struct Groups {
    groups: Vec<LimitGroup>,
    clock: Option<CpuCounter>,
}

/// Counts by limit of the times that it was enforced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cuts(Vec<(Limit, u64)>);

impl Cuts {
    /// The first limit that was enforced since `then`.
    pub(crate) fn since(&self, then: &Self) -> Option<Limit> {
        let mut pairs = self.0.iter().zip(&then.0);
        pairs.find(|((_, now), (_, then))| now > then).map(|(&(limit, _), _)| limit)
    }
}

/// A group that enforces one limit.
#[derive(Debug)]
struct LimitGroup {
    limit: Limit,
    member: JoinedGroup,
    events: File,
}

/// The counter of CPU time.
#[derive(Debug)]
struct CpuCounter {
    /// The group, if it exists for this purpose only.
    member: Option<JoinedGroup>,
    time: File,
}

/// A group that the server joins.
#[derive(Debug)]
struct JoinedGroup {
    version: CgroupVersion,
    folder: PathBuf,
    /// Opened early, because the server can no longer see this file system when it joins.
    procs: File,
}

/// The two interfaces to control groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CgroupVersion {
    V1,
    V2,
}

impl CgroupVersion {
    /// The name of a group for this controller. In version 2 one group has all controllers, because
    /// a process is in only one group, the last that it joined.
    fn name(self, name: &str, controller: &str) -> String {
        match self {
            Self::V1 => format!("{name}.{controller}"),
            Self::V2 => name.to_owned(),
        }
    }
}

/// Keeps those possible homes of a new group that put it into the version 2 group made before, if
/// there is one.
fn beside(
    mut homes: Vec<(CgroupVersion, PathBuf)>,
    taken: Option<&Path>,
) -> Vec<(CgroupVersion, PathBuf)> {
    homes.retain(|(version, home)| match (version, taken) {
        (CgroupVersion::V2, Some(taken)) => home == taken,
        (CgroupVersion::V1, _) | (CgroupVersion::V2, None) => true,
    });
    homes
}

impl Groups {
    /// Makes as many groups as possible; `None` if there are none.
    pub(crate) fn make(setup: &LauncherSetup) -> Option<Self> {
        if !cfg!(target_os = "linux") {
            return None;
        }
        let name = name(setup.harness, setup.slot);
        // Plus one for the server, which is a member too.
        let processes = setup.most_processes() + 1 + setup.warm_processes();
        let wanted = [
            (Limit::TreeMemory, "memory", setup.limits.tree_memory),
            (Limit::Processes, "pids", processes),
        ];
        let mut groups: Vec<LimitGroup> = Vec::new();
        for (limit, controller, most) in wanted.into_iter().filter(|&(limit, ..)| setup.on(limit)) {
            let homes = beside(homes(controller), groups.iter().find_map(LimitGroup::home_of_all));
            groups.extend(LimitGroup::make(limit, controller, homes, most, &name));
        }
        let clock = CpuCounter::make(&groups, &name);
        (!groups.is_empty() || clock.is_some()).then_some(Self { groups, clock })
    }

    /// Puts the calling process, and all that it forks from now on, into the groups. Returns the
    /// limits that the groups enforce, each with its means.
    pub(crate) fn join(&self) -> Vec<(Limit, &'static str)> {
        let joined = self.groups.iter().filter(|group| group.member.join().is_ok());
        joined.map(|group| (group.limit, group.member.how())).collect()
    }

    /// Puts the calling process into the group that counts CPU time. Returns the group's file, for
    /// [`processor_time`]. It counts all members, including those that nobody waited for.
    pub(crate) fn join_clock(&self) -> Option<&File> {
        let clock = self.clock.as_ref()?;
        let of_version_2 =
            || self.groups.iter().rfind(|group| group.member.version == CgroupVersion::V2);
        let member = clock.member.as_ref().or_else(|| Some(&of_version_2()?.member));
        let joined = member.is_some_and(|member| member.join().is_ok());
        joined.then_some(&clock.time)
    }

    /// The kernel's counts of the times that each limit was enforced so far.
    pub(crate) fn cuts(&self) -> Cuts {
        Cuts(self.groups.iter().map(|group| (group.limit, group.cuts())).collect())
    }
}

impl LimitGroup {
    fn make(
        limit: Limit,
        controller: &str,
        homes: Vec<(CgroupVersion, PathBuf)>,
        most: u64,
        name: &str,
    ) -> Option<Self> {
        homes.into_iter().find_map(|(version, home)| {
            let member = JoinedGroup::make(version, &home, &version.name(name, controller))?;
            Self::set(limit, member, most).ok()
        })
    }

    /// The home of this group, if the groups of other limits must have the same home.
    fn home_of_all(&self) -> Option<&Path> {
        let JoinedGroup { version, folder, .. } = &self.member;
        folder.parent().filter(|_| *version == CgroupVersion::V2)
    }

    fn set(limit: Limit, member: JoinedGroup, most: u64) -> io::Result<Self> {
        let JoinedGroup { version, folder, .. } = &member;
        let (file, events) = match (limit, version) {
            (Limit::TreeMemory, CgroupVersion::V1) => {
                ("memory.limit_in_bytes", "memory.oom_control")
            }
            (Limit::TreeMemory, CgroupVersion::V2) => ("memory.max", "memory.events"),
            _ => ("pids.max", "pids.events"),
        };
        fs::write(folder.join(file), most.to_string())?;
        // Where swap is accounted for, swapping must not evade the limit.
        let swap = if *version == CgroupVersion::V1 {
            ("memory.memsw.limit_in_bytes", most)
        } else {
            ("memory.swap.max", 0)
        };
        let _ = fs::write(folder.join(swap.0), swap.1.to_string());
        let events = File::open(folder.join(events))?;
        Ok(Self { limit, member, events })
    }

    fn cuts(&self) -> u64 {
        let mut text = [0; 512];
        let length = self.events.read_at(&mut text, 0).unwrap_or_default();
        let key = if self.limit == Limit::TreeMemory { "oom_kill" } else { "max" };
        let text = std::str::from_utf8(text.get(..length).unwrap_or_default()).unwrap_or_default();
        let mut pairs = text.lines().filter_map(|line| line.split_once(' '));
        pairs
            .find(|(name, _)| *name == key)
            .and_then(|(_, count)| count.trim().parse().ok())
            .unwrap_or_default()
    }
}

impl CpuCounter {
    /// Makes a group of version 1 for the purpose. Otherwise uses a group of version 2: it counts
    /// CPU time whatever its controllers are, and a process is in only one of these, the last that
    /// it joined.
    fn make(groups: &[LimitGroup], name: &str) -> Option<Self> {
        const V1: &str = "cpuacct";
        let own = homes(V1).into_iter().filter(|(version, _)| *version == CgroupVersion::V1);
        let own = own.filter_map(|(version, home)| {
            let member = JoinedGroup::make(version, &home, &format!("{name}.{V1}"))?;
            let time = File::open(member.folder.join("cpuacct.usage")).ok()?;
            Some(Self { member: Some(member), time })
        });
        let shared = || {
            let last = groups.iter().rfind(|group| group.member.version == CgroupVersion::V2)?;
            let time = File::open(last.member.folder.join("cpu.stat")).ok()?;
            Some(Self { member: None, time })
        };
        let found = { own }.next().or_else(shared)?;
        processor_time(&found.time).is_some().then_some(found)
    }
}

/// The CPU time that the members of a group have used so far, read from a file of
/// [`Groups::join_clock`].
pub(crate) fn processor_time(file: &File) -> Option<Duration> {
    with_text(file, parse_time)
}

/// The name of the counter that such a file belongs to; `None` if the file holds no time.
pub(crate) fn counter(file: &File) -> Option<&'static str> {
    with_text(file, |text| parse_time(text).map(|_| named_by(text)))
}

fn with_text<T>(file: &File, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
    let mut text = [0; 128];
    let length = file.read_at(&mut text, 0).ok()?;
    read(std::str::from_utf8(text.get(..length)?).ok()?)
}

/// The name of the counter that reports time in this form.
fn named_by(text: &str) -> &'static str {
    if text.starts_with(OF_VERSION_2) { "cpu.stat of cgroup v2" } else { "cpuacct of cgroup v1" }
}

/// The prefix of the time in a version 2 group.
const OF_VERSION_2: &str = "usage_usec ";

/// Nanoseconds (version 1), or a first line with microseconds (version 2).
fn parse_time(text: &str) -> Option<Duration> {
    let line = text.lines().next()?;
    match line.strip_prefix(OF_VERSION_2) {
        Some(micros) => micros.trim().parse().ok().map(Duration::from_micros),
        None => line.trim().parse().ok().map(Duration::from_nanos),
    }
}

impl JoinedGroup {
    fn make(version: CgroupVersion, home: &Path, name: &str) -> Option<Self> {
        clear_up(home);
        let folder = home.join(name);
        match fs::create_dir(&folder) {
            // The group exists already for another limit: no other launcher uses this name.
            Err(error) if version == CgroupVersion::V2 && error.kind() == AlreadyExists => {}
            made => made.ok()?,
        }
        match OpenOptions::new().write(true).open(folder.join("cgroup.procs")) {
            Ok(procs) => Some(Self { version, folder, procs }),
            Err(_) => {
                let _ = fs::remove_dir(folder);
                None
            }
        }
    }

    fn join(&self) -> io::Result<()> {
        (&self.procs).write_all(b"0")
    }

    fn how(&self) -> &'static str {
        match self.version {
            CgroupVersion::V1 => "cgroup v1",
            CgroupVersion::V2 => "cgroup v2",
        }
    }
}

impl Drop for JoinedGroup {
    fn drop(&mut self) {
        // A group stays busy until the kernel has released its last member.
        for _ in 0..50 {
            match fs::remove_dir(&self.folder) {
                Err(error) if error.raw_os_error() == Some(libc::EBUSY) => {
                    sleep(Duration::from_millis(2))
                }
                _ => return,
            }
        }
    }
}

/// The groups in which one with this controller can be made: our own, or one above it.
fn homes(controller: &str) -> Vec<(CgroupVersion, PathBuf)> {
    let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    let mut homes = Vec::new();
    for line in own.lines() {
        let Some((controllers, path)) =
            line.split_once(':').and_then(|(_, rest)| rest.split_once(':'))
        else {
            continue;
        };
        let version = if controllers.is_empty() { CgroupVersion::V2 } else { CgroupVersion::V1 };
        if version == CgroupVersion::V1 && !controllers.split(',').any(|name| name == controller) {
            continue;
        }
        for mount in mounts.lines().filter_map(|line| mounted(line, version, controller)) {
            let own = mount.join(path.trim_start_matches('/'));
            let up =
                own.ancestors().take_while(|above| above.starts_with(&mount)).map(Path::to_owned);
            homes.extend(
                up.filter(|home| offers(home, version, controller)).map(|home| (version, home)),
            );
        }
    }
    homes
}

/// The mount point of the groups of this version and controller, if a line of `mountinfo` describes
/// it.
fn mounted(line: &str, version: CgroupVersion, controller: &str) -> Option<PathBuf> {
    let (mount, file_system) = line.split_once(" - ")?;
    let mut file_system = file_system.split(' ');
    let matches = match version {
        CgroupVersion::V2 => file_system.next()? == "cgroup2",
        CgroupVersion::V1 => {
            file_system.next()? == "cgroup"
                && file_system.next_back()?.split(',').any(|name| name == controller)
        }
    };
    matches.then(|| mount.split(' ').nth(4).map(PathBuf::from))?
}

/// True if groups made in this one have the controller.
fn offers(home: &Path, version: CgroupVersion, controller: &str) -> bool {
    match version {
        CgroupVersion::V1 => home.join("cgroup.procs").exists(),
        CgroupVersion::V2 => fs::read_to_string(home.join("cgroup.subtree_control"))
            .is_ok_and(|given| given.split_whitespace().any(|name| name == controller)),
    }
}

/// The name of this launcher's groups, without a controller.
fn name(harness: u32, slot: u32) -> String {
    format!("{PREFIX}{harness}-{slot}-{}-{}", std::process::id(), namespace())
}

/// The number of this process namespace. Containers with process namespaces of their own may share
/// the control groups of a machine.
fn namespace() -> u64 {
    fs::metadata("/proc/self/ns/pid").map_or(0, |file| file.ino())
}

/// The process id of the launcher whose groups have this name, if it is in this process namespace.
fn launcher_of<'n>(name: &'n str, namespace: &str) -> Option<&'n str> {
    let mut numbers = name.strip_prefix(PREFIX)?.split(['-', '.']).skip(2);
    let pid = numbers.next()?;
    (numbers.next()? == namespace).then_some(pid)
}

/// Removes the groups of launchers that were killed.
fn clear_up(home: &Path) {
    let Ok(entries) = fs::read_dir(home) else { return };
    let namespace = namespace().to_string();
    for entry in entries.flatten() {
        let name = entry.file_name();
        let pid = name.to_str().and_then(|name| launcher_of(name, &namespace));
        // A launcher that has ended, but that nobody has waited for yet, has an empty command line.
        let lives = |pid: &str| {
            fs::read(Path::new("/proc").join(pid).join("cmdline"))
                .is_ok_and(|line| !line.is_empty())
        };
        if pid.is_some_and(|pid| !lives(pid)) {
            // The kernel refuses to remove a group with members.
            let _ = fs::remove_dir(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn groups_tell_launchers_of_other_namespaces_from_those_of_this_one() {
        let (own, pid) = (namespace(), std::process::id().to_string());
        assert_ne!(own, 0);
        let name = name(7, 3);
        assert_eq!(launcher_of(&name, &own.to_string()), Some(pid.as_str()));
        assert_eq!(launcher_of(&format!("{name}.pids"), &own.to_string()), Some(pid.as_str()));
        assert_eq!(launcher_of(&name, &(own + 1).to_string()), None);
        assert_eq!(launcher_of("stoker-7-3-9", &own.to_string()), None);
    }

    #[test]
    fn processor_time_is_read_in_either_form() {
        assert_eq!(parse_time("1500000\n"), Some(Duration::from_micros(1_500)));
        let stat = "usage_usec 1500\nuser_usec 1000\nsystem_usec 500\n";
        assert_eq!(parse_time(stat), Some(Duration::from_micros(1_500)));
        assert_eq!(parse_time("user_usec 1000\n"), None);
        assert_eq!(parse_time(""), None);
        assert_eq!(named_by("1500000\n"), "cpuacct of cgroup v1");
        assert_eq!(named_by(stat), "cpu.stat of cgroup v2");
    }

    #[test]
    fn groups_of_version_2_are_one_and_those_of_version_1_one_a_controller() {
        let name =
            |version: CgroupVersion| ["memory", "pids"].map(|it| version.name("stoker-1", it));
        assert_eq!(name(CgroupVersion::V2), ["stoker-1", "stoker-1"]);
        assert_eq!(name(CgroupVersion::V1), ["stoker-1.memory", "stoker-1.pids"]);
        let home = |version, path: &str| (version, PathBuf::from(path));
        let homes = || {
            vec![
                home(CgroupVersion::V2, "/a/b"),
                home(CgroupVersion::V2, "/a"),
                home(CgroupVersion::V1, "/c"),
            ]
        };
        assert_eq!(beside(homes(), None), homes());
        let both = [home(CgroupVersion::V2, "/a"), home(CgroupVersion::V1, "/c")];
        assert_eq!(beside(homes(), Some(Path::new("/a"))), both);
    }

    #[test]
    fn a_mount_of_the_memory_controller_is_recognised() {
        let v1 = "37 34 0:30 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory";
        let v2 = "30 25 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate";
        assert_eq!(mounted(v1, CgroupVersion::V1, "memory"), Some("/sys/fs/cgroup/memory".into()));
        assert_eq!(mounted(v1, CgroupVersion::V1, "pids"), None);
        assert_eq!(mounted(v2, CgroupVersion::V2, "pids"), Some("/sys/fs/cgroup".into()));
        assert_eq!(mounted(v2, CgroupVersion::V1, "memory"), None);
    }
}
