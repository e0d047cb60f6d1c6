//! Marks at the beginnings of lines, which tell what a program said from what is said about it.

use crate::printable::printable;

/// What begins each line of a program.
pub(crate) const WORDS: &str = "| ";
/// What begins each line of our own.
pub(crate) const NOTE: &str = "stoker: ";

/// What a program said, as marked lines with nothing in them but text and tabs.
pub(crate) fn words(text: &str) -> String {
    // Without a text of its own for every line: a program may have said nothing but line ends.
    let mut marked = String::with_capacity(2 * text.len());
    for line in text.lines() {
        marked.push_str(WORDS);
        let is_plain = line.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t'));
        if is_plain {
            marked.push_str(line);
        } else {
            let cells: Vec<String> = line.split('\t').map(printable).collect();
            marked.push_str(&cells.join("\t"));
        }
        marked.push('\n');
    }
    marked
}

/// A note, which is one line.
pub(crate) fn note(note: &str) -> String {
    format!("{NOTE}{note}\n")
}
