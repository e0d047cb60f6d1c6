//! The page on which a person plays.

const SCRIPT: &str = include_str!("../../report/assets/play.js");
const STYLE: &str = include_str!("../../report/assets/play.css");
/// The page's policy: only the script and the style above may run, and only the server that sent
/// the page may be asked.
const POLICY: &str = include_str!("../../report/assets/play.csp");
const TEMPLATE: &str = include_str!("../../report/assets/play.html");

/// The page. It holds nothing about a match: the page's script asks for that.
#[must_use]
pub fn play_page() -> String {
    TEMPLATE.replace("{{style}}", STYLE).replace("{{script}}", SCRIPT)
}

/// The value of the header `Content-Security-Policy` for the page.
#[must_use]
pub fn policy() -> &'static str {
    POLICY.trim_end()
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use sha2::{Digest as _, Sha256};

    use super::*;

    #[test]
    fn the_policy_allows_the_script_and_the_style_of_the_page() {
        let page = play_page();
        for (begin, end) in [("<style>", "</style>"), ("<script>", "</script>")] {
            let (_, rest) = page.split_once(begin).unwrap();
            let (text, _) = rest.split_once(end).unwrap();
            let hash = STANDARD.encode(Sha256::digest(text));
            assert!(policy().contains(&format!("'sha256-{hash}'")), "{begin}");
        }
    }
}
