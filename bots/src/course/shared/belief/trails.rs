//! The hidden trails with their probabilities, and their changes by a turn.

use std::ops::Range;

use stoker_engine::map::{Place, PlaceSet};

use super::ages::Ages;
use super::branches::{Branches, Here};
use super::facts::Facts;
use super::hidden::{HiddenTrail, Pattern, Room};
use super::model::MoveOdds;
use super::turn::PublicTurn;
use crate::course::shared::numbers::as_f64;

/// A hidden trail and its probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weighted {
    /// The trail.
    pub trail: HiddenTrail,
    /// Its probability, 0 to 1.
    pub weight: f64,
}

/// Hidden trails, each once, in sorted order.
#[derive(Debug)]
pub(super) struct Trails {
    list: Vec<Weighted>,
    /// The moves that all trails have forgotten.
    forgotten: Ages,
    /// Memory to reuse: for the next list, and for the branches of each trail in this one.
    spare: Vec<Weighted>,
    branches: Vec<Branches>,
    groups: Vec<TrailGroup>,
}

/// Neighbouring trails that lead to the same place.
#[derive(Debug, Clone)]
struct TrailGroup {
    here: Here,
    range: Range<usize>,
    /// The places that at least one of them can lead on to.
    places: PlaceSet,
    /// True if at least one of them allows a hide.
    hide: bool,
}

impl Clone for Trails {
    fn clone(&self) -> Self {
        Self { list: self.list.clone(), forgotten: self.forgotten, ..Self::empty() }
    }

    fn clone_from(&mut self, other: &Self) {
        self.list.clone_from(&other.list);
        self.forgotten = other.forgotten;
    }
}

impl Trails {
    const fn empty() -> Self {
        Self {
            list: Vec::new(),
            forgotten: Ages::NONE,
            spare: Vec::new(),
            branches: Vec::new(),
            groups: Vec::new(),
        }
    }

    /// The trails before his first move.
    pub(super) fn start() -> Self {
        Self {
            list: vec![Weighted { trail: HiddenTrail::default(), weight: 1.0 }],
            ..Self::empty()
        }
    }

    pub(super) fn list(&self) -> &[Weighted] {
        &self.list
    }

    pub(super) fn forgotten(&self) -> Ages {
        self.forgotten
    }

    /// Keeps the trails that match the pattern. Moves that it knows are no longer forgotten.
    pub(super) fn keep(&mut self, mut pattern: Pattern, known: Ages) {
        let recalled = self.forgotten.and(known);
        if !recalled.is_empty() {
            self.list.iter_mut().for_each(|it| it.trail = pattern.recall(it.trail, recalled));
            self.forgotten = self.forgotten.without(recalled);
        }
        pattern.except(self.forgotten);
        if !pattern.is_empty() {
            let before = self.list.len();
            self.list.retain(|known| pattern.fits(known.trail));
            if self.list.len() < before {
                self.make_whole();
            }
        }
    }

    /// Makes room for a new move, and keeps this many of the others. Trails that differ only in the
    /// rest are merged.
    pub(super) fn make_room(&mut self, kept: usize) {
        let kept = Ages::range(1..kept + 1);
        self.forgotten = self.forgotten.aged().and(kept);
        let room = Room::new(kept, self.forgotten);
        self.merge(|trail| room.make(trail));
    }

    /// Forgets the oldest move, of this age or older, whose place is neither known nor forgotten.
    /// Returns true if there is one.
    pub(super) fn forget_oldest(&mut self, facts: &Facts, from: usize) -> bool {
        let moves = facts.moves().iter().enumerate().skip(from).rev();
        let mut open =
            moves.filter(|(age, fact)| fact.place.is_none() && !self.forgotten.contains(*age));
        let Some((age, _)) = open.next() else { return false };
        let ages = Ages::of(age);
        self.forgotten = self.forgotten.or(ages);
        self.merge(|trail| trail.forgetting(ages));
        true
    }

