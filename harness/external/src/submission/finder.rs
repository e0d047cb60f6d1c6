//! The search for submissions in folders.
#![expect(
    clippy::disallowed_methods,
    reason = "what is found is not yet believed: what is played is taken in through `stoker_files::untrusted`"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use stoker_bots::submissions::SubmissionForm;
use stoker_files::untrusted::Folder;

use super::SourceForm;
use super::bot_toml::{self, BotToml, BuildMethod, NamedRulesets, OwnCommands, Wants};
use super::contents::{Contents, FolderBounds};
use super::program::SourceProgram;
use super::sign::{SubmissionSign, candidates, names, sign, sources_below, subfolders};
use super::slug::slug;

/// A folder that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FoundSubmission {
    /// A submission.
    Submission(Box<Submission>),
    /// A folder that cannot be used as a submission.
    Misfit(Misfit),
}

/// A submission that has not been built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// Its name, from its own file or from its folder.
    pub name: String,
    /// The notation of its folder, or of the folder that stands for it, on the command line.
    pub spec: String,
    /// Its absolute folder: the original, or its copy in the store.
    pub folder: PathBuf,
    /// The typed folder, as an absolute path. Owners of submissions can change everything below it.
    root: PathBuf,
    /// Its files.
    pub contents: Contents,
    /// The way to build and run it.
    pub kind: SubmissionKind,
    /// The rulesets that it plays, if it names them.
    pub rulesets: Option<NamedRulesets>,
    /// Its other requests.
    pub wants: Wants,
    /// The subfolder that holds it, if the typed folder only stands for it.
    pub inside: Option<PathBuf>,
    /// A hash of its files: 32 hexadecimal digits.
    pub hash: String,
}

/// The way to build and run a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubmissionKind {
    /// The commands in its `bot.toml`.
    OwnCommands(OwnCommands),
    /// Its sources alone, in the ruleset's form: because they look like it, or because of the
    /// form's table in its `bot.toml`.
    Sources(SourceProgram),
}

/// A folder that cannot be used as a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    /// Its name, from its folder.
    pub name: String,
    /// The notation of its folder on the command line.
    pub spec: String,
    /// The reason why it cannot be used, for its author.
    pub reason: String,
}

/// The reason why a path cannot be searched: it was mistyped.
#[derive(Debug, thiserror::Error)]
pub enum FindError {
    /// Nothing is there.
    #[error("{}: {error}", path.display())]
    Missing {
        /// The path.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// There is something other than a folder.
    #[error("{} is not a folder: a submission is a folder with a bot.toml", .0.display())]
    NoFolder(PathBuf),
}

/// Finds the submissions at a path: one submission, or all of a folder of them, by name. Sources
/// without instructions are submissions if they have this form.
///
/// A folder of submissions has subfolders that are submissions, or that stand for one deeper
/// inside. Its other subfolders are misfits, except hidden ones. So is a folder that is neither a
/// submission nor a folder of them. A folder with one submission in it stands for that submission.
///
/// # Errors
/// [`FindError`] if there is no folder at the path.
pub fn find(path: &Path, form: SourceForm) -> Result<Vec<FoundSubmission>, FindError> {
    // With a `/` at the end, a link would be followed.
    let path: PathBuf = path.components().collect();
    let missing = |error| FindError::Missing { path: path.clone(), error };
    let metadata = fs::symlink_metadata(&path).map_err(missing)?;
    if !metadata.is_dir() && !metadata.is_symlink() {
        return Err(FindError::NoFolder(path));
    }
    let of_many = metadata.is_dir() && is_one_of_many(&path, form);
    if !of_many && let Some(found) = here(&path, form) {
        return Ok(vec![found]);
    }
    let folders = match subfolders(&path) {
        Ok(folders) => folders,
        Err(error) => {
            return Ok(vec![misfit(&path, format!("its folder cannot be read: {error}"))]);
        }
    };
    let looked: Vec<(Shows, FoundSubmission)> =
        folders.iter().map(|folder| look(folder, form)).collect();
    if !looked.iter().any(|(shows, _)| *shows == Shows::Submissions) {
        return Ok(vec![nothing(&path, form)]);
    }
    // Next to a single submission, folders of notes and the like belong to the same team.
    let single = looked.iter().filter(|(shows, _)| *shows != Shows::Nothing).count() == 1;
    let listed = folders.iter().zip(looked);
    let listed = listed.filter(|(_, (shows, _))| !single || *shows != Shows::Nothing);
    let mut found: Vec<FoundSubmission> = listed
        .map(|(folder, (_, mut found))| {
            match single {
                true if sign(folder, form) != SubmissionSign::None => {
                    found.stand_for(folder, &path)
                }
                true => found.stand_in(&path),
                false => {}
            }
            found
        })
        .collect();
    tell_apart(&mut found);
    found.iter_mut().for_each(|found| found.lies_below(&path));
    Ok(found)
}

/// The evidence that a subfolder gives about its parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shows {
    /// The parent is a folder of submissions.
    Submissions,
    /// No evidence, but somebody has to look after the subfolder.
    Trouble,
    /// No evidence.
    Nothing,
}

