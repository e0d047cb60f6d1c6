//! The table of partners: what an entrant adds to the scores of its teams.

use stoker_engine::ScoreInfo;
use stoker_files::printable::one_line;
use stoker_stats::{Estimate, rounded};
use stoker_tournament::standings::{PartnerEffects, PartnerRow, PartnerTable};

use super::show::{align_right, dash, interval_with, table_in, text_of};
use super::stream_format::{StreamFormat, shortened};

/// The longest name of a row, in columns of a terminal.
const NAME: usize = 24;

/// The table, below the leaderboard. If matches were forfeited, a second one leaves them out.
pub(super) fn partners(
    table: &PartnerTable,
    scores: &[ScoreInfo],
    stream_format: StreamFormat,
) -> String {
    let shown =
        |of: fn(&PartnerRow) -> &PartnerEffects| effects(table, scores, of, stream_format.width);
    let mut text = format!(
        "partners: what a team gains if the entrant takes the seat of an average one\n{}\n",
        shown(|row| &row.all)
    );
    let lost: u64 = table.rows.iter().map(|row| row.forfeits).sum();
    if lost > 0 {
        text += &format!(
            "partners without the {lost} forfeited matches (forfeits: lost by the entrant's faults)\n\
             {}\n",
            shown(|row| &row.kept)
        );
    }
    text
}

fn effects(
    table: &PartnerTable,
    scores: &[ScoreInfo],
    of: fn(&PartnerRow) -> &PartnerEffects,
    width: usize,
) -> String {
    let mut header = vec!["entrant", "seats", "forfeits"];
    header.extend(table.scores.iter().flat_map(|score| [score.as_str(), "95% interval"]));
    let mut shown = table_in(&header, width);
    for row in &table.rows {
        let PartnerEffects { seats, effects } = of(row);
        let name = shortened(&one_line(&row.entrant, 1 << 12), NAME);
        let mut cells = vec![name, seats.to_string(), row.forfeits.to_string()];
        for (name, effect) in table.scores.iter().zip(effects) {
            cells.extend(cells_of(*effect, decimals(name, scores)));
        }
        shown.add_row(cells);
    }
    align_right(&mut shown, &[0]);
    text_of(&shown)
}

/// An effect and its interval.
fn cells_of(effect: Option<Estimate>, decimals: usize) -> [String; 2] {
    [signed(effect, decimals), interval_with(effect, decimals)]
}

/// An effect with its sign.
pub(super) fn signed(effect: Option<Estimate>, decimals: usize) -> String {
    let sign = |value: f64| if value > 0.0 { "+" } else { "" };
    effect.map_or_else(dash, |Estimate { value, .. }| {
        format!("{}{}", sign(value), rounded(value, decimals))
    })
}

/// The decimals of the score with this name.
fn decimals(name: &str, scores: &[ScoreInfo]) -> usize {
    scores.iter().find(|score| score.name == name).map_or(1, effect_decimals)
}

/// The decimals that show a hundredth of the range of a score.
pub(super) fn effect_decimals(score: &ScoreInfo) -> usize {
    let (low, high) = score.range;
    if high - low <= 10 { 3 } else { 1 }
}

#[cfg(test)]
mod tests {
    use stoker_tournament::standings::PartnerEffects;

    use super::*;

    #[test]
    fn forfeited_matches_have_a_table_without_them() {
        let estimate = |value| Estimate { value, interval: Some((value - 0.1, value + 0.1)) };
        let effects = |value: f64| PartnerEffects {
            seats: 30,
            effects: vec![Some(estimate(value)), Some(estimate(10.0 * value)), None],
        };
        let row = |forfeits| PartnerRow {
            entrant: "one".to_owned(),
            forfeits,
            all: effects(-0.25),
            kept: effects(0.125),
        };
        let scores = ["victory", "progress", "other"].map(str::to_owned).to_vec();
        let info = |name, range| ScoreInfo { name, unit: "", range, meaning: "" };
        let infos = [info("victory", (0, 1)), info("progress", (0, 100))];
        let shown = |forfeits| {
            let table = PartnerTable { scores: scores.clone(), rows: vec![row(forfeits)] };
            partners(&table, &infos, StreamFormat::plain(100))
        };
        assert!(!shown(0).contains("forfeited matches"));
        let text = shown(4);
        assert!(text.contains("-0.250") && text.contains("-0.350 to -0.150"), "{text}");
        assert!(text.contains("+0.125") && text.contains("without the 4 forfeited"), "{text}");
    }
}
