//! Exchange with C: texts, arrays, results through pointers, and the end of the process.

use std::ffi::c_int;
use std::io::Write as _;

use crate::places::PlaceId;

/// Exit status if the past plays cannot be read (`EX_DATAERR` of `sysexits.h`).
const BAD_PLAYS: i32 = 65;
/// Exit status if a function gets an invalid view (`EX_USAGE`).
const BAD_CALL: i32 = 64;
/// Exit status if there is no memory left (`EX_OSERR`).
const NO_MEMORY: i32 = 71;

/// Ends the process because the past plays are wrong.
pub(crate) fn end_for_plays(problem: &str) -> ! {
    end(BAD_PLAYS, problem)
}

/// Ends the process because the interface was called wrongly.
pub(crate) fn end_for_call(problem: &str) -> ! {
    end(BAD_CALL, problem)
}

/// Prints a line on standard error; the program goes on.
pub(crate) fn tell(news: &str) {
    // A program that has closed its standard error goes on too.
    let _ = writeln!(std::io::stderr(), "stoker_course: {news}");
}

fn end(status: i32, problem: &str) -> ! {
    tell(problem);
    std::process::exit(status)
}

/// Destination of a result in C code: a pointer to a variable, or `NULL`.
#[repr(transparent)]
pub(crate) struct Out<T>(*mut T);

impl<T> Out<T> {
    /// Stores the result, unless the pointer is `NULL`.
    pub(crate) fn set(self, value: T) {
        if !self.0.is_null() {
            // SAFETY: only C code that calls an exported function makes an `Out`. Its header
            // requires a pointer to a variable of this type, or `NULL`.
            unsafe { self.0.write(value) }
        }
    }
}

/// An array for C code, which frees it, and its length; `NULL` if there are no places.
pub(crate) fn array(places: impl IntoIterator<Item = PlaceId>, count: Out<c_int>) -> *mut PlaceId {
    copy(&places.into_iter().collect::<Vec<_>>(), count)
}

/// A copy of a history, which the caller must free.
///
/// The view could lend its own array. But programs sort such arrays, or free them in any case, and
/// a copy costs next to nothing.
pub(crate) fn history(places: &[PlaceId], count: Out<c_int>, can_free: Out<bool>) -> *mut PlaceId {
    can_free.set(true);
    copy(places, count)
}

fn copy(places: &[PlaceId], count: Out<c_int>) -> *mut PlaceId {
    count.set(c_int::try_from(places.len()).expect("a game has few moves"));
    if places.is_empty() {
        return std::ptr::null_mut();
    }
    // SAFETY: `malloc` accepts any size.
    let array = unsafe { libc::malloc(size_of_val(places)) }.cast::<PlaceId>();
    if array.is_null() {
        end(NO_MEMORY, "there is no memory left");
    }
    // SAFETY: `malloc` returned that many bytes, aligned for any type, and nothing else uses them.
    unsafe { array.copy_from_nonoverlapping(places.as_ptr(), places.len()) };
    array
}
