//! A table of numbers as colours.

use maud::{Markup, html};
use stoker_tournament::storage::CsvText;

use super::colour::{ColourStep, Paint, Ramp};
use super::frame::{across, numbers, rows};
use super::label::{Anchor, LINE, Label};
use super::scale::{ScaleEnd, ends, number_text, number_words};
use super::svg::{Area, MARGIN, Px, SvgPlot, WIDTH, in_colour, line, rectangle};
use super::width::{FONT, clean, cut, width};
use super::{PlotAxis, header};

/// The most room for names, in pixels.
const NAMES: f64 = 120.0;
/// The smallest and the largest width of a cell, in pixels, so that names of neighbours do not
/// touch.
const CELL: (f64, f64) = (15.0, 56.0);
/// The largest height of a cell, in pixels.
const TALLEST: f64 = 30.0;
/// The height of the colour scale, in pixels.
const BAR: f64 = 10.0;
/// The least width of a plot, which its legend needs, in pixels.
const NARROWEST: f64 = 320.0;
/// The longest name in the tooltip of a cell, in pixels.
const IN_CELL: f64 = 220.0;

/// A table of numbers as colours.
#[derive(Debug, Clone, PartialEq)]
pub struct Heat {
    /// The meaning of the numbers.
    pub value: PlotAxis,
    /// The meaning of the rows.
    pub row: PlotAxis,
    /// The meaning of the columns.
    pub column: PlotAxis,
    /// The names of the rows, from top to bottom.
    pub rows: Vec<String>,
    /// The names of the columns, from left to right.
    pub columns: Vec<String>,
    /// The cells by row; `None` if there is no number.
    pub cells: Vec<Vec<Option<f64>>>,
    /// The colours of the cells.
    pub scale: HeatScale,
}

/// The colours of numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum HeatScale {
    /// From low to high.
    Sequential,
    /// Two colours, for numbers below and above this one.
    Diverging(f64),
}

/// A cell that has a number.
struct HeatCell {
    row: usize,
    column: usize,
    number: f64,
    step: ColourStep,
}

/// The places of cells.
struct Grid {
    left: f64,
    top: f64,
    /// The width of a cell, in pixels.
    across: f64,
    /// Its height.
    down: f64,
}

impl Grid {
    fn area(&self, cell: &HeatCell) -> Area {
        let left = self.left + self.across * cell.column as f64;
        let top = self.top + self.down * cell.row as f64;
        Area { left, right: left + self.across, top, bottom: top + self.down }
    }
}

impl Heat {
    pub(super) fn drawn(&self) -> SvgPlot {
        let names =
            width(self.row.name()).max(self.rows.iter().map(|n| width(n)).fold(0.0, f64::max));
        let room = names.clamp(20.0, NAMES);
        let left = MARGIN + room + MARGIN;
        let count = self.columns.len().max(1) as f64;
        let across = ((WIDTH - 2.0 * MARGIN - left) / count).clamp(CELL.0, CELL.1);
        let widest = self.columns.iter().map(|name| width(name)).fold(0.0, f64::max);
        let level = widest + FONT / 2.0 <= across;
        let above = if level { LINE } else { widest.min(NAMES) + MARGIN };
        let top = MARGIN + LINE + above;
        let grid = Grid { left, top, across, down: across.clamp(CELL.0, TALLEST) };
        let right = left + across * count;
        let bottom = top + grid.down * self.rows.len().max(1) as f64;
        let middle = |row: usize| top + grid.down * (row as f64 + 0.5);
        let drawn_width = (right + 2.0 * MARGIN).max(NARROWEST);
        let named = self.rows.iter().enumerate().map(|(row, name)| (name.as_str(), middle(row)));
        let marks = html! {
            (rows(named, MARGIN, room))
            (self.heading(&grid, room, drawn_width))
            (self.columns(&grid, above))
            (self.cells(&grid))
            (self.legend(Area { left, right: drawn_width - 2.0 * MARGIN, top: bottom + MARGIN + LINE, bottom }))
        };
        SvgPlot { width: drawn_width, height: bottom + MARGIN + LINE + BAR + 1.5 * LINE, marks }
    }

    /// The meanings of rows and columns.
    fn heading(&self, grid: &Grid, room: f64, right: f64) -> Markup {
        let label = |axis: &PlotAxis, x: f64, y: f64, anchor, room| {
            html! { (Label::new(&axis.label(), (x, y), anchor).within(room)) }
        };
        let rows_at = (grid.top - LINE / 2.0, MARGIN + room);
        in_colour(
            Paint::Faint,
            html! {
                (label(&self.row, rows_at.1, rows_at.0, Anchor::End, room))
                (label(&self.column, grid.left, MARGIN + LINE / 2.0, Anchor::Start, right - grid.left))
            },
        )
    }

    fn columns(&self, grid: &Grid, above: f64) -> Markup {
        let middle = |column: usize| grid.left + grid.across * (column as f64 + 0.5);
        let level = above <= LINE;
        let label = |column: usize, name: &str| match level {
            true => {
                let at = (middle(column), grid.top - LINE / 2.0);
                html! { (Label::new(name, at, Anchor::Middle)) }
            }
            false => {
                let at = (middle(column), grid.top - MARGIN / 2.0);
                let room = above - MARGIN / 2.0;
                html! { (Label::new(name, at, Anchor::Start).within(room).upwards()) }
            }
        };
        in_colour(
            Paint::Ink,
            html! {
                @for (column, name) in self.columns.iter().enumerate() { (label(column, name)) }
            },
        )
    }

