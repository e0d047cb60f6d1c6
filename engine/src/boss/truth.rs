//! The values that transcripts have of a moment (boss V).

use super::Boss;
use super::codes::{Ability, Asked, Card};
use super::players::Player;
use super::state::State;
use super::table::Lying;
use super::view::View;
use crate::transcript::{Transcribed, Truth, TruthValue};

impl Transcribed for Boss {
    /// The truth of a state. A seat's knowledge is read from its view, as kept by events. The rest
    /// is read from the first view if everybody sees it, and from the state if nobody does.
    fn truth(&self, state: &State, views: &[View], _: Option<&[View]>) -> Truth {
        let mut truth = of_round(self, state);
        truth.extend(of_hidden(state));
        truth.extend(of_attack(self, state));
        truth.extend(of_seats(self, state, views));
        truth
    }
}

fn of_round(rules: &Boss, state: &State) -> Truth {
    let table = state.position.table();
    let number = |player: Option<Player>| player.map_or(-1, |player| i64::from(player.seat().0));
    named([
        ("round", table.round.into()),
        ("first", number(Some(table.leader)).into()),
        ("active", number(table.active).into()),
        ("sky", table.sky_now().map_or("-", super::Sky::code).into()),
        ("sky_left", table.sky_left.into()),
        ("dawn", i64::from(table.dawned()).into()),
        ("mist", i64::from(table.mist).into()),
        ("looked", i64::from(table.looked).into()),
        ("attacked", i64::from(table.attacked).into()),
        ("owed", owed(rules, state).into()),
    ])
}

/// The draws of A13 to come; a pedestrian counts once its order is taken (C2).
fn owed(rules: &Boss, state: &State) -> u8 {
    let table = state.position.table();
    let ability = |claim: &super::Claim| rules.data().pedestrian(claim.pedestrian).ability;
    let last = table.claimed.last().filter(|claim| ability(claim) == Ability::Loyal);
    let chooses = matches!(state.position.asked(), Some((_, Asked::Order)));
    let too_early = u8::from(chooses && last.is_some());
    (table.owed + rules.loyal(table)).saturating_sub(too_early)
}

fn of_hidden(state: &State) -> Truth {
    let position = state.position();
    let table = position.table();
    let tiles = table.tiles.iter().enumerate().map(|(at, ground)| {
        let lying = ground.lying.iter().zip(position.lying_on(at));
        let lying = lying.map(|(lying, pedestrian)| {
            let (up, hits) = match lying {
                Lying::Up { hits, .. } => (1, *hits),
                Lying::Down { .. } => (0, 0),
            };
            list([pedestrian.id().into(), TruthValue::Number(up), hits.into()])
        });
        list([ground.tile.code().into(), ground.tokens.into(), lying.collect()])
    });
    let mut discards: Vec<Card> = table.discards.to_vec();
    discards.sort_unstable();
    named([
        ("tiles", tiles.collect()),
        ("peds_left", table.pedestrians_left.into()),
        ("peds_top", position.pedestrian_deck().take(3).map(super::Pedestrian::id).collect()),
        ("deck_left", table.deck_left.into()),
        ("deck_top", position.ability_deck().take(3).map(Card::code).collect()),
        ("discards", discards.into_iter().map(Card::code).collect()),
        ("orders", table.orders.iter().map(|order| order.code()).collect()),
    ])
}

fn of_attack(rules: &Boss, state: &State) -> Truth {
    let table = state.position.table();
    let none = || list(["-".into(), "-".into(), TruthValue::Number(0)]);
    let Some((attack, ground)) = table.attacked_ground() else {
        return named([("fight", none()), ("cry", list([])), ("hit", list([]))]);
    };
    let id = |spot: super::TileSpot| {
        table.face_up(attack.tile, spot).map_or("-", |(pedestrian, _)| pedestrian.id())
    };
    let spots = || super::TileSpot::all().take(ground.lying.len());
    let cries = attack.cries.iter().map(|cries| (cries.pedestrian.id(), cries.count));
    let mut cries: Vec<(&str, u8)> = cries.collect();
    cries.sort_unstable();
    let bonus = |cries: u8| TruthValue::from(cries * rules.data().cry);
    let mut hit: Vec<&str> = spots().filter(|spot| attack.hit.contains(*spot)).map(id).collect();
    hit.sort_unstable();
    let at = attack.at.map_or("-", id);
    named([
        ("fight", list([attack.tile.code().into(), at.into(), attack.sum.into()])),
        ("cry", cries.into_iter().map(|(id, n)| list([id.into(), bonus(n)])).collect()),
        ("hit", hit.into_iter().collect()),
    ])
}

fn of_seats(rules: &Boss, state: &State, views: &[View]) -> Truth {
    let table = state.position.table();
    let each = |value: &dyn Fn(Player) -> TruthValue| -> TruthValue {
        Player::ALL.into_iter().take(table.players()).map(value).collect()
    };
    let place = |player: Player| table.seat(player);
    let view = |player: Player| views.get(player.index());
    let claimed = |player: Player| -> TruthValue {
        let claims = table.claimed_by(player);
        let claims = claims.map(|claim| {
            list([claim.pedestrian.id().into(), TruthValue::Number(claim.bitten.into())])
        });
        claims.collect()
    };
    let hand = |player: Player| -> TruthValue {
        view(player).map_or(list([]), |view| view.own.hand.iter().map(Card::code).collect())
    };
    let known = |player: Player| -> TruthValue {
        let seen = view(player).map(|view| view.own.seen.iter());
        let mut ids: Vec<&str> =
            seen.into_iter().flatten().map(|seen| seen.pedestrian.id()).collect();
        ids.sort_unstable();
        ids.into_iter().collect()
    };
    let commit = |player: Player| -> TruthValue {
        let commit = view(player).and_then(|view| view.own.commit);
        commit.map_or("-".to_owned(), |mv| mv.to_string()).into()
    };
    let vampire = |vampire: Option<super::Vampire>| vampire.map_or("-", super::Vampire::code);
    named([
        ("vampires", each(&|player| vampire(place(player).vampire).into())),
        ("hands", each(&hand)),
        ("claimed", each(&claimed)),
        ("won", each(&|player| place(player).won.iter().map(|order| order.code()).collect())),
        ("wounds", each(&|player| place(player).wounds.into())),
        ("state", each(&|player| place(player).status.code().into())),
        ("lured", each(&|player| TruthValue::Number(place(player).lured.into()))),
        ("known", each(&known)),
        ("commits", each(&commit)),
        ("vp", each(&|player| rules.points(table, player).into())),
    ])
}

fn list<const N: usize>(values: [TruthValue; N]) -> TruthValue {
    values.into_iter().collect()
}

fn named<const N: usize>(values: [(&str, TruthValue); N]) -> Truth {
    values.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}
