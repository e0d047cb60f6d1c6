//! Positions that a seat cannot tell from the one that it is in.
//!
//! A [`Hidden`] is what the seat asked does not know. With it, a view makes a whole [`Position`],
//! to search from. [`View::guess`] draws one at random.

use super::Kosmos;
use super::actions::{ActionCard, ActionSet, Special};
use super::board::{ByPlace, Place};
use super::cards::{BySide, Cards, Kind, LAID, Mark, Side};
use super::choices::Asked;
use super::own::Own;
use super::position::{Filling, Loss, Pending, Position, Question, Tally};
use super::state::State;
use super::table::Table;
use super::told::Told;
use super::view::View;
use crate::guess::{Guess, NoGuess};
use crate::log::Log;
use crate::seed::{Rng, Seed, below, one_of};

/// The part of a position that a viewer does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hidden {
    /// The cards on the board.
    pub board: ByPlace<Option<Kind>>,
    /// The other side's hand.
    pub hand: Cards,
    /// The cards that the other side laid; they matter only until the deal.
    pub laid: Cards,
    /// The other side's action hand.
    pub actions: ActionSet,
    /// The other side's pile of played cards.
    pub pile: ActionSet,
}

impl View {
    /// The position in which this seat is asked, if this is what it does not know.
    ///
    /// # Errors
    /// If the seat is not asked, the view is none that a game gives, or what is hidden does not
    /// agree with it: a card of another kind where the kind is known, too many or too few cards in
    /// a hand, a card that is elsewhere already.
    pub fn position(&self, rules: &Kosmos, hidden: &Hidden) -> Result<Position, NoGuess> {
        let past = Past::of(rules, self)?;
        let asked = self.asked.filter(|asked| past.can_ask(self.side, *asked)).ok_or(NoGuess)?;
        let other = Own {
            hand: hidden.hand,
            laid: hidden.laid,
            actions: hidden.actions,
            pile: hidden.pile,
            record: filled(&past.other, &hidden.board),
            seen: past.other.seen,
        };
        let own = match self.side {
            Side::Dracula => BySide { dracula: self.own, hunter: other },
            Side::Hunter => BySide { dracula: other, hunter: self.own },
        };
        let position = Position {
            table: self.table,
            own,
            board: hidden.board,
            pending: past.pending(rules, self.side, asked),
            void: past.void,
            won_fight: past.won_fight,
            tally: past.tally,
        };
        fits(rules, self, &position).then_some(position).ok_or(NoGuess)
    }

    /// A possible hidden part of the position of this seat, drawn at random.
    ///
    /// The cards whose places it does not know lie wherever they can, every arrangement of the
    /// single cards equally likely: the other side is taken to lay, and to put down, whatever
    /// comes. The same goes for the other side's action cards that have not been played. Each draw
    /// agrees with the sum of what is known (V1 to V5). It does not look back: cards that the other
    /// side must have held some time ago, and how many targets it had to lay, are not considered.
    /// Before the deal, the other side is taken to have laid any of its choices.
    ///
    /// # Errors
    /// If the view is none that a game gives.
    pub fn guess(&self, rules: &Kosmos, rng: &mut Rng) -> Result<Hidden, NoGuess> {
        if self.table.turn == 0 {
            return self.guess_laid(rules, rng);
        }
        let other = self.side.other();
        let mut unseen = unseen(rules, self, other);
        let mut mine = unseen_own(rules, self);
        shuffle(&mut unseen, rng);
        let put = places(self, Mark::Card(other)).count();
        let unknown = places(self, Mark::Unknown).count();
        let dealt = unknown.checked_sub(mine.len()).ok_or(NoGuess)?;
        if unseen.len() != put + dealt + usize::from(self.table.hands[other]) {
            return Err(NoGuess);
        }
        let mut there = unseen.split_off(unseen.len() - put);
        mine.extend(unseen.split_off(unseen.len() - dealt));
        shuffle(&mut mine, rng);
        let board = ByPlace::new(|place| match self.own.record[place] {
            Mark::Empty => None,
            Mark::Kind(kind) => Some(kind),
            Mark::Unknown => mine.pop(),
            Mark::Card(_) => there.pop(),
        });
        let mut hand = Cards::none(other);
        unseen.into_iter().for_each(|kind| hand.add(kind));
        let (actions, pile) = guess_actions(rules, &self.table, other, rng)?;
        Ok(Hidden { board, hand, laid: Cards::none(other), actions, pile })
    }

