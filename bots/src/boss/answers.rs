//! Answers that the bots share: the plan of a fight, cards to keep, whom to hinder.

use stoker_engine::boss::{
    Asked, Boss, Card, Claim, Hand, Move, Moves, Player, Tile, TileSpot, Vampire, View,
};

use super::odds::worth;

/// The next card of the cheapest way to beat the pedestrian that is worth most for its cost; stops
/// if none can be beaten.
pub(super) fn fight(rules: &Boss, view: &View, moves: &Moves) -> Move {
    let mut best: Option<(f64, Move)> = None;
    let mut spots: Vec<TileSpot> = vec![];
    for mv in moves.as_slice() {
        if let Move::Hit(spot, _) = mv
            && !spots.contains(spot)
        {
            spots.push(*spot);
        }
    }
    for spot in spots {
        let Some((attack, _)) = view.table.attacked_ground() else { break };
        let sum = if attack.at == Some(spot) { attack.sum } else { 0 };
        let need = rules.value_at(&view.table, spot).saturating_sub(sum);
        let Some((card, cost)) = cheapest(&view.own.hand, need) else { continue };
        let Some((pedestrian, _)) = view.table.face_up(attack.tile, spot) else { continue };
        let merit = worth(rules, view, pedestrian) - 0.8 * f64::from(cost);
        if best.is_none_or(|(other, _)| merit > other) {
            best = Some((merit, Move::Hit(spot, card)));
        }
    }
    best.map_or(Move::Stop, |(_, mv)| mv)
}

/// The highest card of the set that reaches a sum with the least surplus, and then with the fewest
/// cards, and the sum of the set.
fn cheapest(hand: &Hand, need: u8) -> Option<(Card, u8)> {
    let cards: Vec<Card> = hand.iter().filter(|card| card.attack() > 0).take(12).collect();
    let mut best: Option<((u8, u32), Card)> = None;
    for set in 1_u32..1 << cards.len() {
        let chosen = || (0..cards.len()).filter(|at| set >> at & 1 == 1).map(|at| cards[at]);
        let sum: u8 = chosen().map(Card::attack).sum();
        let key = (sum, set.count_ones());
        if sum >= need && best.is_none_or(|(other, _)| key < other) {
            best = chosen().max().map(|card| (key, card));
        }
    }
    best.map(|((sum, _), card)| (card, sum))
}

/// The claimed pedestrian whose bite costs the least.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other moves are not meant")]
pub(super) fn bite(rules: &Boss, view: &View, moves: &Moves) -> Option<Move> {
    let leech = view.table.seat(view.player).vampire == Some(Vampire::Leech);
    let loss = |mv: &Move| match mv {
        Move::Bite(one) if !leech => {
            let value = rules.data().pedestrian(*one).value;
            value - value / 2
        }
        _ => 0,
    };
    let bites = moves.as_slice().iter().copied().filter(|mv| matches!(mv, Move::Bite(_)));
    bites.min_by_key(loss)
}

/// The points that a seat has, whatever becomes of it.
pub(super) fn held(rules: &Boss, view: &View, player: Player) -> f64 {
    let table = &view.table;
    let place = table.seat(player);
    let leech = place.vampire == Some(Vampire::Leech);
    let value = |claim: &Claim| {
        let value = rules.data().pedestrian(claim.pedestrian).value;
        f64::from(if claim.bitten && !leech { value / 2 } else { value })
    };
    let orders = place.won.iter().map(|order| f64::from(rules.order_points(*order, place.vampire)));
    table.claimed_by(player).map(value).sum::<f64>() + orders.sum::<f64>()
}

/// The seat in the streets, besides the viewer, with the most points.
pub(super) fn rival(rules: &Boss, view: &View) -> Option<Player> {
    let others = view.table.in_order_after(view.player);
    others.max_by(|one, other| held(rules, view, *one).total_cmp(&held(rules, view, *other)))
}

/// The cards to discard at the end of a turn, in this order.
pub(super) fn discard(hand: &Hand, moves: &Moves, useless: &[Card]) -> Move {
    let given = useless.iter().copied().find(|card| hand.has(*card));
    given.map(Move::Discard).filter(|mv| moves.contains(*mv)).unwrap_or(Move::End)
}

/// The answer to an ambush: a card that is not missed, or a wound.
pub(super) fn ambush(view: &View, moves: &Moves, wounds: u8) -> Move {
    let cheap = [Card::Lure, Card::Nose, Card::Cry, Card::Hush, Card::One, Card::Bite, Card::Mist];
    let card = cheap.into_iter().find(|card| view.own.hand.has(*card));
    let any = || view.own.hand.kinds().next();
    match card {
        Some(card) => Move::Discard(card),
        None if view.table.seat(view.player).wounds < wounds => Move::Wound,
        None => any().map_or(Move::Wound, Move::Discard),
    }
    .legal_or(Move::Wound, moves)
}

/// The tile that an action names.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other moves are not meant")]
pub(super) fn tile_of(mv: Move) -> Option<Tile> {
    match mv {
        Move::Attack(tile) | Move::Nose(tile) | Move::Look(tile) => Some(tile),
        _ => None,
    }
}

/// True if the card played hurts the viewer.
pub(super) fn hurts(view: &View) -> bool {
    match view.table.card.map(|card| (card.by, card.mv, card.whispers % 2)) {
        Some((by, Move::Lure(seat), 0)) => by != view.player && seat == view.player,
        // Its own card was whispered away.
        Some((by, _, 1)) => by == view.player,
        _ => false,
    }
}

/// A position to warn: the strongest that the attacker can go for.
pub(super) fn cry(rules: &Boss, view: &View) -> Option<Move> {
    let (_, ground) = view.table.attacked_ground()?;
    let spots = TileSpot::all().take(ground.lying.len());
    let open = spots.filter(|spot| rules.can_attack(&view.table, *spot));
    open.max_by_key(|spot| rules.value_at(&view.table, *spot)).map(Move::Cry)
}

/// Answers to questions at which the bots do not differ.
pub(super) fn plain(rules: &Boss, view: &View, asked: Asked, moves: &Moves) -> Option<Move> {
    match asked {
        Asked::Fight => Some(fight(rules, view, moves)),
        Asked::Order => moves.as_slice().iter().copied().max_by_key(|mv| order(view, *mv)),
        Asked::Vampire => {
            let liked = [Vampire::Heir, Vampire::Brute, Vampire::Leech, Vampire::Ghost];
            liked.into_iter().map(Move::Vampire).find(|mv| moves.contains(*mv))
        }
        Asked::Stroll => moves.as_slice().first().copied(),
        Asked::Action
        | Asked::Discard
        | Asked::Window
        | Asked::Cry
        | Asked::Answer
        | Asked::Ambush
        | Asked::Stay => None,
    }
}

/// The rank of an order: those of which only one is open come first, because the others can be
/// filled later.
fn order(view: &View, mv: Move) -> usize {
    let Move::Order(order) = mv else { return 0 };
    let open = view.table.orders.iter().filter(|other| **other == order).count();
    usize::MAX - open
}

/// A move that is legal, or another one.
pub(super) trait LegalOr: Sized {
    /// The move, if it is legal; else the other, if that is; else the last legal move.
    fn legal_or(self, other: Self, moves: &Moves) -> Self;
}

impl LegalOr for Move {
    fn legal_or(self, other: Self, moves: &Moves) -> Self {
        let last = moves.as_slice().last().copied().unwrap_or(other);
        [self, other].into_iter().find(|mv| moves.contains(*mv)).unwrap_or(last)
    }
}
