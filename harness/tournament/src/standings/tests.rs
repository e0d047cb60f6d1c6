use stoker_engine::SideSet;
use stoker_stats::{Effective, decimals};

use super::tally::FurtherScore;
use super::*;
use crate::identity::GameHash;
use crate::outcome::MatchOutcome;
use crate::plan::Draft;
use crate::testing::*;

fn outcome(scores: &[i32], hash: u128) -> MatchOutcome {
    MatchOutcome {
        winners: SideSet::NONE.with(stoker_engine::SideId(0)),
        hash: GameHash(hash << 64),
        ..outcome_of(scores)
    }
}

/// Two entrants, b and a, on two different sides: pairings bb, ba, ab, aa; scores of two seeds.
fn tally() -> StandingsTally {
    let mut draft = draft(Layout::Pair, 2);
    draft.entrants = vec![entrant("b", RANDOM), entrant("a", RANDOM)];
    let plan = crate::plan::Plan::new(draft).unwrap();
    let mut tally = StandingsTally::new(&plan);
    for (number, score) in (0..).zip([4, 6, 10, 0, 8, 6, 2, 12]) {
        let slot = plan.match_at(number);
        tally.add(&slot, &outcome(&[score], score.unsigned_abs().into()));
    }
    tally
}

#[test]
fn equal_means_are_ranked_by_name() {
    let standings = tally().results().standings;
    let row =
        |s: &Standing| (s.rank, s.side.clone(), s.entrant.clone(), s.mean.map(|mean| mean.value));
    let rows: Vec<_> = standings.iter().map(row).collect();
    let expected = [
        (1, "team", "a", Some(6.0)),
        (2, "team", "b", Some(6.0)),
        (1, "lone", "a", Some(6.0)),
        (2, "lone", "b", Some(6.0)),
        (1, "all", "a", None),
        (2, "all", "b", None),
    ];
    let expected =
        expected.map(|(rank, side, name, mean)| (Some(rank), side.into(), name.into(), mean));
    assert_eq!(rows, expected);
}

/// Nobody wins: what decides is how far each came, and the name only after that.
#[test]
fn equal_means_of_one_side_are_ranked_by_further_scores() {
    let names = ["c", "b", "a"];
    let entrants = names.map(|name| entrant(name, RANDOM)).to_vec();
    let plan = crate::plan::Plan::new(Draft { entrants, ..draft(Layout::Solo, 1) }).unwrap();
    let mut tally = StandingsTally::new(&plan);
    tally.further.push(FurtherScore { name: "progress", place: 1, sums: vec![0; 3] });
    for (number, progress) in (0..).zip([7, 9, 7]) {
        tally.add(&plan.match_at(number), &outcome(&[0, progress], number.into()));
    }
    let ranked: Vec<_> = tally.results().standings.into_iter().map(|row| row.entrant).collect();
    assert_eq!(ranked, ["b", "a", "c"]);
}

/// Team a has seed means 5 and 7: mean 6, s = sqrt(2), half = 12.7062 * sqrt(2 / 2).
#[test]
fn a_seed_is_one_observation() {
    let standings = tally().results().standings;
    assert_eq!(standings[0].mean.unwrap().interval, Some((-6.7062, 18.7062)));
    assert_eq!((standings[0].matches, standings[0].effective), (4, Effective::Exact(4)));
    assert_eq!(standings[1].effective, Effective::Exact(3));
    let wins = |row: usize| standings[row].win_rate.map(|rate| rate.value);
    assert_eq!((wins(0), wins(2)), (Some(1.0), Some(0.0)));
}

/// The first side won every match: it alone has an advantage, and no entrant is stronger.
#[test]
fn the_duel_table_has_the_entrants_of_both_sides_and_the_sides() {
    let table = tally().results().duel.unwrap();
    let rows: Vec<_> = table
        .rows
        .iter()
        .map(|row| (row.rank, row.entrant.as_str(), row.figures.matches))
        .collect();
    assert_eq!(rows, [(1, "a", 4), (2, "b", 4)]);
    let strength = |row: &DuelRow| row.figures.strength.unwrap().value.abs();
    assert!(table.rows.iter().all(|row| strength(row) < 0.01));
    let [team, lone] = table.sides;
    assert_eq!((team.side.as_str(), lone.side.as_str(), team.figures.matches), ("team", "lone", 8));
    assert!(team.figures.advantage.unwrap().value > 300.0);
    assert!(StandingsTally::new(&plan(Layout::Three, 1)).results().duel.is_none());
}

