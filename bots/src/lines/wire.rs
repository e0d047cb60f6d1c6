//! The messages of the `lines` protocol, as both ends write and read them.
//!
//! `docs/protocol.md` explains each of them. Every message is one JSON object on its own line.
//! Unknown keys are ignored, so that later versions can add some.

mod notes;

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{DeserializeOwned, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use stoker_engine::map::PlainMap;
use stoker_engine::{Seed, Sides};

pub use notes::{MOST_NOTES, NotesError, ReplyWithNotes, read_notes};

/// Version of the protocol implemented here.
pub const PROTOCOL: u32 = 1;

/// The first line to a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "hello")]
pub struct Hello {
    /// Version of the protocol: [`PROTOCOL`].
    pub protocol: u32,
    /// Version of `stoker`.
    pub stoker: String,
    /// The ruleset's name.
    pub ruleset: String,
}

/// The first line from a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "hello")]
pub struct Greeting {
    /// Version of the protocol that the program speaks.
    pub protocol: u32,
    /// The form in which it wants to receive the game.
    #[serde(default)]
    pub form: WireForm,
}

/// The form in which a program receives the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WireForm {
    /// The view in [`Start`], and its changes in every [`Decide`].
    #[default]
    View,
    /// Past plays and messages, in every [`DecidePlays`].
    Plays,
}

/// The start of a match, or its continuation with a restarted program. `P` is the type of the
/// parameters, `V` that of the view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "start")]
pub struct Start<P, V> {
    /// The ruleset's name.
    pub ruleset: String,
    /// The constants of the rules.
    pub params: P,
    /// The map, if the ruleset uses one.
    pub map: Option<PlainMap>,
    /// The data file in force, if the ruleset uses one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<serde_json::Value>,
    /// All sides, in the ruleset's order.
    pub sides: Vec<SideInfo>,
    /// The name of the side that the program plays.
    pub side: String,
    /// The numbers of the seats that it plays, in order.
    pub seats: Vec<u8>,
    /// The seed of its generator: see [`Seed::bot_rng`].
    pub seed: Seed,
    /// The time for each decision.
    pub limits: DecisionLimits,
    /// Its present view; `None` in the form of plays.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub view: Option<V>,
}

/// A side, as a program sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideInfo {
    /// The side's name.
    pub name: String,
    /// The seats' names, in order.
    pub seats: Vec<String>,
    /// The number of the first of these seats; the others follow.
    pub first_seat: u8,
}

/// The time for each decision, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionLimits {
    /// Wall time.
    pub wall_ms: u64,
    /// Processor time.
    pub cpu_ms: u64,
}

/// A question; `E` is the ruleset's event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "decide")]
pub struct Decide<E> {
    /// The number of the question, from 1, for this process.
    pub decision: u64,
    /// The seat asked.
    pub seat: u8,
    /// The changes of the view since the last question, oldest first.
    pub events: Vec<E>,
    /// Every legal move, in the ruleset's notation and order.
    pub legal: Vec<String>,
}

/// A question in the form of plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "decide")]
pub struct DecidePlays {
    /// The number of the question, from 1, for this process.
    pub decision: u64,
    /// The seat asked.
    pub seat: u8,
    /// All plays so far, as the side sees them.
    pub past_plays: String,
    /// The message of each play; empty if there was none.
    pub messages: Vec<String>,
    /// Every legal move, in the ruleset's notation and order.
    pub legal: Vec<String>,
}

/// The end of the match; `E` is the ruleset's event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "ended")]
pub struct Ended<E> {
    /// The changes of the view since the last question; none in the form of plays.
    #[serde(default = "Vec::new")]
    pub events: Vec<E>,
    /// The scores by their names.
    pub scores: BTreeMap<String, i32>,
    /// The names of the sides that won.
    pub winners: Vec<String>,
    /// The reason for the end, in a word.
    pub reason: String,
}

