//! Parsing of past plays: first the syntax, then the rules.

use super::Course;
use super::moves::{DraculaMove, Hunter, Move, Sighting, Steps};
use super::notation::{CodeBytes, PLAY_LEN};
use super::play::{DraculaPlay, Encounter, HunterPlay, Met, Play};
use super::state::State;
use crate::chance::Chance;
use crate::game::Choice;
use crate::map::Place;
use crate::message::Message;

/// Error in a past-plays string, with its position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("byte {at}: {problem}")]
pub struct NotationError {
    /// The position in the text, in bytes from 0.
    pub at: usize,
    /// The problem there.
    pub problem: NotationProblem,
}

/// Problem with a past-plays string.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotationProblem {
    /// The play does not have seven characters.
    #[error("a play has seven characters, this one has {0}")]
    Length(usize),
    /// The play belongs to another seat than the one to move.
    #[error("`{found}` begins a play, but it is the turn of `{expected}`")]
    Seat {
        /// The letter of the seat to move.
        expected: char,
        /// The character found.
        found: char,
    },
    /// The two characters name no move of this seat.
    #[error("`{0}` is neither a place of the map nor another move of this seat")]
    Code(String),
    /// The characters after the code have no meaning.
    #[error("`{0}` is not a notation of the encounters of a play")]
    Letters(String),
    /// The rules do not allow the move there.
    #[error("`{0}` is not legal here")]
    Illegal(String),
    /// The encounters of the play differ from those that the rules give.
    #[error("this play should read `{0}`")]
    Encounters(String),
    /// The encounters contradict the plays before.
    #[error("{0}")]
    Impossible(&'static str),
    /// The play comes after the end of the game.
    #[error("the game is already over")]
    Over,
}

/// A play as written: syntax checked, rules not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RawPlay {
    /// Start of the play, in bytes.
    pub(super) at: usize,
    pub(super) play: Play<Sighting>,
}

impl RawPlay {
    pub(super) fn error(self, problem: NotationProblem) -> NotationError {
        NotationError { at: self.at, problem }
    }
}

/// Splits a past-plays string into plays: seats in turn, known codes, well-formed encounters.
///
/// Plays are separated by one space or line end; white space at either end is allowed.
pub(super) fn plays<'a>(rules: &'a Course, text: &'a str) -> ParsedPlays<'a> {
    let trimmed = text.trim_ascii_start();
    let at = text.len() - trimmed.len();
    let rest = Some(trimmed.trim_ascii_end().as_bytes()).filter(|rest| !rest.is_empty());
    ParsedPlays { rules, rest, at, seat: 0 }
}

/// The plays of a past-plays string.
pub(super) struct ParsedPlays<'a> {
    rules: &'a Course,
    /// The rest of the text; `None` after the last play.
    rest: Option<&'a [u8]>,
    /// Start of the rest, in bytes.
    at: usize,
    seat: usize,
}

impl Iterator for ParsedPlays<'_> {
    type Item = Result<RawPlay, NotationError>;

    // The return value is large. Reading it back from memory would take longer than reading a play.
    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let (rest, at, seat) = (self.rest?, self.at, self.seat);
        let whole = rest.first_chunk().filter(|_| rest.get(PLAY_LEN).is_none_or(ends));
        // A play that can be read has no separator in it.
        let Some(play) = whole.and_then(|play| one(self.rules, seat, play)) else {
            let word = rest.split(ends).next().unwrap_or(rest);
            let (offset, problem) = problem(self.rules, seat, word);
            self.rest = None;
            return Some(Err(NotationError { at: at + offset, problem }));
        };
        self.rest = rest.get(PLAY_LEN + 1..);
        self.at += PLAY_LEN + 1;
        self.seat = (seat + 1) % 5;
        Some(Ok(RawPlay { at, play }))
    }
}

fn ends(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\n')
}

