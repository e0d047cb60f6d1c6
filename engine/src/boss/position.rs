//! A game at one moment, without what led to it.

use arrayvec::ArrayVec;

use super::Boss;
use super::choices::ChoosingSeat;
use super::codes::{Asked, Card, Reason, Sky};
use super::moves::{Move, Moves, SPOTS};
use super::own::Own;
use super::pedestrians::{PEDESTRIANS, Pedestrian};
use super::players::{ByPlayer, Player};
use super::table::{MOST_CARDS, MOST_SKY, MOST_TILES, Table};
use super::told::Told;
use crate::chance::Luck;
use crate::game::IllegalMove;
use crate::seed::Purpose;

/// Entries that one decision can bring. The longest chains: five hands are dealt and the first turn
/// begins; or all seats leave, each with eleven kinds of cards.
const MOST_TOLD: usize = 128;

/// The entries that are told of one decision, in order; [`Told::to`] says to whom.
pub type Tellings = ArrayVec<Told, MOST_TOLD>;

/// A game at one moment: the table, what each seat knows, the question that is asked, and what
/// nobody sees.
///
/// Searches copy this. It has no part that is on the heap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    pub(super) table: Table,
    pub(super) own: ByPlayer<Own>,
    pub(super) asked: Option<(Player, Asked)>,
    pub(super) hidden: HiddenFacts,
}

/// The facts that nobody sees, and the pedestrians on the tiles, seen or not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct HiddenFacts {
    /// The pedestrians on each tile, in layout order, face up or down.
    pub(super) lying: ArrayVec<ArrayVec<Pedestrian, SPOTS>, MOST_TILES>,
    /// The pedestrian deck, its top last.
    pub(super) pedestrians: ArrayVec<Pedestrian, PEDESTRIANS>,
    /// The ability deck, its top last.
    pub(super) deck: ArrayVec<Card, MOST_CARDS>,
    /// The sky deck, its top last.
    pub(super) sky: ArrayVec<Sky, MOST_SKY>,
}

impl Position {
    /// Carries out a move of the seat asked. What is told is added to the list, which has to have
    /// room for it: it may hold nothing else.
    ///
    /// # Errors
    /// If the move is illegal, or the game over; nothing is changed.
    #[inline]
    pub fn play(
        &mut self,
        rules: &Boss,
        mv: Move,
        luck: &mut dyn Luck,
        told: &mut Tellings,
    ) -> Result<(), IllegalMove> {
        let Some((player, asked)) = self.asked.filter(|_| self.moves(rules).contains(mv)) else {
            return Err(IllegalMove);
        };
        self.asked = None;
        Adjudicator { rules, at: self, luck, told }.carry_out(player, asked, mv);
        Ok(())
    }

    /// The legal moves of the seat asked; none if the game is over.
    #[inline]
    #[must_use]
    pub fn moves(&self, rules: &Boss) -> Moves {
        match self.asked {
            Some((player, asked)) => self.chooser(rules, player).moves(asked),
            None => Moves::none(),
        }
    }

    pub(super) fn chooser<'a>(&'a self, rules: &'a Boss, player: Player) -> ChoosingSeat<'a> {
        ChoosingSeat { rules, table: &self.table, own: &self.own[player], player }
    }

    /// The seat asked, and what it is asked; nothing if the game is over.
    #[inline]
    #[must_use]
    pub const fn asked(&self) -> Option<(Player, Asked)> {
        self.asked
    }

    /// The facts that every seat knows.
    #[inline]
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// A seat's own knowledge.
    #[inline]
    #[must_use]
    pub fn own(&self, player: Player) -> &Own {
        &self.own[player]
    }

    /// The pedestrian deck, from its top.
    pub fn pedestrian_deck(&self) -> impl ExactSizeIterator<Item = Pedestrian> + '_ {
        self.hidden.pedestrians.iter().rev().copied()
    }

    /// The ability deck, from its top.
    pub fn ability_deck(&self) -> impl ExactSizeIterator<Item = Card> + '_ {
        self.hidden.deck.iter().rev().copied()
    }

    /// The sky deck, from its top.
    pub fn sky_deck(&self) -> impl ExactSizeIterator<Item = Sky> + '_ {
        self.hidden.sky.iter().rev().copied()
    }

    /// The pedestrians on a tile, face up or down, by its place in the layout.
    #[must_use]
    pub fn lying_on(&self, tile: usize) -> &[Pedestrian] {
        self.hidden.lying.get(tile).map_or(&[], |lying| lying)
    }
}

/// The rules at work on a position.
pub(super) struct Adjudicator<'a> {
    pub(super) rules: &'a Boss,
    pub(super) at: &'a mut Position,
    pub(super) luck: &'a mut dyn Luck,
    pub(super) told: &'a mut Tellings,
}

impl Adjudicator<'_> {
    /// Carries out a legal move.
    fn carry_out(&mut self, player: Player, asked: Asked, mv: Move) {
        let secret = match (asked, mv) {
            (Asked::Window | Asked::Cry | Asked::Answer, Move::End) => Some(Told::Pass(player)),
            (Asked::Stay, _) => Some(Told::Commit(player, mv)),
            _ => None,
        };
        self.tell(secret.unwrap_or(Told::Did(player, mv)));
        match asked {
            Asked::Vampire => self.chose_vampire(player),
            Asked::Action => self.act(player, mv),
            Asked::Discard => self.discarded(mv),
            Asked::Stroll => self.strolled(player, mv),
            Asked::Window => self.window_answered(player, mv),
            Asked::Cry => self.cry_answered(player, mv),
            Asked::Answer => self.card_answered(player, mv),
            Asked::Ambush => self.ambushed(player, mv),
            Asked::Fight => self.fought(mv),
            Asked::Order => self.ordered(player, mv),
            Asked::Stay => self.stayed(player),
        }
    }

    /// Asks a seat.
    pub(super) fn ask(&mut self, player: Player, asked: Asked) {
        self.at.asked = Some((player, asked));
    }

    /// Tells an entry: what is known changes by what is told, and by nothing else.
    #[inline]
    pub(super) fn tell(&mut self, told: Told) {
        let Position { table, own, .. } = &mut *self.at;
        table.apply(&told);
        for player in Player::ALL.into_iter().take(table.players()) {
            if let Some(told) = told.to(player) {
                own[player].apply(player, &told);
            }
        }
        self.told.push(told);
    }

    /// The seat whose turn it is.
    ///
    /// # Panics
    /// If nobody's is: what comes within a turn is asked only then.
    pub(super) fn active(&self) -> Player {
        self.at.table.active.expect("within a turn")
    }

    /// E1: nothing further is asked or drawn.
    pub(super) fn over(&mut self, reason: Reason) {
        self.tell(Told::End(reason));
    }

    /// Shuffles a list by draws from this stream (G7).
    pub(super) fn shuffle<T>(&mut self, stream: Purpose, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            let bound = u32::try_from(last + 1).expect("lists are short");
            list.swap(last, self.luck.below(stream, bound) as usize);
        }
    }
}
