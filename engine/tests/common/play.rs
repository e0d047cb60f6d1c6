//! Games that are played at random, whatever the ruleset.

use stoker_engine::{Chance, Game, Purpose, Rng, Seat, Seed, Turn, Viewer, one_of};

/// A ruleset, with the random games that tests play of it.
pub(crate) trait Played: Game {
    /// Games of each setup.
    const GAMES: u64;

    /// The presets, and parameters that are far from them.
    fn setups() -> Vec<Self>;

    /// Every move that can be said, legal or not, if there are few enough to try them all.
    fn every_move() -> Vec<Self::Move> {
        vec![]
    }

    /// One of the legal moves of a decision, chosen so that games are eventful.
    fn eventful(rng: &mut Rng, legal: &[Self::Move]) -> Option<Self::Move> {
        one_of(rng, legal).copied()
    }

    /// True if two states have the same position.
    fn same(one: &Self::State, other: &Self::State) -> bool;
}

/// A game in progress, with the views of all viewers kept by events.
pub(crate) struct Run<'a, G: Game> {
    pub(crate) rules: &'a G,
    pub(crate) state: G::State,
    pub(crate) views: Vec<G::View>,
    /// The events that the last decision told each viewer.
    pub(crate) news: Vec<Vec<G::Event>>,
    pub(crate) rng: Rng,
}

impl<'a, G: Played> Run<'a, G> {
    pub(crate) fn new(rules: &'a G, seed: u64) -> Self {
        Self::with(rules, Chance::seeded(Seed(seed)), seed)
    }

    pub(crate) fn with(rules: &'a G, chance: Chance, seed: u64) -> Self {
        let rng = Seed(seed).rng(None, None, Purpose::new("play"));
        Self::from_state(rules, rules.start(chance), rng)
    }

    pub(crate) fn from_state(rules: &'a G, state: G::State, rng: Rng) -> Self {
        let views = viewers(rules).map(|viewer| rules.view(&state, viewer)).collect();
        Self { rules, state, views, news: vec![], rng }
    }

    /// The seat asked; none when the game is over.
    pub(crate) fn asked(&self) -> Option<Seat> {
        match self.rules.turn(&self.state) {
            Turn::ToMove(seat) => Some(seat),
            Turn::Over(_) => None,
        }
    }

    /// The legal moves of the seat asked, from its view.
    pub(crate) fn legal(&self) -> Vec<G::Move> {
        let viewer = self.asked().map(|seat| self.rules.sides().viewer_of(seat));
        let view = viewer.map(|viewer| &self.views[usize::from(viewer.0)]);
        view.map_or(vec![], |view| self.rules.legal_moves(view).collect())
    }

    /// The legal moves, separated by spaces.
    pub(crate) fn written(&self) -> String {
        let texts: Vec<_> = self.legal().into_iter().map(|mv| text_of(self.rules, mv)).collect();
        texts.join(" ")
    }

    pub(crate) fn random_move(&mut self) -> Option<G::Move> {
        let legal = self.legal();
        G::eventful(&mut self.rng, &legal)
    }

    /// Makes a legal move, and tells all views of it.
    pub(crate) fn make(&mut self, mv: G::Move) -> G::Play {
        let Ok(play) = self.rules.play(&mut self.state, mv.into()) else {
            panic!("{} is not legal: {}", text_of(self.rules, mv), self.written());
        };
        self.news.clear();
        for (viewer, view) in viewers(self.rules).zip(&mut self.views) {
            let events = self.rules.redact(&self.state, &play, viewer);
            let events: Vec<_> = events.into_iter().collect();
            events.iter().for_each(|event| self.rules.advance(view, event.clone()));
            self.news.push(events);
        }
        play
    }

    /// All draws so far.
    pub(crate) fn drawn(&self) -> Vec<u32> {
        self.rules.chance(&self.state).drawn().to_vec()
    }

    /// Plays on to the end, and calls this after every decision.
    pub(crate) fn play_on(&mut self, mut check: impl FnMut(&mut Self)) {
        while let Some(mv) = self.random_move() {
            self.make(mv);
            check(self);
        }
    }
}

/// All viewers of a game.
pub(crate) fn viewers<G: Game>(rules: &G) -> impl Iterator<Item = Viewer> + use<G> {
    (0..).map(Viewer).take(rules.sides().viewers().len())
}

/// Calls this before the first decision of random games of all setups, and after every decision.
pub(crate) fn everywhere<G: Played>(mut check: impl FnMut(&mut Run<G>)) {
    for rules in G::setups() {
        for seed in 0..G::GAMES {
            let mut run = Run::new(&rules, seed);
            check(&mut run);
            run.play_on(&mut check);
        }
    }
}

/// The notation of a move.
pub(crate) fn text_of<G: Game>(rules: &G, mv: G::Move) -> String {
    let mut text = String::new();
    rules.write_move(mv, &mut text).unwrap();
    text
}
