//! The output of commands: streams and exit codes, tables, progress, and matches told turn by turn.
//! Nothing here knows a verb.

mod duel;
mod figures;
pub(crate) mod interrupt;
pub(crate) mod io;
pub(crate) mod leaderboard;
mod lineups;
pub(crate) mod matches;
pub(crate) mod narrate;
mod partners;
pub(crate) mod progress;
pub(crate) mod scene;
pub(crate) mod show;
pub(crate) mod show_sweep;
pub(crate) mod stream_format;
pub(crate) mod viewpoint;
