//! Explains malformed replies.

use serde_json::{Map, Value};
use stoker_bots::nearest;
use stoker_bots::words::PLAYS_PROTOCOL;
use stoker_external::contract::{Excerpt, Exchange, Slip};
use stoker_external::spec::Protocol;

use super::Case;

/// The advice about a reply that could not be read; `None` if its text shows no cause.
pub(super) fn advice(case: &Case<'_>) -> Option<String> {
    let Exchange { protocol, received, slip, .. } = case.evidence.exchange.as_ref()?;
    if received.bytes == 0 {
        return None;
    }
    let text = text(received);
    let objects = objects(&text);
    let replies = || objects.iter().filter(|object| object.contains_key("move"));
    if let Some(mixed) = mixed_up(*protocol, &objects) {
        return Some(mixed);
    }
    if *slip == Some(Slip::OtherDecision) {
        return Some(WRONG_NUMBER.to_owned());
    }
    if let Some(reply) = replies().next_back() {
        let of_notation = || read_move(reply, case);
        return of_notation().or_else(|| unended(*protocol, &text).map(str::to_owned));
    }
    malformed(&text, &objects).map(str::to_owned)
}

const WRONG_NUMBER: &str = "reply once to each `decide`, with the number that it has in \
     `decision`: numbers count up from 1, and start again with the process";

/// Explains a reply in one protocol where the other is expected.
fn mixed_up(protocol: Protocol, objects: &[Map<String, Value>]) -> Option<String> {
    let greets = |object: &Map<String, Value>| object.get("type").is_some_and(|it| it == "hello");
    let unnumbered = |object: &Map<String, Value>| {
        object.contains_key("move") && !object.contains_key("decision")
    };
    match protocol {
        Protocol::Plays if objects.iter().any(greets) => Some(format!(
            "it speaks `lines`, but is run as `{PLAYS_PROTOCOL}`: give it as lines:COMMAND, or set \
             protocol = \"lines\" in bot.toml"
        )),
        Protocol::Lines if objects.iter().any(unnumbered) => Some(format!(
            "its reply has no `decision`: repeat the number of the question; a program written for \
             the {PLAYS_PROTOCOL} is given as {PLAYS_PROTOCOL}:COMMAND"
        )),
        Protocol::Plays | Protocol::Lines => None,
    }
}

/// Explains what is wrong with the move of a reply.
fn read_move(reply: &Map<String, Value>, case: &Case<'_>) -> Option<String> {
    let Some(mv) = reply.get("move").and_then(Value::as_str) else {
        return Some("`move` must be a string, in double quotes".to_owned());
    };
    let (legal, codes) = (&case.evidence.legal, &case.evidence.codes);
    let known = || legal.iter().chain(codes).map(String::as_str);
    let (trimmed, upper) = (mv.trim(), mv.trim().to_uppercase());
    let is_known = |text: &str| known().any(|code| code == text);
    if is_known(mv) {
        None
    } else if is_known(trimmed) {
        Some(format!("write `{trimmed}` without spaces around it"))
    } else if is_known(&upper) {
        Some(format!("codes are upper case: `{upper}`, not `{trimmed}`"))
    } else {
        let shown: String = mv.chars().take(20).collect();
        let near = nearest(&upper, known()).map(|near| format!(": did you mean `{near}`?"));
        Some(format!("`{shown}` is not a move{}", near.unwrap_or_else(|| some_of(legal))))
    }
}

fn some_of(legal: &[String]) -> String {
    if legal.is_empty() {
        return String::new();
    }
    format!("; legal were, among others: {}", legal[..legal.len().min(10)].join(" "))
}

/// Explains a reply that is complete except for the end of its line.
fn unended(protocol: Protocol, text: &str) -> Option<&'static str> {
    (protocol == Protocol::Lines && !text.ends_with('\n'))
        .then_some("end every line with \\n, and flush it")
}

/// Explains text that is not a reply.
fn malformed(text: &str, objects: &[Map<String, Value>]) -> Option<&'static str> {
    let almost = |key: &String| key != "move" && key.eq_ignore_ascii_case("move");
    if objects.iter().any(|object| object.keys().any(almost)) {
        Some("the key is `move`, in lower case")
    } else if !objects.is_empty() {
        Some("the object has no key `move`")
    } else if text.contains("{'") || text.contains("{ '") {
        Some("JSON has double quotes: in Python, print json.dumps(reply), not the dict itself")
    } else if text.contains('{') {
        Some(
            "the JSON object is not complete, or not well formed: let a library write it, and \
              flush it before the program ends",
        )
    } else {
        None
    }
}

/// The available parts of a text.
fn text(excerpt: &Excerpt) -> String {
    let mut text = String::from_utf8_lossy(&excerpt.head).into_owned();
    if excerpt.missing() > 0 {
        text.push('\n');
    }
    text + &String::from_utf8_lossy(&excerpt.tail)
}

/// All complete JSON objects in a short text, except those inside another.
fn objects(text: &str) -> Vec<Map<String, Value>> {
    let mut objects = vec![];
    let mut from = 0;
    while let Some(at) = text[from..].find('{').map(|at| from + at) {
        let mut values = serde_json::Deserializer::from_str(&text[at..]).into_iter::<Value>();
        from = at + 1;
        if let Some(Ok(Value::Object(object))) = values.next() {
            from = at + values.byte_offset();
            objects.push(object);
        }
    }
    objects
}
