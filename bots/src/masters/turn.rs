//! The best turn of one vampire: all sequences of actions, the most promising first.

use stoker_engine::masters::{Masters, Move, Position, Question, Tellings};

use super::prices::Prices;
use crate::luck::Draws;

/// A search of turns: how many sequences of each length are kept, and how long they get.
#[derive(Debug, Clone, Copy)]
pub(super) struct Beam {
    /// Sequences kept of each length.
    pub(super) width: usize,
    /// Actions of a sequence.
    pub(super) depth: usize,
}

/// A first move, with the best turn that begins with it.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlannedTurn {
    pub(super) first: Move,
    /// The worth of the table when the next vampire acts.
    pub(super) worth: i32,
    /// The position then.
    pub(super) then: Position,
    /// The draws that follow.
    pub(super) luck: Draws,
}

/// The rules and the tables by which positions are played on.
#[derive(Clone, Copy)]
pub(super) struct Simulator<'a> {
    pub(super) rules: &'a Masters,
    pub(super) worth: &'a Prices,
}

/// A sequence of actions in progress.
#[derive(Clone)]
struct ActionSequence {
    first: Move,
    at: Position,
    luck: Draws,
    worth: i32,
}

pub(super) fn asks_action(at: &Position) -> bool {
    at.table().asked.is_some_and(|asked| asked.question == Question::Action)
}

impl Simulator<'_> {
    pub(super) fn worth_of(&self, at: &Position) -> i32 {
        self.worth.of(self.rules, at.table())
    }

    /// Plays a move, and answers what is asked besides actions.
    pub(super) fn play(&self, at: &mut Position, mv: Move, luck: &mut Draws) {
        at.play_legal(self.rules, mv, luck, &mut Tellings::dropped());
        while at.table().asked.is_some() && !asks_action(at) {
            let Some(answer) = self.answer(at, *luck) else { return };
            at.play_legal(self.rules, answer, luck, &mut Tellings::dropped());
        }
    }

    /// The answer after which the table is worth most.
    pub(super) fn answer(&self, at: &Position, luck: Draws) -> Option<Move> {
        let mut moves = at.moves(self.rules);
        if moves.len() <= 1 {
            return moves.next();
        }
        moves.rev().max_by_key(|mv| {
            let (mut then, mut luck) = (*at, luck);
            then.play_legal(self.rules, *mv, &mut luck, &mut Tellings::dropped());
            self.worth_of(&then)
        })
    }

    /// All answers, the one after which the table is worth most first.
    pub(super) fn answers(&self, at: &Position, luck: Draws) -> Vec<Move> {
        let mut moves: Vec<Move> = at.moves(self.rules).collect();
        moves.sort_by_cached_key(|mv| {
            let (mut then, mut luck) = (*at, luck);
            self.play(&mut then, *mv, &mut luck);
            -self.worth_of(&then)
        });
        moves
    }

    /// The best turn for each first move, the best of them first.
    pub(super) fn turns(&self, at: &Position, luck: Draws, beam: Beam) -> Vec<PlannedTurn> {
        let mut found: Vec<PlannedTurn> = vec![];
        let mut lines = self.continuations(at, luck, None, &mut found);
        for _ in 1..beam.depth {
            lines.sort_by_key(|line| -line.worth);
            lines.truncate(beam.width);
            let longer = lines
                .iter()
                .map(|line| self.continuations(&line.at, line.luck, Some(line.first), &mut found));
            lines = longer.flatten().collect();
        }
        found.sort_by_key(|turn| -turn.worth);
        found
    }

    /// Every next action: those that end the turn are noted, the others give longer lines.
    fn continuations(
        &self,
        at: &Position,
        luck: Draws,
        first: Option<Move>,
        found: &mut Vec<PlannedTurn>,
    ) -> Vec<ActionSequence> {
        let mut lines: Vec<ActionSequence> = vec![];
        for mv in at.moves(self.rules) {
            let (mut then, mut luck) = (*at, luck);
            self.play(&mut then, mv, &mut luck);
            let first = first.unwrap_or(mv);
            let worth = self.worth_of(&then);
            if same_turn(at, &then) {
                if !lines.iter().any(|line| line.worth == worth && line.at == then) {
                    lines.push(ActionSequence { first, at: then, luck, worth });
                }
                continue;
            }
            let turn = PlannedTurn { first, worth, then, luck };
            match found.iter_mut().find(|turn| turn.first == first) {
                Some(known) if known.worth < worth => *known = turn,
                Some(_) => {}
                None => found.push(turn),
            }
        }
        lines
    }
}

fn same_turn(before: &Position, then: &Position) -> bool {
    let (before, then) = (before.table(), then.table());
    then.over.is_none() && (before.actor, before.round) == (then.actor, then.round)
}
