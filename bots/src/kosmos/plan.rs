//! Plans of walks: the worth of going to each place.

use stoker_engine::kosmos::{ByPlace, Kind, Mark, Place, PlaceSet, Side, Table};

use super::odds::own_targets_laid;
use super::worth::{Scales, WIN};

/// Steps that are told apart; a longer walk costs as much as one of this many.
const STEPS: usize = 16;
/// Kinds of both sides.
const KINDS: usize = Kind::ALL.len();
/// A distance that is longer than any on the board.
const NEVER: u8 = u8::MAX;

/// The aims of a side on a walk, besides cards and lives.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cares {
    /// The worth of showing the hand when that wins, as a share of a win.
    pub(super) proof: f64,
    /// The worth of putting a card at each place.
    pub(super) change: ByPlace<f64>,
}

/// The walk of a turn, as far as it is still to come.
pub(super) struct WalkPlan<'a> {
    scales: Scales<'a>,
    cares: Cares,
    /// Steps from the first place to the second.
    far: ByPlace<ByPlace<u8>>,
    /// The worth of the best action card, by steps and by the enemy card looked at; the last value
    /// is for none.
    cards: [[f64; KINDS + 1]; STEPS],
    reach: u8,
}

impl<'a> WalkPlan<'a> {
    pub(super) fn new(scales: Scales<'a>, cares: Cares) -> Self {
        let Scales { rules, side, table, own, .. } = scales;
        let movement = own.actions.iter().map(|card| rules.data().action(card).movement).max();
        let lives = table.lives[side].saturating_sub(1);
        Self {
            far: ByPlace::new(|place| distances(table, side, place)),
            cards: std::array::from_fn(|steps| best_cards(&scales, steps)),
            reach: movement.unwrap_or(0).saturating_add(lives),
            scales,
            cares,
        }
    }

    /// The step to make now, or nothing if the walk had better end.
    pub(super) fn step(&self, legal: PlaceSet) -> Option<Place> {
        let (here, steps) = (self.here(), self.scales.table.steps);
        // W4: a walk has at least one step.
        let mut best = (None, if steps > 0 { self.end(steps) } else { f64::NEG_INFINITY });
        for &place in Place::ALL {
            let worth = self.go(here, steps, place);
            if worth > best.1 {
                best = (Some(place), worth);
            }
        }
        let (Some(to), _) = best else {
            return legal.iter().next().filter(|_| steps == 0);
        };
        legal.iter().min_by_key(|&next| if next == to { 0 } else { self.far[next][to] })
    }

    /// True if the card at this place is worth a look now.
    pub(super) fn looks(&self) -> bool {
        let (here, steps) = (self.here(), self.scales.table.steps);
        let on = Place::ALL.iter().map(|&place| self.go(here, steps, place));
        let otherwise = on.fold(self.end(steps), f64::max);
        match self.mine(here) {
            Some(_) => self.change(here) > 0.0,
            None => self.look(here, steps, Further::Yes) >= otherwise,
        }
    }

    fn here(&self) -> Place {
        self.scales.table.figures[self.scales.side]
    }

    /// The worth of going to a place and entering it.
    fn go(&self, from: Place, steps: u8, to: Place) -> f64 {
        let far = if from == to { 2 } else { self.far[from][to] };
        let steps = steps.saturating_add(far);
        if far == NEVER || steps > self.reach {
            return f64::NEG_INFINITY;
        }
        self.meeting(to) + self.look(to, steps, Further::Yes)
    }

    /// The worth of meeting the opponent at a place.
    fn meeting(&self, place: Place) -> f64 {
        let Scales { table, own, side, odds, .. } = self.scales;
        let safe = own_targets_laid(table, own) > 0;
        if table.figures[side.other()] != place || !safe {
            return 0.0;
        }
        odds.bare * self.cares.proof * WIN
    }

