//! Names derived from other texts.

use crate::spec::is_name;

/// The longest name made this way, in characters and in bytes.
const LONGEST: usize = 48;

/// A name that is safe in files and as similar to the text as possible.
pub(super) fn slug(text: &str) -> String {
    let safe = |c: char| if c.is_alphanumeric() || matches!(c, '_' | '.') { c } else { '-' };
    let mut name = String::new();
    for c in text.chars().map(safe) {
        let repeats = c == '-' && name.ends_with('-');
        let begins = !name.is_empty() || c.is_alphanumeric() || c == '_';
        if begins && !repeats && name.chars().count() < LONGEST && name.len() < LONGEST {
            name.push(c);
        }
    }
    let name = name.trim_end_matches('-');
    if is_name(name) { name.to_owned() } else { "bot".to_owned() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_can_stay_stays() {
        assert_eq!(slug("team_7.b"), "team_7.b");
        assert_eq!(slug("Team  seven (late)/"), "Team-seven-late");
        assert_eq!(slug("-rf"), "rf");
        assert_eq!(slug("..."), "bot");
    }

    proptest! {
        #[test]
        fn every_text_gives_a_name(text in any::<String>()) {
            prop_assert!(is_name(&slug(&text)), "{}", slug(&text));
        }
    }
}
