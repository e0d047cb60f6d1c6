//! The legal actions of a night turn, in the order of the rules (masters N4 to N15).

use super::Masters;
use super::asked::Time;
use super::cells::{Cell, CellSet, Member};
use super::codes::{District, Effect, Face, Relic, Tonight, Vampire};
use super::legal::Lister;
use super::moves::Move;
use super::table::{MOST_KILLS, MOST_VEIL, Table, VampireSheet};

/// Kills from which a vampire may hunt (N10).
const HUNT_KILLS: u8 = 1;
/// Kills from which a vampire may exchange relics (N11).
const EXCHANGE_KILLS: u8 = 2;
/// Kills from which a vampire may feed wholly (N12).
const WILD_KILLS: u8 = 4;
/// Kills from which a vampire has its dark ability (N13).
pub(super) const DARK_KILLS: u8 = 6;

impl Table {
    /// True if no ability may be used at this time (N9, N13, C6).
    pub(super) fn forbids_abilities(&self, time: Time) -> bool {
        time == Time::Night && self.tonight == Some(Tonight::NoAbility)
    }

    /// The AP of a walk between two cells (N5).
    #[inline]
    pub(super) fn walk_cost(&self, rules: &Masters, from: Cell, to: Cell) -> u8 {
        let blocked = |cell| self.lies(rules, cell, Effect::Blockade);
        let dear = self.tonight == Some(Tonight::Curfew)
            || !self.lying.is_empty() && (blocked(from) || blocked(to));
        if dear { 2 } else { 1 }
    }

    /// The AP of recruiting (N7).
    pub(super) fn recruit_cost(sheet: &VampireSheet) -> u8 {
        if sheet.holds(Relic::Contract) { 1 } else { 2 }
    }
}

