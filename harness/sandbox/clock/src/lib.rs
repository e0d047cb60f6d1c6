//! A wall clock that is the same on every run. Preloaded into programs, it replaces the C library's
//! functions for the time of day.
//!
//! The clock starts at the same moment for every process. It advances in whole seconds, by the CPU
//! time that the process uses. So a seed drawn from it is the same on every run, and a program that
//! polls the clock until a second has passed does not wait for ever. Clocks that count from an
//! arbitrary moment are those of the system.
//!
//! `stoker` preloads this library with `--still`. It has one file, and depends on nothing else of
//! `stoker`.
//!
//! # Examples
//! ```
//! // SAFETY: a null pointer asks for nothing but the result.
//! let now = || unsafe { stoker_clock::time(std::ptr::null_mut()) };
//! let midnight = 1_596_240_000; // 1 August 2020, UTC
//! assert!((midnight..midnight + 3_600).contains(&now()));
//! ```
#![cfg(target_os = "linux")]

use std::ffi::c_int;

/// Midnight of 1 August 2020, UTC.
const BEGIN: libc::time_t = 1_596_240_000;

/// The time of day, in seconds since 1970.
fn now() -> libc::time_t {
    let mut used = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // Uses the system call, because the function of that name is the one below. SAFETY: the kernel
    // writes one `timespec` to `used`, which outlives the call.
    unsafe {
        libc::syscall(libc::SYS_clock_gettime, libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut used)
    };
    BEGIN + used.tv_sec
}

/// C's `time`.
///
/// # Safety
/// `out` is null, or points to a writable `time_t`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn time(out: *mut libc::time_t) -> libc::time_t {
    let now = now();
    if !out.is_null() {
        // SAFETY: `out` is not null, and the caller guarantees that it is writable.
        unsafe { out.write(now) };
    }
    now
}

/// C's `gettimeofday`. The time zone is obsolete and left unchanged.
///
/// # Safety
/// `out` is null, or points to a writable `timeval`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gettimeofday(out: *mut libc::timeval, _zone: *mut libc::c_void) -> c_int {
    if !out.is_null() {
        // SAFETY: `out` is not null, and the caller guarantees that it is writable.
        unsafe { out.write(libc::timeval { tv_sec: now(), tv_usec: 0 }) };
    }
    0
}

/// C's `clock_gettime`.
///
/// # Safety
/// `out` points to a writable `timespec`, or to anything that the kernel refuses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clock_gettime(clock: libc::clockid_t, out: *mut libc::timespec) -> c_int {
    let wall = [libc::CLOCK_REALTIME, libc::CLOCK_REALTIME_COARSE, libc::CLOCK_TAI];
    if wall.contains(&clock) && !out.is_null() {
        // SAFETY: `out` is not null, and the caller guarantees that it is writable.
        unsafe { out.write(libc::timespec { tv_sec: now(), tv_nsec: 0 }) };
        return 0;
    }
    // SAFETY: the kernel checks the pointer, and the caller guarantees that it is writable.
    let result = unsafe { libc::syscall(libc::SYS_clock_gettime, clock, out) };
    if result == 0 { 0 } else { -1 }
}
