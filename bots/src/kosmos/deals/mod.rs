//! Many possible deals of the cards that a side cannot see, all consistent with what it was told.
//!
//! A particle filter. Each deal is drawn when the cards are laid, and is updated with everything
//! that the side is told. A deal that is contradicted becomes a copy of one that is not; if hardly
//! any is left, cards change places in it until it agrees.

mod deal;
mod likely;
mod mirror;

use stoker_engine::kosmos::{
    ByPlace, BySide, Cards, Kind, Kosmos, Mark, Place, PlaceSet, Side, TARGETS, Told, View,
};
use stoker_engine::{Rng, below, one_of};

use self::deal::Deal;
use self::likely::{likely_lay, likely_put};
use super::odds::{Chances, Odds};

pub(super) use self::likely::Habits;
pub(super) use self::mirror::{Mirror, Suspicion};

/// Deals that are kept.
const DEALS: usize = 96;
/// Deals that must agree with what is told for the others to become copies of them.
const ENOUGH: usize = 12;

/// The cards of the side itself, in its deals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OwnCards {
    /// They are as its view shows them.
    Seen,
    /// They are unknown to the owner of the deals: cards of one kind stand in for all of them.
    StandIns,
}

/// The deals of a side.
#[derive(Debug, Clone)]
pub(super) struct Deals {
    side: Side,
    /// The habits that are assumed in the opponent.
    habits: Habits,
    own: OwnCards,
    /// None before the cards are laid.
    all: Vec<Deal>,
    /// The number of entries told to the side that are taken in.
    told: usize,
    mover: Side,
    figures: BySide<Place>,
    /// A card was drawn by a feint in this turn.
    feint: Option<Kind>,
    /// Places whose card the side knows.
    sure: PlaceSet,
    /// Places with an own card that the opponent has looked at.
    pub(super) exposed: PlaceSet,
}

impl Deals {
    pub(super) fn new(rules: &Kosmos, side: Side, habits: Habits) -> Self {
        Self {
            side,
            habits,
            own: OwnCards::Seen,
            all: Vec::with_capacity(DEALS),
            told: 0,
            mover: Side::Dracula,
            figures: rules.data().start,
            feint: None,
            sure: PlaceSet::EMPTY,
            exposed: PlaceSet::EMPTY,
        }
    }

    /// Takes in what was told since the last time.
    pub(super) fn follow(&mut self, rules: &Kosmos, view: &View, rng: &mut Rng) {
        for &told in view.told.since(self.told) {
            self.take_in(rules, view, told, rng);
        }
        self.told = view.told.len();
        if self.missed_the_deal(view) {
            self.begin_at(view);
            self.sure = known(view);
            let deal = |_| view.guess(rules, rng).ok();
            let drawn = (0..DEALS).filter_map(deal);
            self.all.extend(drawn.map(|hidden| Deal { board: hidden.board, hand: hidden.hand }));
        }
    }

    /// True if the game is seen from a later moment on, so that nothing was told of the deal.
    fn missed_the_deal(&self, view: &View) -> bool {
        self.all.is_empty() && view.table.turn > 0
    }

    /// Takes the open facts from the view, since they were not told.
    fn begin_at(&mut self, view: &View) {
        self.mover = view.table.mover_or_dracula();
        self.figures = view.table.figures;
    }

    /// The odds that follow from the deals.
    pub(super) fn odds(&self, view: &View) -> Odds {
        let each = 1.0 / self.all.len().max(1) as f64;
        let mut at = ByPlace::new(|_| Chances::default());
        let (mut bare, mut held, mut cards) = (0.0, 0.0, 0.0);
        for deal in &self.all {
            for &place in Place::ALL {
                deal.board[place].into_iter().for_each(|kind| at[place][kind.index()] += each);
            }
            let hidden = deal.hand.targets() + view.table.won[self.side];
            bare += if hidden >= TARGETS { each } else { 0.0 };
            held += f64::from(deal.hand.targets()) * each;
            cards += f64::from(deal.hand.len()) * each;
        }
        // What is known beyond doubt is in the record.
        for (place, mark) in view.own.record.iter() {
            if let Mark::Kind(kind) = mark {
                at[place] = Chances::default();
                at[place][kind.index()] = 1.0;
            }
        }
        Odds { at, bare, target_in_hand: if cards > 0.0 { held / cards } else { 0.0 } }
    }

    fn foe(&self) -> Side {
        self.side.other()
    }

    /// The place of the mover's figure.
    fn here(&self) -> Place {
        self.figures[self.mover]
    }

