//! The secrets in the addresses of pages.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// A new secret of 128 random bits, of letters, digits, `-` and `_`.
///
/// # Errors
/// If the system has no random bits to give.
pub fn fresh() -> Result<String, getrandom::Error> {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits)?;
    Ok(URL_SAFE_NO_PAD.encode(bits))
}

/// A new seed.
///
/// # Errors
/// If the system has no random bits to give.
pub fn seed() -> Result<u64, getrandom::Error> {
    getrandom::u64()
}

/// True if both are equal. The time that it takes does not tell how much of a guess was right.
#[must_use]
pub fn equal(secret: &str, guess: &str) -> bool {
    // Hashes are compared in constant time.
    blake3::hash(secret.as_bytes()) == blake3::hash(guess.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_long_and_never_the_same() {
        let secrets = [fresh().unwrap(), fresh().unwrap()];
        assert!(secrets.iter().all(|secret| secret.len() == 22));
        assert!(equal(&secrets[0], &secrets[0]) && !equal(&secrets[0], &secrets[1]));
    }
}
