//! Everything that all can see: the city, the vampires, and what is going on.

use serde::{Deserialize, Serialize};

use super::Masters;
use super::asked::{Combat, OpenQuestion, Task};
use super::cards::{CardSet, Dice, EventCard, InDeck, MOST_EVENTS};
use super::cells::{CELLS, Cell, CellSet, MOST_PLAYERS, Member};
use super::codes::{District, Effect, Face, Relic, RelicSet, Tonight, Vampire};
use super::list::List;

/// Tasks that can wait at one moment.
const MOST_TASKS: usize = 12;

/// Everything that all can see (K1). It has no part on the heap: searches copy it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The round, from 1 (G3).
    pub round: u16,
    /// The leader (G2).
    pub leader: Member,
    /// The veil (S5).
    pub veil: u8,
    /// The fall of the veil that is owed at the end of the event, without marked cells (V4).
    pub owed: u8,
    /// The marked cells (V7).
    pub marked: CellSet,
    /// The event deck as it is known, the top first.
    pub deck: List<InDeck, MOST_EVENTS>,
    /// The event cards that have been seen.
    pub seen: CardSet,
    /// The relics in the deck; their order is not known.
    pub relic_deck: RelicSet,
    /// The dice reserve (S6).
    pub dice: Dice,
    /// Agents in reserve.
    pub agents_left: u8,
    /// Minions in reserve.
    pub minions_left: u8,
    /// The district of each cell (S1).
    pub city: [District; CELLS],
    /// The hidden agents of each cell.
    pub hidden: [u8; CELLS],
    /// The exposed agents of each cell.
    pub exposed: [u8; CELLS],
    /// The minions of each cell.
    pub minions: [u8; CELLS],
    /// The vampires, by seat.
    pub vampires: List<VampireSheet, MOST_PLAYERS>,
    /// The cell of the urn, once it is placed (N14).
    pub urn: Option<Cell>,
    /// The cell of the obelisk, once it is placed (N14).
    pub obelisk: Option<Cell>,
    /// The bearer of the Curse (V10).
    pub curse: Option<Member>,
    /// The event cards that lie in the city, with their cells, in the order laid (V10).
    pub lying: List<(EventCard, Cell), MOST_EVENTS>,
    /// The change of this round's night.
    pub tonight: Option<Tonight>,
    /// True if the timepiece was used this round (N14).
    pub timepiece: bool,
    /// The vampire whose night turn it is (N2).
    pub actor: Option<Member>,
    /// The actor's action points (N4).
    pub ap: u8,
    /// The relics that changed hands in this turn (N11).
    pub changed: RelicSet,
    /// The combat in progress (C).
    pub combat: Option<Combat>,
    /// The question that is asked; none if the game is over.
    pub asked: Option<OpenQuestion>,
    /// The parts of the rules that are to be carried out after it, the next one last.
    pub tasks: List<Task, MOST_TASKS>,
    /// The ending.
    pub over: Option<Reason>,
    /// The decisions made (D5).
    pub decisions: u16,
    /// The counts that facts report (R2).
    pub tally: Tally,
}

/// A vampire of the family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VampireSheet {
    /// The vampire.
    pub who: Vampire,
    /// Its cell.
    pub at: Cell,
    /// Its blood (B3).
    pub blood: u8,
    /// Its kills (B4).
    pub kills: u8,
    /// The cell of its sigil, once it is placed (N15).
    pub sigil: Option<Cell>,
    /// The relics that it holds, in the order they came. One more than it has slots for while it
    /// is asked which to discard.
    pub relics: List<Relic, 3>,
}

/// The counts that facts report (R2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Times that a vampire's blood fell to 0.
    pub drained: u16,
    /// The sum of all falls of the veil.
    pub veil_lost: u16,
    /// Relics drawn.
    pub relics: u16,
    /// Combats begun.
    pub combats: u16,
}

