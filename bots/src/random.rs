//! `random`: plays any legal move, each equally likely.
//!
//! Idea: the least that a bot can do, for every ruleset and side. A bot that loses to it plays
//! badly.
//! Cost: one draw from the generator a decision; nothing is allocated or remembered.
//! Weakness: it has no goal.

use std::sync::Arc;

use stoker_engine::{Bot, Choice, Decision, Game, one_of};

use crate::entry::BotEntry;

/// A bot that plays any legal move, all equally likely.
pub struct Random<G> {
    game: Arc<G>,
}

/// The entry of [`Random`] for a ruleset.
#[must_use]
pub fn random<G: Game>() -> BotEntry<G> {
    let random = BotEntry::new("random", "Plays any legal move, each equally likely.", |setup| {
        Box::new(Random { game: Arc::clone(setup.game) })
    });
    BotEntry { rung: Some(0), ..random }
}

impl<G: Game> Bot<G> for Random<G> {
    fn choose(&mut self, view: &G::View, turn: &mut Decision<'_, G::Move>) -> Choice<G::Move> {
        one_of(turn.rng(), self.game.legal_moves(view)).expect("who is asked has moves").into()
    }

    fn fork(&self) -> Option<Box<dyn Bot<G>>> {
        Some(Box::new(Self { game: Arc::clone(&self.game) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;
    use crate::values::Values;
    use stoker_engine::course::Course;
    use stoker_engine::{Chance, Count, Purpose, Seat, Seed, Viewer};

    /// In round 0 a hunter may go to any of the course's 71 places. So each should come about 100
    /// times in 7,100 choices, with a standard deviation of 10. Five standard deviations are 50.
    #[test]
    fn every_legal_move_is_as_likely_as_any_other() {
        let game = Arc::new(Course::default());
        let view = game.view(&Game::start(&*game, Chance::seeded(Seed(1))), Viewer(0));
        let setup =
            Setup { game: &game, values: &Values::default(), side: Course::HUNTERS, seats: 0..4 };
        let mut bot = (random::<Course>().make)(&setup);
        let mut rng = Seed(1).rng(None, None, Purpose::BOT);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..7_100 {
            let mut budget = Count(0);
            let mut turn = Decision::new(Seat(0), &mut rng, &mut budget);
            let chosen = bot.choose(&view, &mut turn).mv;
            *counts.entry(format!("{chosen:?}")).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 71);
        assert!(counts.values().all(|count| (50..150).contains(count)), "{counts:?}");
    }
}