    /// The worth of having entered a place after this many steps, and of looking at its card.
    fn look(&self, place: Place, steps: u8, further: Further) -> f64 {
        let own = self.scales.own;
        if own.record[place] == Mark::Empty || self.mine(place).is_some() {
            return self.change(place) + self.walk_on(place, steps, further);
        }
        let chances = &self.scales.odds.at[place];
        let me = self.scales.side;
        let of = |side| Kind::of(side).iter().map(|kind| kind.index());
        let enemy: f64 =
            of(me.other()).map(|kind| chances[kind] * self.cards[clamp(steps)][kind]).sum();
        let own = 1.0 - of(me.other()).map(|kind| chances[kind]).sum::<f64>();
        if own < 1e-9 {
            return enemy;
        }
        enemy + own * (self.change(place) + self.walk_on(place, steps, further))
    }

    /// The worth of the rest of the walk from a place.
    fn walk_on(&self, place: Place, steps: u8, further: Further) -> f64 {
        let end = self.end(steps);
        match further {
            Further::No => end,
            Further::Yes => {
                let others = Place::ALL.iter().filter(|&&other| other != place);
                let worth = others.map(|&other| {
                    let steps = steps.saturating_add(self.far[place][other]);
                    if steps > self.reach {
                        f64::NEG_INFINITY
                    } else {
                        self.look(other, steps, Further::No)
                    }
                });
                worth.fold(end, f64::max)
            }
        }
    }

    /// The worth of the turn if the walk ends without a look.
    fn end(&self, steps: u8) -> f64 {
        self.cards[clamp(steps)][KINDS]
    }

    /// The own card that is known to lie at a place.
    fn mine(&self, place: Place) -> Option<Kind> {
        self.scales.own.record[place].kind().filter(|kind| kind.side() == self.scales.side)
    }

    /// The worth of putting a card at a place.
    fn change(&self, place: Place) -> f64 {
        self.cares.change[place]
    }
}

/// The places whose cards the opponent knows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exposed {
    pub(super) places: PlaceSet,
    /// The worth of changing one of these cards.
    pub(super) change: f64,
}

/// The worth of putting a card at each place: of a target that is missing on the board, if the side
/// wants this many there, and of another card where the opponent knows the present one.
pub(super) fn changes(
    scales: &Scales<'_>,
    wanted: u8,
    missing: f64,
    exposed: Exposed,
) -> ByPlace<f64> {
    let Scales { side, table, own, .. } = *scales;
    let lacks = own_targets_laid(table, own) < wanted && own.hand.targets() > 0;
    let target = Mark::Kind(Kind::target(side));
    ByPlace::new(|place| {
        let known = if exposed.places.contains(place) { exposed.change } else { 0.0 };
        known + if lacks && own.record[place] != target { missing } else { 0.0 }
    })
}

/// The choice to plan a walk beyond the next card, or not.
#[derive(Clone, Copy)]
enum Further {
    Yes,
    No,
}

fn clamp(steps: u8) -> usize {
    usize::from(steps).min(STEPS - 1)
}

fn best_cards(scales: &Scales<'_>, steps: usize) -> [f64; KINDS + 1] {
    let steps = u8::try_from(steps).unwrap_or(NEVER);
    std::array::from_fn(|kind| {
        let kind = Kind::ALL.get(kind).copied();
        if kind.is_some_and(|kind| kind.side() == scales.side) {
            return 0.0;
        }
        scales.best_card(steps, kind).1
    })
}

/// The steps from a place to every other (B6, W3).
pub(super) fn distances(table: &Table, side: Side, from: Place) -> ByPlace<u8> {
    let turned = PlaceSet::maybe(table.turned.filter(|_| side == Side::Dracula));
    let mut far = ByPlace::new(|place| if place == from { 0 } else { NEVER });
    let (mut reached, mut edge) = (PlaceSet::of(from), PlaceSet::of(from));
    for steps in 1.. {
        let next =
            edge.iter().fold(PlaceSet::EMPTY, |all, place| all | table.barriers.steps_from(place));
        edge = next - reached - turned;
        if edge.is_empty() {
            break;
        }
        edge.iter().for_each(|place| far[place] = steps);
        reached = reached | edge;
    }
    far
}
