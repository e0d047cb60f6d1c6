//! Leaderboards and crosstables, for readers.

use stoker_engine::{ScoreInfo, Sides};
use stoker_external::fault::FaultKind;
use stoker_external::unfit::EntrantStatus;
use stoker_files::printable::one_line;
use stoker_stats::{Effective, rounded};
use stoker_tournament::standings::{ALL_SIDES, Crosstable, FurtherMean, Results, Standing};

use super::duel::duel;
use super::figures::{ColumnPriority, FigureColumn, Figures};
use super::io::StreamKind;
use super::lineups::lineups;
use super::partners::{effect_decimals, partners, signed};
use super::show::{
    align_right, dash, interval, interval_with, percent, percent_interval, table_in, text_of, title,
};
use super::stream_format::{Ink, StreamFormat, columns_of, cut, shortened};

/// The leaderboards, one for each kind of side, and the crosstable if it fits.
pub(crate) fn leaderboards(
    results: &Results,
    sides: &Sides,
    scores: &[ScoreInfo],
    stream_format: StreamFormat,
) -> String {
    let of = |kind: &str| -> Vec<&Standing> {
        results.standings.iter().filter(|standing| standing.side == kind).collect()
    };
    let mut text = String::new();
    for kind in sides.kinds() {
        if let Some(side) = sides.list().iter().find(|side| side.kind == kind) {
            let title = stream_format.colour.paint(Ink::Mark, &title(side, scores));
            let scale = RankScale::of(&scores[side.score], results);
            text += &format!("{title}\n{}\n", leaderboard(&of(kind), scale, stream_format));
        }
    }
    // A single entrant is not compared with anybody.
    if let rows @ [_, _, ..] = &of(ALL_SIDES)[..] {
        let title = stream_format.colour.paint(Ink::Mark, "all sides (mean of the sides' ratings)");
        text += &format!("{title}\n{}\n", leaderboard(rows, RankScale::Points, stream_format));
    }
    if let Some(table) = &results.duel {
        text += &duel(table, stream_format);
    }
    if let Some(cross) = &results.crosstable {
        text += &crosstable(cross, stream_format);
    }
    if let Some(tables) = &results.lineups {
        text += &lineups(tables, &results.standings, stream_format);
    }
    if let Some(table) = &results.partners {
        text += &partners(table, scores, stream_format);
    }
    text + &one_game_each(results)
}

/// The scale of the score by which a leaderboard ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RankScale {
    /// Points.
    Points,
    /// 1 for a victory and 0 otherwise, so that the mean is the share of matches won.
    Victory,
    /// Effects on the scores of teams, with so many decimals.
    Effect(usize),
}

impl RankScale {
    fn of(score: &ScoreInfo, results: &Results) -> Self {
        match results.partners.is_some() {
            true => Self::Effect(effect_decimals(score)),
            false if score.is_victory() => Self::Victory,
            false => Self::Points,
        }
    }
}

/// A warning if many matches repeat few games.
fn one_game_each(results: &Results) -> String {
    let repeats = match &results.crosstable {
        Some(cross) => cross.is_one_game_each(),
        None => results
            .standings
            .iter()
            .filter(|row| row.status == EntrantStatus::Ok)
            .all(|row| row.matches > 1 && row.effective == Effective::Exact(1)),
    };
    match repeats && !results.standings.is_empty() {
        true => {
            "Note: every pairing repeated a single game, so these figures rest on one game per \
            pairing,\nhowever many matches there are. --starts random gives every seed its own \
            opening, for bots\nthat can continue from it.\n\n"
                .to_owned()
        }
        false => String::new(),
    }
}

/// A leaderboard: a table of those who played, and below it a line for each of the others.
fn leaderboard(rows: &[&Standing], scale: RankScale, stream_format: StreamFormat) -> String {
    let (played, absent): (Vec<_>, Vec<_>) =
        rows.iter().copied().partition(|row| row.status == EntrantStatus::Ok);
    let absent: String = absent.into_iter().map(|row| absence(row, stream_format)).collect();
    standings(&played, scale, stream_format) + &absent
}

