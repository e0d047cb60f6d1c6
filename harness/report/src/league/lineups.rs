//! Matches between several rivals: who finishes ahead of whom, and what a seat is worth.

use maud::{Render as _, html};
use stoker_stats::{Estimate, rounded};
use stoker_tournament::plan::Format;
use stoker_tournament::results::manifest::RunFormat;
use stoker_tournament::standings::{LineupTables, SeatRow};

use super::LeagueSources;
use super::leaderboard::{count, figure, interval, share};
use crate::plots::{Heat, HeatScale, Plot, PlotAxis, PlotKind};
use crate::report::{Block, Folded, Section};
use crate::table::{Column, HtmlTable, TableCell};
use crate::text::{SafeText, safe_text};

/// The most entrants of the matrix: those who are ranked first.
const MOST: usize = 60;

/// The sections, if the run has such matches.
pub(super) fn sections(league: LeagueSources<'_>) -> Vec<Section> {
    let Some(tables) = &league.data.lineups else { return vec![] };
    let ranked = league.data.standings.iter().filter(|row| row.rank.is_some());
    let names: Vec<&str> = ranked.map(|row| row.entrant.as_str()).collect();
    let mut sections = vec![];
    if !tables.ahead.is_empty() {
        sections.push(ahead(tables, &names[..names.len().min(MOST)], names.len()));
    }
    sections.push(seats(league, &tables.seats));
    sections
}

fn ahead(tables: &LineupTables, names: &[&str], all: usize) -> Section {
    let matrix = tables.matrix(names);
    let owned = || names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let percent = |cell: &Option<Estimate>| cell.map(|share| 100.0 * share.value);
    let figure = PlotKind::Heat(Heat {
        value: PlotAxis::of("finished ahead").in_unit("%"),
        row: PlotAxis::of("entrant"),
        column: PlotAxis::of("opponent"),
        rows: owned(),
        columns: owned(),
        cells: matrix.iter().map(|row| row.iter().map(percent).collect()).collect(),
        scale: HeatScale::Diverging(50.0),
    });
    let plot = Plot::new("ahead", figure).titled("Who finishes ahead of whom").described(
        "The share of their meetings in which the entrant of a row finished ahead of that of a \
         column, in percent. The numbers are in the table below.",
    );
    let lead = match names.len() < all {
        true => format!("The first {} of {all} entrants; ahead.csv has all of them. ", names.len()),
        false => String::new(),
    };
    let lead = lead
        + "A match ranks its sides: winners first, then by score; a tie is half. An entrant that \
           played several seats of a match is not compared with itself.";
    Section::new("ahead", "Who finishes ahead of whom")
        .with(html! { p.lead { (lead) } })
        .with(Block::Choice(vec![plot]))
        .with(numbers(names, &matrix))
}

/// The numbers of the matrix with their intervals, folded away.
fn numbers(names: &[&str], matrix: &[Vec<Option<Estimate>>]) -> Block {
    let each = names.iter().map(|name| Column::numbers(&safe_text(name)));
    let columns = [Column::text("Entrant")].into_iter().chain(each).collect();
    let caption = "Percent of meetings in which the entrant finished ahead, with 95% intervals";
    let mut rows = HtmlTable::new(caption, columns);
    for (&entrant, cells) in names.iter().zip(matrix) {
        let cells = cells.iter().map(|cell| cell.map_or_else(TableCell::empty, percent));
        rows.named_row(
            entrant,
            [TableCell::of(SafeText(entrant))].into_iter().chain(cells).collect(),
        );
    }
    Block::Folded(Folded {
        id: "ahead-numbers".to_owned(),
        name: String::new(),
        summary: html! { "The numbers" },
        blocks: vec![Block::Html(rows.render())],
    })
}

fn percent(share: Estimate) -> TableCell {
    let share = share.map(|share| 100.0 * share);
    let range = share.range(0).map(|range| format!(" ({range})")).unwrap_or_default();
    TableCell::keyed(share.value, format!("{}{range}", rounded(share.value, 0)))
}

fn seats(league: LeagueSources<'_>, seats: &[SeatRow]) -> Section {
    let columns = vec![
        Column::text("Seat"),
        Column::numbers("Matches"),
        Column::numbers("Mean"),
        Column::numbers("Advantage").meaning("the mean score of the seat less that of all seats"),
        Column::numbers("Advantage 95%"),
        Column::numbers("Mean rank"),
        Column::numbers("Mean rank 95%"),
        Column::numbers("Won"),
        Column::numbers("Won 95%"),
    ];
    let mut table = HtmlTable::new("Figures of all entrants that sat there", columns);
    for SeatRow { side, figures } in seats {
        let won = figures.win_rate;
        table.named_row(
            side,
            vec![
                TableCell::of(SafeText(side)),
                count(figures.matches),
                figure(figures.mean, 2),
                figure(figures.advantage, 2),
                interval(figures.advantage, 2),
                figure(figures.mean_rank, 2),
                interval(figures.mean_rank, 2),
                share(won.map(|won| won.value)),
                interval(won.map(|won| won.map(|share| 100.0 * share)), 1),
            ],
        );
    }
    let lead = league.data.run.as_ref().map_or("", |run| {
        let drawn = run.tournament.format == RunFormat::Typed(Format::Lineups);
        match (drawn, run.progress.complete) {
            (true, _) => {
                "Lineups were drawn in blocks. In each block every entrant sits once on every seat."
            }
            (false, true) => "Every entrant sat equally often on every seat.",
            (false, false) => {
                "The run is not complete, so entrants need not have sat equally often on every seat."
            }
        }
    });
    Section::new("seats", "Seats").with(html! { p.lead { (lead) } }).with(table.render())
}
