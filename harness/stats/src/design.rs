//! The design of a plan: who met whom on which side.

use arrayvec::ArrayVec;
use stoker_engine::Direction;

/// The most sides a ruleset has.
pub(super) const SIDES: usize = 8;

/// The values that a score takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoreScale {
    /// Points of any number.
    Points,
    /// 1 for a victory and 0 otherwise, so that its mean is a share.
    Victory,
}

/// One side of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DesignSide {
    /// The number of its kind; identical sides share one. Kinds are numbered from 0, in order of
    /// their first side.
    pub kind: usize,
    /// The index of its score among the scores of a match.
    pub score: usize,
    /// The direction in which it wants that score to go.
    pub direction: Direction,
    /// The values that the score takes.
    pub scale: ScoreScale,
}

/// The sides of a game, and the rows (an entrant on a kind of side) of every pairing.
#[derive(Debug, Clone)]
pub struct PairingDesign {
    sides: Vec<DesignSide>,
    /// Kinds by row.
    kind_of: Vec<usize>,
    pairings: Vec<ArrayVec<u32, SIDES>>,
}

impl PairingDesign {
    /// Makes a design from its sides, the kind of each row, and the rows of each pairing by side.
    ///
    /// # Panics
    /// If a pairing has a row that does not exist, or is not of its side's kind.
    #[must_use]
    pub fn new(
        sides: Vec<DesignSide>,
        kind_of: Vec<usize>,
        pairings: Vec<ArrayVec<u32, SIDES>>,
    ) -> Self {
        for rows in &pairings {
            assert_eq!(rows.len(), sides.len(), "every side has a row");
            let fits = |(&row, side): (&u32, &DesignSide)| kind_of[row as usize] == side.kind;
            assert!(rows.iter().zip(&sides).all(fits), "a row is of its side's kind");
        }
        Self { sides, kind_of, pairings }
    }

    /// The sides, in order.
    #[must_use]
    pub fn sides(&self) -> &[DesignSide] {
        &self.sides
    }

    /// The number of kinds of sides.
    #[must_use]
    pub fn kinds(&self) -> usize {
        self.sides.iter().map(|side| side.kind + 1).max().unwrap_or(0)
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.kind_of.len()
    }

    /// The kind of a row.
    #[must_use]
    pub fn kind_of(&self, row: usize) -> usize {
        self.kind_of[row]
    }

    /// The rows of a kind, in order.
    pub fn rows_of(&self, kind: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.rows()).filter(move |&row| self.kind_of[row] == kind)
    }

    /// A side of this kind; identical sides are alike.
    ///
    /// # Panics
    /// If there is no such kind.
    #[must_use]
    pub fn side_of(&self, kind: usize) -> DesignSide {
        let of_kind = self.sides.iter().find(|side| side.kind == kind);
        *of_kind.expect("every kind has a side")
    }

    /// The values of the score of a row.
    #[must_use]
    pub fn scale_of(&self, row: usize) -> ScoreScale {
        self.side_of(self.kind_of(row)).scale
    }

    /// The number of pairings.
    #[must_use]
    pub fn pairings(&self) -> usize {
        self.pairings.len()
    }

    /// The rows of a pairing, by side.
    pub fn rows_in(&self, pairing: usize) -> impl Iterator<Item = usize> + '_ {
        self.pairings[pairing].iter().map(|&row| row as usize)
    }

    /// The row of one side of a pairing.
    #[must_use]
    pub fn row(&self, pairing: usize, side: usize) -> usize {
        self.pairings[pairing][side] as usize
    }

    /// The number of different scores in a match.
    #[must_use]
    pub(super) fn scores(&self) -> usize {
        self.sides.iter().map(|side| side.score + 1).max().unwrap_or(0)
    }

    /// True if there are exactly two sides of different kinds.
    #[must_use]
    pub fn is_duel(&self) -> bool {
        matches!(&self.sides[..], [a, b] if a.kind != b.kind)
    }

    /// True if all entrants of a kind of side are to meet the same opponents. Then mean scores can
    /// be compared.
    #[must_use]
    pub fn is_crossed(&self) -> bool {
        let mut count = vec![0u64; self.rows()];
        self.pairings.iter().flatten().for_each(|&row| count[row as usize] += 1);
        (0..self.kinds()).all(|kind| {
            let mut of_kind = self.rows_of(kind).map(|row| count[row]);
            let first = of_kind.next();
            of_kind.all(|count| Some(count) == first)
        }) && (!self.is_duel() || self.pairings() == self.product_of_kinds())
    }

    /// The number of possible pairings of two unlike sides.
    pub(super) fn product_of_kinds(&self) -> usize {
        (0..self.kinds()).map(|kind| self.rows_of(kind).count()).product()
    }

    /// True if there are two unlike sides and one's gain is the other's loss.
    #[must_use]
    pub(crate) fn is_zero_sum(&self) -> bool {
        self.is_duel()
            && self.sides[0].score == self.sides[1].score
            && self.sides[0].direction != self.sides[1].direction
    }

    /// True if all sides share one score, so that all ratings have one unit.
    #[must_use]
    pub(crate) fn has_one_score(&self) -> bool {
        self.sides.iter().all(|side| side.score == self.sides[0].score)
    }
}
