//! The odds of an attack, from what a seat knows: blood groups, what it has seen, what is gone.

use stoker_engine::boss::{
    Ability, Attacker, BloodGroup, Boss, Hand, Lying, Moon, Pedestrian, Tile, TileSpot, Vampire,
    View,
};

/// The expected result of an attack on a tile with all cards in hand.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Odds {
    /// The chance that no pedestrian is left over.
    pub(super) success: f64,
    /// The expected points of what is claimed, with orders.
    pub(super) points: f64,
    /// The expected number of ambushes.
    pub(super) ambushes: f64,
}

/// The pedestrians that a seat has not seen, by blood group.
#[derive(Debug, Clone)]
pub(super) struct Unseen {
    by_group: [Vec<Pedestrian>; 4],
}

impl Unseen {
    pub(super) fn of(rules: &Boss, view: &View) -> Self {
        let table = &view.table;
        let mut gone = [false; stoker_engine::boss::PEDESTRIANS];
        table.claimed.iter().for_each(|claim| gone[claim.pedestrian.index()] = true);
        view.own.seen.iter().for_each(|seen| gone[seen.pedestrian.index()] = true);
        for lying in table.tiles.iter().flat_map(|ground| &ground.lying) {
            if let Lying::Up { pedestrian, .. } = lying {
                gone[pedestrian.index()] = true;
            }
        }
        let full = rules.params().moon == Moon::Full;
        let mut by_group: [Vec<Pedestrian>; 4] = Default::default();
        for one in Pedestrian::all().filter(|one| !gone[one.index()]) {
            if full || !rules.data().pedestrian(one).moon_only {
                by_group[one.group(rules.data()).index()].push(one);
            }
        }
        Self { by_group }
    }

    fn group(&self, group: BloodGroup) -> &[Pedestrian] {
        &self.by_group[group.index()]
    }
}

/// One pedestrian as a target: the strength that it takes, and what it is worth.
#[derive(Debug, Clone, Copy)]
struct Target {
    need: f64,
    worth: f64,
    ambush: f64,
}

/// The strength of all attack cards in a hand.
pub(super) fn strength(hand: &Hand) -> f64 {
    let cards = stoker_engine::boss::Card::ATTACKS.into_iter();
    cards.map(|card| f64::from(card.attack() * hand.count(card))).sum()
}

/// The points that a pedestrian is worth to the viewer, with an order that it fills.
pub(super) fn worth(rules: &Boss, view: &View, pedestrian: Pedestrian) -> f64 {
    let vampire = view.table.seat(view.player).vampire;
    let orders = pedestrian.orders(rules.data());
    let open = orders.into_iter().filter(|order| view.table.orders.contains(order));
    let order = open.map(|order| rules.order_points(order, vampire)).max().unwrap_or(0);
    f64::from(rules.data().pedestrian(pedestrian).value) + f64::from(order)
}

/// The odds of an attack on a tile.
pub(super) fn odds(rules: &Boss, view: &View, unseen: &Unseen, tile: Tile) -> Odds {
    let Some(ground) = view.table.ground(tile) else { return Odds::default() };
    let strength = strength(&view.own.hand);
    let vampire = view.table.seat(view.player).vampire;
    let target = |one: Pedestrian, turned: bool| {
        let data = rules.data().pedestrian(one);
        let value =
            f64::from(rules.value(&view.table, ground, one, Attacker { vampire, cries: 0 }));
        let more = if turned && data.adds { 5.0 } else { 0.0 };
        let wary = turned && data.ability == Ability::Ambush && vampire != Some(Vampire::Ghost);
        Target {
            need: value + more,
            worth: worth(rules, view, one),
            ambush: if wary { 1.0 } else { 0.0 },
        }
    };
    let lists: Vec<Vec<Target>> = TileSpot::all()
        .zip(&ground.lying)
        .map(|(spot, lying)| match lying {
            Lying::Up { pedestrian, .. } => vec![target(*pedestrian, false)],
            Lying::Down { group, .. } => match view.own.seen_at(tile, spot) {
                Some(seen) => vec![target(seen, true)],
                None => unseen.group(*group).iter().map(|one| target(*one, true)).collect(),
            },
        })
        .collect();
    combine(&lists, strength)
}

/// All pairs of the first two; those behind them count by their means.
fn combine(lists: &[Vec<Target>], strength: f64) -> Odds {
    let none = [Target { need: 0.0, worth: 0.0, ambush: 0.0 }];
    let first = lists.first().map_or(&none[..], |list| list);
    let second = lists.get(1).map_or(&none[..], |list| list);
    let rest: f64 = lists.iter().skip(2).map(|list| mean(list)).sum();
    let mut all = Odds::default();
    let each = 1.0 / (first.len() * second.len()).max(1) as f64;
    for one in first {
        for other in second {
            let need = one.need + other.need + rest;
            let lower = one.need.min(other.need + if lists.len() < 2 { 99.0 } else { 0.0 });
            let spare = if lists.len() > 1 { 1.0 } else { 0.0 };
            if strength >= need + spare {
                all.success += each;
                all.points += each * (one.worth + other.worth);
            } else if lists.len() > 1 && strength >= lower {
                all.points += each * one.worth.min(other.worth);
            }
            all.ambushes += each * (one.ambush + other.ambush);
        }
    }
    all
}

fn mean(list: &[Target]) -> f64 {
    list.iter().map(|target| target.need).sum::<f64>() / list.len().max(1) as f64
}
