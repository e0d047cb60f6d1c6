//! The bodies of the fuzz targets, run on their corpus and on seeded mutations of it.

#[path = "../../../../engine/fuzz/mutations.rs"]
mod mutations;

use std::path::Path;

use stoker::fuzzing;

/// Enough to find what small changes break; `cargo fuzz` finds the rest.
const MUTATIONS: usize = 2_000;

fn run_corpus(target: &str, body: impl Fn(&[u8]) -> bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    mutations::try_mutations(&folder, MUTATIONS, body);
}

fn run_text(target: &str, body: fn(&str) -> bool) {
    run_corpus(target, |text| body(&String::from_utf8_lossy(text)));
}

#[test]
fn no_output_breaks_the_reading_of_replies() {
    run_corpus("turn_reply", fuzzing::reply_of_turn);
    run_corpus("lines_replies", fuzzing::lines_replies);
    run_corpus("notes", fuzzing::notes);
    run_text("course_move", fuzzing::read_move);
}

#[test]
fn no_submission_breaks_the_reading_of_it() {
    run_text("bot_toml", fuzzing::bot_toml);
    run_text("makefile", fuzzing::makefile);
    run_text("source", fuzzing::source);
    run_text("symbols", fuzzing::symbols);
}

#[test]
fn no_file_breaks_the_reading_of_records_runs_and_journals() {
    run_text("record", fuzzing::record);
    run_corpus("record_file", fuzzing::record_file);
    run_text("run_toml", fuzzing::run_toml);
    run_text("journal", fuzzing::journal);
}
