//! The figures as tables, in Markdown.

use stoker_stats::{Estimate, rounded};

use super::conduct::{Conduct, MedianRound};
use super::contest::{Contest, ContestLine};

/// The table of a contest between two Draculas.
pub(crate) fn contest([own, other]: [&str; 2], contest: &Contest) -> String {
    let mut table = format!(
        "| hunters | `{own}` | `{other}` | difference | 95% interval | p, worse by over 15 |\n\
         |---|---:|---:|---:|---:|---:|\n"
    );
    for line in &contest.lines {
        table += &contest_line(line);
    }
    if let Some(pooled) = contest.pooled {
        let mean = |which: usize| {
            let means = contest.lines.iter().map(|line| line.means[which]);
            rounded(means.sum::<f64>() / contest.lines.len() as f64, 1)
        };
        let [own, other] = [mean(0), mean(1)];
        let [difference, interval] = points(pooled);
        table += &format!("| all | {own} | {other} | {difference} | {interval} | |\n");
    }
    table
}

fn contest_line(line: &ContestLine) -> String {
    let [own, other] = line.means.map(|mean| rounded(mean, 1));
    let [difference, interval] = points(line.difference);
    let lost = if line.is_lost() { " *" } else { "" };
    let p_value = rounded(line.p_value, 3);
    let hunters = &line.hunters;
    format!("| `{hunters}` | {own} | {other} | {difference} | {interval} | {p_value}{lost} |\n")
}

/// A difference and its interval.
fn points(estimate: Estimate) -> [String; 2] {
    [rounded(estimate.value, 1), estimate.range(1).unwrap_or_else(|| "-".to_owned())]
}

/// The table of how Draculas play.
pub(crate) fn conduct(draculas: &[(&str, Conduct)]) -> String {
    let mut table = "| | gate |".to_owned();
    draculas.iter().for_each(|(spec, _)| table += &format!(" `{spec}` |"));
    table += "\n|---|---:|";
    draculas.iter().for_each(|_| table += "---:|");
    table += "\n";
    for (what, gate, show) in ROWS {
        table += &format!("| {what} | {gate} |");
        draculas.iter().for_each(|(_, conduct)| table += &format!(" {} |", show(conduct)));
        table += "\n";
    }
    table
}

/// A row: its name, the gate, and how its figure is shown.
type Row = (&'static str, &'static str, fn(&Conduct) -> String);

const ROWS: [Row; 6] = [
    ("median round of the first meeting", "after 15", |it| rounds(it.first_meeting)),
    ("turns ended in danger while known", "under 7%", |it| percent(it.known_in_danger)),
    ("met, in danger with a forecast under 5%", "at most 8%", |it| percent(it.surprises)),
    ("meetings within two moves of the castle", "at most 35%", |it| percent(it.near_castle)),
    ("turns at sea, of those while known", "under 20%", |it| percent(it.known_at_sea)),
    ("commonest place to begin", "at most 15%", |it| percent(it.commonest_start)),
];

fn rounds(MedianRound { median, interval }: MedianRound) -> String {
    let round = |round: Option<u16>| round.map_or("never".to_owned(), |round| round.to_string());
    match interval {
        Some([low, high]) => format!("{} ({} to {})", round(median), round(low), round(high)),
        None => round(median),
    }
}

fn percent(estimate: Option<Estimate>) -> String {
    let Some(estimate) = estimate.map(|estimate| estimate.map(|share| 100.0 * share)) else {
        return "-".to_owned();
    };
    let value = rounded(estimate.value, 1);
    match estimate.range(1) {
        Some(range) => format!("{value}% ({range})"),
        None => format!("{value}%"),
    }
}
