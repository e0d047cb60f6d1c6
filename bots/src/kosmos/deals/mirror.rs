//! The deals that the opponent of a side may believe in.

use stoker_engine::Rng;
use stoker_engine::kosmos::{ByPlace, Cards, Hidden, Kind, Kosmos, Place, Side, Told, View};

use super::deal::Deal;
use super::likely::{Habits, Targets};
use super::{DEALS, Deals, OwnCards, drawn, stand_in};

/// The opponent's possible beliefs about a side's cards, judged by what the side knows.
#[derive(Debug, Clone)]
pub(in crate::kosmos) struct Mirror {
    deals: Deals,
    /// True if the action card of this turn has been played.
    played: bool,
}

/// The opponent's suspicions.
#[derive(Debug, Clone, Copy)]
pub(in crate::kosmos) struct Suspicion {
    /// The chance that a target of the side lies at each place.
    pub(in crate::kosmos) at: ByPlace<f64>,
    /// The chance that none is on the board.
    pub(in crate::kosmos) bare: f64,
}

impl Mirror {
    /// The beliefs of the opponent of this side, who assumes that it has these habits.
    pub(in crate::kosmos) fn new(rules: &Kosmos, side: Side, habits: Habits) -> Self {
        let deals = Deals::new(rules, side.other(), habits);
        Self { deals: Deals { own: OwnCards::StandIns, ..deals }, played: false }
    }

    /// Takes in what was told to the side since the last time.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a turn has two parts")]
    pub(in crate::kosmos) fn follow(&mut self, rules: &Kosmos, view: &View, rng: &mut Rng) {
        for &told in view.told.since(self.deals.told) {
            self.played = match told {
                Told::Turn(..) => false,
                Told::Play(_) => true,
                _ => self.played,
            };
            if let Some(told) = self.reflected(view, told) {
                self.deals.take_in(rules, view, told, rng);
            }
        }
        self.deals.told = view.told.len();
        if self.deals.missed_the_deal(view) {
            self.deals.begin_at(view);
            let deal = |_| view.guess(rules, rng).ok().map(|hidden| unlearned(view, hidden, rng));
            self.deals.all.extend((0..DEALS).filter_map(deal));
        }
    }

    /// The entry that the opponent is told when the side is told this. A hand is the one that the
    /// side holds now: it is asked before its hand changes again.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most is told to both alike")]
    fn reflected(&self, view: &View, told: Told) -> Option<Told> {
        match told {
            Told::Up(_) => Some(Told::Up(None)),
            Told::Put(place, _) => Some(Told::Put(place, None)),
            // After the action card it is perception, by which the side alone sees a hand.
            Told::Hand(_) if self.played => None,
            Told::Hand(_) | Told::Seen => Some(Told::Hand(Some(view.own.hand))),
            told => Some(told),
        }
    }

    /// The suspicions as things are.
    pub(in crate::kosmos) fn now(&self) -> Suspicion {
        let target = Kind::target(self.deals.foe());
        let mut suspicion = Suspicion { at: ByPlace::new(|_| 0.0), bare: 0.0 };
        for deal in &self.deals.all {
            for &place in Place::ALL {
                let there = deal.board[place] == Some(target);
                suspicion.at[place] += if there { self.each() } else { 0.0 };
            }
            suspicion.bare += if deal.lies(target, None) { 0.0 } else { self.each() };
        }
        suspicion
    }

    /// The suspicions after the side puts a card at a place.
    pub(in crate::kosmos) fn after_put(&self, place: Place) -> Suspicion {
        let mut suspicion = Suspicion { bare: 0.0, ..self.now() };
        suspicion.at[place] = 0.0;
        for deal in &self.deals.all {
            let laid = Targets::of(deal, Some(place));
            let mut hand = deal.hand;
            // A hand has cards of its own side only.
            deal.board[place].into_iter().for_each(|kind| hand.add(kind));
            let [each, of_targets] = self.deals.habits.weights(laid);
            let targets = f64::from(of_targets) * f64::from(hand.targets());
            let others = f64::from(each) * (f64::from(hand.len()) - f64::from(hand.targets()));
            let likely = targets / (targets + others).max(1.0);
            suspicion.at[place] += likely * self.each();
            suspicion.bare += match laid {
                Targets::Laid => 0.0,
                Targets::None => (1.0 - likely) * self.each(),
            };
        }
        suspicion
    }

