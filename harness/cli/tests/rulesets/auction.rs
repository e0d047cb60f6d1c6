//! `auction`: two to five rivals with secret hands bid for lots that everyone can see.
//!
//! Each is dealt cards from a deck with as many of every rank as there are rivals; vetoes fall to
//! anyone. In a round all put down a card unseen, in seat order; then the cards are turned over,
//! and the highest rank that only one of them played takes the lot, unless somebody plays a veto:
//! then nobody does. Only those who hold a veto are asked for it, in seat order, and a pass is seen
//! by nobody else.
//!
//! Nobody may notice that another was asked, not even by how the news comes in pieces: each event
//! says one thing, and a question is an event of its own. Messages are dropped. A [`Leak`] breaks
//! one of these promises, so that tests can show that they would notice.

mod game;
mod thrift;

use serde::{Deserialize, Serialize};
use stoker_engine::commitments::Commitments;
use stoker_engine::windows::{Then, Window};
use stoker_engine::{Chance, FactInfo, Purpose, ScoreInfo, Seat, Sides};

use super::draw;

pub(crate) use thrift::thrift;

/// The most rivals.
const MOST: usize = 5;
const DEAL: Purpose = Purpose::new("deal");
const LOTS: Purpose = Purpose::new("lots");

/// The constants of the rules.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Params {
    /// The number of rivals.
    pub(crate) players: u8,
    /// Cards in each hand, so rounds; at most `ranks`.
    pub(crate) hand: u8,
    /// Ranks of cards, from 1; there are as many cards of each as rivals.
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
    facts: Vec<FactInfo>,
    leak: Option<Leak>,
}

/// A deliberate breach of secrecy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leak {
    /// All hear that somebody passed.
    Pass,
    /// All see how many were asked for a veto.
    Count,
    /// Those with the most vetoes are asked first.
    Order,
    /// All see the first bid before the last is in.
    Bid,
}

impl Auction {
    /// The same ruleset with a leak.
    pub(crate) fn leaking(self, leak: Leak) -> Self {
        Self { leak: Some(leak), ..self }
    }
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Round {
    /// Ranks, by seat.
    pub(crate) bids: Vec<u8>,
    /// The rival who vetoed it.
    pub(crate) veto: Option<Seat>,
}

impl Round {
    /// The rival who alone played the highest such rank, unless it was vetoed.
    pub(crate) fn taker(&self) -> Option<usize> {
        let alone =
            |&seat: &usize| self.bids.iter().filter(|&&b| b == self.bids[seat]).count() == 1;
        let best = (0..self.bids.len()).filter(alone).max_by_key(|&seat| self.bids[seat]);
        best.filter(|_| self.veto.is_none())
    }
}

/// The whole truth.
#[derive(Debug, Clone)]
pub(crate) struct State {
    chance: Chance,
    lots: Vec<u8>,
    /// Ranks in each hand, ascending.
    hands: Vec<Vec<u8>>,
    vetoes: Vec<u8>,
    undealt: Vec<u8>,
    /// The cards put down in this round.
    bids: Commitments<u8, MOST>,
    rounds: Vec<Round>,
    /// The rivals who can still veto the last round; none if nobody can.
    window: Option<Window<MOST>>,
    leak: Option<Leak>,
    /// The number of rivals who were asked for a veto.
    asked_for_vetoes: u8,
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
    /// A number that a [`Leak`] shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    leaked: Option<u8>,
}

/// The change that one play makes to the knowledge of one rival: one thing at a time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Event {
    /// The card it put down itself.
    Bid(u8),
    /// The cards turned over.
    Turned(Vec<u8>),
    /// It keeps its veto back.
    Passed,
    /// The rival who vetoed the lot.
    Veto(Seat),
    /// The question to it now.
    Asked(Ask),
    /// The card that a [`Leak`] shows.
    Leaked(Option<u8>),
}

/// A move that happened.
#[derive(Debug, Clone)]
pub(crate) struct Play {
    seat: usize,
    mv: Move,
    /// True if it was the last bid, so that the cards are turned over.
    turned: bool,
    /// True if another round begins, or the auction is over.
    sold: bool,
}

