//! Tables of matches between several rivals: who finishes ahead of whom, and the seats.

use stoker_files::printable::one_line;
use stoker_stats::{Estimate, rounded};
use stoker_tournament::standings::{LineupTables, SeatRow, Standing};

use super::show::{
    align_right, dash, interval, percent, percent_interval, table_in, text_of, value,
};
use super::stream_format::{StreamFormat, columns_of, shortened};

/// The longest name of a row, in columns of a terminal.
const NAME: usize = 24;

/// Both tables, below the leaderboard.
pub(super) fn lineups(
    tables: &LineupTables,
    standings: &[Standing],
    stream_format: StreamFormat,
) -> String {
    matrix(tables, standings, stream_format) + &seats(&tables.seats, stream_format)
}

/// The share of meetings in which the entrant of a row finished ahead of that of a column, in
/// percent. A sign marks intervals that do not hold one half.
///
/// Empty with a single entrant, which met nobody else.
fn matrix(tables: &LineupTables, standings: &[Standing], stream_format: StreamFormat) -> String {
    let ranked = standings.iter().filter(|row| row.rank.is_some());
    let names: Vec<&str> = ranked.map(|row| row.entrant.as_str()).collect();
    if tables.ahead.is_empty() {
        return String::new();
    }
    let shown: Vec<String> =
        names.iter().map(|name| shortened(&one_line(name, 1 << 12), NAME)).collect();
    let numbers: Vec<String> = (1..=names.len()).map(|number| number.to_string()).collect();
    let widest = shown.iter().map(|name| columns_of(name)).max().unwrap_or(0);
    if widest + 8 + 6 * names.len() > stream_format.width {
        return "Who finishes ahead of whom is too wide to show: see ahead.csv.\n\n".to_owned();
    }
    let mut header = vec!["", ""];
    header.extend(numbers.iter().map(String::as_str));
    let mut table = table_in(&header, stream_format.width);
    for (number, (name, cells)) in shown.iter().zip(tables.matrix(&names)).enumerate() {
        let cells = cells.into_iter().map(|share| share.map_or_else(dash, signed_percent));
        let begin = [numbers[number].clone(), name.clone()];
        table.add_row(begin.into_iter().chain(cells));
    }
    align_right(&mut table, &[1]);
    format!(
        "who finishes ahead of whom, in percent of their meetings: rows of columns\n\
         (+ and -: the 95% interval is above or below one half)\n{}\n",
        text_of(&table)
    )
}

/// A share in percent, with a sign if its interval does not hold one half.
fn signed_percent(share: Estimate) -> String {
    let sign = match share.interval {
        Some((low, _)) if low > 0.5 => "+",
        Some((_, high)) if high < 0.5 => "-",
        Some(_) | None => " ",
    };
    format!("{}{sign}", rounded(100.0 * share.value, 0))
}

/// The seats, with what they are worth.
fn seats(seats: &[SeatRow], stream_format: StreamFormat) -> String {
    let header = ["seat", "mean", "advantage", "95% interval", "mean rank", "wins", "wins 95%"];
    let mut table = table_in(&header, stream_format.width);
    for SeatRow { side, figures } in seats {
        table.add_row([
            side.clone(),
            value(figures.mean, 2),
            value(figures.advantage, 2),
            interval(figures.advantage),
            value(figures.mean_rank, 2),
            percent(figures.win_rate),
            percent_interval(figures.win_rate),
        ]);
    }
    align_right(&mut table, &[0]);
    format!(
        "seats: the mean score of all who sat there, and its advantage over all seats\n{}\n",
        text_of(&table)
    )
}