    /// The share of a deal.
    fn each(&self) -> f64 {
        1.0 / self.deals.all.len().max(1) as f64
    }
}

/// A deal in which the side's cards lie anywhere among its places and its hand: its opponent is
/// taken to know nothing of them.
fn unlearned(view: &View, hidden: Hidden, rng: &mut Rng) -> Deal {
    let side = view.side;
    let mine = |card: Option<Kind>| card.filter(|kind| kind.side() == side);
    let laid = hidden.board.iter().filter_map(|(_, &card)| mine(card));
    let mut cards: Vec<Kind> = view.own.hand.iter().chain(laid).collect();
    let mut any = || {
        let index = drawn(rng, cards.len());
        cards.swap_remove(index)
    };
    let board = ByPlace::new(|place| {
        let card = hidden.board[place]?;
        Some(if card.side() == side { any() } else { stand_in(card.side()) })
    });
    let mut hand = Cards::none(side);
    cards.into_iter().for_each(|kind| hand.add(kind));
    Deal { board, hand }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stoker_engine::{Chance, Game, Purpose, Seed, Turn, Viewer, one_of};

    const HABITS: Habits = Habits { bare: [1, 8], laid: [4, 2] };

    #[test]
    fn what_the_opponent_knows_for_certain_it_suspects_for_certain() {
        let kosmos = Kosmos::default();
        for seed in 0..40 {
            let mut rng = Seed(seed).rng(None, None, Purpose::BOT);
            let mut state = kosmos.start(Chance::seeded(Seed(seed)));
            let mut mirrors = Side::BOTH.map(|side| Mirror::new(&kosmos, side, HABITS));
            while let Turn::ToMove(seat) = kosmos.turn(&state) {
                let view = kosmos.view(&state, Viewer(seat.0));
                let mirror = &mut mirrors[usize::from(seat.0)];
                mirror.follow(&kosmos, &view, &mut rng);
                if view.table.turn > 0 {
                    let other = kosmos.view(&state, Viewer(1 - seat.0)).own.record;
                    let suspicion = mirror.now();
                    for (place, mark) in other.iter() {
                        let own = mark.kind().filter(|kind| kind.side() == view.side);
                        let Some(kind) = own else { continue };
                        let chance = if kind == Kind::target(view.side) { 1.0 } else { 0.0 };
                        let suspected = suspicion.at[place];
                        assert!((suspected - chance).abs() < 1e-9, "{place} {suspected} {kind}");
                    }
                }
                let mv = one_of(&mut rng, view.moves(&kosmos)).expect("there is a move");
                kosmos.play(&mut state, mv.into()).expect("it is legal");
            }
        }
    }

    #[test]
    fn a_card_put_down_while_none_was_laid_is_suspected() {
        let kosmos = Kosmos::default();
        let sure = Habits { bare: [0, 1], laid: [1, 0] };
        let mut rng = Seed(1).rng(None, None, Purpose::BOT);
        let mut state = kosmos.start(Chance::seeded(Seed(1)));
        let mut mirror = Mirror::new(&kosmos, Side::Dracula, sure);
        for text in ["V1V1V1V2V2V2", "H1H1H1H2H2H2"] {
            let Turn::ToMove(seat) = kosmos.turn(&state) else { panic!("cards are laid") };
            let mv = kosmos.parse_move(seat, text).expect("it is a move");
            kosmos.play(&mut state, mv.into()).expect("it is legal");
        }
        mirror.follow(&kosmos, &kosmos.view(&state, Viewer(0)), &mut rng);
        let place = Place::ALL[4];
        let [now, after] = [mirror.now(), mirror.after_put(place)];
        assert!(now.bare > 0.0 && now.at[place] < 0.5, "{now:?}");
        assert!(after.bare < 1e-9, "every card put by one with none there is a target: {after:?}");
    }
}
