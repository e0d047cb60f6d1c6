//! Paired playouts of options.

use stoker_engine::course::{Board, Course, Hunter, Move, Mover};
use stoker_engine::map::Place;
use stoker_engine::{Decision, Rng, below};

use super::paired::Paired;
use super::position_value::PositionValue;
use crate::course::shared::belief::{Belief, HiddenTrail};
use crate::course::shared::numbers::unit;
use crate::course::shared::playout::{
    DraculaStyle, HunterStyle, Noise, Playout, PlayoutState, PossibleTrail, Styles,
};
use crate::course::shared::tables::Tables;

/// The size of the search, and the evidence it takes to depart from marshal's choice.
#[derive(Debug, Clone, Copy)]
pub(super) struct SearchSettings {
    /// Number of draws from the belief.
    pub(super) iterations: usize,
    /// Number of options to compare.
    pub(super) options: usize,
    /// Number of rounds in a playout, this one included.
    pub(super) rounds: u16,
    /// Limit on how far an option's value to marshal may be below the best.
    pub(super) margin: f64,
    /// Number of standard errors by which an option must be better.
    pub(super) trust: f64,
    /// Points of score for one unit of marshal's value.
    pub(super) prior: f64,
    /// Points of score that a hospital visit costs in addition to the score that it loses.
    pub(super) death: f64,
}

/// The facts of a decision.
#[derive(Clone, Copy)]
pub(super) struct DecisionFacts<'a> {
    pub(super) rules: &'a Course,
    pub(super) tables: &'a Tables,
    pub(super) board: &'a Board,
    pub(super) belief: &'a Belief,
}

/// The search, which keeps its lists to reuse their memory.
#[derive(Debug, Clone)]
pub(super) struct Search {
    settings: SearchSettings,
    position_value: PositionValue,
    /// The options, marshal's choice first.
    options: Vec<OptionResults>,
    draws: Vec<HiddenTrail>,
}

/// An option, with its results relative to the first.
#[derive(Debug, Clone, Copy)]
struct OptionResults {
    to: Place,
    /// The difference by marshal's judgement, in points of score.
    prior: f64,
    gain: Paired,
    beaten: bool,
}

/// The Draculas of successive draws.
const MIXTURE: [DraculaStyle; 6] = [
    DraculaStyle::Evader,
    DraculaStyle::Homebody,
    DraculaStyle::Evader,
    DraculaStyle::Runner,
    DraculaStyle::Evader,
    DraculaStyle::Random,
];

/// Number of draws after which options that have fallen behind are dropped.
const BATCH: usize = 32;

/// Number of standard errors by which an option must be worse to be dropped.
const BEATEN: f64 = 2.0;

impl Search {
    pub(super) fn new(settings: SearchSettings, position_value: PositionValue) -> Self {
        Self { settings, position_value, options: vec![], draws: vec![] }
    }

    /// Marshal's choice, or an option that is clearly better. `values` holds marshal's values of
    /// the options.
    pub(super) fn choose(
        &mut self,
        now: DecisionFacts<'_>,
        values: &[(Place, f64)],
        choice: Place,
        turn: &mut Decision<'_, Move>,
    ) -> Place {
        self.list(values, choice);
        let made = now.belief.facts().moves().len();
        if self.options.len() < 2 || self.settings.iterations == 0 || made == 0 {
            return choice;
        }
        let Some(possible) = PossibleTrail::of_belief(now.rules, now.belief) else {
            return choice;
        };
        // This comes before any draw: without a budget the game is the same as marshal's.
        if !turn.more() {
            return choice;
        }
        self.draw(now.belief, turn.rng());
        for index in 0..self.draws.len() {
            if index > 0 && (index % BATCH == 0 && self.is_settled() || !turn.more()) {
                break;
            }
            let trail = self.draws[index];
            let position = now.belief.position(now.rules, now.board, trail);
            let noise = Noise::draw(turn.rng());
            let dracula = MIXTURE[index % MIXTURE.len()];
            self.compare(now, &PlayoutState { position, possible }, dracula, noise);
        }
        self.best()
    }

