//! Repetition of void matches.

use stoker_engine::{Game, Seed};
use stoker_external::contract::ATTEMPTS;

use super::{AnswerTiming, Played, Referee, RefereeError, Seated, Spectator};
use crate::entrant::BotSource;

impl<G: Game> Referee<G> {
    /// Plays a match, and repeats it a limited number of times if it is void.
    ///
    /// The watcher can stop a match with programs or searching bots at any decision, because such a
    /// match can take long. Any other match is over at once, and is only shown to a watcher that
    /// asks for it.
    ///
    /// # Errors
    /// As for [`play`](Self::play).
    pub fn play_valid<'e, P: Into<Seated<'e, G>> + Copy>(
        &mut self,
        seed: Seed,
        lineup: &[P],
        timing: AnswerTiming,
        watcher: &mut impl Spectator<G>,
    ) -> Result<Played, RefereeError> {
        let quick = |&player: &P| match player.into() {
            Seated::Entrant(entrant) => match &entrant.source {
                BotSource::Builtin(bot, _) => !bot.searches,
                BotSource::External(_) | BotSource::Person => false,
            },
            Seated::Seer(_) => true,
        };
        if !watcher.sees_quick_matches() && lineup.iter().all(quick) {
            return self.play(seed, lineup, timing, &mut ());
        }
        let mut attempt = 1;
        loop {
            match self.play(seed, lineup, timing, watcher) {
                Err(RefereeError::Void(_)) if !watcher.wants_more() => {
                    return Err(RefereeError::Stopped);
                }
                Err(RefereeError::Void(_)) if attempt < ATTEMPTS => attempt += 1,
                result => return result,
            }
        }
    }
}
