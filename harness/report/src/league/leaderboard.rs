//! Leaderboards: a table and a plot for each kind of side.

use maud::{Markup, Render as _, html};
use stoker_engine::Direction;
use stoker_external::unfit::EntrantStatus;
use stoker_stats::{Effective, Estimate, rounded};
use stoker_tournament::standings::{ALL_SIDES, FactMean, FurtherMean, Standing};

use super::{LeagueSources, anchor};
use crate::data::RunData;
use crate::plots::{IntervalPlot, IntervalRow, Plot, PlotAxis, PlotKind, Ranks};
use crate::report::{ReportAudience, Section};
use crate::table::{Column, HtmlTable, TableCell, Traits};
use crate::text::{SafeText, grouped, safe_text};

/// A section for each leaderboard.
pub(super) fn sections(league: LeagueSources<'_>) -> Vec<Section> {
    let data = league.data;
    let kinds = data.kinds();
    let with_rows = kinds.into_iter().filter(|kind| {
        let rows = data.standings_of(kind).count();
        // A single entrant over all sides has nobody to be compared with.
        rows > usize::from(*kind == ALL_SIDES)
    });
    with_rows.enumerate().map(|(place, kind)| section(league, kind, place)).collect()
}

fn section(league: LeagueSources<'_>, kind: &str, place: usize) -> Section {
    let data = league.data;
    let rows: Vec<_> = data.standings_of(kind).collect();
    let (title, wanted) = match data.rules.as_ref().and_then(|rules| rules.score_of(kind)) {
        _ if kind == ALL_SIDES => (
            "Leaderboard: all sides".to_owned(),
            "The rating is the mean of those on each side.".to_owned(),
        ),
        Some((score, direction)) => {
            let better = match direction {
                Direction::High => "high",
                Direction::Low => "low",
            };
            let wanted = format!("Ranked by {} in {}; {better} is better.", score.name, score.unit);
            (format!("Leaderboard: {}", safe_text(kind)), wanted)
        }
        None => (format!("Leaderboard: {}", safe_text(kind)), String::new()),
    };
    let shown = ShownColumns::of(&rows);
    let section = Section::new(&format!("leaderboard-{}", place + 1), &title)
        .with(html! { p.lead { (wanted) " " (explanation(shown)) } });
    let plot = plot(data, kind, &rows);
    let section = section.with(table(league, &title, &rows, shown));
    let section = match absent(&rows, league.audience) {
        Some(absent) => section.with(absent),
        None => section,
    };
    match plot {
        Some(plot) => section.with(plot),
        None => section,
    }
}

/// The explanations of columns that need one.
fn explanation(shown: ShownColumns) -> Markup {
    html! {
        "Ranks 95% is the range of ranks that the data allow."
        @if shown.moved { " Moved is the change of rank since the earlier run." }
        @if shown.repeats { " Distinct is the number of different games: repeated games add no information." }
        @if shown.voids { " Void matches were not decided and are not counted." }
    }
}

/// The optional columns that have something to show.
#[derive(Debug, Clone, Copy)]
struct ShownColumns {
    combined: bool,
    repeats: bool,
    voids: bool,
    places: bool,
    /// The number of facts that the ruleset shows.
    facts: usize,
    elo: bool,
    nash: bool,
    moved: bool,
}

impl ShownColumns {
    fn of(rows: &[&Standing]) -> Self {
        let combined = rows.iter().any(|row| row.side == ALL_SIDES);
        let any = |says: &dyn Fn(&Standing) -> bool| rows.iter().any(|row| says(row));
        Self {
            combined,
            repeats: !combined && any(&|row| row.effective != Effective::Exact(row.matches)),
            voids: any(&|row| row.voids > 0),
            facts: rows.iter().map(|row| row.facts.len()).max().unwrap_or(0),
            places: any(&|row| row.mean_rank.is_some()),
            elo: any(&|row| row.elo.is_some()),
            nash: any(&|row| row.nash.is_some()),
            moved: any(&|row| row.previous.is_some()),
        }
    }