impl State {
    fn deal(params: &Params, leak: Option<Leak>, mut chance: Chance) -> Self {
        let rivals = usize::from(params.players);
        let ranks = (1..=params.ranks).flat_map(|rank| (0..rivals).map(move |_| rank));
        let mut undealt: Vec<u8> = ranks.collect();
        let hands = (0..rivals).map(|_| {
            let mut hand: Vec<u8> = (0..params.hand)
                .map(|_| undealt.remove(draw(&mut chance, DEAL, 0..undealt.len())))
                .collect();
            hand.sort_unstable();
            hand
        });
        let hands = hands.collect();
        let mut vetoes = vec![0; rivals];
        (0..params.vetoes).for_each(|_| vetoes[draw(&mut chance, DEAL, 0..rivals)] += 1);
        let lots = (0..params.hand).map(|_| draw(&mut chance, LOTS, 0..params.top_lot) + 1);
        let lots = lots.collect();
        let (rounds, window, bids) = (vec![], None, bids_of(params.players));
        let asked_for_vetoes = 0;
        Self { chance, lots, hands, vetoes, undealt, bids, rounds, window, leak, asked_for_vetoes }
    }

    /// The rival to ask, and for what; nobody when the last round is through.
    fn asked(&self) -> Option<(usize, Ask)> {
        let asked = match &self.window {
            Some(window) => window.asked().map(|seat| (seat, Ask::Veto)),
            None => self.bids.asked().map(|seat| (seat, Ask::Bid)),
        };
        asked.map(|(seat, ask)| (index(seat), ask))
    }

    /// The number of the last round whose cards were turned over, from 0.
    pub(crate) fn round(&self) -> Option<usize> {
        self.rounds.len().checked_sub(1)
    }

    fn moves(&self) -> Moves {
        self.asked().map_or(Moves(0), |(seat, ask)| moves(Some(ask), &self.hands[seat]))
    }

    fn rivals(&self) -> u8 {
        u8::try_from(self.hands.len()).expect("at most five")
    }

    /// Carries out a legal move; true if the cards are turned over.
    fn make(&mut self, seat: usize, mv: Move) -> bool {
        match mv {
            Move::Bid(rank) => return self.bid(seat, rank),
            Move::Veto => self.veto(seat),
            Move::Pass => self.window.iter_mut().for_each(Window::pass),
        }
        self.go_on();
        false
    }

    fn bid(&mut self, seat: usize, rank: u8) -> bool {
        take(&mut self.hands[seat], rank);
        self.bids.commit(rank);
        let Some(bids) = self.bids.revealed() else { return false };
        let bids = bids.map(|(_, &rank)| rank).collect();
        self.rounds.push(Round { bids, veto: None });
        let mut order: Vec<Seat> = (0..self.rivals()).map(Seat).collect();
        if self.leak == Some(Leak::Order) {
            order.sort_by_key(|&seat| std::cmp::Reverse(self.vetoes[index(seat)]));
        }
        self.window = Some(Window::of(order));
        self.go_on();
        true
    }

    fn veto(&mut self, seat: usize) {
        self.vetoes[seat] -= 1;
        let round = self.rounds.last_mut().expect("vetoes are asked for after a round");
        round.veto = Some(seat_of(seat));
        self.window.iter_mut().for_each(|window| window.act(Then::Close));
    }

    /// Asks the next who holds a veto; if there is none, another round begins.
    fn go_on(&mut self) {
        let holds = |seat: Seat| self.vetoes[index(seat)] > 0;
        if self.window.as_mut().is_some_and(|window| window.ask(holds).is_some()) {
            self.asked_for_vetoes += 1;
            return;
        }
        self.window = None;
        let more = self.rounds.len() < self.lots.len();
        self.bids = bids_of(if more { self.rivals() } else { 0 });
    }

    /// The points of each rival.
    fn points(&self) -> Vec<i32> {
        let mut points = vec![0; self.hands.len()];
        for (lot, round) in self.lots.iter().zip(&self.rounds) {
            if let Some(taker) = round.taker() {
                points[taker] += i32::from(*lot);
            }
        }
        points
    }

    /// The number that a leak shows to all.
    fn leaked(&self) -> Option<u8> {
        match self.leak? {
            Leak::Count => Some(self.asked_for_vetoes),
            Leak::Bid => self.bids.own(Seat(0)).copied(),
            Leak::Pass | Leak::Order => None,
        }
    }
}

fn bids_of(rivals: u8) -> Commitments<u8, MOST> {
    Commitments::of((0..rivals).map(Seat))
}

fn take(hand: &mut Vec<u8>, rank: u8) {
    if let Some(index) = hand.iter().position(|&card| card == rank) {
        hand.remove(index);
    }
}

fn seat_of(seat: usize) -> Seat {
    Seat(u8::try_from(seat).expect("there are at most five"))
}

fn index(seat: Seat) -> usize {
    usize::from(seat.0)
}
