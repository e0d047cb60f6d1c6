//! The news of a decision, for people who read along.

use std::fmt;

use arrayvec::ArrayVec;

use super::cards::{EventCard, Pips};
use super::cells::{Cell, Member};
use super::codes::{District, Relic, Tonight};
use super::table::Reason;

/// Entries that are kept of one decision: more than nearly any has.
const MOST_TOLD: usize = 96;

/// Something that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// A round begins.
    Dawn(u16),
    /// A day district takes effect.
    District(District),
    /// An event card is shown.
    Card(EventCard),
    /// Hidden agents come from the reserve.
    Agents(Cell, u8),
    /// An agent moves.
    AgentMoved(Cell, Cell),
    /// The agents of a cell are exposed.
    Exposed(Cell),
    /// Minions come from the reserve.
    Minions(Cell, u8),
    /// Minions go to the reserve.
    MinionsGone(Cell, u8),
    /// The veil falls.
    Fall(u8),
    /// The veil rises.
    Rise,
    /// A vampire loses blood.
    Bleed(Member, u8),
    /// A vampire gains blood.
    Drink(Member, u8),
    /// A vampire makes kills.
    Kills(Member, u8),
    /// A vampire gets the Curse.
    Cursed(Member),
    /// The Curse is discarded.
    CurseLifted,
    /// A relic is drawn.
    Relic(Relic),
    /// A vampire gets a relic.
    Holds(Member, Relic),
    /// A card is laid on its cell.
    Laid(EventCard, Cell),
    /// The night changes.
    Tonight(Tonight),
    /// A combat begins.
    Combat(Cell),
    /// A vampire uses a die.
    Used(Member, Pips),
    /// A die is rolled.
    Rolled(Pips),
    /// A vampire's night turn begins.
    Turn(Member),
    /// The game is over.
    Over(Reason),
}

/// The news of one decision, in order. The end of a very long chain is left
/// out; the table tells all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tellings {
    told: ArrayVec<Told, MOST_TOLD>,
    mode: Mode,
}

/// The handling of entries: kept or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mode {
    #[default]
    Kept,
    Dropped,
}

impl Tellings {
    /// Keeps nothing, for searches.
    #[must_use]
    pub const fn dropped() -> Self {
        Self { told: ArrayVec::new_const(), mode: Mode::Dropped }
    }

    #[inline]
    pub(super) fn tell(&mut self, told: Told) {
        if self.mode == Mode::Kept && !self.told.is_full() {
            self.told.push(told);
        }
    }

    /// The entries, in order.
    #[must_use]
    pub fn as_slice(&self) -> &[Told] {
        &self.told
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |cell: &Cell| cell.index();
        let seat = |member: &Member| member.index();
        match self {
            Self::Dawn(round) => write!(f, "round {round}"),
            Self::District(district) => write!(f, "{district} takes effect"),
            Self::Card(card) => write!(f, "card {card}"),
            Self::Agents(at, 1) => write!(f, "an agent at {}", cell(at)),
            Self::Agents(at, count) => write!(f, "{count} agents at {}", cell(at)),
            Self::AgentMoved(from, to) => write!(f, "an agent {}>{}", cell(from), cell(to)),
            Self::Exposed(at) => write!(f, "{} exposed", cell(at)),
            Self::Minions(at, count) => write!(f, "minions {} +{count}", cell(at)),
            Self::MinionsGone(at, count) => write!(f, "minions {} -{count}", cell(at)),
            Self::Fall(by) => write!(f, "veil -{by}"),
            Self::Rise => f.write_str("veil +1"),
            Self::Bleed(member, blood) => write!(f, "blood {} -{blood}", seat(member)),
            Self::Drink(member, blood) => write!(f, "blood {} +{blood}", seat(member)),
            Self::Kills(member, kills) => write!(f, "kills {} +{kills}", seat(member)),
            Self::Cursed(member) => write!(f, "curse on {}", seat(member)),
            Self::CurseLifted => f.write_str("curse lifted"),
            Self::Relic(relic) => write!(f, "relic {relic}"),
            Self::Holds(member, relic) => write!(f, "{} holds {relic}", seat(member)),
            Self::Laid(card, at) => write!(f, "{card} laid on {}", cell(at)),
            Self::Tonight(change) => write!(f, "tonight {change}"),
            Self::Combat(at) => write!(f, "combat at {}", cell(at)),
            Self::Used(member, pips) => write!(f, "{} uses a {}", seat(member), pips.get()),
            Self::Rolled(pips) => write!(f, "rolls {}", pips.get()),
            Self::Turn(member) => write!(f, "turn of {}", seat(member)),
            Self::Over(reason) => write!(f, "over: {reason}"),
        }
    }
}
