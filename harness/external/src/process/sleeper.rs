//! Stopping a program during other sides' turns.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use stoker_sandbox::{Account, Rest, Sandbox};

use crate::contract::waiting::Thinker;

/// A program that lives from turn to turn, as the other programs at its table see it.
#[derive(Default)]
pub(crate) struct Sleeper(Mutex<Sleep>);

#[derive(Default)]
struct Sleep {
    state: SleepState,
    /// The means to stop it; `None` if it cannot be stopped.
    rest: Option<Rest>,
    account: Option<Arc<Account>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum SleepState {
    /// It was asked, or there is no program.
    #[default]
    Asked,
    /// It has answered and runs on.
    Awake,
    /// It has answered and is stopped.
    Stopped,
}

impl Sleeper {
    /// Records that it gets a new sandbox, in which nothing runs yet.
    pub(crate) fn moves(&self, sandbox: &Sandbox) {
        let account = Some(sandbox.account());
        *self.sleep() = Sleep { state: SleepState::Asked, rest: sandbox.rest(), account };
    }

    /// Records that it is asked, and continues it if it was stopped. Nobody waits until it runs,
    /// because the question stays in its pipe.
    pub(crate) fn asked(&self) {
        let mut sleep = self.sleep();
        if let (SleepState::Stopped, Some(rest)) = (sleep.state, &sleep.rest) {
            rest.go();
        }
        sleep.state = SleepState::Asked;
    }

    /// Records that it has answered.
    pub(crate) fn answered(&self) {
        let mut sleep = self.sleep();
        if sleep.rest.is_some() {
            sleep.state = SleepState::Awake;
        }
    }

    fn sleep(&self) -> MutexGuard<'_, Sleep> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Thinker for Sleeper {
    fn is_awake(&self) -> bool {
        self.sleep().state == SleepState::Awake
    }

    fn rest(&self) {
        let mut sleep = self.sleep();
        if let (SleepState::Awake, Some(rest)) = (sleep.state, &sleep.rest) {
            rest.rest();
            sleep.state = SleepState::Stopped;
        }
    }

    fn used(&self) -> Duration {
        self.sleep().account.as_ref().map_or(Duration::ZERO, |account| account.used_with_server())
    }
}
