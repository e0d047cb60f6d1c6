//! Bots as a yardstick: they play games out from states that a view allows.

use std::sync::{Arc, Mutex, PoisonError};

use rand::Rng as _;
use stoker_bots::{DrawnPositions, GuessStates, Standpoint, Yardstick};
use stoker_engine::{
    Bot, Choice, Count, Decision, Ending, Game, Purpose, Rng, Seat, Seed, Turn, Viewer, ViewerSeats,
};
use stoker_tournament::entrant::{BotEntry, Setup, Values};
use stoker_tournament::quiet;
use stoker_tournament::referee::MOST_WORK;

/// The generator of guessed states.
const GUESSES: Purpose = Purpose::new("analyse guesses");
/// The generator of a bot.
const PLAYERS: Purpose = Purpose::new("analyse players");

/// Bots of this program, one for each side.
///
/// They are created when a playout begins, and see no more than their side does in the drawn
/// position.
pub struct BotYardstick<G: Game> {
    /// The game that they play.
    pub game: Arc<G>,
    /// The bots and their parameters, by side.
    pub lineup: Vec<(BotEntry<G>, Values)>,
    /// Their names, by side.
    pub names: Vec<String>,
    /// Draws the states.
    pub guess: GuessStates<G>,
}

impl<G: Game> Clone for BotYardstick<G> {
    fn clone(&self) -> Self {
        Self {
            game: Arc::clone(&self.game),
            lineup: self.lineup.clone(),
            names: self.names.clone(),
            guess: self.guess,
        }
    }
}

impl<G: Game> Yardstick<G> for BotYardstick<G> {
    fn players(&self) -> String {
        let names = self.game.sides().list().iter().zip(&self.names);
        let names: Vec<_> =
            names.map(|(side, name)| format!("`{name}` as {}", side.name)).collect();
        names.join(" and ")
    }

    fn follow(&self, viewer: Viewer) -> Box<dyn Standpoint<G>> {
        Box::new(ViewFollower { players: self.clone(), viewer, view: None })
    }
}

/// A viewer's standpoint: the latest view.
struct ViewFollower<G: Game> {
    players: BotYardstick<G>,
    viewer: Viewer,
    view: Option<G::View>,
}

impl<G: Game> Standpoint<G> for ViewFollower<G> {
    fn see(&mut self, view: &G::View) {
        self.view = Some(view.clone());
    }

    fn draw(&mut self, count: usize, rng: &mut Rng) -> Option<Box<dyn DrawnPositions<G>>> {
        let states = Mutex::new(States::Unknown { view: self.view.clone()?, count });
        let (players, viewer, seed) = (self.players.clone(), self.viewer, Seed(rng.next_u64()));
        Some(Box::new(Guessed { players, viewer, seed, states }))
    }
}

/// States that a view allows. They can be large and slow to guess, so they are guessed when the
/// first of them is played out, by the thread that does so.
struct Guessed<G: Game> {
    players: BotYardstick<G>,
    viewer: Viewer,
    seed: Seed,
    states: Mutex<States<G>>,
}

enum States<G: Game> {
    /// The number of states that are still to be guessed.
    Unknown {
        view: G::View,
        count: usize,
    },
    Known(Vec<G::State>),
}

impl<G: Game> DrawnPositions<G> for Guessed<G> {
    fn score(&self, number: usize, mv: G::Move) -> Option<i32> {
        let state = self.state(number)?;
        let seed = self.seed.of_match(number as u64);
        let sides = self.players.game.sides();
        let side = sides.side(sides.viewers()[usize::from(self.viewer.0)].side);
        Some(self.players.play_on(state, mv, seed)?.scores[side.score])
    }
}

impl<G: Game> Guessed<G> {
    fn state(&self, number: usize) -> Option<G::State> {
        let mut states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
        if let States::Unknown { view, count } = &*states {
            let mut rng = self.seed.rng(None, None, GUESSES);
            let BotYardstick { game, guess, .. } = &self.players;
            *states = States::Known(guess(game, view, *count, &mut rng).unwrap_or_default());
        }
        match &*states {
            States::Known(states) => states.get(number).cloned(),
            States::Unknown { .. } => None,
        }
    }
}

/// A bot in a playout.
struct PlayoutBot<G: Game> {
    bot: Box<dyn Bot<G>>,
    view: G::View,
    rng: Rng,
}

impl<G: Game> BotYardstick<G> {
    /// Plays a legal move, then the game to its end.
    fn play_on(&self, mut state: G::State, first: G::Move, seed: Seed) -> Option<Ending> {
        let game = &*self.game;
        let mut players = self.players_of(&state, seed);
        let mut first = Some(first);
        loop {
            let seat = match game.turn(&state) {
                Turn::Over(ending) => return Some(ending),
                Turn::ToMove(seat) => seat,
            };
            let player = &mut players[usize::from(game.sides().viewer_of(seat).0)];
            let choice = match first.take() {
                Some(first) => first.into(),
                None => player.choose(seat).unwrap_or_else(|| game.default_choice(&mut state)),
            };
            let choice = match game.forced_move(&state) {
                Some(mv) => Choice { mv, message: choice.message },
                None => choice,
            };
            let play = match game.play(&mut state, choice) {
                Ok(play) => play,
                Err(_) => {
                    let default = game.default_choice(&mut state);
                    game.play(&mut state, default).ok()?
                }
            };
            for (viewer, player) in (0..).map(Viewer).zip(&mut players) {
                game.tell(&state, &play, viewer, &mut player.view);
            }
        }
    }

    /// A new player for each viewer.
    fn players_of(&self, state: &G::State, seed: Seed) -> Vec<PlayoutBot<G>> {
        let viewers = (0..).zip(self.game.sides().viewers());
        let player = |(number, place): (u8, &ViewerSeats)| {
            let (entry, values) = &self.lineup[usize::from(place.side.0)];
            let (side, seats) = (place.side, place.seats.clone());
            let setup = Setup { game: &self.game, values, side, seats };
            PlayoutBot {
                bot: (entry.make)(&setup),
                view: self.game.view(state, Viewer(number)),
                rng: seed.rng(Some(side), Some(Seat(place.seats.start)), PLAYERS),
            }
        };
        viewers.map(player).collect()
    }
}

impl<G: Game> PlayoutBot<G> {
    /// The bot's choice; `None` if it panics.
    fn choose(&mut self, seat: Seat) -> Option<Choice<G::Move>> {
        let Self { bot, view, rng } = self;
        let mut budget = Count(MOST_WORK);
        quiet::catch(|| bot.choose(view, &mut Decision::new(seat, rng, &mut budget))).ok()
    }
}
