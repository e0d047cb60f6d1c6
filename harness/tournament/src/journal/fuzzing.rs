//! Properties that the reader of the journal must have for any line.
#![expect(clippy::missing_panics_doc, reason = "a body panics where a parser is wrong")]

use super::entry::{Entry, begin, seal, unseal};

/// Checks a line of a segment: an entry that is read and written again reads as the same entry.
#[must_use]
pub fn journal(text: &str) -> bool {
    let _ = unseal(text.as_bytes());
    let mut sealed = String::new();
    let start = begin(&mut sealed);
    sealed.push_str(text);
    seal(&mut sealed, start);
    if !text.contains('\n') {
        assert_eq!(unseal(sealed.as_bytes()), Some(text));
    }
    let _ = (Entry::number_of(text), Entry::kind_of(text));
    let Ok(entry) = Entry::parse(text) else { return false };
    let mut line = String::new();
    entry.write(&mut line);
    let again = unseal(line.as_bytes()).and_then(|text| Entry::parse(text).ok());
    assert_eq!(again, Some(entry));
    true
}
