//! The file system that programs see: read-only system paths, three writable folders of limited
//! size, a private `/proc`, five devices, and nothing else.

use std::ffi::CString;
use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, FileType, Mode, mknodat};
use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind_recursive, mount_change,
    mount_remount, unmount,
};
use rustix::process::pivot_root;

use crate::Limit;
use crate::namespaces::missing;
use crate::program_paths::{self, PRELOAD};
use crate::setup::LauncherSetup;
use crate::sys::{self, Sealed};
use crate::wire::LaunchRefusal;

/// The host's file system while the new one is built.
const HOST: &str = "/.host";
/// The parent of all writable folders while the new file system is built.
const SPACE: &str = "/.space";
/// The folder over which the new root is mounted; any folder that exists everywhere would do.
const BASE: &str = "/tmp";
const SYSTEM: [&str; 6] = ["usr", "bin", "sbin", "lib", "lib64", "lib32"];
/// Entries of `/etc` that programs use: the loader's cache, the targets of Debian's links, the time
/// zone.
const ETC: [&str; 6] =
    ["ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "localtime", "timezone"];
const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];
const WRITABLE: [(&str, &str); 3] = [("work", "/work"), ("tmp", "/tmp"), ("shm", "/dev/shm")];
/// The most files and folders in the writable space.
const MOST_INODES: u32 = 65_536;

/// Moves this process into a file system of its own that contains a copy of the entrant's folder.
pub(crate) fn enter(setup: &LauncherSetup) -> Result<(), LaunchRefusal> {
    sys::unshare(libc::CLONE_NEWNS).map_err(|error| missing("mount namespaces", &error))?;
    new_root().map_err(|error| missing("a private root folder", &error))?;
    system().map_err(|error| missing("read-only mounts (Linux 5.12)", &error))?;
    process_folder(setup).map_err(|error| missing("a private /proc", &error))?;
    devices(setup).map_err(|error| missing("device files", &error))?;
    space(setup).map_err(|error| missing("a file system in memory", &error))?;
    for path in &setup.read_only {
        let path = Path::new(path);
        show(path).map_err(|error| {
            let what = format!("{} to show to programs", path.display());
            let remedy = "mend the list of read-only paths".to_owned();
            LaunchRefusal::Missing { what, reason: error.to_string(), remedy }
        })?;
    }
    if let Some(library) = &setup.preload {
        let host = below(HOST, Path::new(library));
        show_at(&host, Path::new(PRELOAD)).map_err(|error| {
            missing(&format!("{} to load into programs", Path::new(library).display()), &error)
        })?;
    }
    let folder = setup.folder.as_ref().map(|folder| below(HOST, Path::new(folder)));
    program_paths::fill(setup, folder.as_deref(), Path::new("/work"))?;
    close().map_err(|error| missing("a sealed root folder", &error))
}

/// Mounts an empty root, with the host's at [`HOST`].
fn new_root() -> io::Result<()> {
    mount_change("/", MountPropagationFlags::REC | MountPropagationFlags::PRIVATE)?;
    memory_at(BASE, "size=4m,nr_inodes=4k,mode=755")?;
    fs::create_dir(below(BASE, Path::new(HOST)))?;
    pivot_root(BASE, below(BASE, Path::new(HOST)))?;
    std::env::set_current_dir("/")
}

fn memory_at(path: &str, options: &str) -> io::Result<()> {
    let options = CString::new(options)?;
    Ok(mount("tmpfs", path, "tmpfs", MountFlags::NOSUID | MountFlags::NODEV, options.as_c_str())?)
}

/// An absolute path under another root.
fn below(root: &str, path: &Path) -> PathBuf {
    Path::new(root).join(path.strip_prefix("/").unwrap_or(path))
}

/// Shows the system folders; a link stays a link.
fn system() -> io::Result<()> {
    for name in SYSTEM {
        let host = Path::new(HOST).join(name);
        match host.symlink_metadata() {
            Ok(found) if found.is_symlink() => {
                symlink(fs::read_link(host)?, Path::new("/").join(name))?
            }
            Ok(_) => show(&Path::new("/").join(name))?,
            Err(_) => {}
        }
    }
    fs::create_dir("/etc")?;
    let java = fs::read_dir(Path::new(HOST).join("etc"))?.flatten().map(|entry| entry.file_name());
    let java = java.filter(|name| name.as_bytes().starts_with(b"java"));
    for name in ETC.iter().map(std::ffi::OsString::from).chain(java) {
        let path = Path::new("/etc").join(name);
        if below(HOST, &path).exists() {
            show(&path)?;
        }
    }
    fs::write("/etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n")
}

/// Makes a file or folder of the host visible at the same path, read-only.
fn show(path: &Path) -> io::Result<()> {
    let host = below(HOST, path);
    // The content of a folder that is shown already needs no mount, and no mount point could be
    // made for it.
    if host.metadata().is_ok() && path.exists() && !Path::new("/tmp").starts_with(path) {
        return Ok(());
    }
    show_at(&host, path)
}

