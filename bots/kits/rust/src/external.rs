//! The bot alone, as a program: it reads questions from standard input and writes its answers to
//! standard output, in the `lines` protocol.
//!
//! The first argument takes settings, as in a spec: `external rest=5`. Print to standard error
//! only.

mod hound;

use std::process::ExitCode;

use stoker::bots::lines;

fn main() -> ExitCode {
    let settings = std::env::args().nth(1).unwrap_or_default();
    match lines::serve_stdio(&hound::HOUND, &settings) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", hound::HOUND.name);
            ExitCode::FAILURE
        }
    }
}