    fn take_in(&mut self, rules: &Kosmos, view: &View, told: Told, rng: &mut Rng) {
        let (here, foes) = (self.here(), self.mover != self.side);
        match told {
            Told::Deal => self.deal(rules, view, rng),
            Told::Turn(_, mover) => {
                self.mover = mover;
                self.feint = None;
            }
            Told::Step(place) | Told::Fly(place) => self.figures[self.mover] = place,
            Told::Harbour(side) => self.figures[side] = rules.data().start.dracula,
            Told::Station => self.figures.hunter = rules.data().start.hunter,
            Told::Gift if foes => {
                let target = Kind::target(self.foe());
                self.leave_hand(target, rng);
            }
            Told::Hand(cards) => self.see(cards.unwrap_or(Cards::none(self.foe()))),
            Told::Up(kind) => self.take_up(here, kind, rng),
            Told::Swap(place) => {
                self.take_up(place, None, rng);
            }
            Told::Put(place, kind) => self.put(place, kind, rng),
            Told::Foe(kind) => {
                self.agree(here, kind, rng);
                self.exposed = if foes { self.exposed | PlaceSet::of(here) } else { self.exposed };
            }
            Told::Taken => match self.feint {
                Some(kind) if !foes => self.leave_hand(kind, rng),
                Some(_) => {}
                None => self.clear(here),
            },
            Told::Won => self.clear(here),
            Told::Recover(kind) if foes => self.all.iter_mut().for_each(|deal| deal.hand.add(kind)),
            Told::Feint(kind) => {
                self.feint = Some(kind);
                if !foes {
                    self.all.iter_mut().for_each(|deal| deal.have(kind, self.sure));
                }
            }
            Told::Actions(_)
            | Told::Lay(_)
            | Told::Straight
            | Told::Gift
            | Told::Play(_)
            | Told::Loss(_)
            | Told::Void
            | Told::Ignored
            | Told::Lost
            | Told::Drawn
            | Told::Recover(_)
            | Told::Breath
            | Told::Whisper
            | Told::Seen
            | Told::Fetch(..)
            | Told::Extra
            | Told::Vigilance
            | Told::Turned(_)
            | Told::Barrier(..)
            | Told::Refill(_)
            | Told::Over(..) => {}
        }
    }

    /// S3: twelve cards, of which only the own six are known, and not where.
    fn deal(&mut self, rules: &Kosmos, view: &View, rng: &mut Rng) {
        let foe = self.foe();
        let lays = rules.lays(foe);
        self.all.clear();
        for _ in 0..DEALS {
            let laid = likely_lay(&lays, rng);
            let mut cards = self.own_six(view).iter().chain(laid.iter());
            let mut board = ByPlace::new(|_| cards.next());
            for (index, &place) in Place::ALL.iter().enumerate().rev() {
                let other = Place::ALL[drawn(rng, index + 1)];
                (board[place], board[other]) = (board[other], board[place]);
            }
            self.all.push(Deal { board, hand: rules.data().cards[foe].without(laid) });
        }
    }

    /// The six cards that the side itself laid. A state that was guessed does not tell a side what
    /// it laid.
    fn own_six(&self, view: &View) -> Cards {
        match self.own {
            OwnCards::Seen if !view.own.laid.is_empty() => view.own.laid,
            OwnCards::Seen | OwnCards::StandIns => Cards::new(self.side, [6, 0, 0, 0, 0]),
        }
    }

    /// W9, X3: an own card of the mover goes into its hand. What the side itself takes up it knows
    /// from what it puts down later, or from its hand.
    fn take_up(&mut self, place: Place, kind: Option<Kind>, rng: &mut Rng) {
        if let Some(kind) = kind {
            self.agree(place, kind, rng);
        } else {
            let owner = self.mover;
            self.filter(
                rng,
                |deal| deal.holds_of(place, owner),
                |deal, sure| deal.bring_any(place, owner, sure),
            );
            // A hand has cards of its own side only.
            for deal in &mut self.all {
                deal.board[place].into_iter().for_each(|kind| deal.hand.add(kind));
            }
        }
        self.clear(place);
    }

    /// W11. The opponent may put any card of its hand.
    fn put(&mut self, place: Place, kind: Option<Kind>, rng: &mut Rng) {
        self.clear(place);
        let own = (self.mover == self.side).then(|| kind.unwrap_or(stand_in(self.side)));
        for deal in &mut self.all {
            let card = own.or_else(|| likely_put(deal, self.habits, rng));
            deal.board[place] = card;
            // A hand has cards of its own side only.
            card.into_iter().for_each(|kind| deal.hand.remove(kind));
        }
        if kind.is_some() {
            self.sure = self.sure | PlaceSet::of(place);
        }
    }

    /// A card of this kind lies at a place.
    fn agree(&mut self, place: Place, kind: Kind, rng: &mut Rng) {
        self.filter(
            rng,
            |deal| deal.board[place] == Some(kind),
            |deal, sure| deal.bring(place, kind, sure),
        );
        self.sure = self.sure | PlaceSet::of(place);
    }

    /// The opponent's hand is seen.
    fn see(&mut self, hand: Cards) {
        let sure = self.sure;
        self.all.iter_mut().for_each(|deal| deal.see(hand, sure));
    }

    /// A card of this kind leaves the opponent's hand.
    fn leave_hand(&mut self, kind: Kind, rng: &mut Rng) {
        self.filter(rng, |deal| deal.hand.count(kind) > 0, |deal, sure| deal.have(kind, sure));
        self.all.iter_mut().for_each(|deal| deal.hand.remove(kind));
    }

