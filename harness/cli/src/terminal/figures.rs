//! Tables of named rows with figures, which fit the width of their stream. In a file a long name
//! may make lines longer.

use super::io::StreamKind;
use super::stream_format::{Ink, StreamFormat, columns_of, shortened};

/// Lines that are longer than this have room for columns that are usually left out.
const USUAL: usize = 80;
/// Names are never cut to less than this, in columns of a terminal.
const NAME: usize = 16;
/// Names are not cut to less than this for the sake of a column that is usually left out.
const LONG_NAME: usize = 40;
/// Readers of files search for names, so shorter names are not cut there.
const WHOLE: usize = 100;
/// The space between two columns.
const BETWEEN: &str = "  ";

/// A table with a row for each of some names: a rank before it, figures after it.
pub(super) struct Figures {
    title: &'static str,
    names: Vec<String>,
    ranks: Vec<String>,
    inks: Vec<Ink>,
    columns: Vec<FigureColumn>,
}

/// A column of figures.
pub(super) struct FigureColumn {
    name: String,
    priority: ColumnPriority,
    cells: Vec<String>,
    /// By row, true if its figure reports a problem.
    bad: Vec<bool>,
    align: Align,
}

/// The importance of a column. Where lines are too short, columns are left out, the last in this
/// order first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ColumnPriority {
    /// It is always there.
    Always,
    /// It is left out before names are cut very short; those with the greatest number first.
    Usual(u8),
    /// It is there where lines are long, unless names would have to be cut short for it.
    Extra(u8),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Align {
    Left,
    Right,
}

impl FigureColumn {
    pub(super) fn new(name: &str, priority: ColumnPriority, cells: Vec<String>) -> Self {
        Self { name: name.to_owned(), priority, cells, bad: vec![], align: Align::Right }
    }

    /// The same with these figures marked as bad ones.
    pub(super) fn bad(self, bad: Vec<bool>) -> Self {
        Self { bad, ..self }
    }

    /// The same with words instead of figures.
    pub(super) fn aligned_left(self) -> Self {
        Self { align: Align::Left, ..self }
    }

    fn width(&self) -> usize {
        widest(&self.cells).max(self.name.len())
    }

    fn ink(&self, row: usize) -> Ink {
        if self.bad.get(row).copied().unwrap_or(false) { Ink::Bad } else { Ink::Plain }
    }
}

impl Figures {
    /// A table without rows, whose names have this title.
    pub(super) fn new(title: &'static str) -> Self {
        Self { title, names: vec![], ranks: vec![], inks: vec![], columns: vec![] }
    }

    /// Adds a row by its name, which may hold anything.
    pub(super) fn add_row(&mut self, rank: String, name: &str, ink: Ink) {
        self.ranks.push(rank);
        // This is wider than any line, so the part that is cut off is never seen.
        self.names.push(shortened(name, usize::from(u16::MAX)));
        self.inks.push(ink);
    }

    /// Adds a column with a cell for each row.
    pub(super) fn add_column(&mut self, column: FigureColumn) {
        self.columns.push(column);
    }

    /// The table with as many columns as fit, one line for each row.
    pub(super) fn text(mut self, stream_format: StreamFormat) -> String {
        let ranks = widest(&self.ranks).max("rank".len());
        let names = widest(&self.names).max(self.title.len());
        // One blank at the beginning of each line.
        let room = stream_format.width.saturating_sub(1 + ranks + BETWEEN.len());
        if stream_format.width <= USUAL {
            self.columns.retain(|column| column.priority < ColumnPriority::Extra(0));
        }
        while let Some((place, priority)) = self.least()
            && needed(&self.columns) + names.min(if is_extra(priority) { LONG_NAME } else { NAME })
                > room
        {
            self.columns.remove(place);
        }
        let names = names.min(match stream_format.reader {
            StreamKind::Terminal => room.saturating_sub(needed(&self.columns)).max(NAME),
            StreamKind::Pipe => WHOLE,
        });
        self.lines(ranks, names, stream_format)
    }

    /// The place of the column that is left out first, if one may be.
    fn least(&self) -> Option<(usize, ColumnPriority)> {
        let priority = self.columns.iter().map(|column| column.priority).enumerate();
        priority
            .max_by_key(|(_, priority)| *priority)
            .filter(|(_, priority)| *priority != ColumnPriority::Always)
    }