/// Reads a play of the seat; `None` if the text is not one.
#[inline(always)]
fn one(rules: &Course, seat: usize, text: &[u8; PLAY_LEN]) -> Option<Play<Sighting>> {
    let &[letter, a, b, ref letters @ ..] = text;
    let Some(&hunter) = Hunter::ALL.get(seat) else {
        let mv = sighting(rules, [a, b])?;
        let (placed, left) = dracula_letters(*letters)?;
        return (letter == b'D').then_some(Play::Dracula(DraculaPlay { mv, placed, left }));
    };
    let (to, met) = (rules.map.find([a, b])?, met(*letters)?);
    (letter == hunter.letter()).then_some(Play::Hunter(HunterPlay { hunter, to, met }))
}

/// The problem with a word that is not a play of the seat, and its offset in the word.
#[cold]
fn problem(rules: &Course, seat: usize, word: &[u8]) -> (usize, NotationProblem) {
    let &[letter, a, b, ref letters @ ..] = word else { return (0, length(word)) };
    if word.len() != PLAY_LEN {
        return (0, length(word));
    }
    let hunter = Hunter::ALL.get(seat);
    let expected = hunter.map_or(b'D', |hunter| hunter.letter());
    if letter != expected {
        let (expected, found) = (char::from(expected), char::from(letter));
        return (0, NotationProblem::Seat { expected, found });
    }
    let known = match hunter {
        Some(_) => rules.map.find([a, b]).is_some(),
        None => sighting(rules, [a, b]).is_some(),
    };
    if known {
        (3, NotationProblem::Letters(lossy(letters)))
    } else {
        (1, NotationProblem::Code(lossy(&[a, b])))
    }
}

