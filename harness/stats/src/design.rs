//! Who met whom on which side: what a plan is to statistics.

use arrayvec::ArrayVec;
use stoker_engine::Direction;

/// The most sides a ruleset has.
pub(super) const SIDES: usize = 8;

/// One side of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DesignSide {
    /// The number of its kind; identical sides share one. Kinds are numbered from 0 in order of
    /// their first side.
    pub kind: usize,
    /// Which of the scores of a match is its own.
    pub score: usize,
    /// Which way it wants that score to go.
    pub direction: Direction,
}

/// The sides of a game and the rows (entrants on kinds of sides) of every pairing.
#[derive(Debug, Clone)]
pub struct Design {
    sides: Vec<DesignSide>,
    /// By row: its kind.
    kind_of: Vec<usize>,
    pairings: Vec<ArrayVec<u32, SIDES>>,
}

impl Design {
    /// A design from its sides, the kind of each row, and the rows of each pairing by side.
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

    /// How many kinds of sides there are.
    #[must_use]
    pub fn kinds(&self) -> usize {
        self.sides.iter().map(|side| side.kind + 1).max().unwrap_or(0)
    }

    /// How many rows there are.
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

    /// How many pairings there are.
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

    /// How many different scores a match has.
    #[must_use]
    pub(super) fn scores(&self) -> usize {
        self.sides.iter().map(|side| side.score + 1).max().unwrap_or(0)
    }

    /// True if there are exactly two sides, and they are not alike.
    #[must_use]
    pub fn is_duel(&self) -> bool {
        matches!(&self.sides[..], [a, b] if a.kind != b.kind)
    }

    /// True if every entrant of a side is to meet the same opponents: then means of scores can be
    /// compared.
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

    /// How many pairings of two sides there can be.
    pub(super) fn product_of_kinds(&self) -> usize {
        (0..self.kinds()).map(|kind| self.rows_of(kind).count()).product()
    }

    /// True if one side's gain is the other's loss, and there are no more than two.
    #[must_use]
    pub(crate) fn is_zero_sum(&self) -> bool {
        self.is_duel()
            && self.sides[0].score == self.sides[1].score
            && self.sides[0].direction != self.sides[1].direction
    }

    /// True if all sides have the same score, so that ratings of all have one unit.
    #[must_use]
    pub(crate) fn has_one_score(&self) -> bool {
        self.sides.iter().all(|side| side.score == self.sides[0].score)
    }
}
