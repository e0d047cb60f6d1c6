//! The kit that submissions of sources are compiled with.
#![expect(clippy::disallowed_methods, reason = "the library of stoker itself")]

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use stoker_bots::submissions::{SubmissionForm, Year};
use stoker_bots::words::PLAYS_PROTOCOL;

use super::store::{Store, StoreError, hash_files};
use crate::submission::contents::{add, digits};

/// The environment variable with an alternative folder for the library.
const VARIABLE: &str = "STOKER_C_KIT";

/// The C kit: the program around a submission's functions, headers, and a library.
#[derive(Debug, Clone)]
pub struct Kit {
    /// Paths inside the kit, with the texts.
    files: Vec<(&'static str, &'static str)>,
    library: PathBuf,
    hash: OnceCell<String>,
}

/// The reason why the kit cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KitError {
    /// The library is not where it should be.
    #[error(
        "{PLAYS_PROTOCOL} submissions need {}, which is not there: build it with `cargo build --release --workspace`",
        .0.display()
    )]
    NoLibrary(PathBuf),
    /// A file of the kit cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}

impl Kit {
    /// The kit of a form, with the library that is next to this program.
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
    /// [`KitError::NoLibrary`] if it does not exist.
    pub fn library(&self) -> Result<&Path, KitError> {
        match self.library.is_file() {
            true => Ok(&self.library),
            false => Err(KitError::NoLibrary(self.library.clone())),
        }
    }

    /// The headers for submissions of a year, by name.
    pub(super) fn headers(&self, interface: &Year) -> BTreeMap<&'static str, &'static str> {
        let mut headers = BTreeMap::new();
        for folder in interface.headers {
            let here = |(path, text): &(&'static str, _)| Some((path.strip_prefix(folder)?, *text));
            headers.extend(self.files.iter().filter_map(here));
        }
        headers
    }

    /// A hash of the files, and of the library if it exists.
    ///
    /// # Errors
    /// [`KitError::Io`] if the library cannot be read.
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

    /// Writes the kit to where compilers can read it, once. Returns the folder.
    ///
    /// # Errors
    /// [`StoreError`] if it cannot be written.
    pub(super) fn write(&self, store: &Store) -> Result<PathBuf, StoreError> {
        store.put_files(self.files.iter().copied())
    }
}
