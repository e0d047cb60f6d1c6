//! Texts from C.

use std::ffi::{CStr, c_char};

/// The bytes of a text from C.
///
/// # Safety
/// `text` is `NULL` or ends with a zero byte, and is not changed while the bytes are in use.
pub(crate) unsafe fn text<'a>(text: *const c_char) -> Option<&'a [u8]> {
    // SAFETY: the pointer is not `NULL`; the caller guarantees the rest.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_bytes())
}
