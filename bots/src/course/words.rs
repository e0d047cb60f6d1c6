//! Words that users type and files hold in every ruleset, although they come from this one.

use stoker_engine::Game;
use stoker_engine::course::Course;

/// The protocol in which a program gets all plays at every turn, if the ruleset has a
/// [`PlaysForm`](crate::PlaysForm).
///
/// The word is reserved in all rulesets: a spec is parsed before its ruleset is known.
pub const PLAYS_PROTOCOL: &str = Course::NAME;

/// The fault policy in which a seat plays default moves from its first fault on.
pub const SEAT_POLICY: &str = Course::NAME;