    /// While cards are laid: Dracula has laid when the hunter is asked.
    fn guess_laid(&self, rules: &Kosmos, rng: &mut Rng) -> Result<Hidden, NoGuess> {
        let other = self.side.other();
        let laid = match other {
            Side::Dracula => one_of(rng, rules.lays(other).iter().copied()).ok_or(NoGuess)?,
            Side::Hunter => Cards::none(other),
        };
        let (actions, pile) = guess_actions(rules, &self.table, other, rng)?;
        let hand = rules.data().cards[other].without(laid);
        Ok(Hidden { board: ByPlace::new(|_| None), hand, laid, actions, pile })
    }

    /// The list of what the other seat was told, as far as this seat knows: the kinds of the
    /// other's own cards are left out, and so are its action hands and what it laid.
    fn others_list(&self, rules: &Kosmos) -> Log<Told> {
        let mut past = Past::start(rules, self.side);
        let mut list = Log::default();
        for told in self.told.iter() {
            past.told_other(told).into_iter().for_each(|told| list.push(told));
            past.follow(rules, told);
        }
        list
    }

    fn guessed(&self, rules: &Kosmos, rng: &mut Rng) -> Result<Position, NoGuess> {
        self.guess(rules, rng).and_then(|hidden| self.position(rules, &hidden))
    }
}

/// Draws for the view of the seat asked, as [`View::guess`] weighs them: every arrangement of the
/// single cards is equally likely. There are far too many to list.
///
/// The other seat's own knowledge is whole. Its list of what it was told is not: the kinds of its
/// own cards are left out.
impl Guess for Kosmos {
    type Guesses = View;

    fn guesses(&self, view: &View) -> Result<View, NoGuess> {
        view.guessed(self, &mut Seed(0).bot_rng()).map(|_| view.clone())
    }

    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        let drawn = (0..MOST_TRIES).find_map(|_| view.guessed(self, rng).ok());
        let position = drawn.expect("the view was checked, and all draws agree with it alike");
        let (mine, others) = (view.told.clone(), view.others_list(self));
        let told = match view.side {
            Side::Dracula => BySide { dracula: mine, hunter: others },
            Side::Hunter => BySide { dracula: others, hunter: mine },
        };
        State { position, told, chance: Self::fresh_chance(rng) }
    }
}

/// Draws that are tried for one that agrees with a view.
const MOST_TRIES: usize = 100;

fn places(view: &View, mark: Mark) -> impl Iterator<Item = Place> {
    let found = view.own.record.iter().filter(move |(_, found)| **found == mark);
    found.map(|(place, _)| place)
}

/// A side's cards that are neither beaten, nor won by the other, nor on the board and known.
fn nowhere(rules: &Kosmos, view: &View, side: Side) -> Cards {
    let mut gone = view.table.discards[side];
    let won = view.table.won[side.other()];
    (0..won).for_each(|_| gone.add(Kind::target(side)));
    let known = view.own.record.iter().filter_map(|(_, mark)| mark.kind());
    known.for_each(|kind| gone.add(kind));
    rules.data().cards[side].without(gone)
}

fn unseen(rules: &Kosmos, view: &View, other: Side) -> Vec<Kind> {
    nowhere(rules, view, other).iter().collect()
}

/// Own cards that still lie where they were dealt: the viewer does not know where.
fn unseen_own(rules: &Kosmos, view: &View) -> Vec<Kind> {
    nowhere(rules, view, view.side).without(view.own.hand).iter().collect()
}