/// An entrant that took no part, with the beginning of the reason, in a line. `leaderboard.csv` has
/// the whole reason.
fn absence(row: &Standing, stream_format: StreamFormat) -> String {
    let name = shortened(&row.entrant, stream_format.width / 2);
    let line = one_line(&format!(" {name}: {}", row.status), usize::MAX);
    let room = match stream_format.reader {
        StreamKind::Terminal => stream_format.width,
        StreamKind::Pipe => usize::MAX,
    };
    cut(&line, room) + "\n"
}

/// The table of a leaderboard. A column is shown where it is informative: the rating if it differs
/// from the mean's distance from another, Elo over all sides, distinct games if a game was played
/// twice. Long lines have more columns.
fn standings(rows: &[&Standing], scale: RankScale, stream_format: StreamFormat) -> String {
    let mut figures = Figures::new("entrant");
    for row in rows {
        figures.add_row(rank(row), &row.entrant, leads(row));
    }
    columns(rows, scale).into_iter().for_each(|column| figures.add_column(column));
    figures.text(stream_format)
}

/// The columns after the names.
fn columns(rows: &[&Standing], scale: RankScale) -> Vec<FigureColumn> {
    let mut columns = match scale {
        RankScale::Points => strengths(rows),
        RankScale::Victory => victories(rows),
        RankScale::Effect(decimals) => effects(rows, decimals),
    };
    columns.extend(further(rows));
    columns.extend(counts(rows));
    columns.push(faults(rows));
    if rows.iter().any(|row| row.previous.is_some()) {
        columns.push(column(rows, "moved", ColumnPriority::Usual(7), movement));
    }
    if rows.iter().any(|row| row.fault_count() > 0) {
        let kinds = column(rows, "kinds of faults", ColumnPriority::Extra(3), kinds_of_faults);
        columns.push(kinds.aligned_left());
    }
    columns
}

fn column(
    rows: &[&Standing],
    name: &str,
    worth: ColumnPriority,
    cell: impl Fn(&Standing) -> String,
) -> FigureColumn {
    FigureColumn::new(name, worth, rows.iter().map(|row| cell(row)).collect())
}

/// True for the leaderboard of all sides together.
fn is_combined(rows: &[&Standing]) -> bool {
    rows.iter().any(|row| row.side == ALL_SIDES)
}

/// The columns that say how strong entrants are.
fn strengths(rows: &[&Standing]) -> Vec<FigureColumn> {
    let combined = is_combined(rows);
    let rated = says_more(rows);
    let shown = |row: &Standing| if rated { row.rating } else { row.mean };
    let scale = if rated { "rating" } else { "mean" };
    let elo = |row: &Standing| row.elo.map_or_else(dash, |elo| rounded(elo.value, 0));
    let figure = |figure: Option<f64>| figure.map_or_else(dash, |figure| rounded(figure, 2));
    let mut columns = mean_ranks(rows);
    columns.extend([
        column(rows, scale, ColumnPriority::Always, |row| {
            figure(shown(row).map(|shown| shown.value))
        }),
        column(rows, "95% interval", ColumnPriority::Usual(2), |row| interval(shown(row))),
    ]);
    if rated && !combined {
        let mean = |row: &Standing| figure(row.mean.map(|mean| mean.value));
        columns.push(column(rows, "mean", ColumnPriority::Usual(6), mean));
    }
    match rows.iter().any(|row| row.elo.is_some()) {
        _ if combined => columns.push(column(rows, "elo", ColumnPriority::Usual(5), elo)),
        true => columns.push(column(rows, "elo", ColumnPriority::Extra(1), elo)),
        false => {}
    }
    if rows.iter().any(|row| row.nash.is_some()) {
        let weight = |row: &Standing| figure(row.nash.map(|(weight, _)| weight));
        columns.push(column(rows, "nash weight", ColumnPriority::Extra(2), weight));
    }
    columns.push(column(rows, "wins", ColumnPriority::Usual(1), wins));
    if rows.iter().any(|row| row.win_rate.is_some_and(|wins| wins.interval.is_some())) {
        let of = |row: &Standing| percent_interval(row.win_rate);
        columns.push(column(rows, "wins 95%", ColumnPriority::Extra(0), of));
    }
    columns.extend(facts(rows));
    columns
}

