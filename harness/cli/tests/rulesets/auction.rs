//! `auction`: three rivals with secret hands bid for lots that everyone can see.
//!
//! Each is dealt cards from a deck with three of every rank; vetoes fall to anyone. In a round all
//! put down a card unseen, in seat order; then the cards are turned over, and the highest rank that
//! only one of them played takes the lot, unless somebody plays a veto: then nobody does. Only
//! those who hold a veto are asked for it, and a pass is seen by nobody else.
//!
//! Nobody may notice that another was asked, not even by how the news comes in pieces. So the
//! vetoes are asked for in reverse seat order, the last bidder sees the cards at once, and the
//! others see them when they are asked or when nobody is left to ask: whoever holds the vetoes,
//! each rival hears the same, cut into the same events. Messages are not passed on.

mod game;
mod thrift;

use serde::{Deserialize, Serialize};
use stoker_engine::{Chance, Purpose, ScoreInfo, Seat, Sides};

use super::draw;

pub(crate) use thrift::thrift;

const RIVALS: usize = 3;
/// The last to bid, who turns the cards over.
const LAST: usize = RIVALS - 1;
const DEAL: Purpose = Purpose::new("deal");
const LOTS: Purpose = Purpose::new("lots");

/// The constants of the rules.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Params {
    /// Cards in each hand, so rounds; at most `ranks`.
    pub(crate) hand: u8,
    /// Ranks of cards, from 1; there are three cards of each.
    pub(crate) ranks: u8,
    /// The highest value of a lot, in points; the lowest is 1.
    pub(crate) top_lot: u8,
    /// Vetoes dealt to all rivals together.
    pub(crate) vetoes: u8,
}

/// The ruleset, configured.
pub(crate) struct Auction {
    params: Params,
    sides: Sides,
    scores: Vec<ScoreInfo>,
}

/// A choice: the rank of a card to bid, or whether to veto.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Move {
    Bid(u8),
    Veto,
    Pass,
}

impl Move {
    fn bit(self) -> u16 {
        match self {
            Self::Pass => 1,
            Self::Bid(rank) => 1_u16.checked_shl(rank.into()).unwrap_or(0) & BIDS,
            Self::Veto => VETO,
        }
    }
}

const BIDS: u16 = 0b11_1111_1110;
const VETO: u16 = 1 << 10;

/// A set of moves: pass, bids by rank, veto.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moves(u16);

impl Iterator for Moves {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let bit = self.0 & self.0.wrapping_neg();
        self.0 ^= bit;
        match bit {
            0 => None,
            1 => Some(Move::Pass),
            VETO => Some(Move::Veto),
            _ => u8::try_from(bit.trailing_zeros()).ok().map(Move::Bid),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Moves {}

/// A question to a rival.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Ask {
    Bid,
    Veto,
}

fn moves(asked: Option<Ask>, hand: &[u8]) -> Moves {
    Moves(match asked {
        None => 0,
        Some(Ask::Bid) => hand.iter().fold(0, |set, &rank| set | Move::Bid(rank).bit()),
        Some(Ask::Veto) => Move::Pass.bit() | VETO,
    })
}

/// A round whose cards were turned over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Round {
    /// Ranks, by seat.
    pub(crate) bids: [u8; RIVALS],
    /// The rival who vetoed it.
    pub(crate) veto: Option<Seat>,
}

impl Round {
    /// The rival who alone played the highest such rank, unless it was vetoed.
    pub(crate) fn taker(&self) -> Option<usize> {
        let alone =
            |&seat: &usize| self.bids.iter().filter(|&&b| b == self.bids[seat]).count() == 1;
        let best = (0..RIVALS).filter(alone).max_by_key(|&seat| self.bids[seat]);
        best.filter(|_| self.veto.is_none())
    }
}

fn points(lots: &[u8], rounds: &[Round]) -> [i32; RIVALS] {
    let mut points = [0; RIVALS];
    for (lot, round) in lots.iter().zip(rounds) {
        if let Some(taker) = round.taker() {
            points[taker] += i32::from(*lot);
        }
    }
    points
}

/// The whole truth.
#[derive(Debug, Clone)]
pub(crate) struct State {
    chance: Chance,
    lots: Vec<u8>,
    /// Ranks in each hand, ascending.
    hands: [Vec<u8>; RIVALS],
    vetoes: [u8; RIVALS],
    undealt: Vec<u8>,
    /// The cards put down in this round, by seat, not yet turned over.
    bids: Vec<u8>,
    rounds: Vec<Round>,
    /// The number of rounds that each rival has seen.
    seen: [usize; RIVALS],
    asked: Option<(usize, Ask)>,
}

