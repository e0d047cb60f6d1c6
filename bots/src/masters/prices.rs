//! The worth of a table: tables of numbers that a student can read.

use stoker_engine::masters::{
    Cell, District, Face, Masters, Pips, Reason, Table, Vampire, VampireSheet,
};

/// A bot's prices. A kill is worth about 100.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prices {
    /// By kills of a vampire.
    pub(super) kills: [i32; 10],
    /// By blood of a vampire.
    pub(super) blood: [i32; 7],
    /// By the veil.
    pub(super) veil: [i32; 7],
    /// By the value of a die in the reserve.
    pub(super) dice: [i32; 6],
    /// A dread sigil that is placed.
    pub(super) sigil: i32,
    /// A relic that is held.
    pub(super) relic: i32,
    /// A minion in the city.
    pub(super) minion: i32,
    /// An agent that is missing in the reserve for the next event, in hundredths of the veil that
    /// is lost.
    pub(super) owed: i32,
    /// A guarded cell that the next event can enter, in hundredths of the veil that is lost then.
    pub(super) guarded: i32,
    /// A day district that will apply, in hundredths of what it does.
    pub(super) district: i32,
    /// An agent within reach of a vampire that needs kills: exposed, hidden, in the next cell.
    pub(super) prey: [i32; 3],
    /// An agent more than two in a cell with a vampire, where a combat will be fought by day.
    pub(super) mob: i32,
    /// A cell between a vampire with nine kills and the cell of its sigil, or of the ritual.
    pub(super) way: i32,
    /// A minion that is missing for the ritual.
    pub(super) missing: i32,
    /// An agent in the cell of the ritual.
    pub(super) intruder: i32,
    /// A vampire's turn that is missing until the event deck is empty.
    pub(super) late: i32,
}

/// A game that is won.
pub(super) const WON: i32 = 1_000_000;

impl Prices {
    /// The worth of a table.
    pub(super) fn of(&self, rules: &Masters, table: &Table) -> i32 {
        match table.over {
            Some(Reason::Ritual) => return WON,
            Some(Reason::Veil | Reason::Deck | Reason::Cap) => {
                return i32::from(table.progress()) * 10 - WON;
            }
            None => {}
        }
        let sheets = table.vampires.as_slice();
        let family: i32 = sheets.iter().map(|sheet| self.of_sheet(table, sheet)).sum();
        let dice: i32 = Pips::ALL
            .iter()
            .map(|pips| i32::from(table.dice.count(*pips)) * self.dice[usize::from(pips.get()) - 1])
            .sum();
        let veil = self.veil[usize::from(table.veil.min(6))];
        let threats = self.threats(rules, table) + self.late * turns_missing(table);
        family + dice + veil - threats + self.city(table) + self.finish(table)
    }

    fn of_sheet(&self, table: &Table, sheet: &VampireSheet) -> i32 {
        let kills = usize::from(sheet.kills.min(9));
        let mut worth = self.kills[kills] + self.blood[usize::from(sheet.blood.min(6))];
        worth += self.relic * i32::try_from(sheet.relics.len()).unwrap_or(0);
        if sheet.sigil.is_some() {
            worth += self.sigil;
        }
        let agents = i32::from(table.agents(sheet.at));
        if agents > 0 && !sheet.is_drained() {
            if kills < 9 {
                let exposed = i32::from(table.showing(sheet.at, Face::Exposed));
                worth += self.prey[0] * exposed + self.prey[1] * (agents - exposed);
            }
            worth -= self.mob * (agents - 2).max(0);
        }
        if kills < 9 {
            let near = sheet.at.adjacent().iter().map(|cell| i32::from(table.agents(cell)));
            worth += self.prey[2] * near.max().unwrap_or(0);
        }
        worth
    }

    /// The price of one more point of the veil now.
    fn of_veil(&self, table: &Table) -> i32 {
        let veil = usize::from(table.veil.clamp(1, 6));
        self.veil[veil] - self.veil[veil - 1]
    }

    /// The veil that the next event will cost.
    fn threats(&self, rules: &Masters, table: &Table) -> i32 {
        if table.deck.is_empty() {
            return 0;
        }
        let track = rules.track();
        let numbers = if table.veil >= 4 { track.high } else { track.low };
        let coming = i32::from(numbers.red + numbers.grey[0] + numbers.grey[1]);
        let owed = (coming - i32::from(table.agents_left)).max(0);
        let open = |cell: &Cell| {
            table.is_guarded(*cell)
                && !table.has_sigil(*cell, Vampire::Agnieszka)
                && !table.has_sigil(*cell, Vampire::Nevena)
        };
        let guarded = Cell::ALL.iter().filter(|cell| open(cell)).count();
        let guarded = i32::try_from(guarded).unwrap_or(9);
        self.of_veil(table) * (self.owed * owed + self.guarded * guarded) / 100
    }

