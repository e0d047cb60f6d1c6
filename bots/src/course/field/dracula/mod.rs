//! The styles of Dracula, a file for each version.

mod breeder_a;
mod breeder_b;
mod castle_camper_a;
mod castle_camper_b;
mod coast_hopper_a;
mod coast_hopper_b;
mod commuter_a;
mod commuter_b;
mod corner_runner_a;
mod corner_runner_b;
mod coward_a;
mod coward_b;
mod doubler_a;
mod doubler_b;
mod far_runner_a;
mod far_runner_b;
mod habitual_a;
mod habitual_b;
mod hider_a;
mod hider_b;
mod open_roads_a;
mod open_roads_b;
mod pocket_circler_a;
mod pocket_circler_b;
mod sea_dweller_a;
mod sea_dweller_b;

use stoker_engine::course::Course;

use super::{Style, versions};
use crate::field::FieldBot;

/// The styles. The first entry of a row is version A, the second version B.
const STYLES: &[Style] = &[
    ("castle-camper", &[castle_camper_a::ENTRY, castle_camper_b::ENTRY]),
    ("sea-dweller", &[sea_dweller_a::ENTRY, sea_dweller_b::ENTRY]),
    ("pocket-circler", &[pocket_circler_a::ENTRY, pocket_circler_b::ENTRY]),
    ("coast-hopper", &[coast_hopper_a::ENTRY, coast_hopper_b::ENTRY]),
    ("hider", &[hider_a::ENTRY, hider_b::ENTRY]),
    ("doubler", &[doubler_a::ENTRY, doubler_b::ENTRY]),
    ("habitual", &[habitual_a::ENTRY, habitual_b::ENTRY]),
    ("far-runner", &[far_runner_a::ENTRY, far_runner_b::ENTRY]),
    ("coward", &[coward_a::ENTRY, coward_b::ENTRY]),
    ("open-roads", &[open_roads_a::ENTRY, open_roads_b::ENTRY]),
    ("corner-runner", &[corner_runner_a::ENTRY, corner_runner_b::ENTRY]),
    ("breeder", &[breeder_a::ENTRY, breeder_b::ENTRY]),
    ("commuter", &[commuter_a::ENTRY, commuter_b::ENTRY]),
];

/// The Draculas of the field, style by style.
pub(super) fn bots() -> impl Iterator<Item = FieldBot<Course>> {
    versions(STYLES)
}
