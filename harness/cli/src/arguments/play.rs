//! The arguments of `stoker play`.

use std::path::PathBuf;

use stoker_engine::Seed;
use stoker_external::fault::FaultPolicy;
use stoker_tournament::starts::Starts;

use super::external::ExternalArgs;
use super::keys::count;
use super::pages::PagesArgs;
use super::rules::RulesArgs;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker play dracula=phantom                 play the hunters, against a built-in bot
  stoker play hunters=my-bot/                 play Dracula, against a bot of yours in its sandbox
  stoker play --ruleset boss                  several people: each gets an address of their own
  stoker play dracula=lurker --rated --record games    no help, and keep the record
  stoker verify games/records.jsonl           records of people are records like others
  stoker play hunters=ada@person dracula=lurker dracula=phantom --league ada --matches 4
                                              a league: its next matches, always rated
  stoker play --league ada                    goes on with it, until all matches are played

Sides that are not named are played by people. Open the address that is printed. Whoever has it can
play: it holds a secret. Ctrl-C ends the session; records of finished matches are kept.

Exit status: 0 after Ctrl-C, even if a match or a part of a league is left; 0 if all matches of a
league are played already; 2 if nothing can be played, or a record could not be stored.";

/// `stoker play`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct PlayArgs {
    /// The bot of a side: `SIDE=[NAME@]BOT[:PARAMETER=VALUE,...]`, where BOT is a built-in bot, the
    /// folder of a submission, or PROTOCOL:COMMAND. People play the sides that are not named. In a
    /// league that begins: its entrants, as for `stoker league`, and people as `[SIDE=]NAME@person`
    #[arg(value_name = "SIDE=ENTRANT")]
    pub(crate) lineup: Vec<String>,
    /// Seed of the first match, or master seed of a league that begins: 16 hexadecimal digits or a
    /// decimal number [default: another one each time]
    #[arg(long, value_name = "S", allow_negative_numbers = true, conflicts_with = "rated")]
    pub(crate) seed: Option<Seed>,
    /// Play without help: no belief, no advice, and nothing is taken back
    #[arg(long)]
    pub(crate) rated: bool,
    /// Name in records of the people on a side. SIDE= can be left out if people play one side only;
    /// can be given several times [default: person]
    #[arg(long, value_name = "SIDE=NAME")]
    pub(crate) name: Vec<String>,
    /// Append the record of each finished match to records.jsonl in this folder. No other session
    /// can use it meanwhile
    #[arg(long, value_name = "DIR")]
    pub(crate) record: Option<PathBuf>,
    /// Play the next matches of the league in this folder, which begins if it is not there: rated,
    /// with the same seeds for everyone. With --name, only the matches of this person
    #[arg(long, value_name = "DIR", conflicts_with = "record")]
    pub(crate) league: Option<PathBuf>,
    /// Matches per pairing of a league that begins; with drawn lineups, matches of each entrant
    /// [default: 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count,
          requires = "league")]
    pub(crate) matches: Option<u64>,
    #[command(flatten)]
    pub(crate) pages: PagesArgs,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Start of the match: free, or random for a seeded random opening [default: free; in a league,
    /// as for `stoker league`]
    #[arg(long, value_name = "START")]
    pub(crate) starts: Option<Starts>,
    /// Consequence of a bot's fault: course, lenient or forfeit [default: course]
    #[arg(long, value_name = "POLICY")]
    pub(crate) fault_policy: Option<FaultPolicy>,
    #[command(flatten)]
    pub(crate) external: ExternalArgs,
}