crate::coded::coded! {
    "an ending",
    /// The reason why a game is over (G5).
    Reason {
        /// The ritual was held: the vampires win.
        Ritual = "ritual",
        /// The veil is 0.
        Veil = "veil",
        /// An event had to be drawn, and there was none.
        Deck = "deck",
        /// Too many decisions.
        Cap = "cap",
    }
}

/// Relic slots from this many kills (B5).
const SLOTS: [(u8, usize); 2] = [(2, 1), (5, 2)];
/// The most blood of a vampire (B3).
const MOST_BLOOD: u8 = 4;
/// B3: with `PRI`.
const MOST_PRISTINE_BLOOD: u8 = 6;
/// The most kills of a vampire (B4).
pub(super) const MOST_KILLS: u8 = 9;
/// The highest veil (S5).
pub(super) const MOST_VEIL: u8 = 6;

impl VampireSheet {
    /// True if it has no blood (B3).
    #[inline]
    #[must_use]
    pub const fn is_drained(&self) -> bool {
        self.blood == 0
    }

    /// The most blood that it can have (B3).
    #[inline]
    #[must_use]
    pub fn most_blood(&self) -> u8 {
        if self.holds(Relic::PristineBlood) { MOST_PRISTINE_BLOOD } else { MOST_BLOOD }
    }

    /// True if it has less than the most blood.
    #[inline]
    #[must_use]
    pub fn is_thirsty(&self) -> bool {
        self.blood < self.most_blood()
    }

    /// True if it holds a relic.
    #[inline]
    #[must_use]
    pub fn holds(&self, relic: Relic) -> bool {
        self.relics.as_slice().contains(&relic)
    }

    /// Its relic slots (B5).
    #[inline]
    #[must_use]
    pub fn slots(&self) -> usize {
        SLOTS.iter().rev().find(|(kills, _)| self.kills >= *kills).map_or(0, |(_, slots)| *slots)
    }

    /// True if it has a slot without a relic.
    #[inline]
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.relics.len() < self.slots()
    }
}

impl Table {
    /// The number of vampires.
    #[inline]
    #[must_use]
    pub const fn players(&self) -> usize {
        self.vampires.len()
    }

    /// The seats of the family, in order.
    #[inline]
    pub fn members(&self) -> impl Iterator<Item = Member> + Clone + use<> {
        Member::ALL.into_iter().take(self.players())
    }

    /// A vampire; for a seat that there is not, one that can do nothing.
    #[inline]
    #[must_use]
    pub fn sheet(&self, member: Member) -> &VampireSheet {
        const NOBODY: &VampireSheet = &VampireSheet {
            who: Vampire::Agnieszka,
            at: Cell::STATION,
            blood: 0,
            kills: 0,
            sigil: None,
            relics: List::of(Relic::PristineBlood),
        };
        self.vampires.as_slice().get(member.index()).unwrap_or(NOBODY)
    }

    /// The seat of a vampire, if it plays.
    #[inline]
    #[must_use]
    pub fn member(&self, who: Vampire) -> Option<Member> {
        self.members().find(|member| self.sheet(*member).who == who)
    }

    /// The cell of a district.
    #[inline]
    #[must_use]
    pub fn cell(&self, district: District) -> Cell {
        let found = Cell::ALL.into_iter().find(|cell| self.city[cell.index()] == district);
        found.unwrap_or(Cell::STATION)
    }

    /// The district of a cell.
    #[inline]
    #[must_use]
    pub const fn district(&self, cell: Cell) -> District {
        self.city[cell.index()]
    }

    /// The agents of a cell, hidden and exposed (B1).
    #[inline]
    #[must_use]
    pub const fn agents(&self, cell: Cell) -> u8 {
        self.hidden[cell.index()].saturating_add(self.exposed[cell.index()])
    }

    /// The agents of a cell that show one side.
    #[inline]
    #[must_use]
    pub const fn showing(&self, cell: Cell, face: Face) -> u8 {
        match face {
            Face::Hidden => self.hidden[cell.index()],
            Face::Exposed => self.exposed[cell.index()],
        }
    }

