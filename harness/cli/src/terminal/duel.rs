//! The table of a duel: entrants that play both sides, corrected for the advantage of a side.

use stoker_files::printable::one_line;
use stoker_stats::rounded;
use stoker_tournament::standings::{DuelRow, DuelSideRow, DuelTable};

use super::show::{align_right, interval_with, percent, table_in, text_of, value};
use super::stream_format::{StreamFormat, shortened};

/// The longest name of a row, in columns of a terminal.
const NAME: usize = 18;

/// The table, with a line on the sides below it.
pub(super) fn duel(table: &DuelTable, stream_format: StreamFormat) -> String {
    let [first, second] = table.sides.each_ref().map(|side| format!("as {}", side.side));
    let header = ["entrant", "strength", "95% interval", "wins", &first, &second];
    let mut rows = table_in(&header, stream_format.width);
    for DuelRow { entrant, figures, .. } in &table.rows {
        let [first, second] = figures.won_as.map(percent);
        rows.add_row([
            shortened(&one_line(entrant, 1 << 12), NAME),
            value(figures.strength, 0),
            interval_with(figures.strength, 0),
            percent(figures.won),
            first,
            second,
        ]);
    }
    align_right(&mut rows, &[0]);
    let sides = advantage(&table.sides[0], &table.sides[1]);
    format!(
        "entrants that play both sides (strength in Elo, apart from the side)\n{}{sides}\n\n",
        text_of(&rows)
    )
}

/// A sentence on the stronger side.
fn advantage(first: &DuelSideRow, second: &DuelSideRow) -> String {
    let of = |side: &DuelSideRow| side.figures.advantage.map_or(0.0, |advantage| advantage.value);
    let better = if of(first) < of(second) { second } else { first };
    let Some(advantage) = better.figures.advantage else {
        return "The advantage of a side is unknown.".to_owned();
    };
    let range = advantage.range(0).map(|range| format!(" ({range})")).unwrap_or_default();
    format!(
        "Advantage of {}: {} Elo{range}, wins {}.",
        better.side,
        rounded(advantage.value, 0),
        percent(better.figures.won)
    )
}

#[cfg(test)]
mod tests {
    use stoker_stats::{DuelEntrant, DuelSide, Estimate};

    use super::*;

    #[test]
    fn the_stronger_side_is_named_and_names_cannot_write_to_the_terminal() {
        let estimate = |value| Some(Estimate { value, interval: Some((value - 5.0, value + 5.0)) });
        let figures = DuelEntrant { strength: estimate(12.0), ..DuelEntrant::default() };
        let side = |side: &str, advantage| DuelSideRow {
            side: side.to_owned(),
            figures: DuelSide {
                matches: 8,
                won: estimate(0.6).map(Estimate::alone),
                advantage: estimate(advantage),
            },
        };
        let table = DuelTable {
            rows: vec![DuelRow { rank: 1, entrant: "\u{1b}[2Jmemory".to_owned(), figures }],
            sides: [side("dracula", -40.0), side("hunter", 40.0)],
        };
        let text = duel(&table, StreamFormat::plain(80));
        assert!(text.contains("Advantage of hunter: 40 Elo (35 to 45), wins 60.0%."), "{text}");
        assert!(text.contains("memory") && !text.contains('\u{1b}'), "{text}");
    }
}