/// The other side's action hand and pile: what it has not played is in its hand or set aside, but
/// for one card that composure may have fetched from the pile: one of those played before it.
fn guess_actions(
    rules: &Kosmos,
    table: &Table,
    other: Side,
    rng: &mut Rng,
) -> Result<(ActionSet, ActionSet), NoGuess> {
    let deck = table.decks[other];
    let mut pile: ActionSet = table.plays[other].iter().collect();
    let mut actions = ActionSet::EMPTY;
    if pile.len() == u32::from(deck.pile) + 1 {
        let fetches =
            |card: &ActionCard| rules.data().action(*card).special == Some(Special::Composure);
        let before = table.plays[other].iter().take_while(|card| !fetches(card));
        let fetched = one_of(rng, before.collect::<Vec<_>>()).ok_or(NoGuess)?;
        pile = pile.without(fetched);
        actions = actions.with(fetched);
    }
    let mut rest: Vec<ActionCard> =
        ActionSet::deck(other).minus(pile).minus(actions).iter().collect();
    shuffle(&mut rest, rng);
    let missing = u32::from(deck.hand).checked_sub(actions.len()).ok_or(NoGuess)?;
    let actions = rest.iter().take(missing as usize).fold(actions, |all, card| all.with(*card));
    Ok((actions, pile))
}

fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    for last in (1..items.len()).rev() {
        let bound = u32::try_from(last + 1).expect("lists are short");
        items.swap(last, below(rng, bound) as usize);
    }
}

/// The other side's record: it knows the cards that it put down itself.
fn filled(other: &Own, board: &ByPlace<Option<Kind>>) -> ByPlace<Mark> {
    let own = Mark::Card(other.hand.side());
    ByPlace::new(|place| match (other.record[place], board[place]) {
        (mark, Some(kind)) if mark == own => Mark::Kind(kind),
        (mark, _) => mark,
    })
}

/// True if a position agrees with the view, and every card is in one place.
fn fits(rules: &Kosmos, view: &View, position: &Position) -> bool {
    agrees(&view.own.record, position)
        && Side::BOTH.iter().all(|&side| all_there(rules, position, side))
}

/// True if a record of the board says nothing that is not so.
pub(super) fn agrees(record: &ByPlace<Mark>, position: &Position) -> bool {
    let agrees = |(place, mark): (Place, &Mark)| match (*mark, position.board[place]) {
        (Mark::Empty, card) => card.is_none() || position.table.turn == 0,
        (Mark::Unknown, card) => card.is_some(),
        (Mark::Card(side), card) => card.is_some_and(|card| card.side() == side),
        (Mark::Kind(kind), card) => card == Some(kind),
    };
    record.iter().all(agrees)
}

/// True if a side's cards are all there, and as many in each place as both sides know: then no
/// action card is in two places, or of the other side.
pub(super) fn all_there(rules: &Kosmos, position: &Position, side: Side) -> bool {
    let (table, own) = (&position.table, &position.own[side]);
    let mut left = rules.data().cards[side].without(own.hand).without(table.discards[side]);
    let on_board = position.board.iter().filter_map(|(_, card)| *card);
    on_board.for_each(|kind| left.remove(kind));
    (0..table.won[side.other()]).for_each(|_| left.remove(Kind::target(side)));
    let deck = table.decks[side];
    // Dracula lays first: while the hunter is asked to lay, his six cards wait for the deal.
    let waits = side == Side::Dracula && position.pending == Pending::Lay(Side::Hunter);
    let waiting = if waits { own.laid } else { Cards::none(side) };
    left == waiting
        && (!waits || waiting.len() == u32::from(LAID))
        && own.hand.len() + waiting.len() == u32::from(table.hands[side])
        && own.hand.side() == side
        && own.actions.len() == u32::from(deck.hand)
        && own.pile.len() == u32::from(deck.pile)
        && own.aside().len() == u32::from(deck.aside)
}

/// The facts that follow from the list of all that a seat was told, besides its sum.
struct Past {
    table: Table,
    mine: Own,
    /// The other seat's knowledge, except of its own cards.
    other: Own,
    void: bool,
    won_fight: bool,
    tally: Tally,
    /// True if the action card of this turn has been played.
    played: bool,
    /// True if lives have been lost since then.
    lost: bool,
    filling: Filling,
}

impl Past {
    /// The facts before anything is told.
    fn start(rules: &Kosmos, side: Side) -> Self {
        Self {
            table: Table::new(rules),
            mine: Own::new(rules, side),
            other: Own::new(rules, side.other()),
            void: false,
            won_fight: false,
            tally: Tally::default(),
            played: false,
            lost: false,
            filling: Filling::Walk,
        }
    }

    fn of(rules: &Kosmos, view: &View) -> Result<Self, NoGuess> {
        let mut past = Self::start(rules, view.side);
        view.told.iter().for_each(|told| past.follow(rules, told));
        (past.table == view.table && past.mine == view.own).then_some(past).ok_or(NoGuess)
    }

