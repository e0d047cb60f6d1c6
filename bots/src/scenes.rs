//! What positions of a ruleset look like, for all who draw them.

use stoker_engine::scene::{Scene, Scenery};
use stoker_engine::{Game, Viewer};

/// How a ruleset describes its positions.
pub struct Scenes<G: Game> {
    /// What stays the same through a game.
    pub scenery: fn(&G) -> Scenery,
    /// What a view looks like to its viewer: made from the view alone.
    pub seen: fn(&G, &G::View) -> Scene,
    /// What a state looks like to one who knows everything.
    pub all: fn(&G, &G::State) -> Scene,
    /// What shades the scenes of a viewer, if anything does.
    pub shade: MakeShade<G>,
}

/// Makes what shades the scenes of one viewer; none, if there is nothing to shade for it.
pub type MakeShade<G> = fn(&G, Viewer) -> Option<Box<dyn Shade<G>>>;

/// Works out, from what a viewer knows, how likely what it does not know is, and shades scenes by it.
///
/// It is handed the views of one game in their order; some may be left out.
pub trait Shade<G: Game> {
    /// Takes in what is new in the view, and shades its scene.
    fn shade(&mut self, game: &G, view: &G::View, scene: &mut Scene);
}

// By hand: derived, they would ask the ruleset to be `Copy` too.
impl<G: Game> Clone for Scenes<G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for Scenes<G> {}

impl<G: Game> Scenes<G> {
    /// Nothing to shade, whoever looks.
    #[must_use]
    pub fn unshaded(_: &G, _: Viewer) -> Option<Box<dyn Shade<G>>> {
        None
    }
}
