//! Marks at the beginnings of lines, which tell what a program said from what is said about it.

use crate::printable::printable;

/// What begins each line of a program.
pub(crate) const WORDS: &str = "| ";
/// What begins each line of our own.
pub(crate) const NOTE: &str = "stoker: ";

/// What a program said, as marked lines with nothing in them but text and tabs.
pub(crate) fn words(text: &str) -> String {
    let line = |line: &str| {
        let cells: Vec<String> = line.split('\t').map(printable).collect();
        format!("{WORDS}{}\n", cells.join("\t"))
    };
    text.lines().map(line).collect()
}

/// A note, which is one line.
pub(crate) fn note(note: &str) -> String {
    format!("{NOTE}{note}\n")
}
