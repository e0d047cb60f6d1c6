//! Questions, and the parts of the rules that wait for an answer.

use serde::{Deserialize, Serialize};

use super::cards::{EventCard, Pips};
use super::cells::{Cell, CellSet, Member};
use super::codes::Relic;

/// A question to a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenQuestion {
    /// The seat.
    pub seat: Member,
    /// The question.
    pub question: Question,
}

/// A question, with what its answer is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// `DE`: the day district of these cells that is resolved next (E3).
    District(CellSet),
    /// `AG`: an agent.
    Agent(AgentFor),
    /// `WHO`: a vampire.
    Who(WhoFor),
    /// `DS`: the relic that this vampire discards (E6).
    Discard(Member),
    /// `GR`: the grey cell of this card that gets the first number; the numbers (V3).
    Grey(EventCard, u8, u8),
    /// `UR`: of this many agents for this cell, those that go to the urn; how many are owed (V5).
    Urn(Cell, u8, u8),
    /// `AT`: a cell.
    At(AtFor),
    /// `FC`: the cell of the next fight; those where one was fought (H1).
    Combat(CellSet),
    /// `MN`: minions to spend in the combat (C2).
    Minions,
    /// `DI`: the die to use (C5).
    Die,
    /// `NO`, `BL` or `DK`: a change of the die (C6).
    Change,
    /// An action (N4).
    Action,
}

/// The use of an agent that is picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AgentFor {
    /// It moves to this cell, which holds the asylum (E4).
    Asylum(Cell),
    /// It moves to this cell, where a combat follows (V9, `BLESSED`).
    Blessed(Cell),
    /// It moves to this cell, the leader's; this many more do (V9, `GATHER`).
    Gather(Cell, u8),
    /// It is replaced by a minion (V9, `CONVERT`).
    Convert,
}

/// The use of a vampire that is picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhoFor {
    /// It gets this relic (E6).
    Relic(Relic),
    /// An agent moves to it (V9, `BLESSED`).
    Blessed,
    /// It gains 1 blood (V9, `GIFT`).
    Gift,
    /// It is the first fighter of a day combat on this cell (H2).
    First(Cell),
    /// It takes over in the combat (C4).
    Next,
}

/// The use of a cell that is picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AtFor {
    /// A minion is removed there; this many more are (V9, `MINION`).
    Minion(u8),
    /// A minion is removed and an agent added there (V9, `TURN`).
    Turn,
    /// It is exposed (V9, `EXPOSE1`).
    Expose,
    /// It is the next of these to get an agent (V6).
    Add(CellSet),
}

/// A combat in progress (C).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combat {
    /// Its cell.
    pub cell: Cell,
    /// Day or night.
    pub time: Time,
    /// The first fighter.
    pub first: Member,
    /// The fighter.
    pub fighter: Member,
    /// Dice that are to be used yet (C3).
    pub dice: u8,
    /// The value of the die in use, if there is one (C5, C6).
    pub value: Option<Pips>,
    /// True if the armour has been used (C7).
    pub armour: bool,
}

/// The time of a combat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Time {
    /// By day: the lowest die is used.
    Day,
    /// By night: the fighter's seat picks the die.
    Night,
}

/// A part of the rules that is to be carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// The next round begins (G3).
    #[default]
    Dawn,
    /// The day districts; those resolved (E3).
    Districts(CellSet),
    /// The event (V1, V2).
    Event,
    /// The grey cells of the card get these numbers (V3).
    Grey(EventCard, u8, u8),
    /// The card's text (V4).
    Text(EventCard),
    /// The veil falls by what is owed (V4).
    Pay,
    /// This number of agents is added to a cell (V5).
    Add(Cell, u8),
    /// An agent is added to each of these cells (V6).
    AddEach(CellSet),
    /// This number of agents moves to the leader's cell (V9, `GATHER`).
    Gather(u8),
    /// This number of minions is removed (V9, `MINION`).
    Minions(u8),
    /// A day combat (H2).
    DayCombat(Cell),
    /// The agents hunt; cells where a combat was fought (H1).
    Hunt(CellSet),
    /// The next die of the combat is due (C3, C4).
    Strike,
    /// The fighter picks the die, or the lowest is taken (C5).
    Pick,
    /// The die in use may be changed (C6).
    Change,
    /// The night begins (N1).
    Night,
    /// The night turn of this many vampires after the leader (N2).
    Turn(u8),
    /// The actor's next action (N4).
    Action,
}
