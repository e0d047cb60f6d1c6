//! Gives the program a version of its sources: results are promised for these, not for a number
//! that two builds in a row share.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// All that results can depend on, from this crate's folder.
const SOURCES: [&str; 11] = [
    "src",
    "../external/src",
    "../files/src",
    "../research/src",
    "../sandbox/src",
    "../stats/src",
    "../tournament/src",
    "../../bots/src",
    "../../engine/src",
    "../../maps",
    "../../Cargo.lock",
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut hasher = blake3::Hasher::new();
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
        // A crate that was copied elsewhere brings no lock file and no neighbours.
        if Path::new(source).exists() {
            for file in files(Path::new(source))? {
                hasher.update(file.to_string_lossy().as_bytes());
                hasher.update(&fs::read(&file)?);
            }
        }
    }
    println!("cargo::rustc-env=STOKER_SOURCES={}", &hasher.finalize().to_hex()[..8]);
    Ok(())
}

/// The file itself, or all files of the folder, by path.
fn files(path: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path()));
    let mut entries = entries.collect::<Result<Vec<_>, _>>()?;
    entries.sort();
    Ok(entries.iter().map(|entry| files(entry)).collect::<Result<Vec<_>, _>>()?.concat())
}
