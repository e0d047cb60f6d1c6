//! The settings of a sweep, as they are played: each with its game and its entrants.

use std::collections::BTreeMap;
use std::sync::Arc;

use stoker_engine::{Allowed, Game, Seed};

use crate::entrant::{BotSource, Entrant};
use crate::identity::params_json;
use crate::settings::{Axis, Scope, Setting, Subject, Sweep, SweepError, Varied};

/// A sweep with the game and the entrants of each setting.
pub struct Swept<G: Game> {
    sweep: Sweep,
    settings: Vec<Setting>,
    /// By setting: the index of its game.
    of_setting: Vec<usize>,
    games: Vec<Arc<G>>,
    /// By setting: the entrants with changed parameters, and their numbers.
    changed: Vec<Vec<(usize, Entrant<G>)>>,
    /// The entrants with a parameter that varies, in order.
    subjects: Vec<usize>,
    reference: usize,
}

/// Everything that can vary with these entrants and this ruleset.
pub fn scope<G: Game>(entrants: &[Entrant<G>]) -> Scope {
    let varied = |entrant: &Entrant<G>| Varied {
        name: entrant.name.clone(),
        params: match &entrant.source {
            BotSource::Builtin(bot, _) => Some(bot.params),
            BotSource::External(_) | BotSource::Person => None,
        },
    };
    Scope { entrants: entrants.iter().map(varied).collect(), rules: G::parameters() }
}

impl<G: Game> Swept<G> {
    /// Lays out the settings of a sweep over these entrants and this game.
    ///
    /// `configure` returns the game with some of its parameters changed, or explains what is wrong
    /// with them.
    ///
    /// # Errors
    /// If the design is impossible, if the parameters of a setting contradict each other, or if a
    /// setting changes the sides, scores or facts.
    pub fn new(
        sweep: Sweep,
        seed: Seed,
        game: &Arc<G>,
        entrants: &[Entrant<G>],
        configure: impl Fn(&toml::Table) -> Result<Arc<G>, String>,
    ) -> Result<Self, SweepError> {
        let settings = sweep.settings(seed)?;
        let (subjects, usual) = (subjects(&sweep), usual(&sweep, &**game, entrants));
        let mut games = SweptGames { usual: game, configure, known: BTreeMap::new(), list: vec![] };
        let (mut reference, mut of_setting, mut changed) = (0, vec![], vec![]);
        for setting in &settings {
            let values: Vec<_> = sweep.values(setting).collect();
            if values == usual {
                reference = setting.number;
            }
            let refused = |problem| SweepError::Setting {
                number: setting.number,
                values: sweep.describe(setting),
                problem,
            };
            of_setting.push(games.find(&params::<G>(&sweep, &values)).map_err(refused)?);
            changed.push(change(&sweep, &subjects, &values, entrants).map_err(refused)?);
        }
        let games = games.list;
        Ok(Self { sweep, settings, of_setting, games, changed, subjects, reference })
    }

    /// The axes of the sweep, and its design.
    #[must_use]
    pub fn sweep(&self) -> &Sweep {
        &self.sweep
    }

    /// All settings, by number.
    #[must_use]
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// The entrants with a parameter that varies, in order; empty if only the rules vary.
    #[must_use]
    pub(crate) fn subjects(&self) -> &[usize] {
        &self.subjects
    }

    /// The setting that others are compared with: the one with all values as they would be without
    /// a sweep, or the first if there is no such setting.
    #[must_use]
    pub fn reference(&self) -> usize {
        self.reference
    }

    /// The game of a setting.
    #[must_use]
    pub fn game(&self, setting: usize) -> &Arc<G> {
        &self.games[self.of_setting[setting]]
    }

    /// An entrant as it plays in a setting; `None` if it is as it was named.
    #[must_use]
    pub fn entrant(&self, setting: usize, entrant: usize) -> Option<&Entrant<G>> {
        let mut changed = self.changed[setting].iter();
        changed.find(|(number, _)| *number == entrant).map(|(_, entrant)| entrant)
    }
}

