//! How the experiments play a match of the course with free starts.

use std::sync::Arc;

use stoker_bots::{BotEntry, Setup, Values};
use stoker_engine::course::{Course, Move, State, View};
use stoker_engine::{
    Bot, Chance, Choice, Count, Decision, Game, Rng, Seat, Seed, SideId, Turn, Viewer,
};

/// Both sides of a match.
pub(crate) trait Players {
    /// The choice of a seat; `forced` is its only legal move, if it has only one. The views are the
    /// hunters' and Dracula's.
    fn choose(&mut self, seat: Seat, forced: Option<Move>, views: &[View; 2]) -> Choice<Move>;

    /// Called after every move.
    fn note(&mut self, _state: &State, _views: &[View; 2]) {}
}

/// Plays a match, and returns how it ended.
pub(crate) fn play(game: &Course, players: &mut impl Players, seed: Seed) -> State {
    let mut state = game.start(Chance::seeded(seed));
    let viewers = [Viewer(0), Viewer(1)];
    let mut views = viewers.map(|viewer| game.view(&state, viewer));
    while let Turn::ToMove(seat) = game.turn(&state) {
        let choice = players.choose(seat, game.forced_move(&state), &views);
        let played = game.play(&mut state, choice).expect("built-in bots play legal moves");
        for (viewer, view) in viewers.into_iter().zip(&mut views) {
            game.tell(&state, &played, viewer, view);
        }
        players.note(&state, &views);
    }
    state
}

/// A bot in a match, with its generator.
pub(crate) struct Seated {
    bot: Box<dyn Bot<Course>>,
    rng: Rng,
}

impl Seated {
    /// A bot for all seats of a side, with its settings.
    pub(crate) fn new(
        (entry, values): (&BotEntry<Course>, &Values),
        game: &Arc<Course>,
        side: SideId,
        seed: Seed,
    ) -> Self {
        let seats = if side == Course::HUNTERS { 0..4 } else { 4..5 };
        let rng = seed.of_bot(side, Seat(seats.start)).bot_rng();
        Self { bot: (entry.make)(&Setup { game, values, side, seats }), rng }
    }

    /// The bot's choice, with no limit on its thinking.
    pub(crate) fn choose(&mut self, seat: Seat, view: &View) -> Choice<Move> {
        let mut budget = Count(u64::MAX);
        self.bot.choose(view, &mut Decision::new(seat, &mut self.rng, &mut budget))
    }
}
