//! Whole states that agree with the belief, drawn at random.

use stoker_engine::fury::{Fury, HiddenCard, HiddenTrail, HuntersView, State};
use stoker_engine::{NoGuess, Rng};

use super::Belief;
use super::history::{HIDE, place_of};
use super::sight::ViewFacts;
use crate::fury::duel;

/// Histories that are tried for one with which a state can be made.
const MOST_TRIES: usize = 8;

impl Belief {
    /// A state that the hunters cannot tell from the one that they are in, with a history of the
    /// belief as its trail. `view` is the last one that was taken in.
    ///
    /// A history does not know slots that were forgotten: they are drawn as in a guess without a
    /// belief. So is the whole trail if no state agrees with the histories that are drawn.
    ///
    /// # Errors
    /// If no hunter is asked, or the view is none that a game gives.
    pub fn guess(&self, rules: &Fury, view: &HuntersView, rng: &mut Rng) -> Result<State, NoGuess> {
        for _ in 0..MOST_TRIES {
            if let Ok(state) = view.guess(rules, &self.draw(rng), rng) {
                return Ok(state);
            }
        }
        view.guess(rules, &HiddenTrail::default(), rng)
    }

    /// A copy with a lower cap, for playouts.
    pub(in crate::fury) fn thinned(&self, cap: usize) -> Self {
        let mut thin = self.clone().with_cap(cap);
        thin.settle();
        thin
    }

    /// Takes this view for the last one, so that the hunters' views can follow Dracula's.
    pub(in crate::fury) fn continue_from(&mut self, view: &HuntersView) {
        self.last = Some(ViewFacts::of_hunters(view));
    }

    /// The trail of a history, each as likely as its weight.
    fn draw(&self, rng: &mut Rng) -> HiddenTrail {
        let weights: Vec<f64> = self.histories.iter().map(|history| history.weight).collect();
        let drawn = self.histories.get(duel::draw(&weights, rng));
        let Some(history) = drawn else { return HiddenTrail::default() };
        let card = |cell: u8| match place_of(cell) {
            Some(place) => Some(HiddenCard::At(place)),
            None => (cell == HIDE).then_some(HiddenCard::Hide),
        };
        let cells = self.columns.iter().zip(history.cells);
        cells.filter_map(|(id, cell)| Some((*id, card(cell)?))).collect()
    }
}
