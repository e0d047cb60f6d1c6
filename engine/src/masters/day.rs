//! The day: districts and the event's agents (masters E, V1 to V8).

use std::ops::ControlFlow::Continue;

use super::Masters;
use super::asked::{AgentFor, AtFor, Question, Task, WhoFor};
use super::cards::EventCard;
use super::cells::{Cell, CellSet, Member};
use super::codes::{District, Effect, Face, Relic, Vampire};
use super::data::Condition;
use super::moves::Move;
use super::step::{Adjudicator, Flow};
use super::table::{Reason, Table};
use super::told::Told;

/// V2: the lowest veil at which the track's numbers for a high veil hold.
const HIGH_VEIL: u8 = 4;

impl Table {
    /// E1, E2: true if the day district of a cell applies.
    pub(super) fn applies(&self, rules: &Masters, cell: Cell) -> bool {
        let Some(condition) = rules.data().district(self.district(cell)).condition else {
            return false;
        };
        let sigillated = self.is_sigillated(cell);
        let minions = self.minions_at(cell).saturating_add(u8::from(self.obelisk == Some(cell)));
        match condition {
            Condition::Minions => sigillated || minions > self.agents(cell),
            Condition::Agents => !sigillated && self.agents(cell) > minions,
        }
    }
}

impl Adjudicator<'_> {
    /// Begins a round: the lead passes on (G3, T3).
    pub(super) fn begin_round(&mut self) {
        let table = &mut self.at.table;
        if table.round > 0 {
            let players = u8::try_from(table.players()).unwrap_or(1);
            table.leader = table.leader.after(1, players);
        }
        table.round = table.round.saturating_add(1);
        table.tonight = None;
        table.timepiece = false;
        let round = table.round;
        self.tell(Told::Dawn(round));
        self.push(Task::Districts(CellSet::EMPTY));
    }

    /// E3: of the districts resolved in this round, the cells.
    pub(super) fn day_districts(&mut self, resolved: CellSet) -> Flow {
        let (table, rules) = (self.table(), self.rules);
        let due = CellSet::filter(|cell| !resolved.contains(cell) && table.applies(rules, cell));
        if due.is_empty() {
            self.push(Task::Event);
            return Continue(());
        }
        self.push(Task::Districts(resolved));
        self.ask(self.leader(), Question::District(due))
    }

    /// The day effect of a district that the leader has picked (E4).
    pub(super) fn resolve_district(&mut self, _due: CellSet, mv: Move) -> Flow {
        let Move::Resolve(district) = mv else { return Continue(()) };
        let cell = self.table().cell(district);
        if let Some(Task::Districts(resolved)) = self.at.table.tasks.as_mut_slice().last_mut() {
            *resolved = resolved.with(cell);
        }
        self.tell(Told::District(district));
        match district {
            District::Museum => return self.draw_relic(),
            District::Asylum => {
                return self.ask(self.leader(), Question::Agent(AgentFor::Asylum(cell)));
            }
            District::Newspaper => self.rise(),
            District::Police => return self.fall(1),
            District::Church => self.place_agents(cell, self.table().agents_left.min(1)),
            District::Railway | District::Nightclub | District::Slums | District::Hospital => {}
        }
        Continue(())
    }

    /// Draws a relic, if a vampire has a slot for one (E6).
    pub(super) fn draw_relic(&mut self) -> Flow {
        let room = self.table().vampires.as_slice().iter().any(|sheet| sheet.slots() > 0);
        if !room {
            return Continue(());
        }
        let Some(relic) = self.at.relics.remove(0) else { return Continue(()) };
        self.at.table.relic_deck.remove(relic);
        self.at.table.tally.relics += 1;
        self.tell(Told::Relic(relic));
        self.ask(self.leader(), Question::Who(WhoFor::Relic(relic)))
    }

    /// A vampire gets a relic, and discards one if it has too many (E6).
    pub(super) fn get_relic(&mut self, member: Member, relic: Relic) -> Flow {
        self.tell(Told::Holds(member, relic));
        let sheet = self.sheet(member);
        sheet.relics.push(relic);
        if sheet.relics.len() > sheet.slots() {
            return self.ask(member, Question::Discard(member));
        }
        Continue(())
    }

    /// A vampire discards a relic (E6).
    pub(super) fn discard(&mut self, member: Member, mv: Move) -> Flow {
        if let Move::Discard(relic) = mv {
            self.give_up(member, relic);
        }
        Continue(())
    }

    /// Draws an event and begins it (V1 to V3).
    pub(super) fn event(&mut self) -> Flow {
        if let Some(bearer) = self.table().curse {
            self.lose_blood(bearer, 1);
        }
        self.watched()?;
        let Some(card) = self.draw_event() else { return self.end(Reason::Deck) };
        let track = self.rules.track();
        let numbers = if self.table().veil >= HIGH_VEIL { track.high } else { track.low };
        let [first, second] = numbers.grey;
        self.push(Task::Hunt(CellSet::EMPTY));
        self.push(Task::Pay);
        self.push(Task::Text(card));
        self.push(Task::Grey(card, first, second));
        self.push(Task::Add(self.rules.data().event(card).red, numbers.red));
        Continue(())
    }

    /// V1: the veil falls by the number of cards that watch.
    fn watched(&mut self) -> Flow {
        let (rules, lying) = (self.rules, self.table().lying);
        let watches = |card: EventCard| rules.data().event(card).effect == Effect::Watch;
        let count = lying.iter().filter(|(card, _)| watches(*card)).count();
        match u8::try_from(count).unwrap_or(u8::MAX) {
            0 => Continue(()),
            count => self.fall(count),
        }
    }

    /// Adds agents to the two grey cells; the leader may have to pick the first (V3).
    pub(super) fn grey(&mut self, card: EventCard, first: u8, second: u8) -> Flow {
        let left = self.table().agents_left;
        if first != second || left > 0 && left < first.saturating_add(second) {
            return self.ask(self.leader(), Question::Grey(card, first, second));
        }
        let [low, high] = self.rules.data().event(card).grey;
        self.push(Task::Add(high, second));
        self.push(Task::Add(low, first));
        Continue(())
    }

    /// Adds agents to the grey cells in the order picked (V3).
    pub(super) fn grey_picked(&mut self, card: EventCard, first: u8, second: u8, mv: Move) -> Flow {
        let Move::Grey(district) = mv else { return Continue(()) };
        let [low, high] = self.rules.data().event(card).grey;
        let picked = self.table().cell(district);
        let other = if picked == low { high } else { low };
        self.push(Task::Add(other, second));
        self.push(Task::Add(picked, first));
        Continue(())
    }

    /// Adds agents of an event to a cell, or asks how many go to the urn (V5).
    pub(super) fn add_agents(&mut self, cell: Cell, count: u8) -> Flow {
        if count == 0 || self.table().has_sigil(cell, Vampire::Agnieszka) {
            return Continue(());
        }
        let added = count.min(self.table().agents_left);
        let owed = count - added;
        let urn = self.table().urn.filter(|urn| *urn != cell);
        let urn = urn.filter(|urn| !self.table().has_sigil(*urn, Vampire::Agnieszka));
        if added > 0 && urn.is_some() {
            return self.ask(self.leader(), Question::Urn(cell, added, owed));
        }
        self.enter(cell, added);
        self.owe(owed);
        Continue(())
    }

    /// Divides the agents between a cell and the urn (V5).
    pub(super) fn urn_picked(&mut self, cell: Cell, count: u8, owed: u8, mv: Move) -> Flow {
        let (Move::Urn(there), Some(urn)) = (mv, self.table().urn) else { return Continue(()) };
        self.enter(cell, count.saturating_sub(there));
        self.enter(urn, there.min(count));
        self.owe(owed);
        Continue(())
    }

    /// V5, V7: agents of the reserve enter a cell.
    fn enter(&mut self, cell: Cell, count: u8) {
        self.place_agents(cell, count);
        if count > 0 {
            self.mark(cell);
        }
    }

    /// Marks a guarded cell that agents have entered (V7).
    pub(super) fn mark(&mut self, cell: Cell) {
        let table = &mut self.at.table;
        if table.is_guarded(cell) && !table.has_sigil(cell, Vampire::Nevena) {
            table.marked = table.marked.with(cell);
        }
    }

    pub(super) fn owe(&mut self, count: u8) {
        self.at.table.owed = self.at.table.owed.saturating_add(count);
    }

    /// Adds an agent to each of several cells (V6).
    pub(super) fn add_each(&mut self, cells: CellSet) -> Flow {
        let Some(lowest) = cells.first() else { return Continue(()) };
        let (left, count) = (u32::from(self.table().agents_left), cells.len());
        if left == 0 {
            self.owe(u8::try_from(count).unwrap_or(u8::MAX));
            return Continue(());
        }
        if left < count {
            return self.ask(self.leader(), Question::At(AtFor::Add(cells)));
        }
        self.add_one(cells, lowest)
    }

    /// V6: of these cells, this is the next.
    pub(super) fn add_one(&mut self, cells: CellSet, next: Cell) -> Flow {
        self.push(Task::AddEach(cells.without(next)));
        self.push(Task::Add(next, 1));
        Continue(())
    }

    /// The veil falls by what the event owes (V4).
    pub(super) fn pay(&mut self) -> Flow {
        let table = &mut self.at.table;
        let marked = u8::try_from(std::mem::take(&mut table.marked).len()).unwrap_or(u8::MAX);
        let owed = std::mem::take(&mut table.owed).saturating_add(marked);
        if owed > 0 { self.fall(owed) } else { Continue(()) }
    }

    /// An agent that was picked moves, or is replaced.
    pub(super) fn agent_picked(&mut self, purpose: AgentFor, mv: Move) -> Flow {
        let Move::Agent(district, face) = mv else { return Continue(()) };
        let from = self.table().cell(district);
        match purpose {
            AgentFor::Asylum(to) => self.move_agent(from, to, face),
            AgentFor::Blessed(to) => self.move_marked(from, to, face),
            AgentFor::Gather(to, more) => {
                self.move_marked(from, to, face);
                self.push(Task::Gather(more));
            }
            AgentFor::Convert => {
                self.remove_agent(from, face);
                self.place_minions(from, 1);
            }
        }
        Continue(())
    }

    /// V7: an event's text moves an agent.
    fn move_marked(&mut self, from: Cell, to: Cell, face: Face) {
        self.move_agent(from, to, face);
        self.mark(to);
    }
}
