//! The bodies of the fuzz targets, run on their corpus and on seeded mutations of it.
#![expect(clippy::unwrap_used, reason = "clippy allows it in tests, but not in their helpers")]

#[path = "../fuzz/bodies.rs"]
mod bodies;

use stoker_engine::{Purpose, Rng, Seed, below};

const MUTATIONS: u32 = 100_000;

/// The texts of a target's corpus, in the order of their names.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = format!("{}/fuzz/corpus/{target}", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort_unstable();
    files.into_iter().map(|file| std::fs::read(file).unwrap()).collect()
}

fn number(rng: &mut Rng, below_this: usize) -> usize {
    below(rng, u32::try_from(below_this).unwrap()) as usize
}

/// A small change at random: a byte that occurs elsewhere in the corpus, or any; a piece of a text
/// of the corpus cut out, doubled, moved or put in.
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

/// Runs a body on the corpus and on mutations; the test is void if all are refused, or none.
fn run(target: &str, body: fn(&str) -> bool) {
    let corpus = corpus(target);
    assert!(corpus.len() >= 4, "{target}");
    let mut rng = Seed(1).rng(None, None, Purpose::new("fuzz"));
    let mut taken = corpus.iter().filter(|text| body(&String::from_utf8_lossy(text))).count();
    for _ in 0..MUTATIONS {
        let mut text = corpus[number(&mut rng, corpus.len())].clone();
        for _ in 0..=number(&mut rng, 3) {
            mutate(&mut text, &corpus, &mut rng);
        }
        taken += usize::from(body(&String::from_utf8_lossy(&text)));
    }
    assert!((100..100_000).contains(&taken), "{target}: {taken}");
}

#[test]
fn no_text_breaks_the_reading_of_dracula_s_past_plays() {
    run("dracula_plays", bodies::dracula_plays);
}

#[test]
fn no_text_breaks_the_reading_of_the_hunters_past_plays() {
    run("hunters_plays", bodies::hunters_plays);
}

#[test]
fn no_text_breaks_the_reading_of_maps() {
    run("map_file", bodies::map_file);
}

#[test]
fn no_text_breaks_the_reading_of_seeds() {
    run("seed", bodies::seed);
}

#[test]
fn no_text_breaks_the_reading_of_moves() {
    run("mv", bodies::mv);
}

#[test]
fn no_text_breaks_the_reading_of_transcripts() {
    run("transcript", bodies::transcript);
}
