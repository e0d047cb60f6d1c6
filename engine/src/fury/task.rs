//! Tasks: all that is still to be done, and the questions that are asked.
//!
//! The rules are carried out as an agenda: the next task is taken from its end, and a rule puts the
//! tasks that follow from it there. A task may ask a seat; the answer is handed to the same task.

use serde::{Deserialize, Serialize};

use super::cards::{Encounter, Hunter, Item, Ticket};
use super::choices::Choices;
use super::combat::Beat;
use super::events::{Occasion, Playing, Plot};
use super::table::Phase;
use super::titles::EventCard;
use super::trail::At;
use crate::coded::coded;
use crate::map::Place;
use crate::seats::Seat;
use crate::windows::Window;

/// A task, with what its answer needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Task {
    /// A hunter chooses its first city (S2).
    PlaceHunter(Hunter),
    /// Dracula chooses his first city (S2).
    PlaceDracula,
    /// A round begins (S3).
    Round,
    /// A round ends, and perhaps the game (G4).
    EndRound,
    /// A phase begins (S3).
    Begin(Phase),
    /// Tokens of dawn, and defeated hunters come back (S5).
    Dawn,
    /// A defeated hunter is put into a hospital (H6).
    Return(Hunter),
    /// Heavenly hosts are taken away (S5d).
    RemoveHosts,
    /// A hunter's turn of the day or night comes (S6).
    Act(Hunter),
    /// The next of these hunters is named, by the player of Speedy Telegraph (V5).
    Order { left: u8, by: Hunter },
    /// Dracula may move a hunter that has a bats token (A1).
    Bats(Hunter, BarredGroup),
    /// A hunter chooses its action (A2).
    Action(Hunter, BarredGroup),
    /// Renewed Vigor gives a hunter a second action, of another group (V5).
    SecondAction(Hunter, BarredGroup),
    /// The next card of a trade (A6).
    Trade { from: Hunter, with: Hunter },
    /// Room for a ticket is made, then one is drawn (A7).
    Reserve(Hunter, Draw),
    /// The ticket drawn is kept or put back (A7).
    Keep(Hunter, Ticket, Draw),
    /// Godalming may draw a second ticket (A9).
    SecondTicket(Hunter),
    /// The event of a supply is drawn (A5).
    SupplyEvent(Hunter),
    /// An open event may be played as it is drawn (V8).
    Drawn(Hunter, EventCard),
    /// A hunter goes by rail, unless a False Tip has called it off (A4, V13).
    Ride(Hunter, Place),
    /// A False Tip takes effect: what is next on the agenda does not happen (V13).
    CallOff,
    /// A hunter arrives (B1).
    Arrive(Hunter, Arrival),
    /// Dracula may ambush a hunter. The used cards are a bit for each, by number among all of the
    /// city's (B1c).
    Ambush { hunter: Hunter, city: Place, used: u32 },
    /// An item may be shown before a search (B3).
    Guard(Guards, Item),
    /// Everything in the city is turned up (B3).
    TurnUp(Guards),
    /// The card with this number is next in a search (B3).
    Search(Guards, u8),
    /// An encounter is met; Dogs may stop it (E2).
    Resolve(EncounterMeeting),
    /// An encounter takes effect (E3, E4).
    TakeEffect(EncounterMeeting),
    /// A Szgany Mob takes a ticket (E3 `MB`).
    LoseTicket(Hunter),
    /// A Saboteur takes an item or a ticket (E3 `SB`).
    LoseGood(Hunter),
    /// A Hoax takes an event (E3 `HX`).
    LoseEvent(Hunter),
    /// A Customs Search takes an item (V14).
    LoseItem(Hunter),
    /// Limits of hands are enforced, and weakened hunters open cards (S4).
    Settle,
    /// A hunter holds more than its limit (H8).
    Limit(Hunter, HandLimit),
    /// Dracula holds more events than his limit (S4).
    DraculaLimit,
    /// A weakened hunter opens a card (H7).
    Open(Hunter, HandLimit),
    /// Fog lifts, and Dracula takes a roadblock and a storm away (S9).
    DuskEnd,
    /// Dracula takes a roadblock away (S9).
    Unblock,
    /// Dracula takes a storm away (S9).
    Calm,
    /// A fight is declined or begins (C1, Q1).
    Fight,
    /// Dracula names the hunter who suffers in a skirmish (Q1).
    Skirmish,
    /// Every slot moves one space on (D1).
    Slide,
    /// The slot that left the trail matures or becomes a lair (D2).
    Leave,
    /// An encounter is put into a new lair (D2a).
    LairCard(u8),
    /// An encounter is chosen to mature. Those chosen before are a bit for each (D2b).
    Mature(u32),
    /// Bats that mature go to a hunter (E5 `BT`).
    MatureBats,
    /// Fog that matures goes to a city (E5 `FG`).
    MatureFog,
    /// A roadblock is put on the board (E5 `SB`, V6 `RO`).
    Block,
    /// A storm is put on a sea (V6 `SS`).
    Storm,
    /// The slot that has matured is cleared (D2b).
    EndLeave,
    /// Dracula moves (D3).
    Movement(FollowingSteps),
    /// An encounter is put into the slot of space 1 (D10).
    Encounter,
    /// A rumor token is put on a slot (D10).
    Rumor,
    /// Dracula moves once more, if Unearthly Swiftness was played (V6).
    Swiftness,
    /// Dracula's phase ends, and with it what his events changed for it.
    EndPhase,
    /// A hunter goes by Fast Horses, at most this many roads (A12).
    Horses(Hunter, u8),
    /// A hunter may join a vampire's fight (C2).
    Join(Hunter),
    /// A hunter may show a Garlic Wreath or play an event before the first round (C3).
    Opening(Hunter),
    /// A part of a combat that needs no answer (C3 to C5).
    Beat(Beat),
    /// Dracula chooses his combat card (C5.1).
    DraculaCard,
    /// A hunter chooses its combat card (C5.1).
    HunterCard(Hunter),
    /// Dracula names the engaged hunter (C5.2).
    Engage,
    /// A hunter chooses another card by Planned Ambush (V18).
    ChangeCard(Hunter),
    /// A blow of Dracula's card lands, unless it was prevented (C9, V19).
    Land(Hunter, Blow),
    /// Fangs have bitten, or not: what follows (C9 `FA`).
    AfterFangs,
    /// An escape takes effect, unless it was prevented (C9 `EB`, `EM`, V19).
    Flee(Escape),
    /// A hunter's combat card takes effect (C5.6).
    Strike(Hunter),
    /// Holy Bullets may be used (C10 `PI`, `RI`).
    Bullets(Hunter),
    /// A hunter in the Holy Circle is named (C10 `HC`).
    Circle(Hunter),
    /// The combat is over (C6).
    EndCombat,
    /// Dracula chooses a city to escape to (C9 `EB`).
    BatFrom,
    /// Dracula comes to the city that he has escaped to (C9 `EB`).
    BatTo(Place),
    /// He is mist no longer (C9 `EM`).
    EndMist,
    /// The window of dawn or dusk opens (V5).
    TimeWindow(Occasion),
    /// Hunters may play events (V3).
    Window(Window<4>, Occasion),
    /// Dracula may play events; against this hunter, if the occasion is about one (V3).
    Plot(Plot),
    /// An event of the hunters takes effect (V).
    Event(Playing),
    /// An event of Dracula takes effect (V).
    DraculaEvent(EventCard, Plot),
    /// A played event goes to the discards after its effect (V1).
    PutAway(EventCard),
    /// A city is checked (V8).
    Check(Hunter),
    /// A hunter may show a Heavenly Host for a token (V9 `CG`).
    Host(Hunter),
    /// This encounter goes to a city on the trail (V6 `HD`).
    Scheme(Encounter),
    /// Dracula discards one of a hunter's cards (V6 `VI`).
    Rob(Hunter),
    /// Dracula drives a hunter one road step away (V16 `WH`).
    Drive(Hunter),
}

/// The group that a second action may not be of; none for a first action (V5).
pub(super) type BarredGroup = Option<ActionGroup>;

/// The groups of actions that Renewed Vigor tells apart (V5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ActionGroup {
    Move,
    Supply,
    Ticket,
    Rest,
    Search,
    Trade,
    Special,
}

/// A blow of Dracula's that an event may prevent (V19).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Blow {
    /// This much damage.
    Damage(u8),
    /// A bite.
    Bite,
}

/// Dracula's two ways out of a combat (C9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Escape {
    Bat,
    Mist,
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
pub(super) enum HandLimit {
    Items,
    Events,
    Tickets,
}

/// The steps of Dracula's phase that follow a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FollowingSteps {
    /// An encounter step (D10).
    Encounter,
    /// None, after the second movement of Unearthly Swiftness (V6).
    None,
}

/// A hunter meets an encounter on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EncounterMeeting {
    pub(super) hunter: Hunter,
    pub(super) city: Place,
    /// The place where the card lies.
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
        /// A place.
        Place = "place",
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, Copy)]
pub(super) struct Pending {
    pub(super) task: Task,
    pub(super) asked: Asked,
}
