//! The output of an analysis, for readers and for programs.

use serde_json::{Value, json};
use stoker_files::printable::printable;
use stoker_research::analyse::{Chooser, Cost, GivenAway, MatchCosts, Missed};
use stoker_stats::rounded;

use crate::arguments::analyse::AnalyseOrder;
use crate::registry::any::MatchAnalysis;
use crate::terminal::io::StreamKind;
use crate::terminal::show::{align_right, table, text_of};

/// The version of the JSON form.
const FORMAT: u32 = 1;

/// A record that was refused.
pub(super) struct Refused {
    pub(super) line: u64,
    /// The number of its match, if it has one.
    pub(super) number: Option<u64>,
    pub(super) reason: String,
}

/// All findings, for programs.
pub(super) fn json(
    order: &AnalyseOrder<'_>,
    found: &[MatchAnalysis],
    refused: &[Refused],
) -> Value {
    let refused = refused.iter().map(|Refused { line, number, reason }| {
        json!({ "line": line, "match": number, "reason": reason })
    });
    json!({
        "format": FORMAT,
        "program": concat!("stoker ", env!("CARGO_PKG_VERSION")),
        "seed": order.seed,
        "matches": found,
        "refused": refused.collect::<Vec<_>>(),
    })
}

/// The findings of one match, for readers.
pub(super) fn text(found: &MatchAnalysis, to: StreamKind) -> String {
    let MatchAnalysis { number, seed, entrants, ending, analysis, .. } = found;
    let entrants: Vec<_> =
        entrants.iter().map(|(side, entrant)| format!("{side}={entrant}")).collect();
    let mut text = format!(
        "match {number}, seed {seed}: {}\nover: {ending}\n\n",
        printable(&entrants.join(" "))
    );
    text += &costs(analysis, &found.sides, to);
    if let Some(event) = analysis.event {
        text += &missed(event, &analysis.missed, to);
    }
    if let Some(hidden) = analysis.hidden {
        text += &given_away(hidden, &analysis.given_away, to);
    }
    text
}

fn costs(analysis: &MatchCosts, sides: &[String], to: StreamKind) -> String {
    let MatchCosts { yardstick, screened, unexplained, screening, playouts, .. } = analysis;
    let mut text = format!(
        "The costs of moves, measured by the\n{yardstick}.\n{screened} choices were screened with {screening} playouts \
        per move, and the worst of each side\nmeasured again with {playouts} fresh ones.\n"
    );
    if *unexplained > 0 {
        text += &format!(
            "{unexplained} choices could not be screened: no position explains what was seen.\n"
        );
    }
    for side in sides {
        let of_side = analysis.worst.iter().filter(|cost| cost.chooser.side == side);
        let of_side: Vec<_> = of_side.collect();
        if of_side.is_empty() {
            text += &format!("\n{side}: no move is known to have cost anything\n");
            continue;
        }
        let unit = of_side[0].unit;
        let mut rows = table(&["turn", "round", "seat", "move", "better", unit, "+-"], to);
        for Cost { chooser, mv, better, cost, stderr, .. } in of_side {
            let figures = [cost, stderr].map(|figure| rounded(*figure, 2));
            rows.add_row(cells(chooser, &[mv, better, &figures[0], &figures[1]]));
        }
        align_right(&mut rows, &[2, 3, 4]);
        text += &format!("\n{side}\n{}", text_of(&rows));
    }
    text
}

fn missed(event: &str, missed: &[Missed], to: StreamKind) -> String {
    let title = format!("\nTurns at which another move had a far higher {event}\n");
    if missed.is_empty() {
        return title + " none\n";
    }
    let mut rows = table(&["turn", "round", "seat", "move", "chance", "better", "chance"], to);
    for Missed { chooser, mv, chance, better, better_chance } in missed {
        let [chance, better_chance] = [chance, better_chance].map(|it| percent(*it));
        rows.add_row(cells(chooser, &[mv, &chance, better, &better_chance]));
    }
    align_right(&mut rows, &[2, 3, 5]);
    title + &text_of(&rows)
}

fn given_away(hidden: &str, given: &[GivenAway], to: StreamKind) -> String {
    let title = format!("\nTurns that gave away most about {hidden}\n");
    if given.is_empty() {
        return title + " none\n";
    }
    let header = ["turn", "round", "seat", "move", "bits", "before", "after", "truth", "after"];
    let mut rows = table(&header, to);
    for GivenAway { chooser, mv, bits, before, after } in given {
        let bits = [*bits, before.entropy_bits, after.entropy_bits].map(|it| rounded(it, 2));
        let truth = [before.truth, after.truth].map(percent);
        rows.add_row(cells(chooser, &[mv, &bits[0], &bits[1], &bits[2], &truth[0], &truth[1]]));
    }
    align_right(&mut rows, &[2, 3]);
    title + &text_of(&rows)
}

/// A row that begins with a choice.
fn cells(chooser: &Chooser, rest: &[&String]) -> Vec<String> {
    let round = chooser.round.map(|round| round.to_string()).unwrap_or_default();
    let first = [chooser.turn.to_string(), round, chooser.name.to_owned()];
    first.into_iter().chain(rest.iter().map(|cell| (*cell).clone())).collect()
}

fn percent(share: f64) -> String {
    format!("{}%", rounded(100.0 * share, 1))
}
