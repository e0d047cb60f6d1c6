//! The expectations of a side at every place: the chances of each kind of card.

use stoker_engine::kosmos::{
    ByPlace, Cards, Kind, Kosmos, Mark, Own, Position, Side, TARGETS, Table,
};

/// Kinds of both sides.
const KINDS: usize = Kind::ALL.len();

/// Chances of each kind, by kind; the rest up to 1 is the chance that there is no card.
pub(super) type Chances = [f64; KINDS];

/// The expectations of a side about the cards that it cannot see.
#[derive(Debug, Clone, Copy)]
pub(super) struct Odds {
    /// The chances at each place.
    pub(super) at: ByPlace<Chances>,
    /// The chance that the opponent has no target on the board.
    pub(super) bare: f64,
    /// The share of targets in the opponent's hand.
    pub(super) target_in_hand: f64,
}

/// Own cards whose places the side does not know, and enemy cards that it cannot see.
struct Unseen {
    own: Cards,
    enemy: Cards,
    /// Places of which nothing is known.
    unknown: f64,
    /// Places and cards in hand among which the enemy cards are.
    slots: f64,
}

impl Odds {
    /// The odds by counts alone: every card that was not seen is as likely in one place where it
    /// can be as in another.
    pub(super) fn by_counts(rules: &Kosmos, table: &Table, own: &Own) -> Self {
        let me = own.hand.side();
        let unseen = Unseen::count(rules, table, own);
        let at = ByPlace::new(|place| unseen.at(own.record[place]));
        let target_in_hand = ratio(f64::from(unseen.enemy.targets()), unseen.slots);
        let hand = f64::from(table.hands[me.other()]);
        Self { at, bare: unseen.bare(own, hand), target_in_hand }
    }

    /// The odds of a side that sees every card.
    pub(super) fn of_all(position: &Position, side: Side) -> Self {
        let at = ByPlace::new(|place| {
            let mut chances = [0.0; KINDS];
            position.board()[place].into_iter().for_each(|kind| chances[kind.index()] = 1.0);
            chances
        });
        let hand = position.own()[side.other()].hand;
        let proven = hand.targets() + position.table().won[side] >= TARGETS;
        let target_in_hand = ratio(f64::from(hand.targets()), f64::from(hand.len()));
        Self { at, bare: if proven { 1.0 } else { 0.0 }, target_in_hand }
    }
}

impl Unseen {
    fn count(rules: &Kosmos, table: &Table, own: &Own) -> Self {
        let me = own.hand.side();
        let foe = me.other();
        let all = &rules.data().cards;
        let seen = |side| marked(own, side);
        let mine = left(all[me], table.discards[me], table.won[foe]);
        let theirs = left(all[foe], table.discards[foe], table.won[me]);
        let unknown = own.record.iter().filter(|(_, mark)| **mark == Mark::Unknown).count();
        let enemy = theirs.without(seen(foe));
        Self {
            own: mine.without(own.hand).without(seen(me)),
            enemy,
            unknown: unknown as f64,
            slots: f64::from(enemy.len()),
        }
    }

    fn at(&self, mark: Mark) -> Chances {
        let mut chances = [0.0; KINDS];
        match mark {
            Mark::Empty => {}
            Mark::Kind(kind) => chances[kind.index()] = 1.0,
            Mark::Card(_) => add(&mut chances, self.enemy, ratio(1.0, self.slots)),
            Mark::Unknown => {
                let mine = ratio(f64::from(self.own.len()), self.unknown).min(1.0);
                add(&mut chances, self.own, ratio(1.0, self.unknown));
                add(&mut chances, self.enemy, ratio(1.0 - mine, self.slots));
            }
        }
        chances
    }

    /// The chance that all unseen targets are among this many of the unseen cards.
    fn bare(&self, own: &Own, hand: f64) -> f64 {
        let target = Kind::target(self.enemy.side());
        if own.record.iter().any(|(_, mark)| *mark == Mark::Kind(target)) {
            return 0.0;
        }
        let nth = |n| (hand - f64::from(n)).max(0.0) / (self.slots - f64::from(n)).max(1.0);
        (0..self.enemy.targets()).map(nth).product()
    }
}

/// The cards of a side that are neither beaten nor won by the other.
fn left(all: Cards, discard: Cards, won: u8) -> Cards {
    let mut left = all.without(discard);
    (0..won).for_each(|_| left.remove(Kind::target(all.side())));
    left
}

/// The cards of a side whose kind the record shows.
fn marked(own: &Own, side: Side) -> Cards {
    let mut cards = Cards::none(side);
    own.record.iter().filter_map(|(_, mark)| mark.kind()).for_each(|kind| cards.add(kind));
    cards
}

fn add(chances: &mut Chances, cards: Cards, each: f64) {
    for &kind in Kind::of(cards.side()) {
        chances[kind.index()] += f64::from(cards.count(kind)) * each;
    }
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// Own targets that lie on the board: those that are neither in the hand nor won by the opponent.
pub(super) fn own_targets_laid(table: &Table, own: &Own) -> u8 {
    let foe = own.hand.side().other();
    TARGETS.saturating_sub(table.won[foe]).saturating_sub(own.hand.targets())
}
