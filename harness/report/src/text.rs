//! Untrusted texts, made safe for a page.

use maud::{Escaper, Render};
use std::fmt::Write as _;
use stoker_files::printable::printable;

/// The most bytes of a text that are shown.
const MOST: usize = 2_000;

/// A name, reason or line that may come from a bot, as plain text.
///
/// Markup is escaped, characters that could deceive a reader are replaced, and long texts are cut
/// off.
///
/// # Examples
/// ```
/// use maud::Render as _;
/// use stoker_report::text::SafeText;
///
/// assert_eq!(SafeText("<b>\u{202e}").render().into_string(), "&lt;b&gt;\u{fffd}");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct SafeText<'t>(pub &'t str);

impl Render for SafeText<'_> {
    fn render_to(&self, page: &mut String) {
        let _ = Escaper::new(page).write_str(&safe_text(self.0));
    }
}

/// The text as a page shows it, not yet escaped.
#[must_use]
pub fn safe_text(text: &str) -> String {
    let shown = &text[..text.floor_char_boundary(MOST)];
    let mut shown = printable(&shown.replace('\t', " "));
    if text.len() > MOST {
        shown.push('…');
    }
    shown
}

/// A number of things, such as `1 match` and `2 matches`.
#[must_use]
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// A whole number with its digits in groups of three.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_texts_are_text() {
        let render = |text: &str| SafeText(text).render().into_string();
        assert_eq!(render("</script><script>x"), "&lt;/script&gt;&lt;script&gt;x");
        assert_eq!(render("a\" onload=\"b"), "a&quot; onload=&quot;b");
        assert_eq!(render("\u{0}\u{1b}[2J\u{202e}&"), "\u{fffd}\u{fffd}[2J\u{fffd}&amp;");
        assert!(render(&"<é".repeat(50_000)).len() < 8 * MOST);
    }

    #[test]
    fn large_numbers_are_grouped() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(counted(1, "match", "matches"), "1 match");
        assert_eq!(counted(2_000, "match", "matches"), "2,000 matches");
    }
}
