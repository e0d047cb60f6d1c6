//! The messages that players send with their moves.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A message: at most [`Message::MAX_BYTES`] bytes of text, often empty.
///
/// The ruleset decides who reads it. An empty message costs no allocation.
#[derive(Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Message(Box<str>);

impl Message {
    // rules-course P1.
    /// Length limit of messages, in bytes.
    pub const MAX_BYTES: usize = 99;

    /// A message of this text, cut between two characters if it is too long.
    ///
    /// # Examples
    /// ```
    /// use stoker_engine::Message;
    /// assert_eq!(Message::new("boo").as_str(), "boo");
    /// assert_eq!(Message::new(&"é".repeat(60)).as_str().len(), 98);
    /// ```
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(text[..text.floor_char_boundary(Self::MAX_BYTES)].into())
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns true if the message is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<String> for Message {
    fn from(text: String) -> Self {
        Self::new(&text)
    }
}

impl From<Message> for String {
    fn from(message: Message) -> Self {
        message.0.into()
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The messages of a game. Most plays have none, so only the others are kept.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Messages(Vec<(usize, Message)>);

impl Messages {
    /// Adds the message of the play with this index, unless it is empty. Indices must grow.
    #[inline]
    pub fn add(&mut self, play: usize, message: Message) {
        if !message.is_empty() {
            self.0.push((play, message));
        }
    }

    /// The message of the play with this index; empty if there is none.
    #[inline]
    #[must_use]
    pub fn with(&self, play: usize) -> Message {
        self.find(play).cloned().unwrap_or_default()
    }

    /// The text of the message of the play with this index; empty if there is none.
    #[inline]
    #[must_use]
    pub fn text(&self, play: usize) -> &str {
        self.find(play).map_or("", Message::as_str)
    }

    fn find(&self, play: usize) -> Option<&Message> {
        let index = self.0.binary_search_by_key(&play, |said| said.0).ok()?;
        Some(&self.0[index].1)
    }

    /// All messages, oldest first, each with the index of its play.
    #[must_use]
    pub fn said(&self) -> &[(usize, Message)] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_said_is_kept() {
        let mut messages = Messages::default();
        for (play, text) in ["", "boo", "", "", "who?"].into_iter().enumerate() {
            messages.add(play, Message::new(text));
        }
        assert_eq!(messages.said().len(), 2);
        assert_eq!(
            [1, 2, 4].map(|play| messages.with(play)),
            ["boo", "", "who?"].map(Message::new)
        );
    }
}
