//! Shared code of this crate's tests.

use std::time::Duration;

use crate::contract::thread_time;

/// CPU time that a function takes on this thread, because the machine may be busy otherwise.
pub(crate) fn processor_time(run: impl FnOnce()) -> Duration {
    let began = thread_time();
    run();
    thread_time().saturating_sub(began)
}
