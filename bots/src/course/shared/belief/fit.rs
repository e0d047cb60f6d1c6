//! Fit of the move model to games: maximum likelihood over the moves that Dracula chose.

use std::collections::BTreeMap;

use stoker_engine::course::{Board, ByHunter, Course, DraculaMove, Hunter, Position};
use stoker_engine::map::Place;

use super::super::places::HunterState;
use super::super::reachable::Reach;
use super::model::{HuntersReach, MoveModel};

const WEIGHTS: usize = MoveModel::WEIGHTS;
/// Strength of the pull of weights towards 0, as a number of decisions. It keeps the weight of a
/// feature that was never seen finite.
const HOLD: f64 = 0.1;
/// Limit on steps; Newton's method converges long before.
const MOST_STEPS: usize = 50;

type OptionRow = [f64; WEIGHTS];

/// The features of the options of a decision. The chosen option comes first. The others are sorted,
/// because their order does not matter.
type OptionFeatures = Box<[[u8; WEIGHTS]]>;

/// Decisions that Dracula made: his options and the choice.
///
/// # Examples
/// ```
/// use stoker_bots::course::{ObservedChoices, MoveModel};
/// use stoker_engine::course::{Course, DraculaMove, Position};
/// let rules = Course::default();
/// let mut choices = ObservedChoices::new(&rules);
/// let position = Position::start(&rules);
/// for code in ["LO", "AS", "PA"] {
///     choices.add(&rules, &position, DraculaMove::To(rules.place(code).unwrap()));
/// }
/// let fit = choices.fit();
/// assert_eq!(fit.decisions, 3);
/// assert!(fit.log_likelihood > choices.log_likelihood(&MoveModel::default()));
/// assert!(fit.model.sea > 0.0); // one in three, of 70 places with 10 seas
/// ```
#[derive(Debug, Clone)]
pub struct ObservedChoices {
    reach: Reach,
    /// Number of decisions of each kind: there are far fewer kinds than decisions.
    kinds: BTreeMap<OptionFeatures, u64>,
    decisions: usize,
}

/// A model fitted to choices.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// Number of decisions that it was fitted to.
    pub decisions: usize,
    /// The model that makes them most likely.
    pub model: MoveModel,
    /// The standard errors of its weights, in the order of [`MoveModel::NAMES`]. They assume
    /// independent decisions.
    pub errors: [f64; WEIGHTS],
    /// Natural logarithm of the probability of all choices.
    pub log_likelihood: f64,
    /// The same with all moves equally likely.
    pub uniform: f64,
}

impl ObservedChoices {
    /// An empty list for games by these rules.
    #[must_use]
    pub fn new(rules: &Course) -> Self {
        Self { reach: Reach::new(rules), kinds: BTreeMap::new(), decisions: 0 }
    }

    /// Switches to games by other rules.
    pub fn use_rules(&mut self, rules: &Course) {
        self.reach = Reach::new(rules);
    }

    /// Adds one of his decisions. It is ignored if it has no alternative or is illegal.
    pub fn add(&mut self, rules: &Course, position: &Position, chosen: DraculaMove) {
        let moves = position.dracula_moves(rules);
        if !moves.contains(chosen) || moves.into_iter().nth(1).is_none() {
            return;
        }
        let board = position.board();
        let threat = HuntersReach::new(rules, &self.reach, &standing(board), board.round());
        let features = |mv| features(rules, &threat, position, mv);
        let mut options = vec![features(chosen)];
        options.extend(moves.into_iter().filter(|&mv| mv != chosen).map(features));
        options[1..].sort_unstable();
        *self.kinds.entry(options.into()).or_default() += 1;
        self.decisions += 1;
    }

    /// Natural logarithm of the probability of all choices under a model.
    #[must_use]
    pub fn log_likelihood(&self, model: &MoveModel) -> f64 {
        self.sums(&model.weights()).log_likelihood
    }

    /// The model that makes the choices most likely.
    #[must_use]
    pub fn fit(&self) -> Fit {
        let mut weights = [0.0; WEIGHTS];
        let mut sums = self.sums(&weights);
        let uniform = sums.log_likelihood;
        for _ in 0..MOST_STEPS {
            let Some(next) = self.step(&weights, &sums) else { break };
            (weights, sums) = next;
        }
        let errors = std::array::from_fn(|index| {
            let unit = std::array::from_fn(|other| if other == index { 1.0 } else { 0.0 });
            solve(sums.curvature, unit)[index].max(0.0).sqrt()
        });
        Fit {
            decisions: self.decisions,
            model: MoveModel::of_weights(weights),
            errors,
            log_likelihood: sums.log_likelihood,
            uniform,
        }
    }

