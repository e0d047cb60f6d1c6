//! The styles of hunters, a file for each version.

mod ambusher_a;
mod ambusher_b;
mod evasion_guesser_a;
mod evasion_guesser_b;
mod herd_a;
mod herd_b;
mod hounds_a;
mod hounds_b;
mod late_guard_a;
mod late_guard_b;
mod moody_a;
mod moody_b;
mod quarters_a;
mod quarters_b;
mod quartet_a;
mod quartet_b;
mod rail_rider_a;
mod rail_rider_b;
mod rambler_a;
mod rambler_b;
mod researcher_a;
mod researcher_b;
mod sparring;
mod start_guesser_a;
mod start_guesser_b;
mod trail_sampler_a;
mod trail_sampler_b;

use stoker_engine::course::Course;

use super::{Style, versions};
use crate::field::FieldBot;

/// The styles. The first entry of a row is version A, the second version B.
const STYLES: &[Style] = &[
    ("researcher", &[researcher_a::ENTRY, researcher_b::ENTRY]),
    ("quarters", &[quarters_a::ENTRY, quarters_b::ENTRY]),
    ("ambusher", &[ambusher_a::ENTRY, ambusher_b::ENTRY]),
    ("late-guard", &[late_guard_a::ENTRY, late_guard_b::ENTRY]),
    ("trail-sampler", &[trail_sampler_a::ENTRY, trail_sampler_b::ENTRY]),
    ("evasion-guesser", &[evasion_guesser_a::ENTRY, evasion_guesser_b::ENTRY]),
    ("start-guesser", &[start_guesser_a::ENTRY, start_guesser_b::ENTRY]),
    ("quartet", &[quartet_a::ENTRY, quartet_b::ENTRY]),
    ("moody", &[moody_a::ENTRY, moody_b::ENTRY]),
    ("hounds", &[hounds_a::ENTRY, hounds_b::ENTRY]),
    ("rambler", &[rambler_a::ENTRY, rambler_b::ENTRY]),
    ("rail-rider", &[rail_rider_a::ENTRY, rail_rider_b::ENTRY]),
    ("herd", &[herd_a::ENTRY, herd_b::ENTRY]),
];

/// The hunters of the field, style by style, and the sparring partners after them.
pub(super) fn bots() -> impl Iterator<Item = FieldBot<Course>> {
    versions(STYLES).chain(sparring::ENTRIES.map(FieldBot::training))
}
