//! The choices that a side is assumed to make with its cards.

use stoker_engine::kosmos::{Cards, Kind, Place};
use stoker_engine::{Rng, below};

use super::deal::Deal;
use crate::luck::weighted;

/// The weights by which a side is assumed to put cards down: of each other card, and of each
/// target.
#[derive(Debug, Clone, Copy)]
pub(in crate::kosmos) struct Habits {
    /// The weights while it has no target on the board.
    pub(in crate::kosmos) bare: [u32; 2],
    /// The weights while it has one there.
    pub(in crate::kosmos) laid: [u32; 2],
}

/// The targets of a side on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Targets {
    None,
    Laid,
}

impl Targets {
    /// The targets in a deal, except at this place.
    pub(super) fn of(deal: &Deal, except: Option<Place>) -> Self {
        let target = Kind::target(deal.hand.side());
        if deal.lies(target, except) { Self::Laid } else { Self::None }
    }
}

impl Habits {
    /// The weights for a card and for a target, with the side's targets on the board in this state.
    pub(super) const fn weights(&self, targets: Targets) -> [u32; 2] {
        match targets {
            Targets::None => self.bare,
            Targets::Laid => self.laid,
        }
    }
}

/// A choice of six cards, those with two or three targets the likeliest.
pub(super) fn likely_lay(lays: &[Cards], rng: &mut Rng) -> Cards {
    let weight = |cards: &Cards| match cards.targets() {
        2 | 3 => 4,
        1 | 4 => 2,
        _ => 1,
    };
    let drawn = weighted(lays.iter().map(weight), rng).expect("there is a choice that is legal");
    lays[drawn]
}

/// A card that the owner of a hand may put down in this deal.
pub(super) fn likely_put(deal: &Deal, habits: Habits, rng: &mut Rng) -> Option<Kind> {
    let target = Kind::target(deal.hand.side());
    let [each, of_targets] = habits.weights(Targets::of(deal, None));
    let weight = |kind| if kind == target { of_targets } else { each };
    let mut left = below(rng, deal.hand.iter().map(weight).sum::<u32>().max(1));
    deal.hand.iter().find(|&kind| {
        let past = left >= weight(kind);
        left = left.saturating_sub(weight(kind));
        !past
    })
}