/// The games of a sweep, each made once.
struct SweptGames<'a, G: Game, F> {
    usual: &'a Arc<G>,
    configure: F,
    known: BTreeMap<String, usize>,
    list: Vec<Arc<G>>,
}

impl<G: Game, F: Fn(&toml::Table) -> Result<Arc<G>, String>> SweptGames<'_, G, F> {
    /// The number of the game with these parameters changed.
    fn find(&mut self, params: &toml::Table) -> Result<usize, String> {
        let key = params.to_string();
        if let Some(&number) = self.known.get(&key) {
            return Ok(number);
        }
        let game = match params.is_empty() {
            true => Arc::clone(self.usual),
            false => (self.configure)(params)?,
        };
        check_alike(&**self.usual, &*game)?;
        self.list.push(game);
        self.known.insert(key, self.list.len() - 1);
        Ok(self.list.len() - 1)
    }
}

/// By axis: the value without a sweep, as it is written.
fn usual<G: Game>(sweep: &Sweep, game: &G, entrants: &[Entrant<G>]) -> Vec<String> {
    let params = params_json(game);
    let value = |axis: &Axis| match axis.subject() {
        Subject::Rules(name) => {
            params[name].as_str().map_or_else(|| params[name].to_string(), str::to_owned)
        }
        Subject::Entrant(entrant, name) => match &entrants[entrant].source {
            BotSource::Builtin(_, values) => values.text(name),
            BotSource::External(_) | BotSource::Person => String::new(),
        },
    };
    sweep.axes().iter().map(value).collect()
}

/// The ruleset's parameters that these values set.
fn params<G: Game>(sweep: &Sweep, values: &[String]) -> toml::Table {
    let of_rules = |(axis, value): (&Axis, &String)| match axis.subject() {
        Subject::Rules(name) => Some((name.to_owned(), toml_value::<G>(name, value))),
        Subject::Entrant(..) => None,
    };
    let mut params = toml::Table::new();
    params.extend(sweep.axes().iter().zip(values).filter_map(of_rules));
    params
}

/// The entrants that vary, with these values set.
fn change<G: Game>(
    sweep: &Sweep,
    subjects: &[usize],
    values: &[String],
    entrants: &[Entrant<G>],
) -> Result<Vec<(usize, Entrant<G>)>, String> {
    let change = |&subject: &usize| {
        let mut entrant = entrants[subject].clone();
        for (axis, value) in sweep.axes().iter().zip(values) {
            if let Subject::Entrant(number, name) = axis.subject()
                && number == subject
            {
                entrant.set(name, value).map_err(|error| error.to_string())?;
            }
        }
        Ok((subject, entrant))
    };
    subjects.iter().map(change).collect()
}

fn subjects(sweep: &Sweep) -> Vec<usize> {
    let of_axis = |axis: &Axis| match axis.subject() {
        Subject::Entrant(entrant, _) => Some(entrant),
        Subject::Rules(_) => None,
    };
    let mut subjects: Vec<_> = sweep.axes().iter().filter_map(of_axis).collect();
    subjects.sort_unstable();
    subjects.dedup();
    subjects
}

/// A parameter's value as a configuration would give it.
fn toml_value<G: Game>(name: &str, value: &str) -> toml::Value {
    let parameter = G::parameters().iter().find(|parameter| parameter.name == name);
    match (parameter.map(|parameter| parameter.allowed), value.parse()) {
        (Some(Allowed::Range(..)), Ok(number)) => toml::Value::Integer(number),
        _ => toml::Value::String(value.to_owned()),
    }
}

/// Checks that two games have the same sides, scores and facts.
fn check_alike<G: Game>(usual: &G, other: &G) -> Result<(), String> {
    let scores = |game: &G| game.scores().iter().map(|score| (score.name, score.unit)).collect();
    let (usual_scores, other_scores): (Vec<_>, Vec<_>) = (scores(usual), scores(other));
    let what = if usual.sides() != other.sides() {
        "sides"
    } else if usual_scores != other_scores {
        "scores"
    } else if usual.facts() != other.facts() {
        "facts"
    } else {
        return Ok(());
    };
    Err(format!("it has other {what}, so that it cannot be compared: leave that value out"))
}

#[cfg(test)]
mod tests;