    fn lines(&self, ranks: usize, names: usize, stream_format: StreamFormat) -> String {
        let header = [pad("rank", ranks, Align::Right), pad(self.title, names, Align::Left)];
        let header = header.into_iter().chain(
            self.columns.iter().map(|column| pad(&column.name, column.width(), column.align)),
        );
        let header = header.collect::<Vec<_>>().join(BETWEEN);
        let mut text = format!(" {}\n", stream_format.colour.paint(Ink::Faint, header.trim_end()));
        for (row, name) in self.names.iter().enumerate() {
            let name = pad(&shortened(name, names), names, Align::Left);
            let mut line = format!(" {}{BETWEEN}", pad(&self.ranks[row], ranks, Align::Right));
            line += &stream_format.colour.paint(self.inks[row], &name);
            for column in &self.columns {
                let cell = pad(&column.cells[row], column.width(), column.align);
                line += BETWEEN;
                line += &stream_format.colour.paint(column.ink(row), &cell);
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}

fn is_extra(priority: ColumnPriority) -> bool {
    priority >= ColumnPriority::Extra(0)
}

/// The width that columns need, with the space before each of them.
fn needed(columns: &[FigureColumn]) -> usize {
    columns.iter().map(|column| BETWEEN.len() + column.width()).sum()
}

fn widest(cells: &[String]) -> usize {
    cells.iter().map(|cell| columns_of(cell)).max().unwrap_or(0)
}

fn pad(cell: &str, width: usize, align: Align) -> String {
    let blank = " ".repeat(width.saturating_sub(columns_of(cell)));
    match align {
        Align::Left => format!("{cell}{blank}"),
        Align::Right => format!("{blank}{cell}"),
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;
    use crate::terminal::stream_format::Colour;

    fn table() -> Figures {
        let mut table = Figures::new("entrant");
        table.add_row("1".to_owned(), "a-name-that-is-longer-than-sixteen", Ink::Mark);
        table.add_row("10".to_owned(), "東京", Ink::Plain);
        let cells = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        table.add_column(FigureColumn::new(
            "mean",
            ColumnPriority::Always,
            cells(["12.50", "7.00"]),
        ));
        table.add_column(FigureColumn::new(
            "matches",
            ColumnPriority::Usual(2),
            cells(["100", "100"]),
        ));
        table.add_column(FigureColumn::new(
            "wins",
            ColumnPriority::Usual(1),
            cells(["75.0%", "5.0%"]),
        ));
        let faults = FigureColumn::new("faults", ColumnPriority::Always, cells(["0", "3"]));
        table.add_column(faults.bad(vec![false, true]));
        let kinds = FigureColumn::new("kinds", ColumnPriority::Extra(1), cells(["", "3 crash"]));
        table.add_column(kinds.aligned_left());
        table
    }

    #[test]
    fn columns_are_left_out_by_what_they_are_worth_and_names_are_cut() {
        let texts = [100, 80, 60, 45, 37, 10].map(|width| {
            let text = table()
                .text(StreamFormat { reader: StreamKind::Terminal, ..StreamFormat::plain(width) });
            assert!(text.lines().all(|line| columns_of(line) <= width.max(38)), "{width}:\n{text}");
            text
        });
        assert_snapshot!(texts.join("\n"), @r#"
    rank  entrant                              mean  matches   wins  faults  kinds
       1  a-name-that-is-longer-than-sixteen  12.50      100  75.0%       0
      10  東京                                 7.00      100   5.0%       3  3 crash

    rank  entrant                              mean  matches   wins  faults
       1  a-name-that-is-longer-than-sixteen  12.50      100  75.0%       0
      10  東京                                 7.00      100   5.0%       3

    rank  entrant                  mean  matches   wins  faults
       1  a-name-that-i...ixteen  12.50      100  75.0%       0
      10  東京                     7.00      100   5.0%       3

    rank  entrant            mean   wins  faults
       1  a-name-th...teen  12.50  75.0%       0
      10  東京               7.00   5.0%       3

    rank  entrant            mean  faults
       1  a-name-th...teen  12.50       0
      10  東京               7.00       3

    rank  entrant            mean  faults
       1  a-name-th...teen  12.50       0
      10  東京               7.00       3
    "#);
    }

    #[test]
    fn in_a_file_names_are_whole() {
        let text = table().text(StreamFormat::plain(45));
        assert!(text.contains(" a-name-that-is-longer-than-sixteen "), "{text}");
        assert!(!text.contains("matches"), "{text}");
    }

    #[test]
    fn colours_change_nothing_but_the_colour() {
        let plain = table().text(StreamFormat::plain(100));
        let stream_format = StreamFormat { colour: Colour::Ansi, ..StreamFormat::plain(100) };
        let coloured = table().text(stream_format);
        assert!(coloured.contains("\u{1b}[31m     3\u{1b}[0m"), "{coloured}");
        let mut parts = coloured.split('\u{1b}');
        let first = parts.next().unwrap_or_default().to_owned();
        let rest = parts.map(|part| part.split_once('m').map_or("", |(_, text)| text));
        let bare = first + &rest.collect::<String>();
        let trimmed: Vec<_> = bare.lines().map(str::trim_end).collect();
        assert_eq!(trimmed, plain.lines().collect::<Vec<_>>());
    }
}