/// A line of a program that answers a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Reply {
    /// The answer.
    Move {
        /// The number of the question.
        decision: u64,
        /// The move, as the program wrote it.
        #[serde(rename = "move")]
        mv: String,
        /// The message with it; may be empty, or too long.
        #[serde(skip_serializing_if = "String::is_empty")]
        message: String,
    },
    /// The best move so far, played if no answer comes in time.
    Propose {
        /// The number of the question.
        decision: u64,
        /// The move, as the program wrote it.
        propose: String,
    },
}

/// A line to a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToProgram<P, V, E> {
    /// A [`Hello`].
    Hello(Hello),
    /// A [`Start`].
    Start(Box<Start<P, V>>),
    /// A [`Decide`].
    Decide(Decide<E>),
    /// An [`Ended`].
    Ended(Ended<E>),
    /// A message of a later version.
    Unknown,
}

/// A line from a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FromProgram {
    /// A [`Greeting`].
    Hello(Greeting),
    /// A [`Reply`].
    Reply(Reply),
}

/// Error: a program's line that does not belong to the protocol.
#[derive(Debug, thiserror::Error)]
pub enum Garbled {
    /// The line is not JSON, or a key has another type.
    #[error("the line is not a JSON object of the protocol: {0}")]
    Json(#[from] serde_json::Error),
    /// The object is not an answer.
    #[error("the object has neither `move` nor `propose`")]
    NoMove,
    /// The answer names no question.
    #[error("the object has no `decision`: repeat the number of the question")]
    NoDecision,
}

impl SideInfo {
    /// All sides of a ruleset, in its order.
    #[must_use]
    pub fn list(sides: &Sides) -> Vec<Self> {
        let mut first_seat = 0;
        let info = |side: &stoker_engine::Side| {
            let seats = side.seats.iter().map(|&name| name.to_owned()).collect();
            let info = Self { name: side.name.to_owned(), seats, first_seat };
            first_seat += u8::try_from(side.seats.len()).unwrap_or(u8::MAX);
            info
        };
        sides.list().iter().map(info).collect()
    }
}

impl<P: DeserializeOwned, V: DeserializeOwned, E: DeserializeOwned> ToProgram<P, V, E> {
    /// Reads a line to a program in the form of views and events.
    ///
    /// # Errors
    /// If it does not belong to the protocol.
    pub fn read(line: &[u8]) -> Result<Self, serde_json::Error> {
        #[derive(Deserialize)]
        struct Typed {
            r#type: String,
        }
        let Typed { r#type } = serde_json::from_slice(line)?;
        Ok(match r#type.as_str() {
            "hello" => Self::Hello(serde_json::from_slice(line)?),
            "start" => Self::Start(serde_json::from_slice(line)?),
            "decide" => Self::Decide(serde_json::from_slice(line)?),
            "ended" => Self::Ended(serde_json::from_slice(line)?),
            _ => Self::Unknown,
        })
    }
}

impl FromProgram {
    /// Reads a line of a program, which is untrusted.
    ///
    /// Invalid UTF-8 in a message is replaced. Notes are ignored, even invalid ones: [`read_notes`]
    /// reads them.
    ///
    /// # Errors
    /// If it does not belong to the protocol.
    ///
    /// # Examples
    /// ```
    /// use stoker_bots::lines::wire::{FromProgram, Reply};
    /// let line = br#"{"decision": 7, "propose": "PA", "depth": 3}"#;
    /// let FromProgram::Reply(reply) = FromProgram::read(line)? else { panic!() };
    /// assert_eq!(reply, Reply::Propose { decision: 7, propose: "PA".to_owned() });
    /// # Ok::<_, stoker_bots::lines::wire::Garbled>(())
    /// ```
    pub fn read(line: &[u8]) -> Result<Self, Garbled> {
        let AnswerKeys { r#type, decision, mv, propose, message } = serde_json::from_slice(line)?;
        if r#type.as_deref() == Some("hello") {
            return Ok(Self::Hello(serde_json::from_slice(line)?));
        }
        let number = || decision.ok_or(Garbled::NoDecision);
        Ok(Self::Reply(match (mv, propose) {
            (Some(mv), _) => Reply::Move { decision: number()?, mv, message: message.0 },
            (None, Some(propose)) => Reply::Propose { decision: number()?, propose },
            (None, None) => return Err(Garbled::NoMove),
        }))
    }
}

/// Appends a message as a line.
///
/// # Errors
/// If a generic part of the message cannot be written as JSON.
pub fn write(message: &impl Serialize, line: &mut Vec<u8>) -> Result<(), serde_json::Error> {
    serde_json::to_writer(&mut *line, message)?;
    line.push(b'\n');
    Ok(())
}

/// The keys that a program's line may have.
#[derive(Deserialize)]
struct AnswerKeys {
    #[serde(default)]
    r#type: Option<String>,
    #[serde(default)]
    decision: Option<u64>,
    #[serde(default, rename = "move")]
    mv: Option<String>,
    #[serde(default)]
    propose: Option<String>,
    #[serde(default)]
    message: Text,
}

/// Text that may be invalid UTF-8, or missing.
#[derive(Default)]
struct Text(String);

impl<'d> Deserialize<'d> for Text {
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
        struct Lossy;
        impl<'d> Visitor<'d> for Lossy {
            type Value = Text;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or null")
            }
            fn visit_none<E>(self) -> Result<Text, E> {
                Ok(Text::default())
            }
            fn visit_some<D: Deserializer<'d>>(self, from: D) -> Result<Text, D::Error> {
                from.deserialize_bytes(self)
            }
            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Text, E> {
                Ok(Text(String::from_utf8_lossy(bytes).into_owned()))
            }
        }
        from.deserialize_option(Lossy)
    }
}