    /// One step of Newton's method, halved until it leads upwards; `None` if no step does.
    fn step(
        &self,
        weights: &OptionRow,
        sums: &LikelihoodSums,
    ) -> Option<(OptionRow, LikelihoodSums)> {
        let mut step = solve(sums.curvature, sums.slope);
        for _ in 0..30 {
            let next = std::array::from_fn(|index| weights[index] + step[index]);
            let there = self.sums(&next);
            if there.held > sums.held + 1e-9 {
                return Some((next, there));
            }
            step = step.map(|part| part / 2.0);
        }
        None
    }

    fn sums(&self, weights: &OptionRow) -> LikelihoodSums {
        let mut sums = LikelihoodSums::new(weights);
        for (options, &count) in &self.kinds {
            sums.add(weights, options, count);
        }
        sums
    }
}

/// The likelihood of all choices under some weights, with its derivatives.
struct LikelihoodSums {
    log_likelihood: f64,
    /// The same minus a penalty for weights far from 0: the value that is maximized.
    held: f64,
    slope: OptionRow,
    curvature: [OptionRow; WEIGHTS],
}

impl LikelihoodSums {
    fn new(weights: &OptionRow) -> Self {
        let held = weights.iter().map(|weight| -HOLD / 2.0 * weight * weight).sum();
        let mut curvature = [[0.0; WEIGHTS]; WEIGHTS];
        (0..WEIGHTS).for_each(|index| curvature[index][index] = HOLD);
        Self { log_likelihood: 0.0, held, slope: weights.map(|weight| -HOLD * weight), curvature }
    }

    /// Adds this many decisions of a kind.
    #[expect(clippy::cast_precision_loss, reason = "fewer than 2^52 decisions")]
    fn add(&mut self, weights: &OptionRow, options: &[[u8; WEIGHTS]], count: u64) {
        let times = count as f64;
        let score = |option: &[u8; WEIGHTS]| -> f64 {
            option.iter().zip(weights).map(|(&count, weight)| f64::from(count) * weight).sum()
        };
        let most = options.iter().map(score).fold(f64::MIN, f64::max);
        let odds = |option| libm::exp(score(option) - most);
        let sum: f64 = options.iter().map(odds).sum();
        let likelihood = score(&options[0]) - most - libm::log(sum);
        self.log_likelihood += times * likelihood;
        self.held += times * likelihood;
        let mut mean = [0.0; WEIGHTS];
        for option in options {
            let share = odds(option) / sum;
            for (i, row) in self.curvature.iter_mut().enumerate().filter(|(i, _)| option[*i] > 0) {
                let part = share * f64::from(option[i]);
                mean[i] += part;
                row.iter_mut()
                    .zip(option)
                    .for_each(|(sum, &count)| *sum += times * part * f64::from(count));
            }
        }
        for (i, row) in self.curvature.iter_mut().enumerate() {
            self.slope[i] += times * (f64::from(options[0][i]) - mean[i]);
            row.iter_mut().zip(mean).for_each(|(sum, other)| *sum -= times * mean[i] * other);
        }
    }
}

/// The hunters' places and lives.
fn standing(board: &Board) -> ByHunter<HunterState> {
    let state = |hunter| HunterState { at: board.at(hunter), life: board.life(hunter) };
    ByHunter(Hunter::ALL.map(state))
}

/// The number of times that each weight counts for a move, in the order of [`MoveModel::NAMES`].
fn features(
    rules: &Course,
    threat: &HuntersReach,
    position: &Position,
    mv: DraculaMove,
) -> [u8; WEIGHTS] {
    let place = position.place_of(rules, mv);
    let land = !rules.is_sea(place);
    let coming = if land { threat.coming.map(|set| u8::from(set.contains(place))) } else { [0; 4] };
    let stays = |named: Place| position.dracula() == Some(named);
    [
        coming[0],
        coming[1..].iter().sum(),
        u8::from(land && threat.near.contains(place)),
        u8::from(threat.hunters.contains(place)),
        u8::from(!land),
        u8::from(place == rules.castle()),
        u8::from(matches!(mv, DraculaMove::To(named) if stays(named))),
        u8::from(mv == DraculaMove::Hide),
        u8::from(matches!(mv, DraculaMove::DoubleBack(_))),
    ]
}

