//! The night: turns and actions (masters N).

use std::ops::ControlFlow::Continue;

use super::asked::{Question, Task, Time};
use super::cells::{Cell, Member};
use super::codes::{District, RelicSet, Tonight, Vampire};
use super::moves::Move;
use super::step::{Adjudicator, Flow};
use super::table::{Reason, Table};
use super::told::Told;

/// Action points of a turn (N4).
const AP: u8 = 2;
/// N8: blood that the nightclub gives.
const CLUB_BLOOD: u8 = 2;
/// N8: minions that the slums give.
const SLUM_MINIONS: u8 = 2;

/// The AP with which a turn begins (N4).
pub(super) const fn turn_ap(tonight: Option<Tonight>) -> u8 {
    match tonight {
        Some(Tonight::ShortNight) => AP - 1,
        Some(Tonight::LongNight) => AP + 1,
        Some(_) | None => AP,
    }
}

impl Adjudicator<'_> {
    /// Begins the night with the effects of dread sigils (N1).
    pub(super) fn begin_night(&mut self) {
        for cell in Cell::ALL {
            if self.table().has_sigil(cell, Vampire::Imre) {
                self.feed_all_at(cell);
            }
            if self.table().has_sigil(cell, Vampire::Ishtvan) {
                self.place_minions(cell, 1);
            }
            if self.table().has_sigil(cell, Vampire::Mila) {
                self.expose(cell);
            }
        }
        self.push(Task::Turn(0));
    }

    /// Every vampire on a cell gains 1 blood.
    fn feed_all_at(&mut self, cell: Cell) {
        for member in self.table().members() {
            if self.table().sheet(member).at == cell {
                self.gain_blood(member, 1);
            }
        }
    }

    /// N2 to N4, or N17.
    pub(super) fn begin_turn(&mut self, number: u8) -> Flow {
        let table = &mut self.at.table;
        let players = u8::try_from(table.players()).unwrap_or(0);
        if number >= players {
            self.push(Task::Dawn);
            return Continue(());
        }
        let member = table.leader.after(number, players);
        table.actor = Some(member);
        self.push(Task::Turn(number + 1));
        self.tell(Told::Turn(member));
        if self.table().sheet(member).is_drained() {
            self.gain_blood(member, 1);
            self.fall(1)?;
        }
        let table = &mut self.at.table;
        table.ap = turn_ap(table.tonight);
        self.push(Task::Action);
        Continue(())
    }

    /// Asks the actor for an action, or ends its turn (N4).
    pub(super) fn next_action(&mut self) -> Flow {
        match self.table().actor {
            Some(actor) if !self.table().sheet(actor).is_drained() => {
                self.ask(actor, Question::Action)
            }
            _ => {
                self.end_turn();
                Continue(())
            }
        }
    }

    fn end_turn(&mut self) {
        let table = &mut self.at.table;
        table.actor = None;
        table.ap = 0;
        table.changed = RelicSet::default();
    }

    fn pay_ap(&mut self, ap: u8) {
        self.at.table.ap = self.at.table.ap.saturating_sub(ap);
    }

    /// An action of a night turn.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other moves answer other questions")]
    pub(super) fn act(&mut self, actor: Member, mv: Move) -> Flow {
        if mv == Move::End {
            self.end_turn();
            return Continue(());
        }
        self.push(Task::Action);
        let here = self.table().sheet(actor).at;
        match mv {
            Move::Go(district, minions) => {
                let to = self.table().cell(district);
                self.pay_ap(self.table().walk_cost(self.rules, here, to));
                self.travel(actor, to, minions);
            }
            Move::Ride(district, minions) => {
                self.pay_ap(self.rules.data().district(District::Railway).ap);
                self.travel(actor, self.table().cell(district), minions);
            }
            Move::Expose => {
                self.pay_ap(1);
                self.expose(here);
            }
            Move::Fight => {
                self.pay_ap(1);
                return self.begin_combat(here, actor, Time::Night);
            }
            Move::Recruit => {
                self.pay_ap(Table::recruit_cost(self.table().sheet(actor)));
                self.place_minions(here, 1);
                self.rise();
            }
            Move::Use => self.use_district(actor, here),
            Move::Hunt => {
                self.pay_ap(1);
                self.gain_blood(actor, 1);
            }
            Move::WildHunt => {
                self.pay_ap(1);
                self.gain_blood(actor, u8::MAX);
                return self.fall(1);
            }
            Move::Sigillate => {
                self.pay_ap(1);
                self.remove_minions(here, 1);
                self.sheet(actor).sigil = Some(here);
            }
            Move::Ritual => {
                self.pay_ap(1);
                return self.end(Reason::Ritual);
            }
            _ => return self.use_ability(actor, here, mv),
        }
        Continue(())
    }

    /// A vampire goes to a cell, with this many minions of its own.
    fn travel(&mut self, actor: Member, to: Cell, minions: u8) {
        let from = self.table().sheet(actor).at;
        self.sheet(actor).at = to;
        let table = &mut self.at.table;
        table.minions[from.index()] -= minions;
        table.minions[to.index()] += minions;
    }

    /// The use of a district at night (N8).
    fn use_district(&mut self, actor: Member, here: Cell) {
        let district = self.table().district(here);
        self.pay_ap(self.rules.data().district(district).ap);
        match district {
            District::Nightclub => self.gain_blood(actor, CLUB_BLOOD),
            District::Slums => self.place_minions(here, SLUM_MINIONS),
            District::Hospital => self.feed_all_at(here),
            District::Railway
            | District::Museum
            | District::Asylum
            | District::Newspaper
            | District::Police
            | District::Church => {}
        }
    }
}
