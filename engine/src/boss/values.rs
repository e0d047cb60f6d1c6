//! Values to reach and points (boss A6, A9, E2, E3).

use std::cmp::Ordering;

use super::Boss;
use super::codes::{Ability, Class, Order, Sky, Status, Street, Vampire};
use super::moves::TileSpot;
use super::pedestrians::Pedestrian;
use super::players::Player;
use super::table::{Attack, Claim, LayoutTile, Lying, Table};

/// The facts of an attacking seat that change a value to reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attacker {
    /// The vampire of the seat.
    pub vampire: Option<Vampire>,
    /// The number of Cries in force against the pedestrian.
    pub cries: u8,
}

impl Boss {
    /// The value to reach for a pedestrian at a position of the tile under attack (A9); 0 if there
    /// is none.
    #[must_use]
    pub fn value_at(&self, table: &Table, spot: TileSpot) -> u8 {
        let Some((attack, ground)) = table.attacked_ground() else { return 0 };
        let Some(Lying::Up { pedestrian, .. }) = ground.lying.get(spot.index()) else { return 0 };
        let vampire = table.active.and_then(|active| table.seat(active).vampire);
        let cries = attack.cries_against(*pedestrian);
        self.value(table, ground, *pedestrian, Attacker { vampire, cries })
    }

    /// The value to reach for a pedestrian on a tile, when this attacker attacks it (A9).
    #[must_use]
    pub fn value(
        &self,
        table: &Table,
        ground: &LayoutTile,
        pedestrian: Pedestrian,
        attacker: Attacker,
    ) -> u8 {
        let data = self.data().pedestrian(pedestrian);
        let strong = matches!(data.class, Class::Protector | Class::Predator);
        let street = ground.tile.street();
        let mut value = i16::from(data.value) + i16::from(street_tokens(table, ground));
        value += i16::from(attacker.cries) * i16::from(self.data().cry);
        value += i16::from(street == Street::Church && data.class == Class::Protector);
        value -= i16::from(street == Street::Alley);
        let cloudy = table.sky_now() == Some(Sky::Cloudy);
        value -= i16::from(cloudy && data.ability != Ability::Wolf);
        value -= i16::from(strong && attacker.vampire == Some(Vampire::Brute));
        u8::try_from(value.clamp(1, i16::from(u8::MAX))).unwrap_or(1)
    }

    /// True if the pedestrian at a position of the tile under attack can be attacked (A6).
    #[must_use]
    pub fn can_attack(&self, table: &Table, spot: TileSpot) -> bool {
        let Some((attack, ground)) = table.attacked_ground() else { return false };
        let left = |class| self.is_left(attack, ground, class);
        if attack.hit.contains(spot) {
            return false;
        }
        match ground.lying.get(spot.index()) {
            Some(Lying::Up { pedestrian, .. }) => match self.data().pedestrian(*pedestrian).class {
                Class::Predator => true,
                Class::Protector => !left(Class::Predator),
                Class::Prey | Class::Familiar => !left(Class::Protector),
            },
            Some(Lying::Down { .. }) | None => false,
        }
    }

    /// True if a pedestrian of a class is left on the tile; a werewolf hit in this attack is not.
    fn is_left(&self, attack: &Attack, ground: &LayoutTile, class: Class) -> bool {
        left_over(attack, ground).any(|left| self.data().pedestrian(left).class == class)
    }

    /// True if a pedestrian at this position, turned up in an attack, has ambush (A4).
    pub(super) fn ambushes(&self, table: &Table, pedestrian: Pedestrian) -> bool {
        match self.data().pedestrian(pedestrian).ability {
            Ability::Ambush => true,
            Ability::Wolf => table.sky_now() == Some(Sky::Rain),
            Ability::None | Ability::Loyal | Ability::Whistle => false,
        }
    }

    /// The loyal pedestrians claimed in the attack in progress: draws that are owed (A13).
    #[must_use]
    pub fn loyal(&self, table: &Table) -> u8 {
        let claims = table.attack.as_ref().map_or(0, |attack| attack.claims);
        let latest = table.claimed.iter().rev().take(claims.into());
        let ability = |claim: &Claim| self.data().pedestrian(claim.pedestrian).ability;
        super::count(latest.filter(|claim| ability(claim) == Ability::Loyal).count())
    }

    /// A seat's victory points (E2).
    #[must_use]
    pub fn points(&self, table: &Table, player: Player) -> u16 {
        let place = table.seat(player);
        if !matches!(place.status, Status::In | Status::Left) {
            return 0;
        }
        let leech = place.vampire == Some(Vampire::Leech);
        let claims = table.claimed_by(player).map(|claim| {
            let value = self.data().pedestrian(claim.pedestrian).value;
            u16::from(if claim.bitten && !leech { value / 2 } else { value })
        });
        let orders = place.won.iter().map(|order| self.order_points(*order, place.vampire));
        claims.sum::<u16>() + orders.sum::<u16>()
    }

    /// The points of an order for a seat with this vampire (E2).
    #[must_use]
    pub fn order_points(&self, order: Order, vampire: Option<Vampire>) -> u16 {
        let points = u16::from(self.data().points[order.index()]);
        match vampire {
            Some(Vampire::Heir) => points + 1,
            Some(Vampire::Duke) => points.saturating_sub(2),
            _ => points,
        }
    }

    /// The order of two seats in the ranking: `Greater` if the first ranks before the second (E3).
    #[must_use]
    pub fn compare(&self, table: &Table, one: Player, other: Player) -> Ordering {
        let key = |player: Player| {
            let place = table.seat(player);
            let alive = matches!(place.status, Status::In | Status::Left);
            let wounds = std::cmp::Reverse(place.wounds);
            alive.then(|| (self.points(table, player), place.won.len(), wounds))
        };
        key(one).cmp(&key(other))
    }

    /// A seat's score (E4).
    #[must_use]
    pub fn rank_score(&self, table: &Table, player: Player) -> i32 {
        let others = Player::ALL.into_iter().take(table.players()).filter(|other| *other != player);
        let scores = others.map(|other| match self.compare(table, player, other) {
            Ordering::Greater => 2,
            Ordering::Equal => 1,
            Ordering::Less => 0,
        });
        scores.sum()
    }
}

/// The pedestrians left over: neither claimed nor hit in this attack (A10).
pub(super) fn left_over<'a>(
    attack: &'a Attack,
    ground: &'a LayoutTile,
) -> impl Iterator<Item = Pedestrian> + 'a {
    let all = TileSpot::all().zip(&ground.lying);
    all.filter(|(spot, _)| !attack.hit.contains(*spot)).filter_map(|(_, lying)| match lying {
        Lying::Up { pedestrian, .. } => Some(*pedestrian),
        Lying::Down { .. } => None,
    })
}

/// The tokens that count on a tile: on Main Street those of both its tiles (A9).
fn street_tokens(table: &Table, ground: &LayoutTile) -> u8 {
    if ground.tile.street() != Street::Main {
        return ground.tokens;
    }
    let street = table.tiles.iter().filter(|other| other.tile.street() == Street::Main);
    street.map(|other| other.tokens).fold(0, u8::saturating_add)
}
