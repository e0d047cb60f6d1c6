//! The field of a ruleset.

use stoker_engine::Game;

use super::{Ruleset, RulesetError};
use crate::entry::BotEntry;
use crate::field::{FieldBot, Group, Half, HeldOut};

impl<G: Game> Ruleset<G> {
    /// Adds a bot of the field of strangers. It plays only where it, or a group of the field, is
    /// named.
    ///
    /// # Errors
    /// If its name is taken, or cannot be spelled in a spec.
    pub fn field_bot(&mut self, bot: FieldBot<G>) -> Result<&mut Self, RulesetError> {
        self.check_name(bot.entry.name)?;
        self.field.push(bot);
        Ok(self)
    }

    /// The bots of the field, in the order in which they were added.
    #[must_use]
    pub fn field(&self) -> &[FieldBot<G>] {
        &self.field
    }

    /// The bots of the group of the field that has this name; `None` if it names no group, or there
    /// is no field.
    #[must_use]
    pub fn field_group(&self, name: &str) -> Option<Vec<BotEntry<G>>> {
        let group = Group::named(name).filter(|_| !self.field.is_empty())?;
        let members = self.field.iter().filter(|bot| group.contains(bot.half));
        Some(members.map(|bot| bot.entry).collect())
    }

    /// Refuses a bot of the held-out half of the field, for commands that fit bots.
    ///
    /// # Errors
    /// If the bot is held out.
    pub fn may_be_fitted_against(&self, bot: &str) -> Result<(), HeldOut> {
        let held_out = |other: &FieldBot<G>| other.entry.name == bot && other.half == Half::HeldOut;
        match self.field.iter().any(held_out) {
            true => Err(HeldOut { bot: bot.to_owned() }),
            false => Ok(()),
        }
    }
}
