//! The options that choose the rules.

use anyhow::{anyhow, bail, ensure};

use super::league_options::{FileArgs, NamedRules};

/// The options of verbs that choose the rules.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct RulesArgs {
    #[command(flatten)]
    pub(crate) named: NamedRules,
    /// A parameter of the rules that differs from the preset; may be repeated
    #[arg(long = PARAM, value_name = "NAME=VALUE")]
    pub(crate) params: Vec<String>,
    /// Bots of a side that wins or loses together, where the ruleset lets you choose: shared, one
    /// bot for all of its seats; or mixed, a bot for each seat. The same as --param teams=TEAMS
    #[arg(long = TEAMS, value_name = "TEAMS")]
    pub(crate) teams: Option<String>,
    #[command(flatten)]
    pub(crate) files: FileArgs,
}

/// The parameter that has an option of its own.
pub(crate) const TEAMS: &str = "teams";

/// The name of the option for a parameter of the rules.
pub(crate) const PARAM: &str = "param";

impl FileArgs {
    pub(crate) fn files(&self) -> GameFiles<'_> {
        GameFiles { map: self.map.as_deref(), data: self.data.as_deref() }
    }
}

/// Files of the rules, as they were named.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct GameFiles<'a> {
    /// An embedded map or a file.
    pub(crate) map: Option<&'a str>,
    /// A data file.
    pub(crate) data: Option<&'a str>,
}

impl From<GameFiles<'_>> for FileArgs {
    fn from(named: GameFiles<'_>) -> Self {
        let [map, data] = [named.map, named.data].map(|name| name.map(str::to_owned));
        Self { map, data }
    }
}

impl RulesArgs {
    /// The parameters that were typed.
    ///
    /// # Errors
    /// If one is not `NAME=VALUE`, or is given twice.
    pub(crate) fn params(&self) -> anyhow::Result<toml::Table> {
        let mut table = toml::Table::new();
        for text in &self.params {
            let (name, value) = split(text)?;
            if table.insert(name.clone(), value).is_some() {
                bail!("--param {name} is given twice");
            }
        }
        if let Some(teams) = &self.teams
            && table.insert(TEAMS.to_owned(), teams.as_str().into()).is_some()
        {
            bail!("--teams and --param {TEAMS} are the same: give one");
        }
        Ok(table)
    }
}

/// A parameter's name, and its value: a whole number, `true`, `false` or a word.
fn split(text: &str) -> anyhow::Result<(String, toml::Value)> {
    let example = || anyhow!("--param {text}: give NAME=VALUE, as `stoker rulesets` lists them");
    let (name, value) = text.split_once('=').ok_or_else(example)?;
    ensure!(!name.is_empty() && !value.is_empty(), example());
    let value = match (value.parse::<i64>(), value) {
        (Ok(number), _) => number.into(),
        (Err(_), "true") => true.into(),
        (Err(_), "false") => false.into(),
        (Err(_), word) => word.into(),
    };
    Ok((name.to_owned(), value))
}

/// A parameter as it is typed.
pub(crate) fn typed(name: &str, value: &toml::Value) -> String {
    match value.as_str() {
        Some(word) => format!("{name}={word}"),
        None => format!("{name}={value}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(texts: &[&str]) -> anyhow::Result<toml::Table> {
        let params = texts.iter().map(|&text| text.to_owned()).collect();
        RulesArgs { params, ..RulesArgs::default() }.params()
    }

    #[test]
    fn a_parameter_is_typed_as_it_is_read_back() {
        let texts = ["lives=5", "low=-3", "first=hunter", "open=true"];
        let table = read(&texts).unwrap();
        assert_eq!(table["lives"].as_integer(), Some(5));
        assert_eq!(table["open"].as_bool(), Some(true));
        for text in texts {
            let name = text.split_once('=').unwrap().0;
            assert_eq!(typed(name, &table[name]), text);
        }
    }

    #[test]
    fn teams_are_a_parameter_with_an_option_of_its_own() {
        let args = |params: &[&str]| RulesArgs {
            params: params.iter().map(|&text| text.to_owned()).collect(),
            teams: Some("mixed".to_owned()),
            ..RulesArgs::default()
        };
        assert_eq!(args(&[]).params().unwrap()["teams"].as_str(), Some("mixed"));
        let error = args(&["teams=shared"]).params().unwrap_err().to_string();
        assert_eq!(error, "--teams and --param teams are the same: give one");
    }

    #[test]
    fn a_parameter_needs_a_name_and_a_value_and_is_given_once() {
        let error = |texts: &[&str]| read(texts).unwrap_err().to_string();
        for text in ["lives", "=5", "lives="] {
            assert!(error(&[text]).starts_with(&format!("--param {text}: give NAME=VALUE")));
        }
        assert_eq!(error(&["lives=4", "lives=5"]), "--param lives is given twice");
    }
}
