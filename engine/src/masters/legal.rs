//! The legal moves of a question, in the order of the rules (masters D3).

use super::Masters;
use super::asked::{AgentFor, AtFor, Question, WhoFor};
use super::cells::{Cell, CellSet, Member};
use super::codes::{Face, Vampire};
use super::moves::{Move, MoveList, Moves};
use super::table::Table;

/// H1: the number of agents from which a cell is fought for.
const HUNT_FROM: u8 = 3;

impl Table {
    /// The legal moves of the seat asked; none if nobody is.
    #[inline]
    #[must_use]
    pub fn moves(&self, rules: &Masters) -> Moves {
        self.legal(rules).into_iter()
    }

    #[inline]
    pub(super) fn legal(&self, rules: &Masters) -> MoveList {
        let mut moves = MoveList::new();
        if let Some(asked) = self.asked {
            let mut list = Lister { rules, table: self, moves: &mut moves };
            list.answers(asked.question, asked.seat);
        }
        moves
    }

    /// H1: the cells that are to be fought for, except these.
    pub(super) fn hunted(&self, done: CellSet) -> CellSet {
        CellSet::filter(|cell| {
            self.agents(cell) >= HUNT_FROM
                && !done.contains(cell)
                && self.fighters(cell).next().is_some()
        })
    }
}

/// A list of legal moves that is being made.
pub(super) struct Lister<'a> {
    pub(super) rules: &'a Masters,
    pub(super) table: &'a Table,
    pub(super) moves: &'a mut MoveList,
}

impl Lister<'_> {
    /// Adds a move. No question of a game has more than the list holds.
    #[inline]
    pub(super) fn add(&mut self, mv: Move) {
        let added = self.moves.try_push(mv);
        debug_assert!(added.is_ok(), "no question has so many answers");
    }

    fn answers(&mut self, question: Question, seat: Member) {
        let table = self.table;
        match question {
            Question::District(due) => self.cells(due, Move::Resolve),
            Question::Agent(purpose) => self.agents(purpose),
            Question::Who(purpose) => self.vampires(purpose),
            Question::Discard(member) => {
                let held = table.sheet(member).relics;
                held.iter().for_each(|relic| self.add(Move::Discard(relic)));
            }
            Question::Grey(card, ..) => {
                let grey = self.rules.data().event(card).grey;
                grey.into_iter().for_each(|cell| self.add(Move::Grey(table.district(cell))));
            }
            Question::Urn(_, most, _) => (0..=most).for_each(|count| self.add(Move::Urn(count))),
            Question::At(purpose) => self.places(purpose),
            Question::Combat(done) => self.cells(table.hunted(done), Move::Combat),
            Question::Minions => {
                let most = table.combat.map_or(0, |combat| {
                    table.minions_at(combat.cell).min(table.showing(combat.cell, Face::Exposed))
                });
                (0..=most).for_each(|count| self.add(Move::Minions(count)));
            }
            Question::Die => table.dice.values().for_each(|pips| self.add(Move::Die(pips))),
            Question::Change => self.changes(seat),
            Question::Action => self.actions(seat),
        }
    }

    pub(super) fn cells(&mut self, cells: CellSet, mv: fn(super::codes::District) -> Move) {
        cells.iter().for_each(|cell| self.add(mv(self.table.district(cell))));
    }

    fn agents(&mut self, purpose: AgentFor) {
        let to = match purpose {
            AgentFor::Asylum(to) | AgentFor::Blessed(to) | AgentFor::Gather(to, _) => Some(to),
            AgentFor::Convert => None,
        };
        for cell in Cell::ALL.into_iter().filter(|cell| Some(*cell) != to) {
            for face in self.faces(cell) {
                self.add(Move::Agent(self.table.district(cell), face));
            }
        }
    }

    /// The sides that agents of a cell show, `H` before `E`.
    pub(super) fn faces(&self, cell: Cell) -> impl Iterator<Item = Face> + use<> {
        let table = self.table;
        let shown = [Face::Hidden, Face::Exposed].map(|face| table.showing(cell, face) > 0);
        let faces = [Face::Hidden, Face::Exposed].into_iter().zip(shown);
        faces.filter(|(_, there)| *there).map(|(face, _)| face)
    }

    fn vampires(&mut self, purpose: WhoFor) {
        let table = self.table;
        let here = table.combat.map(|combat| combat.cell);
        for member in table.members() {
            let sheet = table.sheet(member);
            let fits = match purpose {
                WhoFor::Relic(_) => sheet.slots() > 0,
                WhoFor::Blessed => true,
                WhoFor::Gift => sheet.is_thirsty(),
                WhoFor::First(cell) => sheet.at == cell && !sheet.is_drained(),
                WhoFor::Next => Some(sheet.at) == here && !sheet.is_drained(),
            };
            if fits {
                self.add(Move::Who(sheet.who));
            }
        }
    }

    fn places(&mut self, purpose: AtFor) {
        let table = self.table;
        let cells = match purpose {
            AtFor::Minion(_) | AtFor::Turn => CellSet::filter(|cell| table.minions_at(cell) > 0),
            AtFor::Expose => CellSet::filter(|cell| table.showing(cell, Face::Hidden) > 0),
            AtFor::Add(cells) => cells,
        };
        self.cells(cells, Move::At);
    }

    /// Adds the changes of a die that Laszlo can make (C6).
    fn changes(&mut self, seat: Member) {
        let table = self.table;
        let (sheet, ability) = (table.sheet(seat), self.rules.data().vampire(Vampire::Laszlo));
        let allowed = !table.combat.is_some_and(|combat| table.forbids_abilities(combat.time));
        self.add(Move::Keep);
        if allowed && sheet.blood >= ability.blood.max(1) {
            self.add(Move::Blood);
        }
        if allowed && sheet.kills >= super::actions::DARK_KILLS {
            self.add(Move::Dark);
        }
    }
}
