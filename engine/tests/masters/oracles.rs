//! Expectimax by the engine's own enumeration, against sums worked out apart from it.

use stoker_engine::masters::{
    Cell, Masters, Member, Move, OpenQuestion, Params, Position, Question, Table, Task, Tellings,
    Tonight,
};
use stoker_engine::{Luck, Purpose};

use super::play::{PlayedTable, bare, dice};

/// Dice that are rolled as a list says, and counted where it is too short.
struct Script<'a> {
    pips: &'a [u32],
    read: usize,
}

impl Luck for Script<'_> {
    fn below(&mut self, _: Purpose, _: u32) -> u32 {
        self.read += 1;
        self.pips.get(self.read - 1).copied().unwrap_or(0)
    }
}

/// The best value that moves can bring on average.
fn expectimax(rules: &Masters, at: &Position, value: &dyn Fn(&Table) -> f64) -> f64 {
    let moves = at.moves(rules).map(|mv| on_average(rules, at, mv, value));
    moves.reduce(f64::max).unwrap_or_else(|| value(at.table()))
}

/// The value that a move brings on average, with the best moves after it.
fn on_average(rules: &Masters, at: &Position, mv: Move, value: &dyn Fn(&Table) -> f64) -> f64 {
    let play = |pips: &[u32]| {
        let (mut then, mut luck) = (*at, Script { pips, read: 0 });
        then.play_legal(rules, mv, &mut luck, &mut Tellings::dropped());
        (then, luck.read)
    };
    let (then, rolled) = play(&[]);
    if rolled == 0 {
        return expectimax(rules, &then, value);
    }
    let rolls = sorted(rolled).into_iter();
    rolls.map(|(pips, share)| share * expectimax(rules, &play(&pips).0, value)).sum()
}

/// All sorted rolls of this many dice, each with its probability: the reserve has no order.
fn sorted(count: usize) -> Vec<(Vec<u32>, f64)> {
    let mut rolls: Vec<Vec<u32>> = vec![vec![]];
    for _ in 0..count {
        let longer = |roll: &Vec<u32>| {
            let low = roll.last().copied().unwrap_or(0);
            (low..6).map(|pips| [roll.clone(), vec![pips]].concat()).collect::<Vec<_>>()
        };
        rolls = rolls.iter().flat_map(longer).collect();
    }
    let factorial = |n: usize| (1..=n).map(|n| n as f64).product::<f64>();
    let share = |roll: &Vec<u32>| {
        let same = |pips: u32| roll.iter().filter(|other| **other == pips).count();
        let orders = (0..6).fold(factorial(count), |all, pips| all / factorial(same(pips)));
        orders / 6f64.powi(i32::try_from(count).unwrap())
    };
    rolls.into_iter().map(|roll| (roll.clone(), share(&roll))).collect()
}

fn pair() -> Masters {
    Masters::with(Params { players: 2, ..Params::default() }).unwrap()
}

/// A combat by hand: kills count 3, blood 1. One fighter, no other vampire.
fn by_hand(dice: &[u8], agents: u8, blood: u8) -> f64 {
    if agents == 0 || blood == 0 {
        return f64::from(blood);
    }
    let use_die = |at: usize| {
        let mut left = dice.to_vec();
        let value = left.remove(at);
        let kill = if value >= 3 { 3.0 } else { 0.0 };
        let blood = if value <= 4 { blood - 1 } else { blood };
        let rolls = if left.is_empty() { sorted(4) } else { vec![] };
        if rolls.is_empty() {
            return kill + by_hand(&left, agents - 1, blood);
        }
        let after = rolls.into_iter().map(|(roll, share)| {
            let roll: Vec<u8> = roll.iter().map(|pips| u8::try_from(*pips).unwrap() + 1).collect();
            share * by_hand(&roll, agents - 1, blood)
        });
        kill + after.sum::<f64>()
    };
    (0..dice.len()).map(use_die).reduce(f64::max).unwrap()
}

#[test]
fn the_best_combat_by_enumeration_is_the_best_by_hand() {
    let rules = pair();
    for (reserve, agents, blood) in
        [(vec![2, 5], 3, 4), (vec![1, 1], 3, 2), (vec![3], 3, 3), (vec![1, 2, 4, 6], 2, 1)]
    {
        let mut table = bare(&rules, &[]);
        table.tonight = Some(Tonight::NoAbility);
        table.ap = 1;
        table.vampires.as_mut_slice()[1].at = Cell::ALL[8];
        table.vampires.as_mut_slice()[1].blood = blood;
        table.exposed[8] = agents;
        table.agents_left -= agents;
        table.dice = dice(&reserve);
        let start = PlayedTable::new(&rules, &table, &[]).at;
        let kills = |table: &Table| {
            let sheet = table.vampires.as_slice()[1];
            3.0 * f64::from(sheet.kills) + f64::from(sheet.blood)
        };
        let enumerated = on_average(&rules, &start, Move::Fight, &kills);
        let by_hand = by_hand(&reserve, agents, blood);
        assert!((enumerated - by_hand).abs() < 1e-9, "{reserve:?}: {enumerated} {by_hand}");
    }
}

/// The last night. An exposed agent lies in the way of the ritual, the only die shows 1, and both
/// minions are needed. The first vampire has to use the 1 up, in vain, and all four dice are
/// rolled; it fights again, and the agent falls if one of the four is 3 or more: 80 in 81. Then the
/// second holds the ritual.
#[test]
fn the_last_round_is_won_80_times_in_81() {
    let rules = pair();
    let mut table = bare(&rules, &[Task::Turn(1)]);
    table.asked = Some(OpenQuestion { seat: Member::ALL[0], question: Question::Action });
    table.actor = Some(Member::ALL[0]);
    table.tonight = Some(Tonight::NoAbility);
    // A roadblock: the ritual cannot move to another cell.
    table.lying.push(("1-15".parse().unwrap(), Cell::ALL[2]));
    table.deck = [].into_iter().collect();
    for (number, sheet) in table.vampires.as_mut_slice().iter_mut().enumerate() {
        sheet.kills = 9;
        sheet.at = Cell::ALL[2];
        sheet.sigil = Some(Cell::ALL[number]);
    }
    // None is left to recruit, and the others are too far away.
    (table.minions[2], table.minions[6], table.minions_left) = (2, 7, 0);
    table.exposed[2] = 1;
    table.agents_left -= 1;
    table.dice = dice(&[1]);
    let start = PlayedTable::new(&rules, &table, &[]).at;
    let won = expectimax(&rules, &start, &|table| f64::from(table.scores()[0]));
    assert!((won - 80.0 / 81.0).abs() < 1e-9, "{won}");
}
