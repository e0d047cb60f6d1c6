//! The legal moves of a decision as sets of moves, in the order of the rules (fury N1).

use serde::{Deserialize, Serialize};

use super::cards::{CombatCard, Encounter, Hunter, Item, Ticket};
use super::list::List;
use super::moves::{CardCode, Good, Move, NumberedLink, Way, Word};
use super::titles::EventCard;
use crate::map::{Place, PlaceSet};

/// The kind of the moves of a group; each move of a group has a bit of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the same as the moves")]
pub enum MoveKind {
    #[default]
    Word,
    To,
    Hospital,
    Ride(Ticket),
    Carriage(Ticket),
    Trade,
    Hunter,
    Encounter,
    Mature,
    Ambush,
    Card,
    GiveUpItem,
    GiveUpTicket,
    GiveUpEvent,
    Calm,
    UnblockRoad,
    UnblockRail,
    ShowItem,
    ShowEvent,
    Play,
    Event,
    Take,
    Space,
    GiveItem,
    GiveTicket,
    ReceiveItem,
    ReceiveTicket,
    Rumor,
    BlockRoad,
    BlockRail,
    Lair,
    Back,
    Clear,
    Wolf,
    Misdirect,
}

/// Moves of one kind, in the order of their bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "RawGroup", into = "RawGroup")]
pub struct MoveGroup {
    verb: MoveKind,
    /// The lowest first, as bytes: a group then needs no padding, and questions are copied often.
    bits: [u8; 16],
}

/// The most groups of one decision: an action has eleven.
const GROUPS: usize = 12;

/// The legal moves of a decision: groups of moves, in the order of the rules (N1).
///
/// The seat that is asked knows them, and nobody else is shown them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Choices(List<MoveGroup, GROUPS>);

impl MoveGroup {
    #[inline]
    fn is_empty(&self) -> bool {
        self.all() == 0
    }

    #[inline]
    fn len(&self) -> usize {
        self.all().count_ones() as usize
    }

    #[inline]
    fn all(&self) -> u128 {
        u128::from_le_bytes(self.bits)
    }

    #[inline]
    fn contains(&self, bit: usize) -> bool {
        self.bits.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 == 1)
    }

    /// The bit of the move number `n`, which is less than their number.
    fn nth(&self, n: usize) -> usize {
        let lowest = |bits: u128, _| bits & bits.wrapping_sub(1);
        (0..n).fold(self.all(), lowest).trailing_zeros() as usize
    }
}

impl Choices {
    /// No moves.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Adds moves of this kind, a bit for each. Long lists are put together in place.
    #[inline]
    pub(super) fn push(&mut self, verb: MoveKind, bits: u128) {
        let group = MoveGroup { verb, bits: bits.to_le_bytes() };
        if group.is_empty() {
            return;
        }
        if let Some(last) = self.0.last_mut().filter(|last| last.verb == verb) {
            debug_assert!(last.all() <= group.all(), "words of one group are in order");
            last.bits = (last.all() | bits).to_le_bytes();
        } else {
            self.0.try_push(group).expect("a decision has at most twelve groups");
        }
    }

    /// Adds moves of this kind, a bit for each.
    #[inline]
    pub(super) fn bits(mut self, verb: MoveKind, bits: u64) -> Self {
        self.push(verb, bits.into());
        self
    }

    /// Adds moves of this kind, a bit for each.
    #[inline]
    pub(super) fn wide(mut self, verb: MoveKind, bits: u128) -> Self {
        self.push(verb, bits);
        self
    }

    /// Adds places.
    #[inline]
    pub(super) fn places(mut self, verb: MoveKind, places: PlaceSet) -> Self {
        self.push(verb, places.bits());
        self
    }

    /// Adds a word.
    #[inline]
    pub(super) fn word(self, word: Word) -> Self {
        self.word_if(word, true)
    }

    /// Adds a word on a condition.
    #[inline]
    pub(super) fn word_if(mut self, word: Word, condition: bool) -> Self {
        self.push_word_if(word, condition);
        self
    }

    /// Adds a word on a condition, in place.
    #[inline]
    pub(super) fn push_word_if(&mut self, word: Word, condition: bool) {
        self.push(MoveKind::Word, u128::from(condition) << (word as u32));
    }

    /// Adds the hunters of a set, in seat order.
    pub(super) fn hunters(self, verb: MoveKind, set: u8) -> Self {
        self.bits(verb, set.into())
    }

    /// True if there is no move.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of moves.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(MoveGroup::len).sum()
    }

    /// True if nothing can be answered but no (N3).
    #[inline]
    pub(super) fn only_no(&self) -> bool {
        match &*self.0 {
            [] => true,
            [only] => only.verb == MoveKind::Word && only.all() == 1 << (Word::No as u32),
            _ => false,
        }
    }
}

