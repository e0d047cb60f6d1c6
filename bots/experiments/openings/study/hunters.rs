//! Openings for the hunters: where the four of them begin.

use std::sync::Arc;

use rayon::prelude::*;
use stoker_bots::{BotEntry, Values};
use stoker_engine::course::{Course, Move, View};
use stoker_engine::map::Place;
use stoker_engine::{Choice, Seat, Seed};

use super::candidates;
use super::payoffs::{Objective, Payoffs};
use super::settings;
use crate::matches::{self, Players};
use crate::opponents::{of_the_ladder, training};
use crate::pairing::Pairing;

/// The columns of an opening.
pub(crate) const COLUMNS: &str = "G,S,H,M";

/// The Draculas of the ladder who are played against.
const LADDER: [&str; 3] = ["wanderer", "lurker", "phantom"];

/// Where the four hunters begin.
pub(crate) type Opening = [Place; 4];

/// A study to make.
pub(crate) struct Study {
    pub(crate) game: Arc<Course>,
    /// The hunters whose openings are compared: `marshal`, who begins where he thinks best.
    hunters: BotEntry<Course>,
    settings: Values,
    /// With their settings.
    pub(crate) draculas: Vec<(BotEntry<Course>, Values)>,
    pub(crate) seed: Seed,
    pub(crate) search: Search,
    /// The number of matches of each finalist against each Dracula.
    pub(crate) matches: u64,
}

/// The size of the search for openings.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Search {
    /// The number of openings drawn.
    pub(crate) candidates: usize,
    /// The number of openings that the mixture can have.
    pub(crate) finalists: usize,
    /// The number of times that the best are varied.
    pub(crate) generations: u32,
}

impl Study {
    pub(crate) fn new(seed: Seed, search: Search, matches: u64) -> Self {
        let hunters = of_the_ladder("marshal");
        Self {
            game: Arc::new(Course::default()),
            settings: settings(&hunters, "openings=false"),
            hunters,
            draculas: training("dracula")
                .chain(LADDER.map(of_the_ladder))
                .map(with_settings)
                .collect(),
            seed,
            search,
            matches,
        }
    }

    /// Finds openings, and plays them. `tell` is told what is done. The result does not depend on
    /// the number of threads.
    pub(crate) fn play(&self, mut tell: impl FnMut(String)) -> Payoffs {
        let openings = candidates::search(self, &mut tell);
        // No opening was chosen by these seeds.
        let seeds: Vec<_> =
            (0..self.matches).map(|index| self.seed.of_match(index).of_match(0)).collect();
        let measure = |opening: &Opening| {
            let scores = self.scores(Some(opening), &seeds);
            tell(format!("{}: {} matches against each Dracula", self.text(opening), seeds.len()));
            scores
        };
        Payoffs {
            options: openings.iter().map(|opening| self.text(opening)).collect(),
            opponents: self.draculas.iter().map(|(entry, _)| format!("`{}`", entry.name)).collect(),
            scores: openings.iter().map(measure).collect(),
            baseline: ("by the worth of places", self.scores(None, &seeds)),
            objective: Objective::Maximize,
        }
    }

    /// The mean scores of an opening against each Dracula, or of hunters who begin by the worth of
    /// places.
    pub(super) fn scores(&self, opening: Option<&Opening>, seeds: &[Seed]) -> Vec<f64> {
        let mean = |(dracula, values): &(BotEntry<Course>, Values)| {
            let score = |&seed| self.score((dracula, values), opening, seed);
            let played = seeds.par_iter().map(score);
            f64::from(played.sum::<i32>()) / seeds.len() as f64
        };
        self.draculas.iter().map(mean).collect()
    }

    /// The final score of a match.
    fn score(
        &self,
        dracula: (&BotEntry<Course>, &Values),
        opening: Option<&Opening>,
        seed: Seed,
    ) -> i32 {
        let bots = [(&self.hunters, &self.settings), dracula];
        let bots = Pairing::new(bots, &self.game, seed);
        let mut players = WithOpening { opening, begun: 0, bots };
        matches::play(&self.game, &mut players, seed).position().board().score()
    }

    /// The places of an opening by their codes, such as `GW,BE,LO,SN`.
    pub(super) fn text(&self, opening: &Opening) -> String {
        opening.map(|place| self.game.map().code(place).to_string()).join(",")
    }
}

/// A Dracula with his settings. `phantom` begins at one of ten places: his own mixture is solved
/// against hunters who have theirs.
fn with_settings(entry: BotEntry<Course>) -> (BotEntry<Course>, Values) {
    let values = settings(&entry, if entry.name == "phantom" { "openings=10" } else { "" });
    (entry, values)
}

/// Bots of which the hunters begin where they are told.
struct WithOpening<'a> {
    opening: Option<&'a Opening>,
    /// The number of hunters who have begun.
    begun: usize,
    bots: Pairing,
}

impl Players for WithOpening<'_> {
    fn choose(&mut self, seat: Seat, forced: Option<Move>, views: &[View; 2]) -> Choice<Move> {
        if let Some(&place) = self.opening.and_then(|opening| opening.get(self.begun)) {
            self.begun += 1;
            return Move::Hunter(place).into();
        }
        self.bots.choose(seat, forced, views)
    }
}
