//! The reply in the output of a program that runs for one turn.
//!
//! The reply is the first complete JSON object with a string `move`. Anything may precede it, even
//! braces, quotes or half an object. So an object is tried at every `{`, in order. Every attempt
//! also reads the objects within objects, with a stack of its own, and marks their beginnings so
//! that they are not tried again. Two attempts that get past the same byte differ in whether it is
//! inside a string, so there are at most two. The work therefore grows with the length of the
//! output, not with its square.

use serde::Deserialize;

use crate::verdict::Nothing;

/// The object that a program prints instead of a reply.
#[derive(Deserialize)]
struct NoReply {
    /// The move, which is always `null`.
    #[serde(rename = "move")]
    _mv: (),
    reason: Nothing,
}

/// The reason why there is no move, if the output says nothing else.
pub(crate) fn nothing(output: &[u8]) -> Option<Nothing> {
    /// Anything longer is something else.
    const MOST: usize = 100;
    let short = (output.len() <= MOST).then_some(output)?;
    serde_json::from_slice::<NoReply>(short).ok().map(|no| no.reason)
}

/// A move and a message, as the program wrote them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RawReply {
    pub(crate) mv: String,
    /// The message; empty if there is none.
    pub(crate) message: String,
}

/// The first complete JSON object with a string `move`.
pub(crate) fn find(output: &[u8]) -> Option<RawReply> {
    let output = &output[..output.len().min(NONE as usize - 1)];
    let mut tried = TriedBraces::new(output.len());
    let mut best: Option<ReplyObject> = None;
    let mut from = 0;
    while let Some(start) = next_brace(output, from) {
        from = start + 1;
        if best.is_some_and(|best| best.start as usize <= start) {
            break;
        }
        if !tried.contains(start) {
            let found = Attempt::new(output, start, &mut tried).read_all();
            best = [best, found].into_iter().flatten().min_by_key(|found| found.start);
        }
    }
    best.map(|found| RawReply {
        mv: text(output, found.mv),
        message: if found.message == NONE { String::new() } else { text(output, found.message) },
    })
}

/// No position; the output is shorter.
const NONE: u32 = u32::MAX;

/// A complete object with a string `move`: the positions of it and of its texts.
#[derive(Debug, Clone, Copy)]
struct ReplyObject {
    start: u32,
    mv: u32,
    message: u32,
}

/// An open object, with the positions of its texts; or an array, if it has no start.
type Frame = ReplyObject;

/// A bit for each brace that was read as the beginning of an object.
struct TriedBraces(Vec<u64>);

impl TriedBraces {
    fn new(len: usize) -> Self {
        Self(vec![0; len / 64 + 1])
    }

    fn insert(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    fn contains(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }
}

/// Reads one object, and those within it.
struct Attempt<'a> {
    output: &'a [u8],
    at: usize,
    tried: &'a mut TriedBraces,
    open: Vec<Frame>,
    best: Option<ReplyObject>,
}

/// The element after a value or an opening bracket.
enum NextElement {
    Value,
    Done,
}

impl<'a> Attempt<'a> {
    fn new(output: &'a [u8], start: usize, tried: &'a mut TriedBraces) -> Self {
        Self { output, at: start, tried, open: vec![], best: None }
    }

    /// Reads until the end or an error. Returns the complete object with a move that begins first.
    fn read_all(mut self) -> Option<ReplyObject> {
        while let Some(NextElement::Value) = self.value() {}
        self.best
    }

    /// Reads a value, or the beginning of a nested one, and everything that ends after it. `None`
    /// on an error.
    fn value(&mut self) -> Option<NextElement> {
        self.space();
        match self.peek()? {
            b'{' => {
                self.tried.insert(self.at);
                let start = position(self.at);
                self.open.push(Frame { start, mv: NONE, message: NONE });
                self.at += 1;
                if !self.ends(b'}') {
                    return self.key();
                }
            }
            b'[' => {
                self.open.push(Frame { start: NONE, mv: NONE, message: NONE });
                self.at += 1;
                if !self.ends(b']') {
                    return Some(NextElement::Value);
                }
            }
            b'"' => self.string()?,
            _ => self.word()?,
        }
        self.after()
    }

    /// Continues after a value: closes what ends here, up to the next value.
    fn after(&mut self) -> Option<NextElement> {
        while let Some(frame) = self.open.last().copied() {
            let object = frame.start != NONE;
            self.space();
            let byte = self.peek()?;
            self.at += 1;
            match byte {
                b',' if object => return self.key(),
                b',' => return Some(NextElement::Value),
                b'}' if object => {}
                b']' if !object => {}
                _ => return None,
            }
            self.close(frame);
        }
        Some(NextElement::Done)
    }

    fn close(&mut self, frame: Frame) {
        self.open.pop();
        if frame.start != NONE && frame.mv != NONE {
            let first = self.best.is_none_or(|best| frame.start < best.start);
            self.best = if first { Some(frame) } else { self.best };
        }
    }

