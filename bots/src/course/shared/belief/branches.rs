//! Dracula's options after one hidden trail, and the probability of each of his moves.

use stoker_engine::course::{OwnPlace, Sighting};
use stoker_engine::map::{Place, PlaceSet};

use super::hidden::HiddenTrail;
use super::model::MoveOdds;
use super::turn::PublicTurn;

/// The facts about a trail that depend only on his place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Here {
    /// His place; `None` before his first move.
    pub(super) place: Option<Place>,
    pub(super) reach: PlaceSet,
    is_city: bool,
    /// The sum of the odds of these locations: neighbouring trails mostly ask for the same set.
    summed: (PlaceSet, f64),
}

/// The moves that fit what was seen, after one trail.
#[derive(Debug, Clone, Copy)]
pub(super) struct Branches {
    /// The places that the move can have led to, unless it was a hide.
    pub(super) places: PlaceSet,
    /// True if it can have been a hide.
    pub(super) hide: bool,
    /// The probability of a move with odds 1.
    pub(super) share: f64,
}

/// Dracula's options, whatever was seen.
struct MoveOptions {
    /// The locations that he may name.
    named: PlaceSet,
    hide: bool,
    /// The places that double backs lead to.
    back: PlaceSet,
    /// The sum of the odds of double backs as places; several can lead to one place.
    back_sum: f64,
}

impl Here {
    /// The facts for this place; `None` is before his first turn.
    pub(super) fn new(turn: &PublicTurn<'_>, place: Option<Place>) -> Self {
        let rules = turn.rules;
        let start = rules.map().places() - PlaceSet::of(rules.hospital()); // D2
        let place = place.filter(|_| turn.before > 0);
        Self {
            place,
            reach: place.map_or(start, |place| rules.dracula_reach(place)),
            is_city: place.is_some_and(|place| !rules.is_sea(place)),
            summed: (PlaceSet::EMPTY, 0.0),
        }
    }

    /// The odds that a move of this sighting goes to a place.
    pub(super) fn odds(&self, turn: &PublicTurn<'_>, odds: &MoveOdds, place: Place) -> f64 {
        match turn.sighting {
            Sighting::Teleport => 1.0,
            Sighting::DoubleBack(_) => odds.to[place] * odds.double_back,
            Sighting::At(_) | Sighting::SomeCity | Sighting::SomeSea | Sighting::Hide => {
                let stay = if self.place == Some(place) { odds.stay } else { 1.0 };
                odds.to[place] * stay
            }
        }
    }

    /// The place that a hide leads to, and its odds.
    pub(super) fn hide(&self, odds: &MoveOdds) -> Option<(Place, f64)> {
        self.place.map(|place| (place, odds.to[place] * odds.hide))
    }

    #[inline]
    fn sum(&mut self, named: PlaceSet, odds: &MoveOdds) -> f64 {
        if self.summed.0 != named {
            let mut sum = named.into_iter().map(|place| odds.to[place]).sum();
            if let Some(place) = self.place.filter(|&place| named.contains(place)) {
                sum += odds.to[place] * (odds.stay - 1.0);
            }
            self.summed = (named, sum);
        }
        self.summed.1
    }
}

