//! Whole states that a side cannot tell from the one that it is in (fury K).
//!
//! A guess is a state like any other. Cards that the side does not know lie wherever they can, each
//! arrangement of the single cards equally likely. What is hidden of the trail can be given as a
//! [`HiddenTrail`], for example by a belief; the rest of it is drawn by `trail.rs`. A view does not
//! say what is still to be done in a phase: `agenda.rs` works it out from the question.
//!
//! A view shows the present. Guesses do not know what was seen and is no longer shown, such as
//! Dracula's combat cards of earlier rounds.

mod agenda;
mod cards;
mod combat;
mod trail;

#[cfg(test)]
mod tests;

use super::Fury;
use super::changes::News;
use super::combat::HiddenCombat;
use super::news::Mail;
use super::state::{Decks, Draculas, Held, State, Tally, ViewableFacts};
use super::table::Table;
use super::told::Told;
use super::trades::Traded;
use super::trail::{Trail, TrailSlot};
use super::view::{DraculaView, HuntersView, View};
use super::{ByHunter, Tickets};
use crate::guess::{Guess, NoGuess};
use crate::seed::{Rng, Seed, below};

pub(super) use cards::unseen_encounters;
use trail::Links;
pub use trail::{HiddenCard, HiddenTrail};

/// Draws that are tried for one that agrees with a view.
const MOST_TRIES: usize = 200;
/// Those of them in which the places of a trail must be linked.
const STRICT_TRIES: usize = 150;

/// The hidden parts of a state, as they are drawn for a viewer.
struct Draft<'a> {
    table: &'a Table,
    trail: Trail<TrailSlot>,
    dracula: Draculas,
    held: ByHunter<Held>,
    pool: Tickets,
    decks: Decks,
    combat: HiddenCombat,
}

impl HuntersView {
    /// A state that the hunters cannot tell from the one that they are in. The trail is this one,
    /// as far as it says something about it; the rest is drawn at random.
    ///
    /// Two counters that a view does not tell start anew. They can change no move, no ending and no
    /// score, because the rules only ask whether two numbers of slots are the same. Slots made from
    /// here on are numbered after the newest that lies on the board, so the number of a slot that is
    /// gone may come again (K4). The counts among the facts of a finished game, such as bites and
    /// combats, leave out what happened before (O1).
    ///
    /// # Errors
    /// If nobody of them is asked, or no such state was found: the view is none that a game gives,
    /// or contradicts the trail.
    pub fn guess(
        &self,
        rules: &Fury,
        trail: &HiddenTrail,
        rng: &mut Rng,
    ) -> Result<State, NoGuess> {
        let draw = |attempt: usize| {
            let links = if attempt < STRICT_TRIES { Links::Count } else { Links::Ignored };
            self.guess_once(rules, trail, links, rng)
        };
        (0..MOST_TRIES).find_map(draw).ok_or(NoGuess)
    }

    fn guess_once(
        &self,
        rules: &Fury,
        hidden: &HiddenTrail,
        links: Links,
        rng: &mut Rng,
    ) -> Option<State> {
        let (trail, place, slot) = trail::whole(self, rules, hidden, links, rng)?;
        let draft = cards::for_hunters(self, rules, trail, (place, slot), rng)?;
        let told = [public(&self.told), self.told.clone()];
        let mut state = draft.state(told, Fury::fresh_chance(rng));
        state.mail.read[1] = self.messages.clone();
        let asked = self.asked?;
        agenda::resume(rules, &mut state, asked, rng)?;
        let is_same = |view: &View| matches!(view, View::Hunters(view) if **view == *self);
        Some(state).filter(|state| is_same(&state.hunters_view(rules.world().castle)))
    }

    /// The encounters that the hunters do not see: those face down on the board, in Dracula's hand,
    /// in the deck, and discarded face down. Each of them is equally likely to lie anywhere.
    #[must_use]
    pub fn unseen_encounters(&self, rules: &Fury) -> super::Encounters {
        unseen_encounters(rules, &self.table, &self.trail)
    }
}

