//! `stoker diff`: the first row in which two runs differ.

use serde_json::json;
use stoker_files::printable::printable;
use stoker_tournament::diff::{RowDifference, diff_runs};

use crate::arguments::diff::DiffArgs;
use crate::terminal::io::{CommandExit, Io, print_json};
use crate::terminal::show::Output;

pub(crate) fn diff(args: &DiffArgs, io: &mut Io<'_>) -> anyhow::Result<CommandExit> {
    let found = diff_runs(&args.left, &args.right)?;
    match args.json.output() {
        Output::Json => {
            let rows: Vec<_> = found.iter().map(row).collect();
            print_json(io.out, &json!(rows))?;
        }
        Output::Text if found.is_empty() => writeln!(io.out, "no difference")?,
        Output::Text => {
            for difference in &found {
                print(difference, args, io)?;
            }
        }
    }
    Ok(if found.is_empty() { CommandExit::Done } else { CommandExit::Findings })
}

fn print(found: &RowDifference, args: &DiffArgs, io: &mut Io<'_>) -> anyhow::Result<()> {
    let RowDifference { file, line, left, right } = found;
    let from = left.as_deref().zip(right.as_deref()).map_or(0, |(l, r)| common(l, r));
    let text = |row: &Option<String>| match row {
        Some(row) => excerpt(row, from),
        None if *line == 0 => "(no such file)".to_owned(),
        None => "(ends before)".to_owned(),
    };
    writeln!(io.out, "{file}, row {line}:")?;
    writeln!(io.out, "  {}: {}", args.left.display(), text(left))?;
    writeln!(io.out, "  {}: {}", args.right.display(), text(right))?;
    Ok(())
}

/// The number of characters at the beginning of two rows that are alike.
pub(super) fn common(left: &str, right: &str) -> usize {
    left.chars().zip(right.chars()).take_while(|(l, r)| l == r).count()
}

/// The part of a row in which it differs; rows of records can have ten thousand characters.
pub(super) fn excerpt(row: &str, from: usize) -> String {
    const SHOWN: usize = 160;
    let count = row.chars().count();
    if count <= SHOWN {
        return printable(row);
    }
    let first = from.saturating_sub(SHOWN / 4).min(count - SHOWN);
    let shown: String = row.chars().skip(first).take(SHOWN).collect();
    let [before, after] =
        [first > 0, first + SHOWN < count].map(|cut| if cut { "..." } else { "" });
    format!("{before}{}{after}", printable(&shown))
}

fn row(found: &RowDifference) -> serde_json::Value {
    json!({ "file": found.file, "row": found.line, "left": found.left, "right": found.right })
}