/// The columns that say how often entrants win, where a win is the score. The interval of the rate
/// stands beside it, and holds even where nobody won.
fn victories(rows: &[&Standing]) -> Vec<FigureColumn> {
    let mut columns = vec![
        column(rows, "wins", ColumnPriority::Always, wins),
        column(rows, "wins 95%", ColumnPriority::Usual(0), |row| percent_interval(row.win_rate)),
    ];
    columns.extend(facts(rows));
    columns
}

/// The columns of partners, who are ranked by their effect on the first score of their teams.
fn effects(rows: &[&Standing], decimals: usize) -> Vec<FigureColumn> {
    let mut columns = vec![
        column(rows, "effect", ColumnPriority::Always, |row| signed(row.rating, decimals)),
        column(rows, "95% interval", ColumnPriority::Usual(0), |row| {
            interval_with(row.rating, decimals)
        }),
    ];
    columns.extend(victories(rows));
    columns
}

/// The means of the further scores.
fn further(rows: &[&Standing]) -> Vec<FigureColumn> {
    let scores = rows.first().map_or(&[][..], |row| &row.further).iter().enumerate();
    let of = |(place, further): (usize, &FurtherMean)| {
        let mean = |row: &Standing| row.further.get(place).and_then(|further| further.mean);
        let cell = |row: &Standing| mean(row).map_or_else(dash, |mean| rounded(mean, 2));
        let name = format!("mean {}", further.score);
        column(rows, &name, ColumnPriority::Usual(1), cell)
    };
    scores.map(of).collect()
}

/// The columns of mean ranks, by which matches of several rivals are ranked.
fn mean_ranks(rows: &[&Standing]) -> Vec<FigureColumn> {
    if rows.iter().all(|row| row.mean_rank.is_none()) {
        return vec![];
    }
    let range =
        |row: &Standing| row.mean_rank.and_then(|place| place.range(2)).unwrap_or_else(dash);
    let place = |row: &Standing| row.mean_rank.map_or_else(dash, |place| rounded(place.value, 2));
    vec![
        column(rows, "mean rank", ColumnPriority::Always, place),
        column(rows, "rank 95%", ColumnPriority::Usual(0), range),
    ]
}

/// The columns of the facts that the ruleset shows.
fn facts(rows: &[&Standing]) -> Vec<FigureColumn> {
    let Some(row) = rows.iter().find(|row| !row.facts.is_empty()) else { return vec![] };
    let of = |number: usize| {
        let name = row.facts[number].name.clone();
        let mean = |row: &Standing| {
            let mean = row.facts.get(number).and_then(|fact| fact.mean);
            mean.map_or_else(dash, |mean| rounded(mean, 2))
        };
        column(rows, &name, ColumnPriority::Usual(5), mean)
    };
    (0..row.facts.len()).map(of).collect()
}

/// The columns that count matches.
fn counts(rows: &[&Standing]) -> Vec<FigureColumn> {
    let mut columns =
        vec![column(rows, "matches", ColumnPriority::Usual(4), |row| row.matches.to_string())];
    if rows.iter().any(|row| row.voids > 0) {
        columns.push(column(rows, "void", ColumnPriority::Usual(3), |row| row.voids.to_string()));
    }
    // Over all sides a match against oneself counts twice, though it is one game.
    let repeats = |row: &&Standing| row.effective != Effective::Exact(row.matches);
    if !is_combined(rows) && rows.iter().any(repeats) {
        columns.push(column(rows, "distinct", ColumnPriority::Usual(8), |row| {
            row.effective.to_string()
        }));
    }
    columns
}

