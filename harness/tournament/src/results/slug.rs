//! The default name of a run's folder, which describes the run.

use stoker_engine::Game;

use crate::plan::Plan;

/// The number of names that are shown; the others are counted.
const SHOWN: usize = 3;
const LONGEST: usize = 80;

/// The name of a run's folder: `ruleset-entrant-entrant-seed`, with lower-case letters, digits,
/// `.`, `_` and `-` only.
pub fn slug<G: Game>(plan: &Plan<G>) -> String {
    let entrants = plan.entrants();
    let mut words = vec![G::NAME.to_owned()];
    words.extend(plan.swept().map(|_| "sweep".to_owned()));
    words.extend(plan.compared().map(|_| "compare".to_owned()));
    words.extend(entrants.iter().take(SHOWN).map(|entrant| plain(&entrant.name)));
    if let Some(more @ 1..) = entrants.len().checked_sub(SHOWN) {
        words.push(format!("{more}-more"));
    }
    let mut name = words.join("-");
    name.truncate(LONGEST);
    let shard = plan.shard().map(|shard| format!("-shard-{}-of-{}", shard.index(), shard.of()));
    format!("{name}-{}{}", plan.seed(), shard.unwrap_or_default())
}

/// A name without characters that a file name should not have.
pub fn plain(name: &str) -> String {
    let plain = |c: char| match c {
        'a'..='z' | '0'..='9' | '.' | '_' | '-' => c,
        'A'..='Z' => c.to_ascii_lowercase(),
        _ => '-',
    };
    name.chars().map(plain).collect()
}
