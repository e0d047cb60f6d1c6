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
        .chain(["winners", "ending", "decisions"].map(str::to_owned))
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

#[cfg(test)]
mod tests {
    use stoker_engine::Game as _;

    use super::*;
    use crate::testing::*;

    #[test]
    fn every_side_score_and_fact_has_a_column() {
        let game = Toy::of(Layout::Mixed, 9);
        let columns = match_columns(game.sides(), game.scores(), game.facts()).join(",");
        let expected = "match,seed,one,left,right,points,points_2,points_3,winners,ending,decisions,sixes,\
                        one_faults,left_faults,right_faults,hash";
        assert_eq!(columns, expected);
    }

    #[test]
    fn a_name_that_would_come_twice_is_refused() {
        let game = Toy::of(Layout::Pair, 9);
        for name in ["seed", "team", "points", "lone_faults"] {
            let facts = [FactInfo { name, unit: "", meaning: "" }];
            let clash = check_columns(game.sides(), game.scores(), &facts);
            assert_eq!(clash, Err(ColumnClash(name.to_owned())));
        }
    }
}
