//! What a player says with its move.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A message: at most [`Message::MAX_BYTES`] bytes of text, often empty.
///
/// Who gets to read it is the ruleset's business. An empty one costs no allocation.
#[derive(Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Message(Box<str>);

impl Message {
    /// The longest message, in bytes (rules-course P1).
    pub const MAX_BYTES: usize = 99;

    /// Keeps as much of the text as a message can hold, cut between two characters.
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

    /// Whether nothing is said.
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