/// The solution of a linear system whose matrix is symmetric and positive definite.
fn solve(mut matrix: [OptionRow; WEIGHTS], mut right: OptionRow) -> OptionRow {
    for pivot in 0..WEIGHTS {
        let top = matrix[pivot];
        for (row, lower) in matrix.iter_mut().enumerate().skip(pivot + 1) {
            let factor = lower[pivot] / top[pivot];
            lower.iter_mut().zip(top).for_each(|(cell, above)| *cell -= factor * above);
            right[row] -= factor * right[pivot];
        }
    }
    for pivot in (0..WEIGHTS).rev() {
        let known: f64 =
            (pivot + 1..WEIGHTS).map(|other| matrix[pivot][other] * right[other]).sum();
        right[pivot] = (right[pivot] - known) / matrix[pivot][pivot];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::shared::numbers::unit;
    use stoker_engine::course::{Move, Mover};
    use stoker_engine::map::PlaceSet;
    use stoker_engine::{Rng, Seed, one_of};

    /// Draws a move by the model, as the belief assumes Dracula does.
    fn draw(rules: &Course, reach: &Reach, position: &Position, rng: &mut Rng) -> DraculaMove {
        let model = MoveModel { sea: -1.0, hide: 0.5, ..MoveModel::default() };
        let board = position.board();
        let threat = HuntersReach::new(rules, reach, &standing(board), board.round());
        let moves = position.dracula_moves(rules);
        let odds = |mv| {
            let row = features(rules, &threat, position, mv);
            let parts = row.iter().zip(model.weights());
            libm::exp(parts.map(|(&count, weight)| f64::from(count) * weight).sum())
        };
        let sum: f64 = moves.into_iter().map(odds).sum();
        let mut at = sum * unit(rng);
        let mut all = moves.into_iter();
        let found = all.find(|&mv| {
            at -= odds(mv);
            at < 0.0
        });
        found.unwrap_or(DraculaMove::Teleport)
    }

    #[test]
    fn the_weights_that_made_the_choices_are_found_again() {
        let rules = Course::default();
        let reach = Reach::new(&rules);
        let mut rng = Seed(1).bot_rng();
        let mut choices = ObservedChoices::new(&rules);
        while choices.decisions < 8_000 {
            let mut position = Position::start(&rules);
            while !position.board().is_over() {
                let mv = if position.board().to_move() == Mover::Dracula {
                    let mv = draw(&rules, &reach, &position, &mut rng);
                    choices.add(&rules, &position, mv);
                    Move::Dracula(mv)
                } else {
                    one_of(&mut rng, position.moves(&rules)).unwrap()
                };
                position.play(&rules, mv).unwrap();
            }
        }
        let fit = choices.fit();
        let expected = MoveModel { sea: -1.0, hide: 0.5, ..MoveModel::default() }.weights();
        for ((weight, error), expected) in fit.model.weights().iter().zip(fit.errors).zip(expected)
        {
            assert!((weight - expected).abs() < 4.0 * error && error < 0.3, "{fit:?}");
        }
        assert!(fit.log_likelihood > fit.uniform);
    }

    #[test]
    fn what_counts_for_a_move_is_what_its_odds_are_made_of() {
        let rules = Course::default();
        let reach = Reach::new(&rules);
        let at = |code| rules.place(code);
        let hunters = [at("PA"), at("PA"), at("CD"), at("NS")];
        let hunters = ByHunter(hunters.map(|at| HunterState { at, life: 9 }));
        let threat = HuntersReach::new(&rules, &reach, &hunters, 3);
        let model = MoveModel::default();
        let odds = model.factors().odds(&rules, &threat, rules.map().places());
        let position = Position::start(&rules);
        for place in rules.map().places() - PlaceSet::of(rules.hospital()) {
            let row = features(&rules, &threat, &position, DraculaMove::To(place));
            let parts = row.iter().zip(model.weights());
            let sum: f64 = parts.map(|(&count, weight)| f64::from(count) * weight).sum();
            assert!((libm::log(odds.to[place]) - sum).abs() < 1e-9, "{place:?} {row:?}");
        }
    }

    #[test]
    fn decisions_of_one_kind_take_the_room_of_one() {
        let rules = Course::default();
        let mut choices = ObservedChoices::new(&rules);
        let place = |code| DraculaMove::To(rules.place(code).unwrap());
        // Two cities that are alike, and a sea.
        for code in ["LO", "MA", "LO", "AS"].into_iter().cycle().take(4_000) {
            choices.add(&rules, &Position::start(&rules), place(code));
        }
        assert_eq!((choices.kinds.len(), choices.fit().decisions), (2, 4_000));
        let mut once = ObservedChoices::new(&rules);
        for code in ["LO", "MA", "LO", "AS"] {
            once.add(&rules, &Position::start(&rules), place(code));
        }
        let [all, once] = [&choices, &once].map(|it| it.log_likelihood(&MoveModel::default()));
        assert!((all - 1_000.0 * once).abs() < 1e-6);
    }

    #[test]
    fn nothing_to_choose_from_is_no_decision() {
        let rules = Course::default();
        let mut choices = ObservedChoices::new(&rules);
        choices.add(&rules, &Position::start(&rules), DraculaMove::Hide);
        let fit = choices.fit();
        assert_eq!(fit.decisions, 0);
        assert!(fit.model.weights().iter().all(|weight| weight.abs() < 1e-12));
    }
}
