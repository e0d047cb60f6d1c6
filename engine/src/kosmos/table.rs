//! The facts that both seats know (kosmos V1).

use serde::{Deserialize, Serialize};

use super::Kosmos;
use super::actions::{ACTION_HAND, ActionCard, DECK};
use super::barriers::Barriers;
use super::board::Place;
use super::cards::{BySide, Cards, Kind, LAID, Side};
use super::told::{Reason, Refill, Source, Told};

/// Plays that can come between two shuffles: ten cards, one of them twice (X10).
const MOST_PLAYS: usize = 11;

/// Action cards that a side has played since its last shuffle, oldest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "Vec<ActionCard>", into = "Vec<ActionCard>")]
pub struct Plays([Option<ActionCard>; MOST_PLAYS]);

impl Plays {
    /// The cards, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = ActionCard> {
        self.0.iter().flatten().copied()
    }

    /// The latest play.
    #[inline]
    #[must_use]
    pub fn last(&self) -> Option<ActionCard> {
        self.iter().next_back()
    }

    fn push(&mut self, card: ActionCard) {
        if let Some(free) = self.0.iter_mut().find(|play| play.is_none()) {
            *free = Some(card);
        }
    }
}

impl From<Vec<ActionCard>> for Plays {
    fn from(cards: Vec<ActionCard>) -> Self {
        let mut plays = Self::default();
        cards.into_iter().for_each(|card| plays.push(card));
        plays
    }
}

impl From<Plays> for Vec<ActionCard> {
    fn from(plays: Plays) -> Self {
        plays.iter().collect()
    }
}

/// The numbers of a side's action cards, by where they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deck {
    /// In its action hand.
    pub hand: u8,
    /// Set aside.
    pub aside: u8,
    /// On its pile of played cards.
    pub pile: u8,
}

#[expect(clippy::cast_possible_truncation, reason = "ten and five fit")]
const DEALT: Deck = Deck { hand: ACTION_HAND as u8, aside: (DECK - ACTION_HAND) as u8, pile: 0 };

/// The facts that both seats know (V1). The empty places are in each seat's own record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The number of the turn in progress; 0 while cards are laid.
    pub turn: u16,
    /// The side whose turn it is; none while cards are laid.
    pub mover: Option<Side>,
    /// Steps of this turn.
    pub steps: u8,
    /// The enemy card that was looked at in this turn (W10).
    pub shown: Option<Kind>,
    /// The card that a feint drew in this turn (X14).
    pub drawn: Option<Kind>,
    /// The places of the figures.
    pub figures: BySide<Place>,
    /// The links of the barriers.
    pub barriers: Barriers,
    /// The turned place (X16).
    pub turned: Option<Place>,
    /// True while vampires are stronger (X4).
    pub breath: bool,
    /// True while the hunter sets no barriers (X8).
    pub whisper: bool,
    /// True until Dracula's next special is void (X13).
    pub vigilance: bool,
    /// True if the hunter has the next turn too (X12).
    pub extra: bool,
    /// The sides' lives.
    pub lives: BySide<u8>,
    /// The sides' won targets.
    pub won: BySide<u8>,
    /// The sides' own beaten fighters.
    pub discards: BySide<Cards>,
    /// The number of encounter cards in each hand; while cards are laid, the whole fifteen.
    pub hands: BySide<u8>,
    /// The action cards that each side has played since its last shuffle.
    pub plays: BySide<Plays>,
    /// The numbers of each side's action cards, by where they are.
    pub decks: BySide<Deck>,
    /// The reason why the game is over, and the winner if there is one.
    pub over: Option<(Reason, Option<Side>)>,
}

impl Table {
    /// The table before anything is laid.
    pub(super) fn new(rules: &Kosmos) -> Self {
        let both = |count: u8| BySide { dracula: count, hunter: count };
        let hand = |side| u8::try_from(rules.data().cards[side].len()).unwrap_or(u8::MAX);
        Self {
            turn: 0,
            mover: None,
            steps: 0,
            shown: None,
            drawn: None,
            figures: rules.data().start,
            barriers: Barriers::default(),
            turned: None,
            breath: false,
            whisper: false,
            vigilance: false,
            extra: false,
            lives: both(rules.params().lives),
            won: both(0),
            discards: BySide::new(Cards::none),
            hands: BySide::new(hand),
            plays: BySide::default(),
            decks: BySide { dracula: DEALT, hunter: DEALT },
            over: None,
        }
    }

    /// The mover; Dracula while cards are laid, when nothing asks for it.
    #[inline]
    #[must_use]
    pub fn mover_or_dracula(&self) -> Side {
        self.mover.unwrap_or(Side::Dracula)
    }

    /// The figure whose turn it is.
    #[inline]
    #[must_use]
    pub fn figure(&self) -> Place {
        self.figures[self.mover_or_dracula()]
    }

