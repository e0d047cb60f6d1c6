//! The entrants, one by one: scores, opponents, endings, times, faults, replays.

use maud::{Markup, Render as _, html};
use stoker_stats::rounded;
use stoker_tournament::results::TimingRow;
use stoker_tournament::standings::{ALL_SIDES, Meeting};

use super::faults::words;
use super::leaderboard::{count, interval, share};
use super::{LeagueSources, anchor, unless_empty};
use crate::data::RunData;
use crate::data::faults::FaultNote;
use crate::data::games::{EntrantGames, MatchResults, MetOpponent};
use crate::data::spread::Spread;
use crate::plots::{Bin, Counted, Facet, Facets, Histogram, Plot, PlotAxis, PlotKind};
use crate::report::{Block, Folded, ReportAudience, Section};
use crate::table::{Column, HtmlTable, TableCell};
use crate::text::{SafeText, counted, safe_text};

/// The most ranges of a plot by opponent, up to rounding.
const FACET_BINS: i64 = 30;
/// The same against more opponents than [`MANY_OPPONENTS`], so that the report stays under 5 MB.
const FACET_BINS_OF_MANY: i64 = 10;
const MANY_OPPONENTS: usize = 20;

/// The section with a folded piece for each entrant.
pub(super) fn section(league: LeagueSources<'_>) -> Option<Section> {
    let data = league.data;
    let mut section = Section::new("entrants", "Entrants");
    for entrant in data.entrants() {
        let blocks = blocks(league, entrant);
        if !blocks.is_empty() {
            let (id, name) = (anchor(data, entrant), safe_text(entrant));
            section = section.with(Folded { id, name, summary: summary(data, entrant), blocks });
        }
    }
    unless_empty(section)
}

/// The name and the ranks.
fn summary(data: &RunData, entrant: &str) -> Markup {
    let own = data.standings.iter().filter(|row| row.entrant == entrant && row.side != ALL_SIDES);
    html! {
        b { (SafeText(entrant)) }
        @for row in own { @if let Some(rank) = row.rank {
            " · " (SafeText(&row.side)) " rank " (rank)
        } }
    }
}

fn blocks(league: LeagueSources<'_>, entrant: &str) -> Vec<Block> {
    let data = league.data;
    let mut blocks = vec![];
    for kind in data.kinds() {
        let Some(games) = &data.games else { break };
        let Some(place) = games.row(kind, entrant) else { continue };
        let row = &games.rows[place];
        blocks.push(Block::Html(html! { h3 { "As " (SafeText(kind)) } (figures(row)) }));
        blocks.push(Block::Plots(plots(data, row)));
        blocks.push(Block::Html(endings(row)));
        blocks.extend(opponents(data, games, place));
        blocks.extend(times(data, kind, entrant));
        blocks.extend(watch(league, kind, entrant));
    }
    blocks.extend(faults(league, entrant));
    blocks
}

fn figures(row: &EntrantGames) -> Markup {
    let matches = row.scores.total();
    let won = row.wins as f64 / matches.max(1) as f64 * 100.0;
    let mean = row.scores.mean().map(|mean| rounded(mean, 2)).unwrap_or_default();
    html! { p {
        (counted(matches, "match", "matches")) ", " (rounded(won, 1)) "% won, mean score " (mean) "."
    } }
}

fn plots(data: &RunData, row: &EntrantGames) -> Vec<Plot> {
    let scores = score_of(data, row);
    let mean = row.scores.mean().map(|mean| (mean, "mean".to_owned()));
    vec![
        histogram(row, "scores", scores, &row.scores, mean),
        histogram(row, "lengths", PlotAxis::of("decisions"), &row.decisions, None),
    ]
}

/// The score that an entrant plays for.
fn score_of(data: &RunData, row: &EntrantGames) -> PlotAxis {
    let score = data.rules.as_ref().and_then(|rules| rules.score_of(&row.kind));
    let (name, unit) = score.map_or(("score", ""), |(score, _)| (score.name, score.unit));
    PlotAxis::of(name).in_unit(unit)
}

fn bins(spread: &Spread) -> Vec<Bin> {
    let ranges = spread.ranges();
    let bin = |(from, to, count)| Bin { from: from as f64, to: to as f64, counts: vec![count] };
    ranges.map(bin).collect()
}