impl MoveGroup {
    /// Its kind.
    #[must_use]
    pub const fn verb(&self) -> MoveKind {
        self.verb
    }

    /// True if it has the move with this bit.
    #[inline]
    #[must_use]
    pub fn has(&self, bit: usize) -> bool {
        self.contains(bit)
    }

    /// Its move number `n`, as a bit.
    pub(super) fn bit(&self, n: usize) -> usize {
        self.nth(n)
    }

    /// The number of its moves.
    pub(super) fn count(&self) -> usize {
        self.len()
    }
}

impl Choices {
    /// True if the move is among them.
    #[inline]
    #[must_use]
    pub fn contains(&self, mv: Move) -> bool {
        self.0.iter().any(|group| bit_of(group.verb, mv).is_some_and(|bit| group.has(bit)))
    }

    /// The moves, in order.
    #[must_use]
    pub fn iter(&self) -> Moves {
        Moves { choices: *self, group: 0, next: 0, left: self.len() }
    }
}

/// The bit of a move in a group of this kind, if it is of this kind.
fn bit_of(verb: MoveKind, mv: Move) -> Option<usize> {
    let number = |n: u8| usize::from(n).checked_sub(1);
    match (verb, mv) {
        (MoveKind::Word, Move::Word(word)) => Some(word.index()),
        (MoveKind::To, Move::To(place))
        | (MoveKind::Calm, Move::Calm(place))
        | (MoveKind::Wolf, Move::Wolf(place)) => Some(place.index()),
        (MoveKind::Ride(with), Move::Ride(ticket, place))
        | (MoveKind::Carriage(with), Move::Carriage(ticket, place)) => {
            (with == ticket).then_some(place.index())
        }
        (MoveKind::Hospital, Move::Hospital(number)) => Some(number.into()),
        (MoveKind::Trade, Move::Trade(hunter)) | (MoveKind::Hunter, Move::Hunter(hunter)) => {
            Some(hunter.index())
        }
        (MoveKind::Encounter, Move::Encounter(kind)) => Some(kind.index()),
        (MoveKind::Card, Move::Card(card)) => Some(card.index()),
        (MoveKind::Play, Move::Play(event)) | (MoveKind::Event, Move::Event(event)) => {
            Some(event.index())
        }
        (MoveKind::Take, Move::Take(item)) => Some(item.index()),
        (MoveKind::GiveUpItem, Move::GiveUp(code)) | (MoveKind::ShowItem, Move::Show(code)) => {
            code.find(Item::ALL, Item::code)
        }
        (MoveKind::GiveUpTicket, Move::GiveUp(code)) => code.find(Ticket::ALL, Ticket::code),
        (MoveKind::GiveUpEvent, Move::GiveUp(code)) | (MoveKind::ShowEvent, Move::Show(code)) => {
            code.find(EventCard::ALL, EventCard::code)
        }
        (MoveKind::GiveItem, Move::Give(Good::Item(item)))
        | (MoveKind::ReceiveItem, Move::Receive(Good::Item(item))) => Some(item.index()),
        (MoveKind::GiveTicket, Move::Give(Good::Ticket(ticket)))
        | (MoveKind::ReceiveTicket, Move::Receive(Good::Ticket(ticket))) => Some(ticket.index()),
        (MoveKind::UnblockRoad, Move::Unblock(link)) | (MoveKind::BlockRoad, Move::Block(link)) => {
            (link.way == Way::Road).then_some(link.number.into())
        }
        (MoveKind::UnblockRail, Move::Unblock(link)) | (MoveKind::BlockRail, Move::Block(link)) => {
            (link.way == Way::Rail).then_some(link.number.into())
        }
        (MoveKind::Mature, Move::Mature(n))
        | (MoveKind::Ambush, Move::Ambush(n))
        | (MoveKind::Space, Move::Space(n))
        | (MoveKind::Rumor, Move::Rumor(n))
        | (MoveKind::Lair, Move::Lair(n))
        | (MoveKind::Back, Move::Back(n))
        | (MoveKind::Clear, Move::Clear(n))
        | (MoveKind::Misdirect, Move::Misdirect(n)) => number(n),
        _ => None,
    }
}

