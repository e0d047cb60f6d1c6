//! Lookup of places by their codes.

use super::{Code, Place, PlaceSet};

/// Number of letters that can begin a code.
const FIRST: usize = 26;
/// Number of letters and digits that can end a code.
const SECOND: usize = 36;

/// The place of each possible code, if a place has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ByCode(Vec<Option<Place>>);

impl ByCode {
    /// A table of the places with these codes, in index order.
    pub(super) fn new(codes: impl ExactSizeIterator<Item = Code>) -> Self {
        let mut places = vec![None; FIRST * SECOND];
        for (place, code) in PlaceSet::first(codes.len()).into_iter().zip(codes) {
            if let Some(slot) = slot(code.bytes()) {
                places[slot] = Some(place);
            }
        }
        Self(places)
    }

    /// The place with this code.
    #[inline]
    pub(super) fn find(&self, code: [u8; 2]) -> Option<Place> {
        self.0[slot(code)?]
    }
}

/// Index of a code in the table; `None` if the bytes are not a code.
#[inline]
fn slot([first, second]: [u8; 2]) -> Option<usize> {
    let first = first.is_ascii_uppercase().then(|| first - b'A')?;
    let second = match second {
        b'A'..=b'Z' => second - b'A',
        b'0'..=b'9' => second - b'0' + 26,
        _ => return None,
    };
    Some(usize::from(first) * SECOND + usize::from(second))
}
