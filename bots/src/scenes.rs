//! The scenes of a ruleset, for the code that draws them.

use stoker_engine::scene::{FULL, Scene, Scenery};
use stoker_engine::{Game, Seat, Viewer};

/// The functions by which a ruleset describes its positions.
pub struct Scenes<G: Game> {
    /// The part of the picture that stays the same during a game.
    pub scenery: fn(&G) -> Scenery,
    /// Makes a scene from a view alone.
    pub seen: fn(&G, &G::View) -> Scene,
    /// Makes a scene from a state, for a viewer who knows everything.
    pub all: fn(&G, &G::State) -> Scene,
    /// Makes the shader of a viewer's scenes, if there is one.
    pub shade: MakeShade<G>,
    /// The viewer whose view may be shown to anyone during the development of bots. All see its own
    /// moves, so its view holds no hidden one. `None` if there is no such viewer.
    pub open: fn(&G) -> Option<Viewer>,
    /// The readers of the messages that are sent with moves.
    pub messages: Audience,
}

/// The readers of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Every viewer.
    Everyone,
    /// The viewer that the seat belongs to, and nobody else.
    Own,
}

impl Audience {
    /// Returns true if a viewer may read a seat's messages.
    ///
    /// # Panics
    /// If the game has no such seat.
    #[must_use]
    pub fn includes<G: Game>(self, game: &G, viewer: Viewer, seat: Seat) -> bool {
        match self {
            Self::Everyone => true,
            Self::Own => game.sides().viewer_of(seat) == viewer,
        }
    }
}

/// Makes the shader of one viewer's scenes; `None` if there is nothing to shade for it.
pub type MakeShade<G> = fn(&G, Viewer) -> Option<Box<dyn Shade<G>>>;

/// A shader of scenes by the likelihood of what a viewer does not know, derived from what it knows.
///
/// It gets the views of one game in order, but not necessarily all of them.
pub trait Shade<G: Game> {
    /// Updates the shader with the view, and shades its scene.
    fn shade(&mut self, game: &G, view: &G::View, scene: &mut Scene);
}

// Written by hand: derived ones would require the ruleset to be `Copy` too.
impl<G: Game> Clone for Scenes<G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for Scenes<G> {}

impl<G: Game> Scenes<G> {
    /// No viewer whose view may be shown to anyone.
    #[must_use]
    pub fn closed(_: &G) -> Option<Viewer> {
        None
    }

    /// No shader, for any viewer.
    #[must_use]
    pub fn unshaded(_: &G, _: Viewer) -> Option<Box<dyn Shade<G>>> {
        None
    }
}

/// A probability as a shade of at least 1, so that nothing possible is shown as impossible.
pub(crate) fn per_mille(probability: f64) -> u16 {
    let shade = libm::round(probability.clamp(0.0, 1.0) * f64::from(FULL));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 1,000")]
    let shade = shade as u16;
    shade.max(1)
}
