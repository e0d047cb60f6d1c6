//! Reading of past plays: by the rules, as they are told, or leniently.

use std::env;

use stoker_engine::course::HuntersView;

use crate::exchange::tell;
use crate::lenient::well_formed;
use crate::rules::rules;

/// Environment variable that turns on the lenient reading.
const LENIENT: &str = "STOKER_LENIENT";

/// The treatment of malformed past plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// They are refused.
    Strict,
    /// They are read as far as they make sense.
    Lenient,
}

impl Reading {
    /// The reading that the environment asks for.
    pub(crate) fn asked() -> Self {
        let asked = env::var_os(LENIENT).is_some_and(|value| !value.is_empty() && value != "0");
        if asked { Self::Lenient } else { Self::Strict }
    }
}

/// The view that these past plays describe.
///
/// Plays that break the rules are accepted as they are, and so are repaired plays; a line on
/// standard error says so.
///
/// # Errors
/// A message, if the plays cannot be read.
pub(crate) fn read(
    past_plays: &[u8],
    reading: impl Fn() -> Reading,
) -> Result<HuntersView, String> {
    // Only plays of real games come in a match. The other readings may be slow.
    let text = std::str::from_utf8(past_plays).ok();
    if let Some(told) = text.and_then(|text| HuntersView::parse(rules(), text).ok()) {
        return Ok(told);
    }
    let text = String::from_utf8_lossy(past_plays);
    let words: Vec<_> = text.split_ascii_whitespace().collect();
    as_told(&words.join(" ")).or_else(|problem| match reading() {
        Reading::Strict => Err(format!("{problem}; to read them leniently, set {LENIENT}=1")),
        Reading::Lenient => {
            tell(&format!(
                "past plays that are not well-formed: {problem}; reading them leniently"
            ));
            as_told(&well_formed(&words))
        }
    })
}

/// Reads plays even if the rules forbid them.
fn as_told(text: &str) -> Result<HuntersView, String> {
    HuntersView::parse(rules(), text).or_else(|refused| {
        let told = HuntersView::parse_as_told(rules(), text).map_err(|error| error.to_string())?;
        tell(&format!("past plays that break the rules: {refused}; going on"));
        Ok(told)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plays of a lenient reading, written again.
    fn mended(text: &str) -> String {
        let told = read(text.as_bytes(), || Reading::Lenient).unwrap();
        told.past_plays(rules())
    }

    #[test]
    fn what_is_well_formed_is_read_as_it_is() {
        let text = "GBE.... SBR.... HLO.... MCA.... DC?.V.. GSJVD..";
        assert_eq!(mended(text), text);
        assert_eq!(mended("  GBE....\n\nSBR....\r\n\tHLO...."), "GBE.... SBR.... HLO....");
    }

    #[test]
    fn plays_that_are_glued_are_cut_apart() {
        assert_eq!(
            mended("GBE....SBR.... HLO....MCA....DC?.V.."),
            "GBE.... SBR.... HLO.... MCA.... DC?.V.."
        );
        assert_eq!(mended("GBE...SBR....."), "GBE.... SBR....", "of six and of eight characters");
    }

    #[test]
    fn plays_of_another_length_lose_or_gain_dots() {
        assert_eq!(
            mended("GBE... SBR..... HLO MCA.... DCDT.. GSJTTTVD"),
            "GBE.... SBR.... HLO.... MCA.... DCDT... GSJTTTV"
        );
    }

    #[test]
    fn a_hunter_with_an_unknown_code_stays_and_dracula_hides_in_some_city() {
        assert_eq!(
            mended(
                "GXX.... SBR.... H?!.... MCA.... DXX.... GBE.... SXX.... HLO.... MMA.... DD9...."
            ),
            "GJM.... SBR.... HJM.... MCA.... DC?.... GBE.... SBR.... HLO.... MMA.... DC?...."
        );
    }

    #[test]
    fn what_is_no_letter_of_a_play_is_left_out() {
        assert_eq!(
            mended("GBE.T.. SBRx... HLO.... MCA.... DC?VT.."),
            "GBET... SBR.... HLO.... MCA.... DC?.V.."
        );
    }

    #[test]
    fn whose_play_it_is_follows_from_the_order() {
        assert_eq!(mended("SBE.... GBR...."), "GBE.... SBR....");
        assert_eq!(mended("G SB"), "", "less than a letter and a code is no play");
    }

    #[test]
    fn nothing_is_mended_unasked() {
        for text in ["GBE...", "GXX....", "GBE....SBR...."] {
            let refused = read(text.as_bytes(), || Reading::Strict).unwrap_err();
            assert!(
                refused.starts_with("byte ") && refused.contains("STOKER_LENIENT=1"),
                "{refused}"
            );
        }
    }
}
