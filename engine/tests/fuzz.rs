//! The bodies of the fuzz targets, run on their corpora and on seeded mutations of them.

#[path = "../fuzz/bodies.rs"]
mod bodies;
#[path = "../fuzz/mutations.rs"]
mod mutations;

use std::path::Path;

fn run_corpus(target: &str, body: fn(&str) -> bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    mutations::try_mutations(&folder, 100_000, |text| body(&String::from_utf8_lossy(text)));
}

#[test]
fn no_text_breaks_the_reading_of_dracula_s_past_plays() {
    run_corpus("dracula_plays", bodies::dracula_plays);
}

#[test]
fn no_text_breaks_the_reading_of_the_hunters_past_plays() {
    run_corpus("hunters_plays", bodies::hunters_plays);
}

#[test]
fn no_text_breaks_the_reading_of_maps() {
    run_corpus("map_file", bodies::map_file);
}

#[test]
fn no_text_breaks_the_reading_of_seeds() {
    run_corpus("seed", bodies::seed);
}

#[test]
fn no_text_breaks_the_reading_of_moves() {
    run_corpus("mv", bodies::mv);
}

#[test]
fn no_text_breaks_the_reading_of_transcripts() {
    run_corpus("transcript", bodies::transcript);
}
