//! Analysis of finished games: what the hunters could know, and how much moves are worth.
//!
//! Idea: positions that the mover could believe possible are drawn from the hunters' exact
//! [`Belief`]. The policies of [`Playout`] play out each move from them, with the same noise for
//! every move. Cost: some ten thousand games a second, and one update of the belief along the game.
//! Weakness: the policies do not plan, so they miss the value of plans.

use std::sync::Arc;

use stoker_engine::course::{Board, Course, Move, Position, State, View};
use stoker_engine::{Rng, Viewer};

use super::shared::belief::Belief;
use super::shared::numbers::unit;
use super::shared::playout::{
    DraculaStyle, HunterStyle, Noise, Playout, PlayoutState, PossibleTrail, Styles,
};
use super::shared::tables::Tables;
use crate::hindsight::{Credence, DrawnPositions, Inference, Standpoint, Yardstick};

/// The policies for playouts.
const STYLES: Styles = Styles { hunters: HunterStyle::Seeker, dracula: DraculaStyle::Evader };

pub(super) fn yardstick(rules: &Arc<Course>) -> Box<dyn Yardstick<Course>> {
    Box::new(PlayoutYardstick { rules: Arc::clone(rules), tables: Arc::new(Tables::new(rules)) })
}

pub(super) fn inference(rules: &Arc<Course>) -> Box<dyn Inference<Course>> {
    Box::new(WhereHeIs { rules: Arc::clone(rules), belief: Belief::new(rules) })
}

/// The policies of playouts as a yardstick.
#[derive(Clone)]
struct PlayoutYardstick {
    rules: Arc<Course>,
    tables: Arc<Tables>,
}

impl Yardstick<Course> for PlayoutYardstick {
    fn players(&self) -> String {
        "`seeker` and `evader` of `strategist`".to_owned()
    }

    fn follow(&self, _viewer: Viewer) -> Box<dyn Standpoint<Course>> {
        let belief = Belief::new(&self.rules);
        Box::new(Follower { playouts: self.clone(), belief, now: None })
    }
}

/// The knowledge of one side, as far as it has followed the game.
struct Follower {
    playouts: PlayoutYardstick,
    /// The hunters' belief, which Dracula can compute too.
    belief: Belief,
    now: Option<Certainty>,
}

/// The facts that a side is certain about.
enum Certainty {
    /// The hunters know the public board.
    Public(Board),
    /// Dracula knows everything (K1).
    All(Position),
}

impl Standpoint<Course> for Follower {
    fn see(&mut self, view: &View) {
        let rules = &self.playouts.rules;
        self.now = Some(match view {
            View::Hunters(view) => {
                self.belief.update(rules, view);
                Certainty::Public(*view.board())
            }
            View::Dracula(view) => {
                self.belief.update(rules, &view.as_hunters());
                Certainty::All(*view.position())
            }
        });
    }

    fn draw(&mut self, count: usize, rng: &mut Rng) -> Option<Box<dyn DrawnPositions<Course>>> {
        let playouts = self.playouts.clone();
        let possible = PossibleTrail::of_belief(&playouts.rules, &self.belief)?;
        let positions = match self.now.as_ref()? {
            Certainty::All(position) => vec![*position; count],
            Certainty::Public(board) => self.positions(board, count, rng)?,
        };
        let starts = positions.into_iter().map(|position| (position, Noise::draw(rng))).collect();
        Some(Box::new(PlayoutStarts { playouts, possible, starts }))
    }
}

impl Follower {
    /// Positions with this board; the trails are drawn by their weights in the belief.
    fn positions(&self, board: &Board, count: usize, rng: &mut Rng) -> Option<Vec<Position>> {
        let trails = self.belief.trails();
        let mut sum = 0.0;
        let sums: Vec<f64> = trails
            .iter()
            .map(|known| {
                sum += known.weight;
                sum
            })
            .collect();
        let last = trails.len().checked_sub(1)?;
        let mut draw = || {
            let at = unit(rng) * sum;
            let known = &trails[sums.partition_point(|&sum| sum <= at).min(last)];
            self.belief.position(&self.playouts.rules, board, known.trail)
        };
        Some((0..count).map(|_| draw()).collect())
    }
}

/// Positions to play out, each with its noise.
struct PlayoutStarts {
    playouts: PlayoutYardstick,
    /// The belief with which the hunters of playouts begin.
    possible: PossibleTrail,
    starts: Vec<(Position, Noise)>,
}

impl DrawnPositions<Course> for PlayoutStarts {
    fn score(&self, number: usize, mv: Move) -> Option<i32> {
        let PlayoutYardstick { rules, tables } = &self.playouts;
        let &(position, noise) = self.starts.get(number)?;
        let mut playout_state = PlayoutState { position, possible: self.possible };
        playout_state.play(rules, mv);
        Playout::new(rules, tables).play_turns(&mut playout_state, STYLES, u32::MAX, noise);
        Some(playout_state.position.board().score())
    }
}

/// The hunters' inference of Dracula's place.
struct WhereHeIs {
    rules: Arc<Course>,
    belief: Belief,
}

impl Inference<Course> for WhereHeIs {
    fn viewer(&self) -> Viewer {
        Viewer(Course::HUNTERS.0)
    }

    fn of(&self) -> &'static str {
        "where Dracula is"
    }

    fn event(&self) -> &'static str {
        "chance of meeting Dracula"
    }

    fn update(&mut self, view: &View) {
        if let View::Hunters(view) = view {
            self.belief.update(&self.rules, view);
        }
    }

    fn credence(&self, truth: &State) -> Option<Credence> {
        let place = truth.position().dracula()?;
        let mass = self.belief.mass(0);
        let places = self.rules.map().places().into_iter();
        let surprise =
            places.map(|place| mass[place]).filter(|&p| p > 0.0).map(|p| -p * libm::log2(p));
        // The weights of a certain belief can add up to a little more than 1.
        Some(Credence { entropy_bits: surprise.sum::<f64>().max(0.0), truth: mass[place].min(1.0) })
    }

    fn chance(&self, mv: Move) -> f64 {
        match mv {
            // H4: nothing happens at sea.
            Move::Hunter(to) if !self.rules.is_sea(to) => self.belief.mass(0)[to].min(1.0),
            Move::Hunter(_) | Move::Dracula(_) => 0.0,
        }
    }
}

#[cfg(test)]
mod tests;
