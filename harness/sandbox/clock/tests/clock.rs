//! Programs that read the clock, with and without the library.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "in tests an error is a failure")]

use std::path::PathBuf;
use std::process::Command;

/// The library, next to the test executables or one folder above.
fn library() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let name = "libstoker_clock.so";
    let beside = test.parent().unwrap().join(name);
    let above = test.parent().unwrap().parent().unwrap().join(name);
    let found = [beside, above].into_iter().find(|path| path.exists());
    found.expect("cargo builds the library with its tests")
}

/// A folder with the library, and a compiled program that prints the results of four functions.
fn arena() -> tempfile::TempDir {
    const SOURCE: &str = r#"
        #include <stdio.h>
        #include <sys/time.h>
        #include <time.h>
        int main(void) {
            struct timeval day; struct timespec wall, steady;
            gettimeofday(&day, 0);
            clock_gettime(CLOCK_REALTIME, &wall);
            int ok = clock_gettime(CLOCK_MONOTONIC, &steady);
            printf("%ld %ld.%ld %ld.%ld %d\n", (long)time(0), (long)day.tv_sec, (long)day.tv_usec,
                   (long)wall.tv_sec, wall.tv_nsec, ok);
            time_t until = time(0) + 1;
            if (steady.tv_sec < 0) return 1;
            while (time(0) < until) {}
            return 0;
        }"#;
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(library(), folder.path().join("clock.so")).unwrap();
    let (source, program) = (folder.path().join("look.c"), folder.path().join("look"));
    std::fs::write(&source, SOURCE).unwrap();
    let compiled = Command::new("cc").arg(&source).arg("-o").arg(&program).status().unwrap();
    assert!(compiled.success());
    folder
}

#[test]
fn every_process_sees_the_same_moment_and_the_clock_moves_with_work() {
    let arena = arena();
    let seen = || {
        let mut command = Command::new(arena.path().join("look"));
        // The loader splits the variable at spaces, and the path of a checkout may contain some.
        command.current_dir(&arena).env("LD_PRELOAD", "./clock.so");
        let output = command.output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(seen(), "1596240000 1596240000.0 1596240000.0 0\n");
    assert_eq!(seen(), seen());
}