fn histogram(
    row: &EntrantGames,
    what: &str,
    axis: PlotAxis,
    spread: &Spread,
    mark: Option<(f64, String)>,
) -> Plot {
    let figure = Histogram {
        axis,
        counted: Counted::MATCHES,
        parts: vec!["matches".to_owned()],
        bins: bins(spread),
        mark,
    };
    let EntrantGames { entrant, kind, .. } = row;
    let (title, number) = match what {
        "scores" => ("Scores", "score"),
        _ => ("Lengths of matches", "number of decisions"),
    };
    let text = format!("The number of matches of {} as {kind}, by {number}.", safe_text(entrant));
    let name = format!("{what}-{kind}-{entrant}");
    Plot::new(&name, PlotKind::Histogram(figure))
        .titled(format!("{title} of {} as {}", safe_text(entrant), safe_text(kind)))
        .described(text)
}

/// The endings of its matches, with their number of decisions.
fn endings(row: &EntrantGames) -> Markup {
    let columns = vec![
        Column::text("Ending"),
        Column::numbers("Matches"),
        Column::numbers("Share"),
        Column::numbers("Won"),
        Column::numbers("Decisions").meaning("mean number of decisions until then"),
    ];
    let mut table = HtmlTable::new("Endings of its games", columns);
    let mut endings: Vec<_> = row.endings.iter().collect();
    endings.sort_by_key(|(_, ended)| std::cmp::Reverse(ended.matches));
    for (ending, ended) in endings {
        let share_of = |of: u64, all: u64| Some(of as f64 / all.max(1) as f64);
        table.row(vec![
            TableCell::of(SafeText(ending)),
            count(ended.matches),
            share(share_of(ended.matches, row.scores.total())),
            share(share_of(ended.wins, ended.matches)),
            TableCell::figure(share_of(ended.decisions, ended.matches), 1),
        ]);
    }
    table.render()
}

/// The results against each opponent: a table and, if there are several, their scores as a plot.
fn opponents(data: &RunData, games: &MatchResults, own: usize) -> Vec<Block> {
    let met: Vec<MetOpponent<'_>> = games.met(own).collect();
    if met.is_empty() {
        return vec![];
    }
    let mut blocks = vec![Block::Html(by_opponent(data, &games.rows[own], &met).render())];
    if met.len() > 1 {
        blocks.push(scores_by_opponent(data, &games.rows[own], &met).into());
    }
    blocks
}

