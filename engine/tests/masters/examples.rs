//! The worked examples of the rules (masters X).

use stoker_engine::masters::{
    Cell, CellSet, Masters, Member, OpenQuestion, Question, Reason, Table, Task,
};

use super::play::{PlayedTable, bare, dice, put_on_top};

const AGN: usize = 0;
const ISH: usize = 1;
const MIL: usize = 2;

fn put(table: &mut Table, vampire: usize, cell: usize, blood: u8) {
    let sheet = &mut table.vampires.as_mut_slice()[vampire];
    (sheet.at, sheet.blood) = (Cell::ALL[cell], blood);
}

fn hide(table: &mut Table, cell: usize, agents: u8) {
    table.hidden[cell] += agents;
    table.agents_left -= agents;
}

fn mind(table: &mut Table, cell: usize, minions: u8) {
    table.minions[cell] += minions;
    table.minions_left -= minions;
}

#[test]
fn x1_a_fight_by_night_goes_on_with_the_vampire_who_is_left() {
    let rules = Masters::default();
    let mut table = bare(&rules, &[]);
    table.asked = Some(OpenQuestion { seat: Member::ALL[ISH], question: Question::Action });
    table.actor = Some(Member::ALL[ISH]);
    put(&mut table, ISH, 4, 1);
    put(&mut table, MIL, 4, 3);
    mind(&mut table, 4, 1);
    table.exposed[4] = 4;
    table.agents_left -= 4;
    table.dice = dice(&[2, 6]);
    let fight = PlayedTable::new(&rules, &table, &[1, 1, 3, 4, 4, 4]).play("FG");
    assert_eq!(fight.legal(), "MN:0 MN:1");
    let end = fight.play("MN:1 DI:6 DI:4");
    let after = end.table();
    assert_eq!((after.exposed[4], after.minions[4]), (1, 0));
    let sheet = |seat: usize| after.vampires.as_slice()[seat];
    assert_eq!((sheet(ISH).kills, sheet(ISH).blood), (2, 0));
    assert_eq!((sheet(MIL).kills, sheet(MIL).blood), (1, 2));
    assert_eq!(end.dice(), [1, 1, 3, 4, 4]);
    assert_eq!((after.actor, after.ap), (None, 0));
    assert_eq!(end.luck.check(), Ok(()));
}

fn last_crusade(rules: &Masters) -> Table {
    let mut table = bare(rules, &[Task::Event]);
    put_on_top(&mut table, "3-01");
    table.veil = 4;
    put(&mut table, AGN, 6, 4);
    put(&mut table, ISH, 6, 4);
    put(&mut table, MIL, 3, 4);
    mind(&mut table, 3, 1);
    for (cell, agents) in [(6, 1), (4, 2), (7, 2), (8, 1)] {
        hide(&mut table, cell, agents);
    }
    table.dice = dice(&[1, 2, 3, 4, 5, 6]);
    table
}

#[test]
fn x2_the_last_crusade_owes_two_agents_and_marks_a_cell() {
    let rules = Masters::default();
    let table = last_crusade(&rules);
    assert_eq!(table.agents_left, 4);
    let event = PlayedTable::new(&rules, &table, &[]).play("END");
    assert_eq!(event.legal(), "GR:RAIL GR:CLUB");
    assert_eq!(event.table().marked, CellSet::EMPTY.with(Cell::ALL[6]));
    let added = event.play("GR:RAIL");
    assert_eq!(added.legal(), "AT:MUS AT:ASY AT:POL");
    assert_eq!(added.table().agents_left, 1);
    let hunt = added.play("AT:ASY");
    assert_eq!((hunt.table().veil, hunt.table().owed), (1, 0));
    assert_eq!((hunt.table().hidden[6], hunt.table().exposed[6]), (0, 3));
    assert_eq!(hunt.legal(), "WHO:AGN WHO:ISH");
    let fought = hunt.play("WHO:AGN");
    let agnieszka = fought.table().vampires.as_slice()[AGN];
    assert_eq!((agnieszka.blood, agnieszka.kills), (1, 1));
    assert_eq!(fought.table().exposed[6], 2);
    assert_eq!(fought.dice(), [4, 5, 6]);
}

#[test]
fn x3_a_day_district_may_become_due_by_another() {
    let rules = Masters::default();
    let mut table = bare(&rules, &[Task::Districts(CellSet::EMPTY)]);
    // No event follows: the game ends where the first would be drawn.
    table.deck = [].into_iter().collect();
    table.vampires.as_mut_slice()[MIL].kills = 2;
    hide(&mut table, 1, 1);
    mind(&mut table, 1, 1);
    mind(&mut table, 2, 1);
    let day = PlayedTable::new(&rules, &table, &[]);
    let top = day.at.relics()[0];
    let day = day.play("END");
    assert_eq!((day.table().hidden[1], day.table().hidden[2]), (0, 1));
    assert_eq!(day.table().vampires.as_slice()[MIL].relics.as_slice(), [top]);
    assert_eq!(day.table().over, Some(Reason::Deck));
}

#[test]
fn x4_the_curse_leaves_a_leader_whom_it_drains() {
    let rules = Masters::default();
    let mut table = bare(&rules, &[Task::Event]);
    put_on_top(&mut table, "1-01");
    table.veil = 5;
    put(&mut table, AGN, 0, 1);
    let event = PlayedTable::new(&rules, &table, &[]).play("END GR:NEWS");
    // The night has begun: the drained leader gains 1 blood, and the veil falls from 6 to 5 (N3).
    assert_eq!(event.table().vampires.as_slice()[AGN].blood, 1);
    assert_eq!((event.table().curse, event.table().veil), (None, 5));
    assert_eq!((event.table().tally.drained, event.table().tally.veil_lost), (1, 1));
}

#[test]
fn x5_the_urn_takes_agents_from_a_guarded_cell() {
    let rules = Masters::default();
    let mut table = bare(&rules, &[Task::Event]);
    // A Quiet Evening: two agents for cell 2, where a minion is.
    put_on_top(&mut table, "1-05");
    mind(&mut table, 2, 1);
    table.urn = Some(Cell::ALL[8]);
    let event = || PlayedTable::new(&rules, &table, &[]).play("END");
    assert_eq!(event().legal(), "UR:0 UR:1 UR:2");
    assert_eq!(event().play("UR:2").table().marked, CellSet::EMPTY);
    let guarded = CellSet::EMPTY.with(Cell::ALL[2]);
    assert_eq!(event().play("UR:1").table().marked, guarded);
    assert_eq!(event().play("UR:0").table().marked, guarded);
}
