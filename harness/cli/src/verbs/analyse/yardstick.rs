//! The players that play games out, to measure the values of moves.

use std::sync::Arc;

use anyhow::{Context as _, bail};
use stoker_bots::Ruleset;
use stoker_engine::{Game, Side};
use stoker_external::spec::{Spec, What};
use stoker_research::analyse::{BotYardstick, Yardstick};
use stoker_tournament::entrant::{BotEntry, BotSource, Values, builtin};

/// A built-in bot with its parameters.
struct NamedBot<G: Game> {
    /// The kind of side that it was named for, if any.
    side: Option<String>,
    spec: String,
    bot: BotEntry<G>,
    values: Values,
}

/// The bots that were named, or the ruleset's own players if none was.
pub(crate) fn find<G: Game>(
    ruleset: &Ruleset<G>,
    game: &Arc<G>,
    texts: &[String],
) -> anyhow::Result<Box<dyn Yardstick<G>>> {
    if let (true, Some(make)) = (texts.is_empty(), ruleset.yardstick_hook()) {
        return Ok(make(game));
    }
    let Some(guess) = ruleset.guess_hook() else {
        bail!(
            "ruleset `{}` cannot guess hidden states, so its moves cannot be judged by what the \
            players could know",
            G::NAME
        );
    };
    let named = match texts {
        [] => usual(ruleset),
        texts => {
            texts.iter().map(|text| read(ruleset, text)).collect::<anyhow::Result<Vec<_>>>()?
        }
    };
    let of_side = |side: &Side| {
        let found = named.iter().find(|bot| bot.plays(side.kind));
        let found = found.map(|bot| ((bot.bot, bot.values.clone()), bot.spec.clone()));
        found.with_context(|| format!("--yardstick: name a bot that plays `{}` too", side.kind))
    };
    let all = game.sides().list().iter().map(of_side).collect::<anyhow::Result<Vec<_>>>()?;
    let (lineup, names) = all.into_iter().unzip();
    Ok(Box::new(BotYardstick { game: Arc::clone(game), lineup, names, guess }))
}

impl<G: Game> NamedBot<G> {
    fn plays(&self, kind: &str) -> bool {
        let can = self.bot.sides.is_empty() || self.bot.sides.contains(&kind);
        can && self.side.as_deref().is_none_or(|side| side == kind)
    }
}

/// The bots of a ruleset that do not search, the highest rung first.
fn usual<G: Game>(ruleset: &Ruleset<G>) -> Vec<NamedBot<G>> {
    let mut quick: Vec<_> = ruleset.bots().iter().filter(|bot| !bot.searches).collect();
    // Stable: of equals, the first; a bot outside of the series comes last.
    quick.sort_by_key(|bot| std::cmp::Reverse(bot.rung));
    let named = |bot: &BotEntry<G>| NamedBot {
        side: None,
        spec: bot.name.to_owned(),
        bot: *bot,
        values: Values::defaults(bot.params),
    };
    quick.into_iter().map(named).collect()
}

fn read<G: Game>(ruleset: &Ruleset<G>, text: &str) -> anyhow::Result<NamedBot<G>> {
    let Spec { side, what, .. } = Spec::parse(text)?;
    let What::Builtin { bot, params } = &what else {
        bail!("--yardstick {text}: only built-in bots can play out so many games");
    };
    match builtin(bot, params, &ruleset.nameable())? {
        (BotSource::Builtin(bot, values), spec) => Ok(NamedBot { side, spec, bot, values }),
        (BotSource::External(_) | BotSource::Person, _) => {
            bail!("--yardstick {text}: this is not a built-in bot")
        }
    }
}
