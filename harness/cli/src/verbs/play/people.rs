//! The players of all sides: bots, and people with their names.

use anyhow::{Context as _, anyhow, bail, ensure};
use stoker_bots::remedy;
use stoker_engine::Game;
use stoker_external::spec::{SpecError, is_name};
use stoker_play::session::{PERSON, SidePlayer};
use stoker_tournament::entrant::Entrant;

/// The players, by side: people where there is no bot.
///
/// # Errors
/// If a name is not one, or is not for a side of people.
pub(super) fn players<G: Game>(
    game: &G,
    lineup: Vec<Option<Entrant<G>>>,
    names: &[String],
) -> anyhow::Result<Vec<SidePlayer<G>>> {
    let sides = game.sides().list().iter().map(|side| side.name).zip(&lineup);
    let peoples: Vec<&str> = sides.filter(|(_, bot)| bot.is_none()).map(|(side, _)| side).collect();
    let mut named = vec![None; peoples.len()];
    for text in names {
        let (side, name) = read(text, &peoples)?;
        ensure!(named[side].replace(name).is_none(), "two names for `{}`: give one", peoples[side]);
    }
    let mut named = named.into_iter();
    let player = |bot: Option<Entrant<G>>| match bot {
        Some(bot) => SidePlayer::Bot(bot),
        None => SidePlayer::People(named.next().flatten().unwrap_or(PERSON).to_owned()),
    };
    Ok(lineup.into_iter().map(player).collect())
}

/// An error of the entrants that were named. If there is no bot of a name, the name may be that of a
/// person: this hint says how people are named.
pub(super) fn with_hint(error: anyhow::Error, hint: impl FnOnce(&str) -> String) -> anyhow::Error {
    match error.downcast_ref() {
        Some(SpecError::UnknownBot { bot, .. }) => {
            let hint = hint(bot);
            anyhow!("{error:#} ({hint})")
        }
        _ => error,
    }
}

/// The number of a side among those of people, and the name for it.
fn read<'t>(text: &'t str, peoples: &[&str]) -> anyhow::Result<(usize, &'t str)> {
    let (side, name) = match text.split_once('=') {
        Some((side, name)) => {
            let found = peoples.iter().position(|it| *it == side);
            let unknown = || {
                let remedy = remedy(side, peoples.iter().copied());
                format!("--name {text}: no people play `{side}`: {remedy}")
            };
            (found.with_context(unknown)?, name)
        }
        None if peoples.len() > 1 => {
            bail!("--name {text}: write SIDE={text}, because people play several sides")
        }
        None => (0, text),
    };
    ensure!(!peoples.is_empty(), "--name {text}: bots play all sides");
    ensure!(is_name(name), "--name {text}: a name has letters, digits, `-`, `_` and `.`");
    Ok((side, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_goes_to_its_side() {
        assert_eq!(read("v1=fox", &["v0", "v1"]).unwrap(), (1, "fox"));
        assert_eq!(read("fox", &["v0"]).unwrap(), (0, "fox"));
    }

    #[test]
    fn names_that_do_not_fit_are_refused() {
        let refused = |text, sides: &[&str]| read(text, sides).unwrap_err().to_string();
        assert!(refused("fox", &["v0", "v1"]).contains("write SIDE=fox"));
        assert!(refused("v2=fox", &["v0", "v1"]).contains("no people play `v2`"));
        for name in ["a b", "", "a,b", "../x", "v0=a=b"] {
            assert!(read(name, &["v0"]).is_err(), "{name}");
        }
    }
}
