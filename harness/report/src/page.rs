//! Pages: templates filled with data.

use std::io::{self, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;

use crate::document::{Document, PackedReplay, ReplayedMatch};

/// The beginning of every page.
pub const PAGE_START: &[u8; 15] = b"<!doctype html>";

const TEMPLATE: &str = include_str!("../assets/replay.html");
const STYLE: &str = include_str!("../assets/replay.css");
const SCRIPT: &str = include_str!("../assets/replay.js");
/// The page's policy: only the script and the style above may run, and nothing may be fetched.
const POLICY: &str = include_str!("../assets/replay.csp");

/// The page on which a person plays, whose script asks the server for everything about the match.
const PLAY_TEMPLATE: &str = include_str!("../assets/play.html");
const PLAY_STYLE: &str = include_str!("../assets/play.css");
const PLAY_SCRIPT: &str = include_str!("../assets/play.js");
/// Its policy: as above, but the server that sent the page may be asked.
const PLAY_POLICY: &str = include_str!("../assets/play.csp");

/// The page of a run that goes on, whose script asks the server for everything about it.
const LIVE_TEMPLATE: &str = include_str!("../assets/live.html");
const LIVE_STYLE: &str = include_str!("../assets/live.css");
const LIVE_SCRIPT: &str = include_str!("../assets/live.js");
const LIVE_POLICY: &str = include_str!("../assets/live.csp");

/// The reasons why a page cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// The data has no JSON form.
    #[error("the data of the page cannot be written: {0}")]
    Data(#[from] serde_json::Error),
    /// The data could not be compressed.
    #[error("the data of the page cannot be written: {0}")]
    Compression(#[from] io::Error),
}

/// A page that shows replays.
///
/// # Errors
/// If the document has no JSON form, or cannot be compressed.
pub fn replay_page(document: &Document) -> Result<String, PageError> {
    let fields = [
        ("title", escaped(&document.title)),
        ("csp", escaped(POLICY.trim_end())),
        ("style", STYLE.to_owned()),
        ("script", SCRIPT.to_owned()),
        ("data", document.packed()?),
    ];
    Ok(filled(TEMPLATE, &fields))
}

/// The page on which a person plays. It holds nothing about a match: its script asks for that.
#[must_use]
pub fn play_page() -> String {
    let fields = [("style", PLAY_STYLE.to_owned()), ("script", PLAY_SCRIPT.to_owned())];
    filled(PLAY_TEMPLATE, &fields)
}

/// The value of the header `Content-Security-Policy` for the page on which a person plays.
#[must_use]
pub fn play_policy() -> &'static str {
    PLAY_POLICY.trim_end()
}

/// The page of a run that goes on. It holds nothing about the run: its script asks for that.
#[must_use]
pub fn live_page() -> String {
    let fields = [("style", LIVE_STYLE.to_owned()), ("script", LIVE_SCRIPT.to_owned())];
    filled(LIVE_TEMPLATE, &fields)
}

/// The value of the header `Content-Security-Policy` for the page of a run that goes on.
#[must_use]
pub fn live_policy() -> &'static str {
    LIVE_POLICY.trim_end()
}

impl PackedReplay {
    /// Packs a replay.
    ///
    /// # Errors
    /// If the replay has no JSON form, or cannot be compressed.
    pub fn of(replay: &ReplayedMatch) -> Result<Self, PageError> {
        let packed = packed(&serde_json::to_vec(replay)?)?;
        Ok(Self { number: replay.number, heading: replay.heading.clone(), packed })
    }

    /// The bytes that it takes in a page, to within a few percent.
    #[must_use]
    pub fn size(&self) -> usize {
        // The document is packed again, but base64 that is compressed and encoded again keeps its
        // size.
        self.packed.len() + self.heading.len()
    }
}

impl Document {
    /// The packed document, for an element of the page that the page's script reads.
    ///
    /// # Errors
    /// If the document has no JSON form, or cannot be compressed.
    pub fn packed(&self) -> Result<String, PageError> {
        Ok(packed(&serde_json::to_vec(self)?)?)
    }
}

/// Data compressed and encoded in base64, so that it cannot end the element that holds it.
fn packed(data: &[u8]) -> io::Result<String> {
    let mut encoder = DeflateEncoder::new(vec![], Compression::best());
    encoder.write_all(data)?;
    Ok(STANDARD.encode(encoder.finish()?))
}

/// A text with the special characters of HTML escaped.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The template with each `{{name}}` replaced; inserted values are not searched again.
fn filled(template: &str, fields: &[(&str, String)]) -> String {
    let mut parts = template.split("{{");
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let field = part.split_once("}}").and_then(|(name, rest)| {
            let (_, value) = fields.iter().find(|(field, _)| *field == name)?;
            Some((value, rest))
        });
        match field {
            Some((value, rest)) => {
                page += value;
                page += rest;
            }
            None => {
                page += "{{";
                page += part;
            }
        }
    }
    page
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use sha2::{Digest as _, Sha256};

    use super::*;
    use crate::shades::levels;

    #[test]
    fn data_cannot_leave_its_element_and_comes_back_whole() {
        let text = "</script><script>alert(1)</script>".repeat(9);
        let packed = packed(text.as_bytes()).unwrap();
        assert!(packed.bytes().all(|c| c.is_ascii_alphanumeric() || b"+/=".contains(&c)));
        let bytes = STANDARD.decode(packed).unwrap();
        let mut back = String::new();
        flate2::read::DeflateDecoder::new(&bytes[..]).read_to_string(&mut back).unwrap();
        assert_eq!(back, text);
    }

    #[test]
    fn fields_are_filled_once_and_what_they_hold_is_left_alone() {
        let fields = [("a", "{{b}}".to_owned()), ("b", "2".to_owned())];
        assert_eq!(filled("1 {{a}} {{b}} {{c}} {{", &fields), "1 {{b}} 2 {{c}} {{");
    }

    #[test]
    fn the_policies_allow_the_scripts_and_the_styles_of_their_pages() {
        let document = Document {
            format: 1,
            title: String::new(),
            program: String::new(),
            sceneries: vec![],
            levels: levels(),
            replays: vec![],
        };
        let replay = replay_page(&document).unwrap();
        let live = (live_page(), live_policy());
        for (page, policy) in [(play_page(), play_policy()), live, (replay, POLICY)] {
            for (begin, end) in [("<style>", "</style>"), ("<script>", "</script>")] {
                let (_, rest) = page.split_once(begin).unwrap();
                let (text, _) = rest.split_once(end).unwrap();
                let hash = STANDARD.encode(Sha256::digest(text));
                assert!(policy.contains(&format!("'sha256-{hash}'")), "{begin}");
            }
        }
    }

    #[test]
    fn titles_are_text() {
        let document = Document {
            format: 1,
            title: "<b>\"&".to_owned(),
            program: String::new(),
            sceneries: vec![],
            levels: levels(),
            replays: vec![],
        };
        let page = replay_page(&document).unwrap();
        assert!(page.as_bytes().starts_with(PAGE_START));
        assert!(page.contains("&lt;b&gt;&quot;&amp;"));
        assert!(!page.contains("<b>\"&"));
    }
}
