//! A game at one moment, without what led to it.

use arrayvec::ArrayVec;

use super::Kosmos;
use super::actions::{ActionCard, Special};
use super::board::{ByPlace, Place};
use super::cards::{BySide, Kind, Mark, Side};
use super::choices::{Asked, choices};
use super::moves::{Move, Moves};
use super::own::Own;
use super::table::Table;
use super::told::Told;
use crate::chance::Luck;
use crate::game::IllegalMove;
use crate::seed::Purpose;

/// Entries that one decision can bring: all that follows from an action card, the end of the turn,
/// and the begin of the next.
const MOST_TOLD: usize = 16;

/// The entries that the sides are told of one decision, in order; each goes to one or both.
pub type Tellings = ArrayVec<BySide<Option<Told>>, MOST_TOLD>;

/// A game at one moment: the cards, what each seat knows, and the question that is asked.
///
/// Searches copy this and not the lists of what was told. It has no part that is on the heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(super) table: Table,
    pub(super) own: BySide<Own>,
    pub(super) board: ByPlace<Option<Kind>>,
    pub(super) pending: Pending,
    /// True if vigilance has made the special of this turn's card void (A3).
    pub(super) void: bool,
    /// True if the fight of this turn was won (A5c).
    pub(super) won_fight: bool,
    pub(super) tally: Tally,
}

/// The question that is asked, with what follows the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pending {
    /// A side lays its cards (S2).
    Lay(Side),
    /// The mover answers.
    Mover(Question),
    /// Nothing: the game is over.
    Nothing,
}

/// A question to the mover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    Walk,
    Meet,
    Look,
    Put(Filling),
    Play,
    Save(Loss),
    Use,
    Fly,
    Recover,
    Swap,
    Harbour,
    Fetch,
    Turn,
    Barrier,
    Second,
}

/// The place that a card is put on, and what comes afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Filling {
    /// The place of the figure; the walk goes on (W7, W9).
    Walk,
    /// The place of the figure; the special comes next (A5).
    Encounter,
    /// The place where Dracula took a card up; the barrier comes next (X3).
    Swap(Place),
}

/// A loss of lives that is about to happen, and so what comes afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Loss {
    /// One life for each step that is not paid for; their number (A2).
    Payment(u8),
    /// One life to a symbol or a fighter (A5).
    Encounter,
    /// One life to the card that a feint drew (X14).
    Feint,
}

impl Loss {
    /// The number of lives.
    pub(super) const fn lives(self) -> u8 {
        match self {
            Self::Payment(lives) => lives,
            Self::Encounter | Self::Feint => 1,
        }
    }
}

/// The counts for the facts (Z6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Tally {
    pub(super) gifts: BySide<u16>,
    pub(super) hands_shown: u16,
    pub(super) extra_turns: u16,
}

impl Position {
    /// The start of a game: action hands are dealt, and Dracula lays (S1, S2).
    #[must_use]
    pub fn start(rules: &Kosmos, luck: &mut dyn Luck, told: &mut Tellings) -> Self {
        let mut position = Self {
            table: Table::new(rules),
            own: BySide::new(|side| Own::new(rules, side)),
            board: ByPlace::new(|_| None),
            pending: Pending::Lay(Side::Dracula),
            void: false,
            won_fight: false,
            tally: Tally::default(),
        };
        let mut adjudicator = Adjudicator { rules, at: &mut position, luck, told };
        Side::BOTH.into_iter().for_each(|side| adjudicator.deal_actions(side));
        position
    }

    /// Carries out a move of the seat asked; what both sides are told is added to the list, which
    /// has to have room for it: it may hold nothing else.
    ///
    /// # Errors
    /// If the move is illegal, or the game over; nothing is changed.
    #[inline]
    pub fn play(
        &mut self,
        rules: &Kosmos,
        mv: Move,
        luck: &mut dyn Luck,
        told: &mut Tellings,
    ) -> Result<(), IllegalMove> {
        if !self.moves(rules).contains(mv) {
            return Err(IllegalMove);
        }
        Adjudicator { rules, at: self, luck, told }.carry_out(mv);
        Ok(())
    }

    /// The legal moves of the seat asked; none if the game is over.
    #[inline]
    #[must_use]
    pub fn moves(&self, rules: &Kosmos) -> Moves {
        match self.asked() {
            Some((side, asked)) => choices(rules, side, &self.table, &self.own[side], asked),
            None => Moves::none(),
        }
    }

    /// The side asked, and what it is asked; nothing if the game is over.
    #[inline]
    #[must_use]
    pub const fn asked(&self) -> Option<(Side, Asked)> {
        let question = match self.pending {
            Pending::Lay(side) => return Some((side, Asked::Lay)),
            Pending::Mover(question) => question,
            Pending::Nothing => return None,
        };
        match self.table.mover {
            Some(mover) => Some((mover, question.asked())),
            None => None,
        }
    }

    /// The facts that both seats know.
    #[inline]
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Each seat's own knowledge.
    #[inline]
    #[must_use]
    pub const fn own(&self) -> &BySide<Own> {
        &self.own
    }

    /// The cards on the board.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &ByPlace<Option<Kind>> {
        &self.board
    }
}