    fn columns(self, further: &[FurtherMean], facts: &[FactMean]) -> Vec<Column> {
        let meaning = "the best and the worst rank that the data allow";
        let mut columns = vec![
            Column::numbers("Rank"),
            Column::text("Entrant"),
            Column::numbers("Ranks 95%").meaning(meaning),
        ];
        if self.places {
            let meaning = "the mean rank in a match, by which entrants are ranked";
            columns.push(Column::numbers("Mean rank").meaning(meaning));
            columns.push(Column::numbers("Mean rank 95%"));
        }
        if !self.combined {
            columns.extend([Column::numbers("Mean"), Column::numbers("Mean 95%")]);
        }
        columns.push(Column::numbers("Rating").meaning(
            "how much this entrant improves the score for its side, against the mean of its \
            kind",
        ));
        columns.push(Column::numbers("Rating 95%"));
        if self.elo {
            columns.push(Column::numbers("Elo").meaning("strength by wins alone; 0 is the mean"));
        }
        columns.extend([Column::numbers("Won"), Column::numbers("Won 95%")]);
        columns.extend(facts.iter().map(|fact| Column::numbers(&safe_text(&fact.name))));
        if self.nash {
            let meaning = "weight in the equilibrium of the crosstable";
            columns.push(Column::numbers("Nash weight").meaning(meaning));
        }
        columns.extend(further.iter().map(|further| {
            Column::numbers(&format!("Mean {}", further.score)).meaning("a further score")
        }));
        columns.push(Column::numbers("Matches"));
        columns.extend(self.voids.then(|| Column::numbers("Void")));
        columns.extend(self.repeats.then(|| Column::numbers("Distinct")));
        columns.push(Column::numbers("Faults"));
        columns.extend(self.moved.then(|| Column::numbers("Moved")));
        columns
    }
}

fn table(
    league: LeagueSources<'_>,
    title: &str,
    rows: &[&Standing],
    shown: ShownColumns,
) -> Markup {
    let further = rows.first().map_or(&[][..], |row| &row.further);
    let facts = rows.iter().map(|row| &row.facts[..]).find(|facts| !facts.is_empty());
    let mut table = HtmlTable::new(title, shown.columns(further, facts.unwrap_or_default()));
    for row in rows.iter().filter(|row| row.status == EntrantStatus::Ok) {
        table.filtered_row(&row.entrant, traits(league.data, row), cells(league.data, row, shown));
    }
    table.render()
}

/// The properties by which a reader filters leaderboards.
fn traits(data: &RunData, row: &Standing) -> Traits {
    let side = if row.side == ALL_SIDES { "all sides" } else { &row.side };
    let mut known = data.run.iter().flat_map(|run| &run.entrants);
    let entrant = known.find(|known| known.name == row.entrant);
    Traits {
        side: Some(side.to_owned()),
        bot: entrant.map(|known| if known.hash.is_some() { "program" } else { "built in" }),
        faults: Some(if row.fault_count() > 0 { "some" } else { "none" }),
    }
}

fn cells(data: &RunData, row: &Standing, shown: ShownColumns) -> Vec<TableCell> {
    let name =
        html! { a href=(format!("#{}", anchor(data, &row.entrant))) { (SafeText(&row.entrant)) } };
    let mut cells = vec![
        TableCell::of(row.rank.map(|rank| rank.to_string()).unwrap_or_default()),
        TableCell::of(name),
        ranks(row),
    ];
    if shown.places {
        cells.extend([figure(row.mean_rank, 2), interval(row.mean_rank, 2)]);
    }
    if !shown.combined {
        cells.extend([figure(row.mean, 2), interval(row.mean, 1)]);
    }
    cells.extend([figure(row.rating, 2), interval(row.rating, 1)]);
    if shown.elo {
        cells.push(figure(row.elo, 0));
    }
    cells.push(share(row.win_rate.map(|won| won.value)));
    cells.push(interval(row.win_rate.map(|won| won.map(|share| 100.0 * share)), 1));
    let mean = |number: usize| row.facts.get(number).and_then(|fact| fact.mean);
    cells.extend((0..shown.facts).map(|number| TableCell::figure(mean(number), 2)));
    if shown.nash {
        cells.push(TableCell::figure(row.nash.map(|(weight, _)| weight), 3));
    }
    cells.extend(row.further.iter().map(|further| TableCell::figure(further.mean, 2)));
    cells.push(count(row.matches));
    cells.extend(shown.voids.then(|| count(row.voids)));
    cells.extend(shown.repeats.then(|| count(row.effective.parts().0)));
    cells.push(count(row.fault_count()));
    cells.extend(shown.moved.then(|| moved(row)));
    cells
}

fn ranks(row: &Standing) -> TableCell {
    match row.rank_interval {
        Some((low, high)) if low == high => TableCell::keyed(low.into(), low.to_string()),
        Some((low, high)) => TableCell::keyed(low.into(), format!("{low} to {high}")),
        None => TableCell::empty(),
    }
}

