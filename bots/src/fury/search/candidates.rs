//! Moves that are tried on the same states, and what each of them brought.

use stoker_engine::fury::Move;

/// The moves that are left, the planner's first.
pub(super) struct Candidates(Vec<Candidate>);

/// A move with what its playouts brought, one for each state.
struct Candidate {
    mv: Move,
    values: Vec<f64>,
}

impl Candidate {
    fn sum(&self) -> f64 {
        self.values.iter().sum()
    }
}

impl Candidates {
    pub(super) fn new(moves: &[Move]) -> Self {
        Self(moves.iter().map(|&mv| Candidate { mv, values: vec![] }).collect())
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Tries all moves on one more state.
    pub(super) fn add(&mut self, mut value: impl FnMut(Move) -> f64) {
        for candidate in &mut self.0 {
            candidate.values.push(value(candidate.mv));
        }
    }

    /// Drops the worse half of the others, and keeps the first.
    pub(super) fn halve(&mut self) {
        let kept = self.0.len().div_ceil(2);
        self.0[1..].sort_by(|one, other| other.sum().total_cmp(&one.sum()));
        self.0.truncate(kept);
    }

    /// The best move: the first, unless another is better by this many standard errors of the
    /// difference.
    pub(super) fn best(&self, doubt: f64) -> Option<Move> {
        let (first, others) = self.0.split_first()?;
        let best = others.iter().max_by(|one, other| one.sum().total_cmp(&other.sum()));
        let better = best.filter(|best| paired_t(&best.values, &first.values) > doubt);
        Some(better.unwrap_or(first).mv)
    }
}

/// The statistic of a paired t-test: the standard errors by which values are higher than others on
/// the same states. Minus infinity if there are fewer than two.
fn paired_t(values: &[f64], others: &[f64]) -> f64 {
    let count = f64::from(u32::try_from(values.len()).unwrap_or(u32::MAX));
    if count < 2.0 {
        return f64::NEG_INFINITY;
    }
    let differences = || values.iter().zip(others).map(|(value, other)| value - other);
    let mean = differences().sum::<f64>() / count;
    let squares: f64 = differences().map(|own| (own - mean) * (own - mean)).sum();
    mean / (squares / (count * (count - 1.0))).sqrt().max(1e-9)
}

#[cfg(test)]
mod tests {
    use stoker_engine::fury::Word;

    use super::*;

    const MOVES: [Word; 5] = [Word::No, Word::Search, Word::Rest, Word::Ticket, Word::Bond];

    /// Candidates of five moves on states of different luck; the last moves are worth this much.
    fn tried(worths: [f64; 5]) -> Candidates {
        let mut candidates = Candidates::new(&MOVES.map(Move::Word));
        for luck in [10.0, -40.0, 25.0] {
            let mut worths = worths.into_iter();
            candidates.add(|_| luck + worths.next().unwrap_or(0.0));
        }
        candidates
    }

    fn left(candidates: &Candidates) -> Vec<Move> {
        candidates.0.iter().map(|candidate| candidate.mv).collect()
    }

    #[test]
    fn the_first_and_the_best_others_are_left() {
        let mut candidates = tried([0.0, 1.0, 4.0, 2.0, 3.0]);
        candidates.halve();
        assert_eq!(left(&candidates), [Word::No, Word::Rest, Word::Bond].map(Move::Word));
        candidates.halve();
        assert_eq!(left(&candidates), [Word::No, Word::Rest].map(Move::Word));
    }

    #[test]
    fn the_first_is_kept_unless_another_is_clearly_better() {
        let better = tried([0.0, 1.0, 4.0, 2.0, 3.0]);
        assert_eq!(better.best(1.0), Some(Move::Word(Word::Rest)), "luck is the same for all");
        assert_eq!(tried([4.0, 1.0, 4.0, 2.0, 3.0]).best(0.0), Some(Move::Word(Word::No)));
        let mut noisy = Candidates::new(&[Word::No, Word::Search].map(Move::Word));
        for value in [30.0, -26.0, 2.0] {
            noisy.add(|mv| if mv == Move::Word(Word::No) { 0.0 } else { value });
        }
        assert_eq!(noisy.best(1.0), Some(Move::Word(Word::No)));
        assert_eq!(noisy.best(0.1), Some(Move::Word(Word::Search)), "2.0 of 16.2");
    }

    #[test]
    fn one_state_shows_nothing() {
        let mut candidates = Candidates::new(&MOVES.map(Move::Word));
        candidates.add(|mv| if mv == Move::Word(Word::Rest) { 9.0 } else { 0.0 });
        assert_eq!(candidates.best(0.0), Some(Move::Word(Word::No)));
        assert_eq!(Candidates::new(&[]).best(0.0), None);
    }
}
