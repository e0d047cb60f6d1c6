//! What submissions of sources are compiled with.
#![expect(clippy::disallowed_methods, reason = "the library of stoker itself")]

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use stoker_bots::submissions::{SubmissionForm, Year};
use stoker_bots::words::PLAYS_PROTOCOL;

use super::store::{Store, StoreError, hash_files};
use crate::submission::contents::{add, digits};

/// The variable that names the folder in which the library is looked for instead.
const VARIABLE: &str = "STOKER_C_KIT";

/// The C kit: the program around a submission's functions, headers, and a library.
#[derive(Debug, Clone)]
pub struct Kit {
    /// By path inside of the kit.
    files: Vec<(&'static str, &'static str)>,
    library: PathBuf,
    hash: OnceCell<String>,
}

/// Why the kit cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KitError {
    /// The library is not where it should be.
    #[error(
        "{PLAYS_PROTOCOL} submissions need {}, which is not there: build it with `cargo build --release --workspace`",
        .0.display()
    )]
    NoLibrary(PathBuf),
    /// It cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// What.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

impl Kit {
    /// The kit of a form, with the library that lies beside this program.
    #[must_use]
    pub fn own(form: &SubmissionForm) -> Self {
        let beside = std::env::current_exe().ok().and_then(|own| own.parent().map(Path::to_owned));
        let folder = std::env::var_os(VARIABLE).map(PathBuf::from).or(beside).unwrap_or_default();
        Self::new(form.kit.files.to_vec(), folder.join(form.kit.library))
    }

    /// A kit of these files, by path, and this library.
    #[must_use]
    pub fn new(files: Vec<(&'static str, &'static str)>, library: PathBuf) -> Self {
        Self { files, library, hash: OnceCell::new() }
    }

    /// The library.
    ///
    /// # Errors
    /// If it is not there.
    pub fn library(&self) -> Result<&Path, KitError> {
        match self.library.is_file() {
            true => Ok(&self.library),
            false => Err(KitError::NoLibrary(self.library.clone())),
        }
    }

    /// Its headers for the submissions of a year, by name.
    pub(super) fn headers(&self, interface: &Year) -> BTreeMap<&'static str, &'static str> {
        let mut headers = BTreeMap::new();
        for folder in interface.headers {
            let here = |(path, text): &(&'static str, _)| Some((path.strip_prefix(folder)?, *text));
            headers.extend(self.files.iter().filter_map(here));
        }
        headers
    }

    /// A hash of its files, and of its library if it is there.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub(super) fn hash(&self) -> Result<&str, KitError> {
        if self.hash.get().is_none() {
            let mut hasher = hash_files(self.files.iter().copied());
            if let Ok(library) = self.library() {
                let read = fs::read(library);
                let error = |error| KitError::Io { path: library.to_owned(), error };
                add(&mut hasher, &read.map_err(error)?);
            }
            let _ = self.hash.set(digits(&hasher));
        }
        Ok(self.hash.get().map_or("", String::as_str))
    }

    /// Writes it where compilers can read it, once; gives the folder.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn write(&self, store: &Store) -> Result<PathBuf, StoreError> {
        store.put_files(self.files.iter().copied())
    }
}
