//! Finding places by their codes.

use super::{Code, Place, PlaceSet};

/// The letters that begin a code.
const FIRST: usize = 26;
/// The letters and digits that end one.
const SECOND: usize = 36;

/// For each code that there can be, the place that has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ByCode(Vec<Option<Place>>);

impl ByCode {
    /// The places with these codes, in index order.
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

/// Where a code stands in the table; `None` for what is no code.
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
