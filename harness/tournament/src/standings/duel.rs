//! The table of a duel: entrants that play both sides, corrected for the advantage of a side.

use stoker_engine::Sides;
use stoker_stats::{DuelEntrant, DuelFigures, DuelSide, Estimate, greater};

/// The entrants that play both of two unlike sides, and what the sides are worth.
#[derive(Debug, Clone, PartialEq)]
pub struct DuelTable {
    /// The entrants, the strongest first.
    pub rows: Vec<DuelRow>,
    /// The sides, in the ruleset's order.
    pub sides: [DuelSideRow; 2],
}

/// An entrant that plays both sides.
#[derive(Debug, Clone, PartialEq)]
pub struct DuelRow {
    /// Its rank by strength, from 1.
    pub rank: u32,
    /// Its name.
    pub entrant: String,
    /// Its figures.
    pub figures: DuelEntrant,
}

/// A side of the duel.
#[derive(Debug, Clone, PartialEq)]
pub struct DuelSideRow {
    /// Its name.
    pub side: String,
    /// Its figures.
    pub figures: DuelSide,
}

/// The table of these figures. Names are by group; equal strengths are ordered by name.
pub(super) fn table(figures: &DuelFigures, names: &[&str], sides: &Sides) -> DuelTable {
    let mut rows: Vec<(&str, DuelEntrant)> =
        names.iter().copied().zip(figures.entrants.iter().map(pinned)).collect();
    rows.sort_by(|(name_a, a), (name_b, b)| {
        let [a, b] = [a, b].map(|figures| figures.strength.map(|strength| strength.value));
        greater(a, b).then_with(|| name_a.cmp(name_b))
    });
    let row = |(rank, (name, figures)): (u32, (&str, DuelEntrant))| DuelRow {
        rank,
        entrant: name.to_owned(),
        figures,
    };
    let side = |side: usize| DuelSideRow {
        side: sides.list()[side].name.to_owned(),
        figures: pinned_side(&figures.sides[side]),
    };
    DuelTable { rows: (1..).zip(rows).map(row).collect(), sides: [0, 1].map(side) }
}

fn pinned(figures: &DuelEntrant) -> DuelEntrant {
    let DuelEntrant { matches, won, won_as, strength, ranks } = *figures;
    let pin = |estimate: Option<Estimate>| estimate.map(Estimate::pinned);
    DuelEntrant { matches, won: pin(won), won_as: won_as.map(pin), strength: pin(strength), ranks }
}

fn pinned_side(figures: &DuelSide) -> DuelSide {
    let DuelSide { matches, won, advantage } = *figures;
    let pin = |estimate: Option<Estimate>| estimate.map(Estimate::pinned);
    DuelSide { matches, won: pin(won), advantage: pin(advantage) }
}