/// The knowledge of one rival.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct View {
    pub(crate) seat: Seat,
    /// The values of all rounds' lots, in points.
    pub(crate) lots: Vec<u8>,
    /// The ranks in hand, ascending.
    pub(crate) hand: Vec<u8>,
    /// Vetoes held.
    pub(crate) vetoes: u8,
    /// The card put down in this round.
    pub(crate) bid: Option<u8>,
    /// The rounds turned over, oldest first; the last may yet be vetoed.
    pub(crate) rounds: Vec<Round>,
    /// The question to this rival now.
    pub(crate) asked: Option<Ask>,
}

/// The change that one play makes to the knowledge of one rival.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Event {
    /// The card it put down itself.
    bid: Option<u8>,
    /// The cards turned over.
    bids: Option<[u8; RIVALS]>,
    /// The rival who vetoed the lot.
    veto: Option<Seat>,
    /// The question to it now.
    asked: Option<Ask>,
}

/// A move that happened.
#[derive(Debug, Clone)]
pub(crate) struct Play {
    seat: usize,
    mv: Move,
    /// The rivals who see the cards turned over now.
    sees: [bool; RIVALS],
}

impl State {
    fn deal(params: &Params, mut chance: Chance) -> Self {
        let mut undealt: Vec<u8> = (1..=params.ranks).flat_map(|rank| [rank; 3]).collect();
        let hands = [(); RIVALS].map(|()| {
            let mut hand: Vec<u8> = (0..params.hand)
                .map(|_| undealt.remove(draw(&mut chance, DEAL, 0..undealt.len())))
                .collect();
            hand.sort_unstable();
            hand
        });
        let mut vetoes = [0; RIVALS];
        (0..params.vetoes).for_each(|_| vetoes[draw(&mut chance, DEAL, 0..RIVALS)] += 1);
        let lots = (0..params.hand).map(|_| draw(&mut chance, LOTS, 0..params.top_lot) + 1);
        let lots = lots.collect();
        let (bids, rounds, seen) = (vec![], vec![], [0; RIVALS]);
        Self {
            chance,
            lots,
            hands,
            vetoes,
            undealt,
            bids,
            rounds,
            seen,
            asked: Some((0, Ask::Bid)),
        }
    }

    fn moves(&self) -> Moves {
        self.asked.map_or(Moves(0), |(seat, ask)| moves(Some(ask), &self.hands[seat]))
    }

    fn bid(&mut self, seat: usize, rank: u8) {
        take(&mut self.hands[seat], rank);
        self.bids.push(rank);
        if let Ok(bids) = <[u8; RIVALS]>::try_from(self.bids.as_slice()) {
            self.rounds.push(Round { bids, veto: None });
            self.bids.clear();
        }
    }

    fn veto(&mut self, seat: usize) {
        self.vetoes[seat] -= 1;
        let round = self.rounds.last_mut().expect("vetoes are asked for after a round");
        round.veto = Some(seat_of(seat));
    }

    /// The rival to ask after a move; nobody when the last round is through.
    fn next(&self, seat: usize, mv: Move) -> Option<(usize, Ask)> {
        let bidding = !self.bids.is_empty();
        let left = match mv {
            Move::Bid(_) if bidding => return Some((self.bids.len(), Ask::Bid)),
            Move::Bid(_) => 0..RIVALS,
            Move::Pass => 0..seat,
            Move::Veto => 0..0,
        };
        let holder = left.rev().find(|&seat| self.vetoes[seat] > 0);
        let more = self.rounds.len() < self.lots.len();
        holder.map(|seat| (seat, Ask::Veto)).or(more.then_some((0, Ask::Bid)))
    }

    /// Shows the last round to those whose time it is.
    fn show(&mut self) -> [bool; RIVALS] {
        let rounds = self.rounds.len();
        let window = self.asked.filter(|&(_, ask)| ask == Ask::Veto);
        std::array::from_fn(|seat| {
            let time = window.is_none_or(|(asked, _)| seat == LAST || seat == asked);
            let sees = time && self.seen[seat] < rounds;
            self.seen[seat] += usize::from(sees);
            sees
        })
    }
}

fn take(hand: &mut Vec<u8>, rank: u8) {
    if let Some(index) = hand.iter().position(|&card| card == rank) {
        hand.remove(index);
    }
}

fn seat_of(seat: usize) -> Seat {
    Seat(u8::try_from(seat).expect("there are three"))
}
