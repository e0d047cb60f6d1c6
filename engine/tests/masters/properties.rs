//! Properties of every game.

use stoker_engine::masters::{Cell, Masters, Table};

use crate::common::play::{Run, everywhere};
use crate::common::properties::{self, nonsense_never_panics};

properties::hold!(Masters);

#[test]
fn questions_have_two_answers() {
    everywhere(|run: &mut Run<Masters>| {
        assert!(run.asked().is_none() || run.legal().len() > 1);
    });
}

#[test]
fn tokens_are_neither_lost_nor_made() {
    everywhere(|run: &mut Run<Masters>| {
        let table = &run.views[0].table;
        let sum = |counts: &[u8]| counts.iter().map(|count| u32::from(*count)).sum::<u32>();
        let agents = sum(&table.hidden) + sum(&table.exposed) + u32::from(table.agents_left);
        assert_eq!(agents, u32::from(run.rules.track().agents));
        assert_eq!(sum(&table.minions) + u32::from(table.minions_left), 9);
        check_bounds(run.rules, table);
    });
}

fn check_bounds(rules: &Masters, table: &Table) {
    assert!(table.veil <= 6 && table.dice.len() <= 2 * rules.params().players);
    for sheet in table.vampires.as_slice() {
        assert!(sheet.kills <= 9 && sheet.blood <= sheet.most_blood());
    }
    let guarded = |cell: &Cell| table.agents(*cell) > 0;
    assert!(table.lying.iter().all(|(_, cell)| guarded(&cell)), "a card lies where no agent is");
    let bearer = table.curse.map(|member| table.sheet(member));
    assert!(bearer.is_none_or(|sheet| !sheet.is_drained()), "a drained vampire bears the Curse");
}

#[test]
fn nonsense_in_views_and_events_never_panics() {
    nonsense_never_panics(|rules: &Masters, view, rng| {
        let _guess = view.table.guess(rules, rng);
    });
}