impl DraculaView {
    /// A state that Dracula cannot tell from the one that he is in. The numbers of new slots and the
    /// counts among the facts start anew, as in [`HuntersView::guess`].
    ///
    /// # Errors
    /// If he is not asked, or the view is none that a game gives.
    pub fn guess(&self, rules: &Fury, rng: &mut Rng) -> Result<State, NoGuess> {
        (0..MOST_TRIES).find_map(|_| self.guess_once(rules, rng)).ok_or(NoGuess)
    }

    fn guess_once(&self, rules: &Fury, rng: &mut Rng) -> Option<State> {
        let draft = cards::for_dracula(self, rules, rng)?;
        let told = [self.told.clone(), public(&self.told)];
        let mut state = draft.state(told, Fury::fresh_chance(rng));
        state.mail.read[0] = self.messages.clone();
        agenda::resume(rules, &mut state, self.asked?, rng)?;
        let is_same = |view: &View| matches!(view, View::Dracula(view) if **view == *self);
        Some(state).filter(|state| is_same(&state.dracula_view()))
    }
}

impl Draft<'_> {
    /// The state with an empty agenda.
    fn state(self, told: [Told; 2], chance: crate::chance::Chance) -> State {
        let Self { table, trail, dracula, held, pool, decks, combat } = self;
        let slots = trail.spaces.iter().chain(&trail.lairs).chain([&trail.leaving]).flatten();
        let next_slot = slots.map(|slot| slot.id.0.wrapping_add(1)).max().unwrap_or(0);
        let known = ViewableFacts {
            table: table.clone().into(),
            trail: trail.into(),
            dracula: dracula.into(),
            held: ByHunter::new(|hunter| held[hunter].into()),
            pool: pool.into(),
            told: told.into(),
        };
        State {
            known,
            decks,
            tally: Tally::default(),
            next_slot,
            traded: Traded::default(),
            combat,
            agenda: arrayvec::ArrayVec::new(),
            pending: None,
            news: News::default(),
            mail: Mail::NONE,
            chance,
        }
    }
}

/// The part of an answer that was told to both sides.
fn public(told: &Told) -> Told {
    match told {
        Told::Bond(_) | Told::Horses(_) | Told::Presence(_) | Told::Hypnosis(_) => told.clone(),
        Told::Nothing
        | Told::Ticket(_)
        | Told::Veil(..)
        | Told::Find(_)
        | Told::Research(_)
        | Told::Spy(..)
        | Told::Influence(..) => Told::Nothing,
    }
}

/// All orders are equally likely.
fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    for last in (1..items.len()).rev() {
        let bound = u32::try_from(last + 1).expect("lists are short");
        items.swap(last, below(rng, bound) as usize);
    }
}

/// True once in so many times.
fn once_in(rng: &mut Rng, times: u32) -> bool {
    below(rng, times) == 0
}

/// What states are drawn from.
pub struct Guesses {
    view: View,
    /// One that was found: a later search for another may fail.
    found: State,
}

/// Draws for the view of the seat that is asked. Without a belief the places of the trail are drawn
/// as if he went anywhere alike.
///
/// What a view does not say of the tasks ahead, and of cards that were used earlier in a combat, is
/// taken from the commonest case, so the true state may differ from all draws in that.
impl Guess for Fury {
    type Guesses = Guesses;

    fn guesses(&self, view: &View) -> Result<Guesses, NoGuess> {
        let found = guessed(self, view, &mut Seed(0).bot_rng())?;
        Ok(Guesses { view: view.clone(), found })
    }

    fn sample(&self, guesses: &Guesses, rng: &mut Rng) -> State {
        guessed(self, &guesses.view, rng).unwrap_or_else(|NoGuess| {
            let mut state = guesses.found.clone();
            state.chance = Self::fresh_chance(rng);
            state
        })
    }
}

fn guessed(rules: &Fury, view: &View, rng: &mut Rng) -> Result<State, NoGuess> {
    match view {
        View::Hunters(view) => view.guess(rules, &HiddenTrail::default(), rng),
        View::Dracula(view) => view.guess(rules, rng),
    }
}
