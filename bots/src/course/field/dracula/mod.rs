//! The styles of Dracula, a file for each version.
//!
//! Version B of a style is a file `<style>_b.rs` beside version A and a second entry in its row.

mod breeder_a;
mod castle_camper_a;
mod coast_hopper_a;
mod commuter_a;
mod corner_runner_a;
mod coward_a;
mod doubler_a;
mod far_runner_a;
mod habitual_a;
mod hider_a;
mod open_roads_a;
mod pocket_circler_a;
mod sea_dweller_a;

use stoker_engine::course::Course;

use super::{Style, versions};
use crate::field::FieldBot;

/// The styles. The first entry of a row is version A, the second version B.
const STYLES: &[Style] = &[
    ("castle-camper", &[castle_camper_a::ENTRY]),
    ("sea-dweller", &[sea_dweller_a::ENTRY]),
    ("pocket-circler", &[pocket_circler_a::ENTRY]),
    ("coast-hopper", &[coast_hopper_a::ENTRY]),
    ("hider", &[hider_a::ENTRY]),
    ("doubler", &[doubler_a::ENTRY]),
    ("habitual", &[habitual_a::ENTRY]),
    ("far-runner", &[far_runner_a::ENTRY]),
    ("coward", &[coward_a::ENTRY]),
    ("open-roads", &[open_roads_a::ENTRY]),
    ("corner-runner", &[corner_runner_a::ENTRY]),
    ("breeder", &[breeder_a::ENTRY]),
    ("commuter", &[commuter_a::ENTRY]),
];

/// The Draculas of the field, style by style.
pub(super) fn bots() -> impl Iterator<Item = FieldBot<Course>> {
    versions(STYLES)
}