/// No view, without requiring `V: Default`.
fn none<V>() -> Option<V> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use stoker_engine::course::{Course, Event, Params, View};
    use stoker_engine::{Chance, Game, Viewer};

    type Line = ToProgram<Params, View, Event>;

    pub(super) fn text(message: &impl Serialize) -> String {
        let mut line = vec![];
        write(message, &mut line).unwrap();
        String::from_utf8(line).unwrap()
    }

    fn start() -> Start<Params, View> {
        let game = Course::default();
        let state = Game::start(&game, Chance::seeded(Seed(1)));
        Start {
            ruleset: Course::NAME.to_owned(),
            params: game.params().clone(),
            map: Some(game.map().plain()),
            data: None,
            sides: SideInfo::list(game.sides()),
            side: "hunters".to_owned(),
            seats: vec![0, 1, 2, 3],
            seed: Seed(255),
            limits: DecisionLimits { wall_ms: 6_000, cpu_ms: 1_500 },
            view: Some(game.view(&state, Viewer(0))),
        }
    }

    #[test]
    fn every_message_to_a_program_is_read_back() {
        let hello = Hello { protocol: 1, stoker: "0.1.0".to_owned(), ruleset: "course".to_owned() };
        assert_eq!(Line::read(text(&hello).as_bytes()).unwrap(), Line::Hello(hello));
        let start = start();
        assert_eq!(
            Line::read(text(&start).as_bytes()).unwrap(),
            Line::Start(Box::new(start.clone()))
        );
        let plays = Start { view: None::<View>, ..start };
        assert!(!text(&plays).contains("\"view\""));
        assert_eq!(Line::read(text(&plays).as_bytes()).unwrap(), Line::Start(Box::new(plays)));
        let ended = Ended::<Event> {
            events: vec![],
            scores: BTreeMap::from([("score".to_owned(), -3)]),
            winners: vec!["dracula".to_owned()],
            reason: "score".to_owned(),
        };
        assert_eq!(Line::read(text(&ended).as_bytes()).unwrap(), Line::Ended(ended));
    }

    #[test]
    fn the_wire_says_what_the_documentation_says() {
        let hello = Hello { protocol: 1, stoker: "0.1.0".to_owned(), ruleset: "course".to_owned() };
        assert_eq!(
            text(&hello),
            "{\"type\":\"hello\",\"protocol\":1,\"stoker\":\"0.1.0\",\"ruleset\":\"course\"}\n"
        );
        let decide: Decide<Event> =
            Decide { decision: 1, seat: 0, events: vec![], legal: vec!["AL".to_owned()] };
        assert_eq!(
            text(&decide),
            "{\"type\":\"decide\",\"decision\":1,\"seat\":0,\"events\":[],\"legal\":[\"AL\"]}\n"
        );
        let start = text(&start());
        assert!(start.starts_with("{\"type\":\"start\",\"ruleset\":\"course\",\"params\":{"));
        assert!(start.contains(
            "\"sides\":[{\"name\":\"hunters\",\"seats\":[\"Lord Godalming\",\"Dr Seward\",\
             \"Van Helsing\",\"Mina Harker\"],\"first_seat\":0},{\"name\":\"dracula\",\"seats\":\
             [\"Dracula\"],\"first_seat\":4}],\"side\":\"hunters\",\"seats\":[0,1,2,3],\"seed\":\
             \"00000000000000ff\",\"limits\":{\"wall_ms\":6000,\"cpu_ms\":1500},\"view\":{"
        ));
        let reply = Reply::Move { decision: 2, mv: "AT".to_owned(), message: String::new() };
        assert_eq!(text(&reply), "{\"decision\":2,\"move\":\"AT\"}\n");
    }

    #[test]
    fn unknown_keys_and_types_are_passed_over() {
        let line = br#"{"new":[1],"type":"decide","decision":3,"seat":1,"events":[],"legal":[]}"#;
        let decide = Decide { decision: 3, seat: 1, events: vec![], legal: vec![] };
        assert_eq!(Line::read(line).unwrap(), Line::Decide(decide));
        assert_eq!(Line::read(br#"{"type":"weather"}"#).unwrap(), Line::Unknown);
        assert!(Line::read(br#"{"decision":1}"#).is_err());
    }

    pub(super) fn reply(line: &[u8]) -> Reply {
        match FromProgram::read(line) {
            Ok(FromProgram::Reply(reply)) => reply,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn replies_are_read_with_whatever_stands_in_their_messages() {
        let moved = |message: &str| Reply::Move {
            decision: 7,
            mv: "PA".to_owned(),
            message: message.to_owned(),
        };
        assert_eq!(reply(br#"{"decision":7,"move":"PA"}"#), moved(""));
        assert_eq!(reply(br#"{"decision":7,"move":"PA","message":null}"#), moved(""));
        assert_eq!(reply(br#"{"message":"\u00e9\n","move":"PA","decision":7}"#), moved("é\n"));
        let latin = b"{\"decision\":7,\"move\":\"PA\",\"message\":\"caf\xe9\"}";
        assert_eq!(reply(latin), moved("caf\u{fffd}"));
        let Reply::Move { message, .. } =
            reply(br#"{"decision":7,"move":"PA","message":"a\ud83db"}"#)
        else {
            panic!("a move");
        };
        assert!(message.starts_with('a') && message.ends_with('b'), "{message}");
    }

    #[test]
    fn what_is_no_reply_says_why() {
        let error = |line: &[u8]| FromProgram::read(line).unwrap_err().to_string();
        assert!(error(b"Segmentation fault").starts_with("the line is not a JSON object"));
        assert!(error(br#"{"decision":7,"move":5}"#).contains("invalid type"));
        assert!(error(br#"{"decision":7,"move":"PA"} {}"#).contains("trailing characters"));
        assert_eq!(error(br#"{"decision":7}"#), "the object has neither `move` nor `propose`");
        assert!(error(br#"{"move":"PA"}"#).contains("no `decision`"));
        let deep = [b"{\"a\":".repeat(100_000), b"1".to_vec(), b"}".repeat(100_000)].concat();
        assert!(error(&deep).contains("neither"));
    }

    #[test]
    fn a_program_greets_with_the_form_it_wants() {
        let form = |line: &[u8]| match FromProgram::read(line) {
            Ok(FromProgram::Hello(greeting)) => greeting.form,
            other => panic!("{other:?}"),
        };
        assert_eq!(form(br#"{"type":"hello","protocol":1}"#), WireForm::View);
        assert_eq!(form(br#"{"type":"hello","protocol":1,"form":"plays"}"#), WireForm::Plays);
    }
}