fn look(folder: &Path, form: SourceForm) -> (Shows, FoundSubmission) {
    match here(folder, form) {
        Some(found) if sign(folder, form) == SubmissionSign::None => (Shows::Trouble, found),
        Some(found) => (Shows::Submissions, found),
        None => match inside(folder, form) {
            Some(found) => (Shows::Submissions, found),
            None => (Shows::Nothing, nothing(folder, form)),
        },
    }
}

/// True if a folder that looks like a submission is a folder of submissions with a stray deciding
/// source: it has no Makefile, no `bot.toml` and no other source, but two submissions or more.
fn is_one_of_many(path: &Path, form: SourceForm) -> bool {
    let sources = || names(path).into_iter().filter(|name| name.ends_with(".c"));
    sign(path, form) == SubmissionSign::Source
        && sources().take(2).count() == 1
        && subfolders(path).is_ok_and(|folders| {
            folders
                .iter()
                .filter(|folder| sign(folder, form) != SubmissionSign::None)
                .take(2)
                .count()
                == 2
        })
}

/// The only submission in the subfolders of a folder, or in their subfolders, as after unpacking an
/// archive into a new folder. A misfit if there are several.
fn inside(path: &Path, form: SourceForm) -> Option<FoundSubmission> {
    let candidates = candidates(path, |folder| sign(folder, form));
    let shown = |folder: &Path| folder.strip_prefix(path).unwrap_or(folder).display().to_string();
    let [only] = candidates.as_slice() else {
        let [one, another, ..] = candidates.as_slice() else { return None };
        let (one, another) = (shown(one), shown(another));
        let reason = format!("it holds several submissions, such as {one} and {another}: keep one");
        return Some(misfit(path, reason));
    };
    let mut found = here(only, form)?;
    found.stand_for(only, path);
    Some(found)
}

