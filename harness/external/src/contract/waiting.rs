//! Bots at a table that wait for their turn.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use stoker_engine::Seat;

/// A bot that could keep thinking while another is asked.
pub trait Thinker: Send + Sync {
    /// True if it could think although it is not asked.
    fn is_awake(&self) -> bool;

    /// Stops it until it is asked, unless it is asked now.
    fn rest(&self);

    /// CPU time since some moment in the past.
    fn used(&self) -> Duration {
        Duration::ZERO
    }
}

/// The bots of one match that could think while others are asked.
#[derive(Debug, Clone, Default)]
pub struct Waiting(Arc<Mutex<Vec<WaitingBot>>>);

/// The first seat that a bot decides for, and the bot.
type WaitingBot = (Seat, Weak<dyn Thinker>);

impl Waiting {
    /// Adds a bot; dropping the bot removes it.
    pub fn join(&self, seat: Seat, thinker: &Arc<impl Thinker + 'static>) {
        let thinker: Arc<dyn Thinker> = Arc::clone(thinker) as _;
        self.all().push((seat, Arc::downgrade(&thinker)));
    }

    /// True if there is a bot to be stopped.
    #[must_use]
    pub fn is_awake(&self) -> bool {
        self.all().iter().filter_map(|(_, bot)| bot.upgrade()).any(|bot| bot.is_awake())
    }

    /// Stops all bots that are not asked.
    pub fn rest(&self) {
        self.all().iter().filter_map(|(_, bot)| bot.upgrade()).for_each(|bot| bot.rest());
    }

    /// CPU time of each bot since some moment in the past, with its first seat.
    #[must_use]
    pub fn used(&self) -> Vec<(Seat, Duration)> {
        let used = |(seat, bot): &WaitingBot| Some((*seat, bot.upgrade()?.used()));
        self.all().iter().filter_map(used).collect()
    }

    fn all(&self) -> MutexGuard<'_, Vec<WaitingBot>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