/// A figure without its interval.
pub(super) fn figure(estimate: Option<Estimate>, decimals: usize) -> TableCell {
    TableCell::figure(estimate.map(|estimate| estimate.value), decimals)
}

/// The interval of a figure, sorted by its width.
pub(super) fn interval(estimate: Option<Estimate>, decimals: usize) -> TableCell {
    let of = |estimate: Estimate| {
        let (low, high) = estimate.interval?;
        Some(TableCell::keyed(high - low, estimate.range(decimals)?))
    };
    estimate.and_then(of).unwrap_or_else(TableCell::empty)
}

/// A share of 1, in percent.
pub(super) fn share(share: Option<f64>) -> TableCell {
    let of = |share: f64| TableCell::keyed(share, format!("{}%", rounded(share * 100.0, 1)));
    share.map_or_else(TableCell::empty, of)
}

/// A whole number.
pub(super) fn count(count: u64) -> TableCell {
    TableCell::keyed(count as f64, grouped(count))
}

/// The number of ranks by which an entrant has moved up or down.
fn moved(row: &Standing) -> TableCell {
    let Some(rank) = row.rank else { return TableCell::empty() };
    let Some(before) = row.previous else { return TableCell::keyed(0.0, "new") };
    let change = i64::from(before.rank) - i64::from(rank);
    let text = match change {
        0 => "=".to_owned(),
        up @ 1.. => format!("▲ {up}"),
        down => format!("▼ {}", -down),
    };
    let was = format!("was rank {}", before.rank);
    TableCell::keyed(change as f64, html! { span title=(was) { (text) } })
}

/// The entrants that took no part, with the reasons.
fn absent(rows: &[&Standing], audience: ReportAudience) -> Option<Markup> {
    let absent: Vec<_> = rows.iter().filter(|row| row.status != EntrantStatus::Ok).collect();
    let why = |row: &Standing| match (audience, &row.status) {
        (ReportAudience::Owner, status) => status.to_string(),
        (ReportAudience::Public, EntrantStatus::BuildFailed(_)) => "build failed".to_owned(),
        (ReportAudience::Public, EntrantStatus::Unfit(_) | EntrantStatus::Ok) => "unfit".to_owned(),
    };
    (!absent.is_empty()).then(|| {
        html! {
            p { "Did not take part:" }
            ul { @for row in absent {
                li data-name=(safe_text(&row.entrant)) { b { (SafeText(&row.entrant)) } ": " (SafeText(&why(row))) }
            } }
        }
    })
}

/// The leaderboard as a plot: ratings, or means if there are no ratings.
fn plot(data: &RunData, kind: &str, rows: &[&Standing]) -> Option<Plot> {
    let rated = rows.iter().any(|row| row.rating.is_some());
    let shown = |row: &Standing| if rated { row.rating } else { row.mean };
    let rows: Vec<_> = rows.iter().filter(|row| shown(row).is_some()).collect();
    let lines = rows.iter().map(|row| {
        let estimate = shown(row);
        IntervalRow {
            name: row.entrant.clone(),
            estimate: estimate.map(|estimate| estimate.value),
            interval: estimate.and_then(|estimate| estimate.interval),
            ranks: row.rank.zip(row.rank_interval).map(|(rank, (best, worst))| Ranks {
                rank,
                best,
                worst,
            }),
        }
    });
    let lines: Vec<_> = lines.collect();
    if lines.len() < 2 {
        return None;
    }
    let what = if rated { "rating" } else { "mean score" };
    let unit =
        data.rules.as_ref().and_then(|rules| rules.score_of(kind)).map(|(score, _)| score.unit);
    let axis = PlotAxis::of(what).in_unit(unit.unwrap_or_default());
    let first = rows.first().map(|row| row.entrant.as_str()).unwrap_or_default();
    let text = format!(
        "A row for each of {} entrants, the best first: {what} with its 95% interval, and the ranks \
        that the data allow. The first is {}.",
        rows.len(),
        safe_text(first)
    );
    let reference = rated.then(|| (0.0, "mean of all".to_owned()));
    let figure = PlotKind::Intervals(IntervalPlot { axis, rows: lines, reference });
    let name = format!("leaderboard-{kind}");
    Some(
        Plot::new(&name, figure)
            .titled(format!("{}: {what} and possible ranks", safe_text(kind)))
            .described(text),
    )
}
