//! Marks at the beginnings of lines, which tell a program's words from notes about it.

use stoker_files::printable::printable;

/// The mark of a program's lines.
pub const WORDS: &str = "| ";
/// The mark of stoker's own lines.
pub const NOTE: &str = "stoker: ";

/// A program's words as marked lines that hold only text and tabs.
pub fn words(text: &str) -> String {
    // No allocation for each line: the words may be nothing but line ends.
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

/// A note as one marked line.
pub fn note(note: &str) -> String {
    format!("{NOTE}{note}\n")
}
