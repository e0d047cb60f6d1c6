//! Games that are played at random.

use stoker_engine::kosmos::{Kosmos, Move, Params, Play, Side, State, View};
use stoker_engine::{Chance, Game, Purpose, Rng, Seed, one_of};

/// A game in progress, with both views kept by events.
pub(crate) struct Run<'a> {
    pub(crate) rules: &'a Kosmos,
    pub(crate) state: State,
    pub(crate) views: [View; 2],
    pub(crate) rng: Rng,
}

impl<'a> Run<'a> {
    pub(crate) fn new(rules: &'a Kosmos, seed: u64) -> Self {
        Self::with(rules, Chance::seeded(Seed(seed)), seed)
    }

    pub(crate) fn with(rules: &'a Kosmos, chance: Chance, seed: u64) -> Self {
        let rng = Seed(seed).rng(None, None, Purpose::new("play"));
        let state = rules.start(chance);
        let views = Side::BOTH.map(|side| state.view(side));
        Self { rules, state, views, rng }
    }

    /// The side asked; none when the game is over.
    pub(crate) fn asked(&self) -> Option<Side> {
        self.state.position().asked().map(|(side, _)| side)
    }

    pub(crate) fn legal(&self) -> Vec<Move> {
        self.asked()
            .map_or(vec![], |side| self.rules.legal_moves(&self.views[side as usize]).collect())
    }

    pub(crate) fn random_move(&mut self) -> Option<Move> {
        let moves = self.legal();
        one_of(&mut self.rng, moves)
    }

    /// Makes a legal move, and tells both views of it.
    pub(crate) fn make(&mut self, mv: Move) -> Play {
        let play = self.rules.play(&mut self.state, mv.into()).unwrap();
        for (side, view) in Side::BOTH.into_iter().zip(&mut self.views) {
            let viewer = self.rules.sides().viewer_of(side.seat());
            for event in self.rules.redact(&self.state, &play, viewer) {
                self.rules.advance(view, event);
            }
        }
        play
    }
}

/// The presets, and parameters that are far from them.
pub(crate) fn all_params() -> Vec<Params> {
    let presets = Params::presets().into_iter().map(|preset| preset.params);
    let usual = Params::default;
    presets
        .chain([
            Params { lives: 1, turns: 30, ..usual() },
            Params { lives: 9, first: Side::Hunter, ..usual() },
            Params { targets_min: 5, lives: 2, ..usual() },
            Params { targets_max: 0, turns: 12, ..usual() },
            Params { turns: 2, ..usual() },
        ])
        .collect()
}