/// Makes a file or folder visible at a path that does not exist yet, read-only.
fn show_at(host: &Path, path: &Path) -> io::Result<()> {
    if host.metadata()?.is_dir() {
        fs::create_dir_all(path)?;
    } else {
        fs::create_dir_all(path.parent().unwrap_or(Path::new("/")))?;
        File::create(path)?;
    }
    mount_bind_recursive(host, path)?;
    seal(path, Sealed::Files)
}

fn seal(path: &Path, sealed: Sealed) -> io::Result<()> {
    sys::seal(&CString::new(path.as_os_str().as_bytes())?, sealed)
}

/// Mounts `/proc`. The kernel lets ordinary users do so only while they can still see the host's,
/// and only for a process namespace of their own.
fn process_folder(setup: &LauncherSetup) -> io::Result<()> {
    fs::create_dir("/proc")?;
    if !setup.has_private_processes() {
        return Ok(mount_bind_recursive(below(HOST, Path::new("/proc")), "/proc")?);
    }
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    Ok(mount("proc", "/proc", "proc", flags, None)?)
}

fn devices(setup: &LauncherSetup) -> io::Result<()> {
    fs::create_dir("/dev")?;
    // Devices of the sandbox's own have times and locks that nobody else sees. Only root can make
    // them, and a container may have taken that power away.
    let own = setup.user.is_some() && own_devices().is_ok();
    if !own {
        for path in DEVICES.map(|name| Path::new("/dev").join(name)) {
            File::create(&path)?;
            mount_bind_recursive(below(HOST, &path), &path)?;
            seal(&path, Sealed::Devices)?;
        }
    }
    for (name, target) in [("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")] {
        symlink(format!("/proc/self/fd{target}"), Path::new("/dev").join(name))?;
    }
    fs::create_dir("/dev/shm")?;
    if own { seal(Path::new("/dev"), Sealed::Devices) } else { Ok(()) }
}

/// Makes devices in a file system of their own.
fn own_devices() -> io::Result<()> {
    let flags = MountFlags::NOSUID | MountFlags::NOEXEC;
    mount("tmpfs", "/dev", "tmpfs", flags, c"size=64k,nr_inodes=32,mode=755")?;
    let made = DEVICES.into_iter().try_for_each(|name| {
        let path = Path::new("/dev").join(name);
        let device = below(HOST, &path).metadata()?.rdev();
        mknodat(CWD, &path, FileType::CharacterDevice, Mode::from_raw_mode(0o666), device)?;
        fs::set_permissions(&path, Permissions::from_mode(0o666))?;
        // Even a device that was made may not be usable, so open it.
        File::open(&path).map(drop)
    });
    if made.is_err() {
        unmount("/dev", UnmountFlags::DETACH)?;
    }
    made
}

/// Mounts the writable folders, which share one limit on their size.
fn space(setup: &LauncherSetup) -> io::Result<()> {
    fs::create_dir(SPACE)?;
    // Zero means no limit.
    let bytes = if setup.on(Limit::Disk) { setup.limits.disk.max(1) } else { 0 };
    memory_at(SPACE, &format!("size={bytes},nr_inodes={MOST_INODES},mode=755"))?;
    let owner = setup.user;
    for (name, path) in WRITABLE {
        let folder = Path::new(SPACE).join(name);
        fs::create_dir(&folder)?;
        fs::create_dir_all(path)?;
        chown(&folder, owner, owner)?;
        fs::set_permissions(&folder, Permissions::from_mode(0o700))?;
        mount_bind_recursive(&folder, path)?;
    }
    // If Java finds no such folder it makes one, locks a file there with `flock`, and complains on
    // standard output because that fails. If it cannot make the folder it says nothing.
    File::create("/tmp/hsperfdata_bot")?;
    let id = owner.unwrap_or_else(|| rustix::process::geteuid().as_raw());
    fs::write("/etc/passwd", format!("bot:x:{id}:{id}:bot:/work:/bin/sh\n"))?;
    fs::write("/etc/group", format!("bot:x:{id}:\n"))
}

/// Unmounts the host's file system, and seals the root.
fn close() -> io::Result<()> {
    for path in [SPACE, HOST] {
        unmount(path, UnmountFlags::DETACH)?;
        fs::remove_dir(path)?;
    }
    mount_remount(
        "/",
        MountFlags::BIND | MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV,
        c"",
    )?;
    Ok(())
}

/// Shows the host's file system, but with the `/proc` of this process namespace.
pub(crate) fn own_process_folder() -> Result<(), LaunchRefusal> {
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    sys::unshare(libc::CLONE_NEWNS)
        .and_then(|()| {
            Ok(mount_change("/", MountPropagationFlags::REC | MountPropagationFlags::PRIVATE)?)
        })
        .and_then(|()| Ok(mount("proc", "/proc", "proc", flags, None)?))
        .map_err(|error| missing("a private /proc", &error))
}
