//! Words that users type and files hold in every ruleset, although a ruleset brought them along.

use stoker_engine::Game;
use stoker_engine::course::Course;

/// The protocol by which a program is told all plays at every turn, where the ruleset has a
/// [`PlaysForm`](crate::PlaysForm).
///
/// It is reserved in all of them: a spec is taken apart before its ruleset is known.
pub const PLAYS_PROTOCOL: &str = Course::NAME;

/// The fault policy by which a seat plays default moves from its first fault on.
pub const SEAT_POLICY: &str = Course::NAME;
