//! Playing options out side by side.

use stoker_engine::course::{Board, Course, Hunter, Move, Mover};
use stoker_engine::map::Place;
use stoker_engine::{Decision, Rng, below};

use super::super::belief::{Belief, Hidden};
use super::super::numbers::unit;
use super::super::playout::{DraculaStyle, HunterStyle, Noise, Playout, Possible, Scene, Styles};
use super::super::tables::Tables;
use super::paired::Paired;
use super::worth::Worth;

/// How much is searched, and what it takes to convince.
#[derive(Debug, Clone, Copy)]
pub(super) struct Settings {
    /// Draws from the belief.
    pub(super) iterations: usize,
    /// Options that are compared.
    pub(super) options: usize,
    /// Rounds that each is played on for, this one included.
    pub(super) rounds: u16,
    /// How much less than the best an option may be worth to marshal.
    pub(super) margin: f64,
    /// Standard errors by which an option must be better.
    pub(super) trust: f64,
    /// Points of score that marshal's worth counts for.
    pub(super) prior: f64,
    /// Points of score that going to hospital costs beside the score that it does.
    pub(super) death: f64,
}

/// What is given at a decision.
#[derive(Clone, Copy)]
pub(super) struct Situation<'a> {
    pub(super) rules: &'a Course,
    pub(super) tables: &'a Tables,
    pub(super) board: &'a Board,
    pub(super) belief: &'a Belief,
}

/// The search, with what it keeps for its room.
#[derive(Debug, Clone)]
pub(super) struct Search {
    settings: Settings,
    worth: Worth,
    /// Marshal's choice first.
    options: Vec<Contender>,
    draws: Vec<Hidden>,
}

/// An option, and how it does beside the first.
#[derive(Debug, Clone, Copy)]
struct Contender {
    to: Place,
    /// What marshal makes of the difference, in points of score.
    prior: f64,
    gain: Paired,
    beaten: bool,
}

/// Who plays Dracula, from draw to draw.
const MIXTURE: [DraculaStyle; 6] = [
    DraculaStyle::Evader,
    DraculaStyle::Homebody,
    DraculaStyle::Evader,
    DraculaStyle::Runner,
    DraculaStyle::Evader,
    DraculaStyle::Random,
];

/// After so many draws each, options that have fallen behind are dropped.
const BATCH: usize = 32;

/// Standard errors by which an option must be worse to be dropped.
const BEATEN: f64 = 2.0;

impl Search {
    pub(super) fn new(settings: Settings, worth: Worth) -> Self {
        Self { settings, worth, options: vec![], draws: vec![] }
    }

    /// Marshal's choice, or an option that is clearly better; `values` are what options are worth
    /// to marshal.
    pub(super) fn choose(
        &mut self,
        now: Situation<'_>,
        values: &[(Place, f64)],
        choice: Place,
        turn: &mut Decision<'_, Move>,
    ) -> Place {
        self.list(values, choice);
        let made = now.belief.facts().moves().len();
        if self.options.len() < 2 || self.settings.iterations == 0 || made == 0 {
            return choice;
        }
        let Some(possible) = Possible::of_belief(now.rules, now.belief) else { return choice };
        // Before anything is drawn: without a budget the game is the same as marshal's.
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
            self.compare(now, &Scene { position, possible }, dracula, noise);
        }
        self.best()
    }

    /// The options that were played out in the last decision, marshal's choice first, with their gains
    /// over that choice; none, if nothing was played out.
    pub(super) fn played_out(&self) -> impl Iterator<Item = (Place, Paired)> {
        let played_out = self.options.iter().filter(|contender| !contender.gain.is_empty());
        played_out.map(|contender| (contender.to, contender.gain))
    }

    /// The options that come near marshal's choice, and that choice first.
    fn list(&mut self, values: &[(Place, f64)], choice: Place) {
        let best = values.iter().find(|value| value.0 == choice).map_or(0.0, |value| value.1);
        self.options.clear();
        let near = values.iter().filter(|value| value.1 >= best - self.settings.margin);
        self.options.extend(near.map(|&(to, value)| Contender {
            to,
            prior: (value - best) * self.settings.prior,
            gain: Paired::default(),
            beaten: false,
        }));
        let others_after = |contender: &Contender| contender.to != choice;
        self.options.sort_by(|a, b| {
            others_after(a).cmp(&others_after(b)).then(b.prior.total_cmp(&a.prior))
        });
        self.options.truncate(self.settings.options.max(1));
    }

    /// Draws trails, evenly by their weights, in any order.
    fn draw(&mut self, belief: &Belief, rng: &mut Rng) {
        self.draws.clear();
        self.draws.extend(belief.spread(self.settings.iterations, unit(rng)));
        for last in (1..self.draws.len()).rev() {
            let up_to = u32::try_from(last + 1).unwrap_or(u32::MAX);
            self.draws.swap(last, below(rng, up_to) as usize);
        }
    }

    /// Plays every option on from one draw.
    fn compare(&mut self, now: Situation<'_>, start: &Scene, dracula: DraculaStyle, noise: Noise) {
        let Mover::Hunter(hunter) = now.board.to_move() else { return };
        let styles = Styles { hunters: HunterStyle::Seeker, dracula };
        let playout = Playout::new(now.rules, now.tables);
        let seat = u32::from(hunter.seat().0);
        let turns = (5 * u32::from(self.settings.rounds)).saturating_sub(seat + 1);
        let mut first = None;
        for contender in self.options.iter_mut().filter(|contender| !contender.beaten) {
            let mut scene = *start;
            scene.play(now.rules, Move::Hunter(contender.to));
            let death = if is_in_hospital(&scene, hunter) { self.settings.death } else { 0.0 };
            playout.run(&mut scene, styles, turns, noise);
            let value = self.worth.of(now.rules, now.tables, &scene);
            let value = value + contender.prior - death;
            contender.gain.add(value - *first.get_or_insert(value));
        }
    }

    /// Drops what has fallen behind; whether only marshal's choice is left.
    fn is_settled(&mut self) -> bool {
        for contender in &mut self.options {
            contender.beaten |= contender.gain.mean() + BEATEN * contender.gain.error() < 0.0;
        }
        self.options.iter().filter(|contender| !contender.beaten).count() < 2
    }

    /// The option that is surest to be better than the first; the first if none is.
    fn best(&self) -> Place {
        let sure = |contender: &Contender| {
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

/// H5: whether a hunter who has just moved was sent there.
fn is_in_hospital(scene: &Scene, hunter: Hunter) -> bool {
    scene.position.board().life(hunter) == 0
}
