use stoker_engine::fury::Encounter;
use stoker_engine::{Chance, Game, Seed, Viewer};

use super::*;

fn combat(vampire: Option<Encounter>, round: u8, rules: &Fury) -> Combat {
    Combat { round, ..Combat::new(rules.world().castle, vampire, 1) }
}

/// A vampire's escape before round 4 does nothing (fury C5.5): Knife does its 3 damage.
#[test]
fn a_vampire_that_plays_an_escape_too_early_is_struck() {
    let rules = Fury::default();
    let table = rules.view(&rules.start(Chance::seeded(Seed(1))), Viewer(0)).table().clone();
    let payoff = |vampire, round| {
        let combat = combat(vampire, round, &rules);
        let duel = Duel::new(&rules, &table, combat, Hunter::Godalming);
        duel.payoff(CombatCard::Mist, CombatCard::Knife)
    };
    let vampire = Some(Encounter::NewVampire);
    assert_eq!([1, 2, 3].map(|round| payoff(vampire, round) < 0.0), [true; 3]);
    assert!(payoff(vampire, 4) > 0.0);
    assert!(payoff(None, 1) > 0.0);
}
