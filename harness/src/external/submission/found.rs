//! Finding submissions in folders.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::bot_toml::{self, BotToml, Program, Told, Wants};
use super::contents::{Bounds, Contents};
use super::program::CourseProgram;
use super::slug::slug;

/// What the sources of a course submission are called, by kind of side.
pub(in crate::external) const COURSE: [(&str, &str); 2] =
    [("hunters", "hunter.c"), ("dracula", "dracula.c")];
/// What makefiles are called.
pub(in crate::external) const MAKEFILES: [&str; 3] = ["Makefile", "makefile", "GNUmakefile"];
/// The most submissions in one folder.
const MOST: usize = 10_000;

/// What was found where a submission was looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// A submission.
    Submission(Box<Submission>),
    /// Something that cannot be used as one.
    Misfit(Misfit),
}

/// A submission, before anything of it is built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// What it is called: by itself, or after its folder.
    pub name: String,
    /// Its folder, as an entrant is typed.
    pub spec: String,
    /// Its folder, absolute.
    pub folder: PathBuf,
    /// Its files.
    pub contents: Contents,
    /// How it is built and run.
    pub kind: Kind,
    /// What else it wants.
    pub wants: Wants,
    /// A hash of its files: 32 hexadecimal digits.
    pub hash: String,
}

/// How a submission is built and run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// By the commands in its `bot.toml`.
    Told(Told),
    /// As a program of the course: by `[course]` in its `bot.toml`, or because it looks like one.
    Course(CourseProgram),
}

/// A folder that cannot be used as a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    /// What it is called, after its folder.
    pub name: String,
    /// Its folder, as an entrant is typed.
    pub spec: String,
    /// Why it cannot be used, for its author.
    pub reason: String,
}

/// Why nothing can be looked for at a path: it was mistyped.
#[derive(Debug, thiserror::Error)]
pub enum FindError {
    /// Nothing is there.
    #[error("{}: {error}", path.display())]
    Missing {
        /// The path.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Something that is no folder.
    #[error("{} is no folder: a submission is one, with a bot.toml", .0.display())]
    NoFolder(PathBuf),
}

/// Finds what is handed in at a path: a submission, or all of a folder of them, by name.
///
/// A folder of submissions is one in which a subfolder is a submission; its other subfolders,
/// but for hidden ones, are misfits, and so is a folder that is neither.
///
/// # Errors
/// If there is no folder at the path.
pub fn find(path: &Path) -> Result<Vec<Found>, FindError> {
    // A `/` at the end would follow a link.
    let path: PathBuf = path.components().collect();
    let missing = |error| FindError::Missing { path: path.clone(), error };
    let metadata = fs::symlink_metadata(&path).map_err(missing)?;
    if !metadata.is_dir() && !metadata.is_symlink() {
        return Err(FindError::NoFolder(path));
    }
    if let Some(found) = here(&path) {
        return Ok(vec![found]);
    }
    let mut found: Vec<Found> = match subfolders(&path) {
        Ok(folders) => {
            folders.iter().map(|folder| here(folder).unwrap_or_else(|| nothing(folder))).collect()
        }
        Err(error) => {
            return Ok(vec![misfit(&path, format!("its folder cannot be read: {error}"))]);
        }
    };
    if !found.iter().any(|found| found.is_recognised()) {
        return Ok(vec![nothing(&path)]);
    }
    tell_apart(&mut found);
    Ok(found)
}

impl Found {
    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Submission(submission) => &submission.name,
            Self::Misfit(misfit) => &misfit.name,
        }
    }

    /// Whether it shows that the folder around it is one of submissions.
    fn is_recognised(&self) -> bool {
        match self {
            Self::Submission(_) => true,
            Self::Misfit(Misfit { spec, .. }) => Path::new(spec).join(bot_toml::FILE).is_file(),
        }
    }

    fn rename(&mut self, name: String) {
        match self {
            Self::Submission(submission) => submission.name = name,
            Self::Misfit(misfit) => misfit.name = name,
        }
    }

    fn spec(&self) -> &str {
        match self {
            Self::Submission(submission) => &submission.spec,
            Self::Misfit(misfit) => &misfit.spec,
        }
    }
}

/// What this very folder is; `None` if nothing shows that it is a submission.
fn here(path: &Path) -> Option<Found> {
    let link = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink());
    if link {
        let reason = "it is a symbolic link: hand in the folder that it leads to".to_owned();
        return Some(misfit(path, reason));
    }
    // Whether it is one is asked first: a folder of many is larger than any of them may be.
    let names: BTreeSet<String> = match fs::read_dir(path) {
        Ok(entries) => {
            entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect()
        }
        Err(error) => return Some(misfit(path, format!("its folder cannot be read: {error}"))),
    };
    let has = |name: &str| names.contains(name);
    let sides = || COURSE.into_iter().filter(|(_, source)| has(source)).map(|(side, _)| side);
    let course = MAKEFILES.into_iter().any(has) && sides().next().is_some();
    if !has(bot_toml::FILE) && !course {
        return None;
    }
    Some(match submission(path) {
        Ok(submission) => Found::Submission(Box::new(submission)),
        Err(reason) => misfit(path, reason),
    })
}

