//! What the course's positions look like: the engine's scenes, with the coast behind the map and
//! with what the hunters can know of Dracula.

mod backdrop;
mod shade;

use stoker_engine::course::Course;
use stoker_engine::scene::Scenery;

use crate::Scenes;

pub(super) const SCENES: Scenes<Course> =
    Scenes { scenery, seen: Course::scene, all: Course::scene_of_all, shade: shade::make };

fn scenery(course: &Course) -> Scenery {
    let mut scenery = course.scenery();
    scenery.boards[0].backdrop = backdrop::of(course.map());
    scenery.legends = shade::legends();
    scenery
}