/// The move with this bit in a group of this kind; none if the kind has no such bit.
fn move_of(verb: MoveKind, bit: usize) -> Option<Move> {
    let small = u8::try_from(bit).ok()?;
    let place = || Place::new(small);
    let hunter = || Hunter::ALL.get(bit).copied();
    let item = || Item::ALL.get(bit).copied();
    let ticket = || Ticket::ALL.get(bit).copied();
    let event = || EventCard::ALL.get(bit).copied();
    let item_code = || Some(CardCode::of(item()?.code()));
    let event_code = || Some(CardCode::of(event()?.code()));
    let link = |way| NumberedLink { way, number: small };
    let number = small + 1;
    Some(match verb {
        MoveKind::Word => Move::Word(Word::ALL.get(bit).copied()?),
        MoveKind::To => Move::To(place()?),
        MoveKind::Hospital => Move::Hospital(small),
        MoveKind::Ride(ticket) => Move::Ride(ticket, place()?),
        MoveKind::Carriage(ticket) => Move::Carriage(ticket, place()?),
        MoveKind::Trade => Move::Trade(hunter()?),
        MoveKind::Hunter => Move::Hunter(hunter()?),
        MoveKind::Encounter => Move::Encounter(Encounter::ALL.get(bit).copied()?),
        MoveKind::Mature => Move::Mature(number),
        MoveKind::Ambush => Move::Ambush(number),
        MoveKind::Card => Move::Card(CombatCard::ALL.get(bit).copied()?),
        MoveKind::GiveUpItem => Move::GiveUp(item_code()?),
        MoveKind::GiveUpTicket => Move::GiveUp(CardCode::of(ticket()?.code())),
        MoveKind::GiveUpEvent => Move::GiveUp(event_code()?),
        MoveKind::Calm => Move::Calm(place()?),
        MoveKind::UnblockRoad => Move::Unblock(link(Way::Road)),
        MoveKind::UnblockRail => Move::Unblock(link(Way::Rail)),
        MoveKind::ShowItem => Move::Show(item_code()?),
        MoveKind::ShowEvent => Move::Show(event_code()?),
        MoveKind::Play => Move::Play(event()?),
        MoveKind::Event => Move::Event(event()?),
        MoveKind::Take => Move::Take(item()?),
        MoveKind::Space => Move::Space(number),
        MoveKind::GiveItem => Move::Give(Good::Item(item()?)),
        MoveKind::GiveTicket => Move::Give(Good::Ticket(ticket()?)),
        MoveKind::ReceiveItem => Move::Receive(Good::Item(item()?)),
        MoveKind::ReceiveTicket => Move::Receive(Good::Ticket(ticket()?)),
        MoveKind::Rumor => Move::Rumor(number),
        MoveKind::BlockRoad => Move::Block(link(Way::Road)),
        MoveKind::BlockRail => Move::Block(link(Way::Rail)),
        MoveKind::Lair => Move::Lair(number),
        MoveKind::Back => Move::Back(number),
        MoveKind::Clear => Move::Clear(number),
        MoveKind::Wolf => Move::Wolf(place()?),
        MoveKind::Misdirect => Move::Misdirect(number),
    })
}

/// The legal moves of one decision, in the order of the rules.
#[derive(Debug, Clone)]
pub struct Moves {
    choices: Choices,
    group: usize,
    /// The number of the next move within its group.
    next: usize,
    left: usize,
}

impl Moves {
    /// No moves.
    #[must_use]
    pub fn none() -> Self {
        Self { choices: Choices::none(), group: 0, next: 0, left: 0 }
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        self.nth(0)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    fn nth(&mut self, n: usize) -> Option<Move> {
        if n >= self.left {
            self.left = 0;
            return None;
        }
        self.left -= n + 1;
        self.next += n;
        loop {
            let group = self.choices.0.get(self.group)?;
            let count = group.count();
            if self.next < count {
                let bit = group.bit(self.next);
                self.next += 1;
                return move_of(group.verb, bit);
            }
            self.next -= count;
            self.group += 1;
        }
    }
}

impl ExactSizeIterator for Moves {}

/// A group as it is written: its bits may name no move.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawGroup {
    verb: MoveKind,
    /// The lower and the upper half.
    bits: [u64; 2],
}

impl From<MoveGroup> for RawGroup {
    #[expect(clippy::cast_possible_truncation, reason = "the halves of a number")]
    fn from(group: MoveGroup) -> Self {
        let bits = group.all();
        Self { verb: group.verb, bits: [bits as u64, (bits >> 64) as u64] }
    }
}

impl TryFrom<RawGroup> for MoveGroup {
    type Error = String;

    fn try_from(RawGroup { verb, bits }: RawGroup) -> Result<Self, String> {
        let all = u128::from(bits[0]) | u128::from(bits[1]) << 64;
        let group = Self { verb, bits: all.to_le_bytes() };
        let unknown = (0..128).find(|&bit| group.has(bit) && move_of(verb, bit).is_none());
        unknown.map_or(Ok(group), |bit| Err(format!("{verb:?} has no move number {bit}")))
    }
}
