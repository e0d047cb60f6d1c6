//! Commands typed instead of a folder.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use blake3::Hasher;
use stoker_files::untrusted::open_file;

use super::contents::{add, digits};
use super::slug::slug;

/// A parsed command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ParsedCommand {
    /// The program and its arguments; files among them as absolute paths.
    pub(crate) words: Vec<String>,
    /// The folders that hold those files.
    pub(crate) read_only: Vec<PathBuf>,
    /// A name derived from it.
    pub(crate) name: String,
    /// A hash of the words as typed, and of the files: 32 hexadecimal digits.
    pub(crate) hash: String,
}

/// The reason why a command cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// It has an unclosed quote, or a NUL character.
    #[error("`{0}` cannot be taken apart into words: is a quote missing?")]
    Quotes(String),
    /// It contains no word.
    #[error("`{0}` names no program")]
    Empty(String),
}

/// Parses a command like a shell, without executing anything. Paths are relative to `here`.
#[expect(clippy::disallowed_methods, reason = "it is opened through `stoker_files::untrusted`")]
pub(crate) fn take_apart(text: &str, here: &Path) -> Result<ParsedCommand, CommandError> {
    let words = shlex::split(text).filter(|words| words.iter().all(|word| !word.contains('\0')));
    let mut words = words.ok_or_else(|| CommandError::Quotes(text.to_owned()))?;
    if words.first().is_none_or(String::is_empty) {
        return Err(CommandError::Empty(text.to_owned()));
    }
    let name = name(&words);
    let mut hasher = Hasher::new();
    let mut read_only = vec![];
    for (number, word) in words.iter_mut().enumerate() {
        add(&mut hasher, word.as_bytes());
        // A first word without a `/` is a program of the system.
        let path = here.join(&*word);
        if (number == 0 && !word.contains('/')) || word.is_empty() || !path.is_file() {
            continue;
        }
        let mut bytes = vec![];
        if open_file(&path).and_then(|mut file| file.read_to_end(&mut bytes)).is_ok() {
            add(&mut hasher, &bytes);
        }
        let Some(absolute) = path.to_str() else { continue };
        absolute.clone_into(word);
        let shown = shown(&path);
        if !read_only.contains(&shown) {
            read_only.push(shown);
        }
    }
    Ok(ParsedCommand { words, read_only, name, hash: digits(&hasher) })
}

/// The path that a program is shown so that it can read this file: the folder of the file, or the
/// file alone if the folder is somebody's home or the whole machine.
fn shown(file: &Path) -> PathBuf {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let folder = file
        .parent()
        .filter(|folder| folder.components().nth(2).is_some() && home.as_deref() != Some(*folder));
    folder.unwrap_or(file).to_owned()
}

/// The name of a command: `python3 bots/hunter.py -v` is called `hunter.py`. It comes from the
/// first argument that is a path or looks like a file name, or else from the program.
fn name(words: &[String]) -> String {
    let file = words[1..].iter().find(|word| word.contains(['/', '.']) && !word.starts_with('-'));
    let word = file.unwrap_or(&words[0]);
    slug(word.trim_end_matches('/').rsplit('/').next().unwrap_or(word))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    fn words(text: &str) -> Vec<String> {
        take_apart(text, Path::new("/nowhere")).unwrap().words
    }

    #[test]
    fn commands_are_split_as_a_shell_does_and_nothing_is_carried_out() {
        assert_eq!(
            words("python3 'my bot.py' \"a b\" c\\ d"),
            ["python3", "my bot.py", "a b", "c d"]
        );
        assert_eq!(words("./player $(id) `id` *"), ["./player", "$(id)", "`id`", "*"]);
        assert!(matches!(take_apart("'a", Path::new("/")), Err(CommandError::Quotes(_))));
        assert!(matches!(take_apart("''", Path::new("/")), Err(CommandError::Empty(_))));
    }

    #[test]
    fn words_that_name_files_become_absolute_and_their_folders_can_be_read() {
        let folder = TempDir::new().unwrap();
        fs::create_dir(folder.path().join("in")).unwrap();
        fs::write(folder.path().join("in/bot.py"), "1").unwrap();
        fs::write(folder.path().join("python3"), "").unwrap();
        let typed = take_apart("python3 in/bot.py hunters", folder.path()).unwrap();
        let bot = folder.path().join("in/bot.py");
        assert_eq!(typed.words, ["python3", bot.to_str().unwrap(), "hunters"]);
        assert_eq!(typed.read_only, [folder.path().join("in")]);
        assert_eq!(typed.name, "bot.py");
        fs::write(&bot, "2").unwrap();
        assert_ne!(
            take_apart("python3 in/bot.py hunters", folder.path()).unwrap().hash,
            typed.hash
        );
    }

    #[test]
    fn names_are_made_from_what_tells_commands_apart() {
        let name = |text: &str| take_apart(text, Path::new("/nowhere")).unwrap().name;
        assert_eq!(name("./player hunters"), "player");
        assert_eq!(name("python3 -u bots/fox.py"), "fox.py");
        assert_eq!(name("java -jar ../fox.jar x"), "fox.jar");
    }

    #[test]
    fn a_file_at_home_is_shown_alone() {
        let file = Path::new("/bot.py");
        assert_eq!(shown(file), file);
    }
}