fn length(word: &[u8]) -> NotationProblem {
    NotationProblem::Length(lossy(word).chars().count())
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Reads a hunter's encounters: traps, vampires, Dracula, then dots (H7).
#[inline]
fn met(letters: [u8; 4]) -> Option<Met> {
    // This is nearly always the case.
    if letters == *b"...." {
        return Some(Met::default());
    }
    let mut met = Met::default();
    let mut rest = letters.iter().peekable();
    while rest.next_if_eq(&&b'T').is_some() {
        met.traps += 1;
    }
    while rest.next_if_eq(&&b'V').is_some() {
        met.vampires += 1;
    }
    met.dracula = rest.next_if_eq(&&b'D').is_some();
    rest.all(|&letter| letter == b'.').then_some(met)
}

/// Reads Dracula's encounters: the one placed, the one that left the trail, then a dot (E6).
#[inline]
fn dracula_letters(letters: [u8; 4]) -> Option<(Option<Encounter>, Option<Encounter>)> {
    let [trap, vampire, left, dot] = letters;
    let placed = match [trap, vampire] {
        [b'.', b'.'] => None,
        [b'T', b'.'] => Some(Encounter::Trap),
        [b'.', b'V'] => Some(Encounter::Vampire),
        _ => return None,
    };
    let left = match [left, dot] {
        [b'.', b'.'] => None,
        [b'M', b'.'] => Some(Encounter::Trap),
        [b'V', b'.'] => Some(Encounter::Vampire),
        _ => return None,
    };
    Some((placed, left))
}

fn sighting(rules: &Course, code: CodeBytes) -> Option<Sighting> {
    match &code {
        b"C?" => Some(Sighting::SomeCity),
        b"S?" => Some(Sighting::SomeSea),
        b"HI" => Some(Sighting::Hide),
        b"TP" => Some(Sighting::Teleport),
        [b'D', digit @ b'1'..=b'9'] => Steps::new(digit - b'0').map(Sighting::DoubleBack),
        _ => rules.map.find(code).map(Sighting::At),
    }
}

impl Course {
    /// The place with this code.
    #[must_use]
    pub fn place(&self, code: &str) -> Option<Place> {
        self.map.find(code.as_bytes().try_into().ok()?)
    }

    /// The Dracula move with this two-character code.
    #[must_use]
    pub fn dracula_move(&self, code: &str) -> Option<DraculaMove> {
        as_move(sighting(self, code.as_bytes().try_into().ok()?)?)
    }
}

pub(super) fn as_move(sighting: Sighting) -> Option<DraculaMove> {
    match sighting {
        Sighting::At(place) => Some(DraculaMove::To(place)),
        Sighting::Hide => Some(DraculaMove::Hide),
        Sighting::DoubleBack(steps) => Some(DraculaMove::DoubleBack(steps)),
        Sighting::Teleport => Some(DraculaMove::Teleport),
        Sighting::SomeCity | Sighting::SomeSea => None,
    }
}

impl State {
    /// The game that Dracula's past plays describe, without messages. Its chance is an empty
    /// record.
    ///
    /// # Errors
    /// If the text is malformed, a move is illegal, or an encounter differs from what the rules
    /// give. The error names the byte.
    ///
    /// # Examples
    /// ```
    /// use stoker_engine::course::{Course, State};
    /// let rules = Course::default();
    /// let text = "GBE.... SBR.... HLO.... MCA.... DSJ.V.. GSJVD..";
    /// let state = State::parse(&rules, text).unwrap();
    /// assert_eq!(state.position().board().blood(), 30);
    /// assert_eq!(state.history().past_plays(&rules), text);
    /// assert!(State::parse(&rules, "GBE.... SXX....").unwrap_err().to_string().contains("byte 9"));
    /// ```
    pub fn parse(rules: &Course, text: &str) -> Result<Self, NotationError> {
        Self::parse_with(rules, text, std::iter::empty())
    }

    /// The same game with messages: one for each play, oldest first. Plays beyond the last message
    /// have none.
    ///
    /// # Errors
    /// The same as [`parse`](Self::parse).
    ///
    /// # Examples
    /// ```
    /// use stoker_engine::Message;
    /// use stoker_engine::course::{Course, State};
    /// let said = ["", "boo"].map(Message::new);
    /// let state = State::parse_with(&Course::default(), "GBE.... SBR.... HLO....", said).unwrap();
    /// assert_eq!(state.history().messages().said(), [(1, Message::new("boo"))]);
    /// ```
    pub fn parse_with(
        rules: &Course,
        text: &str,
        messages: impl IntoIterator<Item = Message>,
    ) -> Result<Self, NotationError> {
        let mut state = Self::start(rules, Chance::recorded(vec![]));
        let mut messages = messages.into_iter();
        for raw in plays(rules, text) {
            state.play_raw(rules, raw?, messages.next().unwrap_or_default())?;
        }
        Ok(state)
    }

    fn play_raw(
        &mut self,
        rules: &Course,
        raw: RawPlay,
        message: Message,
    ) -> Result<(), NotationError> {
        if self.position().board().is_over() {
            return Err(raw.error(NotationProblem::Over));
        }
        let code = |sighting| lossy(&rules.sighting_code(sighting));
        let (mv, written) = match raw.play {
            Play::Hunter(play) => (Move::Hunter(play.to), Sighting::At(play.to)),
            Play::Dracula(play) => {
                let mv = as_move(play.mv).ok_or_else(|| NotationError {
                    at: raw.at + 1,
                    problem: NotationProblem::Code(code(play.mv)),
                })?;
                (Move::Dracula(mv), play.mv)
            }
        };
        let turned = self.play(rules, Choice { mv, message }).map_err(|_| NotationError {
            at: raw.at + 1,
            problem: NotationProblem::Illegal(code(written)),
        })?;
        if turned.play.map(Sighting::of) == raw.play {
            return Ok(());
        }
        let expected = lossy(&rules.play_text(turned.play));
        Err(NotationError { at: raw.at + 3, problem: NotationProblem::Encounters(expected) })
    }
}
