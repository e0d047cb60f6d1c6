//! A quick player for playouts: the model that `rollout` has of every seat.
//!
//! It plays much as `threshold` does, but more boldly, and without lists on the heap: a decision
//! takes about as long as the rules themselves. It sees what the seat would see, and nothing that
//! is hidden from it.

use arrayvec::ArrayVec;
use stoker_engine::boss::{
    Ability, Asked, Attacker, Boss, Card, DEADLY, Death, GROUPS, Hand, LayoutTile, Lying, Moon,
    Move, Own, Pedestrian, Player, Position, Status, Table, Tile, TileSpot, Vampire,
};

/// The highest strength of a set of cards that is counted.
const MOST: usize = 40;

/// The prices by which a player decides, in points unless said otherwise.
#[derive(Debug, Clone, Copy)]
pub(super) struct Habits {
    /// The points that a seat makes in a round.
    pub(super) gain: f32,
    /// The cost of the first wound, of the second, and of the third beside what the seat has.
    pub(super) wounds: [f32; 3],
    /// The cost of a token, and the extra cost for each token that the seat already has.
    pub(super) tokens: [f32; 2],
    /// The cost of a point of strength that is played.
    pub(super) strength: f32,
    /// The lowest promise for which it attacks.
    pub(super) least: f32,
    /// The part of a tile's points that a failed attack brings, if there are several pedestrians.
    pub(super) partly: f32,
    /// The cost of an ambush.
    pub(super) ambush: f32,
    /// The cards that are discarded at the end of a turn, a bit for each card.
    pub(super) useless: u32,
    /// The chance of success below which it looks first.
    pub(super) look: f32,
    /// The chance of success below which it takes a mist.
    pub(super) mist: f32,
    /// The number of wounds from which it plays a Bite in its own turn.
    pub(super) bite: u8,
    /// The cost of a point of strength that an attack is expected to take.
    pub(super) economy: f32,
    /// The part of a rival's lead that counts when it may leave.
    pub(super) behind: f32,
}

impl Habits {
    pub(super) const USUAL: Self = Self {
        gain: 9.0,
        wounds: [0.4, 4.5, 6.0],
        tokens: [0.2, 0.25],
        strength: 0.8,
        least: -0.5,
        partly: 0.25,
        ambush: 0.5,
        // 1, Keen Nose, Whisper, Cry and Blood Lure.
        useless: 0x741,
        look: 0.55,
        mist: 1.05,
        bite: 1,
        economy: 0.0,
        behind: 2.0,
    };
}

/// A model of a player, for one ruleset.
#[derive(Debug, Clone)]
pub(super) struct Quick {
    habits: Habits,
    members: [Vec<Pedestrian>; GROUPS],
}

/// A seat's view of a position, with its question.
#[derive(Clone, Copy)]
struct SeatView<'a> {
    rules: &'a Boss,
    table: &'a Table,
    own: &'a Own,
    player: Player,
    habits: &'a Habits,
}

/// The prospects of an attack on a tile.
#[derive(Debug, Clone, Copy, Default)]
struct Promise {
    need: f32,
    success: f32,
    points: f32,
    ambushes: f32,
}

impl Quick {
    pub(super) fn new(rules: &Boss, habits: Habits) -> Self {
        let full = rules.params().moon == Moon::Full;
        let mut members: [Vec<Pedestrian>; GROUPS] = Default::default();
        for one in Pedestrian::all() {
            if full || !rules.data().pedestrian(one).moon_only {
                members[one.group(rules.data()).index()].push(one);
            }
        }
        Self { habits, members }
    }

