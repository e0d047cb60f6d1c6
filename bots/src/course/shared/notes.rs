//! Notes that bots draw: their forecast as shades, and the values of their options as labels.

use stoker_engine::course::Course;
use stoker_engine::map::{ByPlace, Place};
use stoker_engine::scene::Note;

use crate::scenes::per_mille;

/// Number of places to shade; the others hardly matter together.
const MOST: usize = 20;

/// A shade for each of the most likely places, darkest first; `mass` has their probabilities.
#[must_use]
pub fn note_forecast(rules: &Course, mass: &ByPlace<f64>) -> Vec<Note> {
    let map = rules.map();
    let mut likely: Vec<Place> =
        map.places().into_iter().filter(|&place| mass[place] > 0.0).collect();
    likely.sort_by(|&a, &b| mass[b].total_cmp(&mass[a]));
    likely.truncate(MOST);
    likely.iter().map(|&place| note_shade(rules, place, mass[place])).collect()
}

/// A shade of a place; `value` is from 0 to 1, such as the probability that somebody is there.
///
/// # Examples
/// ```
/// use stoker_bots::course::note_shade;
/// use stoker_engine::course::Course;
/// let rules = Course::default();
/// let note = note_shade(&rules, rules.castle(), 0.25);
/// assert_eq!(note.to_string(), "shade CD 250");
/// ```
#[must_use]
pub fn note_shade(rules: &Course, place: Place, value: f64) -> Note {
    Note::Shade { at: spot(rules, place), value: per_mille(value) }
}

/// A few characters at a place, such as the value of going there.
#[must_use]
pub fn note_label(rules: &Course, place: Place, text: impl Into<String>) -> Note {
    Note::Label { at: spot(rules, place), text: text.into() }
}

/// An arrow from one place to another.
#[must_use]
pub fn note_arrow(rules: &Course, from: Place, to: Place) -> Note {
    Note::Arrow { from: spot(rules, from), to: spot(rules, to) }
}

/// A place's key in scenes.
pub(in crate::course) fn spot(rules: &Course, place: Place) -> String {
    rules.map().code(place).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_places_are_shaded_darkest_first() {
        let rules = Course::default();
        let mut mass = ByPlace::of(0.0);
        let places: Vec<Place> = rules.map().places().into_iter().collect();
        (mass[places[3]], mass[places[5]], mass[places[9]]) = (0.25, 0.749_9, 0.000_1);
        let notes = note_forecast(&rules, &mass);
        let told: Vec<_> = notes.iter().map(ToString::to_string).collect();
        let code = |index: usize| rules.map().code(places[index]);
        let expected = [(5, 750), (3, 250), (9, 1)];
        assert_eq!(told, expected.map(|(at, value)| format!("shade {} {value}", code(at))));
        places.iter().for_each(|&place| mass[place] = 0.01);
        assert_eq!(note_forecast(&rules, &mass).len(), MOST);
    }
}
