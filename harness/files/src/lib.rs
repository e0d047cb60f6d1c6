//! Files and texts of strangers: opened so that nothing else is reached, written so that nothing is
//! lost, shown so that nothing acts.
//!
//! Start with [`door`], through which every folder and file that somebody else may have made is
//! opened. [`disk`] holds every step by which a run changes the disk, and [`printable`] makes text
//! that a program wrote fit for a terminal. Nothing here knows a game, a match or a tournament.

// Tests make folders of their own.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![expect(clippy::missing_errors_doc, reason = "all of them fail if the system refuses")]

pub mod disk;
pub mod door;
pub mod printable;
