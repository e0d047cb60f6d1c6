//! Games that are played at random.

use stoker_engine::boss::{
    Boss, Death, Lead, Moon, Move, Params, Play, Player, State, Switch, Vampires, View,
};
use stoker_engine::{Chance, Game, Purpose, Rng, Seed, Viewer, one_of};

/// A game in progress, with all views kept by events.
pub(crate) struct Run<'a> {
    pub(crate) rules: &'a Boss,
    pub(crate) state: State,
    pub(crate) views: Vec<View>,
    pub(crate) rng: Rng,
}

impl<'a> Run<'a> {
    pub(crate) fn new(rules: &'a Boss, seed: u64) -> Self {
        Self::with(rules, Chance::seeded(Seed(seed)), seed)
    }

    pub(crate) fn with(rules: &'a Boss, chance: Chance, seed: u64) -> Self {
        let rng = Seed(seed).rng(None, None, Purpose::new("play"));
        let state = rules.start(chance);
        let views = players(rules).map(|player| state.view(player)).collect();
        Self { rules, state, views, rng }
    }

    /// The seat asked; none when the game is over.
    pub(crate) fn asked(&self) -> Option<Player> {
        self.state.position().asked().map(|(player, _)| player)
    }

    pub(crate) fn legal(&self) -> Vec<Move> {
        let view = self.asked().map(|player| &self.views[player.index()]);
        view.map_or(vec![], |view| self.rules.legal_moves(view).collect())
    }

    pub(crate) fn random_move(&mut self) -> Option<Move> {
        let moves = self.legal();
        one_of(&mut self.rng, moves)
    }

    /// Makes a legal move, and tells all views of it.
    pub(crate) fn make(&mut self, mv: Move) -> Play {
        let play = self.rules.play(&mut self.state, mv.into()).unwrap();
        for (viewer, view) in (0..).map(Viewer).zip(&mut self.views) {
            for event in self.rules.redact(&self.state, &play, viewer) {
                self.rules.advance(view, event);
            }
        }
        play
    }
}

/// The seats of a game.
pub(crate) fn players(rules: &Boss) -> impl Iterator<Item = Player> {
    Player::ALL.into_iter().take(rules.params().players.into())
}

/// The presets, and parameters that are far from them.
pub(crate) fn all_params() -> Vec<Params> {
    let presets = Params::presets().into_iter().map(|preset| preset.params);
    let usual = Params::default;
    let (random, choose) = (Vampires::Random, Vampires::Choose);
    presets
        .chain([
            Params { players: 2, ..usual() },
            Params { players: 5, vampires: random, moon: Moon::Full, nights: 8, ..usual() },
            Params { players: 4, tiles: 2, hand: 3, nights: 1, removed: 4, ..usual() },
            Params { players: 5, tiles: 6, hand: 6, vampires: choose, ..usual() },
            Params { players: 5, death: Death::Rest, vigilance: Switch::Off, ..usual() },
            Params { players: 2, rounds: 1, sky: Switch::Off, lead: Lead::Fixed, ..usual() },
        ])
        .collect()
}