#[test]
fn the_crosstable_has_the_first_sides_mean_by_rank() {
    let table = tally().results().crosstable.unwrap();
    assert_eq!(table.rows, ["a", "b"]);
    let cells = [[Some(6.0), Some(6.0)], [Some(6.0), Some(6.0)]];
    let means = |row: &Vec<Option<Meeting>>| -> Vec<_> {
        row.iter().map(|cell| cell.map(|cell| cell.mean.value)).collect()
    };
    assert_eq!(table.cells.iter().map(means).collect::<Vec<_>>(), cells);
    let cell = table.cells[0][0].unwrap();
    assert_eq!((cell.matches, cell.effective, cell.interaction), (2, Effective::Exact(2), 0.0));
    // Scores 0 and 12: half = 12.7062 * 6.
    assert_eq!(cell.mean.interval, Some((-70.2372, 82.2372)));
    assert!(!table.is_one_game_each());
    assert!(StandingsTally::new(&plan(Layout::Three, 1)).results().crosstable.is_none());
}

/// Both entrants play both sides, so their rows of `all` count the matches on both.
#[test]
fn who_plays_all_sides_has_a_combined_row() {
    let standings = tally().results().standings;
    let all: Vec<_> = standings.iter().filter(|row| row.side == ALL_SIDES).collect();
    let row = |s: &&Standing| (s.rank, s.entrant.clone(), s.matches, s.rating.map(|r| r.value));
    let rows: Vec<_> = all.iter().map(row).collect();
    let expected =
        [(Some(1), "a".to_owned(), 8, Some(0.0)), (Some(2), "b".to_owned(), 8, Some(0.0))];
    assert_eq!(rows, expected);
    assert_eq!((all[0].mean, all[0].win_rate.map(|rate| rate.value)), (None, Some(0.5)));
    // `a` takes part in three of the four pairings, which have 1 + 2 + 2 distinct games.
    assert_eq!(all[0].effective, Effective::Exact(5));
}

#[test]
fn a_table_of_one_game_a_pairing_is_known() {
    let plan = plan(Layout::Pair, 3);
    let mut tally = StandingsTally::new(&plan);
    for number in 0..plan.len() {
        let slot = plan.match_at(number);
        tally.add(&slot, &outcome(&[7], slot.pairing as u128));
    }
    assert!(tally.results().crosstable.unwrap().is_one_game_each());
}

#[test]
fn before_the_first_match_every_row_is_empty_and_none_is_missing() {
    let standings = StandingsTally::new(&plan(Layout::Mixed, 1)).results().standings;
    assert_eq!(standings.len(), 12);
    assert!(standings.iter().all(|s| s.mean.is_none() && s.win_rate.is_none()));
}

#[test]
fn nothing_is_written_as_minus_zero() {
    assert_eq!(decimals(-0.000_01), "0.0000");
    assert_eq!(decimals(-0.5), "-0.5000");
}

/// b and a play one game for ever, and both meet c, which plays one side, in games of their own.
#[test]
fn repeated_games_of_a_duel_have_no_intervals_whatever_others_play() {
    let mut draft = draft(Layout::Pair, 6);
    draft.starts = crate::starts::Starts::Free;
    let lone = crate::entrant::Entrant { side: Some("lone".to_owned()), ..entrant("c", RANDOM) };
    draft.entrants = vec![entrant("b", RANDOM), entrant("a", RANDOM), lone];
    let plan = crate::plan::Plan::new(draft).unwrap();
    let mut tally = StandingsTally::new(&plan);
    for number in 0..plan.matches() * plan.pairings().len() as u64 {
        let slot = plan.match_at(number);
        let with_c = plan.entrants_of(&slot).contains(&2);
        let game = if with_c { 100 + u128::from(number) } else { slot.pairing as u128 };
        tally.add(&slot, &outcome(&[i32::try_from(game % 5).unwrap()], game));
    }
    let table = tally.results().duel.unwrap();
    for row in &table.rows {
        let stoker_stats::DuelEntrant { won, won_as: [first, second], strength, ranks, .. } =
            row.figures;
        for estimate in [won, first, second, strength] {
            assert_eq!(estimate.unwrap().interval, None, "{}", row.entrant);
        }
        assert_eq!(ranks, None);
    }
    for side in &table.sides {
        assert_eq!(side.figures.advantage.unwrap().interval, None);
        assert_eq!(side.figures.won.unwrap().interval, None);
    }
}