    /// The answer of the seat that is asked.
    pub(super) fn answer(&self, rules: &Boss, at: &Position) -> Move {
        let Some((player, asked)) = at.asked() else { return Move::End };
        let look = self.look(rules, at, player);
        match asked {
            Asked::Action => self.act(look),
            Asked::Fight => look.fight(),
            Asked::Discard => look.discard(),
            Asked::Stay => look.stay(),
            Asked::Window => look.window(),
            Asked::Cry => look.cry(),
            Asked::Answer if look.is_hurt() => Move::Hush,
            Asked::Answer => Move::End,
            Asked::Ambush => look.ambush(),
            Asked::Order | Asked::Vampire | Asked::Stroll => {
                at.moves(rules).next().unwrap_or(Move::End)
            }
        }
    }

    /// A seat's answer when it may leave (R5).
    pub(super) fn stays(&self, rules: &Boss, at: &Position, player: Player) -> Move {
        self.look(rules, at, player).stay()
    }

    fn look<'a>(&'a self, rules: &'a Boss, at: &'a Position, player: Player) -> SeatView<'a> {
        let (table, own) = (at.table(), at.own(player));
        SeatView { rules, table, own, player, habits: &self.habits }
    }

    fn act(&self, look: SeatView<'_>) -> Move {
        let place = look.table.seat(look.player);
        if place.wounds >= self.habits.bite
            && let Some(bite) = look.bite()
        {
            return bite;
        }
        let strength = look.strength();
        let gone = look.gone();
        let mut best: Option<(f32, Promise, &LayoutTile)> = None;
        for ground in look.table.tiles.iter().filter(|ground| ground.is_open()) {
            if ground.lying.is_empty() {
                continue;
            }
            let promise = self.promise(look, ground, strength, gone);
            let merit = look.merit(ground, promise, look.wound_cost(ground));
            if best.is_none_or(|(other, ..)| merit > other) {
                best = Some((merit, promise, ground));
            }
        }
        let Some((merit, promise, ground)) = best else { return Move::End };
        let hand = &look.own.hand;
        let mist = hand.has(Card::Mist) && !look.table.mist;
        if promise.success < self.habits.look && strength > 2 && look.has_unseen(ground) {
            if hand.has(Card::Nose) {
                return Move::Nose(ground.tile);
            }
            if place.vampire == Some(Vampire::Hound) && !look.table.looked {
                return Move::Look(ground.tile);
            }
        }
        let forced = place.lured && !look.table.attacked;
        if merit > self.habits.least || forced {
            let risky = promise.success < self.habits.mist && ground.tile != Tile::Park;
            return if risky && mist { Move::Mist } else { Move::Attack(ground.tile) };
        }
        if mist && look.merit(ground, promise, 0.0) > self.habits.least {
            Move::Mist
        } else {
            Move::End
        }
    }

    /// The prospects of an attack on a tile. Each pair of the first two pedestrians is looked at;
    /// those behind them count by their means.
    fn promise(
        &self,
        look: SeatView<'_>,
        ground: &LayoutTile,
        strength: u8,
        gone: u128,
    ) -> Promise {
        let mut lists: [ArrayVec<Target, MOST_IN_GROUP>; 2] = Default::default();
        let mut left = f32::from(strength);
        for (at, (spot, lying)) in TileSpot::all().zip(&ground.lying).enumerate() {
            let mut list: ArrayVec<Target, MOST_IN_GROUP> = ArrayVec::new();
            match lying {
                Lying::Up { pedestrian, .. } => {
                    list.push(look.target(ground, *pedestrian, FaceBefore::Up))
                }
                Lying::Down { group, .. } => match look.own.seen_at(ground.tile, spot) {
                    Some(seen) => list.push(look.target(ground, seen, FaceBefore::Down)),
                    None => {
                        let unseen = self.members[group.index()].iter();
                        let unseen = unseen.filter(|one| gone >> one.index() & 1 == 0);
                        list.extend(
                            unseen
                                .map(|one| look.target(ground, *one, FaceBefore::Down))
                                .take(MOST_IN_GROUP),
                        );
                    }
                },
            }
            match lists.get_mut(at) {
                Some(first) => *first = list,
                None => {
                    left -= list.iter().map(|one| one.need).sum::<f32>() / list.len().max(1) as f32
                }
            }
        }
        let [first, second] = &lists;
        if second.is_empty() {
            return alone(first, left);
        }
        together(first, second, left, self.habits.partly)
    }
}

