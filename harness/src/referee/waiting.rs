//! Those at a table who wait for their turn.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use stoker_engine::Seat;

/// Someone who could go on thinking while another is asked.
pub trait Thinker: Send + Sync {
    /// Whether it is not asked, and could think all the same.
    fn is_awake(&self) -> bool;

    /// Stops thinking until it is asked, if it is not asked now.
    fn rest(&self);

    /// How much processor time it has used since some moment in the past.
    fn used(&self) -> Duration {
        Duration::ZERO
    }
}

/// The bots of one match that could think while others are asked.
#[derive(Debug, Clone, Default)]
pub struct Waiting(Arc<Mutex<Vec<Seated>>>);

/// The first seat that a bot decides for, and the bot.
type Seated = (Seat, Weak<dyn Thinker>);

impl Waiting {
    /// One more sits down, for as long as it lives.
    pub fn join(&self, seat: Seat, thinker: &Arc<impl Thinker + 'static>) {
        let thinker: Arc<dyn Thinker> = Arc::clone(thinker) as _;
        self.all().push((seat, Arc::downgrade(&thinker)));
    }

    /// Whether someone has to be told to rest.
    #[must_use]
    pub fn is_awake(&self) -> bool {
        self.all().iter().filter_map(|(_, bot)| bot.upgrade()).any(|bot| bot.is_awake())
    }

    /// Has all rest that are not asked.
    pub fn rest(&self) {
        self.all().iter().filter_map(|(_, bot)| bot.upgrade()).for_each(|bot| bot.rest());
    }

    /// How much processor time each has used since some moment in the past, by its first seat.
    #[must_use]
    pub fn used(&self) -> Vec<(Seat, Duration)> {
        let used = |(seat, bot): &Seated| Some((*seat, bot.upgrade()?.used()));
        self.all().iter().filter_map(used).collect()
    }

    fn all(&self) -> MutexGuard<'_, Vec<Seated>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