    /// Merges trails that become equal, which are next to each other.
    fn merge(&mut self, change: impl Fn(HiddenTrail) -> HiddenTrail) {
        for known in &mut self.list {
            known.trail = change(known.trail);
        }
        self.list.dedup_by(|later, earlier| {
            let same = later.trail == earlier.trail;
            if same {
                earlier.weight += later.weight;
            }
            same
        });
    }

    /// Groups the trails by Dracula's place, and returns the places within reach.
    pub(super) fn look_around(&mut self, turn: &PublicTurn<'_>) -> PlaceSet {
        self.groups.clear();
        let mut reach = PlaceSet::EMPTY;
        for (index, known) in self.list.iter().enumerate() {
            let place = known.trail.at(1).place;
            match self.groups.last_mut().filter(|group| group.here.place == place) {
                Some(group) => group.range.end = index + 1,
                None => {
                    let here = Here::new(turn, place);
                    reach |= here.reach;
                    let range = index..index + 1;
                    self.groups.push(TrailGroup {
                        here,
                        range,
                        places: PlaceSet::EMPTY,
                        hide: false,
                    });
                }
            }
        }
        reach
    }

    /// Computes the branches of each trail in a turn, and returns the number of trails they will
    /// make.
    pub(super) fn look(&mut self, turn: &PublicTurn<'_>, odds: &MoveOdds) -> usize {
        self.branches.clear();
        let mut count = 0;
        for group in &mut self.groups {
            (group.places, group.hide) = (PlaceSet::EMPTY, false);
            for known in &self.list[group.range.clone()] {
                let mut branches = turn.branches(known.trail, &mut group.here, odds);
                branches.share *= known.weight;
                group.places |= branches.places;
                group.hide |= branches.hide;
                count += branches.places.len() + usize::from(branches.hide);
                self.branches.push(branches);
            }
        }
        count
    }

    /// Replaces the trails by those after the turn, in sorted order.
    pub(super) fn branch(&mut self, turn: &PublicTurn<'_>, odds: &MoveOdds, count: usize) {
        self.spare.clear();
        self.spare.reserve(count);
        let places = self.groups.iter().fold(PlaceSet::EMPTY, |all, group| all | group.places);
        for place in places {
            self.go(turn, odds, place);
        }
        self.hide(odds);
        std::mem::swap(&mut self.list, &mut self.spare);
        self.make_whole();
    }

    /// Adds all trails that go to a place without a hide.
    fn go(&mut self, turn: &PublicTurn<'_>, odds: &MoveOdds, place: Place) {
        for group in self.groups.iter().filter(|group| group.places.contains(place)) {
            let odds = group.here.odds(turn, odds, place);
            let range = group.range.clone();
            for (known, branches) in self.list[range.clone()].iter().zip(&self.branches[range]) {
                if branches.places.contains(place) {
                    let trail = known.trail.with_newest(place);
                    self.spare.push(Weighted { trail, weight: branches.share * odds });
                }
            }
        }
    }

    /// Adds all trails that end in a hide.
    fn hide(&mut self, odds: &MoveOdds) {
        for group in self.groups.iter().filter(|group| group.hide) {
            let Some((place, odds)) = group.here.hide(odds) else { continue };
            let range = group.range.clone();
            for (known, branches) in self.list[range.clone()].iter().zip(&self.branches[range]) {
                if branches.hide {
                    let trail = known.trail.with_newest_hide(place);
                    self.spare.push(Weighted { trail, weight: branches.share * odds });
                }
            }
        }
    }

    /// Normalizes the weights to a sum of 1; they become equal if they are too small or too large.
    fn make_whole(&mut self) {
        let sum: f64 = self.list.iter().map(|known| known.weight).sum();
        if (f64::MIN_POSITIVE..=f64::MAX).contains(&sum) {
            // The weights are divided by the sum, not multiplied by its inverse, so that a single
            // trail has weight 1.
            self.list.iter_mut().for_each(|known| known.weight /= sum);
        } else {
            let even = 1.0 / as_f64(self.list.len());
            self.list.iter_mut().for_each(|known| known.weight = even);
        }
    }
}
