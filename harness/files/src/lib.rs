//! Files and texts of strangers: opened without reaching anything else, written without loss, shown
//! without side effects on a terminal.
//!
//! Start with [`untrusted`], which opens all folders and files that somebody else may have made.
//! [`disk`] holds all steps by which a run changes the disk. [`printable`] makes a program's text
//! safe for a terminal. Nothing here knows a game, a match or a tournament.
//!
//! # Examples
//! ```
//! use stoker_files::printable::printable;
//! assert_eq!(printable("a red \u{1b}[31mword"), "a red \u{fffd}[31mword");
//! ```

// Tests make their own folders.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![expect(clippy::missing_errors_doc, reason = "all of them fail if the system refuses")]

pub mod disk;
pub mod printable;
pub mod untrusted;