    /// No card lies at a place.
    fn clear(&mut self, place: Place) {
        self.all.iter_mut().for_each(|deal| deal.board[place] = None);
        self.sure = self.sure - PlaceSet::of(place);
        self.exposed = self.exposed - PlaceSet::of(place);
    }

    /// Makes all deals agree: by copies of those that do, or if they are few by a change of each.
    fn filter(
        &mut self,
        rng: &mut Rng,
        agrees: impl Fn(&Deal) -> bool,
        mend: impl Fn(&mut Deal, PlaceSet),
    ) {
        let sure = self.sure;
        // Those that agree come first.
        let mut good = 0;
        for index in 0..self.all.len() {
            if agrees(&self.all[index]) {
                self.all.swap(good, index);
                good += 1;
            }
        }
        let (kept, others) = self.all.split_at_mut(good);
        for deal in others {
            match one_of(rng, kept.iter()).filter(|_| good >= ENOUGH) {
                Some(copied) => *deal = *copied,
                None => mend(deal, sure),
            }
        }
    }
}

/// The places whose card the side knows.
fn known(view: &View) -> PlaceSet {
    let known = view.own.record.iter().filter(|(_, mark)| mark.kind().is_some());
    known.map(|(place, _)| place).collect()
}

/// The kind that stands in for cards of a side that cannot be seen.
fn stand_in(side: Side) -> Kind {
    Kind::of(side)[0]
}

fn drawn(rng: &mut Rng, count: usize) -> usize {
    below(rng, u32::try_from(count).unwrap_or(1)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use stoker_engine::{Chance, Game, Purpose, Seed, Turn, Viewer};

    const HABITS: Habits = Habits { bare: [1, 8], laid: [4, 2] };

    /// Asserts that every deal has the cards that everybody can count.
    fn check(deals: &Deals, kosmos: &Kosmos, view: &View) {
        let foe = view.side.other();
        for deal in &deals.all {
            assert_eq!(deal.hand.len(), u32::from(view.table.hands[foe]), "{deal:?} {view:?}");
            let mut cards = deal.hand;
            for (place, mark) in view.own.record.iter() {
                let card = deal.board[place];
                assert_eq!(card.is_none(), *mark == Mark::Empty, "{place} {deal:?}");
                card.filter(|kind| kind.side() == foe).into_iter().for_each(|kind| cards.add(kind));
                if let Mark::Kind(kind) = mark {
                    assert_eq!(card, Some(*kind), "{place}");
                }
            }
            let discard = view.table.discards[foe];
            discard.iter().for_each(|kind| cards.add(kind));
            (0..view.table.won[view.side]).for_each(|_| cards.add(Kind::target(foe)));
            assert_eq!(cards, kosmos.data().cards[foe], "{deal:?}");
        }
    }

    /// A view without what was told, as positions in the middle of a game give it.
    fn untold(view: &View) -> View {
        let mut own = view.own;
        own.laid = Cards::none(view.side);
        View { told: stoker_engine::log::Log::default(), own, ..view.clone() }
    }

    #[test]
    fn deals_that_begin_in_mid_game_have_the_cards_that_can_be_counted() {
        let kosmos = Kosmos::default();
        for seed in 0..20 {
            let mut rng = Seed(seed).rng(None, None, Purpose::BOT);
            let mut state = kosmos.start(Chance::seeded(Seed(seed)));
            while let Turn::ToMove(seat) = kosmos.turn(&state) {
                let view = untold(&kosmos.view(&state, Viewer(seat.0)));
                let mut deals = Deals::new(&kosmos, view.side, HABITS);
                deals.follow(&kosmos, &view, &mut rng);
                assert_eq!(deals.all.len(), if view.table.turn > 0 { DEALS } else { 0 });
                check(&deals, &kosmos, &view);
                let mut mirror = Mirror::new(&kosmos, view.side, HABITS);
                mirror.follow(&kosmos, &view, &mut rng);
                let suspicion = mirror.now();
                assert!(view.table.turn == 0 || suspicion.at.iter().any(|(_, &at)| at > 0.0));
                let mv = one_of(&mut rng, view.moves(&kosmos)).expect("there is a move");
                kosmos.play(&mut state, mv.into()).expect("it is legal");
            }
        }
    }

    #[test]
    fn every_deal_has_the_cards_that_can_be_counted() {
        let kosmos = Kosmos::default();
        for seed in 0..40 {
            let mut rng = Seed(seed).rng(None, None, Purpose::BOT);
            let mut state = kosmos.start(Chance::seeded(Seed(seed)));
            let mut deals = Side::BOTH.map(|side| Deals::new(&kosmos, side, HABITS));
            while let Turn::ToMove(seat) = kosmos.turn(&state) {
                let view = kosmos.view(&state, Viewer(seat.0));
                let deals = &mut deals[usize::from(seat.0)];
                deals.follow(&kosmos, &view, &mut rng);
                check(deals, &kosmos, &view);
                let mv = one_of(&mut rng, view.moves(&kosmos)).expect("there is a move");
                kosmos.play(&mut state, mv.into()).expect("it is legal");
            }
        }
    }
}