    /// Reads a key with its colon, and records the position of its value if the key is wanted.
    fn key(&mut self) -> Option<NextElement> {
        self.space();
        let start = self.at;
        if self.peek()? != b'"' {
            return None;
        }
        self.string()?;
        let key = &self.output[start..self.at];
        self.space();
        if self.peek()? != b':' {
            return None;
        }
        self.at += 1;
        self.space();
        let value = if self.peek()? == b'"' { position(self.at) } else { NONE };
        let frame = self.open.last_mut().expect("a key stands in an object");
        match name(key) {
            ReplyField::Move => frame.mv = value,
            ReplyField::Message => frame.message = value,
            ReplyField::Other => {}
        }
        Some(NextElement::Value)
    }

    /// Skips a string. Line ends and other control characters in it are accepted, because programs
    /// that print a message unescaped should be understood.
    fn string(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            match self.peek()? {
                b'"' => {
                    self.at += 1;
                    return Some(());
                }
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
    }

    /// Skips a number, `true`, `false` or `null`.
    fn word(&mut self) -> Option<()> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
        {
            self.at += 1;
        }
        let word = &self.output[start..self.at];
        serde_json::from_slice::<serde::de::IgnoredAny>(word).ok().map(|_| ())
    }

    /// Skips a closing bracket, if there is one here.
    fn ends(&mut self, bracket: u8) -> bool {
        self.space();
        let ends = self.peek() == Some(bracket);
        if ends {
            self.at += 1;
            let frame = self.open.pop();
            debug_assert!(frame.is_some_and(|frame| frame.mv == NONE), "it was empty");
        }
        ends
    }

    fn space(&mut self) {
        while self.peek().is_some_and(|byte| b" \t\r\n".contains(&byte)) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.output.get(self.at).copied()
    }
}

enum ReplyField {
    Move,
    Message,
    Other,
}

/// The key that a quoted string denotes.
fn name(key: &[u8]) -> ReplyField {
    // No wanted key is longer, even if each of its letters is escaped.
    let escaped = key.contains(&b'\\') && key.len() <= 2 + 6 * "message".len();
    let unescaped = if escaped { text(key, 0) } else { String::new() };
    match key {
        b"\"move\"" => ReplyField::Move,
        b"\"message\"" => ReplyField::Message,
        _ if unescaped == "move" => ReplyField::Move,
        _ if unescaped == "message" => ReplyField::Message,
        _ => ReplyField::Other,
    }
}

/// The text of the string that begins here, with escapes resolved and invalid UTF-8 replaced. The
/// string must have an end.
fn text(output: &[u8], start: u32) -> String {
    let mut bytes = vec![];
    let mut rest = output[start as usize + 1..].iter().copied();
    while let Some(byte) = rest.next().filter(|&byte| byte != b'"') {
        if byte == b'\\' {
            unescape(&mut rest, &mut bytes);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Resolves the escape after a backslash. An unknown escape denotes its own character.
fn unescape(rest: &mut (impl Iterator<Item = u8> + Clone), bytes: &mut Vec<u8>) {
    match rest.next() {
        Some(b'n') => bytes.push(b'\n'),
        Some(b't') => bytes.push(b'\t'),
        Some(b'r') => bytes.push(b'\r'),
        Some(b'b') => bytes.push(8),
        Some(b'f') => bytes.push(12),
        Some(b'u') => {
            let mut units = vec![unit(rest)];
            let mut ahead = rest.clone();
            // The second half of a character beyond the first 65,536.
            if units[0].is_some_and(|unit| (0xd800..0xdc00).contains(&unit))
                && (ahead.next(), ahead.next()) == (Some(b'\\'), Some(b'u'))
                && let Some(low @ 0xdc00..0xe000) = unit(&mut ahead)
            {
                units.push(Some(low));
                *rest = ahead;
            }
            let units = units.into_iter().map(|unit| unit.unwrap_or(0xfffd));
            for character in char::decode_utf16(units) {
                let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
                bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
        Some(other) => bytes.push(other),
        None => {}
    }
}

/// Reads four hexadecimal digits; consumes only digits.
fn unit(rest: &mut (impl Iterator<Item = u8> + Clone)) -> Option<u16> {
    let mut unit = 0;
    for _ in 0..4 {
        let digit = char::from(rest.clone().next()?).to_digit(16)?;
        rest.next();
        unit = unit << 4 | u16::try_from(digit).ok()?;
    }
    Some(unit)
}

fn next_brace(output: &[u8], from: usize) -> Option<usize> {
    output[from..].iter().position(|&byte| byte == b'{').map(|at| from + at)
}

fn position(at: usize) -> u32 {
    u32::try_from(at).expect("the output was cut to what can be counted")
}

#[cfg(test)]
mod tests;
