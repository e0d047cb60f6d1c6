//! A runner for the body of a fuzz target, on its corpus and on seeded mutations of it, without a
//! fuzzer.
//!
//! The tests of all crates with fuzz targets share it.
#![expect(clippy::unwrap_used, reason = "clippy allows it in tests, but not in their helpers")]

use std::path::Path;

use stoker_engine::{Purpose, Rng, Seed, below};

/// The texts of a corpus, in the order of their names.
fn corpus(folder: &Path) -> Vec<Vec<u8>> {
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort_unstable();
    files.into_iter().map(|file| std::fs::read(file).unwrap()).collect()
}

fn number(rng: &mut Rng, below_this: usize) -> usize {
    below(rng, u32::try_from(below_this).unwrap()) as usize
}

/// Makes a small random change: replaces a byte, deletes or doubles a piece, replaces a piece by
/// one from the corpus, or cuts off the end.
fn mutate(text: &mut Vec<u8>, corpus: &[Vec<u8>], rng: &mut Rng) {
    let other = &corpus[number(rng, corpus.len())];
    let from = number(rng, other.len() + 1);
    let piece = &other[from..(from + number(rng, 20)).min(other.len())];
    let at = number(rng, text.len() + 1);
    let end = (at + number(rng, 20)).min(text.len());
    let byte = u8::try_from(number(rng, 256)).unwrap();
    match number(rng, 6) {
        0 => drop(text.splice(at..text.len().min(at + 1), piece.first().copied())),
        1 => drop(text.splice(at..text.len().min(at + 1), [byte])),
        2 => drop(text.drain(at..end)),
        3 => drop(text.splice(at..at, text[at..end].to_vec())),
        4 => drop(text.splice(at..end, piece.to_vec())),
        _ => text.truncate(text.len() - number(rng, text.len().min(40) + 1)),
    }
}

/// Runs a body on a corpus and on this many mutations of it. Fails if all texts are refused, or
/// none, because such a test would prove nothing.
pub(crate) fn try_mutations(folder: &Path, mutations: usize, body: impl Fn(&[u8]) -> bool) {
    let corpus = corpus(folder);
    assert!(corpus.len() >= 4, "{}", folder.display());
    let mut rng = Seed(1).rng(None, None, Purpose::new("fuzz"));
    let mut taken = corpus.iter().filter(|text| body(text)).count();
    for _ in 0..mutations {
        let mut text = corpus[number(&mut rng, corpus.len())].clone();
        for _ in 0..=number(&mut rng, 3) {
            mutate(&mut text, &corpus, &mut rng);
        }
        taken += usize::from(body(&text));
    }
    let refused = corpus.len() + mutations - taken;
    assert!(taken > mutations / 1_000 && refused > 0, "{}: {taken}", folder.display());
}