    /// Minions, and what the day districts will do.
    fn city(&self, table: &Table) -> i32 {
        let minions: i32 = table.minions.iter().map(|count| i32::from(*count)).sum();
        let mut worth = self.minion * minions;
        for cell in Cell::ALL {
            let minions = i32::from(table.minions_at(cell));
            let obelisk = i32::from(table.obelisk == Some(cell));
            let sigil = if table.is_sigillated(cell) { 20 } else { 0 };
            let more = minions + obelisk + sigil - i32::from(table.agents(cell));
            let does = match table.district(cell) {
                District::Newspaper if more > 0 => self.of_veil(table),
                District::Police if more < 0 => -self.of_veil(table),
                District::Museum if more > 0 && self.can_hold(table) => self.relic,
                District::Church if more < 0 => -10,
                District::Newspaper | District::Police | District::Museum | District::Church => 0,
                District::Railway
                | District::Asylum
                | District::Nightclub
                | District::Slums
                | District::Hospital => 0,
            };
            worth += self.district * does / 100;
        }
        worth
    }

    fn can_hold(&self, table: &Table) -> bool {
        !table.relic_deck.is_empty() && table.vampires.as_slice().iter().any(VampireSheet::has_room)
    }

    /// The way to the sigils and to the ritual.
    fn finish(&self, table: &Table) -> i32 {
        let sheets = table.vampires.as_slice();
        if sheets.iter().all(|sheet| sheet.sigil.is_some()) {
            return Cell::ALL.iter().map(|cell| self.ritual_at(table, *cell)).max().unwrap_or(0);
        }
        let ready = |sheet: &&VampireSheet| sheet.kills >= 9 && sheet.sigil.is_none();
        sheets.iter().filter(ready).map(|sheet| self.sigil_near(table, sheet)).sum()
    }

    fn sigil_near(&self, table: &Table, sheet: &VampireSheet) -> i32 {
        let fit = |cell: &&Cell| !table.is_sigillated(**cell);
        let cells = Cell::ALL.iter().filter(fit).map(|cell| {
            let brings = table.minions_at(sheet.at) > 0 || table.minions_at(*cell) > 0;
            let missing = if brings { 0 } else { self.missing };
            let intruders = self.intruder * i32::from(table.agents(*cell));
            -self.way * distance(sheet.at, *cell) - missing - intruders
        });
        cells.max().unwrap_or(0)
    }

    fn ritual_at(&self, table: &Table, cell: Cell) -> i32 {
        let sheets = table.vampires.as_slice();
        let ways: i32 = sheets.iter().map(|sheet| distance(sheet.at, cell)).sum();
        let players = i32::try_from(sheets.len()).unwrap_or(5);
        let missing = (players - i32::from(table.minions_at(cell))).max(0);
        let agents = i32::from(table.agents(cell));
        -self.way * ways - self.missing * missing - self.intruder * agents
    }
}

/// The turns that the family needs for what is left to do, beyond those that the event deck allows.
/// A vampire makes about two kills in three turns.
fn turns_missing(table: &Table) -> i32 {
    let of = |sheet: &VampireSheet| {
        let kills = i32::from(9_u8.saturating_sub(sheet.kills)) * 3 / 2;
        kills + if sheet.sigil.is_some() { 0 } else { 2 }
    };
    let needed: i32 = table.vampires.as_slice().iter().map(of).sum();
    let players = i32::try_from(table.players()).unwrap_or(5);
    let left = i32::try_from(table.deck.len()).unwrap_or(0) * players;
    (needed + players - left).max(0)
}

/// Steps between two cells.
fn distance(from: Cell, to: Cell) -> i32 {
    let ((a, b), (c, d)) = (from.column_and_row(), to.column_and_row());
    i32::from(a.abs_diff(c) + b.abs_diff(d))
}

/// The `planner`'s: kills, then sigils, then the ritual. Found by trying small changes on some
/// hundred games each, and keeping those that won more, twice.
pub(super) const PLANNER: Prices = Prices {
    kills: [6, 92, 111, 257, 400, 426, 538, 415, 790, 1163],
    blood: [-169, 4, 79, 109, 193, 163, 160],
    veil: [-393, -1, 319, 430, 557, 640, 700],
    dice: [-27, -40, -6, 6, 26, 27],
    sigil: 1443,
    relic: 24,
    minion: 24,
    owed: 160,
    guarded: 35,
    district: 80,
    prey: [41, 30, 0],
    mob: 26,
    way: 38,
    missing: 135,
    intruder: 70,
    late: 16,
};

/// The `survivor`'s: the veil above all.
pub(super) const SURVIVOR: Prices = Prices {
    kills: [0, 40, 80, 90, 100, 110, 120, 130, 140, 150],
    sigil: 0,
    relic: 20,
    way: 0,
    missing: 0,
    intruder: 0,
    late: 0,
    ..PLANNER
};
