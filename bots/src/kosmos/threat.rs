//! The opponent's answer to a turn, as a side expects it from what the opponent may believe.

use stoker_engine::kosmos::{ActionCard, ByPlace, Kind, Place, PlaceSet, Side, Table, Type};

use super::answers::mark_of_target;
use super::deals::{Mirror, Suspicion};
use super::odds::own_targets_laid;
use super::plan::distances;
use super::worth::{Scales, WIN, target};

/// The weight that a suspicion has for where the opponent goes.
const SHARP: f64 = 5.0;
/// A chance of one in this many that the side has no target on the board is enough for the opponent
/// to come and show its hand.
const SHOWS: f64 = 20.0;
/// The chance that the hunter plays perception for proof, if he holds it.
const PERCEIVES: f64 = 0.5;

/// The answers that the opponent may give to a turn, with their chances.
#[derive(Debug, Clone, Copy)]
pub(super) struct Threat {
    /// The opponent looks at the card of a place.
    go: ByPlace<f64>,
    /// The opponent sees the side's hand.
    sees: f64,
}

/// The side's cards, as it weighs them against the opponent's answer.
#[derive(Clone, Copy)]
pub(super) struct Guard<'a> {
    pub(super) scales: Scales<'a>,
    pub(super) mirror: &'a Mirror,
    /// The cost if the last target on the board is found, besides its own worth.
    pub(super) last: f64,
}

impl Threat {
    /// The answer at this table to a side of which the opponent suspects this.
    fn new(table: &Table, side: Side, suspicion: &Suspicion) -> Self {
        let foe = side.other();
        let far = distances(table, foe, table.figures[foe]);
        let steps = |place| if place == table.figures[foe] { 2 } else { far[place] };
        let worth = target(table.won[foe]).min(4.0);
        let weight = |place: Place| {
            let hope = suspicion.at[place] * worth * pays(steps(place));
            libm::expm1(SHARP * hope)
        };
        let weights = ByPlace::new(weight);
        let sum: f64 = 1.0 + weights.iter().map(|(_, weight)| weight).sum::<f64>();
        let comes = pays(steps(table.figures[side])) * (suspicion.bare * SHOWS).min(1.0);
        let perceives = if foe == Side::Hunter { PERCEIVES * holds_perception(table) } else { 0.0 };
        Self {
            go: ByPlace::new(|place| weights[place] / sum),
            sees: 1.0 - (1.0 - comes) * (1.0 - perceives),
        }
    }

    /// The cost of having no target on the board.
    pub(super) fn bare(&self) -> f64 {
        WIN * self.sees
    }
}

impl Guard<'_> {
    /// The answer at this table, as things are.
    pub(super) fn at(&self, table: &Table) -> Threat {
        Threat::new(table, self.scales.side, &self.mirror.now())
    }

    /// The worth of putting each kind of card at a place; the card that lies there is taken up.
    pub(super) fn puts(&self, place: Place) -> impl Fn(Kind) -> f64 {
        let Scales { side, table, own, .. } = self.scales;
        let threat = Threat::new(table, side, &self.mirror.after_put(place));
        let taken = own.record[place] == mark_of_target(side);
        let rest = own_targets_laid(table, own).saturating_sub(u8::from(taken));
        let others = self.found(&threat, PlaceSet::ALL - PlaceSet::of(place));
        move |kind| {
            let is_target = u8::from(kind == Kind::target(side));
            let found = others + f64::from(is_target) * threat.go[place];
            self.card(&threat, place, kind) - self.cost_of_few(&threat, rest + is_target, found)
        }
    }

    /// The worth of the best change at a place: what a card of the hand is worth there, less what
    /// is there now.
    pub(super) fn change(&self, now: &Threat, place: Place) -> f64 {
        let Scales { side, table, own, .. } = self.scales;
        let was = own.record[place].kind().filter(|kind| kind.side() == side);
        let mut hand = own.hand;
        was.into_iter().for_each(|kind| hand.add(kind));
        let puts = self.puts(place);
        let held = Kind::of(side).iter().filter(|&&kind| hand.count(kind) > 0);
        let best = held.map(|&kind| puts(kind)).fold(f64::NEG_INFINITY, f64::max);
        let found = self.found(now, PlaceSet::ALL);
        let before = was.map_or(0.0, |kind| self.card(now, place, kind));
        best - before + self.cost_of_few(now, own_targets_laid(table, own), found)
    }

    /// The worth of the own cards on the board.
    pub(super) fn board(&self, threat: &Threat) -> f64 {
        let Scales { side, table, own, odds, .. } = self.scales;
        let target = Kind::target(side);
        let card = |place: Place| match own.record[place].kind() {
            Some(kind) if kind.side() == side => self.card(threat, place, kind),
            _ => -threat.go[place] * odds.at[place][target.index()],
        };
        let bare = own_targets_laid(table, own) == 0;
        Place::ALL.iter().map(|&place| card(place)).sum::<f64>()
            - if bare { threat.bare() } else { 0.0 }
    }

    /// The worth of an own card at a place, if the opponent looks at it as likely as it may.
    fn card(&self, threat: &Threat, place: Place, kind: Kind) -> f64 {
        let Scales { rules, side, table, .. } = self.scales;
        let foe = side.other();
        let life = if table.lives[foe] <= 1 { 6.0 } else { 0.8 };
        let worth = match kind.kind_of_card() {
            Type::Target => -target(table.won[foe]),
            Type::Symbol => life,
            // The opponent chooses its action card when it has seen the fighter.
            Type::Fighter => match rules.data().strength(kind) {
                0 | 1 => -0.3,
                2 => -0.05,
                _ => 0.3 * life - 0.1,
            },
        };
        threat.go[place] * worth
    }

    /// The chance that an own target at one of these places is found.
    fn found(&self, threat: &Threat, places: PlaceSet) -> f64 {
        let Scales { side, odds, .. } = self.scales;
        let target = Kind::target(side).index();
        places.iter().map(|place| odds.at[place][target] * threat.go[place]).sum()
    }

    /// The cost of having only this many own targets on the board, if one of them is found with
    /// this probability.
    fn cost_of_few(&self, threat: &Threat, laid: u8, found: f64) -> f64 {
        match laid {
            0 => threat.bare(),
            1 => self.last * found,
            _ => 0.0,
        }
    }
}

/// The chance that the opponent pays for a walk of this many steps.
fn pays(steps: u8) -> f64 {
    match steps {
        0..=2 => 1.0,
        3 => 0.95,
        4 => 0.8,
        5 => 0.5,
        6 => 0.25,
        _ => 0.05,
    }
}

/// The chance that the hunter holds perception.
fn holds_perception(table: &Table) -> f64 {
    let deck = table.decks.hunter;
    if table.plays.hunter.iter().any(|card| card == ActionCard::Perception) {
        return 0.0;
    }
    f64::from(deck.hand) / f64::from((deck.hand + deck.aside).max(1))
}
