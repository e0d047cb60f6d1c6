//! The columns of `matches.csv`, which a ruleset has a say in.

use stoker_engine::{FactInfo, ScoreInfo, Sides};

/// Two columns of `matches.csv` would have one name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "two columns of matches.csv would be called `{0}`: rename a side, score or fact of the ruleset"
)]
pub struct ColumnClash(pub String);

/// The columns of `matches.csv`, in order.
#[must_use]
pub fn match_columns(sides: &Sides, scores: &[ScoreInfo], facts: &[FactInfo]) -> Vec<String> {
    let names = || sides.list().iter().map(|side| side.name.to_owned());
    ["match", "seed"]
        .map(str::to_owned)
        .into_iter()
        .chain(names())
        .chain(scores.iter().map(|score| score.name.to_owned()))
        .chain(["ending", "decisions"].map(str::to_owned))
        .chain(facts.iter().map(|fact| fact.name.to_owned()))
        .chain(names().map(|side| side + "_faults"))
        .chain(["hash".to_owned()])
        .collect()
}

/// Whether a ruleset's names make columns that can be told apart.
///
/// # Errors
/// The first name that comes twice.
pub fn check_columns(
    sides: &Sides,
    scores: &[ScoreInfo],
    facts: &[FactInfo],
) -> Result<(), ColumnClash> {
    let mut columns = match_columns(sides, scores, facts);
    columns.sort_unstable();
    match columns.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(ColumnClash(pair[0].clone())),
        None => Ok(()),
    }
}
