//! Where Dracula begins: at one of the places that `phantom` values most. How many should they be?

use std::sync::Arc;

use rayon::prelude::*;
use stoker_bots::BotEntry;
use stoker_engine::course::{Course, Move, Play, State, View};
use stoker_engine::{Choice, Seat, Seed};

use super::payoffs::{Objective, Payoffs};
use super::settings;
use crate::matches::{self, Players};
use crate::opponents::{of_the_ladder, training};
use crate::pairing::Pairing;

/// The column of an option.
pub(crate) const COLUMNS: &str = "places";

/// The hunters of the ladder who are played against.
const LADDER: [&str; 2] = ["tracker", "marshal"];

/// The options: the number of the best places from which one is drawn.
const PLACES: [u32; 7] = [2, 4, 7, 10, 15, 25, 40];

/// The option to compare with.
const BASELINE: (&str, u32) = ("one of the ten best", 10);

/// Number of rounds within which a meeting counts as the hunters' having guessed where he began.
const SOON: u16 = 3;

/// A study to make.
pub(crate) struct Study {
    game: Arc<Course>,
    phantom: BotEntry<Course>,
    pub(crate) hunters: Vec<BotEntry<Course>>,
    pub(crate) seed: Seed,
    /// The number of matches of each option against each of the hunters.
    pub(crate) matches: u64,
}

/// A match, as far as it matters.
#[derive(Debug, Clone, Copy)]
struct Ended {
    score: i32,
    /// True if Dracula was met in the first rounds.
    met_soon: bool,
}

impl Study {
    pub(crate) fn new(seed: Seed, matches: u64) -> Self {
        Self {
            game: Arc::new(Course::default()),
            phantom: of_the_ladder("phantom"),
            hunters: training("hunters").chain(LADDER.map(of_the_ladder)).collect(),
            seed,
            matches,
        }
    }

    /// Plays all options. `tell` is told what is done. The result does not depend on the number of
    /// threads.
    ///
    /// The last opponent is imagined. It knows the mixture, and goes to the best place at once, so
    /// it guesses right once in as many matches as there are places. Then he loses as much as he
    /// does where he is met in the first rounds.
    pub(crate) fn play(&self, mut tell: impl FnMut(String)) -> Payoffs {
        let ended: Vec<Vec<Vec<Ended>>> = PLACES
            .into_iter()
            .map(|places| {
                let ended = self.hunters.iter().map(|hunters| self.matches(places, hunters));
                let ended = ended.collect();
                tell(format!("{places} places: {} matches against each", self.matches));
                ended
            })
            .collect();
        let hunters = 0..self.hunters.len();
        let all =
            |hunters: usize| ended.iter().flat_map(|option| option[hunters].clone()).collect();
        let cost = cost_of_a_find(&hunters.map(all).collect::<Vec<_>>());
        let options = PLACES.into_iter().zip(&ended);
        let scores: Vec<Vec<_>> = options
            .map(|(places, against)| {
                let guessed = cost / f64::from(places);
                against.iter().map(|ended| mean(ended.iter())).chain([guessed]).collect()
            })
            .collect();
        let baseline = PLACES.iter().position(|&places| places == BASELINE.1);
        let names = self.hunters.iter().map(|hunters| format!("`{}`", hunters.name));
        Payoffs {
            options: PLACES.map(|places| places.to_string()).to_vec(),
            opponents: names.chain(["one who guesses".to_owned()]).collect(),
            baseline: (BASELINE.0, scores[baseline.expect("it is an option")].clone()),
            scores,
            objective: Objective::Minimize,
        }
    }

    fn matches(&self, places: u32, hunters: &BotEntry<Course>) -> Vec<Ended> {
        let values = settings(&self.phantom, &format!("openings={places}"));
        let bots = [(hunters, &settings(hunters, "")), (&self.phantom, &values)];
        let played = (0..self.matches).into_par_iter().map(|index| {
            let seed = self.seed.of_match(index);
            let mut watched =
                Watched { bots: Pairing::new(bots, &self.game, seed), met_soon: false };
            let state = matches::play(&self.game, &mut watched, seed);
            Ended { score: state.position().board().score(), met_soon: watched.met_soon }
        });
        played.collect()
    }
}

/// How much more he loses in matches in which he is met in the first rounds: the mean over the
/// hunters that have played both such matches and others, by hunters.
fn cost_of_a_find(by_hunters: &[Vec<Ended>]) -> f64 {
    let costs = by_hunters.iter().filter_map(|ended| {
        let (soon, later): (Vec<_>, Vec<_>) = ended.iter().partition(|ended| ended.met_soon);
        let both = !soon.is_empty() && !later.is_empty();
        both.then(|| mean(soon.into_iter()) - mean(later.into_iter()))
    });
    let costs: Vec<_> = costs.collect();
    costs.iter().sum::<f64>() / costs.len().max(1) as f64
}

fn mean<'a>(ended: impl ExactSizeIterator<Item = &'a Ended>) -> f64 {
    let matches = ended.len() as f64;
    f64::from(ended.map(|ended| ended.score).sum::<i32>()) / matches
}

/// Bots, and whether Dracula was met in the first rounds.
struct Watched {
    bots: Pairing,
    met_soon: bool,
}

impl Players for Watched {
    fn choose(&mut self, seat: Seat, forced: Option<Move>, views: &[View; 2]) -> Choice<Move> {
        self.bots.choose(seat, forced, views)
    }

    fn note(&mut self, state: &State, _views: &[View; 2]) {
        if state.position().board().round() <= SOON
            && let Some(Play::Hunter(play)) = state.history().plays().last()
        {
            self.met_soon |= play.met.dracula;
        }
    }
}
