//! The rules at work: what waits is carried out until a question is asked (masters B, D, G5).

use std::ops::ControlFlow;

use super::Masters;
use super::asked::{OpenQuestion, Question, Task};
use super::cards::{EventCard, Pips};
use super::cells::{Cell, CellSet, Member};
use super::codes::{Face, Relic, Vampire};
use super::moves::Move;
use super::position::{DICE, Position};
use super::table::{MOST_KILLS, MOST_VEIL, Reason, Table, VampireSheet};
use super::told::{Tellings, Told};
use crate::chance::Luck;

/// The most decisions of a game (D5).
pub(super) const MOST_DECISIONS: u16 = 5_000;

/// Goes on, or stops because the game is over: what an ending interrupts is not done (G5).
pub(super) type Flow = ControlFlow<Over>;

/// The game is over.
pub(super) struct Over;

/// The rules at work on a position.
pub(super) struct Adjudicator<'a> {
    pub(super) rules: &'a Masters,
    pub(super) at: &'a mut Position,
    pub(super) luck: &'a mut dyn Luck,
    pub(super) told: &'a mut Tellings,
}

impl Adjudicator<'_> {
    /// Carries out what waits, until a question is asked or the game is over.
    pub(super) fn carry_on(&mut self) {
        while self.at.table.asked.is_none() {
            let Some(task) = self.at.table.tasks.pop() else { return };
            if self.carry_out(task).is_break() {
                return;
            }
        }
    }

    fn carry_out(&mut self, task: Task) -> Flow {
        match task {
            Task::Dawn => self.begin_round(),
            Task::Districts(resolved) => return self.day_districts(resolved),
            Task::Event => return self.event(),
            Task::Grey(card, first, second) => return self.grey(card, first, second),
            Task::Text(card) => return self.text(card),
            Task::Pay => return self.pay(),
            Task::Add(cell, count) => return self.add_agents(cell, count),
            Task::AddEach(cells) => return self.add_each(cells),
            Task::Gather(count) => return self.gather(count),
            Task::Minions(count) => return self.lose_minions(count),
            Task::DayCombat(cell) => return self.day_combat(cell),
            Task::Hunt(done) => return self.hunt(done),
            Task::Strike => return self.strike(),
            Task::Pick => return self.pick(),
            Task::Change => return self.change(),
            Task::Night => self.begin_night(),
            Task::Turn(number) => return self.begin_turn(number),
            Task::Action => return self.next_action(),
        }
        Flow::Continue(())
    }

    pub(super) fn push(&mut self, task: Task) {
        self.at.table.tasks.push(task);
    }

    /// Asks a question. With one legal move it is made at once, and with none nothing happens (D1,
    /// V9).
    pub(super) fn ask(&mut self, seat: Member, question: Question) -> Flow {
        self.at.table.asked = Some(OpenQuestion { seat, question });
        if question == Question::Action && self.may_walk(seat) {
            return self.count_question();
        }
        let moves = self.at.table.legal(self.rules);
        match moves.as_slice() {
            [] => self.at.table.asked = None,
            [forced] => return self.answer(*forced),
            _ => return self.count_question(),
        }
        Flow::Continue(())
    }

    /// True if there is a walk besides the end of the turn: then it is a question.
    fn may_walk(&self, seat: Member) -> bool {
        let (table, here) = (&self.at.table, self.at.table.sheet(seat).at);
        let cost = |cell| table.walk_cost(self.rules, here, cell);
        table.ap >= 2 || table.ap > 0 && here.adjacent().iter().any(|cell| table.ap >= cost(cell))
    }

    /// Ends the game if a question comes after the most decisions (D5).
    fn count_question(&mut self) -> Flow {
        if self.at.table.decisions < MOST_DECISIONS {
            return Flow::Continue(());
        }
        self.end(Reason::Cap)
    }

    /// Carries out a legal answer to the question that is asked.
    pub(super) fn answer(&mut self, mv: Move) -> Flow {
        let Some(OpenQuestion { seat, question }) = self.at.table.asked.take() else {
            return Flow::Continue(());
        };
        match question {
            Question::District(resolved) => self.resolve_district(resolved, mv),
            Question::Agent(purpose) => self.agent_picked(purpose, mv),
            Question::Who(purpose) => self.vampire_picked(purpose, mv),
            Question::Discard(member) => self.discard(member, mv),
            Question::Grey(card, first, second) => self.grey_picked(card, first, second, mv),
            Question::Urn(cell, count, owed) => self.urn_picked(cell, count, owed, mv),
            Question::At(purpose) => self.cell_picked(purpose, mv),
            Question::Combat(done) => self.hunt_picked(done, mv),
            Question::Minions => self.minions_spent(mv),
            Question::Die => self.die_picked(mv),
            Question::Change => self.change_picked(seat, mv),
            Question::Action => self.act(seat, mv),
        }
    }

    pub(super) fn end(&mut self, reason: Reason) -> Flow {
        self.at.table.asked = None;
        self.at.table.over = Some(reason);
        self.tell(Told::Over(reason));
        Flow::Break(Over)
    }

    #[inline]
    pub(super) fn tell(&mut self, told: Told) {
        self.told.tell(told);
    }

    pub(super) fn table(&self) -> &Table {
        &self.at.table
    }

    pub(super) fn sheet(&mut self, member: Member) -> &mut VampireSheet {
        &mut self.at.table.vampires.as_mut_slice()[member.index()]
    }

    pub(super) fn leader(&self) -> Member {
        self.at.table.leader
    }

    pub(super) fn leaders_cell(&self) -> Cell {
        self.at.table.sheet(self.leader()).at
    }

    /// The veil falls; at 0 the game ends (B6).
    pub(super) fn fall(&mut self, by: u8) -> Flow {
        let table = &mut self.at.table;
        let lost = by.min(table.veil);
        table.veil -= lost;
        table.tally.veil_lost += u16::from(lost);
        if lost > 0 {
            self.tell(Told::Fall(lost));
        }
        if self.at.table.veil == 0 { self.end(Reason::Veil) } else { Flow::Continue(()) }
    }

    /// The veil rises by 1, up to its maximum (B6).
    pub(super) fn rise(&mut self) {
        if self.at.table.veil < MOST_VEIL {
            self.at.table.veil += 1;
            self.tell(Told::Rise);
        }
    }

    /// B3; the Curse leaves a bearer who is drained (V10).
    pub(super) fn lose_blood(&mut self, member: Member, blood: u8) {
        let sheet = self.sheet(member);
        let lost = blood.min(sheet.blood);
        if lost == 0 {
            return;
        }
        sheet.blood -= lost;
        let drained = sheet.is_drained();
        self.tell(Told::Bleed(member, lost));
        if drained {
            self.at.table.tally.drained += 1;
            self.lift_curse(member);
        }
    }

    /// The Curse leaves its bearer, and the veil rises (V10).
    pub(super) fn lift_curse(&mut self, member: Member) {
        if self.at.table.curse == Some(member) {
            self.at.table.curse = None;
            self.tell(Told::CurseLifted);
            self.rise();
        }
    }

    /// A vampire gains blood, up to its maximum (B3).
    pub(super) fn gain_blood(&mut self, member: Member, blood: u8) {
        let sheet = self.sheet(member);
        let gained = blood.min(sheet.most_blood().saturating_sub(sheet.blood));
        sheet.blood += gained;
        if gained > 0 {
            self.tell(Told::Drink(member, gained));
        }
    }

    /// A vampire gains kills, up to the maximum (B4).
    pub(super) fn gain_kills(&mut self, member: Member, kills: u8) {
        let sheet = self.sheet(member);
        sheet.kills = sheet.kills.saturating_add(kills).min(MOST_KILLS);
        if kills > 0 {
            self.tell(Told::Kills(member, kills));
        }
    }

    /// B1: an agent leaves a cell; what lies there is discarded if it was the last (V10).
    fn take_agent(&mut self, cell: Cell, face: Face) {
        let table = &mut self.at.table;
        match face {
            Face::Hidden => table.hidden[cell.index()] -= 1,
            Face::Exposed => table.exposed[cell.index()] -= 1,
        }
        self.clear_lying(cell);
    }

    /// Discards the event cards that lie in a cell without agents (V10).
    pub(super) fn clear_lying(&mut self, cell: Cell) {
        let table = &mut self.at.table;
        if !table.lying.is_empty() && table.agents(cell) == 0 {
            table.lying.retain(|(_, at)| at != cell);
        }
    }

    /// B1: an agent goes to the reserve.
    pub(super) fn remove_agent(&mut self, cell: Cell, face: Face) {
        self.take_agent(cell, face);
        self.at.table.agents_left += 1;
    }

    /// B1: an agent moves, and keeps its side.
    pub(super) fn move_agent(&mut self, from: Cell, to: Cell, face: Face) {
        self.take_agent(from, face);
        match face {
            Face::Hidden => self.at.table.hidden[to.index()] += 1,
            Face::Exposed => self.at.table.exposed[to.index()] += 1,
        }
        self.tell(Told::AgentMoved(from, to));
    }

    /// Hidden agents come from the reserve, which has this many.
    pub(super) fn place_agents(&mut self, cell: Cell, count: u8) {
        if count > 0 {
            self.at.table.agents_left -= count;
            self.at.table.hidden[cell.index()] += count;
            self.tell(Told::Agents(cell, count));
        }
    }

    /// Exposes the hidden agents of a cell (B1).
    pub(super) fn expose(&mut self, cell: Cell) {
        let table = &mut self.at.table;
        let hidden = std::mem::take(&mut table.hidden[cell.index()]);
        table.exposed[cell.index()] += hidden;
        if hidden > 0 {
            self.tell(Told::Exposed(cell));
        }
    }

    /// Places minions in a cell, as far as the reserve has any (B2).
    pub(super) fn place_minions(&mut self, cell: Cell, count: u8) {
        let table = &mut self.at.table;
        let placed = count.min(table.minions_left);
        table.minions_left -= placed;
        table.minions[cell.index()] += placed;
        if placed > 0 {
            self.tell(Told::Minions(cell, placed));
        }
    }

    /// Removes minions from a cell (B2).
    pub(super) fn remove_minions(&mut self, cell: Cell, count: u8) {
        let table = &mut self.at.table;
        table.minions[cell.index()] -= count;
        table.minions_left += count;
        if count > 0 {
            self.tell(Told::MinionsGone(cell, count));
        }
    }

    /// Rolls dice into the reserve (S6).
    pub(super) fn roll(&mut self, count: u8) {
        for _ in 0..count {
            let pips = self.roll_one();
            self.at.table.dice.add(pips);
            self.tell(Told::Rolled(pips));
        }
    }

    pub(super) fn roll_one(&mut self) -> Pips {
        Pips::ALL[self.luck.below(DICE, 6) as usize]
    }

    /// A relic leaves its holder, who keeps at most the blood that it can have then (B3).
    pub(super) fn give_up(&mut self, member: Member, relic: Relic) {
        let sheet = self.sheet(member);
        sheet.relics.retain(|held| held != relic);
        sheet.blood = sheet.blood.min(sheet.most_blood());
    }

    /// The top card comes off the event deck, and is seen by all.
    pub(super) fn draw_event(&mut self) -> Option<EventCard> {
        let card = self.at.events.remove(0)?;
        let table = &mut self.at.table;
        let _known = table.deck.remove(0);
        table.seen.insert(card);
        self.tell(Told::Card(card));
        Some(card)
    }

    /// Cells where no agent is added by events (V5).
    pub(super) fn shut(&self) -> CellSet {
        CellSet::filter(|cell| self.table().has_sigil(cell, Vampire::Agnieszka))
    }
}
