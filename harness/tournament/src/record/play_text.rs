//! The text of a play in a record.

use stoker_engine::{Message, Seat};

use crate::referee::DecisionOrigin;

/// A play as a record shows it: seat, mark, move and, after a space, the message if there is one.
///
/// The mark is a space for a chosen move, `~` for a move of the opening, `!` for a default move,
/// and `=` for a forced move.
///
/// # Examples
/// ```
/// use stoker_tournament::record::PlayText;
/// use stoker_tournament::referee::DecisionOrigin;
/// let play = PlayText::parse("0~VE off we go")?;
/// assert_eq!((play.seat.0, play.how), (0, DecisionOrigin::Opening));
/// assert_eq!((play.mv, play.message), ("VE", "off we go"));
/// # Ok::<(), stoker_tournament::record::PlayTextError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayText<'t> {
    /// The seat that made it.
    pub seat: Seat,
    /// The origin of the move.
    pub how: DecisionOrigin,
    /// The move, in the ruleset's notation.
    pub mv: &'t str,
    /// The message; may be empty.
    pub message: &'t str,
}

/// A text that is not a play.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a play: a seat's number, one of ` ~!=`, a move, and perhaps a message")]
pub struct PlayTextError(String);

impl<'t> PlayText<'t> {
    /// Splits a play into its parts. The ruleset decides whether the move is one of its own.
    ///
    /// # Errors
    /// If the seat, mark or move is missing, the message is too long, or the text is not spelled as
    /// records spell it.
    pub fn parse(text: &'t str) -> Result<Self, PlayTextError> {
        Self::split(text).ok_or_else(|| PlayTextError(text.to_owned()))
    }

    fn split(text: &'t str) -> Option<Self> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let number = text[..digits].parse().ok()?;
        let one_spelling = digits == 1 || !text.starts_with('0');
        let mark = text[digits..].chars().next()?;
        let how = DecisionOrigin::ALL.into_iter().find(|how| how.mark() == mark)?;
        let rest = &text[digits + 1..];
        let (mv, message) = rest.split_once(' ').unwrap_or((rest, ""));
        let fits = !mv.is_empty()
            && message.len() <= Message::MAX_BYTES
            && (!message.is_empty() || mv.len() == rest.len());
        (fits && one_spelling).then_some(Self { seat: Seat(number), how, mv, message })
    }
}

/// The plays of a match from the referee's lines and messages.
pub(super) fn list(lines: &str, messages: &[(u32, Message)]) -> Vec<String> {
    let mut plays: Vec<String> = lines.lines().map(str::to_owned).collect();
    for (decision, message) in messages {
        let play = &mut plays[*decision as usize];
        play.push(' ');
        play.push_str(message.as_str());
    }
    plays
}