impl Lister<'_> {
    pub(super) fn actions(&mut self, seat: Member) {
        let actor = *self.table.sheet(seat);
        self.add(Move::End);
        self.walks(&actor);
        self.basics(&actor);
        self.district(&actor);
        if self.table.tonight != Some(Tonight::NoAbility) {
            self.blood_ability(seat, &actor);
        }
        let hunts = self.has_ap(1) && self.table.tonight != Some(Tonight::NoHunt);
        if hunts && actor.kills >= HUNT_KILLS && actor.is_thirsty() {
            self.add(Move::Hunt);
        }
        if actor.kills >= EXCHANGE_KILLS {
            self.exchanges(seat, &actor);
        }
        if hunts && actor.kills >= WILD_KILLS && actor.is_thirsty() {
            self.add(Move::WildHunt);
        }
        if actor.kills >= DARK_KILLS && self.table.tonight != Some(Tonight::NoAbility) {
            self.dark_ability(&actor);
        }
        actor.relics.iter().for_each(|relic| self.relic(seat, &actor, relic));
        self.last_actions(&actor);
    }

    fn has_ap(&self, ap: u8) -> bool {
        self.table.ap >= ap
    }

    /// Adds the walks to adjacent cells (N5).
    fn walks(&mut self, actor: &VampireSheet) {
        if !self.has_ap(1) {
            return;
        }
        for cell in actor.at.adjacent().iter() {
            if self.has_ap(self.table.walk_cost(self.rules, actor.at, cell)) {
                self.with_minions(actor, cell, Move::Go);
            }
        }
    }

    fn with_minions(&mut self, actor: &VampireSheet, to: Cell, mv: fn(District, u8) -> Move) {
        let to = self.table.district(to);
        (0..=self.table.minions_at(actor.at)).for_each(|minions| self.add(mv(to, minions)));
    }

    /// Adds exposing, fighting and recruiting (N6, N7).
    fn basics(&mut self, actor: &VampireSheet) {
        let table = self.table;
        if self.has_ap(1) && table.showing(actor.at, Face::Hidden) > 0 {
            self.add(Move::Expose);
        }
        if self.has_ap(1) && table.showing(actor.at, Face::Exposed) > 0 {
            self.add(Move::Fight);
        }
        if self.has_ap(Table::recruit_cost(actor)) && table.minions_left > 0 {
            self.add(Move::Recruit);
        }
    }

    /// Adds the uses of the district (N8).
    fn district(&mut self, actor: &VampireSheet) {
        let table = self.table;
        let here = table.district(actor.at);
        if !self.has_ap(self.rules.data().district(here).ap)
            || table.tonight == Some(Tonight::NoDistrict)
        {
            return;
        }
        let useful = match here {
            District::Railway => {
                for cell in Cell::ALL.into_iter().filter(|cell| *cell != actor.at) {
                    self.with_minions(actor, cell, Move::Ride);
                }
                false
            }
            District::Nightclub => actor.is_thirsty(),
            District::Slums => table.minions_left > 0,
            District::Hospital => {
                table.standing(actor.at).any(|member| table.sheet(member).is_thirsty())
            }
            District::Museum
            | District::Asylum
            | District::Newspaper
            | District::Police
            | District::Church => false,
        };
        if useful {
            self.add(Move::Use);
        }
    }

    /// Adds the uses of the blood ability (N9).
    fn blood_ability(&mut self, seat: Member, actor: &VampireSheet) {
        let table = self.table;
        let ability = self.rules.data().vampire(actor.who);
        let minions = table.minions_at(actor.at);
        if actor.blood < ability.blood.max(1) || minions < ability.minions {
            return;
        }
        match actor.who {
            Vampire::Agnieszka => self.lures(actor.at),
            Vampire::Imre => {
                self.thirsty_near(seat, actor.at, Move::Feed);
                let near = actor.at.adjacent().with(actor.at);
                self.reveals(near, Move::Reveal);
            }
            Vampire::Ishtvan | Vampire::Mila if table.agents(actor.at) > 0 => self.add(Move::Blood),
            Vampire::Nevena if !table.deck.is_empty() => self.add(Move::Blood),
            Vampire::Ishtvan | Vampire::Mila | Vampire::Nevena | Vampire::Laszlo => {}
        }
    }

    fn lures(&mut self, here: Cell) {
        for cell in here.adjacent().iter() {
            for face in self.faces(cell) {
                self.add(Move::Lure(self.table.district(cell), face));
            }
        }
        for cell in here.adjacent().iter() {
            for face in self.faces(here) {
                self.add(Move::Send(self.table.district(cell), face));
            }
        }
    }

    /// Other vampires here or in an adjacent cell with less than their most blood.
    fn thirsty_near(&mut self, seat: Member, here: Cell, mv: fn(Vampire) -> Move) {
        let table = self.table;
        let near = here.adjacent().with(here);
        for member in table.members().filter(|member| *member != seat) {
            let other = table.sheet(member);
            if near.contains(other.at) && other.is_thirsty() {
                self.add(mv(other.who));
            }
        }
    }

    /// The cells of these with a hidden agent.
    fn reveals(&mut self, cells: CellSet, mv: fn(District) -> Move) {
        for cell in cells.iter().filter(|cell| self.table.showing(*cell, Face::Hidden) > 0) {
            self.add(mv(self.table.district(cell)));
        }
    }

    /// Adds the exchanges of relics (N11).
    fn exchanges(&mut self, seat: Member, actor: &VampireSheet) {
        let table = self.table;
        let others = || table.standing(actor.at).filter(move |member| *member != seat);
        let free = |relic: &Relic| !table.changed.contains(*relic);
        for relic in actor.relics.iter().filter(free) {
            for other in others().filter(|member| table.sheet(*member).has_room()) {
                self.add(Move::Give(relic, table.sheet(other).who));
            }
        }
        for other in others().filter(|_| actor.has_room()) {
            let other = table.sheet(other);
            other
                .relics
                .iter()
                .filter(free)
                .for_each(|relic| self.add(Move::Take(relic, other.who)));
        }
        for own in actor.relics.iter().filter(free) {
            for other in others() {
                let other = table.sheet(other);
                for relic in other.relics.iter().filter(free) {
                    self.add(Move::Swap(own, relic, other.who));
                }
            }
        }
    }

    /// Adds the uses of the dark ability (N13).
    fn dark_ability(&mut self, actor: &VampireSheet) {
        let table = self.table;
        let has_agents = |cell: &Cell| table.agents(*cell) > 0;
        let useful = match actor.who {
            Vampire::Agnieszka => {
                for cell in actor.at.adjacent().iter().filter(has_agents) {
                    self.add(Move::LureAll(table.district(cell)));
                }
                if has_agents(&actor.at) {
                    self.cells(actor.at.adjacent(), Move::SendAll);
                }
                false
            }
            Vampire::Imre => table.vampires.as_slice().iter().any(VampireSheet::is_thirsty),
            Vampire::Ishtvan => true,
            Vampire::Laszlo => false,
            Vampire::Mila => has_agents(&actor.at),
            Vampire::Nevena => !table.deck.is_empty(),
        };
        if useful {
            self.add(Move::Dark);
        }
    }

    /// Adds the uses of a relic (N14).
    fn relic(&mut self, seat: Member, actor: &VampireSheet, relic: Relic) {
        let table = self.table;
        match relic {
            Relic::Timepiece if !table.timepiece => self.add(Move::Relic(relic)),
            Relic::Urn | Relic::Obelisk if self.has_ap(1) => self.add(Move::Relic(relic)),
            Relic::Mirror if self.has_ap(1) && table.veil < MOST_VEIL => {
                self.add(Move::Relic(relic));
            }
            Relic::Whistle if self.has_ap(1) => {
                self.reveals(actor.at.adjacent(), |place| Move::RelicAt(Relic::Whistle, place));
            }
            Relic::Cloak => {
                let elsewhere = CellSet::filter(|cell| cell != actor.at);
                self.cells(elsewhere, |place| Move::RelicAt(Relic::Cloak, place));
            }
            Relic::Knucklebone => {
                table.dice.values().for_each(|pips| self.add(Move::RelicDie(pips)));
            }
            Relic::Letter => {
                let exposed = CellSet::filter(|cell| table.showing(cell, Face::Exposed) > 0);
                self.cells(exposed, |place| Move::RelicAt(Relic::Letter, place));
            }
            Relic::Chalice if self.has_ap(1) => {
                self.thirsty_near(seat, actor.at, Move::RelicFor);
            }
            Relic::Timepiece
            | Relic::Urn
            | Relic::Obelisk
            | Relic::Mirror
            | Relic::Whistle
            | Relic::Chalice
            | Relic::PristineBlood
            | Relic::Contract
            | Relic::Ring
            | Relic::Armour => {}
        }
    }

    /// Adds the dread sigil and the ritual (N15).
    fn last_actions(&mut self, actor: &VampireSheet) {
        let (table, here) = (self.table, actor.at);
        if actor.kills < MOST_KILLS || !self.has_ap(1) || table.agents(here) > 0 {
            return;
        }
        let minions = usize::from(table.minions_at(here));
        if actor.sigil.is_none() && !table.is_sigillated(here) && minions > 0 {
            self.add(Move::Sigillate);
        }
        let ready = |sheet: &VampireSheet| sheet.sigil.is_some() && sheet.at == here;
        if table.vampires.as_slice().iter().all(ready) && minions >= table.players() {
            self.add(Move::Ritual);
        }
    }
}