impl Submission {
    /// Whether its files are still what was hashed.
    pub(in crate::external) fn is_unchanged(&self) -> bool {
        let now = Contents::list(&self.folder, Bounds::SUBMISSION);
        now.and_then(|now| now.hash()).is_ok_and(|hash| hash == self.hash)
    }
}

fn submission(path: &Path) -> Result<Submission, String> {
    let contents = Contents::list(path, Bounds::SUBMISSION).map_err(|error| error.to_string())?;
    let folder = path.canonicalize().map_err(|error| error.to_string())?;
    let hash = contents.hash().map_err(|error| error.to_string())?;
    let told = if contents.has(bot_toml::FILE) {
        Some(told(&contents)?)
    } else if path.join(bot_toml::FILE).symlink_metadata().is_ok() {
        return Err(format!("{} is no plain file", bot_toml::FILE));
    } else {
        None
    };
    let (name, wants, kind) = match told {
        None => (None, Wants::default(), Kind::Course(CourseProgram::of(&contents, None)?)),
        Some(BotToml { name, wants, program }) => {
            let kind = match program {
                Program::Told(told) => Kind::Told(told),
                Program::Course(table) => Kind::Course(CourseProgram::of(&contents, Some(table))?),
            };
            (name, wants, kind)
        }
    };
    let name = name.unwrap_or_else(|| after_folder(path));
    Ok(Submission { name, spec: spelled(path), folder, contents, kind, wants, hash })
}

fn told(contents: &Contents) -> Result<BotToml, String> {
    let file = bot_toml::FILE;
    let bytes =
        contents.read(file, bot_toml::MOST + 1).map_err(|error| format!("{file}: {error}"))?;
    if bytes.len() as u64 > bot_toml::MOST {
        return Err(format!("{file} has more than {} KiB", bot_toml::MOST >> 10));
    }
    let text = String::from_utf8(bytes).map_err(|_| format!("{file} is not UTF-8 text"))?;
    let files: BTreeSet<&str> = contents.paths().collect();
    BotToml::parse(&text, |path| files.contains(path)).map_err(|error| error.to_string())
}

fn subfolders(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut folders = vec![];
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        // A link to a file is no submission that somebody forgot.
        if !hidden && entry.path().is_dir() && folders.len() < MOST {
            folders.push(entry.path());
        }
    }
    folders.sort();
    Ok(folders)
}

fn misfit(path: &Path, reason: String) -> Found {
    Found::Misfit(Misfit { name: after_folder(path), spec: spelled(path), reason })
}

fn nothing(path: &Path) -> Found {
    let reason = "this is no submission: it has neither a bot.toml, nor a Makefile with hunter.c \
                  or dracula.c, and no subfolder has";
    misfit(path, reason.to_owned())
}

/// A name made from a folder's.
fn after_folder(path: &Path) -> String {
    let named = |path: &Path| path.file_name().map(|name| slug(&name.to_string_lossy()));
    let whole = || path.canonicalize().ok().as_deref().and_then(named);
    named(path).or_else(whole).unwrap_or_else(|| slug(""))
}

/// A folder as an entrant is typed: with a `/` or a leading `.`, which tell it from a bot.
fn spelled(path: &Path) -> String {
    let text = path.to_string_lossy().into_owned();
    if text.contains('/') || text.starts_with('.') { text } else { format!("./{text}") }
}

/// Gives submissions of one folder names of their own: nobody can take another's.
fn tell_apart(found: &mut [Found]) {
    let folders: Vec<String> =
        found.iter().map(|found| after_folder(Path::new(found.spec()))).collect();
    let names: Vec<String> = found.iter().map(|found| found.name().to_owned()).collect();
    let taken = |number: usize| {
        let others = |list: &[String]| {
            list.iter().enumerate().any(|(other, name)| other != number && *name == names[number])
        };
        others(&names) || others(&folders)
    };
    let mut used = BTreeSet::new();
    for (number, found) in found.iter_mut().enumerate() {
        let wish = if taken(number) { &folders[number] } else { &names[number] };
        let numbered =
            (2..).map(|count| format!("{}-{count}", wish.chars().take(50).collect::<String>()));
        let free = std::iter::once(wish.clone()).chain(numbered).find(|name| !used.contains(name));
        let name = free.unwrap_or_default();
        used.insert(name.clone());
        found.rename(name);
    }
}

#[cfg(test)]
mod tests;