/// The most pedestrians of a group.
const MOST_IN_GROUP: usize = 24;

/// The side of a pedestrian that is up before the attack.
#[derive(Debug, Clone, Copy)]
enum FaceBefore {
    Up,
    Down,
}

/// One pedestrian as a target: the strength that it takes, and what it is worth.
#[derive(Debug, Clone, Copy)]
struct Target {
    need: f32,
    worth: f32,
    ambush: f32,
}

fn alone(list: &[Target], left: f32) -> Promise {
    let each = 1.0 / list.len().max(1) as f32;
    let mut all = Promise::default();
    for one in list {
        all.need += each * one.need;
        if left >= one.need {
            all.success += each;
            all.points += each * one.worth;
        }
        all.ambushes += each * one.ambush;
    }
    all
}

fn together(list: &[Target], others: &[Target], left: f32, partly: f32) -> Promise {
    let each = 1.0 / (list.len() * others.len()).max(1) as f32;
    let mut all = Promise::default();
    for one in list {
        for other in others {
            all.need += each * (one.need + other.need);
            if left > one.need + other.need {
                all.success += each;
                all.points += each * (one.worth + other.worth);
            } else if left >= one.need.min(other.need) {
                all.points += each * partly * (one.worth + other.worth);
            }
            all.ambushes += each * (one.ambush + other.ambush);
        }
    }
    all
}

