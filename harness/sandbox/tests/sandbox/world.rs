//! Programs see the clock and the addresses that they are meant to see, and a check reports it if
//! they do not.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

use crate::common::{ISOLATIONS, spec};
use stoker_sandbox::{AddressLayout, Isolation, OpenError, SandboxSpec, probe_clock_and_addresses};

/// A library with a stopped clock, in a folder whose name holds characters at which the loader
/// splits paths.
fn still_clock() -> (tempfile::TempDir, PathBuf) {
    const SOURCE: &str = r#"
        #define _GNU_SOURCE
        #include <sys/syscall.h>
        #include <time.h>
        #include <unistd.h>
        int clock_gettime(clockid_t clock, struct timespec *time) {
            if (clock != CLOCK_REALTIME) return syscall(SYS_clock_gettime, clock, time);
            time->tv_sec = 1596240000;
            time->tv_nsec = 0;
            return 0;
        }"#;
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
    let place = folder.path().join("a folder: of ours");
    fs::create_dir(&place).unwrap();
    let (source, library) = (place.join("clock.c"), place.join("clock.so"));
    fs::write(&source, SOURCE).unwrap();
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source);
    assert!(compiler.status().unwrap().success());
    (folder, library)
}

#[test]
fn a_still_clock_and_fixed_addresses_are_seen_wherever_the_library_is() {
    let (_folder, library) = still_clock();
    let bwrap = ["/usr/bin/bwrap", "/usr/local/bin/bwrap"].map(std::path::Path::new);
    let bwrap = bwrap.iter().any(|path| path.exists()).then_some(Isolation::Bwrap);
    for isolation in ISOLATIONS.into_iter().chain(bwrap) {
        let world = SandboxSpec {
            preload: Some(library.clone()),
            layout: AddressLayout::Fixed,
            ..spec(isolation)
        };
        let found = probe_clock_and_addresses(&world).unwrap();
        assert!(found.still_clock && found.fixed_addresses, "{isolation}: {found:?}");
    }
}

#[test]
fn the_real_clock_and_random_addresses_are_reported_as_such() {
    for isolation in ISOLATIONS {
        let found = probe_clock_and_addresses(&spec(isolation)).unwrap();
        assert!(!found.still_clock, "{isolation}: {found:?}");
        let random = fs::read_to_string("/proc/sys/kernel/randomize_va_space").unwrap();
        assert_eq!(found.fixed_addresses, random.trim() == "0", "{isolation}: {found:?}");
    }
}

#[test]
fn a_library_that_is_not_there_is_an_error_or_is_seen_to_do_nothing() {
    let preload = Some(PathBuf::from("/nowhere/clock.so"));
    let full = SandboxSpec { preload: preload.clone(), ..spec(Isolation::Full) };
    assert!(matches!(probe_clock_and_addresses(&full), Err(OpenError::Missing { .. })));
    let none = SandboxSpec { preload, ..spec(Isolation::None) };
    assert!(!probe_clock_and_addresses(&none).unwrap().still_clock);
}
