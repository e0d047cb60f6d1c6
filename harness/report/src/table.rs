//! Tables of a report, with headers and sort keys.

use maud::{Markup, Render, html};

/// A table.
#[derive(Debug, Clone)]
pub struct HtmlTable {
    caption: String,
    columns: Vec<Column>,
    rows: Vec<TableRow>,
}

/// A column.
#[derive(Debug, Clone)]
pub struct Column {
    name: String,
    meaning: String,
    holds: Holds,
}

/// The contents of a column's cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    Text,
    Numbers,
    /// Pictures or links, which have no order.
    Other,
}

/// A row.
#[derive(Debug, Clone, Default)]
struct TableRow {
    /// The text for the page's search; empty if the row is not searched for.
    name: String,
    traits: Traits,
    cells: Vec<TableCell>,
}

/// The properties of a row by which the page filters leaderboards; `None` where one is not known.
#[derive(Debug, Clone, Default)]
pub struct Traits {
    /// The kind of side.
    pub side: Option<String>,
    /// The origin of the bot.
    pub bot: Option<&'static str>,
    /// The number of faults, in a word.
    pub faults: Option<&'static str>,
}

/// A cell.
#[derive(Debug, Clone)]
pub struct TableCell {
    html: Markup,
    /// The sort key, if it differs from the shown content.
    key: Option<f64>,
}

impl Column {
    /// A column of texts.
    #[must_use]
    pub fn text(name: &str) -> Self {
        Self { name: name.to_owned(), meaning: String::new(), holds: Holds::Text }
    }

    /// A column of numbers.
    #[must_use]
    pub fn numbers(name: &str) -> Self {
        Self { holds: Holds::Numbers, ..Self::text(name) }
    }

    /// A column of pictures or links.
    #[must_use]
    pub fn other(name: &str) -> Self {
        Self { holds: Holds::Other, ..Self::text(name) }
    }

    /// The same column with an explanation for readers who ask.
    #[must_use]
    pub fn meaning(self, meaning: &str) -> Self {
        Self { meaning: meaning.to_owned(), ..self }
    }
}

impl TableCell {
    /// A cell that is sorted by its content.
    #[must_use]
    pub fn of(shown: impl Render) -> Self {
        Self { html: html! { (shown) }, key: None }
    }

    /// A cell that is sorted by a number.
    #[must_use]
    pub fn keyed(key: f64, shown: impl Render) -> Self {
        Self { html: html! { (shown) }, key: Some(key) }
    }

    /// An empty cell.
    #[must_use]
    pub fn empty() -> Self {
        Self { html: html! {}, key: None }
    }

    /// A figure with this many decimals, or nothing.
    #[must_use]
    pub fn figure(figure: Option<f64>, decimals: usize) -> Self {
        figure.map_or_else(Self::empty, |figure| Self::of(stoker_stats::rounded(figure, decimals)))
    }
}

impl HtmlTable {
    /// A table without rows.
    #[must_use]
    pub fn new(caption: &str, columns: Vec<Column>) -> Self {
        Self { caption: caption.to_owned(), columns, rows: vec![] }
    }

    /// Adds a row, which the page's search finds by this name.
    pub fn named_row(&mut self, name: &str, cells: Vec<TableCell>) {
        self.filtered_row(name, Traits::default(), cells);
    }

    /// Adds a row, which the page's search finds by this name, and its filters by these properties.
    pub fn filtered_row(&mut self, name: &str, traits: Traits, cells: Vec<TableCell>) {
        self.rows.push(TableRow { name: name.to_owned(), traits, cells });
    }

    /// Adds a row that is not searched for.
    pub fn row(&mut self, cells: Vec<TableCell>) {
        self.named_row("", cells);
    }

    /// True if it has no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

impl Render for HtmlTable {
    fn render(&self) -> Markup {
        html! {
            div.scroll tabindex="0" role="region" aria-label=(self.caption) {
                table.sorts[self.rows.len() > 1] {
                    caption { (self.caption) }
                    thead { tr { @for column in &self.columns { (head(column)) } } }
                    tbody { @for row in &self.rows { (self.line(row)) } }
                }
            }
        }
    }
}

impl HtmlTable {
    fn line(&self, row: &TableRow) -> Markup {
        let name = (!row.name.is_empty()).then(|| crate::text::safe_text(&row.name));
        let Traits { side, bot, faults } = &row.traits;
        let side = side.as_deref().map(crate::text::safe_text);
        // The first text of a row names its subject.
        let names = self.columns.iter().position(|column| column.holds == Holds::Text);
        html! {
            tr data-name=[name] data-side=[side] data-bot=[bot] data-faults=[faults] {
                @for (place, (cell, column)) in row.cells.iter().zip(&self.columns).enumerate() {
                    @let number = column.holds == Holds::Numbers;
                    @if Some(place) == names {
                        th scope="row" data-k=[cell.key] { (cell.html) }
                    } @else if number {
                        td.n data-k=[cell.key] { (cell.html) }
                    } @else {
                        td data-k=[cell.key] { (cell.html) }
                    }
                }
            }
        }
    }
}

fn head(column: &Column) -> Markup {
    let title = (!column.meaning.is_empty()).then_some(&column.meaning);
    let holds = match column.holds {
        Holds::Text => "text",
        Holds::Numbers => "number",
        Holds::Other => "other",
    };
    html! { th scope="col" data-holds=(holds) title=[title] { (column.name) } }
}
