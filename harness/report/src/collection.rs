//! Replays gathered for a page: each packed by itself, with the sceneries that they share.

use stoker_engine::scene::Scenery;

use crate::document::{Document, FORMAT, PackedReplay, ReplayedMatch};
use crate::page::PageError;
use crate::shades::levels;

/// Replays for one page.
#[derive(Debug, Default)]
pub struct Collection {
    sceneries: Vec<Scenery>,
    replays: Vec<PackedReplay>,
}

impl Collection {
    /// Replays that were packed with these sceneries.
    #[must_use]
    pub fn of(sceneries: Vec<Scenery>, replays: Vec<PackedReplay>) -> Self {
        Self { sceneries, replays }
    }

    /// Adds a replay of a game with this scenery.
    ///
    /// # Errors
    /// If the replay has no JSON form, or cannot be compressed.
    pub fn add(&mut self, scenery: Scenery, replay: ReplayedMatch) -> Result<(), PageError> {
        let packed = self.pack(scenery, replay)?;
        self.push(packed);
        Ok(())
    }

    /// Packs a replay of a game with this scenery, without adding it. Pages that must not grow
    /// beyond a size look at [`PackedReplay::size`] first.
    ///
    /// # Errors
    /// If the replay has no JSON form, or cannot be compressed.
    pub fn pack(
        &mut self,
        scenery: Scenery,
        replay: ReplayedMatch,
    ) -> Result<PackedReplay, PageError> {
        let known = self.sceneries.iter().position(|known| *known == scenery);
        let index = known.unwrap_or_else(|| {
            self.sceneries.push(scenery);
            self.sceneries.len() - 1
        });
        PackedReplay::of(&ReplayedMatch { scenery: index, ..replay })
    }

    /// Adds a replay that this collection packed.
    pub fn push(&mut self, packed: PackedReplay) {
        self.replays.push(packed);
    }

    /// The number of replays.
    #[must_use]
    pub fn len(&self) -> usize {
        self.replays.len()
    }

    /// True if there is no replay.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.replays.is_empty()
    }

    /// The document of a page with this title, made by this program.
    #[must_use]
    pub fn document(self, title: String, program: String) -> Document {
        let Self { sceneries, replays } = self;
        Document { format: FORMAT, title, program, sceneries, levels: levels(), replays }
    }
}
