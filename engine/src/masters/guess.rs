//! Positions that the family cannot tell from the one that it is in (masters K1).

use super::Masters;
use super::cards::{ACT_CARDS, Act, EventCard, InDeck};
use super::list::List;
use super::position::{MINIONS, Position, shuffle};
use super::state::State;
use super::table::Table;
use super::view::View;
use crate::chance::Luck;
use crate::guess::{Guess, NoGuess};
use crate::seed::{Purpose, Rng};

const GUESS: Purpose = Purpose::new("guess");

impl Table {
    /// A position that looks like this, drawn at random.
    ///
    /// Every order of the decks that agrees with what is known is equally likely: each card of
    /// which only the act is known is any of that act that has not been seen, and the relics that
    /// have not been drawn lie in any order.
    ///
    /// # Errors
    /// If the table is none that a game of these rules gives.
    pub fn guess(&self, rules: &Masters, rng: &mut Rng) -> Result<Position, NoGuess> {
        if !self.is_possible(rules) {
            return Err(NoGuess);
        }
        let mut unseen = Act::ALL.iter().map(|act| self.unseen(*act));
        let mut unseen: [List<EventCard, ACT_CARDS>; 3] =
            std::array::from_fn(|_| unseen.next().unwrap_or_default());
        for cards in &mut unseen {
            shuffle(rng as &mut dyn Luck, GUESS, cards.as_mut_slice());
        }
        let mut events = List::new();
        for lies in self.deck.iter() {
            events.push(match lies {
                InDeck::Card(card) => card,
                InDeck::Of(act) => unseen[act.index()].pop().ok_or(NoGuess)?,
            });
        }
        let mut relics: List<_, 13> = self.relic_deck.iter().collect();
        shuffle(rng as &mut dyn Luck, GUESS, relics.as_mut_slice());
        Ok(Position { table: *self, events, relics })
    }

    /// The cards of an act that have not been seen.
    fn unseen(&self, act: Act) -> List<EventCard, ACT_CARDS> {
        EventCard::all().filter(|card| card.act() == act && !self.seen.contains(*card)).collect()
    }

    /// True if there are as many cards of an act that have not been seen as the deck needs.
    fn has_enough(&self, act: Act) -> bool {
        self.deck.iter().filter(|lies| *lies == InDeck::Of(act)).count() <= self.unseen(act).len()
    }

    /// True if all tokens are there, and somebody is asked who plays.
    fn is_possible(&self, rules: &Masters) -> bool {
        let sum = |counts: &[u8]| counts.iter().map(|count| u32::from(*count)).sum::<u32>();
        let agents = sum(&self.hidden) + sum(&self.exposed) + u32::from(self.agents_left);
        let minions = sum(&self.minions) + u32::from(self.minions_left);
        self.players() == usize::from(rules.params().players)
            && agents == u32::from(rules.track().agents)
            && minions == u32::from(MINIONS)
            && self.veil > 0
            && self.asked.is_some_and(|asked| asked.seat.index() < self.players())
            && Act::ALL.iter().all(|act| self.has_enough(*act))
    }
}

/// The states that a view allows: all orders of the decks that agree with what is known, each
/// equally likely. There are too many to list.
#[derive(Debug, Clone)]
pub struct Possible {
    rules: Masters,
    view: View,
}

impl Possible {
    fn state(&self, position: Position, rng: &mut Rng) -> State {
        let (last, messages) = (self.view.last, self.view.messages.clone());
        State { position, last, messages, chance: Masters::fresh_chance(rng) }
    }
}

impl Guess for Masters {
    type Guesses = Possible;

    fn guesses(&self, view: &View) -> Result<Possible, NoGuess> {
        if view.table.is_possible(self) {
            Ok(Possible { rules: self.clone(), view: view.clone() })
        } else {
            Err(NoGuess)
        }
    }

    fn sample(&self, guesses: &Possible, rng: &mut Rng) -> State {
        let position = guesses.view.table.guess(&guesses.rules, rng);
        guesses.state(position.expect("it was found possible"), rng)
    }
}
