//! The loop that reads lines and acts on them.

use std::io::{BufRead, Write};
use std::time::Instant;

use stoker_engine::Game;

use super::clock::send;
use super::error::ServeError;
use super::table::MatchBot;
use super::wire::{Greeting, PROTOCOL, ToProgram, WireForm};
use crate::entry::BotEntry;
use crate::values::Values;

/// Serves the bot on this process's standard input and output, until the match ends.
///
/// `settings` are as in a spec, such as `rest=5`; often empty.
///
/// # Errors
/// If the bot does not have these settings, or for the reasons of [`serve`].
pub fn serve_stdio<G: Game>(entry: &BotEntry<G>, settings: &str) -> Result<(), ServeError> {
    let values = Values::parse(settings, entry.params)?;
    serve(entry, &values, std::io::stdin().lock(), std::io::stdout().lock())
}

/// Plays one side of one match: answers questions until the match or the input ends.
///
/// The bot draws from the generator that `start` gives the seed of. It makes the same choices
/// within `stoker` if it has the same generator. The limits of `start` decide how long
/// `turn.more()` stays true.
///
/// # Errors
/// If a line does not belong to the protocol or asks for something that the bot cannot play, or if
/// input or output fails.
///
/// # Panics
/// If the bot panics; `stoker` counts that as a crash of the program.
///
/// # Examples
/// ```
/// use stoker_bots::{Values, lines, random};
/// use stoker_engine::course::Course;
/// let input = b"{\"type\":\"hello\",\"protocol\":1,\"stoker\":\"0.1.0\",\"ruleset\":\"course\"}\n";
/// let mut output = vec![];
/// lines::serve(&random::<Course>(), &Values::default(), &input[..], &mut output)?;
/// assert_eq!(output, b"{\"type\":\"hello\",\"protocol\":1,\"form\":\"view\"}\n");
/// # Ok::<_, lines::ServeError>(())
/// ```
pub fn serve<G: Game>(
    entry: &BotEntry<G>,
    values: &Values,
    mut input: impl BufRead,
    mut output: impl Write,
) -> Result<(), ServeError> {
    let mut line = vec![];
    let mut table: Option<MatchBot<G>> = None;
    for number in 1.. {
        line.clear();
        if input.read_until(b'\n', &mut line).map_err(ServeError::Read)? == 0 {
            break;
        }
        let asked = Instant::now();
        let message =
            ToProgram::read(&line).map_err(|problem| ServeError::Line { number, problem })?;
        let seated = || ServeError::NotStarted(number);
        match message {
            ToProgram::Hello(_) => {
                send(&mut output, &Greeting { protocol: PROTOCOL, form: WireForm::View })?;
            }
            ToProgram::Start(start) => table = Some(MatchBot::new(entry, values, *start)?),
            ToProgram::Decide(question) => {
                table.as_mut().ok_or_else(seated)?.decide(question, asked, &mut output)?;
            }
            ToProgram::Ended(ended) => {
                return table.as_mut().ok_or_else(seated)?.ended(ended);
            }
            ToProgram::Unknown => {}
        }
    }
    Ok(())
}