impl FoundSubmission {
    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Submission(submission) => &submission.name,
            Self::Misfit(misfit) => &misfit.name,
        }
    }

    /// Records that it was found below this folder, which was typed.
    fn lies_below(&mut self, typed: &Path) {
        if let (Self::Submission(submission), Ok(root)) = (self, std::path::absolute(typed)) {
            submission.root = root;
        }
    }

    /// Makes this outer folder the one that was typed.
    fn stand_in(&mut self, outer: &Path) {
        let spec = spelled(outer);
        match self {
            Self::Submission(submission) => {
                let inner = match &submission.inside {
                    Some(inner) => Path::new(&submission.spec).join(inner),
                    None => PathBuf::from(&submission.spec),
                };
                submission.inside = inner.strip_prefix(outer).ok().map(Path::to_owned);
                submission.spec = spec;
            }
            Self::Misfit(misfit) => misfit.spec = spec,
        }
    }

    /// Makes this outer folder the one that was typed. The entrant is also named after it, unless
    /// it has a name of its own: many teams' folders are called `src`.
    fn stand_for(&mut self, inner: &Path, outer: &Path) {
        self.stand_in(outer);
        match self {
            Self::Submission(submission) if submission.name == after_folder(inner) => {
                submission.name = after_folder(outer);
            }
            Self::Submission(_) => {}
            Self::Misfit(misfit) => {
                let shown = inner.strip_prefix(outer).unwrap_or(inner).display();
                misfit.reason = format!("in {shown}: {}", misfit.reason);
                misfit.name = after_folder(outer);
            }
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

/// The submission or misfit in this very folder; `None` if there is no sign of a submission.
fn here(path: &Path, form: SourceForm) -> Option<FoundSubmission> {
    let link = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink());
    if link {
        let reason = "it is a symbolic link: hand in the folder that it leads to".to_owned();
        return Some(misfit(path, reason));
    }
    if path.to_str().is_none() {
        let reason = "its path is not UTF-8 text: give it another name".to_owned();
        return Some(misfit(path, reason));
    }
    if let Err(error) = fs::read_dir(path) {
        return Some(misfit(path, format!("its folder cannot be read: {error}")));
    }
    // This is checked before listing it, because a folder of submissions may be larger than a
    // submission.
    if sign(path, form) == SubmissionSign::None {
        return None;
    }
    Some(match submission(path, form) {
        Ok(submission) => FoundSubmission::Submission(Box::new(submission)),
        Err(reason) => misfit(path, reason),
    })
}

impl Submission {
    /// Opens its folder without following links that its owner may have put below the typed folder.
    /// Returns the reason if that fails.
    pub(crate) fn open(&self) -> Result<Folder, String> {
        let way = self.folder.strip_prefix(&self.root).unwrap_or(Path::new(""));
        let folder = Folder::open(&self.root).and_then(|root| root.below(way));
        folder.map_err(|error| format!("its folder cannot be opened: {error}"))
    }

    /// Replaces the files of the submission by these, and reads them again.
    pub(crate) fn with_contents(
        self,
        contents: Contents,
        form: SourceForm,
    ) -> Result<Self, String> {
        let FolderContents { hash, kind, wants, rulesets, .. } = read(&contents, form)?;
        let folder = contents.folder().to_owned();
        Ok(Self { folder, contents, kind, wants, rulesets, hash, ..self })
    }

    /// A submission of this name and spec whose files are in the store; the reason if they are not
    /// a valid submission.
    pub(crate) fn kept(
        name: String,
        spec: String,
        contents: Contents,
        form: SourceForm,
    ) -> Result<Self, String> {
        let FolderContents { wants, kind, hash, rulesets, .. } = read(&contents, form)?;
        let folder = contents.folder().to_owned();
        let root = folder.clone();
        let inside = None;
        Ok(Self { name, spec, root, folder, contents, kind, rulesets, wants, inside, hash })
    }
}

/// The information in the files of a submission.
struct FolderContents {
    name: Option<String>,
    wants: Wants,
    rulesets: Option<NamedRulesets>,
    kind: SubmissionKind,
    hash: String,
}

fn submission(path: &Path, form: SourceForm) -> Result<Submission, String> {
    let contents =
        Contents::list(path, FolderBounds::SUBMISSION).map_err(|error| error.to_string())?;
    let folder = std::path::absolute(path).map_err(|error| error.to_string())?;
    let FolderContents { name, wants, rulesets, kind, hash } = read(&contents, form)?;
    let name = name.unwrap_or_else(|| after_folder(path));
    let (spec, root, inside) = (spelled(path), folder.clone(), None);
    Ok(Submission { name, spec, root, folder, contents, kind, rulesets, wants, inside, hash })
}

fn read(contents: &Contents, form: SourceForm) -> Result<FolderContents, String> {
    let hash = contents.hash().map_err(|error| error.to_string())?;
    let path = contents.folder();
    let told = if contents.has(bot_toml::FILE) {
        Some(told(contents, form)?)
    } else if path.join(bot_toml::FILE).symlink_metadata().is_ok() {
        return Err(format!("{} is not a regular file", bot_toml::FILE));
    } else {
        None
    };
    let sources = |table| {
        let form = form.ok_or_else(|| format!("it has no {}", bot_toml::FILE))?;
        let at_top = form.sides.iter().any(|side| contents.has(side.source));
        let below = if at_top { None } else { sources_below(path, Some(form)) };
        SourceProgram::of(form, contents, below.as_deref(), table).map(SubmissionKind::Sources)
    };
    let (name, wants, rulesets, kind) = match told {
        None => (None, Wants::default(), None, sources(None)?),
        Some(BotToml { name, wants, rulesets, program }) => {
            let kind = match program {
                BuildMethod::OwnCommands(told) => SubmissionKind::OwnCommands(told),
                BuildMethod::Sources(table) => sources(Some(table))?,
            };
            (name, wants, rulesets, kind)
        }
    };
    Ok(FolderContents { name, wants, rulesets, kind, hash })
}

fn told(contents: &Contents, form: SourceForm) -> Result<BotToml, String> {
    let file = bot_toml::FILE;
    let bytes =
        contents.read(file, bot_toml::MOST + 1).map_err(|error| format!("{file}: {error}"))?;
    if bytes.len() as u64 > bot_toml::MOST {
        return Err(format!("{file} has more than {} KiB", bot_toml::MOST >> 10));
    }
    let text = String::from_utf8(bytes).map_err(|_| format!("{file} is not UTF-8 text"))?;
    let files: BTreeSet<&str> = contents.paths().collect();
    BotToml::parse(&text, form, |path| files.contains(path)).map_err(|error| error.to_string())
}

fn misfit(path: &Path, reason: String) -> FoundSubmission {
    FoundSubmission::Misfit(Misfit { name: after_folder(path), spec: spelled(path), reason })
}

fn nothing(path: &Path, form: SourceForm) -> FoundSubmission {
    let file = bot_toml::FILE;
    let reason = match form.map(SubmissionForm::sources) {
        Some(sources) => format!(
            "this is not a submission: it has neither a {file}, nor {sources}, and no subfolder has"
        ),
        None => format!("this is not a submission: it has no {file}, and no subfolder has"),
    };
    misfit(path, reason)
}

/// A name derived from a folder's.
fn after_folder(path: &Path) -> String {
    let named = |path: &Path| path.file_name().map(|name| slug(&name.to_string_lossy()));
    let whole = || path.canonicalize().ok().as_deref().and_then(named);
    named(path).or_else(whole).unwrap_or_else(|| slug(""))
}

/// The notation of a folder on the command line: with a `/` or a leading `.`, which distinguish it
/// from a bot.
fn spelled(path: &Path) -> String {
    let text = path.to_string_lossy().into_owned();
    if text.contains('/') || text.starts_with('.') { text } else { format!("./{text}") }
}

/// Gives the submissions of a folder distinct names, so that none can take another's.
fn tell_apart(found: &mut [FoundSubmission]) {
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
