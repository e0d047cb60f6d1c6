//! The command line of `stoker` with five hunters more, of one simple habit each.
//!
//! `cargo run --release --example sparring -- league chaser camper coast repeater rester phantom`

mod habits;

use std::process::ExitCode;

use stoker::registry::{Registry, RegistryError};

fn main() -> ExitCode {
    match registry() {
        Ok(registry) => stoker::main_with(&registry),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// All that comes with `stoker`, and the sparring partners.
fn registry() -> Result<Registry, RegistryError> {
    let mut registry = Registry::builtin();
    for entry in habits::ENTRIES {
        registry.bot(entry)?;
    }
    Ok(registry)
}