/// The column of faults.
fn faults(rows: &[&Standing]) -> FigureColumn {
    let faulty = rows.iter().map(|row| row.fault_count() > 0).collect();
    let faults =
        column(rows, "faults", ColumnPriority::Always, |row| row.fault_count().to_string());
    faults.bad(faulty)
}

fn wins(row: &Standing) -> String {
    percent(row.win_rate)
}

/// The ink of the first entrant.
fn leads(row: &Standing) -> Ink {
    if row.rank == Some(1) { Ink::Mark } else { Ink::Plain }
}

/// The numbers of faults by kind: `2 crash, 1 no_reply`.
fn kinds_of_faults(row: &Standing) -> String {
    let counts = FaultKind::ALL.iter().zip(row.faults).filter(|(_, count)| *count > 0);
    counts.map(|(kind, count)| format!("{count} {kind}")).collect::<Vec<_>>().join(", ")
}

/// The number of ranks that an entrant has gone up (`+`) or down since the earlier run.
fn movement(row: &Standing) -> String {
    match (row.rank, row.previous) {
        (None, _) => dash(),
        (Some(_), None) => "new".to_owned(),
        (Some(rank), Some(before)) if before.rank == rank => "=".to_owned(),
        (Some(rank), Some(before)) => format!("{:+}", i64::from(before.rank) - i64::from(rank)),
    }
}

/// True if ratings do not differ by the same amounts as means.
fn says_more(rows: &[&Standing]) -> bool {
    let mut levels =
        rows.iter().filter_map(|row| Some((row.rating?.value, row.mean.map(|mean| mean.value))));
    let Some((first, Some(mean))) = levels.next() else {
        return rows.iter().any(|row| row.rating.is_some());
    };
    !levels.all(|(rating, other)| {
        // Printed figures are off by up to half a unit of the fourth decimal, each.
        other.is_some_and(|other| ((rating - first).abs() - (other - mean).abs()).abs() < 0.001)
    })
}

/// The rank, with the range of ranks that the data allow: `2 (1-3)`.
fn rank(row: &Standing) -> String {
    match (row.rank, row.rank_interval) {
        (Some(rank), Some((low, high))) if low < high => format!("{rank} ({low}-{high})"),
        (Some(rank), _) => rank.to_string(),
        (None, _) => dash(),
    }
}

/// Mean scores, first side down, second side across; a hint where the table is too wide.
///
/// Empty with a single opponent, because the leaderboard has the same figures.
fn crosstable(cross: &Crosstable, stream_format: StreamFormat) -> String {
    let [down, across] = &cross.sides;
    if cross.rows.len().min(cross.columns.len()) < 2 {
        return String::new();
    }
    let shown = |names: &[String]| -> Vec<String> {
        names.iter().map(|name| one_line(name, LONGEST)).collect()
    };
    let [rows, columns] = [&cross.rows, &cross.columns].map(|names| shown(names));
    let widest = |names: &[String]| names.iter().map(|name| columns_of(name)).max().unwrap_or(0);
    let needed = widest(&rows) + 2 + (widest(&columns).max(7) + 2) * columns.len();
    if needed > stream_format.width {
        return "The crosstable is too wide to show: see crosstable.csv.\n\n".to_owned();
    }
    let header: Vec<&str> = [""].into_iter().chain(columns.iter().map(String::as_str)).collect();
    let mut table = table_in(&header, stream_format.width);
    for (name, cells) in rows.iter().zip(&cross.cells) {
        let cells =
            cells.iter().map(|cell| cell.map_or_else(dash, |cell| rounded(cell.mean.value, 2)));
        table.add_row([name.clone()].into_iter().chain(cells));
    }
    align_right(&mut table, &[0]);
    format!("mean score, {down} down, {across} across\n{}\n", text_of(&table))
}

/// The longest name that is shown in full, in bytes: no line is longer.
const LONGEST: usize = 1 << 12;

#[cfg(test)]
mod tests;
