//! The whole `stoker` command line, with one more bot.

mod hound;

use std::process::ExitCode;

use stoker::registry::Registry;

fn main() -> ExitCode {
    stoker::main_with(&registry())
}

/// All bots that come with stoker, and the bot of this crate.
fn registry() -> Registry {
    let mut registry = Registry::builtin();
    registry.bot(hound::HOUND).expect("no other bot has this name");
    registry
}

#[cfg(test)]
mod tests {
    use super::*;
    use stoker::cli::{CommandExit, run_command};

    #[test]
    fn the_bot_plays_a_match_without_a_fault() {
        let args = ["stoker", "match", "hunters=hound:rest=5", "dracula=random", "--seed", "7"];
        let (mut out, mut err) = (vec![], vec![]);
        assert_eq!(run_command(&registry(), args, &mut out, &mut err), CommandExit::Done);
        assert!(!String::from_utf8_lossy(&out).contains("fault"));
    }
}
