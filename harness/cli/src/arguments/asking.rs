//! `stoker exploit`: what is typed about the policy that asks the bot.

use anyhow::ensure;
use stoker_research::exploit::rollout::Asking;

use super::options::count;

/// Its matches on fresh seeds, if nothing is said.
const MATCHES: u64 = 40;
/// Moves tried at a decision, if nothing is said.
const MOVES: u64 = 8;
/// Guesses of what is hidden, if nothing is said.
const GUESSES: u64 = 64;
/// Standard errors by which a move must be better, if nothing is said.
const MARGIN: f64 = 1.0;
/// Decisions of its own until a playout ends, if nothing is said.
const HORIZON: u64 = 15;
/// The longest horizon: no match is as long.
const MOST_HORIZON: u64 = 1_000_000;
/// The fewest playouts of a decision: four for each of two moves.
const LEAST_PLAYOUTS: u64 = 8;
/// The most playouts of a decision.
const MOST_PLAYOUTS: u64 = 1_000_000;
/// The most guesses: each is a match with all of its players.
const MOST_GUESSES: u64 = 10_000;

/// What can be set about the policy that asks.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Asking the bot about positions")]
pub(crate) struct AskingArgs {
    /// Have the best policy ask the bot: at most so many playouts at each of its decisions, 8 or
    /// more; 0: do not ask [default: 0]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub(crate) playouts: Option<u64>,
    /// The bot, with settings, that this policy plays like where it sees nothing better
    /// [default: the best found; if one is given no settings are searched]
    #[arg(long, value_name = "BOT")]
    pub(crate) base: Option<String>,
    /// Matches of this policy, on the first of the seeds that the search did not see [default: 40]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub(crate) asking_matches: Option<u64>,
    /// Moves that are tried at a decision, at most [default: 8]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub(crate) moves: Option<u64>,
    /// Guesses of what is hidden that are kept [default: 64]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub(crate) guesses: Option<u64>,
    /// By how many standard errors a move must be better than the base's [default: 1]
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub(crate) margin: Option<f64>,
    /// Decisions of its own that a playout has after the one that is tried: facts then tell what it
    /// would come to [default: 15]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    pub(crate) horizon: Option<u64>,
}

/// The policy that asks, as it was ordered.
#[derive(Debug, Clone)]
pub(crate) struct AskingOrder {
    pub(crate) base: Option<String>,
    pub(crate) matches: u64,
    /// `None` if nothing is to be asked.
    pub(crate) asking: Option<Asking>,
}

impl AskingArgs {
    /// True if a base was given: then no settings are searched.
    pub(crate) fn is_given(&self) -> bool {
        self.base.is_some()
    }

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
        ensure!(idle.is_none(), "--{name} is for asking the bot: give --playouts too, 1 or more");
        Ok(())
    }

    /// Checks the options.
    ///
    /// # Errors
    /// If an option is out of range, or needs playouts and there are none.
    pub(crate) fn wanted(self) -> anyhow::Result<AskingOrder> {
        let within = |name: &str, given: Option<u64>, default: u64, allowed: [u64; 2]| {
            let (given, [least, most]) = (given.unwrap_or(default), allowed);
            ensure!((least..=most).contains(&given), "--{name}: give {least} to {most}");
            Ok(given)
        };
        self.check_playouts()?;
        let playouts = within("playouts", self.playouts, 0, [0, MOST_PLAYOUTS])?;
        let few = (1..LEAST_PLAYOUTS).contains(&playouts);
        ensure!(!few, "--playouts: {playouts} compare no two moves: give {LEAST_PLAYOUTS} or more");
        let moves = within("moves", self.moves, MOVES, [2, 1_000])?;
        let guesses = within("guesses", self.guesses, GUESSES, [1, MOST_GUESSES])?;
        let horizon = within("horizon", self.horizon, HORIZON, [0, MOST_HORIZON])?;
        let most = super::exploit::MOST_MATCHES;
        let matches = within("asking-matches", self.asking_matches, MATCHES, [1, most])?;
        let margin = self.margin.unwrap_or(MARGIN);
        ensure!((0.0..=100.0).contains(&margin), "--margin: give 0 to 100");
        let size = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
        let [playouts, moves, guesses, horizon] = [playouts, moves, guesses, horizon].map(size);
        let asking = Asking { playouts, moves, guesses, margin, horizon };
        Ok(AskingOrder { base: self.base, matches, asking: (playouts > 0).then_some(asking) })
    }
}
