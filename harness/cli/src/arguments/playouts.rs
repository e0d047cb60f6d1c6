//! The arguments of `stoker exploit` about the policy that asks the bot.

use anyhow::ensure;
use stoker_research::exploit::AskingPlan;
use stoker_research::exploit::rollout::SearchBudget;

use super::keys::count;

/// The default number of its matches on fresh seeds.
const MATCHES: u64 = 40;
/// The default number of moves tried at a decision.
const MOVES: u64 = 8;
/// The default number of guesses of the hidden state.
const GUESSES: u64 = 64;
/// The default number of standard errors by which a move must be better.
const MARGIN: f64 = 1.0;
/// The default number of its own decisions in a playout.
const HORIZON: u64 = 15;
/// The longest horizon: no match is as long.
const MOST_HORIZON: u64 = 1_000_000;
/// The fewest playouts of a decision: four for each of two moves.
const LEAST_PLAYOUTS: u64 = 8;
/// The most playouts of a decision.
const MOST_PLAYOUTS: u64 = 1_000_000;
/// The most guesses: each is a match with all of its players.
const MOST_GUESSES: u64 = 10_000;

/// The options of the policy that asks.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Asking the bot about positions")]
pub(crate) struct PlayoutArgs {
    /// Let the best policy ask the bot, with at most this many playouts at each of its decisions: 8
    /// or more, or 0 not to ask [default: 0]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub(crate) playouts: Option<u64>,
    /// The bot, with its settings, whose moves this policy plays unless it finds better ones; if
    /// it is given, no settings are searched [default: the best found]
    #[arg(long, value_name = "BOT")]
    pub(crate) base: Option<String>,
    /// Matches of this policy, on the first seeds that the search did not see [default: 40]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub(crate) asking_matches: Option<u64>,
    /// Highest number of moves tried at a decision [default: 8]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub(crate) moves: Option<u64>,
    /// Guesses of the hidden state that are kept [default: 64]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub(crate) guesses: Option<u64>,
    /// Number of standard errors by which a move must be better than the base's [default: 1]
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub(crate) margin: Option<f64>,
    /// Decisions of its own in a playout after the move that is tried; facts of the position then
    /// estimate the score [default: 15]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub(crate) horizon: Option<u64>,
}

impl PlayoutArgs {
    /// Refuses options about playouts where there are no playouts.
    fn check_playouts(&self) -> anyhow::Result<()> {
        let given = [
            ("base", self.base.is_some()),
            ("asking-matches", self.asking_matches.is_some()),
            ("moves", self.moves.is_some()),
            ("guesses", self.guesses.is_some()),
            ("margin", self.margin.is_some()),
            ("horizon", self.horizon.is_some()),
        ];
        let asked = self.playouts.is_some_and(|playouts| playouts > 0);
        let idle = given.iter().find(|(_, given)| *given && !asked);
        let name = idle.map_or("", |(name, _)| name);
        ensure!(idle.is_none(), "--{name} needs --playouts: give --playouts too, 8 or more");
        Ok(())
    }

    /// Checks the options; `None` if the policy does not ask.
    ///
    /// # Errors
    /// If an option is out of range, or needs playouts and there are none.
    pub(crate) fn wanted(&self) -> anyhow::Result<Option<AskingPlan>> {
        let within = |name: &str, given: Option<u64>, default: u64, allowed: [u64; 2]| {
            let (given, [least, most]) = (given.unwrap_or(default), allowed);
            ensure!((least..=most).contains(&given), "--{name}: give {least} to {most}");
            Ok(given)
        };
        self.check_playouts()?;
        let playouts = within("playouts", self.playouts, 0, [0, MOST_PLAYOUTS])?;
        let few = (1..LEAST_PLAYOUTS).contains(&playouts);
        ensure!(
            !few,
            "--playouts: {playouts} are too few to compare two moves: give {LEAST_PLAYOUTS} or more"
        );
        let moves = within("moves", self.moves, MOVES, [2, 1_000])?;
        let guesses = within("guesses", self.guesses, GUESSES, [1, MOST_GUESSES])?;
        let horizon = within("horizon", self.horizon, HORIZON, [0, MOST_HORIZON])?;
        let most = super::exploit::MOST_MATCHES;
        let matches = within("asking-matches", self.asking_matches, MATCHES, [1, most])?;
        let margin = self.margin.unwrap_or(MARGIN);
        ensure!((0.0..=100.0).contains(&margin), "--margin: give 0 to 100");
        let size = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
        let [playouts, moves, guesses, horizon] = [playouts, moves, guesses, horizon].map(size);
        let budget = SearchBudget { playouts, moves, guesses, margin, horizon };
        Ok((playouts > 0).then_some(AskingPlan { matches, budget }))
    }
}
