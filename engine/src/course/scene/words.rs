//! Words for places and moves.

use crate::course::Course;
use crate::course::moves::Sighting;
use crate::map::Place;

/// A place's code, as the key of its spot; `??` for a place that is not on this map.
pub(super) fn code(rules: &Course, place: Place) -> String {
    String::from_utf8_lossy(&rules.place_code(place)).into_owned()
}

/// A place's name within a sentence.
pub(super) fn name(rules: &Course, place: Place) -> String {
    if !rules.map().places().contains(place) {
        return "nowhere".to_owned();
    }
    let name = &rules.map().info(place).name;
    if rules.is_sea(place) { format!("the {name}") } else { name.clone() }
}

/// The text of a card for one of Dracula's moves, with the place that it led to if that is known.
pub(super) fn card(rules: &Course, sighting: Sighting, place: Option<Place>) -> String {
    let what = match sighting {
        Sighting::At(place) => return full(rules, place),
        Sighting::SomeCity => return "some city".to_owned(),
        Sighting::SomeSea => return "some sea".to_owned(),
        Sighting::Hide => "hide in".to_owned(),
        Sighting::DoubleBack(steps) => format!("double back {} to", steps.get()),
        Sighting::Teleport => "teleport to".to_owned(),
    };
    match place {
        Some(place) => format!("{what} {}", full(rules, place)),
        None => what.rsplit_once(' ').map_or(what.clone(), |(what, _)| what.to_owned()),
    }
}

/// A place's name on its own.
fn full(rules: &Course, place: Place) -> String {
    let known = rules.map().places().contains(place);
    if known { rules.map().info(place).name.clone() } else { "nowhere".to_owned() }
}

/// `now`, `1 move ago`, `2 moves ago`.
pub(super) fn ago(age: usize) -> String {
    match age {
        0 => "now".to_owned(),
        1 => "1 move ago".to_owned(),
        _ => format!("{age} moves ago"),
    }
}

/// `a trap`, `2 traps`.
pub(super) fn some(count: u8, what: &str) -> String {
    if count == 1 { format!("a {what}") } else { format!("{count} {what}s") }
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [many @ .., last] => format!("{} and {last}", many.join(", ")),
    }
}
