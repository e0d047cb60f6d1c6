//! Files and texts of strangers: opened so that nothing else is reached, written so that nothing is
//! lost, shown so that nothing acts.
//!
//! [`door`] opens every folder and file that somebody else may have made: start there. [`disk`] has every
//! step by which a run changes the disk. [`printable`] makes text that a program wrote fit for a terminal.
//! Nothing here knows a game, a match or a tournament.
//!
//! # Examples
//! ```
//! use stoker_files::printable::printable;
//! assert_eq!(printable("a red \u{1b}[31mword"), "a red \u{fffd}[31mword");
//! ```

// Tests make folders of their own.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![expect(clippy::missing_errors_doc, reason = "all of them fail if the system refuses")]

pub mod disk;
pub mod door;
pub mod printable;
