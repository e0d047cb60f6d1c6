//! What tests of this crate share.

use std::time::Duration;

use crate::contract::thread_time;

/// The processor time that something takes on this thread: the machine may be busy otherwise.
pub(crate) fn processor_time(run: impl FnOnce()) -> Duration {
    let began = thread_time();
    run();
    thread_time().saturating_sub(began)
}