impl Question {
    /// The word for it (D1).
    const fn asked(self) -> Asked {
        match self {
            Self::Walk => Asked::Walk,
            Self::Meet => Asked::Meet,
            Self::Look => Asked::Look,
            Self::Put(_) => Asked::Put,
            Self::Play => Asked::Play,
            Self::Save(_) => Asked::Save,
            Self::Use => Asked::Use,
            Self::Fly => Asked::Fly,
            Self::Recover => Asked::Recover,
            Self::Swap => Asked::Swap,
            Self::Harbour => Asked::Harbour,
            Self::Fetch => Asked::Fetch,
            Self::Turn => Asked::Turn,
            Self::Barrier => Asked::Barrier,
            Self::Second => Asked::Second,
        }
    }
}

/// The rules at work on a position.
pub(super) struct Adjudicator<'a> {
    pub(super) rules: &'a Kosmos,
    pub(super) at: &'a mut Position,
    pub(super) luck: &'a mut dyn Luck,
    pub(super) told: &'a mut Tellings,
}

impl Adjudicator<'_> {
    /// Carries out a legal move.
    fn carry_out(&mut self, mv: Move) {
        match self.at.pending {
            Pending::Lay(side) => self.lay(side, mv),
            Pending::Mover(question) => self.answer(question, mv),
            Pending::Nothing => {}
        }
    }

    fn answer(&mut self, question: Question, mv: Move) {
        match question {
            Question::Walk => self.walk(mv),
            Question::Meet => self.meet(mv),
            Question::Look => self.look(mv),
            Question::Put(filling) => self.put(filling, mv),
            Question::Play => self.play(mv),
            Question::Save(loss) => self.save(loss, mv),
            Question::Use => self.use_or_not(mv),
            Question::Fly => self.fly(mv),
            Question::Recover => self.recover(mv),
            Question::Swap => self.swap(mv),
            Question::Harbour => self.harbour(mv),
            Question::Fetch => self.fetch(mv),
            Question::Turn => self.turn_place(mv),
            Question::Barrier => self.barrier(mv),
            Question::Second => self.second(mv),
        }
    }

    /// Asks the mover.
    pub(super) fn ask(&mut self, question: Question) {
        self.at.pending = Pending::Mover(question);
    }

    /// The side whose turn it is.
    pub(super) fn mover(&self) -> Side {
        self.at.table.mover_or_dracula()
    }

    /// The place of the mover's figure.
    pub(super) fn here(&self) -> Place {
        self.at.table.figure()
    }

    /// The mover's own knowledge.
    pub(super) fn mine(&self) -> &Own {
        &self.at.own[self.mover()]
    }

    /// The other side's own knowledge.
    pub(super) fn others(&self) -> &Own {
        &self.at.own[self.mover().other()]
    }

    /// The special of the card played in this turn, if it has one and A3 left it.
    pub(super) fn special(&self) -> Option<Special> {
        let card = self.at.table.played().filter(|_| !self.at.void);
        card.and_then(|card| self.rules.data().action(card).special)
    }

    /// The action card played in this turn.
    ///
    /// # Panics
    /// If none was: the questions that follow a play are asked only after one.
    pub(super) fn card(&self) -> ActionCard {
        self.at.table.played().expect("asked after the action card")
    }

    /// Tells both seats the same.
    pub(super) fn tell(&mut self, told: Told) {
        self.tell_each(BySide { dracula: Some(told), hunter: Some(told) });
    }

    /// Tells a side's seat one thing, and the other seat another.
    pub(super) fn tell_apart(&mut self, side: Side, told: Told, other: Told) {
        self.tell_each(match side {
            Side::Dracula => BySide { dracula: Some(told), hunter: Some(other) },
            Side::Hunter => BySide { dracula: Some(other), hunter: Some(told) },
        });
    }

    /// Tells one side's seat alone.
    pub(super) fn tell_alone(&mut self, side: Side, told: Told) {
        self.tell_each(match side {
            Side::Dracula => BySide { dracula: Some(told), hunter: None },
            Side::Hunter => BySide { dracula: None, hunter: Some(told) },
        });
    }

    /// Tells the entries: knowledge changes by what is told, and by nothing else.
    fn tell_each(&mut self, told: BySide<Option<Told>>) {
        let Position { table, own, .. } = &mut *self.at;
        for side in Side::BOTH {
            if let Some(told) = &told[side] {
                own[side].apply(table, told);
            }
        }
        // Both say the same about the table.
        if let Some(told) = told.dracula.or(told.hunter).as_ref() {
            table.apply(self.rules, told);
        }
        self.told.push(told);
    }

    /// Shuffles a list (Z2).
    pub(super) fn shuffle<T>(&mut self, stream: Purpose, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            let bound = u32::try_from(last + 1).expect("lists are short");
            list.swap(last, self.luck.below(stream, bound) as usize);
        }
    }

    /// Puts a card on a place, or takes the card there away.
    pub(super) fn set(&mut self, place: Place, card: Option<Kind>) {
        self.at.board[place] = card;
    }

    /// The mover's record of a place.
    pub(super) fn remembered(&self, place: Place) -> Mark {
        self.mine().record[place]
    }
}
