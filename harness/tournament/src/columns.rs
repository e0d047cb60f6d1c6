//! The columns of `matches.csv`, some of which come from the ruleset.

use stoker_engine::{FactInfo, ScoreInfo, Sides};

/// Two columns of `matches.csv` would have one name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "two columns of matches.csv would be called `{0}`: rename a side, score or fact of the ruleset"
)]
pub struct ColumnClash(pub String);

/// The first columns of the `matches.csv` of a league.
pub(crate) const LEAGUE: &[&str] = &["match", "seed"];
/// The column with the place of a game in its series, from 0.
pub(crate) const GAME: &str = "game";
/// The first columns of the `matches.csv` of a league of series.
pub(crate) const SERIES: &[&str] = &["match", "seed", "series", GAME];
/// The first columns of the `matches.csv` of a sweep.
pub(crate) const SWEEP: &[&str] = &["match", "seed", "setting"];

/// The column with the number of the match that a match repeats, if it was not played itself.
pub(crate) const SAME_AS: &str = "same_as";

/// The column with the reason for a void slot.
pub(crate) const VOID: &str = "void";

/// The columns of `matches.csv`, in order; `first` are those that do not depend on the ruleset.
#[must_use]
pub(crate) fn match_columns(
    first: &[&str],
    sides: &Sides,
    scores: &[ScoreInfo],
    facts: &[FactInfo],
) -> Vec<String> {
    let names = || sides.list().iter().map(|side| side.name.to_owned());
    (first.iter().copied())
        .map(str::to_owned)
        .chain(names())
        .chain(scores.iter().map(|score| score.name.to_owned()))
        .chain(["winners", "ending", "decisions"].map(str::to_owned))
        .chain(facts.iter().map(|fact| fact.name.to_owned()))
        .chain(names().map(|side| side + "_faults"))
        .chain(["hash", SAME_AS, VOID].map(str::to_owned))
        .collect()
}

/// Checks that all columns of a ruleset have different names.
///
/// # Errors
/// The first name that comes twice.
pub(crate) fn check_columns(
    first: &[&str],
    sides: &Sides,
    scores: &[ScoreInfo],
    facts: &[FactInfo],
) -> Result<(), ColumnClash> {
    let mut columns = match_columns(first, sides, scores, facts);
    // `mean_score` of a leaderboard is that of the score by which a side is ranked.
    let further = ScoreInfo::further(scores, sides);
    columns.extend(further.filter(|(_, info)| info.name == "score").map(|_| "score".to_owned()));
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
        let columns = match_columns(LEAGUE, game.sides(), game.scores(), game.facts()).join(",");
        let expected = "match,seed,one,left,right,points,points_2,points_3,winners,ending,decisions,sixes,\
                        one_faults,left_faults,right_faults,hash,same_as,void";
        assert_eq!(columns, expected);
    }

    #[test]
    fn a_name_that_would_come_twice_is_refused() {
        let game = Toy::of(Layout::Pair, 9);
        for name in ["seed", "team", "points", "lone_faults", "void"] {
            let facts = [FactInfo { name, unit: "", meaning: "" }];
            let clash = check_columns(LEAGUE, game.sides(), game.scores(), &facts);
            assert_eq!(clash, Err(ColumnClash(name.to_owned())));
        }
    }

    #[test]
    fn only_a_sweep_has_a_column_of_settings() {
        let game = Toy::of(Layout::Pair, 9);
        let facts = [FactInfo { name: "setting", unit: "", meaning: "" }];
        assert_eq!(check_columns(LEAGUE, game.sides(), game.scores(), &facts), Ok(()));
        assert!(check_columns(SWEEP, game.sides(), game.scores(), &facts).is_err());
    }
}
