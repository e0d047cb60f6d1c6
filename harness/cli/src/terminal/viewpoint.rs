//! Points of view from which a game is shown.

use anyhow::{Context as _, ensure};
use stoker_bots::{Ruleset, Scenes, Shade, remedy};
use stoker_engine::scene::Scene;
use stoker_engine::{Game, Seat, SideId, Sides, Viewer};

use super::scene::{ScenePainter, StreamFormat};

/// The word for the point of view of a viewer who knows everything.
pub(crate) const ALL: &str = "all";

/// A point of view on one game, followed from its beginning.
pub(crate) struct Viewpoint<G: Game> {
    viewer: Option<Viewer>,
    scenes: Scenes<G>,
    shade: Option<Box<dyn Shade<G>>>,
    pub(crate) painter: ScenePainter,
}

impl<G: Game> Viewpoint<G> {
    /// The viewpoint of a viewer by its name, or of a viewer who knows everything; `None` if the
    /// ruleset has no scenes.
    pub(crate) fn open(
        ruleset: &Ruleset<G>,
        game: &G,
        view: Option<&str>,
        stream_format: StreamFormat,
    ) -> anyhow::Result<Option<Self>> {
        let viewer = view.map_or(Ok(None), |name| viewer(game.sides(), name))?;
        let Some(scenes) = ruleset.scenes_hook() else {
            ensure!(viewer.is_none(), "ruleset `{}` has no scenes: leave --view out", G::NAME);
            return Ok(None);
        };
        let shade = viewer.and_then(|viewer| (scenes.shade)(game, viewer));
        let painter = ScenePainter::new((scenes.scenery)(game), stream_format);
        Ok(Some(Self { viewer, scenes, shade, painter }))
    }

    /// A state as this viewer sees it.
    pub(crate) fn scene(&mut self, game: &G, state: &G::State) -> Scene {
        let Some(viewer) = self.viewer else { return (self.scenes.all)(game, state) };
        self.seen(game, &game.view(state, viewer))
    }

    /// A view as this viewer sees it.
    pub(crate) fn seen(&mut self, game: &G, view: &G::View) -> Scene {
        let mut scene = (self.scenes.seen)(game, view);
        if let Some(shade) = &mut self.shade {
            shade.shade(game, view, &mut scene);
        }
        scene
    }

    /// The viewer; `None` if this one sees everything.
    pub(crate) fn viewer(&self) -> Option<Viewer> {
        self.viewer
    }

    /// True if this viewer sees everything.
    pub(crate) fn see_all(&self) -> bool {
        self.viewer.is_none()
    }

    /// True if this viewer sees the moves of a seat.
    pub(crate) fn see_seat(&self, game: &G, seat: Seat) -> bool {
        self.viewer.is_none_or(|viewer| game.sides().viewer_of(seat) == viewer)
    }

    /// True if this viewer sees the messages of a seat.
    pub(crate) fn hear_seat(&self, game: &G, seat: Seat) -> bool {
        self.viewer.is_none_or(|viewer| self.scenes.messages.includes(game, viewer, seat))
    }

    /// True if this viewer sees the moves of a side.
    pub(crate) fn see_side(&self, game: &G, side: SideId) -> bool {
        let viewers = game.sides().viewers();
        self.viewer.is_none_or(|viewer| viewers[usize::from(viewer.0)].side == side)
    }
}

/// The viewer of this name: that of its side, or of its seat where the seats of a side do not share
/// their knowledge.
pub(crate) fn viewer(sides: &Sides, name: &str) -> anyhow::Result<Option<Viewer>> {
    if name == ALL {
        return Ok(None);
    }
    let names: Vec<_> = sides
        .viewers()
        .iter()
        .map(|viewer| {
            let side = sides.side(viewer.side);
            let alone = viewer.seats.len() == side.seats.len();
            if alone { side.name } else { sides.seat_name(Seat(viewer.seats.start)) }
        })
        .collect();
    let index = names.iter().position(|own| *own == name).with_context(|| {
        let all = [ALL].into_iter().chain(names.iter().copied());
        format!("there is no point of view `{name}`: {}", remedy(name, all))
    })?;
    Ok(Some(Viewer(u8::try_from(index)?)))
}