    /// The minions of a cell.
    #[inline]
    #[must_use]
    pub const fn minions_at(&self, cell: Cell) -> u8 {
        self.minions[cell.index()]
    }

    /// The cells whose agents are not all gone.
    #[inline]
    #[must_use]
    pub fn infested(&self) -> CellSet {
        CellSet::filter(|cell| self.agents(cell) > 0)
    }

    /// The members who stand on a cell, drained or not.
    #[inline]
    pub fn standing(&self, cell: Cell) -> impl Iterator<Item = Member> + Clone + '_ {
        self.members().filter(move |member| self.sheet(*member).at == cell)
    }

    /// The members on a cell who are not drained.
    #[inline]
    pub fn fighters(&self, cell: Cell) -> impl Iterator<Item = Member> + Clone + '_ {
        self.standing(cell).filter(|member| !self.sheet(*member).is_drained())
    }

    /// True if a minion or an undrained vampire is there (B7).
    #[inline]
    #[must_use]
    pub fn is_guarded(&self, cell: Cell) -> bool {
        self.minions_at(cell) > 0 || self.fighters(cell).next().is_some()
    }

    /// True if a dread sigil lies there (B8).
    #[inline]
    #[must_use]
    pub fn is_sigillated(&self, cell: Cell) -> bool {
        self.vampires.as_slice().iter().any(|sheet| sheet.sigil == Some(cell))
    }

    /// True if the sigil of this vampire lies there.
    #[inline]
    #[must_use]
    pub fn has_sigil(&self, cell: Cell, who: Vampire) -> bool {
        self.vampires.as_slice().iter().any(|sheet| sheet.sigil == Some(cell) && sheet.who == who)
    }

    /// True if a card with this effect lies on a cell (V10).
    #[inline]
    #[must_use]
    pub(super) fn lies(&self, rules: &Masters, cell: Cell, effect: Effect) -> bool {
        let lying = self.lying.as_slice().iter();
        lying
            .into_iter()
            .any(|(card, at)| *at == cell && rules.data().event(*card).effect == effect)
    }

    /// The scores of the game if it ended so: victory, progress (G4, R3).
    #[must_use]
    pub fn scores(&self) -> [u8; 2] {
        if self.over == Some(Reason::Ritual) { [1, 100] } else { [0, self.progress()] }
    }

    /// R3, for a game that is not won.
    #[must_use]
    pub fn progress(&self) -> u8 {
        let players = u32::try_from(self.players()).unwrap_or(5).max(1);
        let sum =
            |of: fn(&VampireSheet) -> u32| self.vampires.as_slice().iter().map(of).sum::<u32>();
        let kills = sum(|sheet| u32::from(sheet.kills));
        let sigils = sum(|sheet| u32::from(sheet.sigil.is_some()));
        let clear = Cell::ALL.into_iter().filter(|cell| self.agents(*cell) == 0);
        let minions = clear.map(|cell| u32::from(self.minions_at(cell))).max().unwrap_or(0);
        let progress =
            54 * kills / (9 * players) + 36 * sigils / players + 9 * minions.min(players) / players;
        u8::try_from(progress).unwrap_or(100).min(100)
    }

    /// The values of the facts (R2).
    #[must_use]
    pub fn facts(&self) -> [i64; 9] {
        let sheets = self.vampires.as_slice().iter();
        [
            self.round.into(),
            self.veil.into(),
            sheets.clone().map(|sheet| i64::from(sheet.kills)).sum(),
            sheets.map(|sheet| i64::from(sheet.sigil.is_some())).sum(),
            self.minions.iter().map(|minions| i64::from(*minions)).sum(),
            self.tally.drained.into(),
            self.tally.veil_lost.into(),
            self.tally.relics.into(),
            self.tally.combats.into(),
        ]
    }
}
