//! Dracula's turn, for one hidden trail: what he can do, and how likely each move is.

use stoker_engine::course::{Course, OwnPlace, Sighting};
use stoker_engine::map::{Place, PlaceSet};

use super::facts::Fact;
use super::hidden::{Hidden, HiddenMove};
use super::model::Odds;

/// What one turn of his looks like to everyone.
pub(super) struct Turn<'a> {
    pub(super) rules: &'a Course,
    /// The move, as it is known now.
    pub(super) newest: Fact,
    /// Whether something was placed (E2).
    pub(super) placed: bool,
    /// Whether it ended at sea, if that is known (K6).
    pub(super) sea: Option<bool>,
    /// Where it could not have ended unseen (K3).
    pub(super) watched: PlaceSet,
    /// What is known of the moves before it that are still in the trail, newest first.
    pub(super) before: &'a [Fact],
    pub(super) odds: &'a Odds,
}

/// What a trail allows him, and how likely that makes each move.
struct Options {
    here: Option<Place>,
    /// The locations that he may name (D5).
    named: PlaceSet,
    hide: bool,
    double_back: bool,
    /// The sum of the odds of all moves; none if he must teleport.
    odds: f64,
}

impl Turn<'_> {
    /// Calls `found` with each move that would look like this one, and its probability.
    pub(super) fn moves(&self, trail: Hidden, mut found: impl FnMut(HiddenMove, f64)) {
        let options = self.options(trail);
        let share = |odds: f64| if options.odds > 0.0 { odds / options.odds } else { 0.0 };
        let mut at = |place: Place, hide: bool, odds: f64| {
            if self.fits(trail, place) {
                found(HiddenMove { place: Some(place), hide }, share(odds));
            }
        };
        let location = |place| self.location_odds(&options, place);
        match self.newest.sighting {
            Sighting::Teleport => {
                if options.odds <= 0.0 {
                    found(HiddenMove { place: Some(self.rules.castle()), hide: false }, 1.0);
                }
            }
            Sighting::DoubleBack(steps) => {
                if options.double_back {
                    for place in self.back(trail, &options, steps.get()) {
                        at(place, false, self.odds.to[place] * self.odds.double_back);
                    }
                }
            }
            Sighting::At(place) => {
                if options.named.contains(place) {
                    at(place, false, location(place));
                }
            }
            Sighting::SomeSea => {
                let places = options.named & self.rules.seas();
                places.into_iter().for_each(|place| at(place, false, location(place)));
            }
            Sighting::SomeCity => {
                let places = options.named - self.rules.seas();
                places.into_iter().for_each(|place| at(place, false, location(place)));
                self.hide(&options, at);
            }
            Sighting::Hide => self.hide(&options, at),
        }
    }

    fn hide(&self, options: &Options, mut at: impl FnMut(Place, bool, f64)) {
        if let Some(here) = options.here.filter(|_| options.hide) {
            at(here, true, self.odds.to[here] * self.odds.hide);
        }
    }

    fn location_odds(&self, options: &Options, place: Place) -> f64 {
        let stay = if options.here == Some(place) { self.odds.stay } else { 1.0 };
        self.odds.to[place] * stay
    }

    /// Where a double back leads: one place, or anywhere near if that is forgotten.
    fn back(&self, trail: Hidden, options: &Options, steps: usize) -> PlaceSet {
        let reach = options.here.map_or(PlaceSet::EMPTY, |here| self.rules.dracula_reach(here));
        if steps > self.before.len() {
            return PlaceSet::EMPTY;
        }
        trail.at(steps - 1).place.map_or(reach, |place| PlaceSet::of(place) & reach)
    }

    /// Whether the turn could have ended there and be known as it is (K3, K6, E2).
    fn fits(&self, trail: Hidden, place: Place) -> bool {
        let known = self.newest.place;
        let sea = self.rules.is_sea(place);
        let seen = known.map_or_else(|| !self.watched.contains(place), |known| known == place);
        let ground = self.sea.is_none_or(|at_sea| at_sea == sea);
        let room = || {
            let there = |(age, fact): (usize, &Fact)| {
                fact.encounter.is_some() && trail.at(age).place == Some(place)
            };
            let full = usize::from(self.rules.params().city_encounters);
            self.before.iter().enumerate().map(there).filter(|there| *there).count() < full
        };
        seen && ground && self.placed == (!sea && room())
    }

    fn options(&self, trail: Hidden) -> Options {
        let rules = self.rules;
        if self.before.is_empty() {
            let named = rules.map().places() - PlaceSet::of(rules.hospital()); // D2
            let odds = named.into_iter().map(|place| self.odds.to[place]).sum();
            return Options { here: None, named, hide: false, double_back: false, odds };
        }
        let here = trail.at(0).place;
        let reach = here.map_or(PlaceSet::EMPTY, |here| rules.dracula_reach(here));
        let params = rules.params();
        // D3: all moves of the trail but the oldest restrict him; that one has left already.
        let (mut named, mut hid, mut doubled) = (PlaceSet::EMPTY, false, false);
        for (age, fact) in self.before.iter().enumerate() {
            let mv = trail.at(age);
            match fact.sighting {
                Sighting::DoubleBack(_) => doubled = true,
                Sighting::Teleport => {}
                Sighting::At(_) | Sighting::SomeCity | Sighting::SomeSea | Sighting::Hide => {
                    hid |= mv.hide;
                    if let Some(place) = mv.place.filter(|_| !mv.hide) {
                        named.insert(place);
                    }
                }
            }
        }
        let named = reach - named; // D5
        let hide = !hid && here.is_some_and(|here| !rules.is_sea(here)); // D6
        let mut options = Options { here, named, hide, double_back: !doubled, odds: 0.0 };
        let mut special = 0.0;
        if hide && let Some(here) = here {
            special += self.odds.to[here] * self.odds.hide;
        }
        if options.double_back {
            let most = usize::from(params.double_back).min(self.before.len());
            for steps in 1..=most {
                let places = self.back(trail, &options, steps).into_iter();
                special +=
                    places.map(|place| self.odds.to[place]).sum::<f64>() * self.odds.double_back;
            }
        }
        // D9
        if let Some(here) = here {
            match params.own_place {
                OwnPlace::Free => {}
                OwnPlace::NotAlone => {
                    if special <= 0.0 && options.named == PlaceSet::of(here) {
                        options.named = PlaceSet::EMPTY;
                    }
                }
                OwnPlace::Never => options.named.remove(here),
            }
        }
        let locations = options.named.into_iter().map(|place| self.location_odds(&options, place));
        options.odds = locations.sum::<f64>() + special;
        options
    }
}
