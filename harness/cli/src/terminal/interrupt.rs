//! Ctrl-C and SIGTERM: the first asks to stop, the second ends the process.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use stoker_external::build::BuildError;
use stoker_external::prepare::PrepareError;

use super::io::CommandExit;

static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order, so that the first signal finds the flag as it is. Where no handler can be
        // set, the signal ends the process at once, as it does without one.
        let status = i32::from(CommandExit::Interrupted.code());
        let _ = flag::register_conditional_shutdown(signal, status, Arc::clone(&stop));
        let _ = flag::register(signal, Arc::clone(&stop));
    }
    stop
});

/// Makes a first Ctrl-C or SIGTERM only set the flag that is returned.
///
/// SIGHUP is left alone, because `nohup` ignores it.
pub(crate) fn stop_flag() -> &'static AtomicBool {
    &STOP
}

/// True if the error is that a build was interrupted before anything was played.
pub(crate) fn was_interrupted(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let prepare = cause.downcast_ref::<PrepareError>();
        matches!(prepare, Some(PrepareError::Build(BuildError::Interrupted)))
            || matches!(cause.downcast_ref::<BuildError>(), Some(BuildError::Interrupted))
    })
}
