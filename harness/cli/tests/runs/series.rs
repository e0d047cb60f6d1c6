//! Series: the loser of a game begins the next one.

use insta::assert_snapshot;

use crate::common::{Place, text};

const LEAGUE: &str = "league random careful --ruleset kosmos --games 3 --matches 2 --records all";

/// The cells of some columns, by row.
fn cells(place: &Place, names: &[&str]) -> Vec<Vec<String>> {
    let file = text(&place.read("run/matches.csv"));
    let mut rows = csv::Reader::from_reader(file.as_bytes());
    let header = rows.headers().expect("there is a header").clone();
    let at = |name: &&str| header.iter().position(|cell| cell == *name).expect("a column");
    let places: Vec<usize> = names.iter().map(at).collect();
    let row = |row: csv::StringRecord| places.iter().map(|&at| row[at].to_owned()).collect();
    rows.records().map(|found| row(found.expect("a row"))).collect()
}

#[test]
fn a_league_of_series_is_played_verified_and_shown() {
    let place = Place::with_reports();
    let told = place.prints(&format!("{LEAGUE} --threads 2 --out run"));
    assert!(told.contains("24 matches"), "{told}");
    let rows = cells(&place, &["series", "game"]);
    assert_eq!(rows.len(), 4 * 2 * 3);
    for (number, row) in rows.iter().enumerate() {
        assert_eq!(row[..2], [(number / 3).to_string(), (number % 3).to_string()]);
    }
    let run = text(&place.read("run/run.toml"));
    assert!(run.contains("--games 3") && run.contains("\ngames = 3\n"), "{run}");
    // The record of each game says who began; that must be the loser of the game before.
    assert!(place.prints("verify run").contains("\n24 games, "));
    // A report that cannot read the matches has a note that names their columns.
    let report = text(&place.read("run/report.html"));
    assert!(!report.contains("other columns"), "the report does not know the columns of series");
}

#[test]
fn the_report_takes_the_series_of_a_seed_for_one_observation() {
    let place = Place::with_reports();
    place.prints("league random careful --ruleset kosmos --games 2 --matches 8 --out run --quiet");
    let report = text(&place.read("run/report.html"));
    // Observations that are single games give no ratings, as not all entrants play in each.
    assert!(report.contains("hunter: rating against matches played"));
}

#[test]
fn a_configuration_has_the_number_of_games() {
    let place = Place::new();
    place.write("league.toml", place.prints(&format!("{LEAGUE} --print-config")));
    assert!(text(&place.read("league.toml")).contains("\ngames = 3\n"));
    place.prints(&format!("{LEAGUE} --out typed --quiet"));
    place.prints("league --config league.toml --out read --quiet");
    assert_eq!(place.read("typed/matches.csv"), place.read("read/matches.csv"));
}

#[test]
fn what_has_no_series_is_refused() {
    let place = Place::new();
    assert_snapshot!(place.refuses("league random --games 2"), @"error: in `course` the loser of a game cannot begin the next, so it has no series: leave --games out");
    assert_snapshot!(place.refuses("league random --ruleset kosmos --games 0"), @"error: a match cannot have 0 games: give 1 to 99");
    assert_snapshot!(place.refuses("league random --ruleset kosmos --games 2 --format ladder"), @"error: only a round-robin and a gauntlet play series: leave --games out, or play one of these");
    place.prints("league random --ruleset kosmos --matches 2 --out run --quiet");
    assert_snapshot!(place.refuses("league random --ruleset kosmos --matches 2 --games 2 --reuse run --out new"), @"error: runs of series are neither reused nor reuse others: leave --reuse out");
}
