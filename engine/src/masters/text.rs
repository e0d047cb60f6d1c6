//! The texts of event cards (masters V9, V10).

use std::ops::ControlFlow::Continue;

use super::asked::{AgentFor, AtFor, Question, Task, WhoFor};
use super::cards::{EventCard, Pips};
use super::cells::{Cell, CellSet};
use super::codes::{Effect, Tonight};
use super::moves::Move;
use super::step::{Adjudicator, Flow};
use super::told::Told;

impl Adjudicator<'_> {
    /// V9. The arms are in the order of the rules, and one line or two each.
    pub(super) fn text(&mut self, card: EventCard) -> Flow {
        let row = *self.rules.data().event(card);
        let (leader, here) = (self.leader(), self.leaders_cell());
        match row.effect {
            Effect::None => {}
            Effect::Veil => self.owe(row.number),
            Effect::VeilUp => self.rise(),
            Effect::Relic => return self.draw_relic(),
            Effect::Curse => self.curse(),
            Effect::Blessed => return self.ask(leader, Question::Who(WhoFor::Blessed)),
            Effect::Crusade => self.push(Task::AddEach(self.deserted())),
            Effect::MinionAdd => {
                let table = self.table();
                let cells = CellSet::filter(|cell| table.minions_at(cell) > 0);
                self.add_to(cells);
            }
            Effect::VampireAdd => {
                let table = self.table();
                let cells = CellSet::filter(|cell| table.fighters(cell).next().is_some());
                self.add_to(cells);
            }
            Effect::LeaderAdd => self.push(Task::Add(here, row.number)),
            Effect::LeaderLose => self.lose_blood(leader, row.number),
            Effect::AllLose => {
                for member in self.table().members() {
                    self.lose_blood(member, 1);
                }
            }
            Effect::Gather => self.push(Task::Gather(row.number)),
            Effect::Minion => self.push(Task::Minions(row.number)),
            Effect::Turn => return self.ask(leader, Question::At(AtFor::Turn)),
            Effect::Convert => return self.ask(leader, Question::Agent(AgentFor::Convert)),
            Effect::ExposeOne => return self.ask(leader, Question::At(AtFor::Expose)),
            Effect::ExposeAll => Cell::ALL.into_iter().for_each(|cell| self.expose(cell)),
            Effect::Hide => self.hide(),
            Effect::Reroll => {
                let count = std::mem::take(&mut self.at.table.dice).len();
                self.roll(count);
            }
            Effect::DiceUp => self.change_dice(|pips| pips.raised(1)),
            Effect::DiceDown => self.change_dice(Pips::lowered),
            Effect::Combat => self.push(Task::DayCombat(here)),
            Effect::Gift => return self.ask(leader, Question::Who(WhoFor::Gift)),
            Effect::NoHunt => self.set_night(Tonight::NoHunt),
            Effect::Curfew => self.set_night(Tonight::Curfew),
            Effect::ShortNight => self.set_night(Tonight::ShortNight),
            Effect::LongNight => self.set_night(Tonight::LongNight),
            Effect::NoAbility => self.set_night(Tonight::NoAbility),
            Effect::NoDistrict => self.set_night(Tonight::NoDistrict),
            Effect::Blockade | Effect::Watch => self.lay(card, row.red),
        }
        Continue(())
    }

    fn curse(&mut self) {
        let leader = self.leader();
        self.at.table.curse = Some(leader);
        self.tell(Told::Cursed(leader));
        if self.table().sheet(leader).is_drained() {
            self.lift_curse(leader);
        } else {
            self.lose_blood(leader, 1);
        }
    }

    /// V6: cells with the sigil of Agnieszka are left out beforehand.
    fn add_to(&mut self, cells: CellSet) {
        let shut = self.shut();
        self.push(Task::AddEach(CellSet::filter(|c| cells.contains(c) && !shut.contains(c))));
    }

    /// `CRUSADE`: neither sigil, agents, minions nor vampires.
    fn deserted(&self) -> CellSet {
        let table = self.table();
        CellSet::filter(|cell| {
            !table.is_sigillated(cell)
                && table.agents(cell) == 0
                && table.minions_at(cell) == 0
                && table.standing(cell).next().is_none()
        })
    }

    fn hide(&mut self) {
        let table = &mut self.at.table;
        for cell in Cell::ALL {
            let exposed = std::mem::take(&mut table.exposed[cell.index()]);
            table.hidden[cell.index()] += exposed;
        }
    }

    fn change_dice(&mut self, change: impl Fn(Pips) -> Pips) {
        let dice = std::mem::take(&mut self.at.table.dice);
        dice.iter().for_each(|pips| self.at.table.dice.add(change(pips)));
    }

    fn set_night(&mut self, change: Tonight) {
        self.at.table.tonight = Some(change);
        self.tell(Told::Tonight(change));
    }

    /// An event card lies in a cell from now on (V10).
    fn lay(&mut self, card: EventCard, cell: Cell) {
        self.at.table.lying.push((card, cell));
        self.tell(Told::Laid(card, cell));
        self.clear_lying(cell);
    }

    /// `GATHER`: this many times.
    pub(super) fn gather(&mut self, count: u8) -> Flow {
        let Some(more) = count.checked_sub(1) else { return Continue(()) };
        let to = AgentFor::Gather(self.leaders_cell(), more);
        self.ask(self.leader(), Question::Agent(to))
    }

    /// `MINION`: this many times.
    pub(super) fn lose_minions(&mut self, count: u8) -> Flow {
        let Some(more) = count.checked_sub(1) else { return Continue(()) };
        self.ask(self.leader(), Question::At(AtFor::Minion(more)))
    }

    /// A cell was picked.
    pub(super) fn cell_picked(&mut self, purpose: AtFor, mv: Move) -> Flow {
        let Move::At(district) = mv else { return Continue(()) };
        let cell = self.table().cell(district);
        match purpose {
            AtFor::Minion(more) => {
                self.remove_minions(cell, 1);
                self.push(Task::Minions(more));
            }
            AtFor::Turn => {
                self.remove_minions(cell, 1);
                self.push(Task::Add(cell, 1));
            }
            AtFor::Expose => self.expose(cell),
            AtFor::Add(cells) => return self.add_one(cells, cell),
        }
        Continue(())
    }

    /// A vampire was picked.
    pub(super) fn vampire_picked(&mut self, purpose: WhoFor, mv: Move) -> Flow {
        let Move::Who(vampire) = mv else { return Continue(()) };
        let Some(member) = self.table().member(vampire) else { return Continue(()) };
        match purpose {
            WhoFor::Relic(relic) => return self.get_relic(member, relic),
            WhoFor::Blessed => {
                let cell = self.table().sheet(member).at;
                self.push(Task::DayCombat(cell));
                return self.ask(self.leader(), Question::Agent(AgentFor::Blessed(cell)));
            }
            WhoFor::Gift => self.gain_blood(member, 1),
            WhoFor::First(cell) => return self.begin_combat(cell, member, super::asked::Time::Day),
            WhoFor::Next => self.take_over(member),
        }
        Continue(())
    }
}