    /// The action card played in this turn, or else in the mover's turn before.
    #[inline]
    #[must_use]
    pub fn played(&self) -> Option<ActionCard> {
        self.plays[self.mover_or_dracula()].last()
    }

    /// Takes in an entry. It may come from anybody, so nothing here may panic.
    #[inline]
    pub(super) fn apply(&mut self, rules: &Kosmos, told: &Told) {
        let mover = self.mover_or_dracula();
        match *told {
            Told::Deal => {
                Side::BOTH.iter().for_each(|&s| take(&mut self.hands[s], LAID));
            }
            Told::Turn(number, side) => self.begin_turn(number, side),
            Told::Straight => self.turned = None,
            Told::Step(place) => {
                self.steps = self.steps.saturating_add(1);
                self.figures[mover] = place;
            }
            Told::Gift => self.give(rules, mover),
            Told::Up(_) | Told::Swap(_) => add(&mut self.hands[mover], 1),
            Told::Put(..) => take(&mut self.hands[mover], 1),
            Told::Foe(kind) => self.shown = Some(kind),
            Told::Taken => self.take_target(mover),
            Told::Play(card) => self.play(mover, card),
            Told::Loss(lives) => take(&mut self.lives[mover], lives),
            Told::Void => self.vigilance = false,
            Told::Won => {
                if let Some(kind) = self.shown {
                    self.discards[mover.other()].add(kind);
                }
            }
            Told::Fly(place) => self.figures.dracula = place,
            Told::Recover(kind) => {
                self.discards[mover].remove(kind);
                add(&mut self.hands[mover], 1);
            }
            Told::Breath => self.breath = true,
            Told::Harbour(side) => self.figures[side] = rules.data().start.dracula,
            Told::Whisper => self.whisper = true,
            Told::Fetch(source, _) => self.decks[mover].fetch(source),
            Told::Station => self.figures.hunter = rules.data().start.hunter,
            Told::Extra => self.extra = true,
            Told::Vigilance => self.vigilance = true,
            Told::Feint(kind) => self.drawn = Some(kind),
            Told::Turned(place) => self.turned = Some(place),
            Told::Barrier(colour, link) => {
                self.barriers = self.barriers.with(colour, link).unwrap_or(self.barriers);
            }
            Told::Refill(how) => self.refill(mover, how),
            Told::Over(reason, winner) => self.end(reason, winner),
            Told::Actions(_)
            | Told::Lay(_)
            | Told::Hand(_)
            | Told::Ignored
            | Told::Lost
            | Told::Drawn
            | Told::Seen => {}
        }
    }

    /// T1, after T2.
    fn begin_turn(&mut self, number: u16, side: Side) {
        self.end_turn();
        self.turn = number;
        self.mover = Some(side);
        self.steps = 0;
        self.shown = None;
        self.drawn = None;
    }

    /// T2, and the end of X12.
    fn end_turn(&mut self) {
        if self.mover == Some(Side::Hunter) {
            self.breath = false;
            self.whisper = false;
        }
        self.extra = false;
    }

    /// A target changes sides, and its giver gains lives (L2).
    fn give(&mut self, rules: &Kosmos, giver: Side) {
        take(&mut self.hands[giver], 1);
        add(&mut self.won[giver.other()], 1);
        let lives = self.lives[giver].saturating_add(rules.data().regained);
        self.lives[giver] = lives.min(rules.params().lives);
    }

    /// W10, A5a, X14: a card that a feint drew comes from the other's hand.
    fn take_target(&mut self, mover: Side) {
        add(&mut self.won[mover], 1);
        if self.drawn.is_some() {
            take(&mut self.hands[mover.other()], 1);
        }
    }

    /// A played card goes from the action hand to the pile (A1).
    fn play(&mut self, mover: Side, card: ActionCard) {
        self.plays[mover].push(card);
        take(&mut self.decks[mover].hand, 1);
        add(&mut self.decks[mover].pile, 1);
    }

    /// The action hand is replaced (T3).
    fn refill(&mut self, mover: Side, how: Refill) {
        let deck = &mut self.decks[mover];
        match how {
            Refill::Aside => {
                deck.hand = deck.aside;
                deck.aside = 0;
            }
            Refill::Shuffle => {
                *deck = DEALT;
                self.plays[mover] = Plays::default();
            }
        }
    }

    /// E1 to E4; only E4 comes at the end of a turn.
    fn end(&mut self, reason: Reason, winner: Option<Side>) {
        if reason == Reason::Cap {
            self.end_turn();
        }
        self.over = Some((reason, winner));
    }
}

impl Deck {
    /// An action card comes back to the hand (X10).
    fn fetch(&mut self, source: Source) {
        match source {
            Source::Aside => take(&mut self.aside, 1),
            Source::Pile => take(&mut self.pile, 1),
        }
        add(&mut self.hand, 1);
    }
}

fn add(count: &mut u8, more: u8) {
    *count = count.saturating_add(more);
}

fn take(count: &mut u8, less: u8) {
    *count = count.saturating_sub(less);
}