impl PublicTurn<'_> {
    /// The moves that fit what was seen, after a trail that leads to `here`.
    #[inline]
    pub(super) fn branches(
        &self,
        trail: HiddenTrail,
        here: &mut Here,
        odds: &MoveOdds,
    ) -> Branches {
        let options = self.options(trail, here, odds);
        let mut branches = self.seen(trail, here, &options);
        if self.may_be_full() {
            self.mind_room(trail, here, &mut branches);
        }
        if self.sighting != Sighting::Teleport && (branches.hide || !branches.places.is_empty()) {
            let hide =
                if options.hide { here.hide(odds).map_or(0.0, |(_, odds)| odds) } else { 0.0 };
            let sum = here.sum(options.named, odds) + hide + options.back_sum * odds.double_back;
            branches.share = if sum < f64::MIN_POSITIVE { 0.0 } else { 1.0 / sum };
        }
        branches
    }

    #[inline]
    fn options(&self, trail: HiddenTrail, here: &Here, odds: &MoveOdds) -> MoveOptions {
        let (back, back_sum) =
            if self.doubled { (PlaceSet::EMPTY, 0.0) } else { self.back(trail, here, odds) };
        let hide = here.is_city && !trail.hid(self.plain); // D6
        let mut named = here.reach - self.named(trail); // D5
        if let Some(place) = here.place {
            // D9
            match self.rules.params().own_place {
                OwnPlace::Free => {}
                OwnPlace::NotAlone => {
                    if !hide && back.is_empty() && named == PlaceSet::of(place) {
                        named = PlaceSet::EMPTY;
                    }
                }
                OwnPlace::Never => named.remove(place),
            }
        }
        MoveOptions { named, hide, back, back_sum }
    }

    /// The locations that he named lately.
    #[inline]
    fn named(&self, trail: HiddenTrail) -> PlaceSet {
        let bytes = trail.bytes();
        self.plain_ages.iter().fold(PlaceSet::EMPTY, |all, &age| {
            match Place::new(bytes[age & 15]) {
                Some(place) => all | PlaceSet::of(place),
                None => all, // a hide
            }
        })
    }

    /// The places that double backs lead to, and the sum of their odds as places (D7).
    #[inline]
    fn back(&self, trail: HiddenTrail, here: &Here, odds: &MoveOdds) -> (PlaceSet, f64) {
        let most = usize::from(self.rules.params().double_back).min(self.before);
        (1..=most).fold((PlaceSet::EMPTY, 0.0), |(all, sum), steps| {
            let places = self.back_by(trail, here, steps);
            (all | places, places.into_iter().fold(sum, |sum, place| sum + odds.to[place]))
        })
    }

    /// The places that a double back can lead to: one, or all within reach if its target is
    /// forgotten.
    #[inline]
    fn back_by(&self, trail: HiddenTrail, here: &Here, steps: usize) -> PlaceSet {
        match trail.at(steps).place {
            Some(place) => PlaceSet::of(place) & here.reach,
            None => here.reach,
        }
    }

    /// Those of his options that fit what was seen, if there is room for an encounter.
    #[inline]
    fn seen(&self, trail: HiddenTrail, here: &Here, options: &MoveOptions) -> Branches {
        let at_home = here.place.is_some_and(|place| self.allowed.contains(place));
        let hide = options.hide && at_home;
        let branches =
            |places: PlaceSet, hide| Branches { places: places & self.allowed, hide, share: 1.0 };
        match self.sighting {
            Sighting::At(place) => branches(options.named & PlaceSet::of(place), false),
            Sighting::SomeSea => branches(options.named & self.rules.seas(), false),
            Sighting::SomeCity => branches(options.named - self.rules.seas(), hide),
            Sighting::Hide => branches(PlaceSet::EMPTY, hide),
            Sighting::DoubleBack(steps) => {
                let most = usize::from(self.rules.params().double_back).min(self.before);
                let possible = !self.doubled && steps.get() <= most;
                let back = || self.back_by(trail, here, steps.get());
                branches(if possible { back() } else { PlaceSet::EMPTY }, false)
            }
            Sighting::Teleport => {
                let free = !options.named.is_empty() || options.hide || !options.back.is_empty();
                // Forgotten moves may leave him fewer options than it seems.
                let possible = self.before > 0 && (!free || !self.forgotten.is_empty());
                let castle = PlaceSet::of(self.rules.castle());
                branches(if possible { castle } else { PlaceSet::EMPTY }, false)
            }
        }
    }

    /// Removes the places that contradict E2: an encounter is placed on land where there is room,
    /// and only there.
    fn mind_room(&self, trail: HiddenTrail, here: &Here, branches: &mut Branches) {
        let full = usize::from(self.rules.params().city_encounters);
        let unsure = self.live.and(self.forgotten).len();
        let fits = |place: Place| {
            let sure = trail.count(self.live.without(self.forgotten), place);
            let (room, no_room) = (sure < full, sure + unsure >= full);
            self.rules.is_sea(place) || if self.placed { room } else { no_room }
        };
        branches.places = branches.places.into_iter().filter(|&place| fits(place)).collect();
        branches.hide &= here.place.is_some_and(fits);
    }
}
