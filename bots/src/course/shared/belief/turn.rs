//! Dracula's turn as everyone sees it.

use arrayvec::ArrayVec;
use stoker_engine::course::{Course, MAX_TRAIL, Sighting};
use stoker_engine::map::{Place, PlaceSet};

use super::ages::Ages;
use super::facts::{Fact, Facts};

/// The public part of a turn.
pub(super) struct TurnSighting<'a> {
    /// True if an encounter was placed (E2).
    pub(super) placed: bool,
    /// The public facts about the trail, with the new move.
    pub(super) facts: &'a Facts,
    /// True if it ended at sea, false if on land, if that is known (K6).
    pub(super) sea: Option<bool>,
    /// The places where it could not have ended unseen (K3).
    pub(super) watched: PlaceSet,
    /// The moves that are forgotten, by their age after it.
    pub(super) forgotten: Ages,
}

/// The public part of one of his turns, and the moves of his trail that restrict him.
///
/// Ages are those after the turn: the latest move before it has age 1.
pub(super) struct PublicTurn<'a> {
    pub(super) rules: &'a Course,
    pub(super) sighting: Sighting,
    /// True if an encounter was placed (E2).
    pub(super) placed: bool,
    /// The places where it can have ended, as far as they are the same for all trails.
    pub(super) allowed: PlaceSet,
    /// Number of moves that restrict him (D3).
    pub(super) before: usize,
    /// Those of them that are locations or hides, not double backs or teleports; also as a list.
    pub(super) plain: Ages,
    pub(super) plain_ages: ArrayVec<usize, MAX_TRAIL>,
    /// True if one of them is a double back (D7).
    pub(super) doubled: bool,
    /// Those of them whose encounter is still there.
    pub(super) live: Ages,
    pub(super) forgotten: Ages,
}

impl<'a> PublicTurn<'a> {
    pub(super) fn new(rules: &'a Course, seen: &TurnSighting<'_>) -> Self {
        let (newest, before) = seen.facts.moves().split_first().expect("his new move is known of");
        let of_those = |when: fn(&Fact) -> bool| {
            let ages = (1..).zip(before).filter(|(_, fact)| when(fact));
            ages.fold(Ages::NONE, |all, (age, _)| all.or(Ages::of(age)))
        };
        let plain = of_those(is_plain).without(seen.forgotten);
        Self {
            rules,
            sighting: newest.sighting,
            placed: seen.placed,
            allowed: allowed(rules, seen, newest.place),
            before: before.len(),
            plain,
            plain_ages: plain.iter().collect(),
            doubled: before.iter().any(|fact| matches!(fact.sighting, Sighting::DoubleBack(_))),
            live: of_those(|fact| fact.encounter.is_some()),
            forgotten: seen.forgotten,
        }
    }

    /// Returns true if a city other than the castle can be full, which depends on the trail (E2).
    ///
    /// A trail has at most one location, one hide and one double back in a city, including the new
    /// move. So if there is room for three, there is room for the new one.
    pub(super) fn may_be_full(&self) -> bool {
        may_be_full(self.rules)
    }
}

fn is_plain(fact: &Fact) -> bool {
    !matches!(fact.sighting, Sighting::DoubleBack(_) | Sighting::Teleport)
}

pub(super) fn may_be_full(rules: &Course) -> bool {
    rules.params().city_encounters < 3
}

/// The places where the turn can have ended, whatever the trail (E2, K3, K6).
fn allowed(rules: &Course, seen: &TurnSighting<'_>, known: Option<Place>) -> PlaceSet {
    let seas = rules.seas();
    let land = rules.map().places() - seas;
    let mut places = known.map_or((seas | land) - seen.watched, PlaceSet::of);
    match seen.sea {
        Some(true) => places &= seas,
        Some(false) => places &= land,
        None => {}
    }
    if seen.placed {
        places &= land;
    } else if !may_be_full(rules) {
        places &= seas | PlaceSet::of(rules.castle());
    }
    if !may_be_full(rules) && is_castle_full(rules, seen.facts) == seen.placed {
        places.remove(rules.castle());
    }
    places
}

/// Returns true if the castle has no room for another encounter. Every move there is known (K3).
fn is_castle_full(rules: &Course, facts: &Facts) -> bool {
    let there = |fact: &&Fact| fact.place == Some(rules.castle()) && fact.encounter.is_some();
    let before = facts.moves().iter().skip(1);
    before.filter(there).count() >= usize::from(rules.params().city_encounters)
}