    /// The options that were played out in the last decision with their gains over marshal's
    /// choice, which comes first; none if nothing was played out.
    pub(super) fn played_out(&self) -> impl Iterator<Item = (Place, Paired)> {
        let played_out = self.options.iter().filter(|contender| !contender.gain.is_empty());
        played_out.map(|contender| (contender.to, contender.gain))
    }

    /// Lists marshal's choice, and after it the options whose values are near.
    fn list(&mut self, values: &[(Place, f64)], choice: Place) {
        let best = values.iter().find(|value| value.0 == choice).map_or(0.0, |value| value.1);
        self.options.clear();
        let near = values.iter().filter(|value| value.1 >= best - self.settings.margin);
        self.options.extend(near.map(|&(to, value)| OptionResults {
            to,
            prior: (value - best) * self.settings.prior,
            gain: Paired::default(),
            beaten: false,
        }));
        let others_after = |contender: &OptionResults| contender.to != choice;
        self.options.sort_by(|a, b| {
            others_after(a).cmp(&others_after(b)).then(b.prior.total_cmp(&a.prior))
        });
        self.options.truncate(self.settings.options.max(1));
    }

    /// Draws trails evenly by their weights, and shuffles them.
    fn draw(&mut self, belief: &Belief, rng: &mut Rng) {
        self.draws.clear();
        self.draws.extend(belief.spread(self.settings.iterations, unit(rng)));
        for last in (1..self.draws.len()).rev() {
            let up_to = u32::try_from(last + 1).unwrap_or(u32::MAX);
            self.draws.swap(last, below(rng, up_to) as usize);
        }
    }

    /// Plays out every option from one draw.
    fn compare(
        &mut self,
        now: DecisionFacts<'_>,
        start: &PlayoutState,
        dracula: DraculaStyle,
        noise: Noise,
    ) {
        let Mover::Hunter(hunter) = now.board.to_move() else { return };
        let styles = Styles { hunters: HunterStyle::Seeker, dracula };
        let playout = Playout::new(now.rules, now.tables);
        let seat = u32::from(hunter.seat().0);
        let turns = (5 * u32::from(self.settings.rounds)).saturating_sub(seat + 1);
        let mut first = None;
        for contender in self.options.iter_mut().filter(|contender| !contender.beaten) {
            let mut playout_state = *start;
            playout_state.play(now.rules, Move::Hunter(contender.to));
            let death =
                if is_in_hospital(&playout_state, hunter) { self.settings.death } else { 0.0 };
            playout.play_turns(&mut playout_state, styles, turns, noise);
            let value = self.position_value.of(now.rules, now.tables, &playout_state);
            let value = value + contender.prior - death;
            contender.gain.add(value - *first.get_or_insert(value));
        }
    }

    /// Drops options that have fallen behind. Returns true if only one option is left.
    fn is_settled(&mut self) -> bool {
        for contender in &mut self.options {
            contender.beaten |= contender.gain.mean() + BEATEN * contender.gain.error() < 0.0;
        }
        self.options.iter().filter(|contender| !contender.beaten).count() < 2
    }

    /// The option that is better than the first with the most certainty; the first if none is.
    fn best(&self) -> Place {
        let sure = |contender: &OptionResults| {
            contender.gain.mean() - self.settings.trust * contender.gain.error()
        };
        let (first, others) = self.options.split_first().expect("an option can be chosen");
        let mut best = (0.0, first.to);
        for contender in others.iter().filter(|contender| !contender.beaten) {
            if sure(contender) > best.0 {
                best = (sure(contender), contender.to);
            }
        }
        best.1
    }
}

/// Returns true if a hunter who has just moved was sent to the hospital (H5).
fn is_in_hospital(playout_state: &PlayoutState, hunter: Hunter) -> bool {
    playout_state.position.board().life(hunter) == 0
}
