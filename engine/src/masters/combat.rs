//! The agents' hunt and combat (masters H, C).

use std::ops::ControlFlow::Continue;

use super::asked::{Combat, Question, Task, Time, WhoFor};
use super::cards::Pips;
use super::cells::{Cell, CellSet, Member};
use super::codes::{Face, Relic, Vampire};
use super::moves::Move;
use super::step::{Adjudicator, Flow};
use super::told::Told;

/// S6: dice of the reserve for each vampire.
pub(super) const DICE_EACH: u8 = 2;
/// C6: pips that sleight of hand adds.
const SLEIGHT: u8 = 2;

impl Adjudicator<'_> {
    /// H1: of the cells, those where a combat was fought in this step.
    pub(super) fn hunt(&mut self, done: CellSet) -> Flow {
        if self.table().hunted(done).is_empty() {
            self.push(Task::Night);
            return Continue(());
        }
        self.ask(self.leader(), Question::Combat(done))
    }

    pub(super) fn hunt_picked(&mut self, done: CellSet, mv: Move) -> Flow {
        let Move::Combat(district) = mv else { return Continue(()) };
        let cell = self.table().cell(district);
        self.push(Task::Hunt(done.with(cell)));
        self.push(Task::DayCombat(cell));
        Continue(())
    }

    /// A combat by day: the leader picks the first fighter (H2).
    pub(super) fn day_combat(&mut self, cell: Cell) -> Flow {
        self.expose(cell);
        if self.table().agents(cell) == 0 {
            return Continue(());
        }
        self.ask(self.leader(), Question::Who(WhoFor::First(cell)))
    }

    /// Begins a combat, and asks how many minions are spent (C1, C2).
    pub(super) fn begin_combat(&mut self, cell: Cell, first: Member, time: Time) -> Flow {
        let table = &mut self.at.table;
        table.tally.combats += 1;
        table.combat =
            Some(Combat { cell, time, first, fighter: first, dice: 0, value: None, armour: false });
        self.tell(Told::Combat(cell));
        self.ask(first, Question::Minions)
    }

    fn combat(&mut self) -> Option<&mut Combat> {
        self.at.table.combat.as_mut()
    }

    /// Removes the minions that are spent, and fixes the number of dice (C2, C3).
    pub(super) fn minions_spent(&mut self, mv: Move) -> Flow {
        let (Move::Minions(spent), Some(combat)) = (mv, self.at.table.combat) else {
            return Continue(());
        };
        self.remove_minions(combat.cell, spent);
        for _ in 0..spent {
            self.remove_agent(combat.cell, Face::Exposed);
        }
        self.gain_kills(combat.first, spent);
        let dice = self.table().showing(combat.cell, Face::Exposed);
        if let Some(combat) = self.combat() {
            combat.dice = dice;
        }
        self.push(Task::Strike);
        Continue(())
    }

    /// Goes on with the next die; another vampire takes over from a drained fighter (C3, C4).
    pub(super) fn strike(&mut self) -> Flow {
        let Some(combat) = self.at.table.combat else { return Continue(()) };
        if combat.dice == 0 {
            self.at.table.combat = None;
            return Continue(());
        }
        if !self.table().sheet(combat.fighter).is_drained() {
            self.push(Task::Pick);
            return Continue(());
        }
        if self.table().fighters(combat.cell).next().is_none() {
            self.at.table.combat = None;
            return Continue(());
        }
        let seat = match combat.time {
            Time::Day => self.leader(),
            Time::Night => combat.first,
        };
        self.ask(seat, Question::Who(WhoFor::Next))
    }

    /// Another vampire takes the combat over (C4).
    pub(super) fn take_over(&mut self, member: Member) {
        if let Some(combat) = self.combat() {
            combat.fighter = member;
        }
        self.push(Task::Pick);
    }

    /// The next die: picked by night, the lowest by day (C5).
    pub(super) fn pick(&mut self) -> Flow {
        let Some(combat) = self.at.table.combat else { return Continue(()) };
        let lowest = self.table().dice.values().next();
        match (combat.time, lowest) {
            (Time::Night, _) => self.ask(combat.fighter, Question::Die),
            (Time::Day, Some(lowest)) => self.use_die(lowest),
            (Time::Day, None) => Continue(()),
        }
    }

    pub(super) fn die_picked(&mut self, mv: Move) -> Flow {
        let Move::Die(pips) = mv else { return Continue(()) };
        self.use_die(pips)
    }

    /// Takes a die from the reserve and raises its value where a sigil or a relic says so (C5).
    fn use_die(&mut self, pips: Pips) -> Flow {
        let Some(combat) = self.at.table.combat else { return Continue(()) };
        let table = &mut self.at.table;
        table.dice.take(pips);
        let sigil = table.has_sigil(combat.cell, Vampire::Laszlo);
        let ring = combat.time == Time::Night && table.sheet(combat.fighter).holds(Relic::Ring);
        let value = pips.raised(u8::from(sigil) + u8::from(ring));
        if let Some(combat) = self.combat() {
            combat.dice -= 1;
            combat.value = Some(value);
        }
        self.push(Task::Change);
        Continue(())
    }

    /// Asks Laszlo for a change of the die (C6).
    pub(super) fn change(&mut self) -> Flow {
        let Some(combat) = self.at.table.combat else { return Continue(()) };
        let laszlo = self.table().sheet(combat.fighter).who == Vampire::Laszlo;
        if laszlo && combat.value < Some(Pips::SIX) {
            return self.ask(combat.fighter, Question::Change);
        }
        self.count_die();
        Continue(())
    }

    /// Changes the die, or keeps it (C6).
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other moves answer other questions")]
    pub(super) fn change_picked(&mut self, seat: Member, mv: Move) -> Flow {
        let ability = self.rules.data().vampire(Vampire::Laszlo);
        let value = self.at.table.combat.and_then(|combat| combat.value).unwrap_or(Pips::SIX);
        let changed = match mv {
            Move::Blood => {
                self.lose_blood(seat, ability.blood);
                value.raised(SLEIGHT)
            }
            Move::Dark => {
                self.fall(ability.veil)?;
                Pips::SIX
            }
            _ => {
                self.count_die();
                return Continue(());
            }
        };
        if let Some(combat) = self.combat() {
            combat.value = Some(changed);
        }
        self.push(Task::Change);
        Continue(())
    }

    /// Counts the die: a kill, a loss of blood, or both (C7).
    fn count_die(&mut self) {
        let Some(combat) = self.at.table.combat else { return };
        let Some(value) = combat.value else { return };
        self.tell(Told::Used(combat.fighter, value));
        if value.kills() {
            self.remove_agent(combat.cell, Face::Exposed);
            self.gain_kills(combat.fighter, 1);
        }
        if value.costs_blood() {
            self.bleed_in_combat(combat);
        }
        if let Some(combat) = self.combat() {
            combat.value = None;
        }
        if self.table().dice.is_empty() {
            let players = u8::try_from(self.table().players()).unwrap_or(0);
            self.roll(DICE_EACH * players);
        }
        self.push(Task::Strike);
    }

    /// C7: the armour saves its holder from the first loss of a combat by night.
    fn bleed_in_combat(&mut self, combat: Combat) {
        let sheet = self.table().sheet(combat.fighter);
        let armoured = combat.time == Time::Night && !combat.armour && sheet.holds(Relic::Armour);
        if armoured && !sheet.is_drained() {
            if let Some(combat) = self.combat() {
                combat.armour = true;
            }
        } else {
            self.lose_blood(combat.fighter, 1);
        }
    }
}
