//! Ctrl-C: the first asks to stop, the second ends the process.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use super::io::Exit;

static STOP: AtomicBool = AtomicBool::new(false);
static INSTALLED: Once = Once::new();

/// From now on a first Ctrl-C only sets the flag given back.
///
/// Where no handler can be set, Ctrl-C ends the process at once, as it does without one.
pub(crate) fn stop_flag() -> &'static AtomicBool {
    INSTALLED.call_once(|| {
        let _ = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(i32::from(Exit::Interrupted.code()));
            }
        });
    });
    &STOP
}
