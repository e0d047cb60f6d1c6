//! Tasks: all that is still to be done, and the questions that are asked.
//!
//! The rules are carried out as an agenda: the next task is taken from its end, and a rule puts the
//! tasks that follow from it there. A task may ask a seat; the answer is handed to the same task.

use serde::{Deserialize, Serialize};

use super::cards::{EventCard, Hunter, Item, Ticket};
use super::combat::Beat;
use super::moves::Choices;
use super::table::Phase;
use super::trail::At;
use crate::coded::coded;
use crate::map::Place;
use crate::seats::Seat;

/// A task, with what its answer needs. The clause is that of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Task {
    /// S2.
    PlaceHunter(Hunter),
    /// S2.
    PlaceDracula,
    /// S3: a round begins.
    Round,
    /// S3, G4.
    EndRound,
    /// S3.
    Begin(Phase),
    /// S5.
    Dawn,
    /// H6.
    Return(Hunter),
    /// S5d.
    RemoveHosts,
    /// S6.
    Act(Hunter),
    /// A1.
    Bats(Hunter),
    /// A2.
    Action(Hunter),
    /// A6.
    Trade { from: Hunter, with: Hunter },
    /// A7: room for a ticket, then one is drawn.
    Reserve(Hunter, Draw),
    /// A7.
    Keep(Hunter, Ticket, Draw),
    /// A9.
    SecondTicket(Hunter),
    /// B1.
    Arrive(Hunter, Arrival),
    /// B1c: the used cards, a bit for each by its number among all of the city's.
    Ambush { hunter: Hunter, city: Place, used: u32 },
    /// B3: this item may be shown.
    Guard(Guards, Item),
    /// B3: everything is turned up.
    TurnUp(Guards),
    /// B3: the card with this number is next.
    Search(Guards, u8),
    /// E: an encounter is resolved.
    Resolve(Meeting),
    /// E3 `MB`.
    LoseTicket(Hunter),
    /// E3 `SB`.
    LoseGood(Hunter),
    /// S4.
    Settle,
    /// H8.
    Limit(Hunter, Limit),
    /// S9.
    DuskEnd,
    /// S9.
    Unblock,
    /// S9.
    Calm,
    /// Q1, C1.
    Fight,
    /// Q1.
    Skirmish,
    /// D.
    Slide,
    /// D2.
    Leave,
    /// D2a.
    LairCard(u8),
    /// D2b: the cards chosen, a bit for each.
    Mature(u32),
    /// E5 `BT`.
    MatureBats,
    /// E5 `FG`.
    MatureFog,
    /// E5 `SB`.
    Block,
    /// D2b: the slot is cleared.
    EndLeave,
    /// D3.
    Movement(Steps),
    /// D10.
    Encounter,
    /// D10.
    Rumor,
    /// H7.
    Open(Hunter, Limit),
    /// A12: so many road steps.
    Horses(Hunter, u8),
    /// C2.
    Join(Hunter),
    /// C3.
    Opening(Hunter),
    /// C3 to C5.
    Beat(Beat),
    /// C5.1.
    DraculaCard,
    /// C5.1.
    HunterCard(Hunter),
    /// C5.2.
    Engage,
    /// C5.6.
    Strike(Hunter),
    /// C10 `PI`, `RI`.
    Bullets(Hunter),
    /// C10 `HC`.
    Circle(Hunter),
    /// C9 `EB`.
    Escape,
    /// C9 `EB`.
    BatTo(Place),
    /// C9 `EM`: he is mist no longer.
    EndMist,
}

/// The number of tickets that a reserve may still bring (A7, A9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Draw {
    First,
    Second,
}

/// The way a hunter came (B1b).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrival {
    /// By road, or moved by Dracula.
    Road,
    /// By rail or sea.
    Far,
}

/// A limit of a hunter's hand (H8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Limit {
    Items,
    Events,
    Tickets,
}

/// The steps of Dracula's phase that follow a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Steps {
    /// An encounter step (D10).
    Encounter,
    /// None (V6 `US`).
    None,
}

/// A hunter meets an encounter on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Meeting {
    pub(super) hunter: Hunter,
    pub(super) city: Place,
    /// Where the card lies.
    pub(super) at: At,
    pub(super) index: u8,
    pub(super) how: How,
}

/// The cards that were shown before a search (B3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Guards {
    pub(super) hunter: Hunter,
    pub(super) city: Place,
    /// True if Dogs were shown.
    pub(super) dogs: bool,
    /// True if a Stake was shown and is not yet used.
    pub(super) stake: bool,
}

/// The way an encounter is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    Ambush,
    Search,
}

coded! {
    "a question",
    /// A question to a seat, for those who read a view.
    Question {
        /// The first place (S2).
        Start = "start",
        /// The hospital (H6).
        Hospital = "hospital",
        /// A move by bats (A1).
        Bats = "bats",
        /// An action (A2).
        Action = "action",
        /// A trade (A6).
        Trade = "trade",
        /// Something to give up.
        GiveUp = "give-up",
        /// The ticket drawn (A7).
        Keep = "keep",
        /// A second ticket (A9).
        Second = "second",
        /// An ambush (B1c).
        Ambush = "ambush",
        /// A guard of a search (B3).
        Guard = "guard",
        /// A fight in fog (C1, Q1).
        Fight = "fight",
        /// A hunter.
        Hunter = "hunter",
        /// A slot that leaves the trail (D2).
        Leave = "leave",
        /// An encounter in hand.
        Encounter = "encounter",
        /// An encounter that matures (D2b).
        Mature = "mature",
        /// A city for fog, or a sea for a storm.
        Token = "token",
        /// A roadblock.
        Block = "block",
        /// A movement (D3).
        Movement = "movement",
        /// A rumor token (D10).
        Rumor = "rumor",
        /// A card that lies open (H7).
        Open = "open",
        /// A combat card (C5).
        Card = "card",
        /// An event (V).
        Event = "event",
        /// Anything else.
        Other = "other",
    }
}

/// The question to a seat with its legal moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The seat.
    pub seat: Seat,
    /// The question.
    pub question: Question,
    /// The hunter that it is about, if it is about one.
    pub hunter: Option<Hunter>,
    /// The event that it is about, if it is about one.
    pub event: Option<EventCard>,
    /// The legal moves.
    pub choices: Choices,
}

/// A question that waits for its answer.
#[derive(Debug, Clone)]
pub(super) struct Pending {
    pub(super) task: Task,
    pub(super) asked: Asked,
}
