//! A bot at the table, with its view and its generator.

use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use stoker_engine::{
    Choice, Count, Decision, Ending, Game, Purpose, Rng, Seat, Seed, SideId, Viewer,
};

use super::Elapsed;
use crate::entrant::Entrant;
use crate::quiet;

/// The most work that a bot may do on one decision, in its own units: a backstop, far above what
/// a built-in that counts its own iterations does.
pub const MOST_WORK: u64 = 10_000_000;

/// One viewer's bot. Without a bot it has crashed.
pub(super) struct Player<G: Game> {
    bot: Option<Box<dyn stoker_engine::Bot<G>>>,
    /// The text of the panic after which there is no bot.
    crash: String,
    view: G::View,
    rng: Rng,
    viewer: Viewer,
    side: SideId,
    seats: Range<u8>,
}

impl<G: Game> Player<G> {
    /// Seats a viewer's bot; the text is that of a panic while it was made.
    pub(super) fn seat(
        game: &Arc<G>,
        seed: Seed,
        viewer: usize,
        lineup: &[&Entrant<G>],
        state: &G::State,
    ) -> (Self, Option<String>) {
        let place = &game.sides().viewers()[viewer];
        let (side, seats) = (place.side, place.seats.clone());
        let viewer = Viewer(u8::try_from(viewer).expect("no more viewers than seats"));
        let entrant = lineup[usize::from(side.0)];
        let made = quiet::catch(|| entrant.make(game, side, seats.clone()));
        let (bot, crash) = match made {
            Ok(bot) => (Some(bot), None),
            Err(reason) => (None, Some(reason)),
        };
        let view = game.view(state, viewer);
        let rng = seed.rng(Some(side), Some(Seat(seats.start)), Purpose::BOT);
        (Self { bot, crash: String::new(), view, rng, viewer, side, seats }, crash)
    }

    pub(super) fn side(&self) -> SideId {
        self.side
    }

    pub(super) fn seats(&self) -> Range<u8> {
        self.seats.clone()
    }

    /// Asks for a choice; the error is the text of a panic, after which there is no bot any more.
    pub(super) fn choose(&mut self, seat: Seat) -> Result<Choice<G::Move>, String> {
        let Some(bot) = &mut self.bot else { return Err(self.crash.clone()) };
        let (view, rng) = (&self.view, &mut self.rng);
        let answer =
            quiet::catch(|| bot.choose(view, &mut Decision::new(seat, rng, &mut Count(MOST_WORK))));
        if let Err(reason) = &answer {
            self.crash.clone_from(reason);
            self.discard();
        }
        answer
    }

    pub(super) fn tell(&mut self, game: &G, state: &G::State, play: &G::Play) {
        if self.bot.is_some() {
            for event in game.redact(state, play, self.viewer) {
                game.advance(&mut self.view, event);
            }
        }
    }

    /// Tells the bot how it ended and lets it go; the error is the text of a panic.
    pub(super) fn dismiss(&mut self, ending: &Ending) -> Result<(), String> {
        let Some(mut bot) = self.bot.take() else { return Ok(()) };
        let view = &self.view;
        quiet::catch(move || bot.ended(view, ending))
    }

    /// Drops a bot that has panicked; if it panics again at that, nothing more is to be said.
    #[cold]
    fn discard(&mut self) {
        let bot = self.bot.take();
        let _ = quiet::catch(move || drop(bot));
    }
}

/// How long something takes.
pub(super) fn timed<R>(run: impl FnOnce() -> R) -> (R, Elapsed) {
    let (wall, cpu) = (Instant::now(), thread_time());
    let result = run();
    let elapsed = Elapsed { wall: wall.elapsed(), cpu: thread_time().saturating_sub(cpu) };
    (result, elapsed)
}

/// The processor time of this thread so far.
fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(
        u64::try_from(time.tv_sec).unwrap_or_default(),
        u32::try_from(time.tv_nsec).unwrap_or_default(),
    )
}
