//! Text of bots, made safe to show.
//!
//! A name, message, reason or log line may come from a bot. It can hold control characters that a
//! terminal obeys, characters that reverse the order of others or break a line, and stacks of
//! accents that cover the lines around it. Only this module decides which characters are shown.

use std::borrow::Cow;
use std::fmt::Write as _;

use unicode_segmentation::UnicodeSegmentation;

/// The most Unicode characters in one visible character with its accents.
const LONGEST_GRAPHEME: usize = 8;

/// Replaces each character that a terminal would obey, or that could deceive a reader, by U+FFFD.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    each(text, |character, fate| match fate {
        Fate::Shown => shown.push(character),
        Fate::Hidden => shown.push(char::REPLACEMENT_CHARACTER),
        // One replacement character stands for the whole stack.
        Fate::Piled if shown.ends_with(char::REPLACEMENT_CHARACTER) => {}
        Fate::Piled => shown.push(char::REPLACEMENT_CHARACTER),
    });
    shown
}

/// Makes a text safe for a terminal, as one line of at most `most` bytes.
pub fn one_line(text: &str, most: usize) -> String {
    // Every input byte makes at least one byte of the line, so the rest need not be examined.
    let text = &text[..text.floor_char_boundary(most)];
    let mut line = printable(&text.replace(['\n', '\r', '\t'], " "));
    line.truncate(line.floor_char_boundary(most));
    line
}

/// Returns equivalent JSON, with `\uXXXX` for such characters.
pub fn printable_json(json: &str) -> Cow<'_, str> {
    if json.bytes().all(|byte| byte == b'\n' || (b' '..=b'~').contains(&byte)) {
        return json.into();
    }
    let mut shown = String::with_capacity(json.len());
    each(json, |character, fate| match fate {
        // A line break between values.
        _ if character == '\n' => shown.push(character),
        Fate::Shown => shown.push(character),
        Fate::Hidden | Fate::Piled => {
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(shown, "\\u{unit:04x}").expect("a string takes all text");
            }
        }
    });
    shown.into()
}

/// The treatment of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Shown,
    Hidden,
    /// One accent too many on a character.
    Piled,
}

fn each(text: &str, mut see: impl FnMut(char, Fate)) {
    let fate = |character| if is_shown(character) { Fate::Shown } else { Fate::Hidden };
    if text.is_ascii() {
        return text.chars().for_each(|character| see(character, fate(character)));
    }
    for grapheme in text.graphemes(true) {
        for (place, character) in grapheme.chars().enumerate() {
            let piled = place >= LONGEST_GRAPHEME;
            see(character, if piled { Fate::Piled } else { fate(character) });
        }
    }
}

/// True if a character takes up space of its own and does not reorder others.
fn is_shown(character: char) -> bool {
    const UNSEEN: [std::ops::RangeInclusive<char>; 17] = [
        '\u{ad}'..='\u{ad}',
        '\u{34f}'..='\u{34f}',
        '\u{61c}'..='\u{61c}',
        '\u{115f}'..='\u{1160}',
        '\u{17b4}'..='\u{17b5}',
        '\u{180b}'..='\u{180f}',
        '\u{200b}'..='\u{200f}',
        '\u{2028}'..='\u{202e}',
        '\u{2060}'..='\u{206f}',
        '\u{3164}'..='\u{3164}',
        '\u{fe00}'..='\u{fe0e}',
        '\u{feff}'..='\u{feff}',
        '\u{ffa0}'..='\u{ffa0}',
        '\u{fff0}'..='\u{fffb}',
        '\u{1bca0}'..='\u{1bca3}',
        '\u{1d173}'..='\u{1d17a}',
        '\u{e0000}'..='\u{e0fff}',
    ];
    let unseen = || UNSEEN.iter().any(|range| range.contains(&character));
    !character.is_control() && (character.is_ascii() || !unseen())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_and_what_turns_text_around_is_replaced() {
        assert_eq!(printable("a\u{1b}[31mb\u{7}"), "a\u{fffd}[31mb\u{fffd}");
        assert_eq!(printable("\u{9b}2J"), "\u{fffd}2J");
        for mark in ['\u{202e}', '\u{2066}', '\u{200f}', '\u{61c}', '\u{2028}', '\u{2029}'] {
            assert_eq!(printable(&format!("a{mark}b")), "a\u{fffd}b", "{mark:?}");
        }
        for fine in ["plain = text", "é 😀 ❤\u{fe0f} ключ 鍵 שלום", ""] {
            assert_eq!(printable(fine), fine);
        }
    }

    #[test]
    fn lines_become_one_that_is_no_longer_than_asked_for() {
        assert_eq!(one_line("a\nb\tc\u{7}", usize::MAX), "a b c\u{fffd}");
        assert_eq!(one_line("aéb", 2), "a");
        assert_eq!(one_line("\u{ad}\u{ad}", 4), "\u{fffd}");
    }

    #[test]
    fn a_pile_of_accents_is_cut() {
        let pile = format!("a{}b", "\u{301}".repeat(1_000));
        let shown = printable(&pile);
        assert_eq!(shown, format!("a{}\u{fffd}b", "\u{301}".repeat(LONGEST_GRAPHEME - 1)));
    }

    #[test]
    fn json_says_the_same_without_such_characters() {
        let value = serde_json::json!({ "said": "a\u{202e}b\u{e0041}\n\u{85}é", "x": [1] });
        let json = serde_json::to_string_pretty(&value).unwrap();
        let shown = printable_json(&json);
        assert!(shown.contains(r"a\u202eb\udb40\udc41\n\u0085é"), "{shown}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).unwrap(), value);
    }
}
