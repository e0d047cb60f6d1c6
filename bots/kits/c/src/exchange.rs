//! What goes in and out of C: texts, arrays, results through pointers, and the end of the process.

use std::ffi::c_int;
use std::io::Write as _;

use crate::places::PlaceId;

/// Exit status when the past plays cannot be read (`EX_DATAERR` of `sysexits.h`).
const BAD_PLAYS: i32 = 65;
/// Exit status when a view is asked for that is none (`EX_USAGE`).
const BAD_CALL: i32 = 64;
/// Exit status when there is no memory left (`EX_OSERR`).
const NO_MEMORY: i32 = 71;

/// Ends the process because of the past plays.
pub(crate) fn end_for_plays(problem: &str) -> ! {
    end(BAD_PLAYS, problem)
}

/// Ends the process because of how the interface was called.
pub(crate) fn end_for_call(problem: &str) -> ! {
    end(BAD_CALL, problem)
}

/// Says something on standard error, before the program goes on.
pub(crate) fn tell(news: &str) {
    // A program that has closed its standard error goes on too.
    let _ = writeln!(std::io::stderr(), "stoker_course: {news}");
}

fn end(status: i32, problem: &str) -> ! {
    tell(problem);
    std::process::exit(status)
}

/// Where C code wants a result: a pointer to a variable of its own, or `NULL`.
#[repr(transparent)]
pub(crate) struct Out<T>(*mut T);

impl<T> Out<T> {
    /// Hands over the result, if it is wanted.
    pub(crate) fn set(self, value: T) {
        if !self.0.is_null() {
            // SAFETY: an `Out` is only ever made by C code that calls an exported function, whose
            // header asks for a pointer to a variable of this type, or `NULL`.
            unsafe { self.0.write(value) }
        }
    }
}

/// An array for C, which frees it, and its length; `NULL` if there is nothing.
pub(crate) fn array(places: impl IntoIterator<Item = PlaceId>, count: Out<c_int>) -> *mut PlaceId {
    copy(&places.into_iter().collect::<Vec<_>>(), count)
}

/// A copy of a history, which the caller is told to free.
///
/// It could be lent, without a copy. But programs sort such arrays, or free them without asking,
/// and a copy costs next to nothing.
pub(crate) fn history(places: &[PlaceId], count: Out<c_int>, can_free: Out<bool>) -> *mut PlaceId {
    can_free.set(true);
    copy(places, count)
}

fn copy(places: &[PlaceId], count: Out<c_int>) -> *mut PlaceId {
    count.set(c_int::try_from(places.len()).expect("a game has few moves"));
    if places.is_empty() {
        return std::ptr::null_mut();
    }
    // SAFETY: any size may be asked for.
    let array = unsafe { libc::malloc(size_of_val(places)) }.cast::<PlaceId>();
    if array.is_null() {
        end(NO_MEMORY, "there is no memory left");
    }
    // SAFETY: `malloc` gave that many bytes, aligned for any type, which nothing else uses.
    unsafe { array.copy_from_nonoverlapping(places.as_ptr(), places.len()) };
    array
}
