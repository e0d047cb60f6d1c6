//! What hostile programs do: carried out by the probes' children.

use std::ffi::OsString;

use serde::{Deserialize, Serialize};

/// The first argument that makes a program carry out an act.
pub(crate) const ACT: &str = "__stoker-act";

/// One thing that a sandbox must prevent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Act {
    /// Never ends, and does nothing.
    Sleep,
}

/// Carries an act out; returns the exit status.
pub(crate) fn run(act: &Act) -> i32 {
    match act {
        Act::Sleep => {
            std::thread::sleep(std::time::Duration::from_millis(100));
            0
        }
    }
}

/// Carries out the act that an argument describes.
pub(crate) fn run_named(act: Option<OsString>) -> i32 {
    let act = act.and_then(|act| serde_json::from_str(act.to_str()?).ok());
    act.map_or(2, |act| run(&act))
}
