//! The elements of every report: parts, blocks and charts.
//!
//! A kind of report is a function that turns the data of a folder into a [`Report`]. It knows no
//! HTML page and writes no file: [`shell`](crate::shell) puts a report on a page, and
//! [`Report::charts`] has the charts alone.

use maud::Markup;

use crate::document::Document;
use crate::plots::Chart;

/// The audience of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Readers that may know everything.
    Owner,
    /// Any reader, while the tournament's bots are still being written: no hidden move, no reason,
    /// no line of a log, no seed.
    Public,
}

/// A report, ready to be put on a page.
#[derive(Debug, Clone)]
pub struct Report {
    /// The title of the page.
    pub title: String,
    /// A summary of what was played, in one line.
    pub summary: String,
    /// The missing or damaged parts, in sentences.
    pub lacks: Vec<String>,
    /// The parts, in order.
    pub parts: Vec<Part>,
    /// The replays, if there are any.
    pub replays: Option<Document>,
}

/// A part of a report, with an entry in its list of contents.
#[derive(Debug, Clone)]
pub struct Part {
    /// Its name in links, which is unique in the report: lower-case letters, digits and hyphens.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its blocks.
    pub blocks: Vec<Block>,
}

/// A piece of a part.
#[derive(Debug, Clone)]
pub enum Block {
    /// Text, tables and the like.
    Html(Markup),
    /// A chart.
    Chart(Box<Chart>),
    /// Charts side by side if there is room.
    Charts(Vec<Chart>),
    /// Charts of the same numbers, of which one is shown at a time.
    Choice(Vec<Chart>),
    /// A piece that is closed until a reader opens it.
    Folded(Folded),
}

/// A piece that is closed until a reader opens it, or a link to it is followed.
#[derive(Debug, Clone)]
pub struct Folded {
    /// Its name in links.
    pub id: String,
    /// The text by which the page's search finds it: a name.
    pub name: String,
    /// The line that is visible while it is closed.
    pub summary: Markup,
    /// Its blocks.
    pub blocks: Vec<Block>,
}

impl Part {
    /// A part without blocks.
    #[must_use]
    pub fn new(id: &str, title: &str) -> Self {
        Self { id: id.to_owned(), title: title.to_owned(), blocks: vec![] }
    }

    /// The same part with one more block.
    #[must_use]
    pub fn with(mut self, block: impl Into<Block>) -> Self {
        self.blocks.push(block.into());
        self
    }
}

impl From<Markup> for Block {
    fn from(html: Markup) -> Self {
        Self::Html(html)
    }
}

impl From<Chart> for Block {
    fn from(chart: Chart) -> Self {
        Self::Chart(Box::new(chart))
    }
}

impl From<Folded> for Block {
    fn from(folded: Folded) -> Self {
        Self::Folded(folded)
    }
}

impl Report {
    /// The same report without quotes from damaged files; it only says that they are damaged.
    #[must_use]
    pub fn without_details(self) -> Self {
        let cut = |lack: String| match lack.split_once(": ") {
            Some((what, _)) => format!("{what}."),
            None => lack,
        };
        Self { lacks: self.lacks.into_iter().map(cut).collect(), ..self }
    }

    /// All charts, in order.
    #[must_use]
    pub fn charts(&self) -> Vec<&Chart> {
        let mut charts = vec![];
        self.parts.iter().for_each(|part| gather(&part.blocks, &mut charts));
        charts
    }
}

fn gather<'r>(blocks: &'r [Block], charts: &mut Vec<&'r Chart>) {
    for block in blocks {
        match block {
            Block::Html(_) => {}
            Block::Chart(chart) => charts.push(chart),
            Block::Charts(list) | Block::Choice(list) => charts.extend(list),
            Block::Folded(folded) => gather(&folded.blocks, charts),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_damaged_file_holds_is_left_out_for_everyone() {
        let report = Report {
            title: String::new(),
            summary: String::new(),
            lacks: ["a.csv is damaged: line 3: `VE`.", "b.csv is missing."]
                .map(str::to_owned)
                .into(),
            parts: vec![],
            replays: None,
        };
        assert_eq!(report.without_details().lacks, ["a.csv is damaged.", "b.csv is missing."]);
    }
}
