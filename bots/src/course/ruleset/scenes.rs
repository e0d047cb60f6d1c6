//! The course's scenes: those of the engine, with the coast behind the map and the hunters' belief
//! about Dracula.

mod backdrop;
mod shade;

use stoker_engine::Viewer;
use stoker_engine::course::{Course, View};
use stoker_engine::scene::{Scene, Scenery};

use crate::{Audience, Scenes};

pub(super) const SCENES: Scenes<Course> = Scenes {
    scenery,
    seen: Course::scene,
    all: Course::scene_of_all,
    shade: shade::make,
    // Every message is public, even Dracula's (K1, P1).
    messages: Audience::Everyone,
    open,
};

/// The hunters: Dracula sees all of their moves.
fn open(_: &Course) -> Option<Viewer> {
    Some(Viewer(Course::HUNTERS.0))
}

fn scenery(course: &Course) -> Scenery {
    let mut scenery = course.scenery();
    scenery.boards[0].backdrop = backdrop::of(course.map());
    scenery.legends = shade::legends();
    scenery
}

/// A scene from past plays, for the side that knows them. The hunters' scene shows where Dracula
/// can be.
pub(super) fn read(course: &Course, past_plays: &str) -> Result<Scene, String> {
    let view = super::view_of(course, past_plays)?;
    let mut scene = course.scene(&view);
    if let View::Hunters(_) = view
        && let Some(mut shade) = shade::make(course, Viewer(Course::HUNTERS.0))
    {
        shade.shade(course, &view, &mut scene);
    }
    Ok(scene)
}