/// True if these opponents play on more than one kind of side.
fn of_several_kinds(met: &[MetOpponent<'_>]) -> bool {
    met.windows(2).any(|two| two[0].opponent.kind != two[1].opponent.kind)
}

fn by_opponent(data: &RunData, own: &EntrantGames, met: &[MetOpponent<'_>]) -> HtmlTable {
    let several = of_several_kinds(met);
    let mut columns = vec![Column::text("Against")];
    columns.extend(several.then(|| Column::text("As")));
    columns.extend([
        Column::numbers("Mean"),
        Column::numbers("95%"),
        Column::numbers("Won"),
        Column::numbers("Matches"),
    ]);
    let mut table = HtmlTable::new("Results by opponent", columns);
    for &MetOpponent { opponent, meetings } in met {
        let mean = cell(data, own, opponent).map(|meeting| meeting.mean);
        let name = html! { a href=(format!("#{}", anchor(data, &opponent.entrant))) { (SafeText(&opponent.entrant)) } };
        let won = meetings.wins as f64 / meetings.scores.total().max(1) as f64;
        let mut cells = vec![TableCell::of(name)];
        cells.extend(several.then(|| TableCell::of(SafeText(&opponent.kind))));
        cells.extend([
            TableCell::figure(meetings.scores.mean(), 1),
            interval(mean, 1),
            share(Some(won)),
            count(meetings.scores.total()),
        ]);
        table.row(cells);
    }
    table
}

/// The width of ranges at which all distributions together have few enough of them.
fn common_width(met: &[MetOpponent<'_>]) -> i64 {
    let most = if met.len() > MANY_OPPONENTS { FACET_BINS_OF_MANY } else { FACET_BINS };
    let ranges =
        met.iter().flat_map(|met| met.meetings.scores.ranges().map(|(from, to, _)| (from, to)));
    let widest = |(low, high, wide): (i64, i64, i64), (from, to): (i64, i64)| {
        (low.min(from), high.max(to), wide.max(to - from))
    };
    let (low, high, wide) = ranges.fold((i64::MAX, i64::MIN, 1), widest);
    wide.max(high.saturating_sub(low) / most)
}

/// The distribution of the scores against each opponent, all on one scale.
fn scores_by_opponent(data: &RunData, own: &EntrantGames, met: &[MetOpponent<'_>]) -> Plot {
    let several = of_several_kinds(met);
    let width = common_width(met);
    let row = |&MetOpponent { opponent, meetings }: &MetOpponent<'_>| Facet {
        name: match several {
            true => format!("{} as {}", opponent.entrant, opponent.kind),
            false => opponent.entrant.clone(),
        },
        bins: bins(&meetings.scores.by_ranges_of(width)),
        mean: meetings.scores.mean(),
    };
    let figure = Facets {
        axis: score_of(data, own),
        counted: Counted::MATCHES,
        rows: met.iter().map(row).collect(),
    };
    let EntrantGames { entrant, kind, .. } = own;
    let (entrant, kind) = (safe_text(entrant), safe_text(kind));
    let name = format!("scores-by-opponent-{kind}-{entrant}");
    Plot::new(&name, PlotKind::Facets(figure))
        .titled(format!("Scores of {entrant} as {kind}, by opponent"))
        .described(format!("A histogram of the scores against each of {} opponents.", met.len()))
}

/// The cell of the crosstable for these two entrants; the score is that of the first side.
fn cell(data: &RunData, own: &EntrantGames, opponent: &EntrantGames) -> Option<Meeting> {
    let table = data.crosstable.as_ref()?;
    let [first, second] = &table.sides;
    let (row, column) = match (&own.kind, &opponent.kind) {
        (kind, _) if kind == first => (&own.entrant, &opponent.entrant),
        (kind, _) if kind == second => (&opponent.entrant, &own.entrant),
        _ => return None,
    };
    let row = table.rows.iter().position(|name| name == row)?;
    let column = table.columns.iter().position(|name| name == column)?;
    table.cells[row][column]
}

/// The times of its answers.
fn times(data: &RunData, kind: &str, entrant: &str) -> Option<Block> {
    let is_own = |row: &&TimingRow| row.side == kind && row.entrant == entrant;
    let row = data.timings.iter().find(is_own)?;
    let columns = vec![
        Column::text("Time per turn"),
        Column::numbers("Mean ms"),
        Column::numbers("95th percentile ms"),
        Column::numbers("Longest ms"),
    ];
    let caption = format!("Time per turn, over {}", counted(row.turns, "answer", "answers"));
    let mut table = HtmlTable::new(&caption, columns);
    for (what, times) in [("wall clock", row.wall), ("processor", row.cpu)] {
        let cells = [times.mean, times.p95, times.max].map(|ms| TableCell::figure(Some(ms), 3));
        table.row([TableCell::of(what)].into_iter().chain(cells).collect());
    }
    Some(Block::Html(table.render()))
}

/// Links to its replays.
fn watch(league: LeagueSources<'_>, kind: &str, entrant: &str) -> Option<Block> {
    let shown: Vec<_> = league.replays.of_entrant(kind, entrant).collect();
    (!shown.is_empty()).then(|| {
        Block::Html(html! {
            p.watch { "Replays: "
                @for (place, (replay, why)) in shown.iter().enumerate() {
                    @if place > 0 { ", " }
                    a href=(format!("#match={}", replay.pick.number())) {
                        (why.word()) " (match " (replay.pick.number()) ")"
                    }
                }
            }
        })
    })
}

/// Its faults, some of them in full.
fn faults(league: LeagueSources<'_>, entrant: &str) -> Option<Block> {
    let data = league.data;
    let own: Vec<_> = data.faults.of(entrant, |_| true).collect();
    let total: u64 = own.iter().flat_map(|(_, faults)| faults.counts.values()).sum();
    if total == 0 {
        return None;
    }
    let told: Vec<_> = own.iter().flat_map(|(_, faults)| &faults.told).collect();
    let lead = if told.len() as u64 == total {
        String::new()
    } else {
        format!(" Of {total}, the first of each kind are shown; faults.csv has all.")
    };
    Some(Block::Html(html! {
        h3 { "Faults" }
        p { (counted(total, "fault", "faults")) "." (lead) }
        ol.faults { @for note in told { (fault(league, note)) } }
    }))
}

fn fault(league: LeagueSources<'_>, note: &FaultNote) -> Markup {
    let line = &note.line;
    let is_shown = league.replays.shown.iter().any(|shown| shown.pick.number() == line.number);
    html! { li {
        b { (words(&line.kind)) } " in "
        @if is_shown {
            a href=(format!("#match={}&turn={}", line.number, line.turn)) { "match " (line.number) }
        } @else { "match " (line.number) }
        ", turn " (line.turn)
        @if let Some(round) = line.round { ", round " (round) }
        ", as " (SafeText(&line.seat)) " against " (SafeText(&line.against)) ". It cost the " (SafeText(&line.loses)) "."
        @if league.audience == ReportAudience::Owner {
            " " span.reason { (SafeText(&line.reason)) }
            @if let Some(log) = &note.log {
                p.log { "logs/" (SafeText(&log.file)) ", line " (log.line) ":" }
                pre.text tabindex="0" { @for text in &log.lines { (SafeText(text)) "\n" } }
            }
        }
    } }
}
