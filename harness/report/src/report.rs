//! The elements of every report: sections, blocks and plots.
//!
//! A kind of report is a function that turns the data of a folder into a [`Report`]. It knows no
//! HTML page and writes no file: [`shell`](crate::shell) puts a report on a page, and
//! [`Report::plots`] has the plots alone.

use maud::Markup;

use crate::document::Document;
use crate::plots::Plot;

/// The audience of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportAudience {
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
    pub missing: Vec<String>,
    /// The sections, in order.
    pub sections: Vec<Section>,
    /// The replays, if there are any.
    pub replays: Option<Document>,
}

/// A section of a report, with an entry in its list of contents.
#[derive(Debug, Clone)]
pub struct Section {
    /// Its name in links, which is unique in the report: lower-case letters, digits and hyphens.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its blocks.
    pub blocks: Vec<Block>,
}

/// A piece of a section.
#[derive(Debug, Clone)]
pub enum Block {
    /// Text, tables and the like.
    Html(Markup),
    /// A plot.
    Plot(Box<Plot>),
    /// Plots side by side if there is room.
    Plots(Vec<Plot>),
    /// Plots of the same numbers, shown one at a time.
    Choice(Vec<Plot>),
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

impl Section {
    /// A section without blocks.
    #[must_use]
    pub fn new(id: &str, title: &str) -> Self {
        Self { id: id.to_owned(), title: title.to_owned(), blocks: vec![] }
    }

    /// The same section with one more block.
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

impl From<Plot> for Block {
    fn from(plot: Plot) -> Self {
        Self::Plot(Box::new(plot))
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
        Self { missing: self.missing.into_iter().map(cut).collect(), ..self }
    }

    /// All plots, in order.
    #[must_use]
    pub fn plots(&self) -> Vec<&Plot> {
        let mut plots = vec![];
        self.sections.iter().for_each(|section| gather(&section.blocks, &mut plots));
        plots
    }
}

fn gather<'r>(blocks: &'r [Block], plots: &mut Vec<&'r Plot>) {
    for block in blocks {
        match block {
            Block::Html(_) => {}
            Block::Plot(plot) => plots.push(plot),
            Block::Plots(list) | Block::Choice(list) => plots.extend(list),
            Block::Folded(folded) => gather(&folded.blocks, plots),
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
            missing: ["a.csv is damaged: line 3: `VE`.", "b.csv is missing."]
                .map(str::to_owned)
                .into(),
            sections: vec![],
            replays: None,
        };
        assert_eq!(report.without_details().missing, ["a.csv is damaged.", "b.csv is missing."]);
    }
}