impl SeatView<'_> {
    fn strength(&self) -> u8 {
        let hand = &self.own.hand;
        Card::ATTACKS.into_iter().map(|card| card.attack() * hand.count(card)).sum()
    }

    /// The pedestrians that do not lie face down out of the seat's sight, a bit each.
    fn gone(&self) -> u128 {
        let up = self.table.tiles.iter().flat_map(|ground| &ground.lying);
        let up = up.filter_map(|lying| match lying {
            Lying::Up { pedestrian, .. } => Some(*pedestrian),
            Lying::Down { .. } => None,
        });
        let claimed = self.table.claimed.iter().map(|claim| claim.pedestrian);
        let seen = self.own.seen.iter().map(|seen| seen.pedestrian);
        up.chain(claimed).chain(seen).fold(0, |gone, one| gone | 1 << one.index())
    }

    fn target(&self, ground: &LayoutTile, one: Pedestrian, lies: FaceBefore) -> Target {
        let data = self.rules.data().pedestrian(one);
        let vampire = self.table.seat(self.player).vampire;
        let need =
            f32::from(self.rules.value(self.table, ground, one, Attacker { vampire, cries: 0 }));
        let turned = matches!(lies, FaceBefore::Down);
        let more = if turned && data.adds { 5.0 } else { 0.0 };
        let wary = turned && data.ability == Ability::Ambush && vampire != Some(Vampire::Ghost);
        let ambush = f32::from(u8::from(wary));
        Target { need: need + more, worth: self.worth(one), ambush }
    }

    fn worth(&self, one: Pedestrian) -> f32 {
        let data = self.rules.data();
        let open = one.orders(data).into_iter().any(|order| self.table.orders.contains(&order));
        f32::from(data.pedestrian(one).value) + if open { 3.0 } else { 0.0 }
    }

    fn held(&self, player: Player) -> f32 {
        let place = self.table.seat(player);
        let leech = place.vampire == Some(Vampire::Leech);
        let data = self.rules.data();
        let claims = self.table.claimed_by(player).map(|claim| {
            let value = data.pedestrian(claim.pedestrian).value;
            u16::from(if claim.bitten && !leech { value / 2 } else { value })
        });
        let orders = place.won.iter().map(|order| self.rules.order_points(*order, place.vampire));
        f32::from(claims.sum::<u16>() + orders.sum::<u16>())
    }

    /// The cost of a failed attack's wound; nothing in the mist and where vigilance protects.
    fn wound_cost(&self, ground: &LayoutTile) -> f32 {
        let params = self.rules.params();
        let [first, second, third] = self.habits.wounds;
        match (self.table.seat(self.player).wounds, params.death) {
            _ if self.table.mist => 0.0,
            _ if params.vigilance.is_on() && ground.tile == Tile::Park => 0.0,
            (0, _) => first,
            (1, Death::Out) => second,
            (_, Death::Out) => third + self.held(self.player),
            (1, Death::Rest) => 2.0 * first,
            (_, Death::Rest) => self.habits.gain,
        }
    }

    /// The merit of an attack on a tile, if this is what a wound costs.
    fn merit(&self, ground: &LayoutTile, promise: Promise, wound: f32) -> f32 {
        let wounds = self.table.seat(self.player).wounds;
        let [token, more] = self.habits.tokens;
        let vigilance = self.rules.params().vigilance.is_on();
        let closing = if vigilance { token + more * f32::from(ground.tokens) } else { 0.0 };
        let wary = wounds + 1 >= DEADLY && self.own.hand.len() < 2;
        let ambush = if wary { 4.0 } else { self.habits.ambush } * promise.ambushes;
        promise.points
            - self.habits.economy * promise.need
            - (closing + wound) * (1.0 - promise.success)
            - ambush
    }

    fn has_unseen(&self, ground: &LayoutTile) -> bool {
        let mut spots = TileSpot::all().zip(&ground.lying);
        spots.any(|(spot, lying)| {
            matches!(lying, Lying::Down { .. }) && self.own.seen_at(ground.tile, spot).is_none()
        })
    }

    fn bite(&self) -> Option<Move> {
        if !self.own.hand.has(Card::Bite) || self.table.seat(self.player).wounds == 0 {
            return None;
        }
        let free = self.table.claimed_by(self.player).filter(|claim| !claim.bitten);
        let value = |one: Pedestrian| self.rules.data().pedestrian(one).value;
        let least = free.map(|claim| claim.pedestrian).min_by_key(|one| value(*one));
        least.map(Move::Bite)
    }

    /// The next card of the best plan for one pedestrian that can be beaten.
    fn fight(&self) -> Move {
        let Some((attack, ground)) = self.table.attacked_ground() else { return Move::Stop };
        let mut best: Option<(f32, Move)> = None;
        for spot in TileSpot::all().take(ground.lying.len()) {
            let free = match attack.at {
                Some(at) => at == spot,
                None => self.rules.can_attack(self.table, spot),
            };
            let Some((one, _)) = self.table.face_up(attack.tile, spot).filter(|_| free) else {
                continue;
            };
            let sum = if attack.at == Some(spot) { attack.sum } else { 0 };
            let need = self.rules.value_at(self.table, spot).saturating_sub(sum);
            let Some((card, cost)) = cheapest(&self.own.hand, need) else { continue };
            let merit = self.worth(one) - self.habits.strength * f32::from(cost);
            if best.is_none_or(|(other, _)| merit > other) {
                best = Some((merit, Move::Hit(spot, card)));
            }
        }
        best.map_or(Move::Stop, |(_, mv)| mv)
    }

    fn discard(&self) -> Move {
        let useless = |card: &Card| self.habits.useless >> card.index() & 1 == 1;
        let given = self.own.hand.kinds().find(useless);
        given.map_or(Move::End, Move::Discard)
    }

    fn ambush(&self) -> Move {
        let hand = &self.own.hand;
        let cheap =
            [Card::Lure, Card::Nose, Card::Cry, Card::Hush, Card::One, Card::Bite, Card::Mist];
        let most = if self.rules.params().death == Death::Out { 1 } else { 2 };
        let card = cheap.into_iter().find(|card| hand.has(*card));
        let wounds = self.table.seat(self.player).wounds;
        let any = || if wounds < most { None } else { hand.kinds().next() };
        card.or_else(any).map_or(Move::Wound, Move::Discard)
    }

    /// R5: the hazard of dawn against a round's gain.
    fn stay(&self) -> Move {
        let table = self.table;
        let danger = 1.0 / f32::from(table.sky_left.max(1));
        let mine = self.held(self.player);
        let best_of = |status: Status| {
            let others = Player::ALL.into_iter().take(table.players());
            let others = others.filter(|other| *other != self.player);
            let of_status = others.filter(|other| table.seat(*other).status == status);
            of_status.map(|other| self.held(other)).max_by(f32::total_cmp)
        };
        if best_of(Status::Left).is_some_and(|gone| gone > mine) {
            return Move::Stay;
        }
        let Some(there) = best_of(Status::In) else { return Move::Leave };
        let weak = table.seat(self.player).wounds + 1 >= DEADLY;
        let gain = if weak { 0.5 } else { 1.0 } * self.habits.gain;
        let behind = self.habits.behind * (there - mine).max(0.0);
        if danger * mine > (1.0 - danger) * (gain + behind) { Move::Leave } else { Move::Stay }
    }

    /// The seat in the streets with the most points, besides this one.
    fn rival(&self) -> Option<Player> {
        let others = self.table.in_order_after(self.player);
        others.max_by(|one, other| self.held(*one).total_cmp(&self.held(*other)))
    }

    fn window(&self) -> Move {
        let place = self.table.seat(self.player);
        if place.wounds + 1 >= DEADLY
            && let Some(bite) = self.bite()
        {
            return bite;
        }
        if !self.own.hand.has(Card::Lure) {
            return Move::End;
        }
        let rival = self.rival().filter(|rival| {
            let other = self.table.seat(*rival);
            other.wounds >= 1 && !other.lured && self.held(*rival) >= self.held(self.player)
        });
        rival.map_or(Move::End, Move::Lure)
    }

    fn cry(&self) -> Move {
        let active = self.table.active;
        if self.table.players() > 2 && active != self.rival() {
            return Move::End;
        }
        let Some((_, ground)) = self.table.attacked_ground() else { return Move::End };
        let open = TileSpot::all().take(ground.lying.len());
        let open = open.filter(|spot| self.rules.can_attack(self.table, *spot));
        let strongest = open.max_by_key(|spot| self.rules.value_at(self.table, *spot));
        strongest.map_or(Move::End, Move::Cry)
    }

    /// True if the card played hurts the seat.
    fn is_hurt(&self) -> bool {
        match self.table.card.map(|card| (card.by, card.mv, card.whispers % 2)) {
            Some((by, Move::Lure(seat), 0)) => by != self.player && seat == self.player,
            Some((by, _, 1)) => by == self.player,
            _ => false,
        }
    }
}

/// The highest card of the set that reaches a sum with the least surplus, and the sum of the set.
fn cheapest(hand: &Hand, need: u8) -> Option<(Card, u8)> {
    // For each sum: the highest card of a set with the fewest cards that makes it.
    let mut sets: [Option<(u8, Card)>; MOST] = [None; MOST];
    let need = usize::from(need.max(1));
    let mut top = 0;
    for card in Card::ATTACKS {
        for _ in 0..hand.count(card) {
            let strength = usize::from(card.attack());
            for sum in (0..=top).rev() {
                let count = if sum == 0 {
                    0
                } else if let Some((count, _)) = sets[sum] {
                    count
                } else {
                    continue;
                };
                let Some(set) = sets.get_mut(sum + strength) else { continue };
                if set.is_none_or(|(other, _)| count < other) {
                    *set = Some((count + 1, card));
                }
            }
            top = (top + strength).min(MOST - 1);
        }
    }
    let found = sets.iter().enumerate().skip(need).find_map(|(sum, set)| Some((sum, (*set)?)));
    found.and_then(|(sum, (_, card))| Some((card, u8::try_from(sum).ok()?)))
}
