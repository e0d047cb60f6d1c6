//! The functions of `Map.h`: the map as lists of links.

use std::ffi::c_int;

use stoker_engine::map::LinkKind;

use crate::places::tables::rows;
use crate::places::{PlaceId, Transport};
use crate::rules::rules;

/// A `struct connNode`.
#[repr(C)]
struct Node {
    place: PlaceId,
    transport: Transport,
    next: *const Node,
}

/// The target of a C `Map`: for each place the list of links from there.
struct CMap {
    links: Vec<Vec<Node>>,
}

impl CMap {
    fn new() -> Self {
        let map = rules().map();
        let links = map.places().into_iter().map(|from| {
            let ways = LinkKind::ALL.into_iter().flat_map(|kind| {
                map.links(kind, from).into_iter().map(move |to| (to, transport(kind)))
            });
            let nodes = ways.map(|(to, transport)| Node {
                place: PlaceId::of(to),
                transport,
                next: std::ptr::null(),
            });
            chained(nodes.collect())
        });
        Self { links: links.collect() }
    }

    fn of(&self, from: PlaceId) -> &[Node] {
        from.place().map_or(&[], |place| &self.links[place.index()])
    }
}

/// Links each node to the one after it.
fn chained(mut nodes: Vec<Node>) -> Vec<Node> {
    let first = nodes.as_mut_ptr();
    for i in 1..nodes.len() {
        // SAFETY: both nodes are in the vector. Its length never changes from here on, so they stay
        // where they are.
        unsafe { (*first.add(i - 1)).next = first.add(i) };
    }
    nodes
}

fn transport(kind: LinkKind) -> Transport {
    match kind {
        LinkKind::Road => Transport::ROAD,
        LinkKind::Rail => Transport::RAIL,
        LinkKind::Sea => Transport::BOAT,
    }
}

/// The map behind a pointer from C.
///
/// # Safety
/// `map` comes from `MapNew` and is not freed yet, or is `NULL`.
unsafe fn of<'a>(map: *const CMap) -> &'a CMap {
    // SAFETY: the caller's promise.
    unsafe { map.as_ref() }
        .unwrap_or_else(|| crate::exchange::end_for_call("a map function was called with NULL"))
}

/// Makes a map; `MapFree` frees it.
#[unsafe(no_mangle)]
extern "C" fn MapNew() -> *mut CMap {
    Box::into_raw(Box::new(CMap::new()))
}

/// Frees a map.
#[unsafe(no_mangle)]
unsafe extern "C" fn MapFree(map: *mut CMap) {
    if !map.is_null() {
        // SAFETY: it comes from `MapNew`, and C code frees it once.
        drop(unsafe { Box::from_raw(map) });
    }
}

/// Prints all links to standard output, through C's buffer, so that the program's own output keeps
/// its order.
#[unsafe(no_mangle)]
unsafe extern "C" fn MapShow(map: *const CMap) {
    // SAFETY: the header requires a map.
    let map = unsafe { of(map) };
    for (row, links) in rows().iter().zip(&map.links) {
        let (name, code) = (row.name().as_ptr(), row.code().as_ptr());
        // SAFETY: the format needs two C strings.
        unsafe { libc::printf(c"%s (%s)\n".as_ptr(), name, code) };
        for node in links {
            let to = node.place.place().map_or(c"??", |to| rows()[to.index()].name());
            let (how, to) = (node.transport.name().as_ptr(), to.as_ptr());
            // SAFETY: the format needs two C strings.
            unsafe { libc::printf(c"    %s %s\n".as_ptr(), how, to) };
        }
    }
}

/// The number of places.
#[unsafe(no_mangle)]
unsafe extern "C" fn MapNumPlaces(map: *const CMap) -> c_int {
    // SAFETY: the header requires a map.
    count(unsafe { of(map) }.links.len())
}

/// The number of links of a type; `ANY` counts all. Each link counts once in each direction, as in
/// the course's map: programs make arrays of that size.
#[unsafe(no_mangle)]
unsafe extern "C" fn MapNumConnections(map: *const CMap, transport: Transport) -> c_int {
    // SAFETY: the header requires a map.
    let links = unsafe { of(map) }.links.iter().flatten();
    let wanted = |node: &&Node| transport == Transport::ANY || node.transport == transport;
    count(links.filter(wanted).count())
}

/// The links from a place, which belong to the map; `NULL` if it is not a place.
#[unsafe(no_mangle)]
unsafe extern "C" fn MapGetConnections(map: *const CMap, from: PlaceId) -> *const Node {
    // SAFETY: the header requires a map.
    let links = unsafe { of(map) }.of(from);
    if links.is_empty() { std::ptr::null() } else { links.as_ptr() }
}

fn count(number: usize) -> c_int {
    c_int::try_from(number).expect("a map is small")
}