    fn follow(&mut self, rules: &Kosmos, told: &Told) {
        self.note(told);
        if let Some(told) = self.told_other(told) {
            self.other.apply(&self.table, &told);
        }
        self.mine.apply(&self.table, told);
        self.table.apply(rules, told);
    }

    /// The entry that the other seat is told then, as far as the viewer knows.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most is told to both alike")]
    fn told_other(&self, told: &Told) -> Option<Told> {
        match *told {
            Told::Actions(_) | Told::Lay(_) => None,
            Told::Up(_) => Some(Told::Up(None)),
            Told::Put(place, _) => Some(Told::Put(place, None)),
            Told::Fetch(source, _) => Some(Told::Fetch(source, None)),
            // After the action card it is perception, by which one side alone sees a hand.
            Told::Hand(_) if self.played => Some(Told::Seen),
            Told::Hand(_) | Told::Seen => Some(Told::hand(self.mine.hand)),
            told => Some(told),
        }
    }

    /// Notes the facts that the sum of what is told does not keep. The list may come from anybody,
    /// so nothing here may panic.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most leaves nothing to note")]
    fn note(&mut self, told: &Told) {
        match *told {
            Told::Turn(..) => {
                let more = u16::from(self.table.extra);
                self.tally.extra_turns = self.tally.extra_turns.saturating_add(more);
                (self.void, self.won_fight) = (false, false);
                (self.played, self.lost) = (false, false);
            }
            Told::Step(_) | Told::Up(_) => self.filling = Filling::Walk,
            Told::Taken => self.filling = Filling::Encounter,
            Told::Won => {
                self.won_fight = true;
                self.filling = Filling::Encounter;
            }
            Told::Swap(place) => self.filling = Filling::Swap(place),
            Told::Play(_) => self.played = true,
            Told::Loss(_) => self.lost = true,
            Told::Void => self.void = true,
            Told::Gift => {
                let gifts = &mut self.tally.gifts[self.table.mover_or_dracula()];
                *gifts = gifts.saturating_add(1);
            }
            Told::Hand(_) if !self.played => {
                self.tally.hands_shown = self.tally.hands_shown.saturating_add(1);
            }
            _ => {}
        }
    }

    /// True if a side can be asked this then: only the mover is asked during a turn, and most
    /// questions come after the action card.
    fn can_ask(&self, side: Side, asked: Asked) -> bool {
        let moves = self.table.mover == Some(side);
        match asked {
            Asked::Lay => self.table.turn == 0,
            Asked::Walk | Asked::Meet | Asked::Look | Asked::Play => moves && !self.played,
            Asked::Put => moves,
            Asked::Save
            | Asked::Use
            | Asked::Fly
            | Asked::Recover
            | Asked::Swap
            | Asked::Harbour
            | Asked::Fetch
            | Asked::Turn
            | Asked::Barrier
            | Asked::Second => moves && self.played && self.table.played().is_some(),
        }
    }

    fn pending(&self, rules: &Kosmos, side: Side, asked: Asked) -> Pending {
        Pending::Mover(match asked {
            Asked::Lay => return Pending::Lay(side),
            Asked::Walk => Question::Walk,
            Asked::Meet => Question::Meet,
            Asked::Look => Question::Look,
            Asked::Put => Question::Put(self.filling),
            Asked::Play => Question::Play,
            Asked::Save => Question::Save(self.loss(rules)),
            Asked::Use => Question::Use,
            Asked::Fly => Question::Fly,
            Asked::Recover => Question::Recover,
            Asked::Swap => Question::Swap,
            Asked::Harbour => Question::Harbour,
            Asked::Fetch => Question::Fetch,
            Asked::Turn => Question::Turn,
            Asked::Barrier => Question::Barrier,
            Asked::Second => Question::Second,
        })
    }

    /// The loss that is about to happen: the payment comes first, a feint last.
    fn loss(&self, rules: &Kosmos) -> Loss {
        let paid = self.table.played().map_or(0, |card| rules.data().action(card).movement);
        match self.table.steps.saturating_sub(paid) {
            more if more > 0 && !self.lost => Loss::Payment(more),
            _ if self.table.drawn.is_some() => Loss::Feint,
            _ => Loss::Encounter,
        }
    }
}
