//! The tables `PLACES` and `CONNECTIONS`, with the rows of the engine's map.
//!
//! The rows are a file of their own, which a test compares with the map: a build script that asked
//! the engine would have it compiled twice.

use std::ffi::{CStr, c_char};

use super::{PlaceId, PlaceType, Transport};

include!("rows.rs");

/// A `struct place`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub(crate) struct CPlace {
    id: PlaceId,
    name: *const c_char,
    abbrev: *const c_char,
    kind: PlaceType,
}

// SAFETY: the pointers lead to constant texts, which nobody changes.
unsafe impl Sync for CPlace {}

impl CPlace {
    const fn new(id: i32, name: &'static CStr, abbrev: &'static CStr, kind: PlaceType) -> Self {
        Self { id: PlaceId(id), name: name.as_ptr(), abbrev: abbrev.as_ptr(), kind }
    }

    pub(crate) fn id(&self) -> PlaceId {
        self.id
    }

    pub(crate) fn name(&self) -> &'static CStr {
        // SAFETY: `new` took it from a constant C string.
        unsafe { CStr::from_ptr(self.name) }
    }

    pub(crate) fn code(&self) -> &'static CStr {
        // SAFETY: `new` took it from a constant C string.
        unsafe { CStr::from_ptr(self.abbrev) }
    }

    pub(crate) fn kind(&self) -> PlaceType {
        self.kind
    }
}

/// A `struct connection`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub(crate) struct CConnection {
    v: PlaceId,
    w: PlaceId,
    t: Transport,
}

impl CConnection {
    /// The row that ends the table.
    const END: Self =
        Self { v: PlaceId::UNKNOWN_PLACE, w: PlaceId::UNKNOWN_PLACE, t: Transport::NONE };

    const fn new(v: i32, w: i32, t: Transport) -> Self {
        Self { v: PlaceId(v), w: PlaceId(w), t }
    }

    /// Its two ends, and the means of transport between them.
    pub(crate) fn parts(&self) -> (PlaceId, PlaceId, Transport) {
        (self.v, self.w, self.t)
    }
}

const fn with_end() -> [CConnection; LINK_ROWS.len() + 1] {
    let mut rows = [CConnection::END; LINK_ROWS.len() + 1];
    let mut i = 0;
    while i < LINK_ROWS.len() {
        rows[i] = LINK_ROWS[i];
        i += 1;
    }
    rows
}

/// The table of places for use within this crate: a team's own `PLACES` may replace the exported
/// one.
static ROWS: [CPlace; PLACE_ROWS.len()] = PLACE_ROWS;

/// Each link once, for use within this crate.
static LINKS: [CConnection; LINK_ROWS.len()] = LINK_ROWS;

/// Each link once.
pub(crate) fn links() -> &'static [CConnection] {
    &LINKS
}

/// The places by index.
pub(crate) fn rows() -> &'static [CPlace] {
    &ROWS
}

/// The places by index, for C.
#[unsafe(no_mangle)]
static PLACES: [CPlace; PLACE_ROWS.len()] = PLACE_ROWS;

/// Each link once, for C code; the last row marks the end.
#[unsafe(no_mangle)]
static CONNECTIONS: [CConnection; LINK_ROWS.len() + 1] = with_end();
