//! Programs in matches: the things that they may do, and the consequences.
#![expect(clippy::unwrap_used, reason = "a test may fail in any way")]

#[cfg(target_os = "linux")]
#[path = "external/contained.rs"]
mod contained;
#[path = "external/lines.rs"]
mod lines;
#[path = "external/notes.rs"]
mod notes;
#[path = "external/plays.rs"]
mod plays;
#[path = "external/table.rs"]
mod table;
