//! The identity of the data file that a game was played with.

use stoker_engine::Game;
use stoker_engine::data::DataFile;

/// 32 hexadecimal digits of the BLAKE3 hash of [`DataFile::canonical`], which is all that the rules
/// read of the file.
#[must_use]
pub fn hash_of(data: &DataFile) -> String {
    blake3::hash(data.canonical().as_bytes()).to_hex()[..32].to_owned()
}

/// The hash of the data in force, if the ruleset uses data.
pub fn data_hash<G: Game>(game: &G) -> Option<String> {
    game.data_file().map(|data| hash_of(data))
}

/// The name of the data file in force, unless it is the one that comes with the ruleset.
pub fn named_data<G: Game>(game: &G) -> Option<String> {
    let usual = G::DATA.map(|form| hash_of(&form.load()));
    let file = game.data_file().filter(|file| Some(hash_of(file)) != usual)?;
    Some(file.name().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use stoker_engine::kosmos::{DATA_FORM, EMBEDDED};

    /// A changed hash would separate all existing records from the data that they were played with.
    #[test]
    fn a_value_that_the_rules_read_changes_the_hash_and_a_name_does_not() {
        let own = hash_of(&DATA_FORM.load());
        assert_eq!(own, "822af476825190da2f07849b89409f18");
        let hash = |text: String| hash_of(&DATA_FORM.parse("other.json", &text).unwrap());
        assert_ne!(hash(EMBEDDED.replacen("\"movement\": 6", "\"movement\": 7", 1)), own);
        assert_eq!(hash(EMBEDDED.replacen("harbour", "port", 1)), own);
    }
}
