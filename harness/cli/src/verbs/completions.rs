//! `stoker completions`: prints a completion script for a shell.

use std::collections::BTreeSet;

use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory as _};

use crate::arguments::Cli;
use crate::arguments::completions::CompletionsArgs;
use crate::arguments::rules::{PARAM, TEAMS};
use crate::registry::Registry;
use crate::terminal::io::{CommandExit, Io};

pub(crate) fn completions(
    registry: &Registry,
    args: &CompletionsArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    // Made in memory first: the generator panics where a pipe is closed.
    let mut text = vec![];
    let mut command = with_params(Cli::command(), &params(registry)?);
    clap_complete::generate(args.shell, &mut command, "stoker", &mut text);
    io.out.write_all(&text)?;
    Ok(CommandExit::Done)
}

/// The texts that can begin a parameter of the rules: `lives=`, or `first=hunter` for each word.
fn params(registry: &Registry) -> anyhow::Result<BTreeSet<&'static str>> {
    let mut all = BTreeSet::<String>::new();
    for ruleset in registry.rulesets() {
        for parameter in ruleset.info()?.parameters {
            let name = parameter.name;
            match parameter.allowed.contains("..=") {
                true => all.extend([format!("{name}=")]),
                false => {
                    all.extend(parameter.allowed.split(", ").map(|word| format!("{name}={word}")))
                }
            }
        }
    }
    // clap wants texts that outlive the program's only script.
    Ok(all.into_iter().map(|text| &*text.leak()).collect())
}

/// The command line with these values for every option of a parameter of the rules.
fn with_params(command: Command, params: &BTreeSet<&'static str>) -> Command {
    let of_teams = |text: &&'static str| text.strip_prefix(TEAMS)?.strip_prefix('=');
    let teams: Vec<&'static str> = params.iter().filter_map(of_teams).collect();
    command.mut_subcommands(|verb| {
        let verb = with_values(verb, PARAM, params.iter().copied());
        with_values(verb, TEAMS, teams.iter().copied())
    })
}

/// The verb with these values for an option, if it has the option.
fn with_values(
    verb: Command,
    option: &str,
    values: impl Iterator<Item = &'static str> + Clone,
) -> Command {
    let option = verb.get_arguments().find(|arg| arg.get_long() == Some(option));
    match option.map(|arg| arg.get_id().clone()) {
        Some(id) => verb.mut_arg(id, |arg| arg.value_parser(PossibleValuesParser::new(values))),
        None => verb,
    }
}
