//! Barriers (kosmos B4 to B6).

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::board::{LINKS, Link, Place, PlaceSet};
use crate::coded::coded;

coded! {
    "a colour",
    /// The colour of a barrier, in the order of B4.
    Colour {
        /// Red.
        Red = "R",
        /// Blue.
        Blue = "B",
        /// Green.
        Green = "G",
        /// Yellow.
        Yellow = "Y",
    }
}

/// Barriers.
const BARRIERS: usize = 4;

/// A set of links, iterated in link order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LinkSet(u32);

impl LinkSet {
    /// No link.
    pub const EMPTY: Self = Self(0);

    /// The set with this link added.
    #[inline]
    #[must_use]
    pub const fn with(self, link: Link) -> Self {
        Self(self.0 | 1 << link.index())
    }

    /// The set without this link.
    #[inline]
    #[must_use]
    pub const fn without(self, link: Link) -> Self {
        Self(self.0 & !(1 << link.index()))
    }

    /// True if the link is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, link: Link) -> bool {
        self.0 >> link.index() & 1 == 1
    }

    /// The links, in link order.
    pub fn iter(self) -> impl Iterator<Item = Link> {
        Link::ALL.iter().copied().filter(move |&link| self.contains(link))
    }

    /// A bit for each link, the first in link order the lowest.
    #[inline]
    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    /// The places that its links lead to or from.
    fn places(self) -> PlaceSet {
        self.iter().fold(PlaceSet::EMPTY, |all, link| all | link.places())
    }
}

/// The links of the four barriers: never two at one place, and never cutting the board in two.
///
/// # Examples
/// ```
/// use stoker_engine::kosmos::{Barriers, Colour, Link};
/// let barriers = Barriers::default().with(Colour::Red, Link::A1A2).unwrap();
/// assert_eq!(barriers.with(Colour::Blue, Link::A1B1), None, "it would touch the red one");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(into = "[Option<Link>; BARRIERS]", try_from = "[Option<Link>; BARRIERS]")]
pub struct Barriers([Option<Link>; BARRIERS]);

impl Barriers {
    /// The link with this barrier; none, if it is off the board.
    #[inline]
    #[must_use]
    pub const fn on(self, colour: Colour) -> Option<Link> {
        self.0[colour.index()]
    }

    /// The links with a barrier.
    #[inline]
    #[must_use]
    pub fn links(self) -> LinkSet {
        self.0.into_iter().flatten().fold(LinkSet::EMPTY, LinkSet::with)
    }

    /// The links on which this barrier may be set (B5).
    #[inline]
    #[must_use]
    pub fn free_for(self, colour: Colour) -> LinkSet {
        match self.on(colour) {
            Some(now) => free_beside(self.links().without(now)).without(now),
            None => free_beside(self.links()),
        }
    }

    /// The barriers after this one has been set on a link, if B5 allows it.
    #[must_use]
    pub fn with(mut self, colour: Colour, link: Link) -> Option<Self> {
        let free = self.free_for(colour).contains(link);
        self.0[colour.index()] = Some(link);
        free.then_some(self)
    }

    /// The places that a step from a place leads to (B6).
    #[inline]
    #[must_use]
    pub fn steps_from(self, place: Place) -> PlaceSet {
        let behind = self.0.into_iter().flatten().filter_map(|link| link.from(place));
        behind.fold(place.neighbours(), |left, place| left - PlaceSet::of(place))
    }
}

impl From<Barriers> for [Option<Link>; BARRIERS] {
    fn from(barriers: Barriers) -> Self {
        barriers.0
    }
}

/// Barriers where B5 does not allow them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the barriers touch each other, or cut the board in two")]
pub struct BadBarriers;

impl TryFrom<[Option<Link>; BARRIERS]> for Barriers {
    type Error = BadBarriers;
    fn try_from(links: [Option<Link>; BARRIERS]) -> Result<Self, BadBarriers> {
        let colours = Colour::ALL.iter().zip(links);
        let set = colours.filter_map(|(&colour, link)| Some((colour, link?)));
        let mut set = set;
        set.try_fold(Self::default(), |all, (colour, link)| all.with(colour, link))
            .ok_or(BadBarriers)
    }
}

/// The links that can have one more barrier beside at most three others.
#[inline]
fn free_beside(others: LinkSet) -> LinkSet {
    static FREE: LazyLock<Vec<LinkSet>> = LazyLock::new(all_free);
    FREE.get(rank(others)).copied().unwrap_or_default()
}

/// Sets of at most three links: one empty, 17, 136 and 680.
const SETS: usize = 834;

/// The number of a set of at most three links: a number below [`SETS`] for each.
fn rank(set: LinkSet) -> usize {
    let (mut rank, mut size, mut left) = (0, 0, set.bits());
    while left != 0 {
        let link = left.trailing_zeros() as usize;
        left &= left - 1;
        size += 1;
        rank += match size {
            1 => link,
            2 => link * link.wrapping_sub(1) / 2,
            _ => link * link.wrapping_sub(1) * link.wrapping_sub(2) / 6,
        };
    }
    rank + match size {
        0 => 0,
        1 => 1,
        2 => 18,
        3 => 154,
        _ => SETS,
    }
}

fn all_free() -> Vec<LinkSet> {
    let mut free = vec![LinkSet::EMPTY; SETS];
    let mut fill = |set: LinkSet| free[rank(set)] = worked_out(set);
    fill(LinkSet::EMPTY);
    for (a, &one) in Link::ALL.iter().enumerate() {
        let one = LinkSet::EMPTY.with(one);
        fill(one);
        for (b, &two) in Link::ALL.iter().enumerate().skip(a + 1) {
            fill(one.with(two));
            Link::ALL[b + 1..].iter().for_each(|&three| fill(one.with(two).with(three)));
        }
    }
    free
}

/// B5, word by word.
fn worked_out(others: LinkSet) -> LinkSet {
    let taken = others.places();
    let free = Link::ALL
        .iter()
        .filter(|link| (link.places() & taken).is_empty() && connects_all(others.with(**link)));
    free.fold(LinkSet::EMPTY, |all, &link| all.with(link))
}

/// True if all places are connected by links other than these.
fn connects_all(blocked: LinkSet) -> bool {
    let mut reached = PlaceSet::of(Place::A1);
    for _ in 0..LINKS {
        let open = Link::ALL.iter().filter(|link| !blocked.contains(**link));
        let crossed = open.filter(|link| !(link.places() & reached).is_empty());
        reached = crossed.fold(reached, |all, link| all | link.places());
    }
    reached == PlaceSet::ALL
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The counts that B5 gives for checking.
    #[test]
    fn there_are_as_many_boards_with_barriers_as_the_rules_say() {
        let mut boards = vec![LinkSet::EMPTY];
        for count in [17, 102, 264, 282] {
            let more = |&set: &LinkSet| free_beside(set).iter().map(move |link| set.with(link));
            let mut next: Vec<LinkSet> = boards.iter().flat_map(more).collect();
            next.sort_unstable_by_key(|set| set.0);
            next.dedup();
            assert_eq!(next.len(), count);
            boards = next;
        }
    }

    #[test]
    fn every_set_of_links_has_a_number_of_its_own() {
        let small = (0u32..1 << LINKS).filter(|bits| bits.count_ones() <= 3);
        let mut ranks: Vec<usize> = small.map(|bits| rank(LinkSet(bits))).collect();
        ranks.sort_unstable();
        assert!(ranks.into_iter().eq(0..SETS));
    }
}
