//! A game, decision by decision.

use std::sync::Arc;

use stoker_bots::{Inference, MakeInference};
use stoker_engine::{Game, Seat, Viewer};
use stoker_stats::rounded;
use stoker_tournament::referee::{DecisionOrigin, DecisionStep};

use super::findings::{BeliefSummary, Chooser, GivenAway, Missed};

/// The most turns in a list.
const MOST: usize = 10;
/// The least difference at which a probability counts as far higher.
const FAR: f64 = 0.2;
/// The least fall of the entropy, in bits, that counts as giving something away: half of the
/// possibilities are ruled out.
const MUCH: f64 = 1.0;
/// Decimals of probabilities and bits.
const DECIMALS: usize = 4;

/// Records the parts of a game that a [`CostMeasurement`](super::CostMeasurement) needs.
pub struct Walk<G: Game> {
    game: Arc<G>,
    inference: Option<Box<dyn Inference<G>>>,
    pub(super) choices: Vec<FreeChoice<G::Move>>,
    /// The mover's view, by choice.
    pub(super) views: Vec<G::View>,
    pub(super) belief: Vec<Option<BeliefSummary>>,
    missed: Vec<Missed>,
    /// Choices of seats that the inference is about, in the order of play.
    hiders: Vec<(Chooser, String)>,
    turn: usize,
}

/// A free choice between two or more moves.
pub(super) struct FreeChoice<M> {
    pub(super) chooser: Chooser,
    pub(super) seat: Seat,
    /// The move made.
    pub(super) mv: M,
    /// All legal moves, in order.
    pub(super) moves: Vec<M>,
}

impl<G: Game> Walk<G> {
    /// A walk through a game that begins; `inference` follows what one side can infer in it.
    #[must_use]
    pub fn new(game: Arc<G>, inference: Option<MakeInference<G>>) -> Self {
        let inference = inference.map(|make| make(&game));
        let (choices, views, belief, missed) = (vec![], vec![], vec![], vec![]);
        Self { game, inference, choices, views, belief, missed, hiders: vec![], turn: 0 }
    }

    /// Records the next decision, before it is played.
    pub fn decision(&mut self, state: &G::State, step: &DecisionStep<G::Move>) {
        self.infer(state);
        let viewer = self.game.sides().viewer_of(step.seat);
        let view = self.game.view(state, viewer);
        let moves: Vec<_> = self.game.legal_moves(&view).collect();
        if step.how == DecisionOrigin::Chosen && moves.len() > 1 {
            let chooser = self.chooser(state, step.seat);
            self.judge(viewer, chooser, step.mv, &moves);
            let (seat, mv) = (step.seat, step.mv);
            self.choices.push(FreeChoice { chooser, seat, mv, moves });
            self.views.push(view);
        }
        self.turn += 1;
    }

    /// Records the end of the game.
    pub fn ended(&mut self, state: &G::State) {
        self.infer(state);
    }

    /// The viewer whose belief is recorded, if the ruleset has an inference.
    #[must_use]
    pub fn believer(&self) -> Option<Viewer> {
        self.inference.as_ref().map(|inference| inference.viewer())
    }

    /// The hidden fact and the event, as [`Inference`] names them.
    pub(super) fn subject(&self) -> Option<(&'static str, &'static str)> {
        self.inference.as_ref().map(|inference| (inference.of(), inference.event()))
    }

    /// Updates the inference before the next turn.
    fn infer(&mut self, state: &G::State) {
        let Some(inference) = &mut self.inference else { return };
        inference.update(&self.game.view(state, inference.viewer()));
        self.belief.push(inference.credence(state).map(|credence| BeliefSummary {
            entropy_bits: round(credence.entropy_bits),
            truth: round(credence.truth),
        }));
    }

    fn chooser(&self, state: &G::State, seat: Seat) -> Chooser {
        let sides = self.game.sides();
        Chooser {
            turn: self.turn,
            round: self.game.round(state),
            side: sides.side(sides.side_of(seat)).name,
            seat: seat.0,
            name: sides.seat_name(seat),
        }
    }

    /// Judges a choice by the inference so far.
    fn judge(&mut self, viewer: Viewer, chooser: Chooser, made: G::Move, moves: &[G::Move]) {
        let Some(inference) = &self.inference else { return };
        if viewer != inference.viewer() {
            self.hiders.push((chooser, text_of(&*self.game, made)));
            return;
        }
        let chances = moves.iter().map(|&mv| (mv, inference.chance(mv)));
        // Among equals, the first is taken.
        let best = chances.rev().max_by(|one, other| one.1.total_cmp(&other.1));
        let Some((better, better_chance)) = best else { return };
        let chance = inference.chance(made);
        if better_chance - chance >= FAR {
            let [mv, better] = [made, better].map(|mv| text_of(&*self.game, mv));
            let [chance, better_chance] = [chance, better_chance].map(round);
            self.missed.push(Missed { chooser, mv, chance, better, better_chance });
        }
    }

    /// Turns at which another move had a far higher probability of the event.
    pub(super) fn missed(&self) -> Vec<Missed> {
        most(self.missed.clone(), |missed| missed.better_chance - missed.chance)
    }

    /// Turns at which the hidden side gave away most.
    pub(super) fn given_away(&self) -> Vec<GivenAway> {
        let given = self.hiders.iter().filter_map(|(chooser, mv)| {
            let turn = chooser.turn;
            let before = (*self.belief.get(turn)?)?;
            let after = (*self.belief.get(turn + 1)?)?;
            let bits = round(before.entropy_bits - after.entropy_bits);
            let given = GivenAway { chooser: *chooser, mv: mv.clone(), bits, before, after };
            (bits >= MUCH).then_some(given)
        });
        most(given.collect(), |given| given.bits)
    }
}

/// The first items by a figure, the highest first; among equals, the earlier comes first.
fn most<T>(mut all: Vec<T>, figure: fn(&T) -> f64) -> Vec<T> {
    all.sort_by(|one, other| figure(other).total_cmp(&figure(one)));
    all.truncate(MOST);
    all
}

/// A move in the ruleset's notation.
pub(super) fn text_of<G: Game>(game: &G, mv: G::Move) -> String {
    let mut text = String::new();
    game.write_move(mv, &mut text).expect("a string takes all text");
    text
}

/// A figure rounded to a few decimals, without a sign if it is 0.
pub(super) fn round(figure: f64) -> f64 {
    rounded(figure, DECIMALS).parse().unwrap_or(figure)
}
