//! What the experiments with options have in common: `--help`, the reading of options, and how they
//! end.

use std::fmt::Display;
use std::process::ExitCode;
use std::str::FromStr;

/// An option that cannot be followed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OptionError {
    #[error("there is no option `{0}`; --help lists them")]
    Unknown(String),
    #[error("`{0}` needs a value")]
    NoValue(String),
    #[error("`{name}` is `{value}`, but must be {allowed}")]
    Value { name: String, value: String, allowed: &'static str },
}

/// Prints the help if it is asked for, and otherwise what `run` returns for the words after the
/// program's name.
pub(crate) fn main<E: Display>(
    help: &str,
    run: impl FnOnce(std::vec::IntoIter<String>) -> Result<String, E>,
) -> ExitCode {
    // Cargo adds `--bench`.
    let words: Vec<_> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if words.iter().any(|word| word == "--help") {
        print!("{help}");
        return ExitCode::SUCCESS;
    }
    match run(words.into_iter()) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// The value of an option.
pub(crate) fn value(
    name: &str,
    words: &mut impl Iterator<Item = String>,
) -> Result<String, OptionError> {
    words.next().ok_or_else(|| OptionError::NoValue(name.to_owned()))
}

/// The value of an option as a number.
pub(crate) fn number<N: FromStr>(
    name: &str,
    value: String,
    allowed: &'static str,
) -> Result<N, OptionError> {
    value.parse().map_err(|_| OptionError::Value { name: name.to_owned(), value, allowed })
}
