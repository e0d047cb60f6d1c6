use clap::CommandFactory as _;
use insta::assert_snapshot;

use super::Cli;

/// The width of help on a stream that is no terminal.
const WIDTH: usize = 100;

/// The help of a verb as `--help` prints it.
fn help(verb: &str) -> String {
    let cli = Cli::command().term_width(WIDTH);
    let asked = cli.try_get_matches_from(["stoker", verb, "--help"]);
    asked.expect_err("help ends the parsing").render().to_string()
}

fn verbs() -> Vec<String> {
    Cli::command().get_subcommands().map(|verb| verb.get_name().to_owned()).collect()
}

/// After a wanted change, `INSTA_UPDATE=always` writes the new texts, to be read in the diff.
#[test]
fn the_help_of_each_verb_is_known_word_for_word() {
    for verb in verbs() {
        assert_snapshot!(format!("help_{verb}"), help(&verb));
    }
}

#[test]
fn the_help_of_each_verb_has_examples_of_it() {
    for verb in verbs() {
        let help = help(&verb);
        let examples = help.split_once("Examples:\n").expect("examples").1;
        let of_it = |line: &str| line.trim_start().starts_with(&format!("stoker {verb}"));
        assert!(examples.lines().any(of_it), "{verb}: {help}");
    }
}

#[test]
fn each_snapshot_is_that_of_a_verb() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/arguments/snapshots");
    let verbs = verbs();
    for file in std::fs::read_dir(folder).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let verb = name.strip_prefix("stoker__arguments__tests__help_");
        let verb = verb.and_then(|name| name.strip_suffix(".snap"));
        assert!(verb.is_some_and(|verb| verbs.iter().any(|known| known == verb)), "{name}");
    }
}
