//! The styles of hunters, a file for each version.
//!
//! Version B of a style is a file `<style>_b.rs` beside version A and a second entry in its row.

mod ambusher_a;
mod evasion_guesser_a;
mod herd_a;
mod hounds_a;
mod late_guard_a;
mod moody_a;
mod quarters_a;
mod quartet_a;
mod rail_rider_a;
mod rambler_a;
mod researcher_a;
mod sparring;
mod start_guesser_a;
mod trail_sampler_a;

use stoker_engine::course::Course;

use super::{Style, versions};
use crate::field::FieldBot;

/// The styles. The first entry of a row is version A, the second version B.
const STYLES: &[Style] = &[
    ("researcher", &[researcher_a::ENTRY]),
    ("quarters", &[quarters_a::ENTRY]),
    ("ambusher", &[ambusher_a::ENTRY]),
    ("late-guard", &[late_guard_a::ENTRY]),
    ("trail-sampler", &[trail_sampler_a::ENTRY]),
    ("evasion-guesser", &[evasion_guesser_a::ENTRY]),
    ("start-guesser", &[start_guesser_a::ENTRY]),
    ("quartet", &[quartet_a::ENTRY]),
    ("moody", &[moody_a::ENTRY]),
    ("hounds", &[hounds_a::ENTRY]),
    ("rambler", &[rambler_a::ENTRY]),
    ("rail-rider", &[rail_rider_a::ENTRY]),
    ("herd", &[herd_a::ENTRY]),
];

/// The hunters of the field, style by style, and the sparring partners after them.
pub(super) fn bots() -> impl Iterator<Item = FieldBot<Course>> {
    versions(STYLES).chain(sparring::ENTRIES.map(FieldBot::training))
}
