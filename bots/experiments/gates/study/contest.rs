//! Whether one Dracula loses more than another, opponent by opponent and on the whole.

use stoker_stats::{Estimate, Figure, holm, t_above};

/// Points by which he may be worse against an opponent.
pub(crate) const MARGIN: f64 = 15.0;

/// The significance level of all tests together.
const LEVEL: f64 = 0.05;

/// The scores of hunters against two Draculas, seed by seed.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PairedScores {
    /// The hunters.
    pub(crate) hunters: String,
    /// Their scores on each seed against the Dracula who is examined, and against the other.
    pub(crate) scores: Vec<[i32; 2]>,
}

/// The comparison of two Draculas.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Contest {
    pub(crate) lines: Vec<ContestLine>,
    /// The mean difference over all opponents.
    pub(crate) pooled: Option<Estimate>,
}

/// The comparison against one opponent.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ContestLine {
    pub(crate) hunters: String,
    /// The hunters' mean scores against the Dracula who is examined, and against the other.
    pub(crate) means: [f64; 2],
    /// The difference between them; below 0 the one who is examined is better.
    pub(crate) difference: Estimate,
    /// The p-value of the hypothesis that he is worse by no more than the margin, by Holm's
    /// correction over the opponents.
    pub(crate) p_value: f64,
}

impl ContestLine {
    /// Returns true if he is significantly worse by more than the margin.
    pub(crate) fn is_lost(&self) -> bool {
        self.p_value <= LEVEL
    }
}

impl Contest {
    /// The comparison by these scores, which have the same seeds for all opponents.
    pub(crate) fn of(opponents: &[PairedScores]) -> Self {
        let tested: Vec<_> = opponents.iter().filter_map(difference).collect();
        let p_values: Vec<_> = tested.iter().map(|(_, figure)| p_value(figure)).collect();
        let line = |((scores, figure), p_value): (&(&PairedScores, Figure), f64)| ContestLine {
            hunters: scores.hunters.clone(),
            means: [0, 1].map(|which| mean(scores, which)),
            difference: figure.by_t(),
            p_value,
        };
        Self {
            lines: tested.iter().zip(holm(&p_values)).map(line).collect(),
            pooled: pooled(opponents),
        }
    }
}

fn mean(scores: &PairedScores, which: usize) -> f64 {
    let sum: f64 = scores.scores.iter().map(|pair| f64::from(pair[which])).sum();
    sum / scores.scores.len() as f64
}

fn difference(opponent: &PairedScores) -> Option<(&PairedScores, Figure)> {
    let pairs = opponent.scores.iter().map(|[own, other]| (i64::from(own - other), 1));
    Figure::mean(pairs).map(|figure| (opponent, figure))
}

/// The difference over all opponents, from the mean of each seed.
fn pooled(opponents: &[PairedScores]) -> Option<Estimate> {
    let seeds = opponents.iter().map(|opponent| opponent.scores.len()).max()?;
    let seed = |seed: usize| {
        let pairs = opponents.iter().filter_map(|opponent| opponent.scores.get(seed));
        pairs.fold((0, 0), |(sum, count), [own, other]| (sum + i64::from(own - other), count + 1))
    };
    Figure::mean((0..seeds).map(seed)).map(|figure| figure.by_t())
}

/// The p-value of Student's one-sided test that a mean is at most the margin.
fn p_value(difference: &Figure) -> f64 {
    let over = difference.value - MARGIN;
    let tested = difference.seeds.checked_sub(1).zip(difference.standard_error());
    match tested {
        Some((degrees, error)) if error > 0.0 => t_above(degrees, over / error).unwrap_or(1.0),
        Some(_) if over > 0.0 => 0.0,
        Some(_) | None => 1.0,
    }
}