    fn cells(&self, grid: &Grid) -> Markup {
        let cells = self.filled();
        let texts: Vec<String> = cells.iter().map(|cell| short(cell.number)).collect();
        let widest = texts.iter().map(|text| width(text)).fold(0.0, f64::max);
        let fits = widest + 2.0 <= grid.across && grid.down >= LINE;
        let ramp = self.ramp();
        let of =
            |step: ColourStep| cells.iter().zip(&texts).filter(move |(cell, _)| cell.step == step);
        let used = || ColourStep::all().filter(|step| of(*step).next().is_some());
        html! {
            @for step in used() {
                (in_colour(Paint::Step(ramp, step), html! {
                    @for (cell, _) in of(step) { (rectangle(grid.area(cell), &self.said(cell))) }
                }))
            }
            @if fits {
                @for step in used() {
                    (in_colour(Paint::OnStep(ramp, step), html! {
                        @for (cell, text) in of(step) { (in_middle(grid.area(cell), text)) }
                    }))
                }
            }
        }
    }

    fn ramp(&self) -> Ramp {
        match self.scale {
            HeatScale::Sequential => Ramp::Sequential,
            HeatScale::Diverging(_) => Ramp::Diverging,
        }
    }

    /// The ends of the colour scale; a diverging scale reaches equally far on both sides.
    fn ends(&self) -> (f64, f64) {
        let (low, high) =
            ends(self.cells.iter().flatten().copied().flatten()).unwrap_or((0.0, 1.0));
        match self.scale {
            HeatScale::Sequential if high > low => (low, high),
            HeatScale::Sequential => (low - 0.5, high + 0.5),
            HeatScale::Diverging(middle) => {
                let reach = (high - middle).max(middle - low);
                let reach = if reach > 0.0 { reach } else { 1.0 };
                (middle - reach, middle + reach)
            }
        }
    }

    /// The cells that have a number.
    fn filled(&self) -> Vec<HeatCell> {
        let (low, high) = self.ends();
        let cells = self.cells.iter().enumerate().flat_map(|(row, cells)| {
            cells.iter().enumerate().map(move |(column, number)| (row, column, *number))
        });
        let finite = cells.filter_map(|(row, column, number)| {
            let number = number.filter(|number| number.is_finite())?;
            Some((row, column, number))
        });
        let cell = |(row, column, number): (usize, usize, f64)| {
            let step = ColourStep::at((number - low) / (high - low));
            HeatCell { row, column, number, step }
        };
        finite.map(cell).collect()
    }

    fn said(&self, cell: &HeatCell) -> String {
        let name = |names: &[String], at: usize| {
            cut(&clean(names.get(at).map_or("", String::as_str)), IN_CELL)
        };
        let (row, column) = (name(&self.rows, cell.row), name(&self.columns, cell.column));
        format!("{row}, {column}: {}", self.value.with_unit(cell.number))
    }

    /// The colours from low to high, with numbers below and the meaning above.
    fn legend(&self, place: Area) -> Markup {
        let (low, high) = self.ends();
        let scale = across(Some((low, high)), place.across(), ScaleEnd::Exact);
        let (top, bottom) = (place.top, place.top + BAR);
        let ramp = self.ramp();
        let half = place.width() / 48.0;
        let block = |step: ColourStep| {
            let middle = place.left + step.share() * place.width();
            let (left, right) = (middle - half, middle + half);
            let area =
                Area { left: left.max(place.left), right: right.min(place.right), top, bottom };
            in_colour(Paint::Step(ramp, step), rectangle(area, ""))
        };
        let ticks = scale.ticks();
        html! {
            @for step in ColourStep::all() { (block(step)) }
            (in_colour(Paint::Faint, html! {
                @for tick in &ticks { (line((tick.at, bottom), (tick.at, bottom + 3.0))) }
                (numbers(&ticks, place.right, bottom + LINE * 0.75))
            }))
            (in_colour(Paint::Ink, html! {
                (Label::new(&self.value.label(), (place.left, top - LINE / 2.0), Anchor::Start)
                    .within(place.width()))
            }))
        }
    }

    pub(super) fn table(&self) -> CsvText {
        let columns = self.columns.iter().map(String::as_str);
        let mut table = header([self.row.name()].into_iter().chain(columns));
        for (name, cells) in self.rows.iter().zip(&self.cells) {
            table.text(name);
            for cell in cells {
                table.figure(*cell);
            }
            table.end_row();
        }
        table
    }
}

/// A number with about three digits.
fn short(number: f64) -> String {
    match number.abs() {
        size if size >= 99.95 => number_text(number, 0),
        size if size >= 9.995 => number_text(number, 1),
        _ if number.abs() > 0.0 => number_text(number, 2),
        _ => number_words(number),
    }
}

fn in_middle(area: Area, text: &str) -> Markup {
    let at = (f64::midpoint(area.left, area.right), f64::midpoint(area.top, area.bottom));
    html! { g font-size=(Px(FONT - 1.0)) { (Label::new(text, at, Anchor::Middle)) } }
}
